// Bodies and robots: reports of `screw` and `robot`, or the same computed here from dropped files.
import {button, choice, element} from "../../plots/elements";
import {count, fields, list, num, short, text} from "../../plots/numbers";
import {Cancelled} from "../../worker/client";
import type {
  Drawing, FileContent, FileData, MeshFile, PartFile, ReportFile, ScrewAnswer,
} from "../../worker/messages";
import {emptyState} from "../empty";
import {makeStage, MOST_SMOOTH, type Stage} from "../scene/stage";
import {Scrubber} from "../scrubber";
import type {Context, State, View, ViewName} from "../view";
import {BodiesScene, type Mark} from "./bodies_scene";
import {readDrawing} from "./drawing";
import {exampleBodies} from "./example_bodies";
import {jointPanel} from "./joints";
import {LiveRobot} from "./live_robot";
import {RobotFiles} from "./robot_files";
import {
  answerBox, collisionTable, robotMark, screenInput, screwMarks, stages, timeOf,
} from "./report_parts";
import {screenPlot} from "./screen_plot";

interface Entry {
  name: string;
  verb: string;
  report: Record<string, unknown>;
  drawing: Drawing | null;
  /// What is wrong with the drawing of the report.
  faults?: string[];
  screen: ScrewAnswer["screen"] | null;
  /// A robot whose motion is decided here.
  live: LiveRobot | null;
  /// The file of that robot; an example has none.
  urdf?: PartFile;
}

export class BodiesView implements View {
  readonly root = element("div.bodies");
  readonly keys: [string, string][] = [
    ["J, K or N, P", "next and previous collision"], ["space", "play"],
    [", and .", "time by a hundredth"], ["C", "to the first contact"], ["G", "copies along the motion"],
  ];
  private readonly robotFiles = new RobotFiles();
  private entries: Entry[] = [];
  private entry: Entry | null = null;
  private marks: Mark[] = [];
  private chosen = -1;
  private ghosts = false;
  private level = -1;
  private stage: Stage | null = null;
  private scene: BodiesScene | null = null;
  private solving = false;
  private solveAgain = false;
  private followJoints: ((t: number) => void) | null = null;
  private readonly answer = element("div", {"aria-live": "polite"});
  private readonly box = element("div");
  private readonly controls = element("div.controls");
  private readonly panel = element("div.panel");
  private readonly screen = element("div");
  private readonly scrubber = new Scrubber({
    label: "Time of the motion", from: 0, to: 1, step: 0, seconds: 5,
    text: (t) => `t = ${t.toFixed(4)}`,
    changed: (t) => {
      this.scene?.setTime(t);
      this.followJoints?.(t);
      this.context.changed();
    },
  });

  constructor(private readonly context: Context) {}

  accept(added: FileContent[], all: FileContent[], meant: ViewName): boolean {
    const reports = added.filter((file): file is ReportFile =>
      file.type === "report" && ["screw", "robot"].includes(file.verb));
    for (const {name, verb, report} of reports)
      this.add({name, verb, report, ...readDrawing(report), screen: null, live: null});
    const parts = added.filter((file): file is PartFile => file.type === "part");
    const meshes = all.filter((file): file is MeshFile => file.type === "mesh");
    const poses = parts.find((part) => part.role === "poses");
    const bare = reports.find(({verb, report}) => verb === "screw" && !readDrawing(report).drawing);
    if (poses && meshes.length >= 2) {
      void this.openScrew(meshes.at(-2)!, meshes.at(-1)!, {name: poses.name, data: poses.data});
    } else if (bare && bare.report.poses && meshes.length >= 2) {
      const data = new TextEncoder().encode(JSON.stringify(bare.report.poses)).buffer as ArrayBuffer;
      void this.openScrew(meshes.at(-2)!, meshes.at(-1)!, {name: "poses.json", data});
    }
    const alone = meant === "bodies" && added.every(({type}) => type === "mesh");
    const robot = this.robotFiles.take(added, all, alone);
    const pathCame = parts.some(({role}) => role === "path");
    if (robot) void this.openRobot(pathCame);
    this.tellLonely(parts, meshes.length, robot || reports.length > 0);
    return reports.length > 0 || robot || poses !== undefined;
  }

  takesMeshes(meshes: MeshFile[]): boolean {
    const robotShown = this.entry ? this.entry.urdf === this.robotFiles.urdf : true;
    return robotShown && this.robotFiles.belong(meshes);
  }

