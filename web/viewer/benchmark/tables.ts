// The tables of the benchmark.
import {element} from "../../plots/elements";
import {count, percent, short, unique} from "../../plots/numbers";
import {makeTable, type Cell, type Column} from "../../plots/table";
import type {Data, Method, Run} from "./report_data";

export const countCell = (value: number): Cell => ({text: count(value), value});

/// A miss of a method that claims none stands out.
function missCell(value: number, method: Method): Cell {
  const broken = value > 0 && method.claimsNoMisses;
  return {text: count(value) + (broken ? " !" : ""), value, mark: broken ? "alarm" : null,
    hint: broken ? `${method.name} is claimed to miss nothing` : null};
}
const timeCell = (run: Run): Cell => ({
  text: short(run.meanUs), value: run.meanUs,
  hint: `median ${short(run.medianUs)}, 95 % below ${short(run.p95Us)}, longest ` +
    `${short(run.maxUs)} µs; repeats differ by ${percent(run.spread)}`,
});
const methodCell = (data: Data, name: string, more = ""): Cell => ({
  text: name + more, value: name + more,
  hint: [data.method(name).title, data.method(name).reference].filter(Boolean).join("; "),
});
const nothing = (texts: string[]): Cell[] => texts.map((text) => ({text, value: null}));
const hints = {fp: "false positives", fn: "false negatives: missed contacts"};

/// One row a method, more where it ran with several settings.
function comparisonRows(data: Data, runs: Run[]): {method: string; runs: Run[]; more: string}[] {
  const key = (run: Run) => [run.method, run.tolerance, run.maxChecks, run.separation].join("|");
  return data.methodNames(runs).flatMap((method) => {
    const rows = new Map<string, Run[]>();
    for (const run of runs.filter((one) => one.method === method))
      rows.set(key(run), [...rows.get(key(run)) ?? [], run]);
    return [...rows.values()].map((mine) => {
      const {tolerance, maxChecks} = mine[0];
      return {method, runs: mine,
        more: rows.size > 1 ? ` (δ ${short(tolerance)}, m_I ${short(maxChecks)})` : ""};
    });
  });
}

function comparisonCells(data: Data, set: string, method: string, run: Run | undefined): Cell[] {
  if (!run) return nothing(["–", "–", "–", ""]);
  const all = data.set(set).queries, partial = run.queries < all;
  return [
    timeCell(run), countCell(run.falsePositives), missCell(run.falseNegatives, data.method(method)),
    {text: run.status + (partial ? `, ${count(run.queries)} asked` : ""),
      mark: run.status === "done" ? null : "bad",
      hint: [run.message, partial ? `${count(run.queries)} of ${count(all)} queries` : ""]
        .filter(Boolean).join("; ")},
  ];
}

export function comparisonTables(data: Data): HTMLElement[] {
  const runs = data.runs("comparison");
  return data.groups(runs).flatMap((group) => {
    const sets = data.setNames(runs).filter((name) => data.group(name) === group);
    const columns: Column[] = [{title: "method", text: true, group: ""}, ...sets.flatMap((set) => {
      const title = data.setTitle(set);
      return [{title: "mean µs", group: title, hint: "mean time of a query"},
        {title: "FP", group: title, hint: hints.fp}, {title: "FN", group: title, hint: hints.fn},
        {title: "status", text: true, group: title}];
    })];
    const rows = comparisonRows(data, runs.filter((run) => sets.includes(run.set)))
      .map(({method, runs: mine, more}) => ({
        strong: data.method(method).ours,
        cells: [methodCell(data, method, more), ...sets.flatMap((set) =>
          comparisonCells(data, set, method, mine.find((run) => run.set === set)))],
      }));
    const sizes = sets.map((name) => `${data.setTitle(name)}: ${count(data.set(name).queries)} ` +
      `queries, ${count(data.set(name).contacts)} contacts`);
    return [makeTable({caption: `Table 1, ${group}`, columns, rows}),
      element("p.note", null, sizes.join(". ") + ".")];
  });
}

