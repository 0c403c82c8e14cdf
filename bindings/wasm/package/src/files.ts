/** Files: queries, meshes, traces, poses. */
import { checkCount } from './arguments';
import { putQuery, queryOfRow, queryRow, pointCount } from './flat';
import { Arrays, FirstContactError, type Library } from './library';
import { checkNames, readOptions } from './option_names';
import type * as t from './types';

export function asBytes(data: t.NamedFile['data']): Uint8Array {
  if (typeof data === 'string') return new TextEncoder().encode(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (!(data instanceof ArrayBuffer)) throw new FirstContactError('data: neither text nor bytes');
  return new Uint8Array(data);
}

function callWithFile<T>(library: Library, name: string, file: t.NamedFile, fields: object = {},
                         arrays: Arrays = new Arrays()) {
  const data = arrays.add(asBytes(file.data));
  return library.call<T>(name, { ...fields, name: file.name, data }, arrays);
}

export function readQueries(library: Library, file: t.NamedFile,
                            options: t.ReadQueriesOptions): t.QueryFile {
  checkNames(options, readOptions);
  if (options.maxCount !== undefined) checkCount(options.maxCount, 'maxCount');
  const arrays = new Arrays();
  const times = options.times && { data: arrays.add(asBytes(options.times.data)) };
  const reply = callWithFile<{
    kind: t.Kind; count: number; hasTimes: boolean; coordinates: number; truth: number;
    toi: number; toiUpper: number;
  }>(library, 'readQueries', file, { kind: options.kind, maxCount: options.maxCount, times },
     arrays);
  const { kind, count, hasTimes } = reply.fields;
  const coordinates = reply.doubles(reply.fields.coordinates);
  const size = 6 * pointCount(kind);
  return {
    kind, count, hasTimes, coordinates, truth: reply.bytes(reply.fields.truth),
    toi: reply.doubles(reply.fields.toi), toiUpper: reply.doubles(reply.fields.toiUpper),
    query(index) {
      if (!(index >= 0 && index < count)) throw new FirstContactError(`there is no query ${index}`);
      return queryOfRow(kind, coordinates, size * index);
    },
  };
}

export function writeQueries(library: Library, queries: readonly t.Query[],
                             truth: readonly boolean[]): string {
  const arrays = new Arrays(), rows = new Float64Array(queryRow * queries.length);
  queries.forEach((query, i) => putQuery(query, rows, i * queryRow));
  return library.call<{ text: string }>('writeQueries', {
    queries: arrays.add(rows), truth: arrays.add(Uint8Array.from(truth, x => (x ? 1 : 0))),
  }, arrays).fields.text;
}

export function readMesh(library: Library, file: t.NamedFile): t.MeshData {
  const reply = callWithFile<{ vertices: number; faces: number; edges: number; polygons: number }>(
    library, 'readMesh', file);
  const flat = reply.integers(reply.fields.polygons);
  const polygons: number[][] = [];
  for (let at = 0; at < flat.length; at += flat[at]! + 1)
    polygons.push(Array.from(flat.subarray(at + 1, at + 1 + flat[at]!)));
  return { vertices: reply.doubles(reply.fields.vertices),
           faces: reply.integers(reply.fields.faces),
           edges: reply.integers(reply.fields.edges), polygons };
}

function words(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

/**
 * The bytes before the first frame: the head says how many (docs/formats/traces.md). If there are
 * not as many, the first bytes alone, from which the reader tells what is wrong.
 */
function headBytes(bytes: Uint8Array): number {
  if (bytes.byteLength < 64) return bytes.byteLength;
  const view = new DataView(bytes.buffer, bytes.byteOffset, 64);
  const size = Number(view.getBigUint64(16, true)), triangles = Number(view.getBigUint64(32, true));
  const wanted = 64 + size + 8 * Math.ceil(12 * triangles / 8);
  return wanted <= bytes.byteLength ? wanted : 64;
}

export function readTrace(library: Library, file: t.NamedFile): t.Trace {
  let bytes = asBytes(file.data);
  // Typed arrays view the file in place, which needs a start at a multiple of 8 bytes.
  if (bytes.byteOffset % 8 !== 0) bytes = bytes.slice();
  const first = { name: file.name, data: bytes.subarray(0, headBytes(bytes)) };
  const head = callWithFile<{
    description: Record<string, unknown>; vertices: number; values: number; triangles: number;
    headBytes: number;
  }>(library, 'readTraceHead', first).fields;
  const { description } = head;
  const start = bytes.byteOffset + head.headBytes;
  // Computed here: sizes in the memory of WebAssembly have 32 bits only.
  const frameBytes = 8 * Math.ceil((8 * head.values + 12 * head.vertices) / 8);
  const frameCount =
    frameBytes > 0 ? Math.floor((bytes.byteLength - head.headBytes) / frameBytes) : 0;
  const frameAt = (frame: number): number => {
    if (!(Number.isInteger(frame) && frame >= 0 && frame < frameCount))
      throw new FirstContactError(`${file.name}: there is no frame ${frame}`);
    return start + frame * frameBytes;
  };
  const bodies = Array.isArray(description['bodies']) ? description['bodies'] : [];
  const triangleBytes = 8 * Math.ceil(12 * head.triangles / 8);
  return {
    description, scene: String(description['scene'] ?? ''),
    about: String(description['about'] ?? ''),
    timeStep: Number(description['time_step'] ?? NaN),
    valueNames: words(description['values']), valueUnits: words(description['value_units']),
    bodies: (bodies as Record<string, unknown>[]).map(body => ({
      name: String(body['name'] ?? ''), kind: String(body['kind'] ?? ''),
      firstVertex: Number(body['first_vertex'] ?? 0), vertices: Number(body['vertices'] ?? 0),
    })),
    vertexCount: head.vertices, frameCount,
    triangles: new Uint32Array(bytes.buffer, start - triangleBytes, 3 * head.triangles),
    values: frame => new Float64Array(bytes.buffer, frameAt(frame), head.values),
    positions: frame =>
      new Float32Array(bytes.buffer, frameAt(frame) + 8 * head.values, 3 * head.vertices),
  };
}

export type BodyPoses = { a: { from: t.Pose; to: t.Pose }; b: { from: t.Pose; to: t.Pose } };

export function readPoses(library: Library, file: t.NamedFile): BodyPoses {
  return callWithFile<BodyPoses>(library, 'readPoses', file).fields;
}
