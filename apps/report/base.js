"use strict";
// What all parts of the page share: numbers as text, elements, the data of the report.

const num = (value) => (typeof value === "number" && Number.isFinite(value) ? value : NaN);
const list = (value) => (Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : []);
const unique = (values) => [...new Set(values)];
const sum = (values) => values.reduce((total, value) => total + (Number.isNaN(num(value)) ? 0 : value), 0);

const superscript = (integer) => String(integer).replace(/[-0-9]/g, (c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)]));

const grouped = (value) => Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, ",");

/// Three significant digits: "0.0421", "12.3", "4,230", "1.2×10⁻⁷"; "–" for what is not a number.
function short(value) {
  if (Number.isNaN(num(value))) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 9.995e-4 || size >= 999999.5) {
    let power = Math.floor(Math.log10(size));
    let digits = Number((value / 10 ** power).toPrecision(3));
    if (!Number.isFinite(digits)) digits = Number(value.toExponential(2).split("e")[0]);  // 10^power underflowed
    if (Math.abs(digits) >= 10) {
      digits /= 10;
      power += 1;
    }
    return (digits === 1 ? "" : digits + "×") + "10" + superscript(power);
  }
  return size >= 999.5 ? grouped(value) : String(Number(value.toPrecision(3)));
}

const count = (value) => (Number.isNaN(num(value)) ? "–" : grouped(value));
const percent = (share) => (Number.isNaN(num(share)) ? "–" : short(100 * share) + " %");

/// element("td.number", {title: "…"}, "text", child, …); null children are left out, functions become event listeners.
function element(selector, attributes, ...children) {
  const [tag, ...classes] = selector.split(".");
  return furnish(document.createElement(tag), classes, attributes, children);
}
function svg(selector, attributes, ...children) {
  const [tag, ...classes] = selector.split(".");
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), classes, attributes, children);
}
function furnish(node, classes, attributes, children) {
  if (classes.length) node.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attributes || {})) {
    if (typeof value === "function")
      node.addEventListener(key, value);
    else if (value !== null && value !== undefined && value !== false)
      node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

/// A labelled choice; options are [value, text]. Calls changed(value) when the user chooses another.
function choice(label, options, chosen, changed) {
  const select = element(
      "select", {change: () => changed(select.value)},
      options.map(([value, text]) => element("option", {value, selected: value === chosen}, text)));
  return element("label.choice", null, label + " ", select);
}

/// The report in the page. JSON has no NaN or infinity, but some writers put them: outside of strings they count as null.
function read_report(text) {
  const tokens = /"(?:[^"\\]|\\.)*"|[-+]?\b(?:nan|inf|infinity)\b/gi;
  const report = JSON.parse(text.replace(tokens, (token) => (token[0] === '"' ? token : "null")));
  const object = (value) => (value && typeof value === "object" && !Array.isArray(value) ? value : {});
  const cleaned = object(report);
  cleaned.machine = object(cleaned.machine);
  cleaned.settings = object(cleaned.settings);
  for (const key of ["methods", "sets", "runs"]) cleaned[key] = list(cleaned[key]).filter((item) => typeof item === "object");
  const named = (key, name) => {  // a run may speak of a method or set that the lists do not have
    if (!cleaned[key].some((item) => item.name === name)) cleaned[key].push({name});
  };
  for (const run of cleaned.runs) {
    named("methods", run.method);
    named("sets", run.set);
  }
  return cleaned;
}

/// Answers questions about the report.
class Data {
  constructor(report) {
    this.report = report;
    this.methods = new Map(report.methods.map((method, index) => [method.name, {...method, index}]));
    this.sets = new Map(report.sets.map((set) => [set.name, set]));
  }
  runs(study) { return this.report.runs.filter((run) => run.study === study); }
  /// Runs that have something to draw.
  timed(study) { return this.runs(study).filter((run) => num(run.mean_us) > 0); }
  method(name) { return this.methods.get(name); }
  set_title(name) {
    const set = this.sets.get(name);
    const title = set.title || set.name || "unnamed";
    return set.kind && !title.includes(set.kind) ? `${title}, ${set.kind}` : title;
  }
  group(name) { return this.sets.get(name).group || "other"; }
  /// Those of the names that occur, in the order of the report.
  in_order(map, names) {
    const there = new Set(names);
    return [...map.keys()].filter((name) => there.has(name));
  }
  method_names(runs) { return this.in_order(this.methods, runs.map((run) => run.method)); }
  set_names(runs) { return this.in_order(this.sets, runs.map((run) => run.set)); }
  groups(runs) { return unique(this.set_names(runs).map((name) => this.group(name))); }
  /// How a method looks in every figure: a colour and a marker.
  look(name) {
    const {index} = this.method(name);
    return {color: index % 7, marker: index % 14};
  }
}
