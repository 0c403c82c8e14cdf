/** Steps of meshes. */
import type { Answer, ContactPoints } from './common';
import type { Kind, Norm, Query } from './pairs';
import type { Verdict } from './proofs';

/** Coordinates of many vertices, one vertex after the other. */
export type Positions = Float64Array | Float32Array | readonly number[];
/** Indices, one element after the other. */
export type Indices = Int32Array | Uint32Array | readonly number[];

export interface MeshDescription {
  vertexCount: number;
  /** Three vertices a face. */
  faces?: Indices;
  /** Two vertices an edge: edges besides those of the faces. */
  edges?: Indices;
  /** The object of each vertex; left out: all belong to one. */
  objects?: Indices;
  /** A radius around each vertex. */
  thickness?: Positions;
  /** 2 for a planar scene, whose positions have two coordinates a vertex. 3 if left out. */
  dimension?: 2 | 3;
}

export type BroadPhase = 'Bvh' | 'SweepAndPrune' | 'SpatialHash' | 'BruteForce';

/** Two elements that may touch. */
export interface ElementPair {
  kind: Kind;
  /**
   * VertexFace: vertex, face. EdgeEdge: two indices into StepMesh.edges. PointEdge and
   * PointSegment2D: vertex, edge. PointPoint: two vertices.
   */
  a: number;
  b: number;
  /** The pair's vertices in the order of Query. */
  vertices: number[];
}

/** Which pairs are tested, told by tables with one entry a vertex. */
export interface PairRules {
  /** Vertices marked with 1 take no part. */
  leftOut?: Uint8Array | readonly number[];
  /** Pairs all of whose vertices are marked with 1 are not tested. */
  immobile?: Uint8Array | readonly number[];
  /** The patch of each vertex; left out: its object. */
  patches?: Indices;
  /** Pairs of these patches are not tested. */
  ignored?: readonly (readonly [number, number])[];
}

export interface StepOptions {
  minSeparation?: number;
  norm?: Norm;
  /** Left out: 1e-6 of each pair's own size. */
  tolerance?: number;
  tMax?: number;
  exact?: boolean;
  toiWidth?: number;
  broadPhase?: BroadPhase;
  /** Whether to test pairs of one object, and of different objects. True if left out. */
  withinObjects?: boolean;
  betweenObjects?: boolean;
  rules?: PairRules;
  /** Called now and then with the share of the work that is done. Return false to cancel. */
  progress?: (share: number) => boolean | void;
}

/** A pair that touches. Points, normal and distance are those at `toi`. */
export interface Impact extends ContactPoints {
  pair: ElementPair;
  toi: number;
  toiUpper: number;
  startsInContact: boolean;
  u: number;
  v: number;
}

export interface StepResult extends Answer {
  /** The first impact, if the function looks for it. */
  earliest: Impact | null;
  /** All impacts, if the function lists them, sorted by time. */
  impacts: Impact[];
  /** Number of candidates that were looked at, by kind. */
  candidates: Record<Kind, number>;
}

export type IntersectionKind =
  'FaceFace' | 'EdgeFace' | 'EdgeEdge' | 'PointFace' | 'PointEdge' | 'PointPoint';

/** Two elements that intersect at one instant. */
export interface Intersection {
  kind: IntersectionKind;
  /** Faces, indices into StepMesh.edges, or vertices, in the order of the kind's name. */
  a: number;
  b: number;
  /** They share a vertex and intersect beyond it. */
  neighbours: boolean;
}

export interface IntersectionOptions {
  step?: StepOptions;
  /** At most this many are listed; all are counted. */
  maxListed?: number;
  /** Stop at the first one found; only the status is set. */
  onlyWhether?: boolean;
}

export interface IntersectionResult extends Answer {
  intersections: Intersection[];
  /** The number of all intersections, neighbours included. */
  count: number;
}

export interface NearPairOptions {
  step?: StepOptions;
  weights?: 'One' | 'Area';
  /** Positions at rest; left out: the positions themselves. */
  rest?: Positions;
}

/** Two features that are near each other at one instant. */
export interface NearPair {
  kind: Kind;
  vertices: number[];
  distance: number;
  /** The distance at which the pair is in contact: minSeparation plus thickness. */
  requiredDistance: number;
  weight: number;
  /** Number of pairs of elements that it stands for. */
  count: number;
  parallelThreshold: number;
}

export interface NearPairs extends Answer {
  pairs: NearPair[];
  /** Infinity if there is none. */
  smallestDistance: number;
}

export interface CandidateList extends Answer {
  pairs: ElementPair[];
}

/** The text of a proof of a step, or why there is none. */
export interface StepProof extends Answer {
  /** Free: JSON Lines; the same bytes as those of `firstcontact check --certificates`. */
  text: string;
  /** Candidates that only exact arithmetic could decide. With any, the step cannot be verified. */
  without: number;
}

/**
 * A mesh whose steps are decided. It lives in the memory of WebAssembly: call `dispose` when it is
 * no longer needed.
 */
export interface StepMesh {
  /** Empty, or what is wrong with the description. Steps then answer 'InvalidInput'. */
  readonly fault: string;
  /** Every edge once, two vertices each. */
  readonly edges: Int32Array;
  /** Is [0, tMax] free? Stops at the first contact found; a Contact has no more than its status. */
  decideStep(t0: Positions, t1: Positions, options?: StepOptions): StepResult;
  /** The largest step that is proven free: `toi`; `earliest` is the pair that ends it. */
  collisionFreeStepSize(t0: Positions, t1: Positions, options?: StepOptions): StepResult;
  /** All pairs that touch in [0, tMax], each with its own first time. */
  impacts(t0: Positions, t1: Positions, options?: StepOptions): StepResult;
  /** All pairs in contact at t0, nearest first. */
  initialContacts(t0: Positions, options?: StepOptions): StepResult;
  /** Pairs whose swept boxes touch. Complete if the status is 'Undecided'. */
  candidates(t0: Positions, t1: Positions, options?: StepOptions): CandidateList;
  /** Elements that cross or touch at one instant; exact. */
  intersections(positions: Positions, options?: IntersectionOptions): IntersectionResult;
  /** Pairs of features nearer than `distance`, each once. */
  nearPairs(positions: Positions, distance: number, options?: NearPairOptions): NearPairs;
  /** Decides the step and, if it is free, writes its proof. */
  proof(t0: Positions, t1: Positions, options?: StepOptions): StepProof;
  /** Verifies a proof of this mesh's step, with all pairs that need one. */
  verify(t0: Positions, t1: Positions, proofText: string): Verdict;
  /** The pair as a query for `solve`. */
  queryOf(pair: ElementPair, t0: Positions, t1: Positions): Query;
  dispose(): void;
}
