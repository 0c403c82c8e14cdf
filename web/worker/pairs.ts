// Single pairs: what every method says, the exact time, and the verdicts over whole sets.
import {decimalOf, type FirstContact, type MethodInfo, type Query, type Vec3} from "firstcontact";
import type {Handler} from "./index";
import type {Kind, MethodRow, PairAnswer, PairOptions, VerdictBlock} from "./messages";

const POINTS: Record<Kind, number> =
  {VertexFace: 4, EdgeEdge: 4, PointEdge: 3, PointPoint: 2, PointSegment2D: 3};

export function queryAt(kind: Kind, coordinates: Float64Array, index: number): Query {
  const count = POINTS[kind], start = 6 * count * index;
  const point = (i: number): Vec3 =>
    [coordinates[start + 3 * i], coordinates[start + 3 * i + 1], coordinates[start + 3 * i + 2]];
  const points = (first: number) => Array.from({length: count}, (_, i) => point(first + i));
  return {kind, t0: points(0), t1: points(count)};
}

/// Microseconds of one call: of batches that are long enough for the clock, the shortest of three, so
/// that what else the machine does counts little.
function microseconds(call: () => unknown): number {
  const batch = (repeats: number) => {
    const begun = performance.now();
    for (let i = 0; i < repeats; ++i) call();
    return performance.now() - begun;
  };
  for (let repeats = 1;; repeats *= 4) {
    let shortest = batch(repeats);
    if (shortest < 200) shortest = Math.min(shortest, batch(repeats), batch(repeats));
    if (shortest >= 1 || repeats >= 4096) return 1000 * shortest / repeats;
  }
}

type Baseline = Parameters<FirstContact["solveBaseline"]>[1];
type Own = NonNullable<NonNullable<Parameters<FirstContact["solve"]>[1]>["method"]>;

let infos: MethodInfo[] | null = null;
/// The methods, asked for once: the question costs more than solving a pair.
function methodsOf(library: FirstContact): MethodInfo[] {
  infos ??= library.methods();
  return infos;
}

/// What a method may not be asked, or an empty text.
function refusal(library: FirstContact, name: string, kind: Kind, options: PairOptions): string {
  const info = methodsOf(library).find((method) => method.name === name);
  if (!info) return "unknown";
  if (!info.guaranteed) {
    if (kind !== "VertexFace" && kind !== "EdgeEdge") return "does not take such pairs";
    if (options.minSeparation > 0 && !info.takesSeparation) return "takes no separation";
    if (options.tMax !== 1) return "always asks about all of [0, 1]";
  }
  return "";
}

function ask(
  library: FirstContact, name: string, query: Query, options: PairOptions,
  exact = false): Omit<MethodRow, "microseconds"> {
  const own = ["certified", "exact", "tight-inclusion", "tight-inclusion-fast"].includes(name);
  const label = exact ? `${name}-exact` : name;
  const none = {method: label, status: "InvalidInput" as const, contact: false, toi: NaN,
    toiUpper: NaN, checks: 0};
  const reason = refusal(library, name, query.kind, options);
  if (reason) return {...none, message: reason};
  if (!own) {
    const settings = {maxChecks: options.maxChecks,
      ...(options.minSeparation > 0 ? {minSeparation: options.minSeparation} : {})};
    const answer = library.solveBaseline(query, name as Baseline, settings);
    return {method: label, contact: answer.contact, toi: answer.toi, toiUpper: NaN, message: "",
      checks: answer.checks,
      status: answer.exhausted ? "Undecided" : answer.contact ? "Contact" : "Free"};
  }
  const answer = library.solve(query, {...options, method: name as Own, exact});
  const contact = answer.status !== "Free" && answer.status !== "InvalidInput";
  return {method: label, status: answer.status, contact, toi: answer.toi,
    toiUpper: answer.status === "Contact" ? answer.toiUpper : NaN, checks: answer.checks,
    message: answer.status === "InvalidInput" ? answer.message : ""};
}

export const solvePair: Handler<"solvePair"> = (library, {kind, points, options, timed}) => {
  const query = queryAt(kind, points, 0);
  const names = methodsOf(library).map((method) => method.name as string);
  const row = (name: string, exact = false): MethodRow => {
    const value = ask(library, name, query, options, exact);
    const measured = timed && value.status !== "InvalidInput";
    return {...value, microseconds: measured
      ? microseconds(() => ask(library, name, query, options, exact)) : NaN};
  };
  const asked = names.flatMap((name): [name: string, exact: boolean][] =>
    name === "certified" ? [[name, false], [name, true]] : [[name, false]]);
  const rows = asked.map(([name, exact]) => row(name, exact));
  // Once more: while the first methods were timed, the browser was still optimising the library.
  asked.forEach(([name, exact], i) => {
    if (rows[i].microseconds < 1000)
      rows[i].microseconds = Math.min(rows[i].microseconds, row(name, exact).microseconds);
  });
  const {minSeparation, norm, tMax} = options;
  const truth = library.oracle(query, {minSeparation, norm, tMax, widthBits: 80});
  const result = library.solve(query, {...options, certificate: true});
  const digits = 40, contact = truth.status === "Contact";
  const value: PairAnswer = {
    rows,
    oracle: {status: truth.status, message: truth.message, toi: truth.toi, toiUpper: truth.toiUpper,
      lowerText: contact ? decimalOf(truth.lower, digits) : "",
      upperText: contact ? decimalOf(truth.upper, digits) : "",
      exactly: contact && truth.lower.mantissa === truth.upper.mantissa &&
        truth.lower.exponent === truth.upper.exponent},
    contact: result.status === "Contact" ? {pointA: [...result.pointA], pointB: [...result.pointB],
      normal: [...result.normal], distance: result.distance} : null,
    certificate: result.certificate.map((segment) => ({t0: segment.t0, t1: segment.t1,
      n0: [...segment.n0], n1: [...segment.n1]})),
  };
  return {value};
};

export const verdicts: Handler<"verdicts"> = (library, takes, progress) => {
  const {kind, coordinates, first, options} = takes;
  const count = coordinates.length / (6 * POINTS[kind]);
  const methods = methodsOf(library).map((method) => method.name as string)
    .filter((name) => !refusal(library, name, kind, options));
  // A budget that keeps the slowest method from taking seconds for one query.
  const limited = {...options, maxChecks: Math.min(options.maxChecks, 100_000)};
  const block = 32;
  for (let start = 0; start < count; start += block) {
    const size = Math.min(block, count - start), bits = new Uint32Array(size);
    for (let i = 0; i < size; ++i) {
      const query = queryAt(kind, coordinates, start + i);
      methods.forEach((name, bit) => {
        if (ask(library, name, query, limited).contact) bits[i] |= 1 << bit;
      });
      const {minSeparation, norm, tMax} = options;
      if (library.oracle(query, {minSeparation, norm, tMax}).status === "Contact")
        bits[i] |= 1 << methods.length;
    }
    const partial: VerdictBlock = {first: first + start, count: size, methods, bits};
    progress((start + size) / count, partial);
  }
  return {value: {count}};
};

export const queriesText: Handler<"queriesText"> = (library, {kind, coordinates, truth}) => {
  const queries = truth.map((_, index) => queryAt(kind, coordinates, index));
  return {value: {text: library.writeQueries(queries, truth)}};
};
