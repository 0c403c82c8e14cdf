// Figure 6: a door that turns, against two shortcuts that do not: the hull of its two ends, and
// straight lines from one end to the other.
import type { BodyMotion, BodyResult, PolyhedronDescription } from "firstcontact";
import { Readout, Slider, TimeControl } from "../drawing/controls";
import { svg } from "../drawing/dom";
import { fixed } from "../drawing/format";
import { Handle } from "../drawing/handle";
import { prism } from "../drawing/solids";
import { circle, label, polygon, Stage, View } from "../drawing/stage";
import { add, clamp, convexHull, mix, type Point } from "../drawing/vectors";
import type { FigureHost } from "./figure";

export const title = "A door that turns, and two shortcuts that do not";
export const hint = "Drag the post to where the three answers differ. Change the angle.";

const kMost = 190 * Math.PI / 180;    // how far the door opens
const kLength = 3.4, kHalf = 0.13, kPost = 0.16;
interface Door { angle: number; post: Point }
const initial: Door = { angle: 100 * Math.PI / 180, post: [2.05, 2.35] };

const rod: Point[] = [[0, -kHalf], [kLength, -kHalf], [kLength, kHalf], [0, kHalf]];
const turned = (p: Point, angle: number): Point => [
  p[0] * Math.cos(angle) - p[1] * Math.sin(angle), p[0] * Math.sin(angle) + p[1] * Math.cos(angle)];

interface Question { body: PolyhedronDescription; motion: BodyMotion; post: PolyhedronDescription }
type Variant = "turn" | "straight" | "hull";

/** The same question three times: the real turn, straight lines, and the hull of both ends at
    rest. The post rests. */
function doorQuestions(door: Door): Record<Variant, Question> {
  const body = prism(rod);
  const post = prism(Array.from({ length: 12 }, (_, k): Point =>
    add(door.post, turned([kPost, 0], k * Math.PI / 6))));
  const axis = [0, 0, 1] as const;
  return {
    turn: { body, post, motion: { kind: "turn", axis, point: [0, 0, 0], angle: door.angle,
                                  travel: 0 } },
    straight: { body, post, motion: { kind: "linear", from: {}, to: { axis, angle: door.angle } } },
    hull: { body: prism(hullOf(door)), post, motion: { kind: "rest" } },
  };
}

function hullOf(door: Door): Point[] {
  return convexHull([...rod, ...rod.map((p) => turned(p, door.angle))]);
}

