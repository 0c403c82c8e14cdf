/** Pairs of moving primitives. */
import type { Answer, ContactPoints, Status, Vec3 } from './common';

/** The kinds of pairs. The comment names the points of one instant, in their order. */
export type Kind =
  /** p, v0, v1, v2 */
  | 'VertexFace'
  /** ea0, ea1, eb0, eb1 */
  | 'EdgeEdge'
  /** p, e0, e1 */
  | 'PointEdge'
  /** p, q */
  | 'PointPoint'
  /** p, s0, s1, all with z = 0 */
  | 'PointSegment2D';

/**
 * A pair of moving primitives. Every point moves on a straight line from its place in `t0` to its
 * place in `t1`. The points come in the order of `Kind`.
 */
export interface Query {
  kind: Kind;
  t0: readonly Vec3[];
  t1: readonly Vec3[];
}

/** The four methods of the library. None of them misses a contact. */
export type Method = 'certified' | 'exact' | 'tight-inclusion' | 'tight-inclusion-fast';

/**
 * Published methods to compare with. Nothing about them is guaranteed. (`irf` and `uirf` need
 * directed rounding, which WebAssembly does not have, and are left out.)
 */
export type Baseline = 'fprf' | 'tccd' | 'rp' | 'rrp' | 'bsc' | 'msrf' | 'accd';

/** How a minimum separation is measured. */
export type Norm = 'L2' | 'Linf';

export interface Options {
  /** 'certified' if left out. */
  method?: Method;
  /**
   * A length: a pair that comes within minSeparation + tolerance may be reported as touching, by
   * methods that are not exact. Left out: 1e-6 of the pair's size.
   */
  tolerance?: number;
  /** The pair is in contact if its distance is at most this length. 0 if left out. */
  minSeparation?: number;
  /** 'L2' if left out. */
  norm?: Norm;
  /** Only [0, tMax] is looked at. 1 if left out. */
  tMax?: number;
  /** The budget; if it runs out, the answer is 'Undecided'. A million if left out. */
  maxChecks?: number;
  /** Only real contacts of the exact input count. */
  exact?: boolean;
  /**
   * A Free answer carries its proof in `certificate`, unless doubles cannot hold one: `proveExactly`
   * then has it. Method 'certified' only.
   */
  certificate?: boolean;
  /** Exact answers: toiUpper - toi is at most this. 2^-30 if left out. */
  toiWidth?: number;
  /** Tight inclusion: the largest |coordinate| of the scene per axis. */
  sceneExtent?: Vec3;
}

/**
 * One step of a proof that a pair is free: over [t0, t1] the direction n(t) goes linearly from n0
 * to n1, and every corner of the gap set lies beyond the separation along it.
 */
export interface CertificateSegment {
  t0: number;
  t1: number;
  n0: Vec3;
  n1: Vec3;
}

/** Points, normal and distance are those at `toi`. Free: at tMax, without a normal. */
export interface Result extends Answer, ContactPoints {
  /** Where the points lie on the primitives: p = v0 + u (v1 - v0) + v (v2 - v0) and so on. */
  u: number;
  v: number;
  /** The tolerance that was really reached; 0 for exact answers. */
  tolerance: number;
  /**
   * Free, with Options.certificate: segments that cover [0, tMax] without a gap. Empty if doubles
   * cannot hold them.
   */
  certificate: CertificateSegment[];
}

/** What there is to know about a method. */
export interface MethodInfo {
  /** As on the command line, for example 'certified' or 'fprf'. */
  name: Method | Baseline;
  /** For people, for example 'floating-point root finder'. */
  title: string;
  /** Authors and year; empty for methods of this library. */
  reference: string;
  /** True for the methods of this library: they never miss a contact. */
  guaranteed: boolean;
  /** True if answers have no false positives either. */
  exact: boolean;
  /** True if `minSeparation` has an effect. */
  takesSeparation: boolean;
  /** True if it computes a time of impact. */
  givesTime: boolean;
  /** What `tolerance` means to it; empty if it has none. */
  toleranceMeaning: string;
  defaultTolerance: number;
}

export interface BaselineSettings {
  /** Its meaning depends on the method: MethodInfo.toleranceMeaning. */
  tolerance?: number;
  maxChecks?: number;
  minSeparation?: number;
}

/** What a published method says. It may be wrong. */
export interface BaselineAnswer {
  contact: boolean;
  /** As the method computes it; NaN if it computes none or found no contact. */
  toi: number;
  /** maxChecks ran out. */
  exhausted: boolean;
  checks: number;
}

/** The answer of any method in one form, for tables that compare methods. */
export interface MethodAnswer {
  method: Method | Baseline;
  /** 'Undecided' also for a baseline whose budget ran out. */
  status: Status;
  contact: boolean;
  /** NaN if there is no contact or no time. */
  toi: number;
  checks: number;
  /** Empty, or why the method cannot answer this query. */
  message: string;
}

/** An exact time: mantissa * 2^exponent. `decimalOf` writes it with as many digits as wanted. */
export interface Dyadic {
  mantissa: bigint;
  exponent: number;
}

export interface OracleOptions {
  minSeparation?: number;
  norm?: Norm;
  tMax?: number;
  /** The enclosure of the first time of contact is at most 2^-widthBits wide. 30 if left out. */
  widthBits?: number;
}

/** The truth about a pair, without any rounding. */
export interface OracleAnswer {
  status: 'Free' | 'Contact' | 'InvalidInput';
  message: string;
  /** Contact: the first time of contact lies in [lower, upper]; equal if it was found exactly. */
  lower: Dyadic;
  upper: Dyadic;
  /** The same, rounded outwards to doubles. Free: tMax. */
  toi: number;
  toiUpper: number;
  /** Number of candidate times that were examined. */
  candidates: number;
}
