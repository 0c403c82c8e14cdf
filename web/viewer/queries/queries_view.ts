// Queries: the pair in space, its gap set and the origin, what every method says, and the exact time.
import {button, choice, element} from "../../plots/elements";
import {count} from "../../plots/numbers";
import {Cancelled} from "../../worker/client";
import type {
  FileContent, Kind, PairAnswer, PairOptions, QuerySet, TableFile, VerdictBlock,
} from "../../worker/messages";
import {makeStage, type Stage} from "../scene/stage";
import {Scrubber} from "../scrubber";
import type {Context, State, View} from "../view";
import {answersTable, judge, truthBox} from "./answers";
import {Coordinates} from "./coordinates";
import {GapScene} from "./gap_scene";
import {
  addVerdicts, coordinatesOf, disagree, exampleList, fileList, missed, nativeVerdicts, singleList,
  type PairList,
} from "./lists";
import {KINDS, linkOf, pairOfLink, SHAPES, type Pair} from "./pair";
import {PairScene} from "./pair_scene";
import {openPaste} from "./paste";

type Filter = "all" | "contact" | "free" | "disagree" | "missed";
const FILTERS: [Filter, string][] = [["all", "all"], ["contact", "with contact"], ["free", "free"],
  ["disagree", "methods disagree"], ["missed", "a method misses"]];

export class QueriesView implements View {
  readonly root = element("div.queries");
  readonly keys: [string, string][] = [
    ["J, K or N, P", "next and previous query"], ["space", "play"],
    [", and .", "time by a hundredth"], ["C", "to the time of contact"],
    ["D", "only queries on which methods disagree"], ["V", "paste a query"],
    ["[ and ]", "the chosen coordinate by one double, with shift by a thousand"],
    ["↑ ↓ in a field", "the same"],
  ];
  private lists: PairList[] = [exampleList()];
  private list = this.lists[0];
  private index = 0;
  private filter: Filter = "all";
  private pair: Pair = this.list.at(0);
  private answer: PairAnswer | null = null;
  private options: PairOptions = {minSeparation: 0, norm: "L2", tMax: 1, maxChecks: 1_000_000};
  private tables: TableFile[] = [];
  /// Files whose kind the reader has chosen.
  private readonly kindChosen = new WeakSet<QuerySet>();
  private pairStage: Stage | null = null;
  private gapStage: Stage | null = null;
  private pairScene: PairScene | null = null;
  private gapScene: GapScene | null = null;
  private asked = 0;
  /// The answer moves the time to the contact, until the reader chooses a time.
  private jump = true;
  private readonly pairBox = element("div");
  private readonly gapBox = element("div");
  private readonly truth = element("div");
  private readonly answers = element("div");
  private readonly about = element("p.about", {"aria-live": "polite"});
  private readonly controls = element("div.controls");
  private readonly coordinates = new Coordinates((pair) => this.setPair(pair, false));
  private readonly scrubber = new Scrubber({
    label: "Time", from: 0, to: 1, step: 0, seconds: 4, text: (t) => `t = ${t.toFixed(4)}`,
    changed: (t) => {
      this.jump = false;
      this.pairScene?.setTime(t);
      this.gapScene?.setTime(t);
      this.context.changed();
    },
  });

  constructor(private readonly context: Context) {
    this.root.append(this.controls,
      element("div.columns", null,
        element("div.pictures", null,
          element("figure.picture", null, this.pairBox,
            element("figcaption", null, element("b.a", null, "first"), " and ",
              element("b.b", null, "second"), " element, and their paths")),
          element("figure.picture", null, this.gapBox,
            element("figcaption", null, "their ", element("b.time", null, "gap set"),
              ": contact when it holds the ", element("b.contact", null, "origin"))),
          this.scrubber.root, this.about),
        element("div.side", null, this.truth, this.answers), this.coordinates.root));
  }

  accept(added: FileContent[]): boolean {
    const sets = added.flatMap((file) => (file.type === "queries" ? [fileList(file)] : []));
    this.tables.push(...added.filter((file): file is TableFile => file.type === "table"));
    this.lists.push(...sets);
    for (const file of added) if (file.type === "proofs") this.tellProofs(file);
    for (const file of added)
      if (file.type === "report" && typeof file.report["queries_cut"] === "number")
        this.context.tell(`Of each file this page has the first ${count(file.report["queries_cut"])} queries; ` +
          "the report is about all of them.");
    if (sets.length) this.choose(sets[0], 0);
    return sets.length > 0;
  }

