/** Files of queries, meshes and simulations. */
import type { Kind, Query } from './pairs';

/** A file by its name and contents. Text is taken as UTF-8. */
export interface NamedFile {
  name: string;
  data: Uint8Array | ArrayBuffer | string;
}

/** A query file: all its queries, with what the file knows about them. */
export interface QueryFile {
  kind: Kind;
  count: number;
  /** For each query all points at t0, then all at t1, three coordinates each. */
  coordinates: Float64Array;
  /** 1 if the pair really touches in [0, 1]. */
  truth: Uint8Array;
  /** The exact first time of contact lies in [toi, toiUpper], if `hasTimes`. */
  toi: Float64Array;
  toiUpper: Float64Array;
  hasTimes: boolean;
  query(index: number): Query;
}

export interface ReadQueriesOptions {
  /** Left out: from the name of the folder ('…/edge-edge/…') or from a packed file's header. */
  kind?: Kind;
  /** The file of exact times beside a CSV file (name.toi), if there is one. */
  times?: NamedFile;
  /** At most this many are read. */
  maxCount?: number;
}

export interface MeshData {
  vertices: Float64Array;
  /** Triangles. */
  faces: Int32Array;
  /** Edges that the file gives on their own. */
  edges: Int32Array;
  /** The faces as the file has them: corners of every polygon. */
  polygons: number[][];
}

/** A body of a trace. */
export interface TraceBody {
  name: string;
  kind: string;
  firstVertex: number;
  vertices: number;
}

/** A trace of `firstcontact simulate`. Frames are views into the file's bytes. */
export interface Trace {
  /** The description as the file has it. */
  description: Record<string, unknown>;
  scene: string;
  about: string;
  /** In seconds. */
  timeStep: number;
  valueNames: string[];
  valueUnits: string[];
  bodies: TraceBody[];
  vertexCount: number;
  /** Three vertices a triangle. */
  triangles: Uint32Array;
  frameCount: number;
  /** The values of a frame, in the order of `valueNames`. */
  values(frame: number): Float64Array;
  /** x, y, z of each vertex. */
  positions(frame: number): Float32Array;
}
