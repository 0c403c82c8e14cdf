// The parts of the benchmark's page in their order, each left out where the report has nothing for it.
import {element, type Child} from "../../plots/elements";
import {count, num, plural, short, text, unique} from "../../plots/numbers";
import {pooled} from "./figure_parts";
import {
  accuracyFigure, distributionFigure, histogramFigure, overviewFigure, sweepFigure,
} from "./figures";
import type {Data} from "./report_data";
import {
  accuracyTables, comparisonTables, methodsTable, separationTables, setsTable, unfinishedTable,
} from "./tables";

/// null where no pair has a text.
function definitions(pairs: [string, unknown][]): HTMLElement | null {
  const there = pairs.filter(([, value]) =>
    value !== null && value !== undefined && value !== "" && typeof value !== "object");
  return there.length ? element("dl.facts", null, there.map(([term, value]) =>
    element("div", null, element("dt", null, term), element("dd", null, String(value))))) : null;
}
function makeSection(id: string, title: string, ...content: Child[]): HTMLElement | null {
  return content.flat(Infinity as 1).some(Boolean)
    ? element("section", {id, "data-title": title}, element("h2", null, title), content) : null;
}
const dateText = (value: unknown) => text(value).replace("T", " ").replace("Z", " UTC");

function summary(data: Data): HTMLElement | null {
  const {report, machine} = data;
  const minutes = (Date.parse(text(report.finished)) - Date.parse(text(report.started))) / 60000;
  const studies = unique(data.allRuns.map((run) => run.study)).map((name) =>
    `${name.replace("_", " ")} (${plural(data.runs(name).length, "run")})`);
  const states = unique(data.allRuns.map((run) => run.status)).map((status) =>
    element(status === "done" ? "span.state" : "span.state.bad", null,
      `${count(data.allRuns.filter((run) => run.status === status).length)} ${status}`));
  const took = Number.isNaN(num(minutes)) ? null
    : minutes < 2 ? `${short(60 * minutes)} seconds` : `${short(minutes)} minutes`;
  return makeSection("summary", "Summary",
    data.leftOut ? element("p.notice.left-out", {role: "alert"}, data.leftOut) : null,
    report.quick === true ? element("p.notice", null,
      "A quick run: few queries and repeats. The times are rough.") : null,
    definitions([
      ["Library", report.version && `firstcontact ${text(report.version)}`],
      ["Processor", machine.cpu], ["Cores", machine.cores],
      ["Memory", machine.memory_gb ? `${short(machine.memory_gb)} GB` : null],
      ["System", machine.os], ["Compiler", machine.compiler], ["Begun", dateText(report.started)],
      ["Took", took],
      ["Asked", `${plural(data.methodNames(data.allRuns).length, "method")}, ` +
        plural(data.setNames(data.allRuns).length, "set")],
    ]),
    studies.length ? element("p", null, `Studies: ${studies.join(", ")}.`) : null,
    states.length ? element("p", null, "Runs: ", states.flatMap((state) => [state, " "]))
      : element("p.notice", null, "No run in this report."),
    findings(data), unfinished(data),
    element("p.note", null, "Tables and figures have the numbers of the published comparison " +
      "(Wang et al. 2021) that they repeat."));
}

/// Who missed contacts, and whether that was to be expected.
function findings(data: Data): HTMLElement | null {
  const runs = data.runs("comparison");
  if (!runs.length) return null;
  const all = data.methodNames(runs).map((name) => ({...data.method(name),
    ...pooled(data, runs.filter((run) => run.method === name))}));
  const names = (items: typeof all) =>
    items.map((item) => `${item.name} (${count(item.falseNegatives)})`).join(", ");
  const broken = all.filter((item) => item.claimsNoMisses && item.falseNegatives > 0);
  const expected = all.filter((item) => !item.claimsNoMisses && item.falseNegatives > 0);
  const cutShort = (name: string) =>
    runs.filter((run) => run.method === name && run.status !== "done").length;
  const line = (item: typeof all[number]) => element("li", null,
    `${item.name}: ${plural(item.falseNegatives, "miss", "misses")} and ` +
    `${plural(item.falsePositives, "false positive")} in ` +
    `${plural(item.queries, "query", "queries")}` +
    (cutShort(item.name) ? `; ${plural(cutShort(item.name), "run")} did not get to the end.` : "."));
  return element("ul", null,
    all.filter((item) => item.ours && item.queries > 0).map(line),
    broken.length ? element("li.alarm", null,
      `Said to miss nothing, but missed contacts: ${names(broken)}.`) : null,
    expected.length ? element("li", null,
      `Missed contacts, as these methods are known to: ${names(expected)}.`) : null);
}

function unfinished(data: Data): HTMLElement | null {
  const runs = data.allRuns.filter((run) => run.status !== "done");
  return runs.length ? element("details", {open: runs.length <= 12},
    element("summary", null,
      `${plural(runs.length, "run")} not done: over the time limit, crashed or refused`),
    unfinishedTable(data, runs)) : null;
}

