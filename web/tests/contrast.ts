/** A quick check of contrast for many pages: axe-core's own takes seconds for a page with large tables. */
import type { Page } from "@playwright/test";

/**
 * Text of a page that has less contrast than WCAG's level AA asks for (4.5 : 1; large text 3 : 1), one
 * line for each pair of colours. Backgrounds are those of the ancestors, so text on pictures is not judged.
 */
export function faintText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })!;
    const colours = new Map<string, number[]>();
    const parse = (css: string): number[] => {
      let colour = colours.get(css);
      if (!colour) {
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = css;
        context.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
        colour = [r!, g!, b!, a! / 255];
        colours.set(css, colour);
      }
      return colour;
    };
    const over = (top: number[], alpha: number, below: number[]): number[] =>
      [0, 1, 2].map((i) => top[i]! * alpha + below[i]! * (1 - alpha));
    const grounds = new Map<Element | null, number[]>([[null, [255, 255, 255]]]);
    const ground = (element: Element | null): number[] => {
      const known = grounds.get(element);
      if (known) return known;
      const own = parse(getComputedStyle(element!).backgroundColor);
      const found = own[3] === 1 ? own : over(own, own[3]!, ground(element!.parentElement));
      grounds.set(element, found);
      return found;
    };
    const luminance = (colour: number[]): number => {
      const [r, g, b] = colour.map((c) => (c / 255 <= 0.04045 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const opacity = (element: Element | null): number =>
      (element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1);

    const faults = new Map<string, string>();
    const seen = new Set<Element>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!element || seen.has(element) || !walker.currentNode.nodeValue?.trim()) continue;
      seen.add(element);
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.closest("[aria-hidden=true], :disabled, noscript, script, style")) continue;
      const style = getComputedStyle(element);
      const below = ground(element);
      const ink = parse(style.color);
      const shown = over(ink, ink[3]! * opacity(element), below);
      const [dark, light] = [luminance(shown), luminance(below)].sort((a, b) => a - b) as [number, number];
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const ratio = (light + 0.05) / (dark + 0.05);
      if (ratio >= (large ? 3 : 4.5)) continue;
      const key = `${style.color} on ${below.map(Math.round).join(",")}`;
      faults.set(key, `${ratio.toFixed(2)}: ${element.tagName}.${element.className} "${element.textContent?.slice(0, 30)}" ${key}`);
    }
    return [...faults.values()];
  });
}
