/** Two rigid bodies. */
import type { Answer, ContactPoints, Vec3 } from './common';

/** The quaternion w + xi + yj + zk, of any length but 0. */
export interface Quaternion {
  w: number;
  x: number;
  y: number;
  z: number;
}

/** Where a rigid body is: its point x lies at rotation · x + position. */
export interface Pose {
  /** Three rows of three numbers, one row after the other. */
  rotation: readonly number[];
  position: Vec3;
}

/**
 * A pose as people write it: a position, and a turn given as a quaternion, as an axis with an angle
 * (radians), or as a matrix. What is left out is the identity.
 */
export interface PoseInput {
  position?: Vec3;
  quaternion?: Quaternion;
  axis?: Vec3;
  angle?: number;
  rotation?: readonly number[];
}

/** Where a body is at t = 0 and at t = 1. `to` left out: it rests. */
export interface PoseChange {
  from?: PoseInput;
  to?: PoseInput;
}

/** The polygons that bound a rigid body, counter-clockwise seen from outside. */
export interface PolyhedronDescription {
  vertices: readonly Vec3[];
  faces: readonly (readonly number[])[];
}

/** A motion of one body. */
export type BodyMotion =
  | { kind: 'rest'; pose?: PoseInput }
  /** Every point on a straight line: not rigid in between if the poses differ by a turn. */
  | { kind: 'linear'; from: PoseInput; to: PoseInput }
  /** The screw from one pose to the other, the shorter way round. */
  | { kind: 'screw'; from: PoseInput; to: PoseInput }
  /** A turn by `angle` radians, up to 1000, about the axis through `point`, with a travel. */
  | { kind: 'turn'; from?: PoseInput; axis: Vec3; point: Vec3; angle: number; travel: number };

export interface BodyOptions {
  minSeparation?: number;
  tolerance?: number;
  tMax?: number;
  maxChecks?: number;
  /** A Free answer carries its proof as text in `proof`. */
  certificate?: boolean;
  /** A body that starts inside a closed body is in contact with it. True if left out. */
  insides?: boolean;
}

/** Over [t0, t1] the bodies' triangles of these ranges lie on different sides along n (a to b). */
export interface BodyCertificateEntry {
  t0: number;
  t1: number;
  n: Vec3;
  aBegin: number;
  aEnd: number;
  bBegin: number;
  bEnd: number;
}

export interface BodyCertificate {
  separation: number;
  tMax: number;
  /** Permutations of the triangles, which the ranges of entries refer to. */
  orderA: number[];
  orderB: number[];
  entries: BodyCertificateEntry[];
}

export interface BodyResult extends Answer, ContactPoints {
  /** Contact: indices of the triangles that touch. */
  triangleA: number;
  triangleB: number;
  tolerance: number;
  /** One body starts inside the other one, and no surfaces touch. */
  startsInside: boolean;
  /** Free, with BodyOptions.certificate; else null. */
  certificate: BodyCertificate | null;
  /** Its text, a line of a proof file for `verifyText`; empty if there is none. */
  proof: string;
}

/** The motion of b seen from a: a turn about an axis with a travel along it. */
export interface Screw {
  axis: Vec3;
  point: Vec3;
  angle: number;
  travel: number;
}

export type ScrewMode = 'Pixels' | 'Analytic' | 'Certified';
/** Features of a and of b: V vertex, E edge, F face. */
export type CollisionKind = 'VF' | 'FV' | 'EE' | 'EF' | 'FE';

export interface ScrewOptions {
  /** 'Certified' if left out. */
  mode?: ScrewMode;
  /** Only the first collision. */
  firstOnly?: boolean;
  minProperness?: number;
  /** Pixels: size of a pixel, in scene units. */
  resolution?: number;
  pixelTimeResolution?: number;
  robust?: boolean;
  cullFacing?: boolean;
  tolerance?: number;
  timeResolution?: number;
  maxChecks?: number;
  certificate?: boolean;
}

export interface Collision {
  kind: CollisionKind;
  /** Index of the vertex, edge or face of a and of b. */
  a: number;
  b: number;
  /** Its vertices, for drawing: one, two, or all corners of the face. */
  verticesA: number[];
  verticesB: number[];
  time: number;
  timeUpper: number;
  /** In the world at `time`. */
  point: Vec3;
  normal: Vec3;
  /** From -1 to 1; NaN if adjacency is missing. */
  properness: number;
  /** Certified: the features really touch. */
  proven: boolean;
}

export interface ScrewResult extends Answer {
  /** Sorted by time. */
  collisions: Collision[];
  screw: Screw;
  intersectingAtStart: boolean;
  tolerance: number;
  certificate: BodyCertificate | null;
  /** Free, with ScrewOptions.certificate: a line of a proof file; else empty. */
  proof: string;
}

/** A point of the collision screen: distance from the axis, height along the screen, and time. */
export interface ScreenPoint {
  r: number;
  h: number;
  t: number;
}

/** An edge drawn on the collision screen. */
export interface ScreenCurve {
  /** Index of the body's edge; -1 for an edge that only closes a face where the screen is cut. */
  edge: number;
  /** True for the copy of an edge that is drawn twice, one turn further. */
  copy: boolean;
  /** The curve as a polyline. */
  points: ScreenPoint[];
}

export interface ScreenVertexPoint extends ScreenPoint {
  vertex: number;
}

/** A collision as a point of the screen, at which a feature of a and one of b meet. */
export interface ScreenCrossing {
  /** Index into `collisions`. */
  collision: number;
  r: number;
  h: number;
  /** Time of the collision, tA - tB. */
  time: number;
}

/**
 * The collision screen: points of a and of b that meet have the same (r, h), and meet at the
 * difference of their t.
 */
export interface CollisionScreen {
  /** Empty, or why there is no screen. */
  message: string;
  /** Nothing moves: there is no screen. */
  still: boolean;
  /** A translation: the screen is flat. */
  straight: boolean;
  screw: Screw;
  curvesA: ScreenCurve[];
  curvesB: ScreenCurve[];
  verticesA: ScreenVertexPoint[];
  verticesB: ScreenVertexPoint[];
  collisions: Collision[];
  crossings: ScreenCrossing[];
  /** Size of a pixel if options.mode is 'Pixels' (as used, in scene units); else 0. */
  pixel: number;
  /** r at the middle of row 0 of the pixels. A pixel (row, column) is centred at
      r = rowBase + row * pixel, h = column * pixel. */
  rowBase: number;
  /** Mode 'Pixels': drawn pixels, as row, first column, last column, edge; four numbers each. */
  pixelsA: Int32Array;
  pixelsB: Int32Array;
}

export interface ScreenOptions extends ScrewOptions {
  /** Points of each curve's polyline. 24 if left out. */
  samples?: number;
}
