// Figure 7: two rings in screw motion, and the screen on which all their collisions are crossings.
import type { CollisionScreen, Pose, PoseChange, PoseInput } from "firstcontact";
import { button, Choice, Readout, Slider, TimeControl } from "../drawing/controls";
import { axisX, axisY, ticks } from "../drawing/axes";
import { html, svg } from "../drawing/dom";
import { count, fixed } from "../drawing/format";
import { edgesOf, Markers, Scene3D, Surface, trianglesOf } from "../drawing/scene3d";
import { torus } from "../drawing/solids";
import { circle, label, Stage, View } from "../drawing/stage";
import { clamp, type Point } from "../drawing/vectors";
import { colour, type FigureHost } from "./figure";

export const title = "One picture of all collisions: the collision screen";
export const hint = "Each ring on the screen is a collision: click it, or step through them.";

const panelHeight = (w: number): number => clamp(w * 0.94, 280, 350);
const ring = torus(1, 0.32, 20, 10);
type Mode = "Pixels" | "Certified";

interface RingMotion { turn: number; travel: number }
const initial: RingMotion = { turn: 100, travel: 4.4 };

/** Ring a rests; ring b comes from below, turns about an axis beside it, and travels upward. */
function ringMotions(m: RingMotion): { a: PoseChange; b: PoseChange } {
  const half = m.turn * Math.PI / 360;
  const place = (side: -1 | 1): PoseInput => {
    // About the vertical axis through (-1.6, 0).
    const a = side * half;
    return { position: [-1.6 + 2.2 * Math.cos(a), 2.2 * Math.sin(a), side * m.travel / 2],
             axis: [0, 0, 1], angle: a };
  };
  const tilt = { axis: [1, 0, 0] as [number, number, number], angle: 0.5 };
  return { a: { from: tilt, to: tilt }, b: { from: place(-1), to: place(1) } };
}

