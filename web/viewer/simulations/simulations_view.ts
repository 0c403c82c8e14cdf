// Simulations: plays the trace of `firstcontact simulate`, with curves of energy and distance.
import {button, choice, element} from "../../plots/elements";
import {count, num, short, text} from "../../plots/numbers";
import {drawPlot, fillLegend, type Plot, type PlotSpec, type Series} from "../../plots/plot";
import type {FileContent, ReportFile, TraceFile} from "../../worker/messages";
import {emptyState} from "../empty";
import {makeStage, MOST_SMOOTH, type Stage} from "../scene/stage";
import {Scrubber} from "../scrubber";
import type {Context, State, View} from "../view";
import {bodiesOf, TraceScene, valuesOf, type TraceBody} from "./trace_scene";

const ENERGIES = ["kinetic_energy", "elastic_energy", "gravity_energy", "contact_energy"];
const SPEEDS: [string, string][] = [["0.1", "1/10"], ["0.25", "1/4"], ["1", "1"], ["4", "4"]];

export class SimulationsView implements View {
  readonly root = element("div.simulations");
  readonly keys: [string, string][] = [
    ["space", "play"], [", and .", "one frame back and on"], ["Home, End", "first and last frame"],
    ["B", "next body on or off"],
  ];
  private traces: TraceFile[] = [];
  private reports: ReportFile[] = [];
  private trace: TraceFile | null = null;
  private bodies: TraceBody[] = [];
  private hiddenBodies = new Set<string>();
  private speed = 1;
  private stage: Stage | null = null;
  private scene: TraceScene | null = null;
  private plots: Plot[] = [];
  private readonly box = element("div");
  private readonly controls = element("div.controls");
  private readonly facts = element("dl.facts.values", {"aria-live": "off"});
  private readonly curves = element("div.curves");
  private readonly about = element("p.about");
  private readonly scrubber = new Scrubber({
    label: "Frame", from: 0, to: 1, step: 1, seconds: 4, text: (frame) => this.frameText(frame),
    changed: (frame) => this.setFrame(frame),
  });

  constructor(private readonly context: Context) {}

  accept(added: FileContent[]): boolean {
    const traces = added.filter((file): file is TraceFile => file.type === "trace");
    this.reports.push(...added.filter((file): file is ReportFile =>
      file.type === "report" && file.verb === "simulate"));
    this.traces.push(...traces);
    if (traces.length) {
      this.trace = traces[0];
      this.stage?.dispose();
      this.stage = this.scene = null;
    }
    return traces.length > 0;
  }

  show(state: State): void {
    if (!this.trace) {
      this.root.replaceChildren(emptyState(this.context, {
        title: this.reports.length ? "The report alone has no frames" : "A simulation",
        text: "Elastic bodies and cloth in contact, frame by frame, with energy and distance.",
        commands: ["firstcontact simulate cloth-on-ball --output drape", "firstcontact view drape/trace.fct"],
        files: "trace.fct, and the report of --json if you like",
      }));
      return;
    }
    if (state.hidden) this.hiddenBodies = new Set(state.hidden.split(","));
    if (!this.stage) this.build(this.trace);
    if (state.cam && this.stage) this.stage.cameraText = state.cam;
    const frame = Number(state.frame);
    this.scrubber.set(state.frame && Number.isFinite(frame) ? frame : this.scrubber.value);
  }

  private build(trace: TraceFile): void {
    this.bodies = bodiesOf(trace);
    this.root.replaceChildren(this.controls, element("div.columns", null,
      element("div.pictures.single", null, element("figure.picture", null, this.box),
        this.scrubber.root, this.about),
      element("div.side", null, this.facts, this.curves)));
    this.stage = makeStage(this.box, "The surfaces of all bodies in the chosen frame", () => {
      this.scene?.setTrace(trace, this.bodies, false);
      this.scene?.setFrame(this.scrubber.value);
      for (const name of this.hiddenBodies) this.scene?.setShown(name, false);
    }, trace.triangles.length < 3 * MOST_SMOOTH);
    this.scene = this.stage && new TraceScene(this.stage);
    this.scene?.setTrace(trace, this.bodies, true);
    for (const name of this.hiddenBodies) this.scene?.setShown(name, false);
    if (this.stage) this.stage.onTurned = () => this.context.changed();
    this.about.textContent = text(trace.description.about);
    this.setRange();
    this.drawControls();
    this.drawCurves(trace);
  }

  private timeStep(): number {
    return num(this.trace?.description.time_step) || 0.01;
  }
  private setRange(): void {
    const last = (this.trace?.frameCount ?? 1) - 1;
    const seconds = Math.max(0.5, last * this.timeStep() / this.speed);
    this.scrubber.setRange(0, last, Math.min(seconds, 600));
  }
  private frameText(frame: number): string {
    return `frame ${count(frame)}, ${(frame * this.timeStep()).toFixed(3)} s`;
  }

  hide(): void {
    this.scrubber.stop();
    this.stage?.dispose();
    this.stage = this.scene = null;
  }
  state(): State {
    return this.trace ? {frame: String(this.scrubber.value), hidden: [...this.hiddenBodies].join(","),
      cam: this.stage?.cameraText ?? ""} : {};
  }

  private value(frame: number, name: string): number {
    const index = this.trace!.valueNames.indexOf(name);
    return index < 0 ? NaN : valuesOf(this.trace!, frame)[index];
  }

