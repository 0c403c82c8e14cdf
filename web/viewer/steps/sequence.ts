// Frames of objects: which mesh files are the same object at different instants, and one step of all
// objects together, numbered as `firstcontact check` does.
import {fields, list, text} from "../../plots/numbers";
import type {MeshFile, ReportFile} from "../../worker/messages";

export interface MovingObject {
  name: string;
  frames: MeshFile[];
}
export interface Sequence {
  name: string;
  objects: MovingObject[];
  /// Number of frames of the longest object.
  frameCount: number;
  report: ReportFile | null;
}
export interface Step {
  t0: Float64Array;
  t1: Float64Array;
  faces: Int32Array;
  edges: Int32Array;
  /// The object of each vertex.
  objects: Int32Array;
}

export const sameTopology = (a: MeshFile, b: MeshFile): boolean =>
  a.vertices.length === b.vertices.length && a.faces.length === b.faces.length &&
  a.edges.length === b.edges.length && a.faces.every((corner, i) => corner === b.faces[i]);

/// Files with the same vertices and faces are frames of one object, in the order they came in.
export function groupFrames(meshes: MeshFile[]): Sequence {
  const objects: MovingObject[] = [];
  for (const mesh of meshes) {
    const object = objects.find((one) => sameTopology(one.frames[0], mesh));
    if (object) object.frames.push(mesh);
    else objects.push({name: mesh.name, frames: [mesh]});
  }
  return sequence(objects, null);
}

function sequence(objects: MovingObject[], report: ReportFile | null): Sequence {
  const frameCount = Math.max(0, ...objects.map((object) => object.frames.length));
  return {name: objects.map((object) => object.name).join(" and "), objects, frameCount, report};
}

/// The objects that a report of `check` names, from the files that are there; null if one is missing.
export function sequenceOfReport(report: ReportFile, meshes: MeshFile[]): Sequence | null {
  const base = (path: string) => path.split("/").at(-1) ?? path;
  const find = (name: string) => meshes.find((mesh) => mesh.name === name) ??
    meshes.find((mesh) => base(mesh.name) === base(name));
  const objects = list(report.report.objects).map(fields).map((object) => {
    const frames = list(object.frames).map(text).map((name) => find(name.replace(/\.gz$/, "")));
    return {name: frames[0]?.name ?? "", frames: frames.filter((mesh) => mesh !== undefined),
      whole: frames.length > 0 && frames.every((mesh) => mesh !== undefined)};
  });
  return objects.length && objects.every((object) => object.whole) ? sequence(objects, report) : null;
}

/// All objects between frame k and the next one. An object with fewer frames rests at its last.
export function stepOf({objects}: Sequence, k: number): Step {
  const frame = (object: MovingObject, i: number) =>
    object.frames[Math.min(i, object.frames.length - 1)];
  const counts = objects.map((object) => object.frames[0].vertices.length / 3);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const t0 = new Float64Array(3 * total), t1 = new Float64Array(3 * total);
  const owners = new Int32Array(total), faces: number[] = [], edges: number[] = [];
  let first = 0;
  objects.forEach((object, index) => {
    t0.set(frame(object, k).vertices, 3 * first);
    t1.set(frame(object, k + 1).vertices, 3 * first);
    owners.fill(index, first, first + counts[index]);
    for (const corner of object.frames[0].faces) faces.push(first + corner);
    for (const end of object.frames[0].edges) edges.push(first + end);
    first += counts[index];
  });
  return {t0, t1, faces: Int32Array.from(faces), edges: Int32Array.from(edges), objects: owners};
}
