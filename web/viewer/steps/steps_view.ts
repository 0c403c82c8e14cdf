// Steps of meshes: two frames or a sequence, impacts as markers and as a list by time, times as
// colours.
import {button, choice, element} from "../../plots/elements";
import {count, fields, list, num, short} from "../../plots/numbers";
import {drawPlot, type Plot, type PlotSpec} from "../../plots/plot";
import {Cancelled} from "../../worker/client";
import type {FileContent, MeshFile, ReportFile, StepAnswer} from "../../worker/messages";
import {emptyState} from "../empty";
import {makeStage, MOST_SMOOTH, type Stage} from "../scene/stage";
import {Scrubber} from "../scrubber";
import type {Context, State, View, ViewName} from "../view";
import {exampleStep} from "./example_step";
import {ImpactList} from "./impact_list";
import {groupFrames, sequenceOfReport, stepOf, type Sequence, type Step} from "./sequence";
import {StepScene} from "./step_scene";

export class StepsView implements View {
  readonly root = element("div.steps");
  readonly keys: [string, string][] = [
    ["J, K or N, P", "next and previous impact"], ["PgDn, PgUp", "next and previous step"],
    ["space", "play"], [", and .", "time by a hundredth"], ["H", "times as colours"],
    ["W", "edges"], ["M", "markers"], ["C", "to the earliest impact"],
  ];
  private sequences: Sequence[] = [];
  private sequence: Sequence | null = null;
  private stepIndex = 0;
  private step: Step | null = null;
  private answers = new Map<string, StepAnswer>();
  private answer: StepAnswer | null = null;
  private chosen = -1;
  private heatShown = false;
  private wiresShown = true;
  private markersShown = true;
  private separation = 0;
  private withinObjects = true;
  private stage: Stage | null = null;
  private scene: StepScene | null = null;
  private histogram: Plot | null = null;
  private running: {cancel(): void} | null = null;
  private wanted: State = {};
  private readonly box = element("div");
  private readonly controls = element("div.controls");
  private readonly facts = element("div.truthbox", {"aria-live": "polite"});
  private readonly plot = element("div");
  private readonly legend = element("div.heat-legend", {hidden: true},
    element("span", null, "t = 0"), element("i"), element("span", null, "1"),
    element("span.never", null, "touches nothing"));
  private readonly list = new ImpactList((index) => this.choose(index, true));
  private readonly scrubber = new Scrubber({
    label: "Time in the step", from: 0, to: 1, step: 0, seconds: 4,
    text: (t) => `t = ${t.toFixed(4)}`,
    changed: (t) => {
      this.scene?.setTime(t);
      this.histogram?.setCursor(t);
      this.context.changed();
    },
  });

  constructor(private readonly context: Context) {}

  accept(added: FileContent[], all: FileContent[], meant: ViewName): boolean {
    const fresh = added.filter((file): file is MeshFile => file.type === "mesh");
    const report = added.find((file): file is ReportFile =>
      file.type === "report" && file.verb === "check");
    // Meshes beside a robot or poses, or put to a robot, belong to bodies.
    const others = meant === "bodies" ||
      added.some((file) => file.type === "part" && file.role !== "other") ||
      added.some((file) => file.type === "report" && ["robot", "screw"].includes(file.verb));
    if (!report && (others || !fresh.length)) return false;
    const meshes = all.filter((file): file is MeshFile => file.type === "mesh");
    const last = this.sequences.at(-1);
    const open = fresh.length === 1 && last && last.frameCount < 2 && !last.report
      ? last.objects.flatMap((object) => object.frames) : [];
    const made = (report && sequenceOfReport(report, meshes)) ?? groupFrames([...open, ...fresh]);
    if (open.length) this.sequences.pop();
    if (report && !made.objects.length) {
      this.context.tell(`${report.name}: drop the meshes that it names beside it, to see the step.`);
      return true;
    }
    this.sequences.push(made);
    this.setSequence(made);
    return true;
  }

  private setSequence(sequence: Sequence): void {
    this.sequence = sequence;
    this.stepIndex = 0;
    this.step = null;
    const report = sequence.report?.report;
    if (report) {  // what the tool was asked
      this.separation = Math.max(0, num(report.separation) || 0);
      this.withinObjects = report.self !== false;
    }
  }

