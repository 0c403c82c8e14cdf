// Tables that sort by a click, or by Enter or Space, on the title of a column.
import {element} from "./elements";

export interface Column {
  title: string;
  text?: boolean;   /// aligned left
  group?: string;   /// what neighbouring columns have in common
  hint?: string | null;
}
export interface Cell {
  text: string;
  value?: number | string | null;  /// what it sorts by; the text without it
  mark?: string | null;            /// a class
  hint?: string | null;
}
export interface Row {
  strong?: boolean;
  cells: Cell[];
}

const MOST_CELLS = 20_000;  // of one table: more rows are left out, which is said

type Key = number | string | null | undefined;
const missing = (key: Key) =>
  key === null || key === undefined || key === "" || (typeof key === "number" && Number.isNaN(key));

/// What is not there sorts last, in both directions.
function compareCells(a: Cell, b: Cell, direction: number): number {
  const x = a.value === undefined ? a.text : a.value, y = b.value === undefined ? b.text : b.value;
  if (missing(x) || missing(y)) return Number(missing(x)) - Number(missing(y));
  if (typeof x === "number" && typeof y === "number") return direction * (x - y);
  return direction * String(x).localeCompare(String(y), "en", {numeric: true});
}

export function makeTable(
  {caption, columns, rows}: {caption: string; columns: Column[]; rows: Row[]}): HTMLElement {
  const body = element("tbody");
  const first = columns.map((column, i) => i > 0 && column.group !== columns[i - 1].group);
  const classes = (i: number) => (columns[i].text ? ".text" : "") + (first[i] ? ".first" : "");
  const heads = columns.map((column, index) => element(
    "th" + classes(index), {scope: "col", "aria-sort": "none", title: column.hint},
    element("button", {type: "button", click: () => sortBy(index)}, column.title)));

  const shown = Math.max(10, Math.floor(MOST_CELLS / columns.length));
  function fill(ordered: Row[]): void {
    body.replaceChildren(...ordered.slice(0, shown).map((row) => element(row.strong ? "tr.strong" : "tr", null,
      row.cells.map((cell, index) => element(
        (index === 0 ? "th" : "td") + classes(index) + (cell.mark ? "." + cell.mark : ""),
        {title: cell.hint || null, scope: index === 0 ? "row" : null}, cell.text)))));
  }
  function sortBy(index: number): void {
    const direction = heads[index].getAttribute("aria-sort") === "ascending" ? -1 : 1;
    heads.forEach((head, i) => head.setAttribute(
      "aria-sort", i !== index ? "none" : direction > 0 ? "ascending" : "descending"));
    fill([...rows].sort((a, b) => compareCells(a.cells[index], b.cells[index], direction)));
  }
  fill(rows);
  const title = rows.length > shown ? `${caption}: ${shown} of ${rows.length} rows` : caption;
  return element("div.titled", null, element("p.caption", null, title),
    element("div.scroll", {tabindex: 0, role: "region", "aria-label": caption},
      element("table", {"aria-label": caption},
        element("thead", null, groupRow(columns), element("tr", null, heads)), body)));
}

/// The row above the titles that says what neighbouring columns have in common; null where nothing
/// does.
function groupRow(columns: Column[]): HTMLElement | null {
  if (!columns.some((column) => column.group)) return null;
  const cells: {group: string; span: number}[] = [];
  for (const {group = ""} of columns) {
    const last = cells.at(-1);
    if (last && last.group === group) last.span += 1;
    else cells.push({group, span: 1});
  }
  return element("tr.groups", null, cells.map((cell, index) => cell.group
    ? element(index ? "th.first" : "th", {colspan: cell.span, scope: "colgroup"}, cell.group)
    : element(index ? "td.first" : "td", {colspan: cell.span})));
}
