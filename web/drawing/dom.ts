// Makes elements: one function for HTML, one for SVG.

export type Attributes = Record<string, string | number | boolean | undefined>;
type Child = Node | string;

const kSvg = "http://www.w3.org/2000/svg";

function fill<T extends Element>(element: T, attributes: Attributes, children: Child[]): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/** An HTML element with these attributes and children. Attributes that are false are left out. */
export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element with these attributes and children. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(kSvg, tag), attributes, children);
}

/** Sets attributes of an element that exists already. */
export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Replaces what an element shows as text, and touches the page only if it changed. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
