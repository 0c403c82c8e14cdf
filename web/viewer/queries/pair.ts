// A pair of moving primitives as the viewer holds it: a kind and 6 numbers a point.
import type {Kind} from "firstcontact";
import {hexOf, ofHex} from "../address";

export interface Pair {
  kind: Kind;
  /// All points at t = 0, then all at t = 1, three coordinates each.
  points: Float64Array;
}
export type Vec = [number, number, number];

interface Shape {
  title: string;
  short: string;       /// in links
  names: string[];
  first: number[];     /// indices of the points of the first element
  second: number[];
}
export const SHAPES: Record<Kind, Shape> = {
  VertexFace: {title: "vertex-face", short: "vf", names: ["p", "v0", "v1", "v2"], first: [0], second: [1, 2, 3]},
  EdgeEdge: {title: "edge-edge", short: "ee", names: ["ea0", "ea1", "eb0", "eb1"], first: [0, 1], second: [2, 3]},
  PointEdge: {title: "point-edge", short: "pe", names: ["p", "e0", "e1"], first: [0], second: [1, 2]},
  PointPoint: {title: "point-point", short: "pp", names: ["p", "q"], first: [0], second: [1]},
  PointSegment2D: {title: "point-segment-2d", short: "ps", names: ["p", "s0", "s1"], first: [0], second: [1, 2]},
};
export const KINDS = Object.keys(SHAPES) as Kind[];
export const pointCount = (kind: Kind): number => SHAPES[kind].names.length;

/// A point at time t. Its ends are the exact ends.
export function pointAt(pair: Pair, index: number, t: number): Vec {
  const count = pointCount(pair.kind), {points} = pair;
  const at = (k: number): number => {
    const a = points[3 * index + k], b = points[3 * (count + index) + k];
    return t === 0 ? a : t === 1 ? b : (1 - t) * a + t * b;
  };
  return [at(0), at(1), at(2)];
}

/// The corners of the gap set at time t, at half their size, around its outline: the pair touches when
/// their hull holds the origin. Halves, because the difference of the largest doubles would overflow.
export function gapAt(pair: Pair, t: number): Vec[] {
  const at = SHAPES[pair.kind].names.map((_, i) => pointAt(pair, i, t));
  const minus = (a: Vec, b: Vec): Vec =>
    [a[0] / 2 - b[0] / 2, a[1] / 2 - b[1] / 2, a[2] / 2 - b[2] / 2];
  const {first, second} = SHAPES[pair.kind];
  if (first.length === 2)
    return ([[0, 2], [0, 3], [1, 3], [1, 2]] as const).map(([i, j]) => minus(at[i], at[j]));
  return second.map((index) => minus(at[0], at[index]));
}

/// The map from coordinates, however large or small, to the middle of a picture and about size 1.
export interface Frame {
  center: Vec;
  scale: number;
  map(point: Vec): Vec;
}
export function frameOf(points: Vec[]): Frame {
  const low: Vec = [Infinity, Infinity, Infinity], high: Vec = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (let k = 0; k < 3; ++k) {
      low[k] = Math.min(low[k], point[k]);
      high[k] = Math.max(high[k], point[k]);
    }
  }
  // Halves first: the difference of the largest doubles would overflow.
  const center = low.map((value, k) => value / 2 + high[k] / 2) as Vec;
  const scale = Math.max(...low.map((value, k) => high[k] / 2 - value / 2)) || 1;
  const map = (point: Vec) => point.map((value, k) => (value - center[k]) / scale) as Vec;
  return {center, scale, map};
}

export const linkOf = (pair: Pair): string =>
  SHAPES[pair.kind].short + ":" + [...pair.points].map(hexOf).join("");

/// The pair of a link; null if it is not one.
export function pairOfLink(link: string): Pair | null {
  const [short, digits = ""] = link.split(":");
  const kind = KINDS.find((one) => SHAPES[one].short === short);
  return kind ? pairOfBits(kind, digits) : null;
}
export function pairOfBits(kind: Kind, digits: string): Pair | null {
  const count = 6 * pointCount(kind);
  if (digits.length !== 16 * count) return null;
  const points = Float64Array.from(
    {length: count}, (_, i) => ofHex(digits.slice(16 * i, 16 * i + 16)));
  return points.every(Number.isFinite) ? {kind, points} : null;
}

/// x moved by n doubles; it stops at the largest.
export function addUlps(x: number, n: number): number {
  const view = new DataView(new ArrayBuffer(8));
  const order = (value: number): bigint => {
    view.setFloat64(0, value);
    const bits = view.getBigInt64(0);
    return bits < 0n ? -(bits & 0x7fffffffffffffffn) : bits;
  };
  const most = order(Number.MAX_VALUE);
  let moved = order(x) + BigInt(n);
  if (moved > most) moved = most;
  if (moved < -most) moved = -most;
  view.setBigInt64(0, moved < 0n ? (-moved) | (1n << 63n) : moved);
  return BigInt.asIntN(64, moved) === 0n ? 0 : view.getFloat64(0);
}
