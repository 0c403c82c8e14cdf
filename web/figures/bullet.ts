// Figure 1: a bullet, a wall, and frames that miss it.
import { pointSegment2D, type FirstContact, type Query } from "firstcontact";
import { Readout, Slider, TimeControl } from "../drawing/controls";
import { svg } from "../drawing/dom";
import { fixed } from "../drawing/format";
import { Handle } from "../drawing/handle";
import { circle, label, line, rect, Stage, View } from "../drawing/stage";
import { add, clamp, length, mix, scale, sub, unit, type Point } from "../drawing/vectors";
import type { FigureHost } from "./figure";

export const title = "The bullet that frames miss";
export const hint = "Drag the muzzle, the target or the wall. Then make the bullet faster.";

const kWorld = { x: [0.2, 11.8] as const, y: [0.25, 3.35] as const };
const kRound = [1, 2, 5, 10, 20, 50, 100, 200, 500];  // every how many frames one has its number
const kWallLow = 0.5, kWallHigh = 3.1;

interface State {
  muzzle: Point;
  target: Point;
  wall: number;       // x of the front of the wall, in metres
  thickness: number;  // in metres
  speed: number;      // in metres a second
  rate: number;       // frames a second
  time: number;       // share of the flight
}

const initial: State = { muzzle: [0.7, 1.1], target: [11.3, 2.5], wall: 6.55, thickness: 0.25,
                         speed: 240, rate: 60, time: 1 };

interface Hit { frame: number; toi: number; time: number; point: Point }
/** The flight from one frame to the next against one side of the wall. */
interface Question { frame: number; query: Query }

/** The corners of the wall in order. */
function wallCorners(s: State): Point[] {
  return [[s.wall, kWallLow], [s.wall, kWallHigh],
          [s.wall + s.thickness, kWallHigh], [s.wall + s.thickness, kWallLow]];
}

/** Where the bullet is in each frame, to the first one beyond the target. */
function framePositions(s: State): Point[] {
  const way = sub(s.target, s.muzzle);
  const stride = s.speed / s.rate;
  const frames = Math.ceil(length(way) / stride);
  const step = scale(unit(way), stride);
  return Array.from({ length: frames + 1 }, (_, k) => add(s.muzzle, scale(step, k)));
}

/** The first contact of the bullet with a side of the wall, asked of the solver frame by frame, and
    all that was asked. */
function firstHit(fc: FirstContact, s: State): { hit: Hit | undefined; asked: Question[] } {
  const asked: Question[] = [];
  const frames = framePositions(s);
  const corners = wallCorners(s);
  for (let k = 0; k + 1 < frames.length; ++k) {
    let toi = Infinity;
    corners.forEach((corner, i) => {
      const next = corners[(i + 1) % 4]!;
      const query = pointSegment2D({ pT0: frames[k]!, pT1: frames[k + 1]!,
                                     s0T0: corner, s0T1: corner, s1T0: next, s1T1: next });
      asked.push({ frame: k, query });
      const result = fc.solve(query);
      if (result.status === "Contact") toi = Math.min(toi, result.toi);
    });
    if (toi <= 1) {
      const point = mix(frames[k]!, frames[k + 1]!, toi);
      return { hit: { frame: k, toi, time: (k + toi) / s.rate, point }, asked };
    }
  }
  return { hit: undefined, asked };
}

