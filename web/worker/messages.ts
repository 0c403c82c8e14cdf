// What the page and the worker say to each other. The page asks for one operation at a time under a
// number; the worker answers with progress, a value or an error under the same number.
import type {
  Collision, CollisionScreen, Kind, MethodInfo, Norm, Pose, PoseInput, QueryFile, SceneLink,
  SceneValue, Status,
} from "firstcontact";

export interface FileData {
  name: string;
  data: ArrayBuffer;
}

/// A query file without the function, which cannot be sent.
export interface QuerySet extends Omit<QueryFile, "query"> {
  type: "queries";
  name: string;
  /// The file does not say which kind it has: its rows fit vertex-face and edge-edge alike.
  kindGuessed: boolean;
}
export interface MeshFile {
  type: "mesh";
  name: string;
  vertices: Float64Array;
  faces: Int32Array;
  edges: Int32Array;
  polygons: number[][];
}
export interface TraceFile {
  type: "trace";
  name: string;
  buffer: ArrayBuffer;
  description: Record<string, unknown>;
  valueNames: string[];
  valueUnits: string[];
  vertexCount: number;
  triangles: Uint32Array;
  frameCount: number;
  valueCount: number;
  firstFrame: number;
  frameSize: number;
}
export interface ReportFile {
  type: "report";
  name: string;
  verb: string;
  report: Record<string, unknown>;
}
export interface TableFile {
  type: "table";
  name: string;
  /// "impacts", "answers" or "verdicts".
  about: string;
  columns: string[];
  rows: string[][];
}
export interface ProofFile {
  type: "proofs";
  name: string;
  valid: boolean;
  proofs: number;
  segments: number;
  failures: {line: number; reason: string}[];
  error: string;
}
/// A file that only means something together with others: URDF, SRDF, poses, scenes, paths.
export interface PartFile {
  type: "part";
  name: string;
  role: "urdf" | "srdf" | "poses" | "scene" | "path" | "other";
  /// What a file of the role "other" is, for the message where nothing uses it.
  about?: string;
  data: ArrayBuffer;
}
export type FileContent =
  QuerySet | MeshFile | TraceFile | ReportFile | TableFile | ProofFile | PartFile;

export interface PairOptions {
  minSeparation: number;
  norm: Norm;
  tMax: number;
  maxChecks: number;
}
export interface MethodRow {
  method: string;
  status: Status;
  contact: boolean;
  toi: number;
  toiUpper: number;
  checks: number;
  /// Time of one call in microseconds: the shortest of several.
  microseconds: number;
  message: string;
}
export interface PairAnswer {
  rows: MethodRow[];
  oracle: {
    status: "Free" | "Contact" | "InvalidInput";
    message: string;
    toi: number;
    toiUpper: number;
    /// The enclosure of the first time with all its digits, as decimals.
    lowerText: string;
    upperText: string;
    exactly: boolean;
  };
  /// Of the certified method, at its time of impact.
  contact: {pointA: number[]; pointB: number[]; normal: number[]; distance: number} | null;
  certificate: {t0: number; t1: number; n0: number[]; n1: number[]}[];
}
/// The verdict of every method on every query of a part of a set.
export interface VerdictBlock {
  first: number;
  count: number;
  methods: string[];
  /// One bit a method for each query: set if it says contact. The bit after the last method's is the
  /// oracle's.
  bits: Uint32Array;
}

export interface StepRequest {
  t0: Float64Array;
  t1: Float64Array;
  faces: Int32Array;
  edges: Int32Array;
  /// The object of each vertex.
  objects: Int32Array;
  minSeparation: number;
  withinObjects: boolean;
  norm: "L2" | "Linf";
  exact: boolean;
  tMax: number;
}
export interface StepAnswer {
  status: Status;
  message: string;
  toi: number;
  candidates: Record<string, number>;
  seconds: number;
  /// Number of all impacts; the arrays hold at most 200,000 of them, by time.
  count: number;
  kinds: Uint8Array;
  /// The four vertices of each impact; those of a shorter pair are followed by -1.
  vertices: Int32Array;
  /// Elements as the tool numbers them: the vertex and the face, or the edges' indices.
  elements: Int32Array;
  times: Float64Array;
  timesUpper: Float64Array;
  points: Float64Array;
  normals: Float64Array;
  distances: Float64Array;
  /// The earliest time of each vertex; NaN if it touches nothing.
  vertexTimes: Float64Array;
}