function separationSection(data: Data): HTMLElement | null {
  const tables = [...separationTables(data, 2, (method) => !method.ours),
    ...separationTables(data, 3, (method) => method.ours)];
  return makeSection("separation", "Tables 2 and 3, figure 11: minimum separation",
    tables.length ? [element("div.tables", null, tables), element("p.note", null,
      "Table 2: published methods. Table 3: the methods of this library. d: minimum separation. " +
      "A star marks a run over its time limit: its counts are those of the queries it got to.")]
      : null,
    distributionFigure(data, "separation", {
      id: "figure-11", title: "Figure 11: time over separation, one method",
      caption: "First the mean, and shaded the range from the shortest query to the longest. Then " +
        "the run times at the least, a middle and the greatest separation."}),
    sweepFigure(data, "separation", {
      id: "figure-11-methods", title: "Figure 11: the methods over separation",
      caption: "Both axes are logarithmic. Values of 0 stand in a lane of their own."}, [
      {label: "mean time of a query, µs", value: (run) => run.meanUs, banded: true},
      {label: "false positives", value: (run) => run.falsePositives},
      {label: "misses (false negatives)", value: (run) => run.falseNegatives}]));
}

function settingsSection(data: Data): HTMLElement | null {
  const names = new Map([
    ["time_limit_s", "time limit a run, s"], ["queries", "queries a set, at most"]]);
  const shown = (key: string, value: unknown) => key === "queries" && value === 0 ? "all"
    : typeof value === "number" ? (Number.isInteger(value) ? count(value) : short(value)) : value;
  return makeSection("settings", "Settings",
    definitions(Object.entries(data.settings).map(([key, value]) =>
      [names.get(key) ?? key.replaceAll("_", " "), shown(key, value)])),
    methodsTable(data), setsTable(data));
}

function reproduceSection(data: Data): HTMLElement | null {
  const options = ([["seed", "--seed"], ["queries", "--queries"], ["repeats", "--repeats"],
    ["time_limit_s", "--time-limit"], ["tolerance", "--tolerance"],
    ["max_checks", "--max-checks"]] as const)
    .filter(([key]) => num(data.settings[key]) > 0)
    .map(([key, option]) => ` ${option} ${num(data.settings[key])}`);
  const command = "firstcontact bench bench-results" +
    (data.report.quick === true ? " --quick" : "") + options.join("");
  return makeSection("reproduce", "How to reproduce",
    element("pre", {tabindex: 0}, element("code", null, command)),
    element("p", null, `With version ${text(data.report.version) || "?"}. Options equal to the ` +
      "defaults can be left out; --methods, --sets and --studies choose a part. Generated sets " +
      "depend on the seed alone, so counts of wrong answers repeat exactly, unless a run is " +
      "stopped by its time limit. Times depend on the machine, and only their ratios carry over. " +
      "Interrupted, the same command goes on where it stopped. The folder holds the same numbers " +
      "as report.json and report.csv, and what was measured, line by line, as runs.jsonl."));
}

export function sections(data: Data): HTMLElement[] {
  const compared = data.runs("comparison").length > 0;
  const accuracy = accuracyTables(data);
  return [
    summary(data),
    makeSection("table-1", "Table 1: time and wrong answers", comparisonTables(data),
      compared ? element("p.note", null,
        "FP: contact reported where there is none. FN: contact missed. “!” marks misses of a " +
        "method that claims none. Bold: this library. A method over its time limit is counted on " +
        "the queries it got to. A title sorts the column; the text of a cell's hint has more.")
        : null),
    makeSection("overview", "Figure 1: overview", overviewFigure(data)),
    makeSection("run-times", "Figure 7: run times of positive and negative queries",
      histogramFigure(data)),
    makeSection("tolerance", "Figures 8 and 15: tolerance",
      distributionFigure(data, "tolerance", {
        id: "figure-8", title: "Figure 8: time over tolerance, one method",
        caption: "First the mean, and shaded the range from the shortest query to the longest. " +
          "Then the run times at the least, a middle and the greatest tolerance."}),
      sweepFigure(data, "tolerance", {
        id: "figure-15", title: "Figure 15: the methods over tolerance",
        caption: "A looser tolerance is usually faster, and may report more contacts that are none."}, [
        {label: "mean time of a query, µs", value: (run) => run.meanUs, banded: true},
        {label: "false positives", value: (run) => run.falsePositives}])),
    makeSection("max-checks", "Figure 9: limit on the work of a query",
      sweepFigure(data, "max_checks", {
        id: "figure-9", title: null,
        caption: "A query that uses up its checks ends early. A method that misses nothing must " +
          "then say contact, which may be a false positive."}, [
        {label: "mean time of a query, µs", value: (run) => run.meanUs, banded: true},
        {label: "queries that ended early, %", value: (run) => 100 * run.exhausted / run.queries},
        {label: "false positives", value: (run) => run.falsePositives}])),
    separationSection(data),
    makeSection("accuracy", "Accuracy of the time of impact",
      accuracy.length ? [element("div.tables", null, accuracy), element("p.note", null,
        "Compared with the exact time: contacts that are real and that the method reported with a " +
        "time. Errors are fractions of the step. Late is unsafe; “!” marks late times of a method " +
        "that claims to miss nothing.")] : null,
      accuracyFigure(data)),
    settingsSection(data), reproduceSection(data),
  ].filter((part): part is HTMLElement => part !== null);
}
