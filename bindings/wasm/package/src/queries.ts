/** Queries by the names of their points, and what is drawn of a query. */
import { pointCount } from './flat';
import type { CertificatePiece, CertificateSegment, ClaimOptions, Query, Vec3 } from './types';

export { pointCount };

/** A point p against a triangle (v0, v1, v2). */
export interface VertexFace {
  pT0: Vec3; v0T0: Vec3; v1T0: Vec3; v2T0: Vec3;
  pT1: Vec3; v0T1: Vec3; v1T1: Vec3; v2T1: Vec3;
}
/** An edge (ea0, ea1) against an edge (eb0, eb1). */
export interface EdgeEdge {
  ea0T0: Vec3; ea1T0: Vec3; eb0T0: Vec3; eb1T0: Vec3;
  ea0T1: Vec3; ea1T1: Vec3; eb0T1: Vec3; eb1T1: Vec3;
}
/** A point p against an edge (e0, e1). */
export interface PointEdge {
  pT0: Vec3; e0T0: Vec3; e1T0: Vec3;
  pT1: Vec3; e0T1: Vec3; e1T1: Vec3;
}
/** A point p against a point q. */
export interface PointPoint { pT0: Vec3; qT0: Vec3; pT1: Vec3; qT1: Vec3; }
/** A point of the plane: x, y. */
export type Vec2 = readonly [number, number];
/** A point p against a segment (s0, s1) in the plane. */
export interface PointSegment2D {
  pT0: Vec2; s0T0: Vec2; s1T0: Vec2;
  pT1: Vec2; s0T1: Vec2; s1T1: Vec2;
}

export function vertexFace(q: VertexFace): Query {
  return { kind: 'VertexFace', t0: [q.pT0, q.v0T0, q.v1T0, q.v2T0],
           t1: [q.pT1, q.v0T1, q.v1T1, q.v2T1] };
}
export function edgeEdge(q: EdgeEdge): Query {
  return { kind: 'EdgeEdge', t0: [q.ea0T0, q.ea1T0, q.eb0T0, q.eb1T0],
           t1: [q.ea0T1, q.ea1T1, q.eb0T1, q.eb1T1] };
}
export function pointEdge(q: PointEdge): Query {
  return { kind: 'PointEdge', t0: [q.pT0, q.e0T0, q.e1T0], t1: [q.pT1, q.e0T1, q.e1T1] };
}
export function pointPoint(q: PointPoint): Query {
  return { kind: 'PointPoint', t0: [q.pT0, q.qT0], t1: [q.pT1, q.qT1] };
}
export function pointSegment2D(q: PointSegment2D): Query {
  const lift = (p: Vec2): Vec3 => [p[0], p[1], 0];
  return { kind: 'PointSegment2D', t0: [q.pT0, q.s0T0, q.s1T0].map(lift),
           t1: [q.pT1, q.s0T1, q.s1T1].map(lift) };
}

function minus(a: Vec3, b: Vec3): Vec3 { return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]; }
function dot(a: Vec3, b: Vec3): number { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/** The points at time t, rounded: for drawing. */
export function pointsAt(query: Query, time: number): Vec3[] {
  return query.t0.map((p, i) => {
    const q = query.t1[i]!;
    const mix = (k: 0 | 1 | 2) => (1 - time) * p[k] + time * q[k];
    return [mix(0), mix(1), mix(2)] as const;
  });
}

function corners(points: readonly Vec3[], query: Query): Vec3[] {
  if (query.kind !== 'EdgeEdge') return points.slice(1).map(q => minus(points[0]!, q));
  return [0, 1].flatMap(i => [2, 3].map(j => minus(points[i]!, points[j]!)));
}

/**
 * The corners of the gap set at time t: differences of the corners of the two primitives. The pair
 * touches exactly when their hull holds the origin.
 */
export function gapCorners(query: Query, time: number): Vec3[] {
  return corners(pointsAt(query, time), query);
}

/** A certificate with the numbers that make it a proof, rounded: for drawing. */
export function certificatePieces(query: Query, certificate: readonly CertificateSegment[],
                                  claim: ClaimOptions = {}): CertificatePiece[] {
  const length = (n: Vec3) => claim.norm === 'Linf'
    ? Math.abs(n[0]) + Math.abs(n[1]) + Math.abs(n[2]) : Math.hypot(...n);
  return certificate.map(s => {
    const first = gapCorners(query, s.t0), last = gapCorners(query, s.t1);
    const coefficients = first.map((f, i): Vec3 => {
      const l = last[i]!;
      return [dot(s.n0, f), (dot(s.n0, l) + dot(s.n1, f)) / 2, dot(s.n1, l)];
    });
    const margin = (claim.minSeparation ?? 0) * Math.max(length(s.n0), length(s.n1));
    return { ...s, coefficients, margin };
  });
}
