// Two bodies to begin with: an L-shaped key turns and travels past a slotted block.
import type {MeshFile, Motion} from "../../worker/messages";

/// The polygon in the plane, extended along z, as a closed body.
function prism(name: string, outline: [number, number][], low: number, high: number): MeshFile {
  const count = outline.length, at = (z: number) => outline.flatMap(([x, y]) => [x, y, z]);
  const around = outline.map((_, i) => i);
  const polygons = [
    [...around].reverse(), around.map((i) => count + i),
    ...around.map((i) => {
      const next = (i + 1) % count;
      return [i, next, count + next, count + i];
    }),
  ];
  const faces = polygons.flatMap((polygon) => polygon.length === 4
    ? [polygon[0], polygon[1], polygon[2], polygon[0], polygon[2], polygon[3]]
    : earCut(polygon, outline, count));
  return {type: "mesh", name, vertices: Float64Array.from([...at(low), ...at(high)]),
    faces: Int32Array.from(faces), edges: new Int32Array(), polygons};
}

/// Triangles of a simple polygon of the plane, one ear after the other; for drawing.
function earCut(polygon: number[], outline: [number, number][], count: number): number[] {
  const left = [...polygon], faces: number[] = [];
  const p = (i: number) => outline[i % count];
  const cross = (a: number, b: number, c: number) =>
    (p(b)[0] - p(a)[0]) * (p(c)[1] - p(a)[1]) - (p(b)[1] - p(a)[1]) * (p(c)[0] - p(a)[0]);
  const turn = Math.sign(left.reduce((sum, i, k) => {
    const j = left[(k + 1) % left.length];
    return sum + p(i)[0] * p(j)[1] - p(j)[0] * p(i)[1];
  }, 0));
  while (left.length > 3) {
    const ear = left.findIndex((b, k) => {
      const a = left[(k + left.length - 1) % left.length], c = left[(k + 1) % left.length];
      if (turn * cross(a, b, c) <= 0) return false;
      return !left.some((d) => ![a, b, c].includes(d) && turn * cross(a, b, d) >= 0 &&
        turn * cross(b, c, d) >= 0 && turn * cross(c, a, d) >= 0);
    });
    const k = Math.max(0, ear);
    faces.push(left[(k + left.length - 1) % left.length], left[k], left[(k + 1) % left.length]);
    left.splice(k, 1);
  }
  return [...faces, ...left];
}

export function exampleBodies(): {a: MeshFile; b: MeshFile; motionA: Motion; motionB: Motion} {
  const block = prism("slotted block", [[-1.6, -1], [1.6, -1], [1.6, 1], [0.45, 1], [0.45, -0.3],
    [-0.45, -0.3], [-0.45, 1], [-1.6, 1]], -0.5, 0.5);
  const key = prism("key", [[-0.3, -1.2], [0.3, -1.2], [0.3, 0.4], [1.1, 0.4], [1.1, 1], [-0.3, 1]],
    -0.3, 0.3);
  return {a: block, b: key, motionA: {},
    motionB: {
      from: {position: [-0.4, 2.7, 0.9], axis: [0.2, 0.3, 1], angle: -1.1},
      to: {position: [0.35, 0.7, -0.2], axis: [0, 0.1, 1], angle: 0.75},
    }};
}