  private tellProofs(file: Extract<FileContent, {type: "proofs"}>): void {
    const without = this.lists.some((list) => list.set) ? "" : " The pairs below are examples.";
    const failures = file.failures.slice(0, 3).map(({line, reason}) => `line ${line}: ${reason}`);
    this.context.tell(file.valid
      ? `${file.name}: verified in this page, ${count(file.proofs)} proofs with ` +
        `${count(file.segments)} pieces, all valid.${without}`
      : `${file.name}: not proven. ${file.error} ${failures.join("; ")}`,
      file.valid ? "note" : "error");
  }

  show(state: State): void {
    if (!this.pairStage) this.makePictures();
    const linked = state.q ? pairOfLink(state.q) : null;
    if (state.q && !linked) this.context.tell("The link does not hold a whole query.", "error");
    if (state.sep) this.options.minSeparation = Math.max(0, Number(state.sep) || 0);
    if (state.norm === "Linf") this.options.norm = "Linf";
    if (state.tmax) this.options.tMax = Math.min(1, Math.max(0, Number(state.tmax) || 1));
    if (linked && linkOf(linked) !== linkOf(this.pair)) {
      const known = this.find(state, linked);
      if (known) this.choose(...known);
      else {
        this.lists.push(singleList("from the link", linked));
        this.choose(this.lists.at(-1)!, 0);
      }
    } else {
      this.choose(this.list, this.index);
    }
    const t = Number(state.t);
    if (state.t && Number.isFinite(t)) this.scrubber.set(t);
    else this.jump = true;
    if (state.cam && this.pairStage) this.pairStage.cameraText = state.cam;
    if (state.gapcam && this.gapStage) this.gapStage.cameraText = state.gapcam;
  }

  /// The place in the lists where a link was made, if the same query is there.
  private find(state: State, pair: Pair): [PairList, number] | null {
    const list = this.lists.find((one) => one.name === state.file), index = Number(state.i);
    const there = list && index >= 0 && index < list.count && linkOf(list.at(index)) === linkOf(pair);
    return there ? [list, index] : null;
  }

  private makePictures(): void {
    const again = () => {
      this.pairScene?.setPair(this.pair, false);
      this.gapScene?.setPair(this.pair, false);
      this.showAnswerInPictures();
    };
    this.pairStage = makeStage(this.pairBox, "The two primitives at the chosen time", again);
    this.gapStage = makeStage(this.gapBox, "The gap set and the origin");
    for (const stage of [this.pairStage, this.gapStage])
      if (stage) stage.onTurned = () => this.context.changed();
    this.pairScene = this.pairStage && new PairScene(this.pairStage);
    this.gapScene = this.gapStage && new GapScene(this.gapStage);
  }
  hide(): void {
    this.scrubber.stop();
    this.pairStage?.dispose();
    this.gapStage?.dispose();
    this.pairStage = this.gapStage = this.pairScene = this.gapScene = null;
  }

  state(): State {
    const {minSeparation, norm, tMax} = this.options;
    return {
      q: linkOf(this.pair), t: String(Number(this.scrubber.value.toFixed(6))),
      file: this.list.set ? this.list.name : "", i: this.list.set ? String(this.index) : "",
      sep: minSeparation ? String(minSeparation) : "", norm: norm === "Linf" ? norm : "",
      tmax: tMax < 1 ? String(tMax) : "", cam: this.pairStage?.cameraText ?? "",
      gapcam: this.gapStage?.cameraText ?? "",
    };
  }

  private choose(list: PairList, index: number): void {
    this.list = list;
    this.index = Math.min(list.count - 1, Math.max(0, index));
    this.drawControls();
    this.about.textContent = list.about(this.index);
    this.jump = true;
    this.setPair(list.at(this.index), true);
  }

  private setPair(pair: Pair, fresh: boolean): void {
    this.pair = pair;
    this.coordinates.setPair(pair, fresh);
    this.pairScene?.setPair(pair, fresh);
    this.gapScene?.setPair(pair, fresh);
    this.context.changed();
    void this.solve(fresh);
  }

