"use strict";
// The page: summary, tables and figures in their order, each left out where the report has nothing for it.

const plural = (n, one, many = one + "s") => `${count(n)} ${n === 1 ? one : many}`;
/// null where no pair has a text.
function definitions(pairs) {
  const there = pairs.filter(([, text]) => text !== null && text !== undefined && text !== "");
  return there.length ?
      element(
          "dl", null,
          there.map(([term, text]) => element("div", null, element("dt", null, term), element("dd", null, String(text))))) :
      null;
}
const make_section = (id, title, ...content) =>
    (content.flat(Infinity).some(Boolean) ? element("section", {id, "data-title": title}, element("h2", null, title), content) :
                                            null);
const date_text = (text) => String(text).replace("T", " ").replace("Z", " UTC");

function summary(data) {
  const {report} = data, {machine} = report;
  const duration = (Date.parse(report.finished) - Date.parse(report.started)) / 60000;
  const studies = unique(report.runs.map((run) => run.study))
                      .map((name) => `${String(name).replace("_", " ")} (${plural(data.runs(name).length, "run")})`);
  const states = unique(report.runs.map((run) => run.status || "unknown"))
                     .map(
                         (status) => element(
                             status === "done" ? "span.state" : "span.state.bad", null,
                             `${count(report.runs.filter((run) => (run.status || "unknown") === status).length)} ${status}`));
  return make_section(
      "summary", "Summary",
      report.quick ? element("p.notice", null, "A quick run: few queries and repeats. The times are rough.") : null, definitions([
        ["Library", report.version && `firstcontact ${report.version}`], ["Processor", machine.cpu], ["Cores", machine.cores],
        ["Memory", machine.memory_gb && `${short(machine.memory_gb)} GB`], ["System", machine.os], ["Compiler", machine.compiler],
        ["Begun", report.started && date_text(report.started)],
        [
          "Took",
          Number.isNaN(num(duration)) ? null :
              duration < 2            ? `${short(60 * duration)} seconds` :
                                        `${short(duration)} minutes`
        ],
        [
          "Asked",
          `${plural(data.method_names(report.runs).length, "method")}, ${plural(data.set_names(report.runs).length, "set")}`
        ]
      ]),
      studies.length ? element("p", null, `Studies: ${studies.join(", ")}.`) : null,
      states.length ? element("p", null, "Runs: ", states.flatMap((state) => [state, " "])) :
                      element("p.notice", null, "No run in this report."),
      findings(data), unfinished(data));
}

/// Who missed contacts, and whether that was to be expected.
function findings(data) {
  const runs = data.runs("comparison");
  if (!runs.length) return null;
  const missed = data.method_names(runs).map((name) => {
    const all = pooled(data, runs.filter((run) => run.method === name));
    return {name, ...all, claims: data.method(name).claims_no_misses, ours: data.method(name).ours};
  });
  const names = (items) => items.map((item) => `${item.name} (${count(item.false_negatives)})`).join(", ");
  const broken = missed.filter((item) => item.claims && item.false_negatives > 0);
  const expected = missed.filter((item) => !item.claims && item.false_negatives > 0);
  return element(
      "ul", null,
      missed.filter((item) => item.ours && item.queries > 0)
          .map(
              (item) => element(
                  "li", null,
                  `${item.name}: ${plural(item.false_negatives, "miss", "misses")} and ${
                      plural(item.false_positives, "false positive")} in ${plural(item.queries, "query", "queries")}.`)),
      broken.length ? element("li.alarm", null, `Said to miss nothing, but missed contacts: ${names(broken)}.`) : null,
      expected.length ? element("li", null, `Missed contacts, as these methods are known to: ${names(expected)}.`) : null);
}

function unfinished(data) {
  const runs = data.report.runs.filter((run) => run.status !== "done");
  if (!runs.length) return null;
  const columns = ["method", "set", "study", "status", "queries", "message"].map((title) => ({title, text: title !== "queries"}));
  return element(
      "details", {open: runs.length <= 12},
      element("summary", null, `${plural(runs.length, "run")} not done: over the time limit, crashed or refused`), make_table({
        caption: "Runs that did not finish",
        columns,
        rows: runs.map((run) => ({
                         cells: [
                           {text: run.method || "–"}, {text: data.set_title(run.set)}, {text: run.study || "–"},
                           {text: run.status || "unknown", mark: "bad"}, {text: count(run.queries), value: num(run.queries)},
                           {text: run.message || "", mark: "long"}
                         ]
                       }))
      }));
}