  /// Says what is missing beside files that mean nothing alone.
  private tellLonely(parts: PartFile[], meshes: number, shown: boolean): void {
    const [lonely] = parts.filter(({role}) => role !== "other");
    if (!lonely || shown || (lonely.role === "poses" && meshes >= 2)) return;
    const what = {poses: "poses of two bodies; drop their two meshes with it", urdf: "",
      srdf: "an SRDF file; drop its robot (URDF) with it", path: "a path; drop its robot (URDF) with it",
      scene: "a scene; drop its robot (URDF) with it", other: ""}[lonely.role];
    this.context.tell(`${lonely.name}: ${what}.`);
  }

  private add(entry: Entry): void {
    this.entries.push(entry);
    this.entry = entry;
  }

  private async openScrew(a: MeshFile, b: MeshFile, poses: FileData): Promise<void> {
    await this.compute(async () => {
      const call = this.context.work.call("screwFiles", {a, b, poses, mode: "Certified"});
      const answer = await this.context.track("Looking for all collisions", call);
      this.add({name: `${a.name} and ${b.name}`, verb: "screw", report: answer.report,
        drawing: answer.drawing, screen: answer.screen, live: null});
      this.show({});
    });
  }
  private async exampleScrew(state: State = {}): Promise<void> {
    await this.compute(async () => {
      const call = this.context.work.call("screw", {...exampleBodies(), mode: "Certified"});
      const answer = await this.context.track("Looking for all collisions", call);
      this.add({name: "example: a key and a block", verb: "screw", report: answer.report,
        drawing: answer.drawing, screen: answer.screen, live: null});
      this.show(state);
    });
  }
  private async exampleRobot(state: State = {}): Promise<void> {
    await this.compute(async () => {
      const live = await LiveRobot.example(this.context);
      live.setEnds(state.from ?? "", state.to ?? "");
      await this.openLive("example: an arm and a post", live, state);
    });
  }
  /// Opens the robot, or opens it again with more files; then it moves as before, if no path came.
  private async openRobot(pathCame: boolean): Promise<void> {
    await this.compute(async () => {
      const urdf = this.robotFiles.urdf!;
      const live = await LiveRobot.ofFiles(this.context, this.robotFiles);
      const before = this.entries.find((entry) => entry.urdf === urdf);
      if (before?.live && !pathCame) live.path = before.live.path;
      this.entries = this.entries.filter((entry) => entry !== before);
      await this.openLive(live.info.name || urdf.name, live, {}, urdf);
      if (live.madeUp && !before)
        this.context.tell("No file has a motion: this one is made up. Move its ends with the sliders.");
    });
  }
  private async openLive(
    name: string, live: LiveRobot, state: State = {}, urdf?: PartFile): Promise<void> {
    this.add({name, verb: "robot", report: {}, drawing: null, screen: null, live, urdf});
    await this.decide(true, state);
  }
  private async decide(fresh: boolean, state: State = {}): Promise<void> {
    const entry = this.entry;
    if (!entry?.live) return;
    if (this.solving) {  // a slider moves faster than edges are decided: the last place counts
      this.solveAgain = true;
      return;
    }
    this.solving = true;
    try {
      const answer = await entry.live.decide(fresh ? "Deciding the motion" : null);
      entry.report = answer.report;
      entry.drawing = answer.drawing;
    } finally {
      this.solving = false;
    }
    if (fresh) this.show(state);
    else this.update(false);
    if (this.solveAgain) {
      this.solveAgain = false;
      await this.decide(false);
    }
  }
  private async compute(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Cancelled)) this.context.tell((error as Error).message, "error");
    }
  }

  show(state: State): void {
    if (!this.entry && state.example === "robot") return void this.exampleRobot(state);
    if (!this.entry && state.example === "screw") return void this.exampleScrew(state);
    if (!this.entry) {
      this.root.replaceChildren(emptyState(this.context, {
        title: "Rigid bodies and robots",
        text: "Bodies that turn and travel, arms that move: when they touch first, and which features.",
        commands: ["firstcontact screw a.obj b.obj --poses poses.json --html page.html",
          "firstcontact robot arm.urdf --from=0,0 --to=1,1 --scene table.obj --html page.html"],
        files: "reports of screw and robot; two meshes with poses.json; a URDF file with its meshes",
        examples: [["A key and a block", () => void this.exampleScrew()],
          ["A robot arm and a post", () => void this.exampleRobot()]],
      }));
      return;
    }
    if (!this.stage) this.build();
    this.update(true);
    const t = Number(state.t);
    if (state.t && Number.isFinite(t)) this.scrubber.set(t);
    if (state.collision) this.choose(Number(state.collision), Boolean(state.t));
    if (state.copies) this.ghosts = state.copies === "1";
    if (state.level) this.level = Math.floor(Number(state.level)) || 0;
    if (state.copies || state.level) {
      this.redraw(false);
      this.drawControls();
    }
    if (state.cam && this.stage) this.stage.cameraText = state.cam;
  }

  private build(): void {
    this.root.replaceChildren(this.controls, element("div.columns", null,
      element("div.pictures.single", null, element("figure.picture", null, this.box), this.scrubber.root),
      element("div.side", null, this.panel)));
    const triangles = (this.entry?.drawing?.bodies ?? [])
      .reduce((sum, body) => sum + body.triangles.length / 3, 0);
    this.stage = makeStage(this.box, "The bodies at the chosen time", () => this.redraw(false),
      triangles < MOST_SMOOTH);
    this.scene = this.stage && new BodiesScene(this.stage);
    if (this.stage) this.stage.onTurned = () => this.context.changed();
  }
  private redraw(fit: boolean): void {
    const drawing = this.entry?.drawing;
    if (!drawing || !this.scene) return;
    this.scene.setDrawing(drawing, fit);
    this.scene.setTime(this.scrubber.value);
    this.scene.showGhosts(this.ghosts);
    this.scene.setLevel(this.level);
    this.scene.setMark(this.marks[this.chosen] ?? null);
  }

  /// Shows the present entry; `fit` moves the camera.
  private update(fit: boolean): void {
    const {entry} = this;
    if (!entry) return;
    const robot = robotMark(entry.report, entry.drawing);
    this.marks = entry.verb === "screw" ? screwMarks(entry.report, entry.drawing) : robot ? [robot] : [];
    this.chosen = this.marks.length ? 0 : -1;
    this.redraw(fit);
    const last = entry.drawing ? entry.drawing.times[entry.drawing.times.length - 1] : 1;
    this.scrubber.setRange(0, last > 0 ? last : 1);
    const nearest = num(entry.report.clearance_time);
    this.scrubber.setMarks([...this.marks.map((mark) => ({at: mark.time, kind: "contact"})),
      ...(Number.isNaN(nearest) ? [] : [{at: nearest, kind: "nearest"}])]);
    if (fit) this.scrubber.set(this.marks[0]?.time ?? 0);
    this.answer.replaceChildren(answerBox(entry.verb, entry.report), stages(entry.report) ?? "");
    if (!fit) return;
    this.drawControls();
    this.drawPanel(entry);
  }

  private drawPanel(entry: Entry): void {
    const {report} = entry;
    const screw = fields(report.screw);
    const facts: [string, string][] = entry.verb === "screw" ? [
      ["turn", `${short(num(screw.angle) * 180 / Math.PI)}°`], ["travel", short(screw.travel)],
      ["A", text(fields(report.a).file)], ["B", text(fields(report.b).file)],
    ] : [["robot", text(fields(report.robot).name)], ["pairs", count(report.pairs)],
      ["segments", count(report.segments)]];
    const notes = list(report.notes).map(text).filter(Boolean);
    const joints = entry.verb === "robot" ? jointPanel(entry.report, entry.live, () =>
      void this.compute(() => this.decide(false))) : null;
    this.followJoints = joints?.follow ?? null;
    this.panel.replaceChildren(this.answer,
      element("dl.facts", null, facts.filter(([, value]) => value && value !== "–")
        .map(([name, value]) => element("div", null, element("dt", null, name),
          element("dd", null, value)))),
      entry.faults?.length ? element("p.notice", {role: "alert"},
        `${entry.drawing ? "Not all of the drawing" : "The drawing"} of this report can${
          entry.drawing ? "" : "not"} be shown: ${entry.faults.slice(0, 5).join("; ")}.`) : "",
      entry.drawing || entry.faults?.length ? "" : element("p.notice", null, "This report has no drawing. Write it with " +
        "--drawing, or with --html, to see the bodies move" +
        (entry.verb === "screw" ? ", or drop its two meshes here." : ".")),
      joints?.root ?? "",
      collisionTable(report, (index) => this.choose(index)) ?? "",
      this.screen,
      notes.length ? element("details", null, element("summary", null, `${count(notes.length)} notes`),
        element("ul", null, notes.slice(0, 200).map((note) => element("li", null, note)))) : "");
    this.followJoints?.(this.scrubber.value);
    this.highlight();
    void this.drawScreen(entry);
  }

  /// The collision screen; that of a report is worked out here, from its drawing.
  private async drawScreen(entry: Entry): Promise<void> {
    this.screen.replaceChildren();
    const input = !entry.screen && entry.verb === "screw" && entry.drawing
      ? screenInput(entry.report, entry.drawing) : null;
    if (input) {
      try {
        const call = this.context.work.call("screw", {...input, mode: "Analytic"});
        entry.screen = (await call.result).screen;
      } catch {
        return;  // the screen is an extra: without it the report is still shown
      }
    }
    if (entry.screen && entry === this.entry) {
      this.screen.replaceChildren(screenPlot(entry.screen, (time) => {
        const apart = this.marks.map((mark) => Math.abs(mark.time - time));
        this.choose(apart.indexOf(Math.min(...apart)));
      }));
    }
  }

  private choose(index: number, keepTime = false): void {
    if (!(index >= 0) || index >= this.marks.length) return;
    this.chosen = index;
    this.scrubber.stop();
    if (!keepTime) this.scrubber.set(this.marks[index].time);
    this.scene?.setMark(this.marks[index]);
    this.highlight();
    this.context.changed();
  }
  private highlight(): void {
    for (const row of this.panel.querySelectorAll<HTMLElement>("tr[data-index]"))
      row.classList.toggle("chosen", Number(row.dataset.index) === this.chosen);
  }

  private toggleGhosts(): void {
    this.ghosts = !this.ghosts;
    this.scene?.showGhosts(this.ghosts);
    this.drawControls();
    this.context.changed();
  }
  private drawControls(): void {
    const entry = this.entry!;
    const levels = this.scene?.levels ?? 0;
    this.controls.replaceChildren(
      this.entries.length > 1 ? choice("show", this.entries.map((one, i) => [String(i), one.name]),
        String(this.entries.indexOf(entry)), (value) => {
          this.entry = this.entries[Number(value)];
          this.update(true);
        }) : element("span.kind", null, entry.name),
      button("copies along the motion", () => this.toggleGhosts(), {"aria-pressed": String(this.ghosts)}, "button.toggle"),
      levels ? choice("hierarchy", [["-1", "hidden"], ...Array.from({length: levels}, (_, i) =>
        [String(i), `level ${i}`] as [string, string])], String(this.level), (value) => {
        this.level = Number(value);
        this.scene?.setLevel(this.level);
        this.context.changed();
      }) : "",
      entry.live ? choice("method", [["Certified", "certified"], ["Advancement", "published"]],
        entry.live.method, (value) => {
          entry.live!.method = value;
          void this.compute(() => this.decide(false));
        }) : "",
      button("show all", () => this.stage?.fit()));
  }

  hide(): void {
    this.scrubber.stop();
    this.stage?.dispose();
    this.stage = this.scene = null;
  }
  state(): State {
    if (!this.entry) return {};
    const example = this.entry.name.startsWith("example") ? this.entry.verb : "";
    return {example, t: String(Number(this.scrubber.value.toFixed(6))),
      collision: this.chosen > 0 ? String(this.chosen) : "", copies: this.ghosts ? "1" : "",
      level: this.level >= 0 ? String(this.level) : "", cam: this.stage?.cameraText ?? "",
      ...this.entry.live?.ends()};
  }

  key(event: KeyboardEvent): boolean {
    if (!this.entry) return false;
    const actions: Record<string, () => void> = {
      j: () => this.choose(this.chosen + 1), n: () => this.choose(this.chosen + 1),
      k: () => this.choose(this.chosen - 1), p: () => this.choose(this.chosen - 1),
      " ": () => this.scrubber.toggle(), ",": () => this.scrubber.move(-1),
      ".": () => this.scrubber.move(1), c: () => this.scrubber.set(timeOf(this.entry!.report) || 0),
      g: () => this.toggleGhosts(),
    };
    const action = actions[event.key.toLowerCase()];
    action?.();
    return action !== undefined;
  }
}
