// Figure 9: one whole step of a cloth: all impacts, and how far the step may go.
import type { Impact, StepResult } from "firstcontact";
import { button, Readout, Slider, TimeControl } from "../drawing/controls";
import { html } from "../drawing/dom";
import { count, fixed } from "../drawing/format";
import { Color, Dots, edgesOf, Markers, Scene3D, Surface } from "../drawing/scene3d";
import { clamp } from "../drawing/vectors";
import { kSquares, type ClothAnswer, type ClothQuestion, type ClothReply } from "./cloth_messages";
import { clothStep, positionsAt, type ClothStep } from "./cloth_step";
import { colour, type FigureHost } from "./figure";
import { LatestAnswer } from "./latest_answer";

export const title = "A whole step of a cloth";
export const hint = "Scrub; turn the view. Red parts touch, the earlier the stronger; the big " +
  "dot is first.";

const kDrop = 0.46;

export function mount(host: FigureHost): Promise<void> {
  const space = new Scene3D(host.body, {
    label: "A sheet with a folded corner sinks onto a ball", target: [0, 0, 0.12], distance: 5,
    around: -0.72, above: 0.5, height: (w) => clamp(w * 0.58, 280, 430),
  });
  let drop = kDrop, time = 0;
  let answers = 0;
  let wish: ClothQuestion["time"] = "safe";
  let step: ClothStep = clothStep(kSquares, drop);
  let all: StepResult | undefined, safe: StepResult | undefined;
  const facesOf = (from: number, to: number): number[][] =>
    Array.from({ length: to - from }, (_, k) =>
      step.faces.slice(3 * (from + k), 3 * (from + k) + 3));
  const sheetFaces = facesOf(0, step.sheetFaces);
  const ballFaces = facesOf(step.sheetFaces, step.faces.length / 3);
  const sheet = new Surface(sheetFaces.flat(), edgesOf(sheetFaces), true).addTo(space.scene);
  const ball = new Surface(ballFaces.flat(), edgesOf(ballFaces)).addTo(space.scene);
  const dots = new Dots(space.scene, 2);
  const first = new Markers(space.scene, 0.035);

  const control = new TimeControl({ value: 0, onTime: (t) => {
    wish = time = t;
    draw();
    worker.ask({ drop, time });
  } });
  const stop = button("Stop at the safe step", stopSafely, "main");
  const slider = new Slider({
    label: "the sheet sinks by", min: 0.02, max: 0.9, step: 0.02, value: drop, colour: "a",
    format: (v) => fixed(v, 2), onInput: (v) => {
      drop = v;
      worker.ask({ drop, time: wish });
    },
  });
  host.controls.append(html("div", { class: "row" }, stop), control.element, slider.element);
  const readout = new Readout(["triangles", "candidate pairs", "pairs that touch", "safe step",
                               "crossings now", "time to compute"]);
  host.below(readout.element);
  host.onTheme(() => {
    paint();
    draw();
  });
  host.onReset(() => {
    slider.value = drop = kDrop;
    space.reset();
    stopSafely();
  });

  // The figure is there as soon as its first answer is.
  let settle: { done: () => void; failed: (reason: Error) => void };
  const begun = new Promise<void>((done, failed) => (settle = { done, failed }));
  const fail = (reason: string): void => {
    host.say(`The step could not be computed: ${reason}.`);
    settle.failed(new Error(reason));
  };
  const worker = new LatestAnswer<ClothQuestion, ClothReply>(
    new Worker(new URL("./figures-cloth-worker.js", import.meta.url), { type: "module" }),
    (reply) => {
      if ("error" in reply) return fail(reply.error);
      show(reply.answer);
      settle.done();
    },
    (busy) => host.body.setAttribute("aria-busy", String(busy)), fail);
  host.onRemove(() => {
    worker.end();
    space.dispose();
  });

  function stopSafely(): void {
    control.stop();
    wish = "safe";
    worker.ask({ drop, time: wish });
  }

  function show(answer: ClothAnswer): void {
    if (answer.step) {
      ({ step, all, safe } = answer.step);
      const touching = all.impacts.length;
      readout.set("triangles", count(step.faces.length / 3));
      const candidates = Object.values(all.candidates).reduce((a, b) => a + b, 0);
      readout.set("candidate pairs", count(candidates), "", candidates);
      readout.set("pairs that touch", count(touching), touching ? "contact" : "free", touching);
      readout.set("safe step", safe.status === "Contact" ? `t = ${fixed(safe.toi, 6)}`
                                                         : "all of it", "free", safe.toi);
      readout.set("time to compute", `${fixed(answer.step.milliseconds, 0)} ms here`);
      paint();
    }
    if (wish === "safe" && answer.asked === "safe") control.value = time = answer.time;
    draw();
    const { crossings } = answer;
    readout.set("crossings now", count(crossings), crossings ? "contact" : "free", crossings);
    host.record({ drop: answer.drop, answers: ++answers, step, all, safe, time: answer.time,
                  crossings });
    host.say(`${count(all!.impacts.length)} pairs touch during this step; it is free until t = ` +
             `${fixed(safe!.toi, 4)}. At t = ${fixed(answer.time, 3)}, ` +
             (crossings ? `${count(crossings)} pairs of elements cross.` : "nothing crosses."));
  }

  /** Colours every triangle of the sheet by the first time at which one of its vertices is in a
      pair that touches. */
  function paint(): void {
    const earliest = new Float64Array(step.vertexCount).fill(Infinity);
    for (const impact of all?.impacts ?? []) {
      for (const v of impact.pair.vertices) earliest[v] = Math.min(earliest[v]!, impact.toi);
    }
    const start = earliest.reduce((m, t) => Math.min(m, t), 1);
    const calm = new Color(colour(host.body, "a")), hot = new Color(colour(host.body, "contact"));
    const pale = new Color(0xffffff);
    const colours = sheetFaces.map((face) => {
      const t = Math.max(...face.map((v) => earliest[v]!));
      return t === Infinity ? calm : hot.clone().lerp(pale, 0.6 * (t - start) / (1 - start || 1));
    });
    sheet.setTriangleColours(colours);
    sheet.lines.material.color.set(colour(host.body, "ink"));
    ball.mesh.material.color.set(colour(host.body, "b"));
    ball.lines.material.color.set(colour(host.body, "ink"));
    dots.material.color.set(colour(host.body, "ink"));
    first.material.color.set(colour(host.body, "ink"));
  }

  function draw(): void {
    const positions = positionsAt(step, time);
    sheet.setPositions(positions);
    ball.setPositions(positions);
    const begun = (all?.impacts ?? []).filter((i: Impact) => i.toi <= time);
    dots.set(begun.map((i) => i.pointA));
    first.set(safe?.earliest && time >= Math.floor(safe.toi * 1000) / 1000
      ? [safe.earliest.pointA] : []);
    space.redraw();
  }

  stopSafely();
  return begun;
}