  private openExample(state: State = {}): void {
    const sequence = groupFrames(exampleStep());
    sequence.name = "example: a sheet on a ball";
    this.sequences.push(sequence);
    this.setSequence(sequence);
    this.show(state);
  }

  show(state: State): void {
    this.wanted = state;
    if (!this.sequence && state.example) {
      this.openExample(state);
      return;
    }
    if (!this.sequence) {
      this.root.replaceChildren(emptyState(this.context, {
        title: "A step of meshes",
        text: "Two frames of a mesh, or a sequence: every impact between them, when and where.",
        commands: ["firstcontact generate sheet --cloth 100", "firstcontact view sheet/cloth_0.ply sheet/cloth_1.ply"],
        files: "OBJ, PLY, STL or OFF: two or more frames with the same faces",
        examples: [["Show a sheet on a ball", () => this.openExample()]],
      }));
      return;
    }
    if (!this.stage) this.build();
    if (state.step) this.stepIndex = Math.max(0, Number(state.step) || 0);
    if (state.heat) this.heatShown = state.heat === "1";
    if (state.edges) this.wiresShown = state.edges !== "0";
    if (state.markers) this.markersShown = state.markers !== "0";
    if (state.sep) this.separation = Math.max(0, Number(state.sep) || 0);
    if (state.pairs) this.withinObjects = state.pairs !== "between";
    const steps = Math.max(1, this.sequence.frameCount - 1);
    this.stepIndex = Math.min(this.stepIndex, steps - 1);
    this.setStep(this.stepIndex, true);
    if (state.t && Number.isFinite(Number(state.t))) this.scrubber.set(Number(state.t));
    if (state.cam && this.stage) this.stage.cameraText = state.cam;
  }

  private build(): void {
    this.root.replaceChildren(this.controls, element("div.columns", null,
      element("div.pictures.single", null, element("figure.picture", null, this.box, this.legend),
        this.scrubber.root),
      element("div.side", null, this.facts, this.plot, this.list.root)));
    const triangles = this.sequence!.objects.reduce((sum, {frames}) => sum + frames[0].faces.length / 3, 0);
    this.stage = makeStage(this.box, "The meshes at the chosen time, with their impacts", () => {
      if (!this.step || !this.scene) return;
      this.scene.setStep(this.step, false);
      this.showAnswer();
      this.scene.setTime(this.scrubber.value);
    }, triangles < MOST_SMOOTH);
    this.scene = this.stage && new StepScene(this.stage);
    if (this.stage) this.stage.onTurned = () => this.context.changed();
    this.stage?.canvas.addEventListener("click", (event) => {
      const index = this.scene?.under(event) ?? -1;
      if (index >= 0) this.choose(index, false);
    });
  }

  hide(): void {
    this.scrubber.stop();
    this.running?.cancel();
    this.stage?.dispose();
    this.stage = this.scene = null;
  }

  state(): State {
    if (!this.sequence) return {};
    const example = this.sequence.name.startsWith("example");
    return {
      example: example ? "1" : "", step: this.stepIndex ? String(this.stepIndex) : "",
      t: String(Number(this.scrubber.value.toFixed(6))), impact: this.chosen >= 0 ? String(this.chosen) : "",
      heat: this.heatShown ? "1" : "", edges: this.wiresShown ? "" : "0",
      markers: this.markersShown ? "" : "0", sep: this.separation ? String(this.separation) : "",
      pairs: this.withinObjects ? "" : "between", cam: this.stage?.cameraText ?? "",
    };
  }

  private setStep(index: number, fit: boolean): void {
    if (!this.sequence) return;
    this.stepIndex = index;
    this.chosen = -1;
    this.answer = null;
    this.list.setAnswer(null);
    this.step = stepOf(this.sequence, index);
    this.scene?.setStep(this.step, fit);
    this.scene?.setTime(this.scrubber.value);
    this.scene?.showWires(this.wiresShown);
    this.drawControls();
    this.scrubber.setMarks([]);
    this.context.changed();
    void this.compute();
  }

