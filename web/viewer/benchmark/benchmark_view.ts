// The report of `firstcontact bench`: docs/benchmarks/bench-report.md says how to read it.
import {button, choice, element} from "../../plots/elements";
import type {FileContent, ReportFile} from "../../worker/messages";
import {emptyState} from "../empty";
import type {Context, State, View} from "../view";
import {Data} from "./report_data";
import {sections} from "./sections";

export class BenchmarkView implements View {
  readonly root = element("div.page");
  readonly keys: [string, string][] = [
    ["← →, ↑ ↓ in a plot", "along a curve, to another curve"], ["Enter on a title", "sort the table"]];
  private reports: ReportFile[] = [];
  private chosen = 0;
  private drawn: ReportFile | null = null;
  private wanted = "";

  constructor(private readonly context: Context) {}

  accept(added: FileContent[]): boolean {
    const mine = added.filter((file): file is ReportFile =>
      file.type === "report" && file.verb === "bench");
    this.reports.push(...mine);
    if (mine.length) {
      this.chosen = this.reports.length - mine.length;
      this.drawn = null;
    }
    return mine.length > 0;
  }

  show(state: State): void {
    this.wanted = state.part ?? "";
    // The plots need the width of a page that is shown.
    requestAnimationFrame(() => this.draw());
  }
  hide(): void {}
  state(): State {
    return this.wanted ? {part: this.wanted} : {};
  }
  key(): boolean {
    return false;
  }

  private draw(): void {
    const report = this.reports[this.chosen];
    if (!report) {
      this.root.replaceChildren(emptyState(this.context, {
        title: "No benchmark report yet",
        text: "Times, wrong answers and accuracy of every method, as tables and plots.",
        commands: ["firstcontact bench quick --quick", "firstcontact view quick/report.json"],
        files: "report.json of firstcontact bench",
      }));
      return;
    }
    if (this.drawn === report) return this.jump();
    this.drawn = report;
    try {
      const parts = sections(new Data(report.report));
      const contents = element("nav.contents", {"aria-label": "Contents"}, parts.map((part) =>
        button(part.dataset.title ?? part.id, () => {
          this.wanted = part.id;
          this.context.changed();
          this.jump();
        })));
      const pick = this.reports.length > 1 ? choice("report",
        this.reports.map((one, i) => [String(i), one.name]), String(this.chosen), (value) => {
          this.chosen = Number(value);
          this.draw();
        }) : element("p.note", null, report.name);
      const main = element("div.report");
      this.root.replaceChildren(element("h2.title", null, "FirstContact benchmark"), pick, contents,
        main);
      main.replaceChildren(...parts);
      this.jump();
    } catch (error) {
      this.root.replaceChildren(element("p.notice", {role: "alert"},
        `${report.name}: the report cannot be shown: ${(error as Error).message}`));
    }
  }
  private jump(): void {
    if (this.wanted) this.root.querySelector("#" + CSS.escape(this.wanted))?.scrollIntoView();
  }
}
