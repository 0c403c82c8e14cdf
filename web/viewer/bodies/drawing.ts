// The drawing of a report (its bodies, and where they are at some times), read with care, and poses in
// between.
import * as three from "three";
import {fields, list, num, text, type Fields} from "../../plots/numbers";
import type {BodyGeometry, Drawing} from "../../worker/messages";

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(num) : []);

const MOST_LEVELS = 64;  // of a hierarchy of boxes: far more than any has
const BOX = 11;          // numbers of a box: level, centre, half sizes, quaternion

/// What is wrong with a body's numbers; empty if nothing is.
function faultOf(body: Fields, frames: number): string {
  const positions = numbers(body.positions), poses = numbers(body.poses);
  const triangles = numbers(body.triangles), faces = numbers(body.faces);
  const boxes = numbers(body.boxes), within = (below: number) => (value: number) =>
    Number.isInteger(value) && value >= 0 && value < below;
  const triangleCount = Math.floor(triangles.length / 3);
  if (!positions.map(Math.fround).every(Number.isFinite)) return "a position is not a number";
  if (!triangles.every(within(Math.floor(positions.length / 3))))
    return "a triangle has a corner that is not there";
  if (!poses.every(Number.isFinite) || (poses.length !== 7 && poses.length !== 7 * frames))
    return "its poses are not seven numbers for each time";
  if (faces.length && (faces.length !== triangleCount || !faces.every(within(triangleCount))))
    return "its faces are not one number for each triangle, less than the number of triangles";
  if (boxes.length % BOX || !boxes.every(Number.isFinite))
    return "its boxes are not eleven numbers each";
  if (!boxes.every((level, i) => i % BOX !== 0 || within(MOST_LEVELS)(level)))
    return `a box has a level that is not an integer from 0 to ${MOST_LEVELS - 1}`;
  return "";
}

/// The drawing of a report, null if it has none that can be shown; and what is wrong with it.
export function readDrawing(report: Record<string, unknown>):
  {drawing: Drawing | null; faults: string[]} {
  const drawing = fields(report.drawing), times = Float64Array.from(numbers(drawing.times));
  const ascending = times.every((time, i) => Number.isFinite(time) && (i === 0 || time >= times[i - 1]));
  if (report.drawing === undefined || report.drawing === null) return {drawing: null, faults: []};
  if (!times.length || !ascending)
    return {drawing: null, faults: ["its times are not numbers that ascend"]};
  const faults: string[] = [];
  const bodies = list(drawing.bodies).map(fields).flatMap((body, index): BodyGeometry[] => {
    const fault = faultOf(body, times.length);
    if (fault) {
      faults.push(`body ${text(body.name) || index}: ${fault}`);
      return [];
    }
    const positions = Float32Array.from(numbers(body.positions));
    const triangles = numbers(body.triangles), poses = Float64Array.from(numbers(body.poses));
    const shapes = list(body.shapes).map(fields).map((shape) =>
      ({firstVertex: num(shape.first_vertex) || 0, firstTriangle: num(shape.first_triangle) || 0}));
    return [{name: text(body.name), role: text(body.role), positions,
      triangles: Uint32Array.from(triangles.slice(0, 3 * Math.floor(triangles.length / 3))),
      shapes: shapes.length ? shapes : [{firstVertex: 0, firstTriangle: 0}], poses,
      boxes: Float64Array.from(numbers(body.boxes)),
      faces: Int32Array.from(numbers(body.faces))}];
  });
  if (!bodies.length && !faults.length) faults.push("it has no bodies");
  return {drawing: bodies.length ? {times, bodies} : null, faults};
}

/// The pose of a body at time t: between two samples positions go straight and turns evenly.
export function poseAt(
  drawing: Drawing, body: BodyGeometry, t: number, position: three.Vector3,
  turn: three.Quaternion): void {
  const {times} = drawing, {poses} = body;
  const put = (index: number, p: three.Vector3, q: three.Quaternion) => {
    p.set(poses[7 * index], poses[7 * index + 1], poses[7 * index + 2]);
    q.set(poses[7 * index + 4], poses[7 * index + 5], poses[7 * index + 6], poses[7 * index + 3]);
  };
  if (poses.length === 7) return put(0, position, turn);
  let low = 0, high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  const span = times[high] - times[low];
  const share = span > 0 ? Math.min(1, Math.max(0, (t - times[low]) / span)) : 0;
  put(low, position, turn);
  const next = new three.Vector3(), nextTurn = new three.Quaternion();
  put(high, next, nextTurn);
  position.lerp(next, share);
  turn.slerp(nextTurn, share);
}