  private async solve(fresh: boolean): Promise<void> {
    const turn = ++this.asked;
    this.root.setAttribute("aria-busy", "true");
    try {
      const {kind, points} = this.pair, options = {...this.options};
      const ask = (timed: boolean) => this.context.pairs.call(
        "solvePair", {kind, points, options, timed}).result;
      const answer = await ask(false);
      if (turn !== this.asked) return;
      this.answer = answer;
      this.showAnswer(fresh);
      if (this.jump) this.scrubber.set(answer.oracle.status === "Contact" ? answer.oracle.toi : 0.5);
      this.root.removeAttribute("aria-busy");
      // How long the methods take is measured when the reader stops.
      await new Promise((done) => setTimeout(done, 400));
      if (turn !== this.asked) return;
      const measured = await ask(true);
      if (turn !== this.asked) return;
      this.answer = measured;
      this.showTable(measured);
    } catch (error) {
      if (turn !== this.asked || error instanceof Cancelled) return;
      this.answers.replaceChildren(
        element("p.notice", {role: "alert"}, (error as Error).message));
    } finally {
      if (turn === this.asked) this.root.removeAttribute("aria-busy");
    }
  }

  private showAnswer(fresh: boolean): void {
    const answer = this.answer;
    if (!answer) return;
    const asGiven = this.options.minSeparation === 0 && this.options.tMax === 1 && fresh;
    this.truth.replaceChildren(truthBox(answer, asGiven ? this.list.truth(this.index) : null));
    this.showTable(answer);
    this.showAnswerInPictures();
    const marks = answer.rows.filter((row) => row.contact && row.toi >= 0 && row.toi <= 1)
      .map((row) => ({at: row.toi, kind: "method"}));
    if (answer.oracle.status === "Contact") marks.push({at: answer.oracle.toi, kind: "contact"});
    this.scrubber.setMarks(marks);
    const wrong = answer.rows.filter((row) =>
      ["miss", "alarm"].includes(judge(row, answer.oracle.status === "Contact").mark));
    this.root.dataset.wrong = String(wrong.length);
  }
  private showTable(answer: PairAnswer): void {
    const native = nativeVerdicts(this.tables, this.list.name, this.index)
      .filter(({method}) => !answer.rows.some((row) => row.method === method));
    this.answers.replaceChildren(
      answersTable(answer, this.context.methods()),
      native.length ? element("p.note", null, "By the tool, for methods that need directed rounding: " +
        native.map(({method, status, toi}) => `${method} ${status} ${toi}`).join("; ")) : "",
      element("p.note", null, "Bold: this library, which misses nothing. The truth is decided in " +
        "exact arithmetic. µs: shortest of repeated calls on this machine."));
  }
  private showAnswerInPictures(): void {
    this.pairScene?.setContact(this.answer?.contact ?? null);
    this.gapScene?.setCertificate(this.answer?.certificate ?? []);
  }

  private matches(index: number): boolean {
    const known = this.list.verdicts[index], truth = this.list.truth(index);
    const oracle = known >= 0 && this.list.methods.length > 0
      ? known >= 2 ** this.list.methods.length : truth;
    switch (this.filter) {
      case "all": return true;
      case "contact": return oracle === true;
      case "free": return oracle === false;
      case "disagree": return disagree(this.list, index);
      case "missed": return missed(this.list, index);
    }
  }

  private step(by: number): void {
    for (let i = 1; i <= this.list.count; ++i) {
      const index = (this.index + i * by + i * this.list.count) % this.list.count;
      if (!this.matches(index)) continue;
      this.choose(this.list, index);
      return;
    }
    this.context.tell("No query of this list matches the filter.");
  }

  private async setFilter(filter: Filter): Promise<void> {
    this.filter = filter;
    if (filter === "disagree" || filter === "missed" || (filter !== "all" && !this.list.set))
      await this.findVerdicts();
    this.drawControls();
    if (!this.matches(this.index)) this.step(1);
  }

  /// Asks every method about every query of the list that is not known yet.
  private async findVerdicts(): Promise<void> {
    const {list} = this;
    const byKind = new Map<Kind, number[]>();
    for (let i = 0; i < list.count; ++i) {
      if (list.verdicts[i] >= 0) continue;
      const kind = list.set?.kind ?? list.at(i).kind;
      const known = byKind.get(kind);
      if (known) known.push(i);
      else byKind.set(kind, [i]);
      if (i > 200_000) break;
    }
    for (const [kind, indices] of byKind) {
      const call = this.context.work.call("verdicts",
        {kind, coordinates: coordinatesOf(list, indices), first: 0, options: this.options},
        (share, partial) => {
          this.context.progress(share);
          addVerdicts(list, partial as VerdictBlock, indices);
        });
      try {
        await this.context.track(`Asking every method about ${count(indices.length)} queries`, call);
      } catch (error) {
        if (!(error instanceof Cancelled)) this.context.tell((error as Error).message, "error");
      }
    }
  }

