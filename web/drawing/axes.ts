// Axes of plots: lines, ticks and labels around a rectangle of a stage.
import { svg } from "./dom";
import { label, line, type View } from "./stage";

/** About `wanted` round numbers in [low, high]. */
export function ticks(low: number, high: number, wanted = 5): number[] {
  const raw = (high - low) / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((m) => m * power >= raw * 0.999) ?? 10);
  const list: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) {
    list.push(Number((k * step).toPrecision(12)));
  }
  return list;
}

export interface AxisOptions {
  values: number[];
  name?: string;
  format?: (x: number) => string;
  grid?: boolean;
}

/** The horizontal axis at the bottom of a view. The name stands below the numbers. */
export function axisX(view: View, options: AxisOptions): SVGGElement {
  const { x, y, width, height } = view.area;
  const group = svg("g", { class: "axis", "aria-hidden": "true" });
  const bottom = y + height;
  group.append(line([x, bottom], [x + width, bottom], { class: "axis-line" }));
  for (const value of options.values) {
    const at = view.x(value);
    if (options.grid) group.append(line([at, y], [at, bottom], { class: "grid" }));
    group.append(line([at, bottom], [at, bottom + 4], { class: "axis-line" }));
    group.append(label([at, bottom + 17], options.format?.(value) ?? String(value),
                       { class: "tick", "text-anchor": "middle" }));
  }
  if (options.name) {
    group.append(label([x + width / 2, bottom + 34], options.name,
                       { class: "axis-name", "text-anchor": "middle" }));
  }
  return group;
}

/** The vertical axis at the left of a view. The name stands above it. */
export function axisY(view: View, options: AxisOptions): SVGGElement {
  const { x, y, width, height } = view.area;
  const group = svg("g", { class: "axis", "aria-hidden": "true" });
  group.append(line([x, y], [x, y + height], { class: "axis-line" }));
  for (const value of options.values) {
    const at = view.y(value);
    if (options.grid) group.append(line([x, at], [x + width, at], { class: "grid" }));
    group.append(line([x - 4, at], [x, at], { class: "axis-line" }));
    group.append(label([x - 8, at + 4], options.format?.(value) ?? String(value),
                       { class: "tick", "text-anchor": "end" }));
  }
  if (options.name) {
    group.append(label([x, y - 10], options.name, { class: "axis-name", "text-anchor": "start" }));
  }
  return group;
}
