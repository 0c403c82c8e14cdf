// Figure 10: a proof that the reader's browser verifies, and that fails when it is changed.
import { addUlps, certificatePieces, gapCorners, pointsAt, pointSegment2D, type CertificateSegment,
         type PairProof, type Query, type Vec3 } from "firstcontact";
import { button, Readout, TimeControl } from "../drawing/controls";
import { axisX } from "../drawing/axes";
import { html } from "../drawing/dom";
import { brief, count } from "../drawing/format";
import { Handle } from "../drawing/handle";
import { circle, label, line, rect, Stage, View } from "../drawing/stage";
import { clamp, type Point } from "../drawing/vectors";
import type { FigureHost } from "./figure";

export const title = "A proof that your browser checks, and that you may break";
export const hint = "Change any number in the proof, press a button, or move the point.";

const kWorld = { x: [3.4, 7.8] as const, y: [1.9, 4.9] as const };
const kSeparation = 0.002;

/** A stick that turns, and a point that passes it closely. */
const initialQuery: Query = pointSegment2D({
  pT0: [6.6, 3.5], pT1: [4.1, 3.8], s0T0: [4.6, 3.7], s0T1: [5.2, 2.2], s1T0: [7.4, 3.3],
  s1T1: [3.8, 4.6] });

const rows = (list: readonly Vec3[]): string => list.map((p) => JSON.stringify(p)).join(", ");