  private async compute(): Promise<void> {
    const {step, sequence} = this;
    if (!step || !sequence) return;
    this.list.root.hidden = sequence.frameCount < 2;
    if (sequence.frameCount < 2) {
      this.running?.cancel();
      this.plot.replaceChildren();
      this.histogram = null;
      this.facts.replaceChildren(element("p.note", null,
        "One frame only: drop another one with the same faces to see what happens in between."));
      return;
    }
    const key = [this.sequences.indexOf(sequence), this.stepIndex, this.separation,
      this.withinObjects].join("|");
    let answer = this.answers.get(key);
    if (!answer) {
      this.facts.replaceChildren(element("p.note", null, "Looking for all impacts…"));
      this.plot.replaceChildren();
      this.running?.cancel();
      const call = this.context.work.call("impacts", {...step, minSeparation: this.separation,
        withinObjects: this.withinObjects, ...this.question()}, (share) => this.context.progress(share));
      this.running = call;
      try {
        answer = await this.context.track("Looking for all impacts of the step", call);
        this.answers.set(key, answer);
      } catch (error) {
        if (step === this.step) {
          this.facts.replaceChildren(element("p.notice", null, error instanceof Cancelled
            ? "Cancelled. " : (error as Error).message,
            button("Try again", () => void this.compute())));
        }
        return;
      } finally {
        if (this.running === call) this.running = null;
      }
    }
    if (step !== this.step) return;
    this.answer = answer;
    this.showAnswer();
    const impact = Number(this.wanted.impact ?? -1);
    if (this.wanted.impact && impact >= 0 && impact < answer.times.length) this.choose(impact, !this.wanted.cam);
    else if (!this.wanted.t && this.scrubber.value === 0) this.scrubber.set(answer.toi);
    this.wanted = {};
  }

  /// What the report's command was asked besides; without a report, the usual.
  private question(): {norm: "L2" | "Linf"; exact: boolean; tMax: number} {
    const report = this.sequence?.report?.report ?? {}, tMax = num(report.t_max);
    return {norm: report.norm === "linf" ? "Linf" : "L2", exact: report.exact === true,
      tMax: tMax >= 0 && tMax <= 1 ? tMax : 1};
  }

  private showAnswer(): void {
    const {answer} = this;
    if (!answer) return;
    this.scene?.setImpacts(answer);
    this.scene?.showMarkers(this.markersShown);
    this.scene?.showWires(this.wiresShown);
    this.applyHeat();
    this.list.setAnswer(answer);
    this.facts.replaceChildren(this.summary(answer));
    this.scrubber.setMarks(answer.count ? [{at: answer.toi, kind: "contact"}] : []);
    this.drawHistogram(answer);
  }

  private summary(answer: StepAnswer): HTMLElement {
    const candidates = Object.values(answer.candidates).reduce((sum, n) => sum + n, 0);
    const free = answer.status === "Free";
    const reported = fields(list(this.sequence?.report?.report.steps)[this.stepIndex]);
    const tool = num(reported.earliest_toi);
    const report = this.sequence?.report?.report, {tMax} = this.question();
    const compare = !report || this.separation !== (num(report.separation) || 0) ? null
      : Number.isNaN(tool) && free ? "The report says the same: free."
        : tool === answer.toi ? "The report has the same earliest time, to the last bit."
          : Number.isNaN(tool) ? "The report has no earliest time." : `The report has ${tool}.`;
    return element(free ? "div.truth.free" : "div.truth.contact", {"data-status": answer.status},
      element("strong", null, free ? tMax < 1 ? "Free so far." : "The step is free." : `${count(answer.count)} impacts`),
      free ? element("p", null, `Nothing touches${tMax < 1 ? ` up to t = ${tMax}` : ""}. This is proven.`)
        : element("p", null, "The earliest at ", element("code.exact", {"data-toi": String(answer.toi)},
          `t = ${answer.toi}`)),
      element("p.small", null, `${count(candidates)} candidate pairs in ${short(answer.seconds)} s, here. `,
        answer.message, answer.count > answer.times.length
          ? ` The list has the first ${count(answer.times.length)}.` : ""),
      compare ? element("p.small", {"data-compare": "1"}, compare) : null);
  }

  private drawHistogram(answer: StepAnswer): void {
    this.plot.replaceChildren();
    if (!answer.times.length) return;
    const bins = 40, counts = new Array<number>(bins).fill(0);
    for (const time of answer.times) counts[Math.min(bins - 1, Math.floor(time * bins))] += 1;
    const spec: PlotSpec = {
      label: "Number of impacts over the time of the step", height: 150,
      x: {label: "time of impact", span: [0, 1]}, y: {label: "impacts", fromZero: true},
      series: [{name: "impacts", color: 0, bars: true, points: counts.map((y, i) => ({
        x: (i + 0.5) / bins, x0: i / bins, x1: (i + 1) / bins, y,
        text: [`${count(y)} between t = ${i / bins} and ${(i + 1) / bins}`]}))}],
      pick: (x) => this.scrubber.set(x),
    };
    const inner = element("div");
    this.plot.append(inner);
    this.histogram = drawPlot(inner, spec, new Set());
    this.histogram.setCursor(this.scrubber.value);
  }

