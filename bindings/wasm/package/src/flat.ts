/** Pairs, options and outcomes as rows of doubles: the rows of flat_query.h. */
import { checkArray, flag, numberOr, putPoint, refusePoint } from './arguments';
import { FirstContactError } from './library';
import { checkNames, pairOptions } from './option_names';
import type {
  CertificateSegment, ElementPair, Impact, Indices, Kind, Method, Options, Outcome, Query, Status,
  Vec3,
} from './types';

export const kinds: readonly Kind[] =
  ['VertexFace', 'EdgeEdge', 'PointEdge', 'PointPoint', 'PointSegment2D'];
export const statuses: readonly Status[] =
  ['Free', 'Contact', 'Undecided', 'Cancelled', 'InvalidInput'];
const methods: readonly Method[] =
  ['certified', 'exact', 'tight-inclusion', 'tight-inclusion-fast'];
const norms = ['L2', 'Linf'] as const;

export const queryRow = 25, optionsRow = 14, outcomeRow = 5, resultRow = 20, segmentRow = 8;
export const pairRow = 7, impactRow = 22;

/** Number of points of one instant: 4, 4, 3, 2, 3. */
export function pointCount(kind: Kind): number {
  return kind === 'VertexFace' || kind === 'EdgeEdge' ? 4 : kind === 'PointPoint' ? 2 : 3;
}

function indexOf<T>(list: readonly T[], value: T, what: string): number {
  const index = list.indexOf(value);
  if (index < 0)
    throw new FirstContactError(`${what}: '${String(value)}' is none of ${list.join(', ')}`);
  return index;
}

/** Indices as 32-bit integers; what is none is refused. */
export function integers(list: Indices | undefined, name: string): Int32Array {
  if (list === undefined) return new Int32Array(0);
  checkArray(list, name);
  if (list instanceof Int32Array) return list;
  const out = new Int32Array(list.length);
  for (let i = 0; i < list.length; ++i) {
    const x = list[i]!;
    if (x !== (x | 0)) throw new FirstContactError(`${name}[${i}]: ${x} is not an index`);
    out[i] = x;
  }
  return out;
}

/** Writes a query into `row` from `at` on. */
export function putQuery(query: Query, row: Float64Array, at = 0): void {
  row.fill(0, at, at + queryRow);
  row[at] = indexOf(kinds, query.kind, 'kind');
  putPoints(query, 't0', row, at + 1);
  putPoints(query, 't1', row, at + 13);
}

function putPoints(query: Query, name: 't0' | 't1', row: Float64Array, at: number): void {
  const points = query[name], count = pointCount(query.kind);
  if (points?.length !== count)
    throw new FirstContactError(`${name}: a ${query.kind} query has ${count} points`);
  for (let i = 0; i < count; ++i)
    if (!putPoint(points[i], row, at + 3 * i)) refusePoint(`${name}[${i}]`);
}

export function queryOfRow(kind: Kind, coordinates: ArrayLike<number>, at: number): Query {
  const count = pointCount(kind);
  const points = (first: number): Vec3[] => Array.from({ length: count }, (_, i) => {
    const from = first + 3 * i;
    return [coordinates[from]!, coordinates[from + 1]!, coordinates[from + 2]!] as const;
  });
  return { kind, t0: points(at), t1: points(at + 3 * count) };
}

/** Writes options into `row` from `at` on. */
export function putOptions(options: Options, row: Float64Array, at = 0): void {
  checkNames(options, pairOptions);
  const extent = options.sceneExtent;
  row[at] = indexOf(methods, options.method ?? 'certified', 'method');
  row[at + 1] = options.tolerance === undefined ? 0 : 1;
  row[at + 2] = numberOr(options.tolerance, 'tolerance', 0);
  row[at + 3] = numberOr(options.minSeparation, 'minSeparation', 0);
  row[at + 4] = indexOf(norms, options.norm ?? 'L2', 'norm');
  row[at + 5] = numberOr(options.tMax, 'tMax', 1);
  row[at + 6] = numberOr(options.maxChecks, 'maxChecks', 1e6);
  row[at + 7] = flag(options.exact, 'exact');
  row[at + 8] = flag(options.certificate, 'certificate');
  row[at + 9] = numberOr(options.toiWidth, 'toiWidth', 2 ** -30);
  row[at + 10] = extent === undefined ? 0 : 1;
  if (!putPoint(extent ?? [0, 0, 0], row, at + 11)) refusePoint('sceneExtent');
}

export function outcomeOf(row: Float64Array, at: number): Outcome {
  return {
    status: statuses[row[at]!]!, toi: row[at + 1]!, toiUpper: row[at + 2]!, checks: row[at + 3]!,
    startsInContact: row[at + 4] !== 0,
  };
}

export function vec3(row: ArrayLike<number>, at: number): Vec3 {
  return [row[at]!, row[at + 1]!, row[at + 2]!];
}

export function segmentOf(row: Float64Array, at: number): CertificateSegment {
  return { t0: row[at]!, t1: row[at + 1]!, n0: vec3(row, at + 2), n1: vec3(row, at + 5) };
}

export function segmentRows(segments: readonly CertificateSegment[]): Float64Array {
  const rows = new Float64Array(segmentRow * segments.length);
  segments.forEach((s, i) => rows.set([s.t0, s.t1, ...s.n0, ...s.n1], segmentRow * i));
  return rows;
}

export function pairOf(row: Float64Array, at: number): ElementPair {
  const kind = kinds[row[at]!]!;
  return {
    kind, a: row[at + 1]!, b: row[at + 2]!,
    vertices: Array.from(row.subarray(at + 3, at + 3 + pointCount(kind))),
  };
}

export function impactOf(row: Float64Array, at: number): Impact {
  return {
    pair: pairOf(row, at), toi: row[at + 7]!, toiUpper: row[at + 8]!,
    startsInContact: row[at + 9] !== 0, u: row[at + 10]!, v: row[at + 11]!,
    pointA: vec3(row, at + 12), pointB: vec3(row, at + 15), normal: vec3(row, at + 18),
    distance: row[at + 21]!,
  };
}
