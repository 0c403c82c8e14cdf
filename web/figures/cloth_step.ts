// The step of figure 9: a sheet with a folded corner above a ball, and where it wants to go. Plain
// formulas, so that everyone gets the same bits of input.

export interface ClothStep {
  vertexCount: number;
  faces: number[];
  /** 0 for the sheet, 1 for the ball. */
  objects: number[];
  sheetVertices: number;
  sheetFaces: number;
  t0: Float64Array;
  t1: Float64Array;
}

const kSheet = 1.25;    // half the side of the sheet
const kFold = 1.45;     // the corner is folded where x + y is beyond this
const kRadius = 0.8;    // of the ball

/** Where the point (x, y) of the flat sheet is: its corner folded by `fold` degrees, and sunk by
    `drop`, more at the rim than in the middle. */
function place(x: number, y: number, fold: number, drop: number): [number, number, number] {
  const beyond = (x + y - kFold) / Math.SQRT2;
  let px = x, py = y, lift = 0;
  if (beyond > 0) {
    const angle = fold * Math.PI / 180;
    const back = beyond * (Math.cos(angle) - 1) / Math.SQRT2;
    px += back;
    py += back;
    lift = beyond * Math.sin(angle);
  }
  const rim = Math.min(1, (px * px + py * py) / (kSheet * kSheet));
  const wave = 0.03 * Math.sin(5 * px + 1) * Math.cos(4 * py);
  return [px, py, 0.95 + wave + lift - drop * (0.75 + 0.5 * rim)];
}

/** The step of a sheet of n × n squares that sinks by `drop`. */
export function clothStep(n: number, drop: number): ClothStep {
  const faces: number[] = [], start: number[] = [], end: number[] = [], objects: number[] = [];
  for (let j = 0; j <= n; ++j) {
    for (let i = 0; i <= n; ++i) {
      const x = kSheet * (2 * i / n - 1), y = kSheet * (2 * j / n - 1);
      start.push(...place(x, y, 132, 0));
      end.push(...place(x, y, 206, drop));
      objects.push(0);
    }
  }
  for (let j = 0; j < n; ++j) {
    for (let i = 0; i < n; ++i) {
      const a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
      faces.push(...((i + j) % 2 ? [a, b, c, b, d, c] : [a, b, d, a, d, c]));
    }
  }
  const sheetVertices = objects.length, sheetFaces = faces.length / 3;
  addBall(faces, start, objects, 14, 28);
  end.push(...start.slice(end.length));
  return { vertexCount: objects.length, faces, objects, sheetVertices, sheetFaces,
           t0: Float64Array.from(start), t1: Float64Array.from(end) };
}

function addBall(faces: number[], positions: number[], objects: number[], rows: number,
                 columns: number): void {
  const first = objects.length;
  const vertex = (x: number, y: number, z: number): void => {
    positions.push(kRadius * x, kRadius * y, kRadius * z);
    objects.push(1);
  };
  vertex(0, 0, 1);
  for (let r = 1; r < rows; ++r) {
    const a = Math.PI * r / rows;
    for (let c = 0; c < columns; ++c) {
      const b = 2 * Math.PI * (c + r / 2) / columns;
      vertex(Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a));
    }
  }
  vertex(0, 0, -1);
  const at = (r: number, c: number): number =>
    r === 0 ? first : r === rows ? objects.length - 1 : first + 1 + (r - 1) * columns + c % columns;
  for (let r = 0; r < rows; ++r) {
    for (let c = 0; c < columns; ++c) {
      if (r > 0) faces.push(at(r, c), at(r + 1, c), at(r, c + 1));
      if (r < rows - 1) faces.push(at(r, c + 1), at(r + 1, c), at(r + 1, c + 1));
    }
  }
}

/** Positions at time t. */
export function positionsAt(step: ClothStep, t: number): Float64Array {
  return step.t0.map((x, i) => (1 - t) * x + t * step.t1[i]!);
}