/// Tables 2 and 3: one table a set, a row a separation, the methods side by side.
export function separationTables(
  data: Data, number: number, wanted: (method: Method) => boolean): HTMLElement[] {
  const runs = data.runs("separation").filter((run) => wanted(data.method(run.method)));
  return data.setNames(runs).map((set) => {
    const mine = runs.filter((run) => run.set === set), methods = data.methodNames(mine);
    const columns: Column[] = [{title: "d", group: ""}, ...methods.flatMap((group) => [
      {title: "mean µs", group}, {title: "FP", group, hint: hints.fp},
      {title: "FN", group, hint: hints.fn}])];
    const cells = (method: string, d: number): Cell[] => {
      const run = mine.find((one) => one.method === method && Object.is(one.separation, d));
      if (!run) return nothing(["–", "–", "–"]);
      const time = run.status === "done" ? timeCell(run) : {...timeCell(run), mark: "bad",
        text: `${short(run.meanUs)} *`, hint: [run.status, run.message].filter(Boolean).join(": ")};
      return [time, countCell(run.falsePositives),
        missCell(run.falseNegatives, data.method(method))];
    };
    const rows = unique(mine.map((run) => run.separation)).sort((a, b) => b - a).map((d) => ({
      cells: [{text: short(d), value: d}, ...methods.flatMap((method) => cells(method, d))]}));
    return makeTable({caption: `Table ${number}, ${data.setTitle(set)}`, columns, rows});
  });
}

export function accuracyTables(data: Data): HTMLElement[] {
  const runs = data.runs("comparison").filter((run) => run.time);
  const titles = ["method", "compared", "late", "most late", "mean late", "mean early",
    "median early", "most early"];
  const number = (value: number): Cell => ({text: short(value), value});
  const row = (run: Run) => {
    const {claimsNoMisses: claims, ours} = data.method(run.method), time = run.time!;
    const late = time.late > 0;
    return {strong: ours, cells: [
      methodCell(data, run.method), countCell(time.compared),
      {text: count(time.late) + (late && claims ? " !" : ""), value: time.late,
        mark: late && claims ? "alarm" : null},
      ...(late ? [number(time.lateMax), number(time.lateMean)]
        : [{text: "–", value: NaN}, {text: "–", value: NaN}]),
      number(time.earlyMean), number(time.earlyMedian), number(time.earlyMax),
    ]};
  };
  return data.setNames(runs).map((set) => makeTable({
    caption: `Times, ${data.setTitle(set)}`,
    columns: titles.map((title, i) =>
      ({title, text: i === 0, hint: i > 2 ? "fraction of the step" : null})),
    rows: data.methodNames(runs).flatMap((method) =>
      runs.filter((run) => run.method === method && run.set === set)).map(row),
  }));
}

export function unfinishedTable(data: Data, runs: Run[]): HTMLElement {
  const columns = ["method", "set", "study", "status", "queries", "message"]
    .map((title) => ({title, text: title !== "queries"}));
  return makeTable({caption: "Runs that did not finish", columns, rows: runs.map((run) => ({cells: [
    {text: run.method}, {text: data.setTitle(run.set)}, {text: run.study || "–"},
    {text: run.status, mark: "bad"}, countCell(run.queries), {text: run.message, mark: "long"},
  ]}))});
}

export function methodsTable(data: Data): HTMLElement | null {
  if (!data.methods.size) return null;
  const titles = ["method", "title", "reference", "tolerance means", "default tolerance",
    "claims no misses", "gives time", "separation"];
  const norms = new Map([["l2", "Euclidean"], ["linf", "maximum norm"]]);
  const yes = (flag: boolean): Cell => ({text: flag ? "yes" : "no"});
  return makeTable({caption: "Methods",
    columns: titles.map((title) => ({title, text: title !== "default tolerance"})),
    rows: [...data.methods.values()].map((method) => ({strong: method.ours, cells: [
      {text: method.name}, {text: method.title}, {text: method.reference},
      {text: method.toleranceMeaning || "–", mark: "long"},
      {text: short(method.defaultTolerance), value: method.defaultTolerance},
      yes(method.claimsNoMisses), yes(method.givesTime),
      {text: method.takesSeparation ? norms.get(method.separationNorm) ?? "yes" : "no"},
    ]}))});
}

export function setsTable(data: Data): HTMLElement | null {
  if (!data.sets.size) return null;
  const titles = ["set", "group", "kind", "queries", "contacts", "source"];
  return makeTable({caption: "Sets",
    columns: titles.map((title) => ({title, text: !["queries", "contacts"].includes(title)})),
    rows: [...data.sets.values()].map((set) => ({cells: [
      {text: set.name}, {text: set.group}, {text: set.kind || "–"}, countCell(set.queries),
      countCell(set.contacts), {text: set.source},
    ]}))});
}
