// What the figures of the benchmark share: controls above plots, bands, histograms, pooled runs.
import {element, type Child} from "../../plots/elements";
import {count, num, short, sum} from "../../plots/numbers";
import {drawPlot, fillLegend, type PlotSpec, type Point, type Series} from "../../plots/plot";
import type {Data, Run} from "./report_data";

/// Without a title where the section has the same.
export function makeFigure(
  id: string, title: string | null, caption: string, ...content: Child[]): HTMLElement {
  return element("figure", {id}, title ? element("h3", null, title) : null, content,
    element("figcaption", null, caption));
}

/// Controls, and plots below them that share a legend, or have one each. specs() gives the plots for
/// the present choices.
export function chosenPlots(
  controls: (change: () => void) => Child[], specs: () => PlotSpec[],
  sharedLegend = false): HTMLElement[] {
  let present = specs();
  const shared = new Set<string>();
  const cells = present.map(() => ({
    legend: element("div.legend", {role: "group", "aria-label": "Series"}), box: element("div"),
    hidden: sharedLegend ? shared : new Set<string>(),
  }));
  const plots = cells.map((cell, i) => drawPlot(cell.box, present[i], cell.hidden));
  const redraw = () => plots.forEach((plot, i) => plot.update(present[i]));
  const byName = (all: PlotSpec[]): Series[] => [...new Map(
    all.flatMap((spec) => spec.series).map((series) => [series.name, series])).values()];
  const legends = () => cells.forEach((cell, i) => {
    if (!sharedLegend || i === 0)
      fillLegend(cell.legend, byName(sharedLegend ? present : [present[i]]), cell.hidden, redraw);
  });
  const change = () => {
    present = specs();
    legends();
    redraw();
  };
  legends();
  return [
    element("div.choices", null, controls(change)),
    ...(sharedLegend && cells.length ? [cells[0].legend] : []),
    element("div.plots", null, cells.map((cell) =>
      element("div.cell", null, sharedLegend ? null : cell.legend, cell.box))),
  ];
}

/// What a run says in a tooltip.
export function runLines(run: Run): string[] {
  return [
    `mean ${short(run.meanUs)} µs, median ${short(run.medianUs)}, 95 % below ` +
      `${short(run.p95Us)}, longest ${short(run.maxUs)}`,
    `${count(run.falsePositives)} false positives, ${count(run.falseNegatives)} misses in ` +
      `${count(run.queries)} queries`,
    ...(run.status !== "done" ? [`${run.status} ${run.message}`] : []),
  ];
}

export interface Pooled {
  method: string;
  queries: number;
  falsePositives: number;
  falseNegatives: number;
  finished: boolean;
  wrong: number;
  meanUs: number;
}

/// All runs of one method as one. The counts are added up as they are. For a fair mean and a fair
/// number of wrong answers every set has the weight of all its queries, also where the method was
/// stopped after some of them.
export function pooled(data: Data, runs: Run[]): Pooled {
  const asked = runs.filter((run) => run.queries > 0 && !Number.isNaN(run.meanUs));
  const weight = (run: Run) => data.set(run.set).queries || run.queries;
  const total = sum(asked.map(weight));
  return {
    method: runs[0].method,
    queries: sum(runs.map((run) => run.queries)),
    falsePositives: sum(runs.map((run) => run.falsePositives)),
    falseNegatives: sum(runs.map((run) => run.falseNegatives)),
    finished: runs.every((run) => run.status === "done"),
    wrong: sum(asked.map((run) =>
      (run.falsePositives + run.falseNegatives) * weight(run) / run.queries)),
    meanUs: total ? sum(asked.map((run) => run.meanUs * weight(run))) / total : NaN,
  };
}

/// The first and the last edge between which several runs have queries.
export function usedSpan(runs: Run[]): [number, number] {
  const used = runs.flatMap(({histogram}) => histogram === null ? [] :
    histogram.edges.slice(1).flatMap((edge, i) =>
      histogram.positive[i] > 0 || histogram.negative[i] > 0 ? [histogram.edges[i], edge] : []));
  return used.length ? [Math.min(...used), Math.max(...used)] : [0, Infinity];
}

/// The bins of a histogram that lie in the span.
export function histogramPoints(
  edges: number[], counts: number[], what: string, [first, last]: [number, number]): Point[] {
  return counts.map((value, i): Point => ({
    x0: num(edges[i]), x1: num(edges[i + 1]), x: num(edges[i]), y: value,
    text: [`${short(edges[i])} to ${short(edges[i + 1])} µs`, `${count(value)} ${what}`],
  })).filter((point) => point.x0! >= first && point.x1! <= last);
}

/// The ends of the shaded band of a run's time.
export function timeBand(run: Run, kind: string): {low: number; high: number} {
  if (kind === "repeats") {  // between the slowest and the fastest repeat, relative to the middle one
    const half = run.spread / 2;
    return {low: run.meanUs * Math.max(0.01, 1 - half), high: run.meanUs * (1 + half)};
  }
  if (kind === "quantiles") return {low: run.medianUs, high: run.p95Us};
  const histogram = run.histogram;
  if (!histogram) return {low: NaN, high: NaN};
  const first = histogram.edges.findIndex(
    (_, i) => histogram.positive[i] > 0 || histogram.negative[i] > 0);
  return {low: first < 0 ? NaN : histogram.edges[first], high: run.maxUs};
}
export const BANDS: [string, string][] = [
  ["repeats", "spread over repeats"], ["quantiles", "median to 95 %"],
  ["range", "shortest to longest"]];
