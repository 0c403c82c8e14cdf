"use strict";
// Tables that sort by a click, or by Enter or Space, on the title of a column.
//
// make_table({caption, columns: [{title, text, group, hint}], rows: [{strong, cells: [cell]}]}): a cell is {text, value, mark,
// hint}; it sorts by `value` (default: text). What is not there sorts last, in both directions.

function compare_cells(a, b, direction) {
  const key = (cell) => (cell.value === undefined ? cell.text : cell.value);
  const x = key(a), y = key(b);
  const missing = (v) => v === null || v === undefined || v === "" || (typeof v === "number" && Number.isNaN(v));
  if (missing(x) || missing(y)) return Number(missing(x)) - Number(missing(y));
  if (typeof x === "number" && typeof y === "number") return direction * (x - y);
  return direction * String(x).localeCompare(String(y), "en", {numeric: true});
}

function make_table({caption, columns, rows}) {
  const body = element("tbody");
  const heads = columns.map(
      (column, index) => element(
          column.text ? "th.text" : "th", {scope: "col", "aria-sort": "none", title: column.hint},
          element("button", {type: "button", click: () => sort_by(index)}, column.title)));

  function fill(ordered) {
    body.replaceChildren(...ordered.map(
        (row) => element(
            row.strong ? "tr.strong" : "tr", null,
            row.cells.map(
                (cell, index) => element(
                    (index === 0 ? "th" : "td") + (columns[index].text ? ".text" : "") + (columns[index].first ? ".first" : "") +
                        (cell.mark ? "." + cell.mark : ""),
                    {title: cell.hint, scope: index === 0 ? "row" : null}, cell.text)))));
  }
  function sort_by(index) {
    const direction = heads[index].getAttribute("aria-sort") === "ascending" ? -1 : 1;
    heads.forEach((head, i) => head.setAttribute("aria-sort", i !== index ? "none" : direction > 0 ? "ascending" : "descending"));
    fill([...rows].sort((a, b) => compare_cells(a.cells[index], b.cells[index], direction)));
  }

  columns.forEach((column, index) => {
    column.first = index > 0 && column.group !== columns[index - 1].group;
  });
  columns.forEach((column, index) => {
    if (column.first) heads[index].classList.add("first");
  });
  fill(rows);
  const head = element("thead", null, group_row(columns), element("tr", null, heads));
  return element(
      "div.titled", null, element("p.caption", null, caption),
      element(
          "div.scroll", {tabindex: 0, role: "region", "aria-label": caption},
          element("table", {"aria-label": caption}, head, body)));
}

/// The row above the titles that says what neighbouring columns have in common; null where nothing does.
function group_row(columns) {
  if (!columns.some((column) => column.group)) return null;
  const cells = [];
  for (const column of columns) {
    const last = cells[cells.length - 1];
    if (last && last.group === column.group)
      last.span += 1;
    else
      cells.push({group: column.group, span: 1});
  }
  return element(
      "tr.groups", null,
      cells.map((cell, index) => element(index ? "th.first" : "th", {colspan: cell.span, scope: "colgroup"}, cell.group || "")));
}
