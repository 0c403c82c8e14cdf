// Points and vectors of the plane, as plain arrays.

export type Point = readonly [number, number];

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
export const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
export const scale = (a: Point, f: number): Point => [a[0] * f, a[1] * f];
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
export const cross = (a: Point, b: Point): number => a[0] * b[1] - a[1] * b[0];
export const length = (a: Point): number => Math.hypot(a[0], a[1]);
export const clamp = (x: number, low: number, high: number): number =>
  Math.min(Math.max(x, low), high);

/** The point between a and b at the share t, computed as the library defines it. */
export const mix = (a: Point, b: Point, t: number): Point =>
  [(1 - t) * a[0] + t * b[0], (1 - t) * a[1] + t * b[1]];

/** A vector of length 1 in the same direction; of zero, the first axis. */
export function unit(a: Point): Point {
  const l = length(a);
  return l > 0 ? [a[0] / l, a[1] / l] : [1, 0];
}

/** The corners of the convex hull, counter-clockwise (monotone chain). */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const half = (list: Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of list) {
      while (chain.length >= 2 &&
             cross(sub(chain.at(-1)!, chain.at(-2)!), sub(p, chain.at(-1)!)) <= 0) chain.pop();
      chain.push(p);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
