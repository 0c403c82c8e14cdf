// The axes of a plot: values to pixels, and where the ticks are.
import {extent, grouped, short, superscript} from "./numbers";

export interface Axis {
  label: string;
  log?: boolean;
  zero?: boolean;        /// false: a log axis gets no lane for zeros
  fromZero?: boolean;    /// a linear axis begins at 0
  span?: number[];       /// values that the axis must have
}
export interface Tick {
  at?: number;
  text: string;
  minor?: boolean;
  pixel: number;
}
export interface Scale {
  ticks: Tick[];
  start: number;
  zeroLane: boolean;
  /// The pixel of a value; NaN where it has no place.
  at(value: number): number;
  /// The value at a pixel.
  value(pixel: number): number;
}

const LANE = 26;  // pixels of the lane for zero beside a log axis

/// 1, 2 or 5 times a power of ten, so that at most `most` steps fit into the span.
function niceStep(span: number, most: number): number {
  const power = 10 ** Math.floor(Math.log10(span / Math.max(1, most)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => span / step <= most) ??
    10 * power;
}

function powerText(exponent: number): string {
  if (exponent >= 0 && exponent <= 4) return grouped(10 ** exponent);
  return exponent < 0 && exponent >= -2 ? String(Number((10 ** exponent).toPrecision(1)))
    : "10" + superscript(exponent);
}

type Mark = {at: number; text: string; minor?: boolean};

function logTicks(low: number, high: number, length: number, room: number): Mark[] {
  const ticks: Mark[] = [];
  const decades = high - low, perDecade = length / decades;
  const steps = [1, 2, 3, 5, 10, 20, 25, 50, 100];
  const step = Math.max(
    1, ...steps.filter((_, i) => i > 0 && decades / steps[i - 1] > length / room).slice(-1));
  for (let k = Math.ceil(low); k <= high; ++k) {
    if (k % step === 0) ticks.push({at: k, text: powerText(k)});
    else if (perDecade > 12) ticks.push({at: k, text: "", minor: true});
  }
  if (perDecade <= 40) return ticks;
  for (let k = Math.floor(low); k <= high; ++k) {
    for (let digit = 2; digit < 10; ++digit) {
      const at = k + Math.log10(digit);
      const labelled = (digit === 2 || digit === 5) && decades < 2 && perDecade * 0.3 > room;
      if (at > low && at < high)
        ticks.push({at, text: labelled ? short(digit * 10 ** k) : "", minor: true});
    }
  }
  return ticks;
}

/// Maps values to pixels from `from` to `to`, with ticks at least `room` pixels apart.
export function makeScale(
  axis: Axis, values: number[], from: number, to: number, room: number): Scale {
  const direction = Math.sign(to - from);
  const usable = values.filter((value) => Number.isFinite(value) && (!axis.log || value > 0));
  const zeroLane = Boolean(axis.log && axis.zero !== false && values.some((value) => value === 0));
  const start = zeroLane ? from + direction * LANE : from;
  const length = Math.abs(to - start);
  const measure = axis.log ? Math.log10 : (value: number) => value;
  let [low, high] = usable.length ? extent(usable.map(measure)) : [0, 1];
  if (axis.fromZero && !axis.log) low = Math.min(0, low);
  let ticks: Mark[] = [];
  if (axis.log) {
    if (high - low < 0.6) {
      low -= 0.3;
      high += 0.3;
    }
    const margin = 0.03 * (high - low);
    low -= margin;
    high += margin;
    ticks = logTicks(low, high, length, room);
  } else {
    if (!(high - low > 1e-12 * Math.max(Math.abs(low), Math.abs(high)))) {
      const half = Math.max(0.5, 1e-9 * Math.abs(high));
      low -= axis.fromZero ? 0 : half;
      high += half;
    }
    const step = niceStep(high - low, Math.max(2, length / room));
    low = step * Math.floor(low / step + 1e-9);
    high = step * Math.ceil(high / step - 1e-9);
    for (let k = Math.round(low / step); k <= Math.round(high / step); ++k)
      ticks.push({at: k * step, text: short(Number((k * step).toPrecision(12)))});
  }
  const pixel = (position: number) => start + direction * length * (position - low) / (high - low);
  const placed: Tick[] = ticks.map((tick) => ({...tick, pixel: pixel(tick.at)}));
  const lane = from + direction * LANE / 3;
  if (zeroLane) placed.push({text: "0", pixel: lane});
  return {
    ticks: placed, start, zeroLane,
    at: (value) => value === 0 && zeroLane ? lane
      : !Number.isFinite(value) || (axis.log && !(value > 0)) ? NaN : pixel(measure(value)),
    value: (at) => {
      const position = low + (at - start) * direction * (high - low) / length;
      return axis.log ? 10 ** position : position;
    },
  };
}
