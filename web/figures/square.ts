// Figure 2: the square of all times and all places on the segment, halved again and again.
import { button, Readout, Slider } from "../drawing/controls";
import { axisX, axisY } from "../drawing/axes";
import { html } from "../drawing/dom";
import { count, fixed } from "../drawing/format";
import { circle, label, line, rect, Stage, View } from "../drawing/stage";
import { clamp } from "../drawing/vectors";
import { earliest, gapBox, subdivide, type Level } from "./bisection";
import type { FigureHost } from "./figure";
import { changePair, currentPair, drawPair, gap, initialPair, onPairChange, pairHandles, pairQuery,
         pairWorld } from "./shared_pair";

export const title = "All times, all places: a square, halved again and again";
export const hint = "Step through the levels. Drag the point or the segment, from solid to hollow.";

const kNothing = { x: 0, y: 0, width: 1, height: 1 };

export function mount(host: FigureHost): void {
  host.body.classList.add("two");
  const left = html("div", { class: "panel" }), right = html("div", { class: "panel" });
  host.body.append(left, right);
  const scene = new Stage(left, {
    label: "A point and a segment, both moving", height: (w) => clamp(w * 0.56, 170, 240),
  });
  const gaps = new Stage(left, {
    label: "Boxes of gaps of the cells of this level, and zero",
    height: (w) => clamp(w * 0.5, 150, 200),
  });
  const square = new Stage(right, {
    label: "The square of time t and place s", height: (w) => Math.min(w, 430) + 4,
  });
  for (const stage of [scene, gaps, square]) host.onRemove(() => stage.dispose());
  scene.layer("scene");

  let level = 6, delta = 2 ** -7;
  let levels: Level[] = [];
  let view = new View(kNothing, [0, 1], [0, 1]);
  const handles = pairHandles(scene, () => view);

  const back = button("Back", () => go(level - 1));
  const step = button("Step", () => go(level + 1), "main");
  const all = button("To the end", () => go(levels.length - 1));
  const slider = new Slider({
    label: "stop at width δ", min: 2, max: 12, step: 1, value: 7,
    format: (k) => `1/${2 ** k}`,
    onInput: (k) => {
      const ended = level === levels.length - 1;
      delta = 2 ** -k;
      compute();
      if (ended) level = levels.length - 1;
      draw();
    },
  });
  host.controls.append(html("div", { class: "row" }, back, step, all), slider.element);
  const readout = new Readout(["level", "boxes left", "boxes checked", "not before t",
                               "tight inclusion", "exact time"]);
  host.below(readout.element);
  host.onReset(() => {
    level = 6;
    changePair(initialPair);
  });

  function go(to: number): void {
    level = clamp(to, 0, levels.length - 1);
    draw();
  }

  function compute(): void {
    const p = currentPair();
    levels = subdivide((t, s) => gap(p, t, s), delta);
    level = clamp(level, 0, levels.length - 1);
  }

  function draw(): void {
    const now = levels[level]!;
    const time = earliest(now);
    const left = now.active.length + now.converged.length;
    drawScene(time ?? 1);
    drawGaps(now);
    drawSquare(now);
    back.disabled = level === 0;
    step.disabled = all.disabled = level === levels.length - 1;

    const query = pairQuery(currentPair());
    const inclusion = host.solver.solve(query, { method: "tight-inclusion" });
    const exact = host.solver.oracle(query, { widthBits: 50 });
    readout.set("level", `${level} of ${levels.length - 1}`);
    readout.set("boxes left", count(left));
    readout.set("boxes checked", count(now.checked));
    readout.set("not before t", time === undefined ? "free" : fixed(time, 4),
                time === undefined ? "free" : "time");
    const answer = (name: string, { status, toi }: { status: string; toi: number },
                    digits: number): void =>
      readout.set(name, status === "Contact" ? fixed(toi, digits) : "free",
                  status === "Contact" ? "contact" : "free", toi);
    answer("tight inclusion", inclusion, 7);
    answer("exact time", exact, 12);
    host.record({ query, inclusion, exact });
    host.say(time === undefined
      ? `All boxes are dropped after ${count(now.checked)} check${now.checked === 1 ? "" : "s"}: ` +
        "there is no contact."
      : `Level ${level}: ${count(left)} ${left === 1 ? "box is" : "boxes are"} left that may ` +
        `hold a contact, none before t = ${fixed(time, 4)}.`);
  }

  function drawScene(t: number): void {
    view = View.uniform({ x: 4, y: 4, width: scene.width - 8, height: scene.height - 8 },
                        pairWorld.x, pairWorld.y);
    drawPair(scene.fresh("scene"), view, currentPair(), t);
    for (const handle of handles) handle.place();
  }

  function drawSquare(now: Level): void {
    const side = Math.min(square.width - 44, square.height - 62);
    const area = { x: 36 + (square.width - 44 - side) / 2, y: 24, width: side, height: side };
    const plot = new View(area, [0, 1], [0, 1]);
    const group = square.fresh("plot");
    group.append(...cellRects(now, plot, [0, 1], [0, 1], true));
    const time = earliest(now);
    if (time !== undefined && level > 0) {
      group.append(line([plot.x(time), area.y], [plot.x(time), area.y + side],
                        { class: "line-time mid", "data-part": "earliest" }));
    }
    const lens = lensOver(now);
    if (lens) drawLens(group, now, plot, lens);
    const values = [0, 0.25, 0.5, 0.75, 1];
    group.append(axisX(plot, { values, name: "time t" }), axisY(plot, { values, name: "place s" }));
  }

  /** What is left, seen larger, in the corner that is farthest from it. */
  function drawLens(group: SVGGElement, now: Level, plot: View, { t, s }: Lens): void {
    const { x, y, width } = plot.area, side = width * 0.4, gap = 10;
    const right = t[0] + t[1] < 1, upper = s[0] + s[1] < 1;
    const area = { x: right ? x + width - side - gap : x + gap,
                   y: upper ? y + gap : y + width - side - gap, width: side, height: side };
    const near = new View(area, t, s);
    const small = { x: plot.x(t[0]), y: plot.y(s[1]), width: plot.x(t[1]) - plot.x(t[0]),
                    height: plot.y(s[0]) - plot.y(s[1]) };
    // From the upper and the lower corner of the small frame to those of the large one.
    const sides = right ? [small.x + small.width, area.x] : [small.x, area.x + side];
    const low = [small.y + small.height, area.y + side] as const;
    for (const [from, to] of [[small.y, area.y] as const, low]) {
      group.append(line([sides[0]!, from], [sides[1]!, to], { class: "line-soft thin" }));
    }
    group.append(rect(small, { class: "fill-none line-soft thin" }),
                 rect(area, { class: "fill-panel" }), ...cellRects(now, near, t, s, false));
    const time = earliest(now)!;
    group.append(line([near.x(time), area.y], [near.x(time), area.y + side],
                      { class: "line-time mid" }),
                 rect(area, { class: "fill-none line-soft mid", "data-part": "lens" }));
  }

  function drawGaps(now: Level): void {
    const p = currentPair();
    const boxes = (now.active.length ? now.active : now.converged.length ? now.converged
                                                                          : now.dropped.slice(-24))
      .slice(0, 400).map((c) => gapBox(c, (t, s) => gap(p, t, s)));
    const pieces = now.active.length ? "open piece"
      : now.converged.length ? "piece that is left" : "piece dropped last";
    const reach = (k: 0 | 1): number =>
      1.12 * Math.max(0.02, ...boxes.flatMap((b) => [Math.abs(b.low[k]), Math.abs(b.high[k])]));
    const area = { x: 4, y: 22, width: gaps.width - 8, height: gaps.height - 26 };
    const plane = View.uniform(area, [-reach(0), reach(0)], [-reach(1), reach(1)]);
    const group = gaps.fresh("gaps");
    const zero = plane.to([0, 0]);
    group.append(line([area.x, zero[1]], [area.x + area.width, zero[1]], { class: "grid" }));
    group.append(line([zero[0], area.y], [zero[0], area.y + area.height], { class: "grid" }));
    for (const b of boxes) {
      const low = plane.to(b.low), high = plane.to(b.high);
      group.append(rect({ x: low[0], y: high[1], width: high[0] - low[0],
                          height: low[1] - high[1] },
                        { class: "fill-time line-time thin", "fill-opacity": 0.08,
                          "data-part": "gap" }));
    }
    group.append(circle(zero, 5, { class: "fill-contact", "data-part": "zero" }));
    group.append(label([zero[0] + 10, zero[1] - 9], "zero", { class: "label fill-contact" }));
    group.append(label([area.x, 14], `boxes around all gaps of each ${pieces}`,
                       { class: "small" }));
  }

  host.onRemove(onPairChange(() => {
    compute();
    draw();
  }));
  compute();
  for (const stage of [scene, gaps, square]) stage.onDraw(draw);
}