  private setFrame(frame: number): void {
    const trace = this.trace;
    if (!trace) return;
    this.scene?.setFrame(frame);
    const time = this.value(frame, "time");
    for (const plot of this.plots) plot.setCursor(Number.isNaN(time) ? frame * this.timeStep() : time);
    const values = valuesOf(trace, frame);
    const shown = trace.valueNames.map((name, i): HTMLElement => {
      const value = values[i], unit = trace.valueUnits[i] ?? "";
      const written = Number.isNaN(value) ? "–" : value === Infinity ? "none near"
        : unit === "1" ? count(value) : `${short(value)} ${unit}`;
      return element("div", {"data-name": name, "data-value": String(value)},
        element("dt", null, name.replaceAll("_", " ")), element("dd", null, written));
    });
    this.facts.replaceChildren(...shown);
    this.context.changed();
  }

  private curve(name: string, color: number, label = name.replaceAll("_", " ")): Series {
    const trace = this.trace!;
    const stride = Math.max(1, Math.ceil(trace.frameCount / 2000));
    const points = [];
    for (let frame = 0; frame < trace.frameCount; frame += stride) {
      const y = this.value(frame, name), time = this.value(frame, "time");
      points.push({x: time, y, text: [`${short(time)} s: ${short(y)}`]});
    }
    return {name: label, color, joined: true, dash: color % 4, points};
  }

  private drawCurves(trace: TraceFile): void {
    const has = (name: string) => trace.valueNames.includes(name);
    const pick = (x: number) => this.scrubber.set(Math.round(x / this.timeStep()));
    const energies = ENERGIES.filter(has);
    const total = this.totalEnergy(energies);
    const axis = {label: "time, s"};
    const specs: PlotSpec[] = [];
    if (energies.length) {
      specs.push({label: "Energies over time", height: 210, x: axis, y: {label: "energy, J"}, pick,
        series: [...energies.map((name, i) => this.curve(name, i, name.replace("_energy", ""))), total]});
    }
    if (has("smallest_distance")) {
      specs.push({label: "Smallest distance over time", height: 180, x: axis, pick,
        y: {label: "smallest distance, m", log: true},
        series: [{...this.curve("smallest_distance", 2), dash: 0}]});
    }
    const counts = ["contacts", "newton_iterations", "intersections"].filter(has)
      .filter((name) => this.curve(name, 0).points.some((point) => point.y > 0));
    if (counts.length) {
      specs.push({label: "Contacts and iterations over time", height: 180, x: axis, pick,
        y: {label: "contacts, iterations", fromZero: true},
        series: counts.map((name, i) => this.curve(name, 3 * i))});
    }
    this.curves.replaceChildren();
    this.plots = specs.map((spec) => {
      const legend = element("div.legend", {role: "group", "aria-label": "Series"}), inner = element("div");
      this.curves.append(element("div.cell", null, spec.series.length > 1 ? legend : null, inner));
      const hidden = new Set<string>();
      const plot = drawPlot(inner, spec, hidden);
      fillLegend(legend, spec.series, hidden, () => plot.update(spec));
      return plot;
    });
  }
  private totalEnergy(names: string[]): Series {
    const curves = names.map((name) => this.curve(name, 0).points);
    const points = (curves[0] ?? []).map((point, i) => {
      const y = curves.reduce((sum, curve) => sum + (Number.isNaN(curve[i].y) ? 0 : curve[i].y), 0);
      return {x: point.x, y, text: [`${short(point.x)} s: ${short(y)}`]};
    });
    return {name: "sum", color: 6, joined: true, points};
  }

  private drawControls(): void {
    const trace = this.trace!;
    this.controls.replaceChildren(
      this.traces.length > 1 ? choice("trace", this.traces.map((one, i) => [String(i), one.name]),
        String(this.traces.indexOf(trace)), (value) => {
          this.hide();
          this.trace = this.traces[Number(value)];
          this.hiddenBodies.clear();
          this.show({frame: "0"});
        }) : element("span.kind", null, text(trace.description.scene) || trace.name),
      element("span.soft", null, `${count(trace.triangles.length / 3)} triangles, ` +
        `${count(trace.frameCount)} frames`),
      choice("speed", SPEEDS, String(this.speed), (value) => {
        this.speed = Number(value);
        this.setRange();
      }),
      ...this.bodies.slice(0, 12).map((body) => {
        const entry = button(body.name, () => this.toggleBody(body.name),
          {"aria-pressed": String(!this.hiddenBodies.has(body.name))}, "button.toggle");
        const dot = element("i.dot");
        dot.style.background = `var(${body.color})`;
        entry.prepend(dot);
        return entry;
      }));
  }
  private toggleBody(name: string): void {
    if (!this.hiddenBodies.delete(name)) this.hiddenBodies.add(name);
    this.scene?.setShown(name, !this.hiddenBodies.has(name));
    this.drawControls();
    this.context.changed();
  }

  key(event: KeyboardEvent): boolean {
    if (!this.trace) return false;
    const actions: Record<string, () => void> = {
      " ": () => this.scrubber.toggle(), ",": () => this.scrubber.move(-1),
      ".": () => this.scrubber.move(1), home: () => this.scrubber.set(0),
      end: () => this.scrubber.set(this.trace!.frameCount - 1),
      b: () => this.toggleBody(this.bodies[this.hiddenBodies.size % this.bodies.length].name),
    };
    const action = actions[event.key.toLowerCase()];
    action?.();
    return action !== undefined;
  }
}
