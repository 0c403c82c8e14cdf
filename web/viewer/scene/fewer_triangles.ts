// A coarse stand-in for what has many triangles, lines or points, for pictures that move on machines
// which draw slowly: a picture of a hundred thousand triangles that is drawn without a graphics card
// takes as long as its triangles are many, whatever its resolution.
import * as three from "three";

const MOST_TRIANGLES = 6000;
const MOST_LINES = 6000;
const MOST_POINTS = 3000;

/// Triangles between representatives of the vertices: one for all vertices in a cell of a grid. At
/// most `most` of them, as indices of the same vertices; null if there are no more than that anyway.
export function fewerTriangles(
  positions: ArrayLike<number>, triangles: ArrayLike<number>, most = MOST_TRIANGLES): Uint32Array | null {
  if (triangles.length <= 3 * most) return null;
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; ++i) {
    const k = i % 3;
    if (positions[i] < low[k]) low[k] = positions[i];
    if (positions[i] > high[k]) high[k] = positions[i];
  }
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) || 1;
  for (let cells = 72; cells > 4; cells = Math.floor(0.8 * cells)) {
    const found = clustered(positions, triangles, low, 0.999 * cells / size, cells);
    if (found.length <= 3 * most) return found;
  }
  return null;
}

function clustered(
  positions: ArrayLike<number>, triangles: ArrayLike<number>, low: number[], scale: number,
  cells: number): Uint32Array {
  const count = positions.length / 3;
  const first = new Int32Array(cells ** 3).fill(-1), stands = new Int32Array(count);
  const representatives: number[] = [];
  for (let v = 0; v < count; ++v) {
    let cell = 0;
    for (let k = 0; k < 3; ++k) cell = cells * cell + Math.floor(scale * (positions[3 * v + k] - low[k]));
    if (!(first[cell] >= 0)) {
      first[cell] = representatives.length;
      representatives.push(v);
    }
    stands[v] = first[cell];
  }
  const seen = new Set<number>(), found: number[] = [], many = representatives.length;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const corners = [stands[triangles[i]], stands[triangles[i + 1]], stands[triangles[i + 2]]];
    const [a, b, c] = corners;
    if (a === b || b === c || c === a) continue;
    const [p, q, r] = [...corners].sort((x, y) => x - y);
    const key = (p * many + q) * many + r;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(representatives[a], representatives[b], representatives[c]);
  }
  return Uint32Array.from(found);
}

type Drawn = three.Mesh | three.LineSegments | three.Points;

/// From now on the stage draws less of the object while a slow picture moves: a mesh with fewer
/// triangles, no lines if there are many, fewer points.
export function coarseWhenSlow(object: Drawn): void {
  const {geometry} = object, full = geometry.getIndex();
  let fewer: three.BufferAttribute | null | undefined;
  object.userData.setCoarse = (coarse: boolean) => {
    if (object instanceof three.Mesh && full) {
      if (fewer === undefined) {
        const indices = fewerTriangles(geometry.getAttribute("position").array, full.array);
        fewer = indices && new three.BufferAttribute(indices, 1);
      }
      if (fewer) geometry.setIndex(coarse ? fewer : full);
    } else if (object instanceof three.LineSegments && full) {
      const many = full.count > 2 * MOST_LINES;
      geometry.setDrawRange(0, coarse && many ? 0 : Infinity);
    } else if (object instanceof three.Points) {
      geometry.setDrawRange(0, coarse ? MOST_POINTS : Infinity);
    }
  };
}

/// Switches everything in a group for which `coarseWhenSlow` was called.
export function setCoarse(group: three.Object3D, coarse: boolean): void {
  group.traverse(({userData}) => {
    (userData.setCoarse as ((coarse: boolean) => void) | undefined)?.(coarse);
  });
}