/// FP and FN cells; a miss of a method that claims none stands out.
function count_cell(value) { return {text: count(value), value: num(value)}; }
function miss_cell(value, method) {
  const broken = num(value) > 0 && method.claims_no_misses;
  return {
    text: count(value) + (broken ? " !" : ""),
    value: num(value),
    mark: broken ? "alarm" : null,
    hint: broken ? `${method.name} is claimed to miss nothing` : null
  };
}
const time_cell = (run) => ({
  text: short(run.mean_us),
  value: num(run.mean_us),
  hint: `median ${short(run.median_us)}, 95 % below ${short(run.p95_us)}, longest ${short(run.max_us)} µs; repeats differ by ${
      percent(run.spread)}`
});
const method_cell = (data, name, more = "") => ({
  text: name + more,
  value: name + more,
  hint: [data.method(name).title, data.method(name).reference].filter(Boolean).join("; ")
});

/// Rows of comparison runs: one a method, more where it ran with several settings.
function comparison_rows(data, runs) {
  const key = (run) => [run.method, run.tolerance, run.max_checks, run.separation].join("|");
  return data.method_names(runs).flatMap((method) => {
    const keys = unique(runs.filter((run) => run.method === method).map(key));
    return keys.map((one) => {
      const mine = runs.filter((run) => key(run) === one);
      return {
        method,
        runs: mine,
        more: keys.length > 1 ? ` (δ ${short(mine[0].tolerance)}, m_I ${short(mine[0].max_checks)})` : ""
      };
    });
  });
}

function comparison_tables(data) {
  const runs = data.runs("comparison");
  const tables = data.groups(runs).map((group) => {
    const sets = data.set_names(runs).filter((name) => data.group(name) === group);
    const columns = [
      {title: "method", text: true, group: ""},
      ...sets.flatMap(
          (set) =>
              [{title: "mean µs", group: data.set_title(set), hint: "mean time of a query"},
               {title: "FP", group: data.set_title(set), hint: "false positives"},
               {title: "FN", group: data.set_title(set), hint: "false negatives: missed contacts"},
               {title: "status", text: true, group: data.set_title(set)}])
    ];
    const rows =
        comparison_rows(data, runs.filter((run) => sets.includes(run.set)))
            .map(({method, runs: mine, more}) => ({
                   strong: data.method(method).ours,
                   cells: [
                     method_cell(data, method, more), ...sets.flatMap((set) => {
                       const run = mine.find((candidate) => candidate.set === set);
                       if (!run) return ["–", "–", "–", ""].map((text) => ({text, value: null}));
                       const partial = num(run.queries) < num(data.sets.get(set).queries);
                       return [
                         time_cell(run), count_cell(run.false_positives), miss_cell(run.false_negatives, data.method(method)), {
                           text: (run.status || "unknown") + (partial ? `, ${count(run.queries)} asked` : ""),
                           mark: run.status === "done" ? null : "bad",
                           hint:
                               [run.message, partial ? `${count(run.queries)} of ${count(data.sets.get(set).queries)} queries` : ""]
                                   .filter(Boolean)
                                   .join("; ")
                         }
                       ];
                     })
                   ]
                 }));
    const sizes = sets.map(
        (name) => `${data.set_title(name)}: ${count(data.sets.get(name).queries)} queries, ${
            count(data.sets.get(name).contacts)} contacts`);
    return [make_table({caption: `Table 1, ${group}`, columns, rows}), element("p.note", null, sizes.join(". ") + ".")];
  });
  return make_section(
      "table-1", "Table 1: time and wrong answers", tables,
      runs.length ?
          element(
              "p.note", null,
              "FP: contact reported where there is none. FN: contact missed. “!” marks misses of a method that claims none. " +
              "Bold: this library. " +
                  "A method over its time limit is counted on the queries it got to. A title sorts the column; the text of a " +
                  "cell's hint has more.") :
          null);
}

/// Tables 2 and 3: one table a set, a row a separation, the methods side by side.
function separation_tables(data, number, wanted) {
  const runs = data.runs("separation").filter((run) => wanted(data.method(run.method)));
  return data.set_names(runs).map((set) => {
    const mine = runs.filter((run) => run.set === set), methods = data.method_names(mine);
    const columns = [
      {title: "d", group: ""},
      ...methods.flatMap(
          (group) =>
              [{title: "mean µs", group}, {title: "FP", group, hint: "false positives"},
               {title: "FN", group, hint: "false negatives: missed contacts"}])
    ];
    const rows =
        unique(mine.map((run) => num(run.separation)))
            .sort((a, b) => b - a)
            .map((d) => ({
                   cells: [
                     {text: short(d), value: d}, ...methods.flatMap((method) => {
                       const run = mine.find((candidate) => candidate.method === method && Object.is(num(candidate.separation), d));
                       if (!run) return ["–", "–", "–"].map((text) => ({text, value: null}));
                       const time = run.status === "done" ? time_cell(run) : {
                         ...time_cell(run),
                         text: `${short(run.mean_us)} *`,
                         mark: "bad",
                         hint: [run.status, run.message].filter(Boolean).join(": ")
                       };
                       return [time, count_cell(run.false_positives), miss_cell(run.false_negatives, data.method(method))];
                     })
                   ]
                 }));
    return make_table({caption: `Table ${number}, ${data.set_title(set)}`, columns, rows});
  });
}

