// A stage is an SVG drawing that keeps its text and line widths at any size of the page: it has the
// size of its place in pixels, and is drawn again when that size or the theme changes.
import { svg, type Attributes } from "./dom";
import type { Point } from "./vectors";

export interface StageOptions {
  /** What the drawing shows, for people who do not see it. */
  label: string;
  /** Height for a width, both in pixels. */
  height: (width: number) => number;
}

export class Stage {
  readonly element: SVGSVGElement;
  width = 0;
  height = 0;
  private readonly layers = new Map<string, SVGGElement>();
  private readonly observer: ResizeObserver;
  private readonly options: StageOptions;
  private draw: () => void = () => {};

  constructor(parent: Element, options: StageOptions) {
    this.options = options;
    this.element = svg("svg", { class: "stage", role: "group", "aria-label": options.label });
    parent.append(this.element);
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(parent);
  }

  /** Calls `draw` now and whenever the size changes. */
  onDraw(draw: () => void): void {
    this.draw = draw;
    this.measure(true);
  }

  /** The group of this name, in the order in which names were first used. */
  layer(name: string): SVGGElement {
    let group = this.layers.get(name);
    if (!group) {
      group = svg("g", { "data-layer": name });
      this.layers.set(name, group);
      this.element.append(group);
    }
    return group;
  }

  /** The group of this name, emptied. */
  fresh(name: string): SVGGElement {
    const group = this.layer(name);
    group.replaceChildren();
    return group;
  }

  dispose(): void {
    this.observer.disconnect();
  }

  private measure(always = false): void {
    const width = Math.round(this.element.parentElement?.clientWidth ?? 0);
    if (width === 0 || (width === this.width && !always)) return;
    this.width = width;
    this.height = Math.round(this.options.height(width));
    this.element.setAttribute("width", String(this.width));
    this.element.setAttribute("height", String(this.height));
    this.draw();
  }
}

/** A rectangle of the stage in pixels. */
export interface Area { x: number; y: number; width: number; height: number }

/** Maps world coordinates to a rectangle of the stage, y upward. */
export class View {
  readonly area: Area;
  private readonly scaleX: number;
  private readonly scaleY: number;
  private readonly left: number;
  private readonly bottom: number;

  constructor(area: Area, x: readonly [number, number], y: readonly [number, number]) {
    this.area = area;
    this.scaleX = area.width / (x[1] - x[0]);
    this.scaleY = area.height / (y[1] - y[0]);
    this.left = x[0];
    this.bottom = y[0];
  }

  /** A view with the same scale on both axes, with this rectangle of the world in the middle. */
  static uniform(area: Area, x: readonly [number, number], y: readonly [number, number]): View {
    const scale = Math.min(area.width / (x[1] - x[0]), area.height / (y[1] - y[0]));
    const spareX = (area.width / scale - (x[1] - x[0])) / 2;
    const spareY = (area.height / scale - (y[1] - y[0])) / 2;
    return new View(area, [x[0] - spareX, x[1] + spareX], [y[0] - spareY, y[1] + spareY]);
  }

  x(x: number): number { return this.area.x + (x - this.left) * this.scaleX; }
  y(y: number): number { return this.area.y + this.area.height - (y - this.bottom) * this.scaleY; }
  to(p: Point): Point { return [this.x(p[0]), this.y(p[1])]; }
  /** From pixels of the stage back to the world. */
  from(p: Point): Point {
    return [this.left + (p[0] - this.area.x) / this.scaleX,
            this.bottom + (this.area.y + this.area.height - p[1]) / this.scaleY];
  }
  /** A length in pixels, of a view with one scale. */
  size(length: number): number { return length * this.scaleX; }
}

export function line(a: Point, b: Point, attributes: Attributes = {}): SVGLineElement {
  return svg("line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1], ...attributes });
}
export function circle(c: Point, r: number, attributes: Attributes = {}): SVGCircleElement {
  return svg("circle", { cx: c[0], cy: c[1], r, ...attributes });
}
export function polygon(points: readonly Point[], attributes: Attributes = {}): SVGPolygonElement {
  return svg("polygon", { points: points.map((p) => p.join(",")).join(" "), ...attributes });
}
export function polyline(points: readonly Point[],
                         attributes: Attributes = {}): SVGPolylineElement {
  return svg("polyline", { points: points.map((p) => p.join(",")).join(" "), ...attributes });
}
export function rect(area: Area, attributes: Attributes = {}): SVGRectElement {
  return svg("rect", { x: area.x, y: area.y, width: Math.max(0, area.width),
                       height: Math.max(0, area.height), ...attributes });
}
/** Text at a point. `class` names say size and colour; `anchor` is start, middle or end. */
export function label(at: Point, text: string, attributes: Attributes = {}): SVGTextElement {
  return svg("text", { x: at[0], y: at[1], class: "label", ...attributes }, text);
}

/** An arrow from a to b with a head of `head` pixels, as one path. */
export function arrow(a: Point, b: Point, attributes: Attributes = {}, head = 8): SVGPathElement {
  const dx = b[0] - a[0], dy = b[1] - a[1];
  const l = Math.hypot(dx, dy) || 1;
  const h = Math.min(head, l);
  const ux = dx / l, uy = dy / l;
  const base: Point = [b[0] - h * ux, b[1] - h * uy];
  const w = h * 0.45;
  return svg("path", {
    d: `M${a[0]},${a[1]}L${b[0]},${b[1]}` +
       `M${base[0] - w * uy},${base[1] + w * ux}L${b[0]},${b[1]}` +
       `L${base[0] + w * uy},${base[1] - w * ux}`,
    fill: "none", ...attributes,
  });
}
