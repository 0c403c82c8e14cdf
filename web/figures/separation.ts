// Figure 5: what happens after the first contact: steps of length zero, and what a separation is
// for.
import { pointSegment2D, type FirstContact, type Query } from "firstcontact";
import { Choice, Readout, Slider } from "../drawing/controls";
import { axisY } from "../drawing/axes";
import { brief, count, fixed } from "../drawing/format";
import { Handle } from "../drawing/handle";
import { circle, label, line, polygon, polyline, rect, Stage, View } from "../drawing/stage";
import { add, clamp, dot, length, mix, scale, sub, unit, type Point } from "../drawing/vectors";
import type { FigureHost } from "./figure";

export const title = "Time of impact 0, and what a separation is for";
export const hint = "A bead falls and slides, one step after the other. Drag it, or the floor.";

type Rule = "none" | "same" | "share";
const kSteps = 12;
const kWish: Point = [0.62, -0.72];   // what the bead wants in each step

interface Walk { start: Point; left: Point; right: Point; rule: Rule; share: number }
interface WalkStep { query: Query; from: Point; to: Point; wish: Point; toi: number;
                     distance: number; separation: number; contact: boolean }

const initial: Walk = { start: [0.9, 3.6], left: [0.4, 1.2], right: [9.6, 0.7], rule: "none",
                        share: 0.4 };

function query(walk: Walk, from: Point, to: Point): Query {
  return pointSegment2D({ pT0: from, pT1: to, s0T0: walk.left, s0T1: walk.left,
                          s1T0: walk.right, s1T1: walk.right });
}

/** Every step as the solver allows it. After a step that was cut short, the bead wants to slide
    along the floor, with a hundredth of its fall left: directions of real simulators are never
    exactly along it either. */
function walkSteps(fc: FirstContact, walk: Walk): WalkStep[] {
  const steps: WalkStep[] = [];
  const along = unit(sub(walk.right, walk.left));
  let from = walk.start, cut = false;
  for (let k = 0; k < kSteps; ++k) {
    const slide = scale(along, dot(kWish, along));
    const wish = cut ? add(slide, scale(sub(kWish, slide), 0.01)) : kWish;
    const q = query(walk, from, add(from, wish));
    const distance = fc.solve(q, { tMax: 0 }).distance;
    const separation = walk.rule === "none" ? 0 : walk.rule === "same" ? walk.share
                                                                        : walk.share * distance;
    const result = fc.solve(q, { minSeparation: separation });
    const contact = result.status === "Contact";
    const toi = contact ? result.toi : 1;
    const to = mix(from, add(from, wish), toi);
    steps.push({ query: q, from, to, wish, toi, distance, separation, contact });
    cut = contact;
    from = to;
  }
  return steps;
}

/** No step worth the name: nothing, or what is left of the tolerance. */
const isStuck = (s: WalkStep): boolean => s.toi < 1e-6;

/** How far the bead came after its first contact. */
function slid(steps: WalkStep[]): number {
  const first = steps.findIndex((s) => s.contact);
  return first < 0 ? 0 : length(sub(steps.at(-1)!.to, steps[first]!.to));
}

