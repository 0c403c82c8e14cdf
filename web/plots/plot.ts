// The one way to draw a plot: SVG, made here without a library.
//
// A plot can be focused: left and right go along a series, up and down to another, the tooltip tells
// the values, Escape closes it. Points that are not numbers (or not positive on a log axis without a
// lane for 0) leave a gap. Entries of the legend switch series on and off.
import {element, svg} from "./elements";
import {num} from "./numbers";
import {makeScale, type Scale} from "./scale";
import {
  drawAxes, drawContent, drawPointLabels, swatch, type PlotSpec, type Series, type Target,
} from "./marks";
import {tooltip} from "./tooltip";

export type {PlotSpec, Series, Point} from "./marks";
export {DASHES} from "./marks";

export interface Plot {
  update(spec: PlotSpec): void;
  /// A vertical line at x, for instance the present time; null removes it.
  setCursor(x: number | null): void;
}

/// Fills `box` with the plot. Series whose names are in `hidden` are not drawn.
export function drawPlot(box: HTMLElement, first: PlotSpec, hidden: Set<string>): Plot {
  let spec = first, targets: Target[][] = [], focus = [0, 0], width = 0;
  let cursor: number | null = null, scale: Scale | null = null, line: SVGElement | null = null;
  let ring = svg("circle");
  const canvas = element("div.canvas");
  box.classList.add("plot");
  box.replaceChildren(canvas);

  function draw(): void {
    width = Math.max(220, canvas.clientWidth || 600);
    const height = spec.height ?? Math.round(Math.min(380, Math.max(240, 0.58 * width)));
    const visible = spec.series.filter((series) => !hidden.has(series.name));
    const points = visible.flatMap((series) => series.points);
    const ys = points.flatMap((point) => [num(point.y), num(point.low), num(point.high)]);
    const xs = points.flatMap((point) =>
      point.x0 === undefined ? [num(point.x)] : [num(point.x0), num(point.x1)]);
    if (points.length) xs.push(...(spec.x.span ?? []));
    // On a log axis a bar of one query needs a height.
    if (spec.y.log && visible.some((series) => series.bars) && points.length) ys.push(0.7);
    const top = 24, bottom = height - 44, right = width - 12;
    const sy = makeScale(spec.y, ys, bottom, top, 24);
    const left = 12 + 6.8 * Math.max(2, ...sy.ticks.map((tick) => tick.text.length));
    const sx = makeScale(spec.x, xs, left, right, 52);
    const frame = {left, right, top, bottom};
    const content = drawContent(visible, sx, sy, frame);
    targets = content.targets;
    focus = [0, 0];
    scale = sx;
    ring = svg("circle.ring", {r: 8, visibility: "hidden"});
    line = svg("path.cursor", {visibility: "hidden"});
    line.dataset.span = `${top}V${bottom}`;
    const nothing = points.length ? null : svg("text.name",
      {x: width / 2, y: height / 2, "text-anchor": "middle"}, "nothing to draw");
    const image = svg("svg.chart", {
      viewBox: `0 0 ${width} ${height}`, width, height, tabindex: 0, role: "img",
      "aria-label": spec.label,
      keydown: (event: KeyboardEvent) => pressed(event),
      focus: () => show(),
      blur: () => hide(),
      pointermove: (event: PointerEvent) => pointed(event),
      pointerdown: (event: PointerEvent) => pointed(event),
      click: (event: MouseEvent) => picked(event),
      pointerleave: (event: PointerEvent) => {
        if (event.pointerType !== "touch") hide();
      },
    }, drawAxes(sx, sy, spec, frame), content.nodes,
    spec.pointLabels ? drawPointLabels(targets.flat(), frame) : null, nothing, line, ring);
    if (spec.pick) image.classList.add("pickable");
    canvas.replaceChildren(image);
    placeCursor();
  }

  function placeCursor(): void {
    if (!line || !scale) return;
    const x = cursor === null ? NaN : scale.at(cursor);
    line.setAttribute("visibility", Number.isNaN(x) ? "hidden" : "visible");
    if (!Number.isNaN(x)) line.setAttribute("d", `M${x.toFixed(1)} ${line.dataset.span}`);
  }
  const image = (): SVGSVGElement => canvas.firstChild as SVGSVGElement;

  function show(): void {
    const target = targets[focus[0]]?.[focus[1]];
    if (!target) return;
    ring.setAttribute("cx", String(target.x));
    ring.setAttribute("cy", String(target.y));
    ring.setAttribute("visibility", "visible");
    tooltip().show(image(), target.x, target.y, [target.series.name, ...(target.point.text ?? [])]);
  }
  function hide(): void {
    ring.setAttribute("visibility", "hidden");
    tooltip().hide();
  }
  function place(event: MouseEvent): [number, number] {
    const area = image().getBoundingClientRect(), factor = width / area.width;
    return [(event.clientX - area.left) * factor, (event.clientY - area.top) * factor];
  }
  function pointed(event: PointerEvent): void {
    const [x, y] = place(event);
    if (spec.pick && event.buttons === 1) spec.pick(scale!.value(x));
    let best = Infinity;
    targets.forEach((row, i) => row.forEach((target, j) => {
      const vertical = target.series.bars || spec.pick ? 0.01 : 1;
      const distance = (target.x - x) ** 2 + vertical * (target.y - y) ** 2;
      if (distance < best) {
        best = distance;
        focus = [i, j];
      }
    }));
    if (best < 60 ** 2) show();
    else hide();
  }
  function picked(event: MouseEvent): void {
    if (spec.pick && scale) spec.pick(scale.value(place(event)[0]));
  }
  function pressed(event: KeyboardEvent): void {
    if (event.key === "Escape") hide();
    if (!targets.length) return;
    if (event.key === "Enter" && spec.pick) {
      const target = targets[focus[0]]?.[focus[1]];
      if (target) spec.pick(target.point.x);
      return;
    }
    const turns: Record<string, [number, number]> =
      {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};
    const turn = turns[event.key];
    if (!turn) return;
    event.preventDefault();
    event.stopPropagation();
    const row = (focus[0] + turn[0] + targets.length) % targets.length;
    focus = [row, Math.min(targets[row].length - 1, Math.max(0, focus[1] + turn[1]))];
    show();
  }

  draw();
  const fit = () => {
    if (canvas.clientWidth && Math.abs(canvas.clientWidth - width) > 1) draw();
  };
  // In the next frame, because drawing may change the size again.
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(canvas);
  return {
    update: (next) => {
      spec = next;
      draw();
    },
    setCursor: (x) => {
      cursor = x;
      placeCursor();
    },
  };
}

/// One button a series; `changed` is called when a series is switched on or off.
export function fillLegend(
  legend: HTMLElement, all: Series[], hidden: Set<string>, changed: () => void): void {
  legend.replaceChildren(...all.map((series) => {
    const entry: HTMLElement = element("button.entry", {
      type: "button",
      "aria-pressed": String(!hidden.has(series.name)),
      click: () => {
        if (!hidden.delete(series.name)) hidden.add(series.name);
        entry.setAttribute("aria-pressed", String(!hidden.has(series.name)));
        changed();
      },
    }, swatch(series), series.legend ?? series.name);
    return entry;
  }));
}
