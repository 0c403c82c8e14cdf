// Figure 3: the same pair, proven apart by directions, until a contact or to the end.
import { certificatePieces, gapCorners, type CertificatePiece } from "firstcontact";
import { button, Choice, Readout, TimeControl } from "../drawing/controls";
import { axisX } from "../drawing/axes";
import { html } from "../drawing/dom";
import { brief, fixed } from "../drawing/format";
import { arrow, circle, label, line, polygon, polyline, rect, Stage, View,
         type Area } from "../drawing/stage";
import { clamp, dot, unit, type Point } from "../drawing/vectors";
import type { FigureHost } from "./figure";
import { changePair, currentPair, drawPair, initialPair, nearMiss, onPairChange, pairHandles,
         pairQuery, pairWorld } from "./shared_pair";

export const title = "The same pair, proven apart by directions";
export const hint = "Each band is one direction and how long it lasts. Step, scrub or drag.";

const kNothing = { x: 0, y: 0, width: 1, height: 1 };
// A free certificate exists up to just before the contact; so near before it we end the picture.
const kBefore = 1e-6;

interface Proof { contact: boolean; toi: number; end: number; pieces: CertificatePiece[] }

export function mount(host: FigureHost): void {
  host.body.classList.add("two");
  const left = html("div", { class: "panel" }), right = html("div", { class: "panel" });
  const below = html("div", { class: "panel wide" });
  host.body.append(left, right, below);
  const scene = new Stage(left, {
    label: "A point and a segment, both moving", height: (w) => clamp(w * 0.62, 180, 260),
  });
  const gaps = new Stage(right, {
    label: "The gap set, zero, and the direction between them",
    height: (w) => clamp(w * 0.62, 180, 260),
  });
  const heights = new Stage(below, {
    label: "Height of the gap set above zero along the direction, over time",
    height: (w) => clamp(w * 0.3, 150, 190),
  });
  for (const stage of [scene, gaps, heights]) host.onRemove(() => stage.dispose());
  scene.layer("scene");
  let view = new View(kNothing, [0, 1], [0, 1]);
  const handles = pairHandles(scene, () => view);

  let proof: Proof = { contact: false, toi: 1, end: 1, pieces: [] };
  let shown = 1, time = 0.2;

  const back = button("Back", () => go(shown - 1));
  const step = button("Next direction", () => go(shown + 1), "main");
  const control = new TimeControl({
    value: time, seconds: 4,
    onTime: (t) => {
      time = t;
      shown = clamp(proof.pieces.findIndex((piece) => t <= piece.t1) + 1 || proof.pieces.length,
                    1, Math.max(1, proof.pieces.length));
      draw();
    },
  });
  const pairs = [["contact", "a contact"], ["miss", "a near miss"]] as const;
  const choice = new Choice<"contact" | "miss">("Pair", pairs, "contact", (which) => {
    shown = 1;
    time = control.value = 0.2;
    changePair(which === "contact" ? initialPair : nearMiss);
  });
  host.controls.append(html("div", { class: "row" }, back, step), choice.element, control.element);
  const readout = new Readout(["first contact", "directions", "smallest height here",
                               "verifier says"]);
  host.below(readout.element);
  host.onReset(() => {
    shown = 1;
    time = 0.2;
    control.value = time;
    choice.value = "contact";
    changePair(initialPair);
  });

  function go(to: number): void {
    shown = clamp(to, 1, Math.max(1, proof.pieces.length));
    time = proof.pieces[shown - 1]?.t1 ?? 0;
    control.value = time;
    draw();
  }

  function compute(): void {
    const query = pairQuery(currentPair());
    const exact = host.solver.solve(query, { exact: true });
    const contact = exact.status === "Contact";
    const end = contact ? Math.max(0, exact.toi * (1 - kBefore)) : 1;
    const free = exact.startsInContact ? undefined
      : host.solver.solve(query, { certificate: true, tMax: end, tolerance: 0 });
    proof = { contact, toi: contact ? exact.toi : 1, end,
              pieces: free ? certificatePieces(query, free.certificate, { tMax: end }) : [] };
    shown = clamp(shown, 1, Math.max(1, proof.pieces.length));
  }

  /** The direction at time t, of length 1; undefined where no piece of the proof holds. */
  function directionAt(t: number): Point | undefined {
    const piece = proof.pieces.find((p) => t >= p.t0 && t <= p.t1);
    if (!piece) return undefined;
    const share = piece.t1 > piece.t0 ? (t - piece.t0) / (piece.t1 - piece.t0) : 0;
    const n: Point = [piece.n0[0] * (1 - share) + piece.n1[0] * share,
                      piece.n0[1] * (1 - share) + piece.n1[1] * share];
    return unit(n);
  }

  function cornersAt(t: number): Point[] {
    return gapCorners(pairQuery(currentPair()), t).map((c): Point => [c[0], c[1]]);
  }

  function draw(): void {
    const query = pairQuery(currentPair());
    drawScene();
    drawGaps();
    drawHeights();
    back.disabled = shown <= 1;
    step.disabled = shown >= proof.pieces.length;
    const n = directionAt(time);
    const height = n ? Math.min(...cornersAt(time).map((c) => dot(n, c))) : undefined;
    const verdict = proof.pieces.length
      ? host.solver.verify(query, proof.pieces, { tMax: proof.end }) : undefined;
    readout.set("first contact", proof.contact ? `t = ${fixed(proof.toi, 9)}` : "none: free",
                proof.contact ? "contact" : "free", proof.toi);
    readout.set("directions", `${proof.pieces.length ? shown : 0} of ${proof.pieces.length}`);
    readout.set("smallest height here", height === undefined ? "none" : brief(height, 4));
    readout.set("verifier says", verdict === undefined ? "nothing to verify"
      : verdict.proven ? (proof.contact ? `free to ${fixed(proof.end, 6)}` : "free, proven")
                       : verdict.reason, verdict?.proven ? "free" : "contact");
    host.say(proof.pieces.length === 0 ? "The pair touches from the start: nothing can be proven."
      : `${proof.pieces.length} direction${proof.pieces.length > 1 ? "s prove" : " proves"} the ` +
        `pair apart ${proof.contact ? `until one millionth before its contact at t = ` +
        fixed(proof.toi, 6) : "over the whole motion"}.`);
  }

  function drawScene(): void {
    host.record({ query: pairQuery(currentPair()), contact: proof.contact, toi: proof.toi,
                  end: proof.end, segments: proof.pieces });
    view = View.uniform({ x: 4, y: 4, width: scene.width - 8, height: scene.height - 8 },
                        pairWorld.x, pairWorld.y);
    drawPair(scene.fresh("scene"), view, currentPair(), time);
    for (const handle of handles) handle.place();
  }

  function drawGaps(): void {
    const swept = Array.from({ length: 9 }, (_, k) => cornersAt(k / 8));
    const reach = 1.1 * Math.max(1, ...swept.flat().map((c) =>
      Math.max(Math.abs(c[0]) * 0.62, Math.abs(c[1]))));
    const area = { x: 4, y: 4, width: gaps.width - 8, height: gaps.height - 8 };
    const plane = View.uniform(area, [-reach / 0.62, reach / 0.62], [-reach, reach]);
    const group = gaps.fresh("gaps");
    for (const c of swept) {
      group.append(line(plane.to(c[0]!), plane.to(c[1]!), { class: "line-time thin faint" }));
    }
    const zero = plane.to([0, 0]);
    const n = directionAt(time);
    if (n) {
      // The side on which the direction shows: every gap of this moment lies in it.
      const along: Point = [-n[1], n[0]], far = reach * 6;
      const corner = (u: number, v: number): Point =>
        plane.to([along[0] * u + n[0] * v, along[1] * u + n[1] * v]);
      const half = [corner(-far, 0), corner(far, 0), corner(far, far), corner(-far, far)];
      group.append(polygon(clipPolygon(half, area), { class: "fill-free fainter",
                                                      "data-part": "side" }));
      const tip = plane.to([n[0] * reach * 0.55, n[1] * reach * 0.55]);
      group.append(arrow(zero, tip, { class: "line-free", "stroke-width": 3,
                                      "data-part": "direction" }, 11));
    }
    const now = cornersAt(time);
    group.append(line(plane.to(now[0]!), plane.to(now[1]!),
                      { class: "line-time thick round", "data-part": "gap-set" }));
    group.append(circle(zero, 5, { class: "fill-contact", "data-part": "zero" }));
    group.append(label([zero[0] + 9, zero[1] + 19], "zero", { class: "label fill-contact" }));
    group.append(label([area.x + 2, area.y + 14], "all gaps at time t",
                       { class: "label fill-time" }));
  }

  function drawHeights(): void {
    const area = { x: 16, y: 22, width: heights.width - 32, height: heights.height - 64 };
    const plot = new View(area, [0, 1], [0, 1]);
    const group = heights.fresh("heights");
    const samples: { t: number; low: number }[][] = proof.pieces.map((piece) =>
      Array.from({ length: 25 }, (_, k) => {
        const t = piece.t0 + (piece.t1 - piece.t0) * k / 24;
        const share = k / 24;
        const n = unit([piece.n0[0] * (1 - share) + piece.n1[0] * share,
                        piece.n0[1] * (1 - share) + piece.n1[1] * share]);
        return { t, low: Math.min(...cornersAt(t).map((c) => dot(n, c))) };
      }));
    const top = Math.max(0.1, ...samples.flat().map((s) => s.low));
    const y = (low: number): number => area.y + area.height * clamp(1 - low / top, 0, 1);
    proof.pieces.forEach((piece, k) => {
      const x0 = plot.x(piece.t0), x1 = plot.x(piece.t1);
      group.append(rect({ x: x0, y: area.y, width: x1 - x0, height: area.height }, {
        class: "fill-free", "fill-opacity": k < shown ? (k % 2 ? 0.2 : 0.12) : 0.03,
        "data-part": k < shown ? "band" : "waiting" }));
      if (k >= shown) return;
      group.append(line([x1, area.y], [x1, area.y + area.height],
                        { class: "line-free thin", opacity: 0.6 }));
      if (x1 - x0 > 22 && (x0 + x1) / 2 > area.x + 130) {
        group.append(label([(x0 + x1) / 2, area.y - 7], String(k + 1),
                           { class: "small", "text-anchor": "middle" }));
      }
      group.append(polyline(samples[k]!.map((s): Point => [plot.x(s.t), y(s.low)]),
                            { class: "line-free fill-none", "stroke-width": 2.5,
                              "data-part": "height" }));
    });
    if (proof.contact) {
      const x = plot.x(proof.toi);
      group.append(line([x, area.y], [x, area.y + area.height], { class: "line-contact",
        "stroke-width": 3, "data-part": "contact" }));
      const end = x < heights.width * 0.7;
      group.append(label([x + (end ? 8 : -8), area.y + 16], "contact",
                         { class: "label fill-contact", "text-anchor": end ? "start" : "end" }));
    }
    const tx = plot.x(time);
    group.append(line([tx, area.y], [tx, area.y + area.height],
                      { class: "line-time mid", "data-part": "now" }));
    group.append(label([area.x, area.y - 8], "height above zero", { class: "small" }));
    group.append(axisX(plot, { values: [0, 0.25, 0.5, 0.75, 1], name: "time t" }));
  }

  host.onRemove(onPairChange(() => {
    compute();
    draw();
  }));
  compute();
  for (const stage of [scene, gaps, heights]) stage.onDraw(draw);
}

/** The part of a convex polygon inside a rectangle (Sutherland and Hodgman). */
function clipPolygon(points: Point[], area: Area): Point[] {
  const sides: ((p: Point) => number)[] = [
    (p) => p[0] - area.x, (p) => area.x + area.width - p[0],
    (p) => p[1] - area.y, (p) => area.y + area.height - p[1]];
  return sides.reduce<Point[]>((polygon, inside) => polygon.flatMap((p, i) => {
    const q = polygon[(i + 1) % polygon.length]!;
    const a = inside(p), b = inside(q);
    const cut = (): Point => {
      const f = a / (a - b);
      return [p[0] + f * (q[0] - p[0]), p[1] + f * (q[1] - p[1])];
    };
    return a >= 0 ? (b >= 0 ? [p] : [p, cut()]) : b >= 0 ? [cut()] : [];
  }), points);
}
