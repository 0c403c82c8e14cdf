// The figures, each from the runs of one study. They are numbered as in the published comparison (Wang
// and others, 2021). Every function returns an element, or null where the report has nothing for it.
import {choice} from "../../plots/elements";
import {count, num, percent, short, sum, unique} from "../../plots/numbers";
import {DASHES, type PlotSpec, type Point} from "../../plots/plot";
import {
  BANDS, chosenPlots, histogramPoints, makeFigure, pooled, runLines, timeBand, usedSpan,
} from "./figure_parts";
import type {Data, Run} from "./report_data";

type Pairs = [string, string][];
const same = (names: string[]): Pairs => names.map((name) => [name, name]);
const titled = (data: Data, names: string[]): Pairs =>
  names.map((name) => [name, data.setTitle(name)]);

/// Figure 1: time against wrong answers.
export function overviewFigure(data: Data): HTMLElement | null {
  const runs = data.runs("comparison");
  if (!data.timed("comparison").length) return null;
  const sets = data.setNames(runs), names = data.methodNames(runs);
  // Methods may have been added later, for some sets only: what is put together must be the same
  // for all.
  const shared = sets.filter((set) =>
    names.every((name) => runs.some((run) => run.method === name && run.set === set)));
  const together = shared.length === sets.length ? "all sets together"
    : "the sets that all methods have";
  const options: Pairs = [
    ...(shared.length > 1 ? [["", together] as [string, string]] : []), ...titled(data, sets)];
  let chosen = shared.length < 2 ? sets[0] : "";
  const ours = names.find((name) => data.method(name).ours);
  const specs = (): PlotSpec[] => {
    const picked = names
      .map((name) => runs.filter((run) => run.method === name &&
        (chosen ? run.set === chosen : shared.includes(run.set))))
      .filter((group) => group.length)
      .map((group) => pooled(data, group))
      .filter((run) => run.meanUs > 0);
    const base = picked.find((run) => run.method === ours);
    return [{
      label: "Mean time of a query against wrong answers, one point a method. The same numbers " +
        "are in Table 1.",
      pointLabels: true, height: 400,
      x: {label: "wrong answers: false positives + misses", log: true},
      y: {label: "mean time of a query, µs", log: true},
      series: picked.map((run) => ({
        ...data.look(run.method), name: run.method + (run.finished ? "" : " *"),
        points: [{
          x: run.wrong, y: run.meanUs,
          text: [
            `mean ${short(run.meanUs)} µs` + (base && base !== run
              ? `: ${short(run.meanUs / base.meanUs)} × ${ours}` : ""),
            `${count(run.falsePositives)} false positives, ${count(run.falseNegatives)} misses ` +
              `in ${count(run.queries)} queries`,
          ],
        }],
      })),
    }];
  };
  return makeFigure("figure-1", null,
    "Left and low is good. Both axes are logarithmic; methods without a wrong answer stand in the " +
    "lane of 0. A star marks a method that did not finish everywhere: its wrong answers are scaled " +
    "up from the queries it got to. Every set counts with all its queries.",
    chosenPlots((change) => [choice("queries", options, chosen, (value) => {
      chosen = value;
      change();
    })], specs));
}

