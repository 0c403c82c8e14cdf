// Figure 4: maps of answers around a contact; from cell to cell one coordinate changes by one unit
// in the last place.
import { pointsAt, type Query } from "firstcontact";
import { button, Choice } from "../drawing/controls";
import { html, set, setText, svg } from "../drawing/dom";
import { count, fixed, hexDouble, shortest, ulpCount } from "../drawing/format";
import { Handle } from "../drawing/handle";
import { arrow, circle, label, line, polygon, rect, Stage, View } from "../drawing/stage";
import { clamp, type Point } from "../drawing/vectors";
import type { FigureHost } from "./figure";
import { askAll, cellAnswers, kMethods, kReach, nudged, type Cell,
         type MethodKey } from "./last_bit_answers";
import { lastBitCases, type LastBitCase } from "./last_bit_cases";

export const title = "The last bit decides";
export const hint = "Move the frame over the maps, one unit in the last place at a time.";

const kSide = 2 * kReach + 1;

export function mount(host: FigureHost): void {
  host.body.classList.add("two", "with-table");
  const left = html("div", { class: "panel" }), right = html("div", { class: "panel" });
  const below = html("div", { class: "panel wide" });
  host.body.append(left, right, below);
  const scene = new Stage(left, { label: "The pair: where it starts, and where it goes",
                                  height: (w) => clamp(w * 0.56, 180, 220) });
  const maps = new Stage(below, { label: "Maps of the answers of five methods",
                                  height: mapsHeight });
  for (const s of [scene, maps]) host.onRemove(() => s.dispose());
  maps.layer("maps");
  const entry = (kind: string, sign: string, name: string): HTMLElement =>
    html("span", {}, html("i", { class: kind, "aria-hidden": "true" }, sign), name);
  below.append(html("div", { class: "legend" }, entry("contact", "", "says contact"),
                    entry("free", "", "says free"), entry("wrong", "×", "wrong"),
                    "neighbours differ by one ulp"));

  let chosen: LastBitCase = lastBitCases[0]!;
  let cell: Cell = chosen.start;
  let answers = cellAnswers(host.solver, chosen);
  let frameView = new View({ x: 0, y: 0, width: 1, height: 1 }, [0, 1], [0, 1]);

  const table = html("table", {}, html("thead", {}, html("tr", {},
    ...["method", "answer", "time", ""].map((t) => html("th", { scope: "col" }, t)))));
  type Cells = [HTMLTableCellElement, HTMLTableCellElement, HTMLTableCellElement];
  const rowsByMethod = new Map<MethodKey, Cells>();
  const rowsBody = html("tbody");
  for (const method of kMethods) {
    const cells: Cells = [html("td", { class: "number" }), html("td", { class: "number" }),
                          html("td")];
    rowsByMethod.set(method.key, cells);
    rowsBody.append(html("tr", {}, html("td", {}, method.name), ...cells));
  }
  table.append(rowsBody);
  right.append(table);

  const choice = new Choice<string>("Case", lastBitCases.map((c) => [c.key, c.name] as const),
                                    chosen.key, (key) => choose(key));
  const go = (di: number, dj: number): void => moveTo({ i: cell.i + di, j: cell.j + dj });
  const nudges = html("div", { class: "row" });
  const values = html("div");
  const steps = [0, 1].map(() => html("span", { class: "mono" }));
  const decimals = [0, 1].map(() => html("dd"));
  const hexes = [0, 1].map(() => html("dd", { class: "hex" }));
  host.controls.append(choice.element, nudges);
  host.below(values);
  host.onReset(() => {
    choice.value = lastBitCases[0]!.key;
    choose(lastBitCases[0]!.key);
  });

  const handle = new Handle(maps, {
    label: "Nudge of both coordinates", colour: "ink", step: 1, radius: 5, view: () => frameView,
    get: () => [cell.i, cell.j], move: (p) => moveTo({ i: Math.round(p[0]), j: Math.round(p[1]) }),
    range: { x: [-kReach, kReach], y: [-kReach, kReach] },
    format: (p) => `${chosen.across.name} ${ulpCount(p[0])}, ${chosen.up.name} ${ulpCount(p[1])}`,
  });

  function choose(key: string): void {
    chosen = lastBitCases.find((c) => c.key === key)!;
    cell = chosen.start;
    answers = cellAnswers(host.solver, chosen);
    makeNudges();
    draw();
  }

  function moveTo(to: Cell): void {
    cell = { i: clamp(to.i, -kReach, kReach), j: clamp(to.j, -kReach, kReach) };
    draw();
  }

  function draw(): void {
    const query = nudged(chosen, cell);
    drawScene(query);
    drawMaps();
    drawTable(query);
    drawValues(query);
  }

  function drawTable(query: Query): void {
    const list = askAll(host.solver, query);
    host.record({ case: chosen, query, list: Object.fromEntries(list),
                  maps: Object.fromEntries(answers) });
    const truth = list.get("truth")!.contact;
    const wrong: string[] = [];  // all err the same way: the answer is one of two
    for (const method of kMethods) {
      const answer = list.get(method.key)!;
      const [said, time, right] = rowsByMethod.get(method.key)!;
      setText(said, answer.contact ? "contact" : "free");
      setText(time, answer.contact && Number.isFinite(answer.toi) ? fixed(answer.toi, 9) : "");
      set(time, { "data-method": method.key, "data-value": answer.toi });
      const text = method.key === "truth" ? "exact" : answer.contact === truth ? "right"
        : truth ? "misses" : "false alarm";
      setText(right, text);
      right.dataset["tone"] = answer.contact === truth ? "free" : truth ? "contact" : "unsure";
      if (answer.contact !== truth) wrong.push(method.name);
    }
    host.say(`In truth the pair ${truth ? "touches" : "stays apart"}. ` +
             (wrong.length ? `${truth ? "Missed by" : "A false alarm of"}: ${wrong.join(", ")}.`
                           : "All methods are right here."));
  }

  /** The buttons and values of both coordinates; made once for a case, so that a button that is
      pressed keeps the focus. */
  function makeNudges(): void {
    nudges.replaceChildren();
    const entries = [chosen.across, chosen.up].map((c, k) => {
      const minus = button("−", () => go(k === 0 ? -1 : 0, k === 0 ? 0 : -1));
      const plus = button("+", () => go(k === 0 ? 1 : 0, k === 0 ? 0 : 1));
      minus.setAttribute("aria-label", `${c.name}: one ulp less`);
      plus.setAttribute("aria-label", `${c.name}: one ulp more`);
      nudges.append(html("span", { class: "nudge" }, html("span", { class: "slider-name" }, c.name),
                         minus, steps[k]!, plus));
      return html("div", {}, html("dt", {}, c.name), decimals[k]!, hexes[k]!);
    });
    decimals.forEach((d, k) => set(d, { "data-name": [chosen.across, chosen.up][k]!.name }));
    const wrongs = kMethods.filter((m) => m.key !== "truth").map((m) => {
      const n = wrongCells(m.key);
      return html("div", {}, html("dt", {}, `${m.name}: wrong`),
                  html("dd", { "data-name": m.key, "data-tone": n ? "contact" : "free" },
                       `${n} of ${count(kSide * kSide)}`));
    });
    values.replaceChildren(html("dl", { class: "readout" }, ...wrongs),
                           html("dl", { class: "readout roomy" }, ...entries));
  }

  function drawValues(query: Query): void {
    [chosen.across, chosen.up].forEach((c, k) => {
      const x = query[c.end][c.point]![c.axis]!;
      setText(steps[k]!, ulpCount(k === 0 ? cell.i : cell.j));
      setText(decimals[k]!, shortest(x));
      setText(hexes[k]!, hexDouble(x));
    });
  }

  function wrongCells(key: MethodKey): number {
    const said = answers.get(key)!, truth = answers.get("truth")!;
    return said.reduce((n, contact, k) => n + Number(contact !== truth[k]), 0);
  }

  function columns(width: number): number { return width > 560 ? 5 : 3; }
  function mapsHeight(width: number): number {
    const n = columns(width);
    return Math.ceil(kMethods.length / n) * ((width - 12 * (n - 1)) / n + 34) + 4;
  }

  function drawMaps(): void {
    const group = maps.fresh("maps");
    const n = columns(maps.width);
    const side = (maps.width - 12 * (n - 1)) / n;
    const truth = answers.get("truth")!;
    kMethods.forEach((method, k) => {
      const x = (k % n) * (side + 12), y = Math.floor(k / n) * (side + 34) + 22;
      const size = side / kSide;
      const said = answers.get(method.key)!;
      const panel = svg("g", { "data-map": method.key });
      panel.append(label([x, y - 7], method.name, { class: "label" }));
      let contacts = "", frees = "", crosses = "";
      said.forEach((contact, index) => {
        const cx = x + (index % kSide) * size;
        const cy = y + (kSide - 1 - Math.floor(index / kSide)) * size;
        const box = `M${cx + 0.5},${cy + 0.5}h${size - 1}v${size - 1}h${1 - size}z`;
        if (contact) contacts += box;
        else frees += box;
        if (contact !== truth[index]) {
          const a = size * 0.26, b = size * 0.74;
          crosses += `M${cx + a},${cy + a}L${cx + b},${cy + b}` +
                     `M${cx + b},${cy + a}L${cx + a},${cy + b}`;
        }
      });
      panel.append(svg("path", { d: contacts, class: "fill-contact", opacity: 0.55,
                                 "data-part": "contact" }),
                   svg("path", { d: frees, class: "fill-free", opacity: 0.22,
                                 "data-part": "free" }),
                   svg("path", { d: crosses, class: "line-ink fill-none", "stroke-width": 1.6,
                                 "data-part": "wrong" }));
      const fx = x + (cell.i + kReach) * size, fy = y + (kReach - cell.j) * size;
      panel.append(rect({ x: fx - 1, y: fy - 1, width: size + 2, height: size + 2 },
                        { class: "fill-none line-ink", "stroke-width": 2, "data-part": "frame" }));
      group.append(panel);
      panel.addEventListener("click", (event) => {
        const box = maps.element.getBoundingClientRect();
        const i = Math.floor((event.clientX - box.left - x) / size) - kReach;
        const j = kReach - Math.floor((event.clientY - box.top - y) / size);
        if (Math.abs(i) <= kReach && Math.abs(j) <= kReach) moveTo({ i, j });
      });
      if (k === 0) {
        frameView = new View({ x, y, width: side, height: side },
                             [-kReach - 0.5, kReach + 0.5], [-kReach - 0.5, kReach + 0.5]);
      }
    });
    handle.place();
  }

  function drawScene(query: Query): void {
    const group = scene.fresh("scene");
    // Seen from the front, a little from above and from the right.
    const flat = (p: readonly number[]): Point =>
      [p[0]! * 0.92 - p[1]! * 0.46, p[2]! * 0.86 + p[0]! * 0.2 + p[1]! * 0.32];
    const all = [...query.t0, ...query.t1].map(flat);
    const xs = all.map((p) => p[0]), ys = all.map((p) => p[1]);
    const view = View.uniform({ x: 28, y: 22, width: scene.width - 56, height: scene.height - 44 },
                              [Math.min(...xs), Math.max(...xs)],
                              [Math.min(...ys), Math.max(...ys)]);
    const at = (p: readonly number[]): Point => view.to(flat(p));
    const draw = (points: readonly (readonly number[])[], name: string): void => {
      if (query.kind === "VertexFace") {
        group.append(polygon(points.slice(1).map(at),
                             { class: `fill-b line-b mid ${name}`, "fill-opacity": 0.2,
                               "data-part": "face" }));
        group.append(circle(at(points[0]!), 6, { class: `fill-a ${name}`, "data-part": "point" }));
      } else {
        group.append(line(at(points[0]!), at(points[1]!), { class: `line-a thick round ${name}` }));
        group.append(line(at(points[2]!), at(points[3]!), { class: `line-b thick round ${name}` }));
      }
    };
    draw(query.t1, "faint");
    query.t0.forEach((p, k) => {
      const q = query.t1[k]!;
      if (Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]) > 1e-9) {
        const isA = query.kind === "VertexFace" ? k === 0 : k < 2;
        group.append(arrow(at(p), at(q), { class: `line-${isA ? "a" : "b"} mid`, opacity: 0.6 }));
      }
    });
    draw(query.t0, "");
    const truth = host.solver.oracle(query);
    if (truth.status === "Contact") {
      const points = pointsAt(query, truth.toi);
      const p = query.kind === "VertexFace"
        ? points[0]! : host.solver.solve(query, { exact: true }).pointA;
      group.append(circle(at(p), 12, { class: "fill-none line-contact", "stroke-width": 3,
                                       "data-part": "contact" }));
    }
  }

  makeNudges();
  for (const s of [scene, maps]) s.onDraw(draw);
}

