// Figure 8: boxes around the motion of a chain of links: by interval arithmetic and by Taylor
// models.
import type { Box, LinkDescription, RobotScene, RobotSceneInput, Vec3 } from "firstcontact";
import { Choice, Readout, Slider, TimeControl } from "../drawing/controls";
import { fixed } from "../drawing/format";
import { Handle } from "../drawing/handle";
import { circle, label, polygon, polyline, rect, Stage, View } from "../drawing/stage";
import { add, clamp, type Point } from "../drawing/vectors";
import type { FigureHost } from "./figure";

export const title = "Boxes around a whole motion, along a robot's chain";
export const hint = "Drag the obstacle. Add links, turn more, and compare the two kinds of boxes.";

const kLink = 0.9, kWide = 0.22, kObstacle = 0.22;
type Bounds = "taylor" | "interval";
interface Chain { links: number; angle: number; pieces: number; obstacle: Point }
const initial: Chain = { links: 8, angle: 14, pieces: 1, obstacle: [8, 4.3] };

/** Configurations at both ends of the motion: every joint turns by the same angle. */
function chainMotion(c: Chain): { q0: number[]; q1: number[] } {
  const q0 = Array.from({ length: c.links }, (_, k) => (k === 0 ? 0 : k % 2 ? 0.5 : -0.5));
  return { q0, q1: q0.map((q) => q + c.angle * Math.PI / 180) };
}

function chainScene(c: Chain): RobotSceneInput {
  const links = Array.from({ length: c.links }, (_, k): LinkDescription => ({
    name: `link ${k + 1}`, parent: k,
    joint: { name: `joint ${k + 1}`, type: "Continuous", axis: [0, 0, 1],
             origin: { position: k === 0 ? [0, 0, 0] : [kLink, 0, 0] } },
    shapes: [{ kind: "box", size: [kLink, kWide, kWide], pose: { position: [kLink / 2, 0, 0] } }],
  }));
  const base: LinkDescription = { name: "base", parent: -1, joint: { name: "", type: "Fixed" } };
  const allowed = links.flatMap((a, i) =>
    links.slice(i + 1).map((b): [string, string] => [a.name, b.name]));
  return {
    robot: { name: "chain", links: [base, ...links] }, allowed,
    objects: [{ name: "obstacle", shapes: [{ kind: "sphere", radius: kObstacle }],
                pose: { position: [c.obstacle[0], c.obstacle[1], 0] } }],
  };
}

/** The box around the boxes of one body over all pieces of time. */
function union(boxes: Box[]): Box {
  const all = (f: (b: Box) => readonly number[], g: (...v: number[]) => number): Vec3 =>
    [0, 1, 2].map((k) => g(...boxes.map((b) => f(b)[k]!))) as unknown as Vec3;
  return { min: all((b) => b.min, Math.min), max: all((b) => b.max, Math.max) };
}

const diagonal = (b: Box): number => Math.hypot(b.max[0] - b.min[0], b.max[1] - b.min[1]);

