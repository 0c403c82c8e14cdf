// Elements made by hand, without a framework. Text is only ever put in as text, so that nothing in a
// file can become markup; styles go through attributes and classes, which a strict content security
// policy allows.

export type Child = Node | string | null | undefined | false | Child[];
export type Attributes = Record<
  string, string | number | boolean | null | undefined | ((event: never) => void)>;

/// element("td.number", {title: "…", click: () => …}, "text", child, …). Children that are null or
/// false are left out; functions become event listeners; true becomes an empty attribute.
export function element<K extends keyof HTMLElementTagNameMap>(
  selector: K, attributes?: Attributes | null, ...children: Child[]): HTMLElementTagNameMap[K];
export function element(
  selector: string, attributes?: Attributes | null, ...children: Child[]): HTMLElement;
export function element(
  selector: string, attributes?: Attributes | null, ...children: Child[]): HTMLElement {
  const [tag, ...classes] = selector.split(".");
  return furnish(document.createElement(tag), classes, attributes, children);
}

export function svg(
  selector: string, attributes?: Attributes | null, ...children: Child[]): SVGElement {
  const [tag, ...classes] = selector.split(".");
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag) as SVGElement;
  return furnish(node, classes, attributes, children);
}

function furnish<E extends Element>(
  node: E, classes: string[], attributes: Attributes | null | undefined, children: Child[]): E {
  if (classes.length) node.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") node.addEventListener(key, value as EventListener);
    else if (value !== null && value !== undefined && value !== false)
      node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...present(children));
  return node;
}

function present(children: Child[]): (Node | string)[] {
  return children.flatMap((child) =>
    Array.isArray(child) ? present(child)
      : child === null || child === undefined || child === false ? [] : [child]);
}

/// A labelled choice; options are [value, text]. Calls changed(value) when the user chooses another.
export function choice(
  label: string, options: [string, string][], chosen: string,
  changed: (value: string) => void): HTMLLabelElement {
  const select = element("select", {change: () => changed(select.value)},
    options.map(([value, text]) => element("option", {value, selected: value === chosen}, text)));
  return element("label.choice", null, label + " ", select) as HTMLLabelElement;
}

/// A button; `hint` is what it does where the text alone does not say it.
export function button(
  text: string, click: () => void, more: Attributes = {}, selector = "button"): HTMLButtonElement {
  return element(selector, {type: "button", click, ...more}, text) as HTMLButtonElement;
}
