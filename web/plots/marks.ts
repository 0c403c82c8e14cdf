// What a plot is made of: markers, lines, bars, bands, axes.
import {svg, type Child} from "./elements";
import {num} from "./numbers";
import type {Axis, Scale} from "./scale";

export interface Point {
  x: number;
  y: number;
  low?: number;     /// the ends of the shaded band
  high?: number;
  x0?: number;      /// the ends of a bar
  x1?: number;
  text?: string[];  /// what the tooltip says
}
export interface Series {
  name: string;
  color: number;     /// index of a colour, 0 to 6
  marker?: number;   /// index of a shape, 0 to 13; none without it
  dash?: number;
  legend?: string;
  points: Point[];
  joined?: boolean;  /// a line goes through the points
  step?: boolean;    /// … level, then up or down
  bars?: boolean;
  faint?: boolean;
}
export interface PlotSpec {
  label: string;          /// what the plot shows, for screen readers
  x: Axis;
  y: Axis;
  series: Series[];
  height?: number;
  pointLabels?: boolean;  /// write the names of the series beside their points
  /// Called with a value of x where the reader clicks, or presses Enter on a point.
  pick?: (x: number) => void;
}
export interface Target {
  series: Series;
  point: Point;
  x: number;
  y: number;
}
export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const DASHES = ["", "7 4", "2 3", "9 3 2 3", "12 5", "4 2"];
const ink = (series: Series): string => `var(--fc-series-${series.color})`;

/// One of seven shapes; markers from 7 on are hollow.
function markerPath(kind: number, x: number, y: number, r: number): string {
  const at = (...points: [number, number][]) => "M" +
    points.map(([dx, dy]) => `${(x + r * dx).toFixed(2)} ${(y + r * dy).toFixed(2)}`).join("L") +
    "Z";
  switch (kind % 7) {
    case 0: return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    case 1: return at([-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]);
    case 2: return at([0, -1.15], [1.1, 0.85], [-1.1, 0.85]);
    case 3: return at([0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]);
    case 4: return at([0, 1.15], [1.1, -0.85], [-1.1, -0.85]);
    case 5: return at(
      [-0.4, -1.2], [0.4, -1.2], [0.4, -0.4], [1.2, -0.4], [1.2, 0.4], [0.4, 0.4], [0.4, 1.2],
      [-0.4, 1.2], [-0.4, 0.4], [-1.2, 0.4], [-1.2, -0.4], [-0.4, -0.4]);
    default: return at([0, -1.25], [1.2, -0.35], [0.75, 1.05], [-0.75, 1.05], [-1.2, -0.35]);
  }
}

function marker(series: Series, x: number, y: number): SVGElement {
  const kind = series.marker ?? 0;
  return svg("path.marker", {
    d: markerPath(kind, x, y, 4), stroke: ink(series),
    fill: kind >= 7 ? "var(--fc-paper)" : ink(series),
  });
}

const barInk = (series: Series) =>
  ({fill: ink(series), stroke: ink(series), "fill-opacity": series.faint ? 0.3 : 0.9});

/// The sign of a series in the legend.
export function swatch(series: Series): SVGElement {
  const line = () => svg("path.line",
    {d: "M1 7H39", stroke: ink(series), "stroke-dasharray": DASHES[series.dash ?? 0]});
  const parts: Child[] = series.bars
    ? [svg("rect", {x: 6, y: 1, width: 16, height: 12, ...barInk(series)})]
    : [series.joined ? line() : null,
       series.marker === undefined ? null : marker(series, series.joined ? 20 : 14, 7)];
  return svg("svg.swatch",
    {width: series.joined ? 40 : 28, height: 14, "aria-hidden": "true"}, parts);
}

/// "M … L …" through the pixels; a NaN starts anew.
function pathThrough(pixels: Target[], step: boolean): string {
  let path = "", open = false;
  for (const {x, y} of pixels) {
    if (Number.isNaN(x) || Number.isNaN(y)) {
      open = false;
      continue;
    }
    const to = `${x.toFixed(1)} ${y.toFixed(1)}`;
    path += open ? (step ? `H${x.toFixed(1)}` : "") + `L${to}` : `M${to}`;
    open = true;
  }
  return path;
}

/// The shaded band, in pieces where points have no band.
function bandPath(points: Point[], sx: Scale, sy: Scale): string {
  let path = "", upper: string[] = [], lower: string[] = [];
  const close = () => {
    if (upper.length > 1) path += "M" + [...upper, ...lower.reverse()].join("L") + "Z";
    upper = [];
    lower = [];
  };
  for (const point of points) {
    const x = sx.at(num(point.x)), low = sy.at(num(point.low)), high = sy.at(num(point.high));
    if ([x, low, high].some(Number.isNaN)) close();
    else {
      upper.push(`${x.toFixed(1)} ${high.toFixed(1)}`);
      lower.push(`${x.toFixed(1)} ${low.toFixed(1)}`);
    }
  }
  close();
  return path;
}

