// What all figures have in common: frame, title, controls, readouts, and a sentence with the
// current numbers for people who do not see the drawing.
import type { FirstContact } from "firstcontact";
import { button } from "../drawing/controls";
import { html, setText } from "../drawing/dom";

export interface FigureHost {
  solver: FirstContact;
  /** Where the drawing goes. */
  body: HTMLElement;
  controls: HTMLElement;
  /** Adds a block below the controls, for example a readout. */
  below: (element: HTMLElement) => void;
  /** Says the state in one or two sentences; screen readers read it when it has been still for a
      moment. */
  say: (sentence: string) => void;
  /** Keeps what was asked of the solver and what it answered, in full precision, as the property
      `record` of the figure's element. Tests ask the C++ library the same. */
  record: (record: object) => void;
  /** Calls back when the page changes between light and dark. */
  onTheme: (callback: () => void) => void;
  /** Calls back when the figure leaves the page. */
  onRemove: (callback: () => void) => void;
  /** Shows a reset button that calls this. */
  onReset: (callback: () => void) => void;
}

export interface FigureModule {
  title: string;
  hint: string;
  mount: (host: FigureHost) => void | Promise<void>;
}

/** Builds the frame in `root`, mounts the figure, and returns what ends it. */
export async function showFigure(root: ShadowRoot, module: FigureModule,
                                 solver: FirstContact): Promise<() => void> {
  const endings: (() => void)[] = [];
  const body = html("div", { class: "body" });
  const controls = html("div", { class: "controls" });
  const head = html("div", { class: "head" }, html("p", { class: "title" }, module.title));
  const say = html("p", { class: "say", "aria-live": "polite" });
  const frame = html("figure", { "aria-label": module.title }, head,
                     html("p", { class: "hint" }, module.hint), body, controls, say);
  root.replaceChildren(frame);

  let timer = 0;
  const themes = new MutationObserver(() => themeCallbacks.forEach((f) => f()));
  const themeCallbacks: (() => void)[] = [];
  themes.observe(document.documentElement, { attributeFilter: ["class"] });
  endings.push(() => themes.disconnect(), () => clearTimeout(timer));
  await module.mount({
    solver, body, controls,
    below: (element) => frame.insertBefore(element, say),
    say: (sentence) => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setText(say, sentence), say.textContent ? 150 : 0);
    },
    record: (record) => void Object.assign(root.host, { record }),
    onTheme: (callback) => void themeCallbacks.push(callback),
    onRemove: (callback) => void endings.push(callback),
    onReset: (callback) => head.append(button("Reset", callback, "quiet")),
  });
  return () => endings.forEach((end) => end());
}

/** The value of a colour of the page, for canvases and 3D scenes. */
export function colour(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(`--fc-${name}`).trim();
}
