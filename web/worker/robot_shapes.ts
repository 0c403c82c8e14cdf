// The bodies of a robot's scene as triangles to draw.
import type {RobotScene} from "firstcontact";
import type {BodyGeometry} from "./messages";

/// Spheres and capsules are a point or a segment with a radius; these are triangles to see them by,
/// around the two corners that are farthest apart.
function addRound(
  core: Float64Array, radius: number, positions: number[], triangles: number[]): void {
  const corners = Array.from({length: core.length / 3}, (_, i) => [...core.subarray(3 * i, 3 * i + 3)]);
  const apart = (p: number[], q: number[]) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
  const start = corners[0];
  const far = corners.reduce((best, one) => apart(start, one) > apart(start, best) ? one : best, start);
  const near = corners.reduce((best, one) => apart(far, one) > apart(far, best) ? one : best, far);
  const length = apart(near, far);
  const axis = length > 0 ? far.map((value, k) => (value - near[k]) / length) : [0, 0, 1];
  const other = Math.abs(axis[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0];
  const cross = (p: number[], q: number[]) =>
    [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
  const side = cross(axis, other), size = Math.hypot(...side);
  const u = side.map((value) => value / size), v = cross(axis, u);
  const around = 28, first = positions.length / 3;
  const lifts = Array.from({length: 8}, (_, i) => i / 7 * Math.PI / 2);
  const rings = [...lifts.map((lift) => ({lift: lift - Math.PI / 2, center: near})),
    ...lifts.map((lift) => ({lift, center: far}))];
  rings.forEach(({lift, center}, i) => {
    for (let j = 0; j < around; ++j) {
      const turn = 2 * Math.PI * j / around, out = radius * Math.cos(lift);
      for (let k = 0; k < 3; ++k) {
        positions.push(center[k] + radius * Math.sin(lift) * axis[k] +
          out * (Math.cos(turn) * u[k] + Math.sin(turn) * v[k]));
      }
      if (i + 1 === rings.length) continue;
      const at = first + i * around + j, next = first + i * around + (j + 1) % around;
      triangles.push(at, next, at + around, at + around, next, next + around);
    }
  });
}

/// The triangles of all shapes of a body, joined.
export function bodyGeometry(opened: RobotScene, index: number): BodyGeometry {
  const body = opened.bodies[index];
  const shapes: BodyGeometry["shapes"] = [];
  const positions: number[] = [], triangles: number[] = [];
  for (const shape of body.shapes) {
    const first = positions.length / 3;
    shapes.push({firstVertex: first, firstTriangle: triangles.length / 3});
    for (const coordinate of shape.vertices) positions.push(coordinate);
    for (const corner of shape.triangles) triangles.push(first + corner);
    if (shape.radius > 0) addRound(shape.vertices, shape.radius, positions, triangles);
  }
  return {name: body.name, role: body.link < 0 ? "object" : "link",
    positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles), shapes,
    poses: new Float64Array(), boxes: new Float64Array(),
    faces: new Int32Array()};
}
