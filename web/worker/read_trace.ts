// Traces of simulations (docs/formats/traces.md). The file is checked, then viewed in place.
import type {FileData, TraceFile} from "./messages";

export function readTrace(file: FileData): TraceFile {
  const refuse = (what: string) => new Error(`${file.name}: ${what}`);
  const buffer = file.data;
  if (buffer.byteLength < 64) throw refuse("the head of the trace is cut off");
  const head = new DataView(buffer);
  const magic = [0x89, 0x46, 0x43, 0x54, 0x0d, 0x0a, 0x1a, 0x0a];
  if (!magic.every((byte, i) => head.getUint8(i) === byte)) throw refuse("not a trace");
  if (head.getUint32(8, true) !== 1)
    throw refuse(`version ${head.getUint32(8, true)} of the format; this page reads version 1`);
  if (head.getUint32(12, true) !== 0x01020304) throw refuse("byte 12: another byte order");
  const size = (at: number): number => {
    const value = head.getBigUint64(at, true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw refuse(`byte ${at}: ${value} is too large`);
    return Number(value);
  };
  const [length, vertices, triangles, values, frame] = [16, 24, 32, 40, 48].map(size);
  const first = 64 + length + 8 * Math.ceil(12 * triangles / 8);
  if (length % 8 || first > buffer.byteLength)
    throw refuse("the file ends before its first frame");
  if (frame !== 8 * Math.ceil((8 * values + 12 * vertices) / 8) || frame === 0)
    throw refuse("byte 48: the size of a frame does not follow from the counts");
  let description: unknown;
  try {
    description = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 64, length)));
  } catch (error) {
    throw refuse(`the description is not JSON: ${(error as Error).message}`);
  }
  if (description === null || typeof description !== "object")
    throw refuse("the description is not an object");
  const fields = description as Record<string, unknown>;
  const names = Array.isArray(fields.values) ? fields.values.map(String) : [];
  if (names.length !== values) throw refuse(`${names.length} names for ${values} values`);
  const corners = new Uint32Array(buffer, 64 + length, 3 * triangles);
  for (const corner of corners)
    if (corner >= vertices) throw refuse(`a triangle names vertex ${corner} of ${vertices}`);
  const frames = Math.floor((buffer.byteLength - first) / frame);
  if (frames < 1) throw refuse("there is no whole frame in the trace");
  for (let i = 0; i < frames; ++i) {
    const coordinates = new Float32Array(buffer, first + i * frame + 8 * values, 3 * vertices);
    for (const x of coordinates)
      if (!Number.isFinite(x)) throw refuse(`frame ${i}: a coordinate is not finite`);
  }
  return {
    type: "trace", name: file.name, buffer, description: fields, valueNames: names,
    valueUnits: Array.isArray(fields.value_units) ? fields.value_units.map(String) : [],
    vertexCount: vertices, triangles: corners.slice(), frameCount: frames, valueCount: values,
    firstFrame: first, frameSize: frame,
  };
}
