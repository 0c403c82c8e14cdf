// The moving point and the moving segment that the square and the directions are both about: what
// the reader drags in one figure moves in the other one too.
import { pointSegment2D, type Query } from "firstcontact";
import { Handle } from "../drawing/handle";
import { circle, label, line, polygon, type Stage, type View } from "../drawing/stage";
import { add, convexHull, mix, scale, sub, unit, type Point } from "../drawing/vectors";

export interface Pair { p0: Point; p1: Point; a0: Point; a1: Point; b0: Point; b1: Point }

export const initialPair: Pair = {
  p0: [1.1, 4.1], p1: [8.6, 1.5], a0: [6.4, 0.6], a1: [4.3, 0.7], b0: [7.9, 3.5], b1: [4.9, 4.5],
};
/** A pair that stays apart, but only just: it takes several directions to prove it. */
export const nearMiss: Pair = {
  p0: [6.8, 2.68], p1: [2.3, 3.22], a0: [3.2, 3.04], a1: [4.28, 0.34], b0: [8.24, 2.32],
  b1: [1.76, 4.66],
};
export const pairWorld = { x: [0, 10] as const, y: [0, 5] as const };

let pair: Pair = { ...initialPair };
const listeners = new Set<() => void>();

export function currentPair(): Pair { return pair; }
export function changePair(change: Partial<Pair>): void {
  pair = { ...pair, ...change };
  listeners.forEach((f) => f());
}
/** Calls back after every change; returns what ends that. */
export function onPairChange(callback: () => void): () => void {
  listeners.add(callback);
  return () => void listeners.delete(callback);
}

export function pairQuery(p: Pair): Query {
  return pointSegment2D({ pT0: p.p0, pT1: p.p1, s0T0: p.a0, s0T1: p.a1, s1T0: p.b0, s1T1: p.b1 });
}

/** The gap: from the point at the share s of the segment to the moving point, at time t. */
export function gap(p: Pair, t: number, s: number): Point {
  const point = mix(p.p0, p.p1, t);
  const onSegment = mix(mix(p.a0, p.a1, t), mix(p.b0, p.b1, t), s);
  return [point[0] - onSegment[0], point[1] - onSegment[1]];
}

const kNames: Record<keyof Pair, string> = {
  p0: "Point at the start", p1: "Point at the end",
  a0: "First end of the segment at the start", a1: "First end of the segment at the end",
  b0: "Second end of the segment at the start", b1: "Second end of the segment at the end",
};

/** Handles for the six positions. */
export function pairHandles(stage: Stage, view: () => View): Handle[] {
  return (Object.keys(kNames) as (keyof Pair)[]).map((key) => new Handle(stage, {
    label: kNames[key], colour: key[0] === "p" ? "a" : "b", hollow: key[1] === "1", step: 0.1,
    radius: 6, view, get: () => pair[key], move: (to) => changePair({ [key]: to }),
    range: { x: [0.2, 9.8], y: [0.2, 4.8] },
  }));
}

/** Draws the pair: what it sweeps, and where it is at time t. */
export function drawPair(group: SVGGElement, view: View, p: Pair, t: number): void {
  const at = (q: Point): Point => view.to(q);
  group.append(polygon(convexHull([p.a0, p.a1, p.b1, p.b0]).map(at), { class: "fill-b fainter" }));
  group.append(line(at(p.a0), at(p.a1), { class: "line-b thin faint dotted" }));
  group.append(line(at(p.b0), at(p.b1), { class: "line-b thin faint dotted" }));
  group.append(line(at(p.a0), at(p.b0), { class: "line-b mid faint" }));
  group.append(line(at(p.a1), at(p.b1), { class: "line-b mid faint dashed" }));
  group.append(line(at(p.p0), at(p.p1), { class: "line-a mid faint" }));
  const a = mix(p.a0, p.a1, t), b = mix(p.b0, p.b1, t);
  group.append(line(at(a), at(b), { class: "line-b thick round", "data-part": "segment" }));
  const point = at(mix(p.p0, p.p1, t));
  group.append(circle(point, 6, { class: "fill-a", "data-part": "point" }));
  // Names beyond both ends of the point's way.
  const way = unit(sub(at(p.p1), at(p.p0)));
  for (const [name, end, side] of [["start", p.p0, -1], ["end", p.p1, 1]] as const) {
    const place = add(at(end), scale(way, 15 * side));
    const anchor = Math.abs(way[0]) < 0.4 ? "middle" : way[0] * side > 0 ? "start" : "end";
    const lower = Math.abs(way[0]) < 0.4 && way[1] * side > 0 ? 10 : 4;
    group.append(label([place[0], place[1] + lower], name,
                       { class: "small", "text-anchor": anchor }));
  }
}
