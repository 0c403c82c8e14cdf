// Poses as seven numbers: a position and a quaternion (w, x, y, z).
import type {Pose} from "firstcontact";

/// The quaternion of a rotation matrix (rows), by its largest component, so that nothing cancels.
export function quaternionOf(r: readonly number[]): [number, number, number, number] {
  const trace = r[0] + r[4] + r[8];
  const size = [trace, r[0], r[4], r[8]];
  const best = size.indexOf(Math.max(...size));
  if (best === 0) {
    const s = 2 * Math.sqrt(1 + trace);
    return [s / 4, (r[7] - r[5]) / s, (r[2] - r[6]) / s, (r[3] - r[1]) / s];
  }
  if (best === 1) {
    const s = 2 * Math.sqrt(1 + r[0] - r[4] - r[8]);
    return [(r[7] - r[5]) / s, s / 4, (r[1] + r[3]) / s, (r[2] + r[6]) / s];
  }
  if (best === 2) {
    const s = 2 * Math.sqrt(1 + r[4] - r[0] - r[8]);
    return [(r[2] - r[6]) / s, (r[1] + r[3]) / s, s / 4, (r[5] + r[7]) / s];
  }
  const s = 2 * Math.sqrt(1 + r[8] - r[0] - r[4]);
  return [(r[3] - r[1]) / s, (r[2] + r[6]) / s, (r[5] + r[7]) / s, s / 4];
}

export const sevenOf = (pose: Pose): number[] =>
  [...pose.position, ...quaternionOf(pose.rotation)];

/// Even samples of [0, 1] and some more times, ascending, each once.
export function sampleTimes(samples: number, more: number[]): Float64Array {
  const even = Array.from({length: samples + 1}, (_, i) => i / samples);
  const inside = more.filter((time) => time >= 0 && time <= 1).slice(0, 600);
  return Float64Array.from([...new Set([...even, ...inside])].sort((a, b) => a - b));
}
