/** Two rigid bodies. */
import { putPoint, refusePoint } from './arguments';
import { integers } from './flat';
import { Arrays, type Library, type Reply } from './library';
import { bodyOptions, checkNames, screenOptions, screwOptions } from './option_names';
import type * as t from './types';

/** Corners of all faces in one list, each with their number in front. */
function flatFaces(faces: readonly (readonly number[])[]): Int32Array {
  return integers(faces.flatMap(face => [face.length, ...face]), 'faces');
}

function callBodies<T>(library: Library, name: string, a: t.PolyhedronDescription, motionA: object,
                       b: t.PolyhedronDescription, motionB: object, options: object): Reply<T> {
  const arrays = new Arrays();
  const points = (body: t.PolyhedronDescription) => {
    const out = new Float64Array(3 * body.vertices.length);
    body.vertices.forEach((v, i) => {
      if (!putPoint(v, out, 3 * i)) refusePoint(`vertices[${i}]`);
    });
    return arrays.add(out);
  };
  return library.call<T>(name, {
    motionA, motionB, options, aVertices: points(a), aFaces: arrays.add(flatFaces(a.faces)),
    bVertices: points(b), bFaces: arrays.add(flatFaces(b.faces)),
  }, arrays);
}

export function firstContact(library: Library, a: t.PolyhedronDescription, motionA: t.BodyMotion,
                             b: t.PolyhedronDescription, motionB: t.BodyMotion,
                             options: t.BodyOptions): t.BodyResult {
  checkNames(options, bodyOptions);
  return callBodies<t.BodyResult>(library, 'firstContact', a, motionA, b, motionB, options).fields;
}

export function findCollisions(library: Library, a: t.PolyhedronDescription, motionA: t.PoseChange,
                               b: t.PolyhedronDescription, motionB: t.PoseChange,
                               options: t.ScrewOptions): t.ScrewResult {
  checkNames(options, screwOptions);
  return callBodies<t.ScrewResult>(library, 'findCollisions', a, motionA, b, motionB,
                                   options).fields;
}

export function collisionScreen(library: Library, a: t.PolyhedronDescription,
                                motionA: t.PoseChange, b: t.PolyhedronDescription,
                                motionB: t.PoseChange,
                                options: t.ScreenOptions): t.CollisionScreen {
  type Fields = Omit<t.CollisionScreen, 'pixelsA' | 'pixelsB'> &
    { pixelsA: number; pixelsB: number };
  checkNames(options, screenOptions);
  const reply = callBodies<Fields>(library, 'collisionScreen', a, motionA, b, motionB, options);
  return { ...reply.fields, pixelsA: reply.integers(reply.fields.pixelsA),
           pixelsB: reply.integers(reply.fields.pixelsB) };
}