export function mount(host: FigureHost): void {
  const state = { ...initial };
  const stage = new Stage(host.body, {
    label: "A bullet flies from the left to the right towards a wall",
    height: (w) => Math.round(w * 0.27) + 34,
  });
  host.onRemove(() => stage.dispose());
  stage.layer("scene");
  stage.layer("handles");
  stage.layer("bullet");
  let view = new View({ x: 0, y: 0, width: 1, height: 1 }, [0, 1], [0, 1]);

  const handles = [
    new Handle(stage, {
      label: "Muzzle", colour: "a", step: 0.1, view: () => view, get: () => state.muzzle,
      range: { x: [0.3, 3], y: [0.3, 3.3] },
      move: (p) => update({ muzzle: p }),
    }),
    new Handle(stage, {
      label: "Target", colour: "a", hollow: true, step: 0.1, view: () => view,
      get: () => state.target, range: { x: [9, 11.6], y: [0.3, 3.3] },
      move: (p) => update({ target: p }),
    }),
    new Handle(stage, {
      label: "Wall", colour: "b", axis: "x", step: 0.05, view: () => view,
      get: () => [state.wall + state.thickness / 2, kWallLow], range: { x: [3.5, 8.5], y: [0, 4] },
      move: (p) => update({ wall: p[0] - state.thickness / 2 }),
      format: () => `front at ${fixed(state.wall, 2)} metres`,
    }),
  ];

  const speed = new Slider({
    label: "speed", min: 10, max: 600, step: 1, value: state.speed, colour: "a",
    format: (v) => `${v} m/s`, onInput: (v) => update({ speed: v }),
  });
  const thickness = new Slider({
    label: "wall", min: 0, max: 1, step: 0.01, value: state.thickness, colour: "b",
    format: (v) => `${Math.round(v * 100)} cm`, onInput: (v) => update({ thickness: v }),
  });
  const rate = new Slider({
    label: "frames a second", min: 24, max: 1200, step: 12, value: state.rate,
    format: (v) => String(v), onInput: (v) => update({ rate: v }),
  });
  const time = new TimeControl({
    label: "slow motion", value: 1, seconds: 4,
    format: (t) => `${fixed(t * flight() * 1000, 1)} ms`,
    onTime: (t) => update({ time: t }),
  });
  host.controls.append(time.element, speed.element, thickness.element, rate.element);
  const readout = new Readout(["between two frames", "frames see", "FirstContact finds"]);
  host.below(readout.element);
  host.onReset(() => {
    Object.assign(state, initial);
    speed.value = state.speed;
    thickness.value = state.thickness;
    rate.value = state.rate;
    update({});
  });

  function flight(): number { return length(sub(state.target, state.muzzle)) / state.speed; }

  function update(change: Partial<State>): void {
    Object.assign(state, change);
    time.value = state.time;
    draw();
  }

  function draw(): void {
    view = View.uniform({ x: 6, y: 24, width: stage.width - 12, height: stage.height - 34 },
                        kWorld.x, kWorld.y);
    const scene = stage.fresh("scene");
    const frames = framePositions(state);
    const { hit, asked } = firstHit(host.solver, state);
    host.record({ rate: state.rate, asked, hit });
    const inside = (p: Point): boolean => p[0] >= state.wall &&
      p[0] <= state.wall + state.thickness && p[1] >= kWallLow && p[1] <= kWallHigh;
    const seen = frames.findIndex(inside);

    const wallTop = view.to([state.wall, kWallHigh]), wallBottom = view.to([state.wall, kWallLow]);
    scene.append(rect({ x: wallTop[0], y: wallTop[1],
                        width: Math.max(2, view.size(state.thickness)),
                        height: wallBottom[1] - wallTop[1] },
                      { class: "fill-b", "data-part": "wall" }));
    const end = frames.at(-1)!;
    scene.append(line(view.to(state.muzzle), view.to(state.target),
                      { class: "line-a thin dashed", opacity: 0.5 }));

    // Frames as rings; numbers below them where there is room.
    const stride = view.size(state.speed / state.rate);
    const every = kRound.find((n) => n * stride >= 74) ?? frames.length;
    const wallMiddle = view.x(state.wall + state.thickness / 2);
    frames.forEach((p, k) => {
      if (p === end && p[0] > kWorld.x[1]) return;
      const at = view.to(p);
      const isSeen = inside(p);
      scene.append(circle(at, stride < 12 ? 2.5 : 5, {
        class: isSeen ? "fill-contact line-contact mid" : "fill-paper line-soft mid",
        "data-part": "frame" }));
      // The name of a frame stays inside the drawing and does not cross the wall.
      const x = clamp(at[0], 30, stage.width - 30);
      const clear = Math.abs(x - wallMiddle) > 32 + view.size(state.thickness) / 2;
      if (k % every === 0 && k > 0 && clear) {
        scene.append(label([x, at[1] + 22], `frame ${k}`,
                           { class: "small", "text-anchor": "middle" }));
      }
    });

    drawBullet(hit);
    for (const handle of handles) handle.place();
    if (hit) {
      const at = view.to(hit.point);
      scene.append(circle(at, 13, { class: "fill-none line-contact", "stroke-width": 3,
                                    "data-part": "contact" }));
      const text = `contact at t = ${fixed(hit.toi, 3)} after frame ${hit.frame}`;
      const half = 4 + 3.9 * text.length;
      scene.append(label([clamp(at[0], half, stage.width - half), 15], text,
                         { class: "label fill-contact", "text-anchor": "middle",
                           "font-weight": 600 }));
      scene.append(line([at[0], 22], [at[0], at[1] - 16],
                        { class: "line-contact thin", opacity: 0.5 }));
    }

    readout.set("between two frames", `${fixed(state.speed / state.rate, 2)} m`);
    readout.set("frames see", seen >= 0 ? `a hit in frame ${seen}` : "nothing",
                hit && seen < 0 ? "contact" : "");
    readout.set("FirstContact finds",
                hit ? `contact, ${fixed(hit.time * 1000, 3)} ms` : "free: it passes the wall",
                hit ? "contact" : "free", hit?.time);
    host.say(hit
      ? seen < 0
        ? `No frame shows the bullet in the wall, yet it hits ${fixed(hit.toi, 3)} of the way ` +
          `from frame ${hit.frame} to frame ${hit.frame + 1}.`
        : `Frame ${seen} happens to show the bullet in the wall. The contact began ` +
          `${fixed(hit.toi, 3)} of a frame after frame ${hit.frame}.`
      : "The bullet passes the wall; every piece of its way is proven free.");
  }

  /** The bullet at the time of the slider: it stops at the contact; its ghost, which only frames
      look after, flies on. */
  function drawBullet(hit: Hit | undefined): void {
    const group = stage.fresh("bullet");
    group.setAttribute("pointer-events", "none");
    const now = state.time * flight();
    const at = (seconds: number): Point =>
      add(state.muzzle, scale(unit(sub(state.target, state.muzzle)), state.speed * seconds));
    const stopped = hit && now >= hit.time;
    if (stopped && now > hit.time) {
      group.append(circle(view.to(at(now)), 6, { class: "fill-a faint", "data-part": "ghost" }));
    }
    const tip = view.to(at(stopped ? hit.time : now));
    const back = sub(tip, scale(unit(sub(view.to(state.target), view.to(state.muzzle))), 26));
    group.append(svg("line", { x1: back[0], y1: back[1], x2: tip[0], y2: tip[1],
                               class: "line-a round", "stroke-width": 5, opacity: 0.35 }));
    group.append(circle(tip, 6, { class: "fill-a", "data-part": "bullet" }));
  }

  stage.onDraw(draw);
}
