// All coordinates of the pair as fields, and a bar that moves the chosen one by single doubles.
import {button, element} from "../../plots/elements";
import {hexOf} from "../address";
import {addUlps, pointCount, SHAPES, type Pair} from "./pair";

export class Coordinates {
  readonly root = element("div.coordinates");
  private fields: HTMLInputElement[] = [];
  private chosen = 0;
  private pair: Pair | null = null;
  private original: Pair | null = null;
  private readonly name = element("strong");
  private readonly bits = element("code");
  private readonly moved = element("span.moved");

  constructor(private readonly changed: (pair: Pair) => void) {}

  /// `fresh`: another query, from whose values changes count.
  setPair(pair: Pair, fresh: boolean): void {
    const rebuild = !this.pair || this.pair.kind !== pair.kind;
    this.pair = pair;
    if (fresh) this.original = {kind: pair.kind, points: pair.points.slice()};
    if (rebuild) this.build(pair);
    this.fields.forEach((field, i) => {
      if (document.activeElement !== field || Number(field.value) !== pair.points[i])
        field.value = String(pair.points[i]);
      field.classList.toggle("changed", !Object.is(pair.points[i], this.original?.points[i]));
    });
    this.describe();
  }

  private build(pair: Pair): void {
    const {names, first} = SHAPES[pair.kind], count = pointCount(pair.kind);
    this.fields = [];
    this.chosen = Math.min(this.chosen, 6 * count - 1);
    const field = (index: number, label: string): HTMLInputElement => {
      const input = element("input", {
        type: "text", inputmode: "decimal", spellcheck: "false", autocomplete: "off",
        "aria-label": label,
        focus: () => this.choose(index),
        change: () => this.typed(index),
        keydown: (event: KeyboardEvent) => this.pressed(event, index),
      });
      this.fields[index] = input;
      return input;
    };
    const rows = [0, 1].flatMap((t) => names.map((name, i) => {
      const point = t * count + i, kind = first.includes(i) ? "a" : "b";
      return element(i === 0 && t ? "tr.next" : "tr", null,
        element(`th.${kind}`, {scope: "row"}, name),
        element("td.t", null, i === 0 ? `t = ${t}` : ""),
        ["x", "y", "z"].map((axis, k) => element("td", {"data-axis": axis},
          field(3 * point + k, `${name} ${axis} at t = ${t}`))));
    }));
    const nudge = (n: number, text: string) => button(text, () => this.nudge(n),
      {"aria-label": `${n > 0 ? "Up" : "Down"} by ${Math.abs(n)} ${Math.abs(n) === 1 ? "double" : "doubles"}`});
    this.root.replaceChildren(
      element("div.scroll", {tabindex: 0, role: "region", "aria-label": "Coordinates"},
        element("table", {"aria-label": "Coordinates"},
          element("thead", null, element("tr", null,
            ["point", "time", "x", "y", "z"].map((title) => element("th", {scope: "col"}, title)))),
          element("tbody", null, rows))),
      element("div.nudge", null, this.name,
        nudge(-1000, "−1000"), nudge(-1, "−1"), element("span", null, "ulp"), nudge(1, "+1"),
        nudge(1000, "+1000"), button("reset", () => this.reset(), {title: "Take back all changes"}),
        this.bits, this.moved));
  }

  private choose(index: number): void {
    this.chosen = index;
    this.describe();
  }
  private describe(): void {
    if (!this.pair) return;
    const {names} = SHAPES[this.pair.kind], count = names.length;
    const point = Math.floor(this.chosen / 3);
    this.name.textContent =
      `${names[point % count]}.${"xyz"[this.chosen % 3]}, t = ${point < count ? 0 : 1}`;
    this.bits.textContent = "0x" + hexOf(this.pair.points[this.chosen]);
    this.bits.title = "The bits of the double";
    this.fields.forEach((field, i) => field.classList.toggle("chosen", i === this.chosen));
  }

  private put(index: number, value: number): void {
    if (!this.pair) return;
    const points = this.pair.points.slice();
    points[index] = value;
    this.changed({kind: this.pair.kind, points});
  }
  private typed(index: number): void {
    const field = this.fields[index], value = field.value.trim() === "" ? NaN : Number(field.value);
    field.setAttribute("aria-invalid", String(!Number.isFinite(value)));
    if (Number.isFinite(value)) this.put(index, value);
  }
  /// Up and down move by one double, with shift by a thousand.
  private pressed(event: KeyboardEvent, index: number): void {
    if (event.key === "Enter") this.typed(index);
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    this.nudge((event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 1000 : 1));
  }
  nudge(n: number): void {
    if (this.pair) this.put(this.chosen, addUlps(this.pair.points[this.chosen], n));
  }
  private reset(): void {
    if (this.original) this.changed({...this.original, points: this.original.points.slice()});
  }
}
