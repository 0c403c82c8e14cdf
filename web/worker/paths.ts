// Files of configurations, one after the other, as `firstcontact robot --path` reads them: CSV with
// or without names, or JSON.
import type {RobotInfo, RobotPath} from "./messages";

const MOST_CONFIGURATIONS = 10_000;

type Row = {numbers: number[]; names: string[] | null};

function rowsOfCsv(name: string, text: string): Row[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const cells = lines.map((line) => line.split(",").map((cell) => cell.trim()));
  const header = cells.length && cells[0].some((cell) => Number.isNaN(Number(cell))) ? cells[0] : null;
  return cells.slice(header ? 1 : 0).map((row, i) => {
    const numbers = row.map((cell) => (cell === "" ? NaN : Number(cell)));
    if (header && header.length !== row.length)
      throw new Error(`${name}: row ${i + 2} has ${row.length} columns, not ${header.length}`);
    return {numbers, names: header};
  });
}

function rowsOfJson(name: string, text: string): Row[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) throw new Error(`${name}: not an array of configurations`);
  return value.map((row: unknown): Row => {
    if (Array.isArray(row)) return {numbers: row.map(Number), names: null};
    if (row === null || typeof row !== "object")
      throw new Error(`${name}: a configuration is an array or an object`);
    const entries = Object.entries(row);
    return {names: entries.map(([key]) => key), numbers: entries.map(([, number]) => Number(number))};
  });
}

/// The path of a file for a robot. Values that a row does not name are neutral. Throws if the file is
/// not a path of this robot.
export function readPath(
  name: string, text: string, {values, neutral}: Pick<RobotInfo, "values" | "neutral">): RobotPath {
  const rows = /^\s*\[/.test(text) ? rowsOfJson(name, text) : rowsOfCsv(name, text);
  if (rows.length < 2 || rows.length > MOST_CONFIGURATIONS)
    throw new Error(`${name}: a path has 2 to ${MOST_CONFIGURATIONS} configurations, not ${rows.length}`);
  const times: number[] = [];
  const configurations = rows.map(({numbers, names}, i) => {
    if (!numbers.every(Number.isFinite))
      throw new Error(`${name}: configuration ${i + 1} has something that is not a number`);
    if (!names) {
      if (numbers.length !== values.length)
        throw new Error(`${name}: configuration ${i + 1} has ${numbers.length} values, not ${values.length}`);
      return numbers;
    }
    const full = [...neutral];
    names.forEach((word, k) => {
      const at = values.findIndex((value) => value.name === word);
      if (at >= 0) full[at] = numbers[k];
      else if (word === "time") times.push(numbers[k]);
      else throw new Error(`${name}: the robot has no value "${word}"`);
    });
    return full;
  });
  return {configurations, times: unitTimes(name, times, configurations.length)};
}

/// Times from 0 to 1, as the tool makes them; none if the file has none.
function unitTimes(name: string, times: number[], count: number): number[] {
  if (!times.length) return [];
  const ascending = times.every((time, i) => i === 0 || time > times[i - 1]);
  if (times.length !== count || !ascending)
    throw new Error(`${name}: the times must ascend, one for each configuration`);
  const first = times[0], span = times[count - 1] - first;
  return times.map((time, i) => (i === 0 ? 0 : i === count - 1 ? 1 : (time - first) / span));
}
