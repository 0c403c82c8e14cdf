// The report of `firstcontact bench` as typed data. Whatever a file holds, every field here has its
// type: numbers that are missing are NaN, texts that are missing are empty.
import {count, fields, list, num, text, unique, type Fields} from "../../plots/numbers";

export interface Histogram {
  edges: number[];
  positive: number[];
  negative: number[];
}
export interface TimeErrors {
  compared: number;
  late: number;
  lateMax: number;
  lateMean: number;
  earlyMean: number;
  earlyMedian: number;
  earlyMax: number;
  edges: number[];
  early: number[];
  lateCounts: number[];
}
export interface Run {
  study: string;
  method: string;
  set: string;
  status: string;
  message: string;
  tolerance: number;
  maxChecks: number;
  separation: number;
  queries: number;
  meanUs: number;
  medianUs: number;
  p95Us: number;
  maxUs: number;
  spread: number;
  falsePositives: number;
  falseNegatives: number;
  exhausted: number;
  histogram: Histogram | null;
  time: TimeErrors | null;
}
export interface Method {
  name: string;
  title: string;
  reference: string;
  ours: boolean;
  claimsNoMisses: boolean;
  givesTime: boolean;
  takesSeparation: boolean;
  separationNorm: string;
  toleranceMeaning: string;
  defaultTolerance: number;
  index: number;
}
export interface QueryList {
  name: string;
  title: string;
  group: string;
  kind: string;
  source: string;
  queries: number;
  contacts: number;
}

// What a page can show at once; the largest benchmarks have a tenth of it.
const MOST_RUNS = 4000, MOST_METHODS = 64, MOST_SETS = 128, MOST_BINS = 1000;

const numbers = (value: unknown): number[] =>
  (Array.isArray(value) ? value.slice(0, MOST_BINS).map(num) : []);

function readHistogram(value: unknown): Histogram | null {
  const {edges_us, positive, negative} = fields(value);
  const edges = numbers(edges_us);
  return edges.length > 1 ? {edges, positive: numbers(positive), negative: numbers(negative)} : null;
}
function readTimes(value: unknown): TimeErrors | null {
  const time = fields(value);
  if (!(num(time.compared) > 0)) return null;
  return {
    compared: num(time.compared), late: num(time.late), lateMax: num(time.late_max),
    lateMean: num(time.late_mean), earlyMean: num(time.early_mean),
    earlyMedian: num(time.early_median), earlyMax: num(time.early_max),
    edges: numbers(time.edges), early: numbers(time.early), lateCounts: numbers(time.late_counts),
  };
}
const readRun = (run: Fields): Run => ({
  study: text(run.study), method: text(run.method) || "unnamed", set: text(run.set) || "unnamed",
  status: text(run.status) || "unknown", message: text(run.message), tolerance: num(run.tolerance),
  maxChecks: num(run.max_checks), separation: num(run.separation), queries: num(run.queries),
  meanUs: num(run.mean_us), medianUs: num(run.median_us), p95Us: num(run.p95_us),
  maxUs: num(run.max_us), spread: num(run.spread), falsePositives: num(run.false_positives),
  falseNegatives: num(run.false_negatives), exhausted: num(run.exhausted),
  histogram: readHistogram(run.histogram), time: readTimes(run.time),
});
const readMethod = (method: Fields, index: number): Method => ({
  name: text(method.name) || "unnamed", title: text(method.title),
  reference: text(method.reference), ours: method.ours === true,
  claimsNoMisses: method.claims_no_misses === true, givesTime: method.gives_time === true,
  takesSeparation: method.takes_separation === true, separationNorm: text(method.separation_norm),
  toleranceMeaning: text(method.tolerance_meaning), defaultTolerance: num(method.default_tolerance),
  index,
});
const readSet = (set: Fields): QueryList => ({
  name: text(set.name) || "unnamed", title: text(set.title), group: text(set.group) || "other",
  kind: text(set.kind), source: text(set.source), queries: num(set.queries),
  contacts: num(set.contacts),
});

/// Answers questions about the report.
export class Data {
  readonly machine: Fields;
  readonly settings: Fields;
  readonly allRuns: Run[];
  readonly methods = new Map<string, Method>();
  readonly sets = new Map<string, QueryList>();
  /// How many runs, methods and sets the report has beyond what a page can show; empty if none.
  readonly leftOut: string;

  constructor(readonly report: Fields) {
    this.machine = fields(report.machine);
    this.settings = fields(report.settings);
    const addMethod = (item: Fields) => {
      const method = readMethod(item, this.methods.size);
      if (!this.methods.has(method.name) && this.methods.size < MOST_METHODS)
        this.methods.set(method.name, method);
    };
    const addSet = (item: Fields) => {
      const set = readSet(item);
      if (!this.sets.has(set.name) && this.sets.size < MOST_SETS) this.sets.set(set.name, set);
    };
    list(report.methods).map(fields).forEach(addMethod);
    list(report.sets).map(fields).forEach(addSet);
    const listed = list(report.runs), runs = listed.slice(0, MOST_RUNS).map(fields).map(readRun);
    for (const run of runs) {  // a run may speak of what the lists do not have
      addMethod({name: run.method});
      addSet({name: run.set});
    }
    this.allRuns = runs.filter((run) => this.methods.has(run.method) && this.sets.has(run.set));
    this.leftOut = this.allRuns.length === listed.length ? ""
      : `${count(this.allRuns.length)} of ${count(listed.length)} runs are shown: this page takes ` +
        `${count(MOST_RUNS)} runs, of ${MOST_METHODS} methods on ${MOST_SETS} sets, at most.`;
  }

  runs(study: string): Run[] {
    return this.allRuns.filter((run) => run.study === study);
  }
  /// Runs that have something to draw.
  timed(study: string): Run[] {
    return this.runs(study).filter((run) => run.meanUs > 0);
  }
  method(name: string): Method {
    return this.methods.get(name)!;
  }
  set(name: string): QueryList {
    return this.sets.get(name)!;
  }
  setTitle(name: string): string {
    const set = this.set(name), title = set.title || set.name;
    return set.kind && !title.includes(set.kind) ? `${title}, ${set.kind}` : title;
  }
  group(name: string): string {
    return this.set(name).group;
  }
  /// Those methods and sets that occur, in the order of the report.
  methodNames(runs: Run[]): string[] {
    const there = new Set(runs.map((run) => run.method));
    return [...this.methods.keys()].filter((name) => there.has(name));
  }
  setNames(runs: Run[]): string[] {
    const there = new Set(runs.map((run) => run.set));
    return [...this.sets.keys()].filter((name) => there.has(name));
  }
  groups(runs: Run[]): string[] {
    return unique(this.setNames(runs).map((name) => this.group(name)));
  }
  /// How a method looks in every figure: a colour and a marker.
  look(name: string): {color: number; marker: number} {
    const {index} = this.method(name);
    return {color: index % 7, marker: index % 14};
  }
}