/// Figure 7: how long positive and negative queries take, two methods side by side.
export function histogramFigure(data: Data): HTMLElement | null {
  const runs = data.runs("comparison").filter((run) => run.histogram);
  if (!runs.length) return null;
  const sets = data.setNames(runs), methods = data.methodNames(runs);
  let set = sets[0], scale = "log";
  const shown = [methods[0],
    methods.find((name) => name === "tight-inclusion") ?? methods[1] ?? methods[0]];
  const runOf = (method: string) => runs.find((run) => run.method === method && run.set === set);
  const spec = (method: string): PlotSpec => {
    const run = runOf(method);
    const span = usedSpan(shown.map(runOf).filter((one): one is Run => one !== undefined));
    const {edges, positive, negative} = run?.histogram ?? {edges: [], positive: [], negative: []};
    return {
      label: `Run times of positive and negative queries of ${method}`,
      x: {label: `${method}: time of a query, µs`, log: true, span},
      y: {label: "queries", log: scale === "log", fromZero: true, zero: false},
      series: [
        {name: "positive", color: 0, bars: true,
          points: histogramPoints(edges, positive, "queries with contact", span)},
        {name: "negative", color: 1, bars: true, faint: true,
          points: histogramPoints(edges, negative, "queries without", span)},
      ],
    };
  };
  const scales: Pairs = [["log", "logarithmic"], ["linear", "linear"]];
  return makeFigure("figure-7", null,
    "Positive queries are those with contact in truth, negative ones those without. The bins are " +
    "equally wide on the logarithmic axis; empty bins have no bar. Both plots have the same axis " +
    "of time.",
    chosenPlots((change) => [
      choice("set", titled(data, sets), set, (value) => {
        set = value;
        change();
      }),
      ...shown.map((method, i) => choice(i ? "and" : "method", same(methods), method, (value) => {
        shown[i] = value;
        change();
      })),
      choice("counts", scales, scale, (value) => {
        scale = value;
        change();
      }),
    ], () => shown.map(spec), true));
}

/// What differs between the sweeps: the field of the run that is swept, and its names.
interface Sweep {
  value: (run: Run) => number;
  axis: string;
  symbol: string;
}
const SWEEPS: Record<string, Sweep> = {
  tolerance: {value: (run) => run.tolerance, axis: "tolerance δ", symbol: "δ"},
  max_checks: {value: (run) => run.maxChecks, axis: "most checks a query (m_I)", symbol: "m_I"},
  separation: {value: (run) => run.separation, axis: "minimum separation d", symbol: "d"},
};
export interface Quantity {
  label: string;
  value: (run: Run) => number;
  banded?: boolean;
}
export interface FigureTexts {
  id: string;
  title: string | null;
  caption: string;
}

/// A sweep of all methods on the sets of one group.
export function sweepFigure(
  data: Data, study: string, texts: FigureTexts, quantities: Quantity[]): HTMLElement | null {
  const runs = data.timed(study), sweep = SWEEPS[study];
  if (!runs.length) return null;
  const groups = data.groups(runs);
  let group = groups.includes("simulation") ? "simulation" : groups[0], band = "repeats";
  const spec = ({label, value, banded}: Quantity): PlotSpec => {
    const sets = data.setNames(runs).filter((name) => data.group(name) === group);
    const kinds = sets.map((name) => data.set(name).kind || name);
    const setLabel = (name: string, i: number) =>
      unique(kinds).length === sets.length ? kinds[i] : data.setTitle(name);
    const points = (method: string, set: string): Point[] =>
      runs.filter((run) => run.method === method && run.set === set)
        .sort((a, b) => sweep.value(a) - sweep.value(b))
        .map((run) => ({
          x: sweep.value(run), y: value(run), ...(banded ? timeBand(run, band) : {}),
          text: [`${sweep.symbol} = ${short(sweep.value(run))}`, ...runLines(run)],
        }));
    const series = data.methodNames(runs).flatMap((method) => sets.map((set, i) => ({
      ...data.look(method), dash: i % DASHES.length, joined: true,
      name: method + (sets.length > 1 ? `, ${setLabel(set, i)}` : ""), points: points(method, set),
    })));
    return {label: `${label} over ${sweep.axis}`, x: {label: sweep.axis, log: true},
      y: {label, log: true}, series: series.filter((one) => one.points.length)};
  };
  const controls = (change: () => void) => [
    groups.length > 1 ? choice("queries", same(groups), group, (value) => {
      group = value;
      change();
    }) : null,
    choice("shading", BANDS, band, (value) => {
      band = value;
      change();
    }),
  ];
  return makeFigure(texts.id, texts.title, texts.caption,
    chosenPlots(controls, () => quantities.map(spec), true));
}