export function mount(host: FigureHost): void {
  const state = { ...initial };
  let time = 1;
  const stage = new Stage(host.body, {
    label: "A door seen from above, its hinge, and a post",
    height: (w) => clamp(w * 0.54, 220, 390),
  });
  host.onRemove(() => stage.dispose());
  stage.layer("scene");
  let view = new View({ x: 0, y: 0, width: 1, height: 1 }, [0, 1], [0, 1]);
  const handles = [
    new Handle(stage, {
      label: "Post", colour: "b", step: 0.05, radius: 8, view: () => view, get: () => state.post,
      range: { x: [-3.6, 3.8], y: [-0.6, 3.5] },
      move: (post) => update({ post }),
    }),
    new Handle(stage, {
      label: "End of the door", colour: "a", hollow: true, step: 0.1, view: () => view,
      get: () => turned([kLength, 0], state.angle),
      move: (p) => {
        const angle = Math.atan2(p[1], p[0]);
        update({ angle: clamp(angle < -0.4 ? angle + 2 * Math.PI : angle, 0.1, kMost) });
      },
      format: () => `${Math.round(state.angle * 180 / Math.PI)} degrees`,
    }),
  ];
  const angle = new Slider({
    label: "angle", min: 6, max: Math.round(kMost * 180 / Math.PI), step: 1,
    value: state.angle * 180 / Math.PI, colour: "a",
    format: (v) => `${v}°`, onInput: (v) => update({ angle: v * Math.PI / 180 }),
  });
  const control = new TimeControl({ value: time, onTime: (t) => {
    time = t;
    draw();
  } });
  host.controls.append(control.element, angle.element);
  const readout = new Readout(["the real turn", "straight lines", "hull of both ends"]);
  host.below(readout.element);
  host.onReset(() => update(initial));

  function update(change: Partial<Door>): void {
    Object.assign(state, change);
    angle.value = Math.round(state.angle * 180 / Math.PI);
    draw();
  }

  function draw(): void {
    const asked = doorQuestions(state);
    const answer = (q: Question): BodyResult =>
      host.solver.firstContact(q.body, q.motion, q.post, { kind: "rest" });
    const answers = { turn: answer(asked.turn), straight: answer(asked.straight),
                      hull: answer(asked.hull) };
    host.record({ asked, answers });
    drawScene(answers);
    const hit = answers.turn.status === "Contact";
    readout.set("the real turn", hit ? `contact ${fixed(answers.turn.toi, 6)}` : "free",
                hit ? "contact" : "free", answers.turn.toi);
    const compare = (name: string, said: boolean, text: string, toi: number): void =>
      readout.set(name, said === hit ? text : said ? `${text}: false alarm` : `${text}: missed`,
                  said === hit ? "" : said ? "unsure" : "contact", toi);
    const straight = answers.straight.status === "Contact";
    compare("straight lines", straight,
            straight ? `contact ${fixed(answers.straight.toi, 3)}` : "free",
            answers.straight.toi);
    const hull = answers.hull.status === "Contact";
    compare("hull of both ends", hull, hull ? "contact" : "free", answers.hull.toi);
    const verdict = (said: boolean): string =>
      said === hit ? "agrees" : said ? "raises a false alarm" : "misses it";
    const truth = hit ? `meets the post at t = ${fixed(answers.turn.toi, 4)}` : "passes the post";
    host.say(`The door ${truth}. Moving along straight lines ${verdict(straight)}; the hull of ` +
             `both ends ${verdict(hull)}.`);
  }

  function drawScene(answers: Record<Variant, BodyResult>): void {
    view = View.uniform({ x: 6, y: 8, width: stage.width - 12, height: stage.height - 16 },
                        [-3.8, 3.9], [-0.75, 3.7]);
    const group = stage.fresh("scene");
    const at = (p: Point): Point => view.to(p);
    // What the turn sweeps: a sector with rounded sides.
    const sweep: Point[] = [];
    const reach = Math.hypot(kLength, kHalf), lean = Math.atan2(kHalf, kLength);
    for (let k = 0; k <= 60; ++k) {
      const a = -lean + (state.angle + 2 * lean) * k / 60;
      sweep.push([reach * Math.cos(a), reach * Math.sin(a)]);
    }
    sweep.push(turned([0, kHalf], state.angle), turned([0, -kHalf], state.angle / 2), [0, -kHalf]);
    group.append(polygon(sweep.map(at), { class: "fill-a fainter", "data-part": "sweep" }));
    group.append(polygon(hullOf(state).map(at), { class: "fill-none line-unsure mid dashed",
                                                  "data-part": "hull" }));
    const tipPath = Array.from({ length: 2 }, (_, k) => turned([kLength, 0], state.angle * k));
    group.append(svg("line", { x1: at(tipPath[0]!)[0], y1: at(tipPath[0]!)[1],
                               x2: at(tipPath[1]!)[0], y2: at(tipPath[1]!)[1],
                               class: "line-soft thin dotted" }));
    const end = rod.map((p) => turned(p, state.angle));
    const straightNow = rod.map((p, i) => mix(p, end[i]!, time));
    group.append(polygon(rod.map(at), { class: "fill-a faint" }));
    group.append(polygon(end.map(at), { class: "fill-a faint" }));
    if (time > 0 && time < 1) {
      group.append(polygon(straightNow.map(at), { class: "fill-none line-soft mid",
                                                  "data-part": "straight" }));
      const tip = at(mix([kLength, 0], turned([kLength, 0], state.angle), time));
      group.append(label([tip[0] + 8, tip[1] + 4], "straight lines", { class: "small" }));
    }
    const stop = answers.turn.status === "Contact" ? Math.min(time, answers.turn.toi) : time;
    group.append(polygon(rod.map((p) => at(turned(p, state.angle * stop))),
                         { class: "fill-a", "data-part": "door" }));
    group.append(circle(at([0, 0]), 5, { class: "fill-paper line-ink mid" }));
    group.append(circle(at(state.post), view.size(kPost),
                        { class: "fill-b", "data-part": "post" }));
    const below = at(rod[1]!);
    group.append(label([below[0], below[1] + 19], "hull of both ends",
                       { class: "label fill-unsure", "text-anchor": "end" }));
    if (answers.turn.status === "Contact") {
      const p = answers.turn.pointB;
      group.append(circle(at([p[0], p[1]]), 12, { class: "fill-none line-contact",
                                                  "stroke-width": 3, "data-part": "contact" }));
    }
    for (const h of handles) h.place();
  }

  stage.onDraw(draw);
}