export function mount(host: FigureHost): void {
  host.body.classList.add("two");
  const left = html("div", { class: "panel" }), right = html("div", { class: "panel" });
  host.body.append(left, right);
  const space = new Scene3D(left, {
    label: "Two rings, one at rest, one turning and rising", target: [0.1, 0, -0.1], distance: 8.2,
    around: -1.05, above: 0.32, height: panelHeight,
  });
  const stage = new Stage(right, { label: "The collision screen",
                                   height: panelHeight });
  host.onRemove(() => {
    space.dispose();
    stage.dispose();
  });
  const triangles = trianglesOf(ring.faces), edges = edgesOf(ring.faces);
  const ringA = new Surface(triangles, edges).addTo(space.scene);
  const ringB = new Surface(triangles, edges).addTo(space.scene);
  const marker = new Markers(space.scene, 0.07);

  const state = { ...initial };
  let mode: Mode = "Pixels", pixel = 0.06, chosen = 0, time = 0;
  let screen: CollisionScreen;

  const control = new TimeControl({ value: 0, onTime: (t) => {
    time = t;
    chosen = -1;
    draw();
  } });
  const choice = new Choice<Mode>("Screen", [["Pixels", "pixels"], ["Certified", "exact curves"]],
                                  mode, (m) => {
    mode = m;
    compute();
  });
  const size = new Slider({
    label: "pixel", min: 0.02, max: 0.16, step: 0.01, value: pixel, format: (v) => fixed(v, 2),
    onInput: (v) => {
      pixel = v;
      compute();
    },
  });
  const turn = new Slider({
    label: "turn", min: 20, max: 170, step: 1, value: state.turn, colour: "b",
    format: (v) => `${v}°`, onInput: (v) => {
      state.turn = v;
      compute();
    },
  });
  const previous = button("Previous", () => choose(nextFrom(-1)));
  const next = button("Next collision", () => choose(nextFrom(1)), "main");
  host.controls.append(html("div", { class: "row" }, previous, next), control.element,
                       choice.element, size.element, turn.element);
  const readout = new Readout(["collisions", "chosen", "its time", "pixels drawn"]);
  host.below(readout.element);
  host.onTheme(draw);
  host.onReset(() => {
    Object.assign(state, initial);
    turn.value = state.turn;
    size.value = pixel = 0.06;
    choice.value = mode = "Pixels";
    space.reset();
    compute();
  });

  function nextFrom(step: 1 | -1): number {
    if (chosen >= 0) return chosen + step;
    const later = screen.collisions.findIndex((c) => c.time >= time);
    const first = later < 0 ? screen.collisions.length : later;
    return step > 0 ? first : first - 1;
  }

  function choose(index: number): void {
    if (screen.collisions.length === 0) return;
    chosen = clamp(index, 0, screen.collisions.length - 1);
    time = clamp(screen.collisions[chosen]!.time, 0, 1);
    control.stop();
    control.value = time;
    draw();
  }

  function compute(): void {
    const { a, b } = ringMotions(state);
    const options = { mode, resolution: pixel, minProperness: 0, samples: 16 };
    screen = host.solver.collisionScreen(ring, a, ring, b, options);
    host.record({ ring, a, b, options, screen });
    if (screen.collisions.length) choose(0);
    else draw();
  }

  function placed(pose: Pose): Float32Array {
    const out = new Float32Array(ring.vertices.length * 3);
    ring.vertices.forEach((v, i) => {
      for (let k = 0; k < 3; ++k) {
        out[3 * i + k] = pose.position[k]! + pose.rotation[3 * k]! * v[0] +
                         pose.rotation[3 * k + 1]! * v[1] + pose.rotation[3 * k + 2]! * v[2];
      }
    });
    return out;
  }

  function draw(): void {
    const { a, b } = ringMotions(state);
    const poses = host.solver.posesAt(a, b, time);
    ringA.setPositions(placed(poses.a));
    ringB.setPositions(placed(poses.b));
    for (const [surface, name] of [[ringA, "a"], [ringB, "b"]] as const) {
      surface.mesh.material.color.set(colour(host.body, name));
      surface.lines.material.color.set(colour(host.body, "ink"));
    }
    marker.material.color.set(colour(host.body, "contact"));
    const collision = screen.collisions[chosen];
    marker.set(collision ? [collision.point] : []);
    space.redraw();
    drawScreen();

    const n = screen.collisions.length;
    previous.disabled = n === 0 || chosen === 0;
    next.disabled = n === 0 || chosen === n - 1;
    size.input.disabled = mode !== "Pixels";
    size.element.style.opacity = mode === "Pixels" ? "1" : "0.45";
    readout.set("collisions", count(n), n ? "contact" : "free");
    const names = { VF: "vertex on face", FV: "face on vertex", EE: "edge on edge",
                    EF: "edge on face", FE: "face on edge" };
    readout.set("chosen", collision ? `${chosen + 1}: ${names[collision.kind]}` : "none");
    readout.set("its time", collision ? fixed(collision.time, 6) : "none", "time",
                collision?.time);
    readout.set("pixels drawn", mode === "Pixels"
      ? count(pixelCount(screen.pixelsA) + pixelCount(screen.pixelsB)) : "none: exact");
    host.say(n ? `The screen shows ${n} collision${n > 1 ? "s" : ""}; the first one is at t = ` +
                 `${fixed(screen.collisions[0]!.time, 4)}.` +
                 (mode === "Pixels" ? " Pixels are drawn only where both rings may be." : "")
               : "Nothing crosses on the screen at the same time: the rings pass.");
  }

  function drawScreen(): void {
    const group = stage.fresh("screen");
    const points = [...screen.curvesA, ...screen.curvesB].flatMap((c) => c.points);
    if (points.length === 0) return;
    const span = (values: number[]): [number, number] => {
      const low = values.reduce((m, v) => Math.min(m, v), Infinity);
      const high = values.reduce((m, v) => Math.max(m, v), -Infinity);
      return [low - 0.1, high + 0.1];
    };
    const h = span(points.map((p) => p.h)), r = span(points.map((p) => p.r));
    const area = { x: 36, y: 30, width: stage.width - 46, height: stage.height - 74 };
    const plot = View.uniform(area, h, r);
    if (mode === "Pixels") {
      for (const [pixels, name] of [[screen.pixelsA, "a"], [screen.pixelsB, "b"]] as const) {
        group.append(svg("path", { d: pixelPath(pixels, plot), class: `fill-${name}`,
                                   opacity: 0.6, "data-part": `pixels-${name}` }));
      }
    } else {
      for (const [curves, name] of [[screen.curvesA, "a"], [screen.curvesB, "b"]] as const) {
        const d = curves.map((c) => c.points.map((p, i) =>
          `${i ? "L" : "M"}${plot.x(p.h).toFixed(1)},${plot.y(p.r).toFixed(1)}`).join("")).join("");
        group.append(svg("path", { d, class: `fill-none line-${name} thin`, opacity: 0.8,
                                   "data-part": `curves-${name}` }));
      }
    }
    const rings = [...screen.crossings].sort((x) => (x.collision === chosen ? 1 : -1));
    for (const c of rings) {
      const at: Point = [plot.x(c.h), plot.y(c.r)];
      const on = c.collision === chosen;
      const ringMark = circle(at, on ? 9 : 5, {
        class: on ? "fill-none line-contact" : "fill-paper line-contact",
        "stroke-width": on ? 3.5 : 2, "data-part": "crossing", cursor: "pointer" });
      ringMark.addEventListener("click", () => choose(c.collision));
      group.append(ringMark);
    }
    const low = plot.from([area.x, area.y + area.height]);
    const high = plot.from([area.x + area.width, area.y]);
    group.append(axisX(plot, { values: ticks(low[0], high[0], 6), name: "h, across the motion" }),
                 axisY(plot, { values: ticks(low[1], high[1], 6), name: "r, from the axis" }));
    group.append(label([area.x + area.width, area.y - 10], "A", { class: "label fill-a",
                       "text-anchor": "end", dx: -16, "font-weight": 600 }),
                 label([area.x + area.width, area.y - 10], "B", { class: "label fill-b",
                       "text-anchor": "end", "font-weight": 600 }));
  }

  function pixelPath(pixels: Int32Array, plot: View): string {
    const parts: string[] = [];
    const side = plot.size(screen.pixel);
    for (let i = 0; i + 3 < pixels.length; i += 4) {
      const row = pixels[i]!, first = pixels[i + 1]!, last = pixels[i + 2]!;
      const x = plot.x((first - 0.5) * screen.pixel);
      const y = plot.y(screen.rowBase + (row + 0.5) * screen.pixel);
      const wide = (last - first + 1) * side * 0.96;
      parts.push(`M${x.toFixed(1)},${y.toFixed(1)}h${wide.toFixed(1)}` +
                 `v${(side * 0.92).toFixed(1)}H${x.toFixed(1)}z`);
    }
    return parts.join("");
  }

  compute();
  stage.onDraw(draw);
}

/** Different pixels; several edges may share one. */
function pixelCount(pixels: Int32Array): number {
  const seen = new Set<string>();
  for (let i = 0; i + 3 < pixels.length; i += 4) {
    for (let c = pixels[i + 1]!; c <= pixels[i + 2]!; ++c) seen.add(`${pixels[i]},${c}`);
  }
  return seen.size;
}
