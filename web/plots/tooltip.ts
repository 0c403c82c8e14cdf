// The one tooltip of the page, moved to where it is needed and kept inside the window.
import {element} from "./elements";

export interface Tooltip {
  /// Shows the lines beside the place (x, y) of the image, in the units of its view box.
  show(image: SVGSVGElement, x: number, y: number, lines: string[]): void;
  hide(): void;
}

let shared: Tooltip | null = null;

export function tooltip(): Tooltip {
  shared ??= make();
  return shared;
}

function make(): Tooltip {
  const tip = element("div.fc-tooltip", {role: "status", "aria-live": "polite", hidden: true});
  document.body.append(tip);
  const hide = () => {
    tip.hidden = true;
  };
  window.addEventListener("scroll", hide, {passive: true, capture: true});
  return {
    show(image, x, y, lines) {
      tip.replaceChildren(
        ...lines.map((line, index) => element(index ? "div" : "div.head", null, line)));
      tip.hidden = false;
      const area = image.getBoundingClientRect(), scale = area.width / image.viewBox.baseVal.width;
      const px = area.left + x * scale, py = area.top + y * scale;
      const room = document.documentElement.clientWidth;
      const left = px + 14 + tip.offsetWidth < room ? px + 14
        : Math.max(4, px - 14 - tip.offsetWidth);
      const top = Math.max(
        4, Math.min(py - tip.offsetHeight - 10, window.innerHeight - tip.offsetHeight - 4));
      tip.style.left = `${left}px`;
      tip.style.top = `${top}px`;
    },
    hide,
  };
}
