/** Proofs of freedom, and what the verifier says about them. */
import type { Vec3 } from './common';
import type { CertificateSegment, Norm, Query } from './pairs';

/** What a proof of a pair claims: more than `minSeparation` apart over all of [0, tMax]. */
export interface ClaimOptions {
  minSeparation?: number;
  norm?: Norm;
  tMax?: number;
}

/** What the verifier says about a proof. */
export interface Verdict {
  proven: boolean;
  /** Why the proof is not valid; empty if it is. */
  reason: string;
}

/**
 * A certificate segment with the numbers that make it a proof, rounded, for drawing. For every
 * corner of the gap set it has the three Bernstein coefficients of n(t)·F(t), in the order of
 * `gapCorners`. The segment is a proof if all of them exceed `margin`.
 */
export interface CertificatePiece extends CertificateSegment {
  coefficients: Vec3[];
  margin: number;
}

/** What verifying all lines of a proof file gave. */
export interface FileVerdict {
  valid: boolean;
  /** Proofs that were checked; a scene and a step count as one more each. */
  proofs: number;
  segments: number;
  failures: { line: number; reason: string }[];
  /** Why the text could not be read to its end; empty if it could. */
  error: string;
}

/** The proof of one pair, as `proofText` writes it. */
export interface PairProof {
  query: Query;
  minSeparation: number;
  norm: Norm;
  tMax: number;
  segments: CertificateSegment[];
}
