/** The last bits of numbers. */
import type { Dyadic } from './types';

const view = new DataView(new ArrayBuffer(8));
const signBit = 1n << 63n;

/** Doubles in their order as integers: 0 for both zeros, 1 for the smallest positive one. */
function place(x: number): bigint {
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  return bits & signBit ? -(bits ^ signBit) : bits;
}

function atPlace(n: bigint): number {
  view.setBigUint64(0, n < 0n ? -n | signBit : n);
  return view.getFloat64(0);
}

const largest = place(Number.MAX_VALUE);

/** x moved by n doubles, n of either sign. Stops at the largest finite double. NaN stays NaN. */
export function addUlps(x: number, n: number): number {
  if (Number.isNaN(x) || !Number.isFinite(n)) return x;
  const moved = place(x) + BigInt(Math.trunc(n));
  return atPlace(moved > largest ? largest : moved < -largest ? -largest : moved);
}

/** The next larger double. */
export function nextUp(x: number): number { return addUlps(x, 1); }
/** The next smaller double. */
export function nextDown(x: number): number { return addUlps(x, -1); }

/** The number of doubles from a to b; negative if b is smaller. Both zeros are one. */
export function ulpsBetween(a: number, b: number): bigint { return place(b) - place(a); }

/** The distance from |x| to the next larger double (to the next smaller one at the largest). */
export function ulp(x: number): number {
  const size = Math.abs(x);
  return size === Number.MAX_VALUE ? size - nextDown(size) : nextUp(size) - size;
}

/** The 64 bits as sixteen hexadecimal digits. */
export function bitsOf(x: number): string {
  view.setFloat64(0, x);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

/** The double as mantissa * 2^exponent. Precondition: finite. */
function split(x: number): Dyadic {
  view.setFloat64(0, Math.abs(x));
  const bits = view.getBigUint64(0), field = Number(bits >> 52n);
  const low = bits & ((1n << 52n) - 1n);
  const mantissa = field === 0 ? low : low | (1n << 52n);
  return { mantissa: x < 0 ? -mantissa : mantissa, exponent: Math.max(field, 1) - 1075 };
}

/** All digits of the real number that the double is, for example 0.1000000000000000055511…. */
export function exactDecimal(x: number): string {
  if (!Number.isFinite(x)) return String(x);
  const { mantissa, exponent } = split(x);
  const text = decimalOf({ mantissa, exponent }, Math.max(0, -exponent));
  const sign = Object.is(x, -0) ? '-' : '';
  return sign + (text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text);
}

/** An exact time with this many digits after the point, cut off (not rounded). */
export function decimalOf(time: Dyadic, digits: number): string {
  const negative = time.mantissa < 0n;
  let scaled = (negative ? -time.mantissa : time.mantissa) * 10n ** BigInt(digits);
  scaled = time.exponent >= 0 ? scaled << BigInt(time.exponent) : scaled >> BigInt(-time.exponent);
  const text = scaled.toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits), rest = text.slice(text.length - digits);
  return (negative ? '-' : '') + whole + (digits > 0 ? '.' + rest : '');
}