  private drawControls(): void {
    const found = this.filter === "all" ? this.list.count
      : Array.from({length: this.list.count}, (_, i) => i).filter((i) => this.matches(i)).length;
    const number: HTMLInputElement = element("input", {
      type: "number", min: 1, max: this.list.count, "aria-label": "Number of the query",
      change: () => this.choose(this.list, Number(number.value) - 1),
    });
    number.value = String(this.index + 1);
    const {set} = this.list;
    this.controls.replaceChildren(
      choice("list", this.lists.map((one, i) => [String(i), `${one.name} (${count(one.count)})`]),
        String(this.lists.indexOf(this.list)), (value) => {
          this.filter = "all";
          this.choose(this.lists[Number(value)], 0);
        }),
      set?.kindGuessed ? choice("read as", KINDS.slice(0, 2).map((kind) => [kind, SHAPES[kind].title]),
        set.kind, (value) => {
          set.kind = value as Kind;
          this.kindChosen.add(set);
          this.list.verdicts.fill(-1);
          this.choose(this.list, this.index);
        }) : element("span.kind", null, SHAPES[this.list.at(this.index).kind].title),
      set?.kindGuessed && !this.kindChosen.has(set) ? element("span.notice.guessed", {role: "status"},
        `read as ${SHAPES[set.kind].title}: choose the kind `,
        button("it is right", () => {
          this.kindChosen.add(set);
          this.drawControls();
        })) : "",
      element("span.stepper", null, button("‹", () => this.step(-1), {"aria-label": "Previous query"}),
        number, element("span", null, `of ${count(this.list.count)}`),
        button("›", () => this.step(1), {"aria-label": "Next query"})),
      choice("show", FILTERS.map(([value, text]) => [value, value === this.filter && value !== "all"
        ? `${text}: ${count(found)}` : text]), this.filter,
        (value) => void this.setFilter(value as Filter)),
      this.numberField("separation", this.options.minSeparation, (value) => {
        this.options.minSeparation = Math.max(0, value);
      }),
      choice("norm", [["L2", "L2"], ["Linf", "L∞"]], this.options.norm, (value) => {
        this.options.norm = value as PairOptions["norm"];
        this.changedOptions();
      }),
      this.numberField("up to t", this.options.tMax, (value) => {
        this.options.tMax = Math.min(1, Math.max(0, value));
      }),
      button("Paste…", () => this.paste(), {title: "Paste a query (V)"}));
  }
  private numberField(label: string, value: number, put: (value: number) => void): HTMLElement {
    const input: HTMLInputElement = element("input", {
      type: "text", inputmode: "decimal", size: 7,
      change: () => {
        if (Number.isFinite(Number(input.value))) put(Number(input.value));
        input.value = String(label === "separation" ? this.options.minSeparation : this.options.tMax);
        this.changedOptions();
      },
    });
    input.value = String(value);
    return element("label.choice", null, label + " ", input);
  }
  private changedOptions(): void {
    for (const list of this.lists) list.verdicts.fill(-1);
    this.context.changed();
    void this.solve(false);
  }

  private paste(): void {
    openPaste(this.pair.kind, (pair) => {
      this.lists.push(singleList(`pasted ${this.lists.length}`, pair));
      this.choose(this.lists.at(-1)!, 0);
    });
  }

  key(event: KeyboardEvent): boolean {
    const {oracle} = this.answer ?? {};
    const actions: Record<string, () => void> = {
      j: () => this.step(1), n: () => this.step(1), k: () => this.step(-1), p: () => this.step(-1),
      " ": () => this.scrubber.toggle(), ",": () => this.scrubber.move(-1),
      ".": () => this.scrubber.move(1), v: () => this.paste(),
      c: () => oracle && this.scrubber.set(oracle.status === "Contact" ? oracle.toi : 1),
      d: () => void this.setFilter(this.filter === "disagree" ? "all" : "disagree"),
      "[": () => this.coordinates.nudge(-1), "]": () => this.coordinates.nudge(1),
      "{": () => this.coordinates.nudge(-1000), "}": () => this.coordinates.nudge(1000),
    };
    const action = actions[event.key.toLowerCase()];
    action?.();
    return action !== undefined;
  }
}
