// A pasted query in one of several forms: rows of a query file, rows of three numbers, a line of a
// proof file, a link.
import type {Kind} from "firstcontact";
import {KINDS, pairOfLink, pointCount, SHAPES, type Pair} from "./pair";

/// numerator / denominator as the double that it exactly is; NaN if it is none.
export function exactFraction(numerator: string, denominator: string): number {
  if (!/^-?\d{1,2000}$/.test(numerator) || !/^\d{1,2000}$/.test(denominator)) return NaN;
  const n = BigInt(numerator), d = BigInt(denominator);
  if (d === 0n) return NaN;
  const size = n < 0n ? -n : n;
  if (size === 0n) return 0;
  // A quotient of 55 or 56 bits tells whether 53 suffice; the rest of the division must be nothing.
  const shift = 55 - (size.toString(2).length - d.toString(2).length);
  const top = shift >= 0 ? size << BigInt(shift) : size, bottom = shift >= 0 ? d : d << BigInt(-shift);
  if (top % bottom !== 0n) return NaN;
  const quotient = top / bottom, value = Number(quotient);
  if (BigInt(value) !== quotient) return NaN;
  const half = Math.trunc(shift / 2);  // two steps, because one power may be out of range
  const scaled = value * 2 ** -half * 2 ** -(shift - half);
  const back = scaled * 2 ** (shift - half) * 2 ** half;
  return Number.isFinite(scaled) && back === value ? (n < 0n ? -scaled : scaled) : NaN;
}

function kindOfRows(rows: number, wanted: Kind): Kind | null {
  if (2 * pointCount(wanted) === rows) return wanted;
  return KINDS.find((kind) => 2 * pointCount(kind) === rows) ?? null;
}

/// Throws with a message that says what is wrong.
export function parseQuery(text: string, wanted: Kind): Pair {
  const trimmed = text.trim();
  if (!trimmed) throw new Error("Nothing was pasted.");
  const link = /(?:^|[#&?]q=)((?:vf|ee|pe|pp|ps):[0-9a-f]+)/i.exec(trimmed);
  if (link) {
    const pair = pairOfLink(link[1]);
    if (!pair) throw new Error("The link has another number of digits than its kind needs.");
    return pair;
  }
  if (trimmed.startsWith("{")) return parseProof(trimmed);
  const rows = trimmed.split(/\r?\n/).map((line) => line.trim()).filter(Boolean)
    .map((line) => line.replace(/[[\](){}]/g, " ").trim().split(/[\s,;]+/).filter(Boolean));
  const kind = kindOfRows(rows.length, wanted);
  if (!kind) {
    throw new Error(`${rows.length} rows: a query has 8 rows (vertex-face, edge-edge), 6 ` +
      "(point-edge) or 4 (point-point): all points at t = 0, then all at t = 1.");
  }
  const points = rows.flatMap((row, index) => {
    const place = `row ${index + 1}`;
    if (row.length === 6 || row.length === 7) {
      return [0, 2, 4].map((k) => {
        const value = exactFraction(row[k], row[k + 1]);
        if (Number.isNaN(value))
          throw new Error(`${place}: ${row[k]} / ${row[k + 1]} is not exactly a double`);
        return value;
      });
    }
    if (row.length !== 3 && row.length !== 2)
      throw new Error(`${place}: ${row.length} numbers; there should be 3, or 7 as in a query file`);
    const numbers = row.map(Number);
    if (!numbers.every(Number.isFinite)) throw new Error(`${place}: not all are finite numbers`);
    return numbers.length === 2 ? [...numbers, 0] : numbers;
  });
  return {kind, points: Float64Array.from(points)};
}

function parseProof(text: string): Pair {
  let value: unknown;
  try {
    value = JSON.parse(text.split("\n")[0]);
  } catch (error) {
    throw new Error(`Not JSON: ${(error as Error).message}`);
  }
  const {kind, points} = value as {kind?: unknown; points?: unknown};
  const found = KINDS.find((one) => SHAPES[one].title === kind);
  const numbers = Array.isArray(points) ? points.flat() as unknown[] : [];
  if (!found || numbers.length !== 6 * pointCount(found) ||
      !numbers.every((number) => typeof number === "number" && Number.isFinite(number)))
    throw new Error("The JSON is not the proof of a pair: it needs its kind and all its points.");
  return {kind: found, points: Float64Array.from(numbers as number[])};
}
