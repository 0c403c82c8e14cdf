// What a file is, by its contents first and its name second, and its contents in a form that views
// take. Queries and meshes are read by the library's own readers, so that the page reads exactly
// what the tool reads and gives the same messages.
import type {FirstContact} from "firstcontact";
import type {Handler} from "./index";
import type {FileContent, FileData, Kind, PartFile} from "./messages";
import {readTrace} from "./read_trace";

const MOST_TEXT = 256e6;     // bytes of a text that is parsed as JSON or as a table
const MOST_QUERIES = 1e6;    // queries of one file that are shown
const MOST_ROWS = 500_000;   // rows of a table
const MOST_PATH = 16e6;      // bytes of a robot's path

const KIND_FOLDERS = new Map<string, Kind>([
  ["vertex-face", "VertexFace"], ["edge-edge", "EdgeEdge"], ["point-edge", "PointEdge"],
  ["point-point", "PointPoint"], ["point-segment-2d", "PointSegment2D"],
]);

const startsWith = (data: Uint8Array, ...bytes: number[]) =>
  bytes.every((byte, i) => data[i] === byte);

class TooLarge extends Error {}

const isPacked = (file: FileData) =>
  startsWith(new Uint8Array(file.data, 0, Math.min(2, file.data.byteLength)), 0x1f, 0x8b);
const withoutGz = (name: string) => name.replace(/\.gz$/i, "");

async function unpacked(file: FileData): Promise<FileData> {
  const stream = new Blob([file.data]).stream().pipeThrough(new DecompressionStream("gzip"));
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > 1e9) throw new TooLarge(`${file.name}: more than 1 GB when unpacked`);
    parts.push(value);
  }
  const data = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    data.set(part, at);
    at += part.byteLength;
  }
  return {name: withoutGz(file.name), data: data.buffer};
}

/// Reads a file that the browser cannot unpack, for instance one of several gzip members. The library
/// unpacks queries and meshes by itself, and its message about a broken file is the tool's.
function readPacked(
  library: FirstContact, file: FileData, beside: FileData[], kind: Kind | null, error: unknown) {
  const name = file.name.toLowerCase();
  if (/\.(obj|ply|stl|off)\.gz$/.test(name)) return readMesh(library, file);
  if (/\.(csv|fcq)\.gz$/.test(name)) return readQueries(library, file, beside, kind);
  throw new Error(`${file.name}: cannot be unpacked: ${(error as Error).message}`);
}

function decoded(file: FileData): string {
  if (file.data.byteLength > MOST_TEXT)
    throw new Error(`${file.name}: more than ${MOST_TEXT / 1e6} MB of text`);
  return new TextDecoder().decode(file.data);
}

export const readFile: Handler<"read"> = async (library, {file, beside, kind}) => {
  if (!file.data.byteLength) throw new Error(`${file.name}: the file is empty`);
  let plain = file;
  if (isPacked(file)) {
    try {
      plain = await unpacked(file);
    } catch (error) {
      if (error instanceof TooLarge) throw error;
      return readPacked(library, file, beside, kind, error);
    }
  }
  const head = new Uint8Array(plain.data, 0, Math.min(4096, plain.data.byteLength));
  const name = plain.name.toLowerCase();
  if (startsWith(head, 0x89, 0x46, 0x43, 0x54)) {
    const trace = readTrace(plain);
    return {value: trace, transfer: [trace.buffer]};
  }
  if (startsWith(head, 0x89, 0x46, 0x43, 0x51)) return readQueries(library, plain, [], kind);
  if (startsWith(head, 0x89, 0x46, 0x43, 0x53))
    throw new Error(`${file.name}: a checkpoint; the trace beside it (trace.fct) can be shown`);
  const opening = new TextDecoder().decode(head).replace(/^\uFEFF/, "").trimStart();
  if (/\.(obj|ply|stl|off)$/.test(name) || /^(ply|OFF|COFF|NOFF|solid)\b/.test(opening))
    return readMesh(library, plain);
  if (opening.startsWith("<"))
    return {value: part(plain, opening.includes("<robot") && !name.endsWith(".srdf") ? "urdf"
      : name.endsWith(".srdf") ? "srdf" : "other", "XML, but not a robot (URDF)")};
  if (opening.startsWith("{") || opening.startsWith("["))
    return {value: readJson(library, plain, opening)};
  if (name.endsWith(".toi")) return {value: part(plain, "other", ABOUT_TIMES)};
  if (/^(step,)?kind,a0,|^file,index,/.test(opening)) return {value: readTable(plain, opening)};
  if (isPath(plain, opening)) return {value: part(plain, "path")};
  return readQueries(library, plain, beside, kind);
};

