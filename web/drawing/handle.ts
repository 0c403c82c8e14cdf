// A round handle in a stage that is dragged with mouse, pen or finger, or moved with arrow keys.
import { set, svg } from "./dom";
import type { Stage, View } from "./stage";
import { clamp, type Point } from "./vectors";

export interface HandleOptions {
  /** What is moved, for example "Start of the bullet". */
  label: string;
  /** Name of a colour of the page: a, b, time, contact, ink. */
  colour: string;
  view: () => View;
  get: () => Point;
  /** Takes the wished position; may restrict it. Draw afterwards. */
  move: (to: Point) => void;
  /** How far an arrow key goes, in world units. Shift: a tenth of it. */
  step: number;
  /** Only along one axis. */
  axis?: "x" | "y";
  range?: { x: readonly [number, number]; y: readonly [number, number] };
  /** A hollow handle, for the position at the end of a motion. */
  hollow?: boolean;
  radius?: number;
  format?: (p: Point) => string;
}

export class Handle {
  readonly element: SVGGElement;
  private readonly options: HandleOptions;
  private readonly stage: Stage;
  private grip: Point | undefined;

  constructor(stage: Stage, options: HandleOptions) {
    this.stage = stage;
    this.options = options;
    const r = options.radius ?? 7;
    this.element = svg("g", {
      class: `handle ${options.hollow ? "hollow" : "solid"} axis-${options.axis ?? "both"}`,
      tabindex: 0, role: "slider", "aria-label": options.label,
      "data-colour": options.colour,
    }, svg("circle", { class: "hit", r: 22 }), svg("circle", { class: "halo", r: r + 5 }),
       svg("circle", { class: "knob", r }));
    stage.layer("handles").append(this.element);
    this.element.addEventListener("pointerdown", (e) => this.start(e));
    this.element.addEventListener("pointermove", (e) => this.drag(e));
    this.element.addEventListener("pointerup", () => (this.grip = undefined));
    this.element.addEventListener("pointercancel", () => (this.grip = undefined));
    this.element.addEventListener("keydown", (e) => this.key(e));
  }

  /** Puts the handle where its value is. Call it from the figure's draw. */
  place(): void {
    const p = this.options.get();
    const [x, y] = this.options.view().to(p);
    const axis = this.options.axis ?? "x";
    const range = this.options.range?.[axis];
    const format = this.options.format ??
      ((q: Point) => `x ${q[0].toFixed(2)}, y ${q[1].toFixed(2)}`);
    set(this.element, {
      transform: `translate(${x},${y})`,
      "aria-valuenow": Number((axis === "x" ? p[0] : p[1]).toPrecision(6)),
      "aria-valuemin": range?.[0], "aria-valuemax": range?.[1],
      "aria-valuetext": format(p),
    });
  }

  private pointer(event: PointerEvent): Point {
    const box = this.stage.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private start(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    const [px, py] = this.pointer(event);
    const [x, y] = this.options.view().to(this.options.get());
    this.grip = [x - px, y - py];
  }

  private drag(event: PointerEvent): void {
    if (!this.grip) return;
    const [px, py] = this.pointer(event);
    this.moveTo(this.options.view().from([px + this.grip[0], py + this.grip[1]]));
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, Point> = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
    };
    let move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    // Along one axis, all four keys move: right and up forward, left and down back.
    if (this.options.axis === "x") move = [move[0] + move[1], 0];
    if (this.options.axis === "y") move = [0, move[0] + move[1]];
    const step = this.options.step * (event.shiftKey ? 0.1 : 1);
    const p = this.options.get();
    this.moveTo([p[0] + step * move[0], p[1] + step * move[1]]);
  }

  private moveTo(to: Point): void {
    const now = this.options.get();
    const range = this.options.range;
    let [x, y] = to;
    if (range) {
      x = clamp(x, range.x[0], range.x[1]);
      y = clamp(y, range.y[0], range.y[1]);
    }
    if (this.options.axis === "x") y = now[1];
    if (this.options.axis === "y") x = now[0];
    this.options.move([x, y]);
  }
}