export interface Motion {
  from?: PoseInput;
  to?: PoseInput;
}
export interface BodyGeometry {
  name: string;
  /// "a", "b", "link", "object" or "attached".
  role: string;
  positions: Float32Array;
  triangles: Uint32Array;
  /// Where each shape begins, in vertices and triangles.
  shapes: {firstVertex: number; firstTriangle: number}[];
  /// Seven numbers (position, quaternion w x y z) for each time, or seven alone.
  poses: Float64Array;
  /// Boxes of the hierarchy: level, centre, half sizes, quaternion; eleven numbers each.
  boxes: Float64Array;
  /// The face of the file that each triangle is part of; empty: triangles are faces.
  faces: Int32Array;
}
export interface Drawing {
  times: Float64Array;
  bodies: BodyGeometry[];
}
export interface ScrewAnswer {
  report: Record<string, unknown>;
  drawing: Drawing;
  screen: CollisionScreen;
  collisions: Collision[];
}
export interface RobotInfo {
  name: string;
  links: SceneLink[];
  values: SceneValue[];
  neutral: number[];
  notes: string[];
  pairCount: number;
}
/// Configurations, one after the other, and their times from 0 to 1; without times all segments take
/// equally long.
export interface RobotPath {
  configurations: number[][];
  times: number[];
}
export interface RobotAnswer {
  report: Record<string, unknown>;
  drawing: Drawing;
  info: RobotInfo;
}

/// Every operation: what it takes and what it gives.
export interface Operations {
  start: {takes: {wasm: ArrayBuffer | string | null}; gives: {version: string; methods: MethodInfo[]}};
  read: {takes: {file: FileData; beside: FileData[]; kind: Kind | null}; gives: FileContent};
  solvePair: {
    /// `timed`: also how long each method takes, which takes longer.
    takes: {kind: Kind; points: Float64Array; options: PairOptions; timed: boolean};
    gives: PairAnswer;
  };
  verdicts: {
    takes: {kind: Kind; coordinates: Float64Array; first: number; options: PairOptions};
    gives: {count: number};
  };
  queriesText: {takes: {kind: Kind; coordinates: Float64Array; truth: boolean[]}; gives: {text: string}};
  impacts: {takes: StepRequest; gives: StepAnswer};
  screw: {
    takes: {a: MeshFile; b: MeshFile; motionA: Motion; motionB: Motion; mode: string};
    gives: ScrewAnswer;
  };
  screwFiles: {takes: {a: MeshFile; b: MeshFile; poses: FileData; mode: string}; gives: ScrewAnswer};
  robotOpen: {
    takes: {urdf: FileData; srdf: FileData | null; scenes: FileData[]; files: FileData[];
      path: FileData | null};
    /// `path` is what the path's file says, if there is one.
    gives: {info: RobotInfo; path: RobotPath | null};
  };
  robotExample: {takes: Record<string, never>; gives: {info: RobotInfo; path: RobotPath | null}};
  robotMotion: {takes: {path: RobotPath; method: string}; gives: RobotAnswer};
}
export type Operation = keyof Operations;

export interface Request<K extends Operation = Operation> {
  id: number;
  operation: K;
  takes: Operations[K]["takes"];
}
export type Reply =
  | {id: number; type: "value"; value: unknown}
  | {id: number; type: "progress"; share: number; partial?: unknown}
  | {id: number; type: "error"; message: string};
export type {Pose, Kind, Norm, Status};