function separation_section(data) {
  const tables = [...separation_tables(data, 2, (method) => !method.ours), ...separation_tables(data, 3, (method) => method.ours)];
  return make_section(
      "separation", "Tables 2 and 3, figure 11: minimum separation",
      tables.length ?
          [
            element("div.tables", null, tables),
            element(
                "p.note", null,
                "Table 2: published methods. Table 3: the methods of this library. " +
                    "d: minimum separation. A star marks a run over its time limit: its counts are those of the queries it got to.")
          ] :
          null,
      distribution_figure(data, "separation", {
        id: "figure-11",
        title: "Figure 11: time over separation, one method",
        caption:
            "First the mean, and shaded the range from the shortest query to the longest. Then the run times at the least, a " +
            "middle and the greatest separation."
      }),
      sweep_figure(data, "separation", {
        id: "figure-11-methods",
        title: "Figure 11: the methods over separation",
        caption: "Both axes are logarithmic. Values of 0 stand in a lane of their own.",
        quantities: [
          ["mean time of a query, µs", (run) => run.mean_us, true], ["false positives", (run) => run.false_positives],
          ["misses (false negatives)", (run) => run.false_negatives]
        ]
      }));
}

function accuracy_section(data) {
  const runs = data.runs("comparison").filter((run) => run.time && num(run.time.compared) > 0);
  const titles = ["method", "compared", "late", "most late", "mean late", "mean early", "median early", "most early"];
  const number = (value) => ({text: short(value), value: num(value)});
  const row = (run) => {
    const {claims_no_misses: claims, ours} = data.method(run.method), {time} = run, late = num(time.late) > 0;
    return {
      strong: ours,
      cells: [
        method_cell(data, run.method), count_cell(time.compared),
        {text: count(time.late) + (late && claims ? " !" : ""), value: num(time.late), mark: late && claims ? "alarm" : null},
        ...(late ? [number(time.late_max), number(time.late_mean)] : [{text: "–", value: NaN}, {text: "–", value: NaN}]),
        number(time.early_mean), number(time.early_median), number(time.early_max)
      ]
    };
  };
  const tables = data.set_names(runs).map(
      (set) => make_table({
        caption: `Times, ${data.set_title(set)}`,
        columns: titles.map((title, i) => ({title, text: i === 0, hint: i > 2 ? "fraction of the step" : null})),
        rows: data.method_names(runs).flatMap((method) => runs.filter((run) => run.method === method && run.set === set)).map(row)
      }));
  return make_section(
      "accuracy", "Accuracy of the time of impact",
      tables.length ?
          [
            element("div.tables", null, tables),
            element(
                "p.note", null,
                "Compared with the exact time: contacts that are real and that the method reported with a time. Errors are " +
                "fractions of the step. " +
                    "Late is unsafe; “!” marks late times of a method that claims to miss nothing.")
          ] :
          null,
      accuracy_figure(data));
}

function settings_section(data) {
  const {settings, methods, sets} = data.report;
  const names = {time_limit_s: "time limit a run, s", queries: "queries a set, at most"};
  const methods_table = make_table({
    caption: "Methods",
    columns: [
      "method", "title", "reference", "tolerance means", "default tolerance", "claims no misses", "gives time", "separation"
    ].map((title) => ({title, text: title !== "default tolerance"})),
    rows: methods.map(
        (method) => ({
          strong: method.ours,
          cells: [
            {text: method.name || "–"}, {text: method.title || ""}, {text: method.reference || ""},
            {text: method.tolerance_meaning || "–", mark: "long"},
            {text: short(method.default_tolerance), value: num(method.default_tolerance)},
            ...[method.claims_no_misses, method.gives_time].map((flag) => ({text: flag ? "yes" : "no"})),
            {text: method.takes_separation ? {l2: "Euclidean", linf: "maximum norm"}[method.separation_norm] || "yes" : "no"}
          ]
        }))
  });
  const sets_table = make_table({
    caption: "Sets",
    columns: ["set", "group", "kind", "queries", "contacts", "source"].map(
        (title) => ({title, text: !["queries", "contacts"].includes(title)})),
    rows: sets.map((set) => ({
                     cells: [
                       {text: set.name || "–"}, {text: set.group || "–"}, {text: set.kind || "–"},
                       {text: count(set.queries), value: num(set.queries)}, {text: count(set.contacts), value: num(set.contacts)},
                       {text: set.source || ""}
                     ]
                   }))
  });
  const pairs = Object.entries(settings).map(
      ([key, value]) =>
          [names[key] || key.replaceAll("_", " "),
           key === "queries" && value === 0 ? "all" :
               typeof value === "number"    ? (Number.isInteger(value) ? count(value) : short(value)) :
                                              value]);
  return make_section(
      "settings", "Settings", definitions(pairs), methods.length ? methods_table : null, sets.length ? sets_table : null);
}

