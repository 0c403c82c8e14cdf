// The textbook bisection that the square shows: a box of times and places is dropped if the box of
// its gaps does not contain zero, and halved otherwise. It is here to be looked at; the answers
// beside it are those of the library.
import type { Point } from "../drawing/vectors";

export interface Cell { t0: number; t1: number; s0: number; s1: number }
export interface GapBox { low: Point; high: Point }
export interface Level { active: Cell[]; dropped: Cell[]; converged: Cell[]; checked: number }

type Gap = (t: number, s: number) => Point;

/** The box of all gaps of a cell. The gap is linear in t and in s, so four corners are enough. */
export function gapBox(cell: Cell, gap: Gap): GapBox {
  const corners = [gap(cell.t0, cell.s0), gap(cell.t0, cell.s1),
                   gap(cell.t1, cell.s0), gap(cell.t1, cell.s1)];
  const xs = corners.map((c) => c[0]), ys = corners.map((c) => c[1]);
  return { low: [Math.min(...xs), Math.min(...ys)], high: [Math.max(...xs), Math.max(...ys)] };
}

function containsZero(box: GapBox): boolean {
  return box.low[0] <= 0 && box.low[1] <= 0 && box.high[0] >= 0 && box.high[1] >= 0;
}

function halves(c: Cell): [Cell, Cell] {
  if (c.t1 - c.t0 >= c.s1 - c.s0) {
    const t = (c.t0 + c.t1) / 2;
    return [{ ...c, t1: t }, { ...c, t0: t }];
  }
  const s = (c.s0 + c.s1) / 2;
  return [{ ...c, s1: s }, { ...c, s0: s }];
}

/** All levels until no cell is left that is wider than delta. `dropped` and `converged` add up
    over the levels. */
export function subdivide(gap: Gap, delta: number): Level[] {
  const whole: Cell = { t0: 0, t1: 1, s0: 0, s1: 1 };
  const levels: Level[] = [{ active: [whole], dropped: [], converged: [], checked: 0 }];
  while (levels.at(-1)!.active.length > 0 && levels.length < 60) {
    const last = levels.at(-1)!;
    const next: Level = { active: [], dropped: [...last.dropped],
                          converged: [...last.converged], checked: last.checked };
    for (const cell of last.active) {
      next.checked += 1;
      if (!containsZero(gapBox(cell, gap))) next.dropped.push(cell);
      else if (Math.max(cell.t1 - cell.t0, cell.s1 - cell.s0) < delta) next.converged.push(cell);
      else next.active.push(...halves(cell));
    }
    levels.push(next);
  }
  return levels;
}

/** The earliest time that is not ruled out; undefined if every cell was dropped. */
export function earliest(level: Level): number | undefined {
  const times = [...level.active, ...level.converged].map((c) => c.t0);
  return times.length ? Math.min(...times) : undefined;
}
