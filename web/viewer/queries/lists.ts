// Lists of pairs to go through: the examples, files, what was pasted; and what is known about each.
import type {QuerySet, TableFile, VerdictBlock} from "../../worker/messages";
import {EXAMPLES} from "./examples";
import {pairOfBits, pointCount, type Pair} from "./pair";

export interface PairList {
  name: string;
  count: number;
  at(index: number): Pair;
  /// What the file says; null if it says nothing.
  truth(index: number): boolean | null;
  about(index: number): string;
  set: QuerySet | null;
  /// Verdicts as far as they are known: one bit a method, then the oracle's; -1: not known.
  verdicts: Int32Array;
  methods: string[];
}

const unknown = (count: number) => new Int32Array(count).fill(-1);

export function exampleList(): PairList {
  const pairs = EXAMPLES.map(({kind, bits}) => pairOfBits(kind, bits))
    .filter((pair): pair is Pair => pair !== null);
  return {name: "examples", count: pairs.length, at: (i) => pairs[i], truth: () => null,
    about: (i) => EXAMPLES[i].about, set: null, verdicts: unknown(pairs.length), methods: []};
}

export function singleList(name: string, pair: Pair): PairList {
  return {name, count: 1, at: () => pair, truth: () => null, about: () => "", set: null,
    verdicts: unknown(1), methods: []};
}

export function fileList(set: QuerySet): PairList {
  const size = 6 * pointCount(set.kind);
  return {
    name: set.name, count: set.count, set, verdicts: unknown(set.count), methods: [],
    at: (i) => ({kind: set.kind, points: set.coordinates.slice(size * i, size * i + size)}),
    truth: (i) => set.truth[i] === 1, about: () => "",
  };
}

/// All coordinates from `first` on, in the form that the worker takes; all pairs have one kind.
export function coordinatesOf(list: PairList, indices: number[]): Float64Array {
  if (!indices.length) return new Float64Array();
  const size = 6 * pointCount(list.at(indices[0]).kind);
  const all = new Float64Array(size * indices.length);
  indices.forEach((index, i) => all.set(list.at(index).points, size * i));
  return all;
}

export function addVerdicts(list: PairList, block: VerdictBlock, indices: number[]): void {
  list.methods = block.methods;
  block.bits.forEach((bits, i) => {
    list.verdicts[indices[block.first + i]] = bits;
  });
}

/// Some method differs from another one, or from the truth.
export function disagree(list: PairList, index: number): boolean {
  const bits = list.verdicts[index];
  if (bits < 0 || !list.methods.length) return false;
  return bits !== 0 && bits !== 2 ** (list.methods.length + 1) - 1;
}
/// Some method says free where there is a contact.
export function missed(list: PairList, index: number): boolean {
  const bits = list.verdicts[index], top = 2 ** list.methods.length;
  return bits >= top && bits !== 2 * top - 1;
}

/// What native methods say about one query of a file, as `solve --html` writes it (verdicts.csv). Lists
/// are named without .gz.
export function nativeVerdicts(
  tables: TableFile[], file: string, index: number): {method: string; status: string; toi: string}[] {
  const rows: {method: string; status: string; toi: string}[] = [];
  for (const table of tables.filter((one) => one.about === "verdicts")) {
    const at = (name: string) => table.columns.indexOf(name);
    const [f, i, m, s, t] = ["file", "index", "method", "status", "toi"].map(at);
    for (const row of table.rows)
      if (row[f].replace(/\.gz$/i, "") === file && row[i] === String(index))
        rows.push({method: row[m], status: row[s], toi: row[t]});
  }
  return rows;
}
