// Registers <fc-figure name="…">. Scripts and solver are fetched when a figure comes near to the
// visible part of the page; what is inside the element is shown where scripts do not run.
import { html } from "../drawing/dom";
import { figureStyle } from "../drawing/style";
import { showFigure, type FigureModule } from "./figure";
import { solver } from "./solver";

export const figures: Record<string, () => Promise<FigureModule>> = {
  bullet: () => import("./bullet"),
  square: () => import("./square"),
  directions: () => import("./directions"),
  "last-bit": () => import("./last_bit"),
  separation: () => import("./separation"),
  turning: () => import("./turning"),
  screen: () => import("./screen"),
  chain: () => import("./chain"),
  cloth: () => import("./cloth"),
  proof: () => import("./proof"),
};

let sheet: CSSStyleSheet | undefined;
function style(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(figureStyle);
  }
  return sheet;
}

// A figure that gets its height moves what is below it, also the heading that the address names. So
// the page goes back to that heading, until the reader does something.
let readerMoved = false;
for (const event of ["wheel", "touchstart", "pointerdown", "keydown"])
  addEventListener(event, () => { readerMoved = true; }, { once: true, passive: true });
function keepPlace(): void {
  if (readerMoved || location.hash.length < 2) return;
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

class FigureElement extends HTMLElement {
  private observer: IntersectionObserver | undefined;
  private end: (() => void) | undefined;

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style()];
    root.replaceChildren(html("figure", {}, html("p", { class: "wait" }, "…")));
    this.observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void this.show(root);
    }, { rootMargin: "800px" });
    this.observer.observe(this);
  }

  disconnectedCallback(): void {
    this.observer?.disconnect();
    this.end?.();
    this.end = undefined;
  }

  private async show(root: ShadowRoot): Promise<void> {
    this.observer?.disconnect();
    const name = this.getAttribute("name") ?? "";
    try {
      const load = figures[name];
      if (!load) throw new Error(`there is no figure named "${name}"`);
      const [module, library] = await Promise.all([load(), solver()]);
      if (!this.isConnected) return;
      this.end = await showFigure(root, module, library);
      this.setAttribute("ready", "");
      requestAnimationFrame(keepPlace);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      root.replaceChildren(html("figure", {}, html("p", { class: "wait", role: "alert" },
                                                   `This figure could not be shown: ${reason}.`)));
      console.error(error);
    }
  }
}

if (!customElements.get("fc-figure")) customElements.define("fc-figure", FigureElement);
