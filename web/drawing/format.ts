// Numbers as text.
import { bitsOf } from "firstcontact";

const kMinus = "\u2212";

/** Fixed digits with a real minus sign; never "-0.00". */
export function fixed(x: number, digits = 3): string {
  if (!Number.isFinite(x)) return x > 0 ? "∞" : x < 0 ? kMinus + "∞" : "none";
  const text = Math.abs(x).toFixed(digits);
  return (x < 0 && Number(text) !== 0 ? kMinus : "") + text;
}

/** The shortest decimal that reads back as the same double. */
export function shortest(x: number): string {
  return (Object.is(x, -0) ? "-0" : String(x)).replace("-", kMinus).replace("e-", "e" + kMinus);
}

/** A count with thin spaces between groups of three digits. */
export function count(n: number): string {
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

/** A number in a few significant digits, with a power of ten where it is small or large. */
export function brief(x: number, digits = 3): string {
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e-3 && size < 1e6) {
    return fixed(x, Math.max(0, digits - 1 - Math.floor(Math.log10(size))));
  }
  const [mantissa, exponent] = size.toExponential(digits - 1).split("e") as [string, string];
  return (x < 0 ? kMinus : "") + mantissa + " × 10" + superscript(Number(exponent));
}

/** An integer in raised digits. */
export function superscript(n: number): string {
  return String(n).replace(/[-0-9]/g, (c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)]!));
}

/** A double as a hexadecimal fraction and a power of two, for example 0x1.8p-1 for 0.75. */
export function hexDouble(x: number): string {
  if (x === 0) return Object.is(x, -0) ? "-0x0p+0" : "0x0p+0";
  const bits = BigInt("0x" + bitsOf(x));
  const sign = bits >> 63n ? "-" : "";
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const digits = (bits & 0xfffffffffffffn).toString(16).padStart(13, "0").replace(/0+$/, "");
  const power = exponent === 0 ? -1022 : exponent - 1023;
  const fraction = digits ? "." + digits : "";
  return `${sign}0x${exponent === 0 ? 0 : 1}${fraction}p${power < 0 ? "" : "+"}${power}`;
}

/** A number of steps in the last place, with its sign: "+3 ulps", "0 ulps", "−1 ulp". */
export function ulpCount(n: number): string {
  const unit = Math.abs(n) === 1 ? "ulp" : "ulps";
  return `${n > 0 ? "+" : n < 0 ? kMinus : ""}${Math.abs(n)} ${unit}`;
}
