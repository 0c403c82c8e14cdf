// Two rigid bodies: all collisions, the collision screen, and the poses to draw.
import type {FirstContact, PolyhedronDescription, PoseChange, ScrewMode, Vec3} from "firstcontact";
import type {Handler} from "./index";
import type {BodyGeometry, MeshFile, ScrewAnswer} from "./messages";
import {sampleTimes, sevenOf} from "./poses";

function polyhedron(mesh: MeshFile): PolyhedronDescription {
  const vertices: Vec3[] = [];
  for (let i = 0; i < mesh.vertices.length; i += 3)
    vertices.push([mesh.vertices[i], mesh.vertices[i + 1], mesh.vertices[i + 2]]);
  const faces: number[][] = mesh.polygons.length ? mesh.polygons : [];
  if (!faces.length)
    for (let i = 0; i < mesh.faces.length; i += 3) faces.push([...mesh.faces.slice(i, i + 3)]);
  return {vertices, faces};
}

/// Polygons were cut into fans of triangles, in their order.
const facesOf = (mesh: MeshFile): Int32Array => Int32Array.from(mesh.polygons.flatMap(
  (polygon, face) => new Array<number>(Math.max(0, polygon.length - 2)).fill(face)));

function geometry(mesh: MeshFile, role: string): BodyGeometry {
  return {name: mesh.name, role, positions: Float32Array.from(mesh.vertices),
    triangles: Uint32Array.from(mesh.faces), shapes: [{firstVertex: 0, firstTriangle: 0}],
    poses: new Float64Array(), boxes: new Float64Array(), faces: facesOf(mesh)};
}

function solveScrew(
  library: FirstContact, meshA: MeshFile, meshB: MeshFile, motionA: PoseChange,
  motionB: PoseChange, mode: string): ScrewAnswer {
  const a = polyhedron(meshA), b = polyhedron(meshB);
  const options = {mode: mode as ScrewMode};
  const begun = performance.now();
  const result = library.findCollisions(a, motionA, b, motionB, options);
  const seconds = (performance.now() - begun) / 1000;
  if (result.status === "InvalidInput") throw new Error(result.message);
  const screen = library.collisionScreen(a, motionA, b, motionB,
    {...options, mode: mode === "Pixels" ? "Pixels" : "Analytic", samples: 24});
  const times = sampleTimes(64, result.collisions.map((collision) => collision.time));
  const bodies = [geometry(meshA, "a"), geometry(meshB, "b")];
  bodies[0].poses = new Float64Array(7 * times.length);
  bodies[1].poses = new Float64Array(7 * times.length);
  times.forEach((time, i) => {
    const at = library.posesAt(motionA, motionB, time);
    bodies[0].poses.set(sevenOf(at.a), 7 * i);
    bodies[1].poses.set(sevenOf(at.b), 7 * i);
  });
  const part = (mesh: MeshFile, body: PolyhedronDescription) =>
    ({file: mesh.name, vertices: body.vertices.length, faces: body.faces.length});
  const report = {
    command: ["screw"], status: result.status, toi: result.toi, toi_upper: result.toiUpper,
    starts_in_contact: result.startsInContact, screw: {...result.screw}, mode: mode.toLowerCase(),
    intersecting_at_start: result.intersectingAtStart, tolerance: result.tolerance,
    checks: result.checks, seconds, a: part(meshA, a), b: part(meshB, b),
    collisions: result.collisions.map((collision) => ({
      kind: collision.kind, time: collision.time, time_upper: collision.timeUpper,
      point: [...collision.point], normal: [...collision.normal], proven: collision.proven,
      properness: collision.properness,
      a: collision.verticesA.length === 2 ? collision.verticesA : collision.a,
      b: collision.verticesB.length === 2 ? collision.verticesB : collision.b,
    })),
  };
  return {report, drawing: {times, bodies}, screen, collisions: result.collisions};
}

export const screw: Handler<"screw"> = (library, {a, b, motionA, motionB, mode}) =>
  ({value: solveScrew(library, a, b, motionA, motionB, mode)});

export const screwFiles: Handler<"screwFiles"> = (library, {a, b, poses, mode}) => {
  const read = library.readPoses(poses);
  return {value: solveScrew(library, a, b, read.a, read.b, mode)};
};