  private choose(index: number, zoom: boolean): void {
    const {answer} = this;
    if (!answer || index < 0 || index >= answer.times.length) return;
    this.chosen = index;
    this.scrubber.stop();
    this.scrubber.set(answer.times[index]);
    this.scene?.choose(answer, index, zoom);
    this.list.setChosen(index);
    this.context.changed();
  }
  private showAll(): void {
    this.chosen = -1;
    if (this.answer) this.scene?.choose(this.answer, -1, false);
    this.list.setChosen(-1);
    this.stage?.fit();
    this.context.changed();
  }

  private applyHeat(): void {
    this.scene?.color(this.heatShown && this.answer ? this.answer.vertexTimes : null);
    this.legend.hidden = !this.heatShown;
  }
  private toggle(what: "heatShown" | "wiresShown" | "markersShown"): void {
    this[what] = !this[what];
    this.applyHeat();
    this.scene?.showWires(this.wiresShown);
    this.scene?.showMarkers(this.markersShown);
    this.drawControls();
    this.context.changed();
  }

  private drawControls(): void {
    const {sequence, step} = this;
    if (!sequence || !step) return;
    const steps = Math.max(1, sequence.frameCount - 1);
    const pressed = (text: string, what: "heatShown" | "wiresShown" | "markersShown") =>
      button(text, () => this.toggle(what), {"aria-pressed": String(this[what])}, "button.toggle");
    const separation: HTMLInputElement = element("input", {type: "text", inputmode: "decimal", size: 7,
      change: () => {
        const value = Number(separation.value);
        if (value >= 0 && Number.isFinite(value)) this.separation = value;
        separation.value = String(this.separation);
        void this.compute();
      }});
    separation.value = String(this.separation);
    this.controls.replaceChildren(
      this.sequences.length > 1 ? choice("meshes", this.sequences.map((one, i) => [String(i), one.name]),
        String(this.sequences.indexOf(sequence)), (value) => {
          this.setSequence(this.sequences[Number(value)]);
          this.setStep(0, true);
        }) : element("span.kind", null, sequence.name),
      element("span.soft", null, `${count(step.faces.length / 3)} triangles`),
      steps > 1 ? element("span.stepper", null,
        button("‹", () => this.move(-1), {"aria-label": "Previous step"}),
        element("span", null, `step ${this.stepIndex + 1} of ${steps}`),
        button("›", () => this.move(1), {"aria-label": "Next step"})) : "",
      pressed("times as colours", "heatShown"), pressed("markers", "markersShown"),
      pressed("edges", "wiresShown"), button("show all", () => this.showAll()),
      element("label.choice", null, "separation ", separation),
      sequence.objects.length > 1 ? choice("pairs", [["all", "all"], ["between", "of different objects"]],
        this.withinObjects ? "all" : "between", (value) => {
          this.withinObjects = value === "all";
          void this.compute();
        }) : "");
  }
  private move(by: number): void {
    const steps = Math.max(1, (this.sequence?.frameCount ?? 2) - 1);
    this.setStep((this.stepIndex + by + steps) % steps, false);
  }

  key(event: KeyboardEvent): boolean {
    if (!this.sequence) return false;
    const actions: Record<string, () => void> = {
      j: () => this.choose(this.chosen + 1, true), n: () => this.choose(this.chosen + 1, true),
      k: () => this.choose(this.chosen - 1, true), p: () => this.choose(this.chosen - 1, true),
      " ": () => this.scrubber.toggle(), ",": () => this.scrubber.move(-1),
      ".": () => this.scrubber.move(1), h: () => this.toggle("heatShown"),
      w: () => this.toggle("wiresShown"), m: () => this.toggle("markersShown"),
      c: () => this.choose(0, true), pagedown: () => this.move(1), pageup: () => this.move(-1),
      escape: () => this.showAll(),
    };
    const action = actions[event.key.toLowerCase()];
    action?.();
    return action !== undefined;
  }
}
