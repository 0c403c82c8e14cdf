// The questions behind the maps of figure 4, and the answers of each method.
import { addUlps, type Baseline, type FirstContact, type Query, type Vec3 } from "firstcontact";
import type { Coordinate, LastBitCase } from "./last_bit_cases";

/** How many units in the last place a map goes to each side. */
export const kReach = 6;

export type MethodKey = "truth" | "certified" | "fprf" | "rp" | "accd";
export const kMethods: readonly { key: MethodKey; name: string }[] = [
  { key: "truth", name: "the truth" },
  { key: "certified", name: "FirstContact" },
  { key: "fprf", name: "cubic roots" },
  { key: "rp", name: "root parity" },
  { key: "accd", name: "additive" },
];

export interface Cell { i: number; j: number }
export interface MapAnswer { contact: boolean; toi: number }

/** The case with both coordinates moved by whole numbers of units in the last place. */
export function nudged(c: LastBitCase, cell: Cell): Query {
  const t0 = c.query.t0.map((p) => [...p]), t1 = c.query.t1.map((p) => [...p]);
  const move = (at: Coordinate, n: number): void => {
    const p = (at.end === "t0" ? t0 : t1)[at.point]!;
    p[at.axis] = addUlps(p[at.axis]!, n);
  };
  move(c.across, cell.i);
  move(c.up, cell.j);
  return { kind: c.query.kind, t0: t0 as unknown as Vec3[], t1: t1 as unknown as Vec3[] };
}

/** What one method says. FirstContact is asked for exact answers. */
export function ask(fc: FirstContact, method: MethodKey, query: Query): MapAnswer {
  if (method === "truth") {
    const answer = fc.oracle(query, { widthBits: 52 });
    return { contact: answer.status === "Contact", toi: answer.toi };
  }
  if (method === "certified") {
    const answer = fc.solve(query, { exact: true });
    return { contact: answer.status !== "Free", toi: answer.toi };
  }
  const answer = fc.solveBaseline(query, method satisfies Baseline);
  return { contact: answer.contact, toi: answer.toi };
}

export function askAll(fc: FirstContact, query: Query): Map<MethodKey, MapAnswer> {
  return new Map(kMethods.map((m) => [m.key, ask(fc, m.key, query)]));
}

/** For each method whether it says contact, cell by cell, rows from below, left to right. */
export function cellAnswers(fc: FirstContact, c: LastBitCase): Map<MethodKey, boolean[]> {
  return new Map(kMethods.map((m) => {
    const list: boolean[] = [];
    for (let j = -kReach; j <= kReach; ++j) {
      for (let i = -kReach; i <= kReach; ++i) {
        list.push(ask(fc, m.key, nudged(c, { i, j })).contact);
      }
    }
    return [m.key, list];
  }));
}
