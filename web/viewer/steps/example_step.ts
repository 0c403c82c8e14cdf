// A step to begin with: a sheet with a wave in it comes down on a ball and passes through it.
import type {MeshFile} from "../../worker/messages";

const mesh = (name: string, vertices: number[], faces: number[]): MeshFile => ({
  type: "mesh", name, vertices: Float64Array.from(vertices), faces: Int32Array.from(faces),
  edges: new Int32Array(), polygons: [],
});

function sheet(name: string, side: number, height: (x: number, y: number) => number): MeshFile {
  const vertices: number[] = [], faces: number[] = [];
  for (let i = 0; i < side; ++i) {
    for (let j = 0; j < side; ++j) {
      const x = 3 * i / (side - 1) - 1.5, y = 3 * j / (side - 1) - 1.5;
      vertices.push(x, y, height(x, y));
      if (i + 1 === side || j + 1 === side) continue;
      const at = i * side + j;
      faces.push(at, at + side, at + 1, at + 1, at + side, at + side + 1);
    }
  }
  return mesh(name, vertices, faces);
}

function ball(name: string, rings: number, around: number): MeshFile {
  const vertices = [0, 0, -0.8], faces: number[] = [];
  for (let i = 1; i < rings; ++i) {
    for (let j = 0; j < around; ++j) {
      const down = Math.PI * i / rings, turn = 2 * Math.PI * (j + 0.5 * (i % 2)) / around;
      vertices.push(0.8 * Math.sin(down) * Math.cos(turn), 0.8 * Math.sin(down) * Math.sin(turn),
        -0.8 * Math.cos(down));
    }
  }
  vertices.push(0, 0, 0.8);
  const top = vertices.length / 3 - 1;
  const at = (i: number, j: number) => 1 + (i - 1) * around + j % around;
  for (let j = 0; j < around; ++j) {
    faces.push(0, at(1, j + 1), at(1, j), top, at(rings - 1, j), at(rings - 1, j + 1));
    for (let i = 1; i + 1 < rings; ++i) {
      faces.push(at(i, j), at(i, j + 1), at(i + 1, j), at(i + 1, j), at(i, j + 1),
        at(i + 1, j + 1));
    }
  }
  return mesh(name, vertices, faces);
}

export function exampleStep(): MeshFile[] {
  const wave = (x: number, y: number) => 0.1 * Math.sin(3.1 * x) * Math.cos(2.3 * y);
  return [
    sheet("sheet at the start", 44, (x, y) => 1.05 + wave(x, y)),
    sheet("sheet at the end", 44, (x, y) => 0.05 - wave(y, x)),
    ball("ball", 22, 34),
  ];
}