type Range = readonly [number, number];
interface Lens { t: Range; s: Range }

/** The part of the square to be seen larger: around the cells that are left, once they are few and
    small. */
function lensOver(level: Level): Lens | undefined {
  const left = [...level.active, ...level.converged];
  if (left.length === 0) return undefined;
  const t: Range = [Math.min(...left.map((c) => c.t0)), Math.max(...left.map((c) => c.t1))];
  const s: Range = [Math.min(...left.map((c) => c.s0)), Math.max(...left.map((c) => c.s1))];
  const size = 1.5 * Math.max(t[1] - t[0], s[1] - s[0]);
  if (size > 0.2) return undefined;
  const around = (r: Range): Range => {
    const middle = clamp((r[0] + r[1]) / 2, size / 2, 1 - size / 2);
    return [middle - size / 2, middle + size / 2];
  };
  return { t: around(t), s: around(s) };
}

/** The cells of a level inside a part of the square. `named`: with names for tests. */
function cellRects(level: Level, view: View, t: Range, s: Range, named: boolean): SVGRectElement[] {
  const kinds = [
    ["dropped", "fill-free line-free thin", { "fill-opacity": 0.1, "stroke-opacity": 0.35 }],
    ["active", "fill-time line-time thin", { "fill-opacity": 0.35 }],
    ["converged", named ? "fill-contact line-contact mid" : "fill-contact line-panel mid", {}],
  ] as const;
  return kinds.flatMap(([kind, look, more]) => level[kind]
    .filter((c) => c.t1 > t[0] && c.t0 < t[1] && c.s1 > s[0] && c.s0 < s[1])
    .map((c) => {
      const low = view.to([Math.max(c.t0, t[0]), Math.max(c.s0, s[0])]);
      const high = view.to([Math.min(c.t1, t[1]), Math.min(c.s1, s[1])]);
      return rect({ x: low[0], y: high[1], width: high[0] - low[0], height: low[1] - high[1] },
                  { class: look, ...more, "data-part": named && kind });
    }));
}