function reproduce_section(data) {
  const {report} = data;
  const options =
      [
        ["seed", "--seed"], ["queries", "--queries"], ["repeats", "--repeats"], ["time_limit_s", "--time-limit"],
        ["tolerance", "--tolerance"], ["max_checks", "--max-checks"]
      ].filter(([key]) => num(report.settings[key]) > 0)
          .map(([key, option]) => ` ${option} ${report.settings[key]}`);
  const command = "firstcontact bench bench-results" + (report.quick ? " --quick" : "") + options.join("");
  return make_section(
      "reproduce", "How to reproduce", element("pre", null, element("code", null, command)),
      element("p", null, `With version ${report.version || "?"}. Options equal to the defaults can be left out; --methods, ` +
          "--sets and --studies choose a part. Generated sets depend on the seed alone, so counts of wrong answers repeat exactly, " +
          "unless a run is stopped by its time limit. Times depend on the machine, and only their ratios carry over. Interrupted, the " +
          "same command goes on where it stopped. The folder holds the same numbers as report.json and report.csv, and what was " +
          "measured, line by line, as runs.jsonl."));
}

function sections(data) {
  return [
    summary(data), comparison_tables(data), make_section("overview", "Figure 1: overview", overview_figure(data)),
    make_section("run-times", "Figure 7: run times of positive and negative queries", histogram_figure(data)),
    make_section(
        "tolerance", "Figures 8 and 15: tolerance", distribution_figure(data, "tolerance", {
          id: "figure-8",
          title: "Figure 8: time over tolerance, one method",
          caption:
              "First the mean, and shaded the range from the shortest query to the longest. Then the run times at the least, a " +
              "middle and the greatest tolerance."
        }),
        sweep_figure(data, "tolerance", {
          id: "figure-15",
          title: "Figure 15: the methods over tolerance",
          caption: "A looser tolerance is faster and reports more contacts that are none.",
          quantities: [["mean time of a query, µs", (run) => run.mean_us, true], ["false positives", (run) => run.false_positives]]
        })),
    make_section(
        "max-checks", "Figure 9: limit on the work of a query", sweep_figure(data, "max_checks", {
          id: "figure-9",
          title: null,
          caption:
              "A query that uses up its checks ends early. A method that misses nothing must then say contact, which may be a " +
              "false positive.",
          quantities: [
            ["mean time of a query, µs", (run) => run.mean_us, true],
            ["queries that ended early, %", (run) => 100 * num(run.exhausted) / num(run.queries)],
            ["false positives", (run) => run.false_positives]
          ]
        })),
    separation_section(data), accuracy_section(data), settings_section(data), reproduce_section(data)
  ].filter(Boolean);
}

/// Auto follows the system; the choice is kept where the browser allows it.
function start_theme() {
  const button = document.getElementById("theme"), dark = window.matchMedia("(prefers-color-scheme: dark)");
  const stored = (value) => {
    try {
      return value === undefined ? localStorage.getItem("theme") : localStorage.setItem("theme", value);
    } catch {
      return null;
    }
  };
  const themes = ["auto", "light", "dark"];
  let theme = themes.includes(stored()) ? stored() : "auto";
  const apply = () => {
    button.textContent = `theme: ${theme}`;
    document.documentElement.dataset.theme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
  };
  button.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % 3];
    stored(theme);
    apply();
  });
  dark.addEventListener("change", apply);
  apply();
}

function start() {
  start_theme();
  const main = document.getElementById("report");
  let report;
  try {
    report = read_report(document.getElementById("data").textContent);
  } catch (error) {
    main.replaceChildren(element("p.notice", {role: "alert"}, `The data in this page cannot be read: ${error.message}`));
    return;
  }
  const parts = sections(new Data(report));
  main.replaceChildren(...parts);
  document.getElementById("contents")
      .replaceChildren(...parts.map((part) => element("a", {href: "#" + part.id}, part.dataset.title)));
}
start();
