// Numbers as text, and values of unknown type from files as numbers, lists and objects.

/// The value if it is a finite number, else NaN.
export const num = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) ? value : NaN;
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
/// The items of a list that are there; an empty list for anything else.
export const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : [];
export type Fields = Record<string, unknown>;
/// The value if it is an object, else an empty one.
export const fields = (value: unknown): Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? value as Fields : {};
export const unique = <T>(values: T[]): T[] => [...new Set(values)];
export const sum = (values: unknown[]): number =>
  values.reduce<number>((total, value) => total + (Number.isNaN(num(value)) ? 0 : num(value)), 0);
/// Smallest and largest of any number of values, NaN left out; [Infinity, -Infinity] for none.
export function extent(values: Iterable<number>): [number, number] {
  let low = Infinity, high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

export const superscript = (integer: number): string =>
  String(integer).replace(/[-0-9]/g, (c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)]));
export const grouped = (value: number): string =>
  Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, ",");

/// Three significant digits: "0.0421", "12.3", "4,230", "1.2×10⁻⁷"; "–" for what is not a number.
export function short(value: unknown): string {
  const number = num(value);
  if (Number.isNaN(number)) return "–";
  if (number === 0) return "0";
  const size = Math.abs(number);
  if (size < 9.995e-4 || size >= 999999.5) {
    let [digits, power] = number.toExponential(2).split("e").map(Number);
    digits = Number(digits.toPrecision(3));
    if (Math.abs(digits) >= 10) {
      digits /= 10;
      power += 1;
    }
    return (digits === 1 ? "" : digits + "×") + "10" + superscript(power);
  }
  return size >= 999.5 ? grouped(number) : String(Number(number.toPrecision(3)));
}

export const count = (value: unknown): string =>
  Number.isNaN(num(value)) ? "–" : grouped(num(value));
export const percent = (share: unknown): string =>
  Number.isNaN(num(share)) ? "–" : short(100 * num(share)) + " %";
export const plural = (n: number, one: string, many = one + "s"): string =>
  `${count(n)} ${n === 1 ? one : many}`;
/// "512 bytes", "3.4 MB".
export function bytes(size: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let index = 0;
  while (size >= 999.5 && index + 1 < units.length) {
    size /= 1000;
    index += 1;
  }
  return `${index === 0 ? size : short(size)} ${units[index]}`;
}
