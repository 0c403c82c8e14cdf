// A list of any number of impacts, of which only the rows in sight are made.
import {element} from "../../plots/elements";
import {count} from "../../plots/numbers";
import type {StepAnswer} from "../../worker/messages";

const ROW = 30;  // pixels
const NAMES = ["vertex-face", "edge-edge", "point-edge", "point-point", "point-segment"];
const MOST = 1_000_000;  // rows that a page of this height can hold

export class ImpactList {
  readonly root: HTMLElement;
  private readonly inner = element("div.rows", {role: "presentation"});
  private answer: StepAnswer | null = null;
  private chosen = -1;

  constructor(private readonly choose: (index: number) => void) {
    this.root = element("div.impacts", {
      tabindex: 0, role: "listbox", "aria-label": "Impacts by time",
      scroll: () => this.draw(), keydown: (event: KeyboardEvent) => this.pressed(event),
    }, this.inner);
    new ResizeObserver(() => this.draw()).observe(this.root);
  }

  setAnswer(answer: StepAnswer | null): void {
    this.answer = answer;
    this.chosen = -1;
    this.root.scrollTop = 0;
    this.draw();
  }
  get size(): number {
    return Math.min(MOST, this.answer?.times.length ?? 0);
  }
  setChosen(index: number): void {
    this.chosen = index;
    const top = index * ROW, height = this.root.clientHeight;
    if (index >= 0 && (top < this.root.scrollTop || top + ROW > this.root.scrollTop + height))
      this.root.scrollTop = Math.max(0, top - height / 2);
    this.draw();
  }

  private draw(): void {
    this.inner.style.height = `${ROW * this.size}px`;
    const first = Math.max(0, Math.floor(this.root.scrollTop / ROW) - 4);
    const last = Math.min(this.size,
      Math.ceil((this.root.scrollTop + (this.root.clientHeight || 300)) / ROW) + 4);
    const rows: HTMLElement[] = [];
    for (let i = first; i < last; ++i) rows.push(this.row(i));
    this.inner.replaceChildren(...rows);
    if (this.chosen >= first && this.chosen < last)
      this.root.setAttribute("aria-activedescendant", `impact-${this.chosen}`);
    else this.root.removeAttribute("aria-activedescendant");
  }

  private row(index: number): HTMLElement {
    const answer = this.answer!;
    const vertices = [...answer.vertices.subarray(4 * index, 4 * index + 4)].filter((v) => v >= 0);
    const [a, b] = answer.elements.subarray(2 * index, 2 * index + 2);
    const what = answer.kinds[index] === 0 ? `vertex ${a} · face ${b}`
      : answer.kinds[index] === 1
        ? `${vertices[0]}–${vertices[1]} · ${vertices[2]}–${vertices[3]}` : vertices.join(" · ");
    const row = element("div.row", {
      id: `impact-${index}`, role: "option", "aria-selected": String(index === this.chosen),
      "aria-posinset": index + 1, "aria-setsize": this.size, click: () => this.choose(index),
    }, element("span.n", null, count(index + 1)),
    element("span.toi", null, answer.times[index].toFixed(9)),
    element("span.kind", null, NAMES[answer.kinds[index]]), element("span.what", null, what));
    row.style.top = `${ROW * index}px`;
    row.title = `t = ${answer.times[index]}`;
    return row;
  }

  private pressed(event: KeyboardEvent): void {
    const moves: Record<string, number> = {
      ArrowDown: this.chosen + 1, ArrowUp: this.chosen - 1, PageDown: this.chosen + 10,
      PageUp: this.chosen - 10, Home: 0, End: this.size - 1,
    };
    if (!(event.key in moves) || !this.size) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(Math.min(this.size - 1, Math.max(0, moves[event.key])));
  }
}