export function drawAxes(sx: Scale, sy: Scale, spec: PlotSpec, frame: Frame): SVGElement[] {
  const {left, right, top, bottom} = frame;
  const lines: SVGElement[] = [], texts: SVGElement[] = [];
  for (const tick of sx.ticks) {
    const at = tick.pixel.toFixed(1);
    lines.push(svg(tick.minor ? "path.grid.minor" : "path.grid", {d: `M${at} ${top}V${bottom}`}));
    if (tick.text)
      texts.push(svg("text.tick", {x: at, y: bottom + 16, "text-anchor": "middle"}, tick.text));
  }
  for (const tick of sy.ticks) {
    const at = tick.pixel.toFixed(1);
    lines.push(svg(tick.minor ? "path.grid.minor" : "path.grid", {d: `M${left} ${at}H${right}`}));
    if (tick.text)
      texts.push(svg("text.tick", {x: left - 6, y: (tick.pixel + 4).toFixed(1),
        "text-anchor": "end"}, tick.text));
  }
  lines.push(svg("path.axis", {d: `M${left} ${top}V${bottom}H${right}`}));
  if (sx.zeroLane) lines.push(svg("path.axis.break", {d: `M${sx.start} ${top}V${bottom}`}));
  if (sy.zeroLane) lines.push(svg("path.axis.break", {d: `M${left} ${sy.start}H${right}`}));
  texts.push(svg("text.name", {x: (left + right) / 2, y: bottom + 34, "text-anchor": "middle"},
    spec.x.label));
  texts.push(svg("text.name", {x: 2, y: 13}, spec.y.label));
  return [...lines, ...texts];
}

/// Names beside their points where there is room; a name that would cover another is left to legend
/// and tooltip.
export function drawPointLabels(targets: Target[], frame: Frame): SVGElement[] {
  const taken = targets.map(({x, y}) => ({x0: x - 5, x1: x + 5, y0: y - 5, y1: y + 5}));
  const places: [number, number, string][] = [[9, 4, "start"], [-9, 4, "end"], [0, -9, "middle"],
    [0, 18, "middle"], [8, -8, "start"], [8, 16, "start"]];
  const labels: SVGElement[] = [];
  for (const target of targets) {
    const width = 6.6 * target.series.name.length;
    for (const [dx, dy, anchor] of places) {
      const shift = anchor === "end" ? width : anchor === "middle" ? width / 2 : 0;
      const x0 = target.x + dx - shift, y1 = target.y + dy + 3;
      const place = {x0, x1: x0 + width, y0: y1 - 13, y1};
      const outside = place.x0 < frame.left || place.x1 > frame.right || place.y0 < frame.top ||
        place.y1 > frame.bottom;
      const covered = taken.some((other) => place.x0 < other.x1 && other.x0 < place.x1 &&
        place.y0 < other.y1 && other.y0 < place.y1);
      if (outside || covered) continue;
      taken.push(place);
      labels.push(svg("text.point",
        {x: target.x + dx, y: target.y + dy, "text-anchor": anchor}, target.series.name));
      break;
    }
  }
  return labels;
}

/// Bars of several series share each bin side by side. Targets are the tops of the bars.
function drawBars(
  series: Series, index: number, total: number, sx: Scale, sy: Scale, base: number) {
  const nodes: SVGElement[] = [], targets: Target[] = [];
  for (const point of series.points) {
    const x0 = sx.at(num(point.x0)), x1 = sx.at(num(point.x1)), y = sy.at(num(point.y));
    if ([x0, x1].some(Number.isNaN)) continue;
    const width = Math.max(0.5, (x1 - x0 - 1) / total), x = x0 + 0.5 + index * width;
    const drawn = point.y > 0 && !Number.isNaN(y);
    if (drawn) {
      nodes.push(svg("path.bar", {
        d: `M${x.toFixed(1)} ${base}V${y.toFixed(1)}h${width.toFixed(1)}V${base}Z`,
        ...barInk(series),
      }));
    }
    targets.push({series, point, x: x + width / 2, y: drawn ? y : base});
  }
  return {nodes, targets};
}

function drawLine(series: Series, sx: Scale, sy: Scale) {
  const placed = series.points.map((point) =>
    ({series, point, x: sx.at(num(point.x)), y: sy.at(num(point.y))}));
  const targets = placed.filter(({x, y}) => !Number.isNaN(x) && !Number.isNaN(y));
  const nodes: SVGElement[] = [];
  const band = bandPath(series.points, sx, sy);
  if (band) nodes.push(svg("path.band", {d: band, fill: ink(series)}));
  const line = series.joined ? pathThrough(placed, Boolean(series.step)) : "";
  if (line) {
    nodes.push(svg("path.line",
      {d: line, stroke: ink(series), "stroke-dasharray": DASHES[series.dash ?? 0]}));
  }
  if (series.marker !== undefined)
    nodes.push(...targets.map((target) => marker(series, target.x, target.y)));
  return {nodes, targets};
}

export function drawContent(visible: Series[], sx: Scale, sy: Scale, frame: Frame) {
  const back: SVGElement[] = [], front: SVGElement[] = [], targets: Target[][] = [];
  visible.forEach((series, index) => {
    const drawn = series.bars ? drawBars(series, index, visible.length, sx, sy, frame.bottom)
      : drawLine(series, sx, sy);
    for (const node of drawn.nodes)
      (node.getAttribute("class") === "band" ? back : front).push(node);
    if (drawn.targets.length) targets.push(drawn.targets);
  });
  return {nodes: [...back, ...front], targets};
}
