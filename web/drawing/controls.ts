// Sliders, buttons, choices and readouts below a drawing.
import { html, setText } from "./dom";

export interface SliderOptions {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  format: (value: number) => string;
  onInput: (value: number) => void;
  /** Name of a colour of the page for the filled part; the time slider has "time". */
  colour?: string;
}

/** A labelled range input that shows its value. */
export class Slider {
  readonly element: HTMLLabelElement;
  readonly input: HTMLInputElement;
  private readonly output: HTMLOutputElement;
  private readonly options: SliderOptions;

  constructor(options: SliderOptions) {
    this.options = options;
    this.input = html("input", {
      type: "range", min: options.min, max: options.max, step: options.step,
    });
    this.output = html("output");
    this.element = html("label", { class: "slider", "data-colour": options.colour ?? "ink" },
                        html("span", { class: "slider-name" }, options.label), this.output,
                        this.input);
    this.input.addEventListener("input", () => {
      this.show();
      options.onInput(this.value);
    });
    this.value = options.value;
  }

  get value(): number { return Number(this.input.value); }
  set value(value: number) {
    this.input.value = String(value);
    this.show();
  }

  private show(): void {
    const text = this.options.format(this.value);
    setText(this.output, text);
    this.input.setAttribute("aria-valuetext", text);
    const low = Number(this.input.min), high = Number(this.input.max);
    const share = high > low ? (this.value - low) / (high - low) : 0;
    this.input.style.setProperty("--share", String(share));
  }
}

export function button(text: string, onClick: () => void, kind = ""): HTMLButtonElement {
  const element = html("button", { type: "button", class: kind }, text);
  element.addEventListener("click", onClick);
  return element;
}

/** A row of buttons of which one is chosen. */
export class Choice<T extends string> {
  readonly element: HTMLElement;
  private readonly buttons = new Map<T, HTMLButtonElement>();

  constructor(name: string, options: readonly (readonly [T, string])[], value: T,
              onChoose: (value: T) => void) {
    this.element = html("div", { class: "choice", role: "group", "aria-label": name });
    for (const [key, text] of options) {
      const b = button(text, () => {
        this.value = key;
        onChoose(key);
      });
      this.buttons.set(key, b);
      this.element.append(b);
    }
    this.value = value;
  }

  set value(value: T) {
    for (const [key, b] of this.buttons) b.setAttribute("aria-pressed", String(key === value));
  }
}

/** A time slider with a play button. Without motion (`prefers-reduced-motion`) it jumps to the end
    instead of playing. */
export class TimeControl {
  readonly element: HTMLElement;
  readonly slider: Slider;
  private readonly play: HTMLButtonElement;
  private readonly seconds: number;
  private readonly onTime: (t: number) => void;
  private frame = 0;

  constructor(options: { label?: string; value?: number; seconds?: number; max?: number;
                         format?: (t: number) => string; onTime: (t: number) => void }) {
    this.onTime = options.onTime;
    this.seconds = options.seconds ?? 3;
    this.slider = new Slider({
      label: options.label ?? "time t", min: 0, max: options.max ?? 1, step: 0.001,
      value: options.value ?? 0, colour: "time", format: options.format ?? ((t) => t.toFixed(3)),
      onInput: (t) => {
        this.stop();
        this.onTime(t);
      },
    });
    this.play = button("▶", () => (this.frame ? this.stop() : this.start()), "play");
    this.play.setAttribute("aria-label", "Play");
    this.element = html("div", { class: "time" }, this.play, this.slider.element);
  }

  get value(): number { return this.slider.value; }
  set value(t: number) { this.slider.value = t; }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.play.textContent = "▶";
    this.play.setAttribute("aria-label", "Play");
  }

  start(): void {
    const high = Number(this.slider.input.max);
    let t = this.value >= high ? 0 : this.value;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.value = high;
      this.onTime(high);
      return;
    }
    this.play.textContent = "❚❚";
    this.play.setAttribute("aria-label", "Pause");
    let last: number | undefined;
    const tick = (now: number): void => {
      t = Math.min(high, t + (last === undefined ? 0 : (now - last) / 1000 / this.seconds * high));
      last = now;
      this.value = t;
      this.onTime(this.value);
      if (t >= high) this.stop();
      else this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }
}

export type Tone = "" | "free" | "contact" | "unsure" | "time" | "a" | "b";

/** A list of names and values. Values are set by name. */
export class Readout {
  readonly element: HTMLDListElement;
  private readonly values = new Map<string, HTMLElement>();

  /** `wide` names one that needs a line of its own. */
  constructor(names: readonly string[], wide = "") {
    this.element = html("dl", { class: names.length === 6 ? "readout six" : "readout" });
    for (const name of names) {
      const value = html("dd", { "data-name": name });
      this.values.set(name, value);
      this.element.append(html("div", { class: name === wide ? "wide" : "" },
                               html("dt", {}, name), value));
    }
  }

  /** Shows a text. `exact` is the number behind it, kept in full precision as `data-value`. */
  set(name: string, text: string, tone: Tone = "", exact?: number): void {
    const element = this.values.get(name);
    if (!element) throw new Error(`no readout named ${name}`);
    setText(element, text);
    element.dataset["tone"] = tone;
    if (exact === undefined) delete element.dataset["value"];
    else element.dataset["value"] = String(exact);
  }
}
