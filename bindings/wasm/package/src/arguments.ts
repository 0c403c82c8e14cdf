/** Checks of arguments: what has another type is refused, not converted. */
import { FirstContactError } from './library';

type Numbers = ArrayLike<number>;

/** An array or a typed array, whose memory has not been handed over to another thread. */
export function checkArray(list: unknown, name: string): asserts list is Numbers {
  const typed = ArrayBuffer.isView(list) && !(list instanceof DataView);
  if (!typed && !Array.isArray(list)) throw new FirstContactError(`${name}: not an array`);
  if (!typed) return;
  try {
    new Uint8Array(list.buffer);
  } catch {
    throw new FirstContactError(`${name}: its memory was handed over`);
  }
}

export function checkNumber(value: unknown, name: string): asserts value is number {
  if (typeof value !== 'number') throw new FirstContactError(`${name}: not a number`);
}

/** The number, or the default if it was left out. */
export function numberOr(value: unknown, name: string, otherwise: number): number {
  if (value === undefined) return otherwise;
  checkNumber(value, name);
  return value;
}

/** 1 or 0; left out: 0. */
export function flag(value: unknown, name: string): number {
  if (value !== undefined && typeof value !== 'boolean')
    throw new FirstContactError(`${name}: neither true nor false`);
  return value ? 1 : 0;
}

export function checkCount(value: unknown, name: string): asserts value is number {
  checkNumber(value, name);
  if (!(Number.isSafeInteger(value) && value >= 0))
    throw new FirstContactError(`${name}: ${value} is not a count`);
}

/** As floating-point numbers; arrays of float or double are taken as they are. */
export function doublesOf(list: unknown, name: string): Float64Array | Float32Array {
  checkArray(list, name);
  if (list instanceof Float64Array || list instanceof Float32Array) return list;
  const out = new Float64Array(list.length);
  for (let i = 0; i < list.length; ++i) {
    checkNumber(list[i], `${name}[${i}]`);
    out[i] = list[i]!;
  }
  return out;
}

/**
 * Writes a point of three coordinates into `row` from `at` on. False if it is none: who calls this for
 * millions of points makes their names only then.
 */
export function putPoint(point: unknown, row: Float64Array, at: number): boolean {
  if (!Array.isArray(point) && !ArrayBuffer.isView(point)) return false;
  const list = point as unknown as Numbers, x = list[0], y = list[1], z = list[2];
  if (list.length !== 3 || typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number')
    return false;
  row[at] = x;
  row[at + 1] = y;
  row[at + 2] = z;
  return true;
}

export function refusePoint(name: string): never {
  throw new FirstContactError(`${name}: a point has three coordinates, all numbers`);
}