/** The line of a proof file, broken into lines for people. Only spaces and line ends are added. */
function pretty(text: string): string {
  const proof = JSON.parse(text) as { kind: string; points: Vec3[]; separation: number;
                                      norm: string; t_max: number; segments: unknown[] };
  const half = proof.points.length / 2;
  const segment = (s: unknown): string => "    " + JSON.stringify(s).replace(/,"/g, ', "');
  return `{ "kind": ${JSON.stringify(proof.kind)},
  "points": [
    ${rows(proof.points.slice(0, half))},
    ${rows(proof.points.slice(half))}],
  "separation": ${JSON.stringify(proof.separation)}, "norm": ${JSON.stringify(proof.norm)}, ` +
    `"t_max": ${JSON.stringify(proof.t_max)},
  "segments": [
${proof.segments.map(segment).join(",\n")}] }`;
}

export function mount(host: FigureHost): void {
  host.body.classList.add("two");
  const left = html("div", { class: "panel" }), right = html("div", { class: "panel" });
  const below = html("div", { class: "panel wide" });
  host.body.append(left, right, below);
  const scene = new Stage(left, {
    label: "A turning stick, a passing point, and the direction between them",
    height: (w) => clamp(w * 0.6, 190, 250),
  });
  const bands = new Stage(right, { label: "The pieces of the proof over time",
                                   height: (w) => clamp(w * 0.6, 150, 250) });
  for (const s of [scene, bands]) host.onRemove(() => s.dispose());
  const area = html("textarea", { rows: 13, spellcheck: "false", wrap: "off",
                                  "aria-label": "The proof as text", autocapitalize: "off" });
  below.append(area);
  scene.layer("scene");
  let view = new View({ x: 0, y: 0, width: 1, height: 1 }, [0, 1], [0, 1]);
  let parsed: PairProof | undefined;
  let time = 0.5;

  const handle = new Handle(scene, {
    label: "Point at the start", colour: "a", step: 0.1, view: () => view,
    get: () => {
      const p = parsed?.query.t0[0] ?? initialQuery.t0[0]!;
      return [p[0], p[1]];
    },
    range: { x: [3.6, 7.6], y: [2.1, 4.7] },
    move: (to) => tamper((proof) => ({ ...proof, query: { ...proof.query,
      t0: [[to[0], to[1], 0], ...proof.query.t0.slice(1)] } })),
  });
  const control = new TimeControl({ value: time, onTime: (t) => {
    time = t;
    draw();
  } });
  const breaks: [string, (proof: PairProof) => PairProof][] = [
    ["Turn a direction round", (p) => withSegment(p, middle(p), (s) =>
      ({ ...s, n0: s.n0.map((x) => -x) as unknown as Vec3 }))],
    ["Leave one out", (p) => ({ ...p, segments: p.segments.filter((_, k) => k !== middle(p)) })],
    ["Claim more room", (p) => ({ ...p, minSeparation: p.minSeparation * 4 })],
    ["Change one last bit", (p) => withSegment(p, middle(p), (s) =>
      ({ ...s, n0: [addUlps(s.n0[0], 1), s.n0[1], s.n0[2]] }))],
  ];
  host.controls.append(
    html("div", { class: "row" }, ...breaks.map(([name, change]) =>
      button(name, () => tamper(change)))),
    html("div", { class: "row" }, button("A new proof for this motion", prove, "main")),
    control.element);
  const readout = new Readout(["verdict", "pieces", "bytes", "reason"], "reason");
  host.below(readout.element);
  host.onReset(() => {
    parsed = undefined;
    prove();
  });
  area.addEventListener("input", draw);

  const middle = (p: PairProof): number => Math.floor((p.segments.length - 1) / 2);
  function withSegment(p: PairProof, at: number,
                       change: (s: CertificateSegment) => CertificateSegment): PairProof {
    return { ...p, segments: p.segments.map((s, k) => (k === at ? change(s) : s)) };
  }

  /** Writes a changed proof into the text. A text that cannot be read is first put right. */
  function tamper(change: (proof: PairProof) => PairProof): void {
    if (!parsed) prove();
    const proof = change(parsed!);
    area.value = pretty(host.solver.proofText(proof.query, proof.segments, proof));
    draw();
  }

  /** Asks the solver for a proof of the motion that the text is about. */
  function prove(): void {
    const query = parsed?.query ?? initialQuery;
    const result = host.solver.solve(query, { certificate: true, minSeparation: kSeparation });
    area.value = pretty(host.solver.proofText(query, result.certificate,
                                              { minSeparation: kSeparation }));
    draw();
  }

  function draw(): void {
    const text = area.value.replace(/\s*\n\s*/g, " ").trim() + "\n";
    let problem = "";
    try {
      parsed = host.solver.parseProof(text);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      parsed = undefined;
    }
    const verdict = parsed
      ? host.solver.verify(parsed.query, parsed.segments, parsed)
      : { proven: false, reason: problem };
    readout.set("verdict", verdict.proven ? "proven free" : parsed ? "no proof" : "not readable",
                verdict.proven ? "free" : "contact");
    readout.set("reason", verdict.proven ? "all pieces hold" : verdict.reason);
    readout.set("pieces", parsed ? String(parsed.segments.length) : "none");
    readout.set("bytes", count(text.length));
    host.record({ text, parsed, verdict });
    host.say(verdict.proven
      ? "Your browser verified this proof with whole numbers of any length: nothing was rounded."
      : "Your browser does not accept this proof.");
    drawScene();
    drawBands();
  }

  function drawScene(): void {
    view = View.uniform({ x: 4, y: 4, width: scene.width - 8, height: scene.height - 8 },
                        kWorld.x, kWorld.y);
    const group = scene.fresh("scene");
    if (!parsed) {
      handle.element.setAttribute("visibility", "hidden");
      return;
    }
    handle.element.removeAttribute("visibility");
    const { query } = parsed;
    const flat = (p: Vec3): Point => view.to([p[0], p[1]]);
    const [p0, a0, b0] = query.t0.map(flat) as [Point, Point, Point];
    const [p1, a1, b1] = query.t1.map(flat) as [Point, Point, Point];
    group.append(line(a0, b0, { class: "line-b mid faint" }),
                 line(a1, b1, { class: "line-b mid faint" }));
    group.append(line(p0, p1, { class: "line-a mid faint" }));
    const [p, a, b] = pointsAt(query, time).map(flat) as [Point, Point, Point];
    group.append(line(a, b, { class: "line-b thick round", "data-part": "segment" }));
    const piece = parsed.segments.find((s) => time >= s.t0 && time <= s.t1);
    if (piece) {
      // The line that keeps both apart: through the middle of the gap, across the direction.
      const share = piece.t1 > piece.t0 ? (time - piece.t0) / (piece.t1 - piece.t0) : 0;
      const n: Point = [piece.n0[0] * (1 - share) + piece.n1[0] * share,
                        piece.n0[1] * (1 - share) + piece.n1[1] * share];
      const size = Math.hypot(n[0], n[1]) || 1;
      const low = Math.min(...gapCorners(query, time)
        .map((c) => (c[0] * n[0] + c[1] * n[1]) / size));
      const half = view.size(low / 2) / size;
      const at: Point = [p[0] - half * n[0], p[1] + half * n[1]];
      const along: Point = [n[1] / size * 70, n[0] / size * 70];
      group.append(line([at[0] - along[0], at[1] - along[1]], [at[0] + along[0], at[1] + along[1]],
                        { class: low > 0 ? "line-free mid" : "line-contact mid",
                          "data-part": "plane" }));
    }
    group.append(circle(p, 6, { class: "fill-a", "data-part": "point" }));
    handle.place();
  }

  function drawBands(): void {
    const plotArea = { x: 14, y: 26, width: bands.width - 28, height: bands.height - 72 };
    const plot = new View(plotArea, [0, 1], [0, 1]);
    const group = bands.fresh("bands");
    group.append(rect(plotArea, { class: "fill-contact", "fill-opacity": 0.12 }));
    if (parsed) {
      const pieces = certificatePieces(parsed.query, parsed.segments, parsed);
      pieces.forEach((piece) => {
        const spare = Math.min(...piece.coefficients.flat()) - piece.margin;
        const x = plot.x(piece.t0), width = plot.x(piece.t1) - x;
        group.append(rect({ x, y: plotArea.y, width: Math.max(1, width - 1),
                            height: plotArea.height },
                          { class: spare > 0 ? "fill-free" : "fill-contact",
                            "fill-opacity": spare > 0 ? 0.45 : 0.9, "data-part": "piece",
                            "data-spare": spare > 0 }));
        const text = brief(spare, 2);
        if (width > 8 * text.length) {
          group.append(label([x + width / 2, plotArea.y + 20], text,
                             { class: "tick fill-ink", "text-anchor": "middle" }));
        }
      });
    }
    group.append(label([plotArea.x, plotArea.y - 9], "room that each piece leaves",
                       { class: "small" }));
    const now = plot.x(time);
    group.append(line([now, plotArea.y - 2], [now, plotArea.y + plotArea.height + 2],
                      { class: "line-time mid" }));
    group.append(axisX(plot, { values: [0, 0.25, 0.5, 0.75, 1], name: "time t" }));
  }

  prove();
  for (const s of [scene, bands]) s.onDraw(draw);
}