/// One method on one set: the mean with the range of all queries, and the run times at three values
/// of what is swept.
export function distributionFigure(
  data: Data, study: string, texts: FigureTexts): HTMLElement | null {
  const runs = data.timed(study).filter((run) => run.histogram), sweep = SWEEPS[study];
  if (!runs.length) return null;
  const methods = data.methodNames(runs), sets = data.setNames(runs);
  let method = methods[0];
  let set = sets.find((name) => data.group(name) === "simulation") ?? sets[0];
  const specs = (): PlotSpec[] => {
    const chosen = runs.filter((run) => run.method === method && run.set === set)
      .sort((a, b) => sweep.value(a) - sweep.value(b));
    const three = unique([chosen[0], chosen[chosen.length >> 1], chosen.at(-1)])
      .filter((run): run is Run => run !== undefined);
    const span = usedSpan(three);
    const total = (run: Run) =>
      run.histogram!.positive.map((n, j) => num(n) + num(run.histogram!.negative[j]));
    return [{
      label: `Time of ${method} over ${sweep.axis}, with the range of all queries`,
      x: {label: sweep.axis, log: true}, y: {label: "time of a query, µs", log: true},
      series: [{
        ...data.look(method), name: method, legend: "mean, shortest to longest", joined: true,
        points: chosen.map((run) => ({
          x: sweep.value(run), y: run.meanUs, ...timeBand(run, "range"),
          text: [`${sweep.symbol} = ${short(sweep.value(run))}`, ...runLines(run)],
        })),
      }],
    }, {
      label: `Run times of ${method} at ${three.length} values of ${sweep.axis}`,
      x: {label: `${method}: time of a query, µs`, log: true},
      y: {label: "queries", log: true, zero: false},
      series: three.map((run, i) => ({
        name: `${sweep.symbol} = ${short(sweep.value(run))}`, color: i, faint: i === 1, bars: true,
        points: histogramPoints(run.histogram!.edges, total(run), "queries", span),
      })),
    }];
  };
  const controls = (change: () => void) => [
    choice("method", same(methods), method, (value) => {
      method = value;
      change();
    }),
    choice("set", titled(data, sets), set, (value) => {
      set = value;
      change();
    }),
  ];
  return makeFigure(texts.id, texts.title, texts.caption, chosenPlots(controls, specs));
}

/// The share of the compared times that are off by more than each edge. Not for the first edge:
/// errors below it, 0 too, count in the first bin.
function tailShares(edges: number[], counts: number[], compared: number): Point[] {
  let beyond = sum(counts);
  return edges.slice(1, -1).map((edge, i) => {
    beyond -= Number.isNaN(num(counts[i])) ? 0 : counts[i];
    const share = beyond / compared;
    return {x: edge, y: share, text: [`${percent(share)} off by more than ${short(edge)}`]};
  });
}

/// Early and late times of impact, as the share of queries that are off by more than x.
export function accuracyFigure(data: Data): HTMLElement | null {
  const runs = data.runs("comparison").filter((run) => run.time && run.time.edges.length > 1);
  if (!runs.length) return null;
  const sets = data.setNames(runs);
  let set = sets[0];
  const spec = (what: "early" | "late"): PlotSpec => ({
    label: `Share of times that are ${what} by more than x`,
    x: {label: `${what} by more than (fraction of the step)`, log: true},
    y: {label: "share of contacts", log: true, zero: false},
    series: data.methodNames(runs)
      .flatMap((method) => runs.filter((run) => run.method === method && run.set === set))
      .map((run) => ({
        ...data.look(run.method), marker: undefined, joined: true, step: true, name: run.method,
        dash: data.method(run.method).index % DASHES.length,
        points: tailShares(run.time!.edges,
          what === "early" ? run.time!.early : run.time!.lateCounts, run.time!.compared)
          .filter((point) => point.y > 0),
      }))
      .filter((one) => one.points.length),
  });
  return makeFigure("figure-time", "How far early, how far late",
    "Early times cost a smaller step. Late times are unsafe: the step ends inside the other " +
    "object. A method without a line has no such times.",
    chosenPlots((change) => [choice("set", titled(data, sets), set, (value) => {
      set = value;
      change();
    })], () => [spec("early"), spec("late")], true));
}