export function mount(host: FigureHost): void {
  const state = { ...initial };
  let bounds: Bounds = "taylor", time = 0;
  const stage = new Stage(host.body, {
    label: "A chain of links in the plane and boxes around their motion",
    height: (w) => clamp(w * 0.62, 300, 440),
  });
  host.onRemove(() => stage.dispose());
  stage.element.classList.add("clipped");
  stage.layer("scene");
  let view = new View({ x: 0, y: 0, width: 1, height: 1 }, [0, 1], [0, 1]);
  const handle = new Handle(stage, {
    label: "Obstacle", colour: "b", step: 0.1, radius: 8, view: () => view,
    get: () => state.obstacle, range: { x: [-2, 8.8], y: [-0.9, 6.1] },
    move: (obstacle) => update({ obstacle }),
  });
  const choice = new Choice<Bounds>("Boxes by", [["taylor", "Taylor models"],
                                                 ["interval", "intervals"]], bounds, (b) => {
    bounds = b;
    draw();
  });
  const links = new Slider({ label: "links", min: 2, max: 12, step: 1, value: state.links,
    colour: "a", format: String, onInput: (v) => update({ links: v }) });
  const angle = new Slider({ label: "each joint turns", min: 1, max: 40, step: 1,
    value: state.angle, colour: "a", format: (v) => `${v}°`,
    onInput: (v) => update({ angle: v }) });
  const pieces = new Slider({ label: "pieces of time", min: 0, max: 4, step: 1, value: 0,
    format: (v) => String(2 ** v), onInput: (v) => update({ pieces: 2 ** v }) });
  const control = new TimeControl({ value: 0, onTime: (t) => {
    time = t;
    draw();
  } });
  host.controls.append(choice.element, control.element, links.element, angle.element,
                       pieces.element);
  const readout = new Readout(["last link, Taylor box", "last link, interval box",
                               "links to look at", "certified answer"]);
  host.below(readout.element);
  host.onReset(() => {
    links.value = initial.links;
    angle.value = initial.angle;
    pieces.value = 0;
    choice.value = bounds = "taylor";
    update(initial);
  });

  function update(change: Partial<Chain>): void {
    Object.assign(state, change);
    draw();
  }

  function draw(): void {
    const asked = chainScene(state);
    const scene = host.solver.createRobotScene(asked);
    const { q0, q1 } = chainMotion(state);
    const boxes = { taylor: scene.motionBoxes(q0, q1, state.pieces, true),
                    interval: scene.motionBoxes(q0, q1, state.pieces, false) };
    const answer = scene.firstContact(q0, q1);
    host.record({ scene: asked, q0, q1, pieces: state.pieces, boxes, answer });
    drawScene(scene, boxes, answer.status === "Contact" ? answer.toi : undefined);
    const last = state.links - 1;
    const size = (kind: Bounds): number =>
      diagonal(union(boxes[kind].map((piece) => piece.boxes[last]!)));
    const near = (kind: Bounds): number => Array.from({ length: state.links }, (_, k) => k)
      .filter((k) => boxes[kind].some((piece) => touches(piece.boxes[k]!))).length;
    const taylor = size("taylor"), interval = size("interval");
    readout.set("last link, Taylor box", `${fixed(taylor, 3)} across`, "free", taylor);
    readout.set("last link, interval box", `${fixed(interval, 3)} across`, "unsure", interval);
    readout.set("links to look at", `${near("taylor")} (intervals: ${near("interval")})`);
    readout.set("certified answer", answer.status === "Contact"
      ? `contact ${fixed(answer.toi, 6)}` : answer.status === "Free" ? "free" : answer.status,
      answer.status === "Contact" ? "contact" : "free", answer.toi);
    host.say(`The box around the last link's motion is ${fixed(taylor, 2)} across by Taylor ` +
             `models and ${fixed(interval, 2)} by intervals, ${fixed(interval / taylor, 1)} ` +
             "times as large.");
    scene.dispose();
  }

  /** Whether a box reaches the obstacle's box. */
  function touches(b: Box): boolean {
    return [0, 1].every((k) => b.min[k]! <= state.obstacle[k]! + kObstacle &&
                               b.max[k]! >= state.obstacle[k]! - kObstacle);
  }

  function drawScene(scene: RobotScene, boxes: Record<Bounds, { boxes: Box[] }[]>,
                     toi: number | undefined): void {
    // A longer chain is seen from farther away.
    const far = Math.max(1, state.links / 8);
    view = View.uniform({ x: 6, y: 6, width: stage.width - 12, height: stage.height - 12 },
                        [-2.2 * far, 9 * far], [-1.1 * far, 6.3 * far]);
    const group = stage.fresh("scene");
    const { q0, q1 } = chainMotion(state);
    const tone = bounds === "taylor" ? "free" : "unsure";
    for (const piece of boxes[bounds]) {
      piece.boxes.slice(0, state.links).forEach((b, k) => {
        const low = view.to([b.min[0], b.min[1]]), high = view.to([b.max[0], b.max[1]]);
        const x = clamp(low[0], -4, stage.width + 4), y = clamp(high[1], -4, stage.height + 4);
        const hit = touches(b);
        const last = k === state.links - 1;
        group.append(rect({ x, y, width: clamp(high[0], -4, stage.width + 4) - x,
                            height: clamp(low[1], -4, stage.height + 4) - y },
                          { class: `fill-${tone} line-${hit ? "contact" : tone}`,
                            "fill-opacity": last ? 0.14 : 0.05, "stroke-width": last || hit ? 2 : 1,
                            "stroke-opacity": last || hit ? 1 : 0.5, "data-part": "box" }));
      });
    }
    const outline = (q: number[]): { links: Point[][]; joints: Point[]; tip: Point } => {
      const poses = scene.linkPoses(q).slice(1);  // without the base
      const at = (k: number, p: Point): Point => {
        const { rotation: m, position: o } = poses[k]!;
        return add([o[0], o[1]], [m[0]! * p[0] + m[1]! * p[1], m[3]! * p[0] + m[4]! * p[1]]);
      };
      const h = kWide / 2;
      return {
        links: poses.map((_, k) => ([[0, -h], [kLink, -h], [kLink, h], [0, h]] as Point[])
          .map((p) => at(k, p))),
        joints: poses.map((_, k) => at(k, [0, 0])),
        tip: at(poses.length - 1, [kLink, 0]),
      };
    };
    const trail = Array.from({ length: 41 }, (_, k) =>
      view.to(outline(scene.configurationAt(q0, q1, k / 40)).tip));
    group.append(polyline(trail, { class: "line-a fill-none thin dashed" }));
    for (const t of [0, 1]) {
      for (const link of outline(scene.configurationAt(q0, q1, t)).links) {
        group.append(polygon(link.map((p) => view.to(p)), { class: "fill-a", opacity: 0.22 }));
      }
    }
    const now = outline(scene.configurationAt(q0, q1, time));
    for (const link of now.links) {
      group.append(polygon(link.map((p) => view.to(p)), { class: "fill-a line-paper thin",
                                                          "data-part": "link" }));
    }
    for (const joint of now.joints) {
      group.append(circle(view.to(joint), 3.5, { class: "fill-paper line-ink thin" }));
    }
    group.append(circle(view.to(state.obstacle), view.size(kObstacle),
                        { class: "fill-b", "data-part": "obstacle" }));
    if (toi !== undefined && time >= toi) {
      group.append(circle(view.to(state.obstacle), view.size(kObstacle) + 8,
                          { class: "fill-none line-contact", "stroke-width": 3,
                            "data-part": "contact" }));
    }
    const b = union(boxes[bounds].map((piece) => piece.boxes[state.links - 1]!));
    const corner = view.to([b.min[0], b.max[1]]);
    group.append(label([clamp(corner[0] + 6, 8, stage.width - 110),
                        clamp(corner[1] - 8, 16, stage.height - 8)], "box of the last link",
                       { class: `label fill-${tone}` }));
    handle.place();
  }

  stage.onDraw(draw);
}
