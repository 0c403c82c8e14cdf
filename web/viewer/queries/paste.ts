// The dialog into which a query is pasted.
import type {Kind} from "firstcontact";
import {button, choice, element} from "../../plots/elements";
import {SHAPES, type Pair} from "./pair";
import {parseQuery} from "./parse_query";

export function openPaste(kind: Kind, done: (pair: Pair) => void): void {
  let wanted: Kind = kind === "EdgeEdge" ? "EdgeEdge" : "VertexFace";
  const area = element("textarea", {rows: 10, spellcheck: "false", "aria-label": "The query"});
  const fault = element("p.fault", {role: "alert"});
  const dialog: HTMLDialogElement = element("dialog", {
    "aria-labelledby": "paste-title", close: () => dialog.remove(),
  }, element("div.inside", null,
    element("header", null, element("h2", {id: "paste-title"}, "Paste a query"),
      button("✕", () => dialog.close(), {"aria-label": "Close"})),
    element("p.note", null, "Rows of a query file (fractions), or rows of three numbers: all points " +
      "at t = 0, then all at t = 1. Or a line of a proof file, or a link."),
    choice("eight rows are", [["VertexFace", SHAPES.VertexFace.title],
      ["EdgeEdge", SHAPES.EdgeEdge.title]], wanted, (value) => {
      wanted = value as Kind;
    }),
    area, fault,
    element("p.actions", null, button("Show it", () => {
      try {
        const pair = parseQuery(area.value, wanted);
        dialog.close();
        done(pair);
      } catch (error) {
        fault.textContent = (error as Error).message;
      }
    }, {}, "button.primary"))));
  document.body.append(dialog);
  dialog.showModal();
  area.focus();
}
