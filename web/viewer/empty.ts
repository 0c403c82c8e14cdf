// What a view shows before it has something to show: what it is for, how to make files, where to drop
// them, and an example if there is one.
import {button, element} from "../plots/elements";
import type {Context} from "./view";

export interface Empty {
  title: string;
  text: string;
  commands: string[];
  files: string;
  examples?: [string, () => void][];
}

export function emptyState(context: Context, {title, text, commands, files, examples}: Empty): HTMLElement {
  return element("div.empty", null,
    element("h2", null, title), element("p", null, text),
    element("button.drop", {type: "button", click: () => context.choose()},
      element("strong", null, "Drop files here or choose them"), element("span", null, files)),
    examples?.length ? element("p.examples", null,
      examples.map(([name, open]) => button(name, open, {}, "button.primary"))) : null,
    element("p.note", null, "To make such files:"),
    element("pre", {tabindex: 0, "aria-label": "Commands"}, element("code", null, commands.join("\n"))),
    element("p.note", null, "Everything is read and computed here, on this machine."));
}
