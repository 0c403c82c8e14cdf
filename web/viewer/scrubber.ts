// The handle of time: a slider with a play button, steps by keys, and marks at interesting times.
import {button, element} from "../plots/elements";
import {reducedMotion} from "./scene/stage";

export interface ScrubberOptions {
  label: string;
  from: number;
  to: number;
  /// 0 for a continuous time; 1 for frames.
  step: number;
  /// Seconds that the whole range takes when played.
  seconds: number;
  changed: (value: number) => void;
  text: (value: number) => string;
}

export class Scrubber {
  readonly root: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly output = element("output.time");
  private readonly marks = element("div.marks", {"aria-hidden": "true"});
  private readonly play: HTMLButtonElement;
  private current: number;
  private running = 0;

  constructor(private options: ScrubberOptions) {
    this.current = options.from;
    this.slider = element("input", {
      type: "range", "aria-label": options.label, step: "any",
      input: () => {
        this.stop();
        this.set(Number(this.slider.value), true);
      },
      keydown: (event: KeyboardEvent) => this.pressed(event),
    });
    this.play = button("▶", () => this.toggle(), {"aria-label": "Play", title: "Play (space)"});
    this.root = element("div.scrubber", null, this.play,
      element("div.track", null, this.slider, this.marks), this.output);
    this.setRange(options.from, options.to);
  }

  get value(): number {
    return this.current;
  }

  setRange(from: number, to: number, seconds = this.options.seconds): void {
    this.options = {...this.options, from, to, seconds};
    this.slider.min = String(from);
    this.slider.max = String(to);
    this.slider.step = this.options.step ? String(this.options.step) : "any";
    this.set(Math.min(to, Math.max(from, this.current)), false);
  }

  set(value: number, tell = true): void {
    const {from, to, step} = this.options;
    const rounded = step ? Math.round(value / step) * step : value;
    this.current = Math.min(to, Math.max(from, rounded));
    this.slider.value = String(this.current);
    const text = this.options.text(this.current);
    this.output.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
    if (tell) this.options.changed(this.current);
  }

  /// Small marks at these values; the kind is a class.
  setMarks(values: {at: number; kind: string}[]): void {
    const {from, to} = this.options;
    this.marks.replaceChildren(...values.slice(0, 400).map(({at, kind}) => {
      const mark = element("i." + kind);
      mark.style.left = `${100 * (at - from) / (to - from || 1)}%`;
      return mark;
    }));
  }

  /// Arrows move by a hundredth, with shift by a thousandth; frames by one.
  private pressed(event: KeyboardEvent): void {
    const {from, to, step} = this.options;
    const small = step || (to - from) / (event.shiftKey ? 1000 : 100);
    const moves: Record<string, number> = {
      ArrowLeft: this.current - small, ArrowDown: this.current - small,
      ArrowRight: this.current + small, ArrowUp: this.current + small,
      PageDown: this.current - 10 * small, PageUp: this.current + 10 * small, Home: from, End: to,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    event.stopPropagation();
    this.stop();
    this.set(moves[event.key]);
  }

  move(steps: number): void {
    const {from, to, step} = this.options;
    this.stop();
    this.set(this.current + steps * (step || (to - from) / 100));
  }

  toggle(): void {
    if (this.running) this.stop();
    else this.start();
  }
  private start(): void {
    const {from, to, seconds} = this.options;
    if (this.current >= to) this.set(from);
    if (reducedMotion()) {  // a jump instead of a film
      this.set(this.current < (from + to) / 2 ? (from + to) / 2 : to);
      return;
    }
    this.showPlaying(true);
    let exact = this.current, last = performance.now();
    const go = (now: number) => {
      exact += Math.max(0, now - last) / 1000 * (to - from) / seconds;
      last = now;
      this.set(exact);
      if (exact < to) this.running = requestAnimationFrame(go);
      else this.stop();
    };
    this.running = requestAnimationFrame(go);
  }
  stop(): void {
    if (this.running) cancelAnimationFrame(this.running);
    this.running = 0;
    this.showPlaying(false);
  }
  private showPlaying(playing: boolean): void {
    this.play.textContent = playing ? "❚❚" : "▶";
    this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
  }
}
