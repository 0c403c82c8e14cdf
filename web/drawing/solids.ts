// Small solids as polyhedra: faces counter-clockwise seen from outside.
import type { PolyhedronDescription, Vec3 } from "firstcontact";
import type { Point } from "./vectors";

/** A prism over a counter-clockwise polygon of the plane, from z = -half to z = half. */
export function prism(corners: readonly Point[], half = 0.5): PolyhedronDescription {
  const n = corners.length;
  const vertices: Vec3[] = [...corners.map((c): Vec3 => [c[0], c[1], -half]),
                            ...corners.map((c): Vec3 => [c[0], c[1], half])];
  const sides = corners.map((_, i) => [i, (i + 1) % n, n + (i + 1) % n, n + i]);
  const bottom = corners.map((_, i) => n - 1 - i), top = corners.map((_, i) => n + i);
  return { vertices, faces: [...sides, bottom, top] };
}

/** A torus about the z axis, of triangles: `around` pieces along the big circle, `across` around
    the tube. */
export function torus(radius: number, tube: number, around: number, across: number):
    PolyhedronDescription {
  const vertices: Vec3[] = [];
  const faces: number[][] = [];
  for (let i = 0; i < around; ++i) {
    const u = 2 * Math.PI * i / around;
    for (let j = 0; j < across; ++j) {
      const v = 2 * Math.PI * j / across;
      const r = radius + tube * Math.cos(v);
      vertices.push([r * Math.cos(u), r * Math.sin(u), tube * Math.sin(v)]);
      const next = (i + 1) % around, up = (j + 1) % across;
      faces.push([i * across + j, next * across + j, next * across + up]);
      faces.push([i * across + j, next * across + up, i * across + up]);
    }
  }
  return { vertices, faces };
}