export function mount(host: FigureHost): void {
  const state = { ...initial };
  const stage = new Stage(host.body, {
    label: "A bead above a floor, and the steps it takes", height: (w) => clamp(w * 0.42, 210, 320),
  });
  const bars = new Stage(host.body, {
    label: "Time of impact of each step", height: () => 128,
  });
  for (const s of [stage, bars]) host.onRemove(() => s.dispose());
  stage.layer("scene");
  let view = new View({ x: 0, y: 0, width: 1, height: 1 }, [0, 1], [0, 1]);
  const handle = (name: string, key: "start" | "left" | "right", colour: string,
                  x: readonly [number, number], y: readonly [number, number]): Handle =>
    new Handle(stage, { label: name, colour, step: 0.1, view: () => view, get: () => state[key],
                        range: { x, y }, move: (to) => update({ [key]: to }) });
  const handles = [handle("Bead", "start", "a", [0.3, 6], [1.6, 4.2]),
                   handle("Left end of the floor", "left", "b", [0.1, 2], [0.3, 1.5]),
                   handle("Right end of the floor", "right", "b", [7.5, 9.8], [0.3, 1.5])];

  const choice = new Choice<Rule>("Separation", [
    ["none", "no separation"], ["same", "the same always"], ["share", "a share of the distance"],
  ], state.rule, (rule) => update({ rule }));
  const slider = new Slider({
    label: "separation", min: 0.05, max: 0.9, step: 0.05, value: state.share, colour: "b",
    format: (v) => fixed(v, 2), onInput: (share) => update({ share }),
  });
  host.controls.append(choice.element, slider.element);
  const readout = new Readout(["steps of length 0", "distance at the end", "the bead slid"]);
  host.below(readout.element);
  host.onReset(() => {
    choice.value = initial.rule;
    slider.value = initial.share;
    update(initial);
  });

  function update(change: Partial<Walk>): void {
    Object.assign(state, change);
    draw();
  }

  function draw(): void {
    const steps = walkSteps(host.solver, state);
    drawScene(steps);
    drawBars(steps);
    slider.input.disabled = state.rule === "none";
    slider.element.style.opacity = state.rule === "none" ? "0.45" : "1";
    const stuck = steps.filter(isStuck).length;
    const last = steps.at(-1)!;
    const distance = host.solver.solve(query(state, last.to, last.to), { tMax: 0 }).distance;
    readout.set("steps of length 0", `${stuck} of ${kSteps}`, stuck ? "contact" : "free");
    readout.set("distance at the end", brief(distance, 3), "", distance);
    host.record({ steps, last: query(state, last.to, last.to) });
    readout.set("the bead slid", fixed(slid(steps), 2));
    const first = steps.findIndex(isStuck);
    host.say(stuck
      ? `From step ${first + 1} on the bead starts in contact, so every time of impact is 0 and ` +
        "it never moves again, although it only wants to slide."
      : steps.some((s) => s.contact)
        ? "Each step keeps a share of the distance that is left, so the next one always has room."
        : "The bead has not reached the floor yet.");
  }

  function drawScene(steps: WalkStep[]): void {
    view = View.uniform({ x: 6, y: 8, width: stage.width - 12, height: stage.height - 16 },
                        [0, 10], [0, 4.3]);
    const group = stage.fresh("scene");
    const at = (p: Point): Point => view.to(p);
    const floor = [state.left, state.right, [state.right[0], 0], [state.left[0], 0]] as Point[];
    group.append(polygon(floor.map(at), { class: "fill-b fainter" }));
    if (state.rule === "same") {
      const n = unit([-(state.right[1] - state.left[1]), state.right[0] - state.left[0]]);
      const up = (p: Point): Point => at(add(p, scale(n, state.share)));
      group.append(polygon([at(state.left), at(state.right), up(state.right), up(state.left)],
                           { class: "fill-unsure fainter" }));
      group.append(line(up(state.left), up(state.right), { class: "line-unsure thin dashed",
                                                           "data-part": "separation" }));
    }
    group.append(line(at(state.left), at(state.right), { class: "line-b thick round",
                                                         "data-part": "floor" }));
    group.append(polyline([state.start, ...steps.map((s) => s.to)].map(at),
                          { class: "line-a mid fill-none round", opacity: 0.6 }));
    let lastLabel: Point = [-100, -100];
    steps.forEach((s, k) => {
      const p = at(s.to);
      const stuck = isStuck(s);
      group.append(circle(p, stuck ? 5 : 4, { class: stuck ? "fill-contact" : "fill-a",
                                              "data-part": stuck ? "stuck" : "step" }));
      if (length(sub(p, lastLabel)) > 24) {
        group.append(label([p[0], p[1] - 12], String(k + 1),
                           { class: "small", "text-anchor": "middle" }));
        lastLabel = p;
      }
      if (s.contact && !stuck) {
        group.append(line(p, at(add(s.from, s.wish)), { class: "line-contact thin dashed faint" }));
      }
    });
    for (const h of handles) h.place();
  }

  function drawBars(steps: WalkStep[]): void {
    const area = { x: 44, y: 26, width: bars.width - 60, height: bars.height - 50 };
    const plot = new View(area, [0, kSteps], [0, 1]);
    const group = bars.fresh("bars");
    group.append(axisY(plot, { values: [0, 0.5, 1], grid: true,
                               name: "time of impact of each step" }));
    steps.forEach((s, k) => {
      const x = plot.x(k + 0.2), width = plot.x(k + 0.8) - x;
      const tone = isStuck(s) ? "contact" : s.contact ? "unsure" : "free";
      const y = Math.min(plot.y(s.toi), plot.y(0) - 3);
      group.append(rect({ x, y, width, height: plot.y(0) - y },
                        { class: `fill-${tone}`, rx: 2, "data-part": "bar", "data-toi": s.toi }));
      group.append(label([x + width / 2, plot.y(0) + 16], count(k + 1),
                         { class: "tick", "text-anchor": "middle" }));
    });
  }

  for (const s of [stage, bars]) s.onDraw(draw);
}