/// A path of a robot has numbers in columns, under their names or not. Rows of queries have six or
/// seven integers and no names.
function isPath(file: FileData, opening: string): boolean {
  if (file.data.byteLength > MOST_PATH) return false;
  const lines = opening.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const cells = (lines[0] ?? "").split(",").map((cell) => cell.trim());
  const names = cells.every((cell) => /^[A-Za-z_][\w.\-/ ]*$/.test(cell));
  const numbers = (text: string) => text.split(",").every((cell) =>
    cell.trim() !== "" && Number.isFinite(Number(cell)));
  if (names) return cells.length > 0 && numbers(lines[1] ?? "");
  const row = lines[0] ?? "";
  return numbers(row) && (/[.eE]/.test(row) || ![6, 7].includes(cells.length));
}

const ABOUT_TIMES = "times of queries; open the .csv of the same name with it";

const part = (file: FileData, role: PartFile["role"], about?: string): FileContent =>
  ({type: "part", name: file.name, role, data: file.data, about});

function readMesh(library: FirstContact, file: FileData) {
  const mesh = library.readMesh(file);
  return {
    value: {type: "mesh" as const, name: withoutGz(file.name), vertices: mesh.vertices, faces: mesh.faces,
      edges: mesh.edges, polygons: mesh.polygons.length <= 20_000 ? mesh.polygons : []},
    transfer: [mesh.vertices.buffer, mesh.faces.buffer, mesh.edges.buffer] as ArrayBuffer[],
  };
}

function readQueries(
  library: FirstContact, file: FileData, beside: FileData[], wanted: Kind | null) {
  const folder = file.name.split("/").reverse().find((word) => KIND_FOLDERS.has(word));
  const packed = startsWith(new Uint8Array(file.data, 0, 4), 0x89, 0x46) ||
    /\.fcq\.gz$/i.test(file.name);
  const guessed = !wanted && !folder && !packed;
  // Eight rows fit both published kinds; a name with an "e" for edges in it decides.
  const guess: Kind = /(^|[^a-z])(ee|edge)/i.test(file.name) ? "EdgeEdge" : "VertexFace";
  const kind = wanted ?? (folder ? KIND_FOLDERS.get(folder) : packed ? undefined : guess);
  const times = beside.find((other) => other.name.toLowerCase() ===
    file.name.toLowerCase().replace(/\.csv(\.gz)?$/, ".toi"));
  const read = library.readQueries(file, {kind, times, maxCount: MOST_QUERIES});
  return {
    value: {type: "queries" as const, name: withoutGz(file.name), kind: read.kind, kindGuessed: guessed,
      count: read.count, coordinates: read.coordinates, truth: read.truth, toi: read.toi,
      toiUpper: read.toiUpper, hasTimes: read.hasTimes},
    transfer: [read.coordinates.buffer] as ArrayBuffer[],
  };
}

function readJson(library: FirstContact, file: FileData, opening: string): FileContent {
  const text = decoded(file);
  if (/^\{\s*"kind"\s*:/.test(opening) || file.name.endsWith(".jsonl")) {
    const verdict = library.verifyText(text);
    return {type: "proofs", name: file.name, ...verdict};
  }
  // JSON has no NaN or infinity, but some writers put them: outside of strings they count as null.
  const tokens = /"(?:[^"\\]|\\.)*"|[-+]?\b(?:nan|inf|infinity)\b/gi;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    try {
      value = JSON.parse(text.replace(tokens, (token) => (token[0] === '"' ? token : "null")));
    } catch {
      throw new Error(`${file.name}: not JSON: ${(error as Error).message}`);
    }
  }
  if (Array.isArray(value) && value.length > 1 && file.data.byteLength <= MOST_PATH)
    return part(file, "path");
  if (value === null || typeof value !== "object" || Array.isArray(value))
    return part(file, "other", "JSON, but neither a report nor a path of at least two configurations");
  const report = value as Record<string, unknown>;
  const command = Array.isArray(report.command) ? report.command[0] : undefined;
  if (typeof command === "string")
    return {type: "report", name: file.name, verb: command, report};
  if (Array.isArray(report.runs)) return {type: "report", name: file.name, verb: "bench", report};
  if (report.format === "firstcontact simulation") return part(file, "other",
    "the scene of a simulation; run firstcontact simulate on it and open its trace.fct");
  if ("a" in report || "b" in report) return part(file, "poses");
  if (["objects", "attached", "allowed", "margins"].some((key) => key in report))
    return part(file, "scene");
  throw new Error(`${file.name}: JSON, but not a report of firstcontact (it has no "command")`);
}

function readTable(file: FileData, opening: string): FileContent {
  const lines = decoded(file).split(/\r?\n/).filter((line) => line !== "");
  const columns = lines[0].split(",");
  const about = opening.startsWith("file,index,method") ? "verdicts"
    : opening.startsWith("file,index") ? "answers" : "impacts";
  if (lines.length > MOST_ROWS) lines.length = MOST_ROWS;
  return {type: "table", name: file.name, about, columns,
    rows: lines.slice(1).map(cellsOf)};
}

/// The cells of a row. One with a comma or a quotation mark stands in quotation marks, doubled inside.
function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(",");
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)]
    .map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}
