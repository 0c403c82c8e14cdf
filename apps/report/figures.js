"use strict";
// The figures, each from the runs of one study. They are numbered as in the published comparison (Wang and others, 2021). Every
// function returns an element, or null where the report has nothing for it.

/// Without a title where the section has the same.
function make_figure(id, title, caption, ...content) {
  return element("figure", {id}, title ? element("h3", null, title) : null, content, element("figcaption", null, caption));
}

/// Controls, and plots below them that share a legend, or have one each. specs() gives the plots for the present choices.
function chosen_plots(controls, specs, shared_legend = false) {
  let present = specs();
  const cells = present.map(
      () => ({legend: element("div.legend", {role: "group", "aria-label": "Series"}), box: element("div"), hidden: new Set()}));
  if (shared_legend)
    for (const cell of cells) cell.hidden = cells[0].hidden;
  const plots = cells.map((cell, i) => draw_plot(cell.box, present[i], cell.hidden));
  const redraw = () => plots.forEach((plot, i) => plot.update(present[i]));
  const by_name = (all) => [...new Map(all.flatMap((spec) => spec.series).map((series) => [series.name, series])).values()];
  const legends = () => cells.forEach((cell, i) => {
    if (!shared_legend || i === 0) fill_legend(cell.legend, by_name(shared_legend ? present : [present[i]]), cell.hidden, redraw);
  });
  const change = () => {
    present = specs();
    legends();
    redraw();
  };
  legends();
  return [
    element("div.choices", null, controls(change)), shared_legend ? cells[0].legend : null,
    element("div.plots", null, cells.map((cell) => element("div.cell", null, shared_legend ? null : cell.legend, cell.box)))
  ];
}

/// What a run says in a tooltip.
function run_lines(run) {
  return [
    `mean ${short(run.mean_us)} µs, median ${short(run.median_us)}, 95 % below ${short(run.p95_us)}, longest ${short(run.max_us)}`,
    `${count(run.false_positives)} false positives, ${count(run.false_negatives)} misses in ${count(run.queries)} queries`,
    ...(run.status && run.status !== "done" ? [`${run.status} ${run.message || ""}`] : [])
  ];
}

/// All runs of one method as one. The counts are added up as they are. For a fair mean and a fair number of wrong answers every set
/// has the weight of all its queries, also where the method was stopped after some of them.
function pooled(data, runs) {
  const asked = runs.filter((run) => num(run.queries) > 0 && !Number.isNaN(num(run.mean_us)));
  const weight = (run) => num(data.sets.get(run.set).queries) || run.queries;
  const total = sum(asked.map(weight)), wrong = (run) => num(run.false_positives) + num(run.false_negatives);
  return {
    method: runs[0].method,
    queries: sum(runs.map((run) => run.queries)),
    false_positives: sum(runs.map((run) => run.false_positives)),
    false_negatives: sum(runs.map((run) => run.false_negatives)),
    finished: runs.every((run) => run.status === "done"),
    wrong: sum(asked.map((run) => wrong(run) * weight(run) / run.queries)),
    mean_us: total ? sum(asked.map((run) => run.mean_us * weight(run))) / total : NaN
  };
}

/// Figure 1: time against wrong answers.
function overview_figure(data) {
  const runs = data.runs("comparison");
  if (!data.timed("comparison").length) return null;
  let chosen = "";
  const sets = data.set_names(runs);
  // Methods may have been added later, for some sets only: what is put together must be the same for all.
  const names = data.method_names(runs);
  const shared = sets.filter((set) => names.every((name) => runs.some((run) => run.method === name && run.set === set)));
  const options = [
    ...(shared.length > 1 ? [["", shared.length === sets.length ? "all sets together" : "the sets that all methods have"]] : []),
    ...sets.map((name) => [name, data.set_title(name)])
  ];
  if (shared.length < 2) chosen = sets[0];
  const ours = data.method_names(runs).find((name) => data.method(name).ours);
  const spec = () => {
    const picked = data.method_names(runs)
                       .map((name) => runs.filter((run) => run.method === name && (chosen ? run.set === chosen : shared.includes(run.set))))
                       .filter((group) => group.length)
                       .map((group) => pooled(data, group))
                       .filter((run) => run.mean_us > 0);
    const base = picked.find((run) => run.method === ours);
    return [{
      label: "Mean time of a query against wrong answers, one point a method. The same numbers are in Table 1.",
      point_labels: true,
      height: 400,
      x: {label: "wrong answers: false positives + misses", log: true},
      y: {label: "mean time of a query, µs", log: true},
      series: picked.map(
          (run) => ({
            ...data.look(run.method),
            name: run.method + (run.finished ? "" : " *"),
            points: [{
              x: run.wrong,
              y: run.mean_us,
              text: [
                `mean ${short(run.mean_us)} µs` + (base && base !== run ? `: ${short(run.mean_us / base.mean_us)} × ${ours}` : ""),
                `${count(run.false_positives)} false positives, ${count(run.false_negatives)} misses in ${
                    count(run.queries)} queries`
              ]
            }],
          })),
    }];
  };
  return make_figure(
      "figure-1", null,
      "Left and low is good. Both axes are logarithmic; methods without a wrong answer stand in the lane of 0. A star marks a " +
      "method that did not finish " +
          "everywhere: its wrong answers are scaled up from the queries it got to. Every set counts with all its queries.",
      chosen_plots((change) => [choice("queries", options, chosen, (value) => {
                     chosen = value;
                     change();
                   })], spec));
}

/// The first and the last edge between which several runs have queries.
function used_span(runs) {
  const used = runs.flatMap(
      ({histogram: {edges_us: edges, positive, negative}}) => edges.slice(1).flatMap(
          (edge, i) => (num(list(positive)[i]) > 0 || num(list(negative)[i]) > 0 ? [num(edges[i]), num(edge)] : [])));
  return used.length ? [Math.min(...used), Math.max(...used)] : [0, Infinity];
}

/// The bins of a histogram that lie in the span.
function histogram_points(edges, counts, what, [first, last]) {
  const inside = (point) => point.x0 >= first && point.x1 <= last;
  return list(counts)
      .map((value, i) => ({
             x0: num(edges[i]),
             x1: num(edges[i + 1]),
             x: num(edges[i]),
             y: num(value),
             text: [`${short(edges[i])} to ${short(edges[i + 1])} µs`, `${count(value)} ${what}`]
           }))
      .filter(inside);
}
const has_histogram = (run) => Boolean(run.histogram && list(run.histogram.edges_us).length > 1);

/// Figure 7: how long positive and negative queries take, two methods side by side.
function histogram_figure(data) {
  const runs = data.runs("comparison").filter(has_histogram);
  if (!runs.length) return null;
  const sets = data.set_names(runs), methods = data.method_names(runs);
  let set = sets[0], scale = "log";
  const shown = [methods[0], methods.find((name) => name === "tight-inclusion") || methods[1] || methods[0]];
  const run_of = (method) => runs.find((candidate) => candidate.method === method && candidate.set === set);
  const spec = (method) => {
    const run = run_of(method), span = used_span(shown.map(run_of).filter(Boolean));
    const {edges_us: edges, positive, negative} = run ? run.histogram : {edges_us: []};
    return {
      label: `Run times of positive and negative queries of ${method}`,
      x: {label: `${method}: time of a query, µs`, log: true, span},
      y: {label: "queries", log: scale === "log", from_zero: true, zero: false},
      series: [
        {name: "positive", color: 0, bars: true, points: histogram_points(edges, positive, "queries with contact", span)},
        {name: "negative", color: 1, bars: true, faint: true, points: histogram_points(edges, negative, "queries without", span)}
      ]
    };
  };
  const named = (names, title) => names.map((name) => [name, title(name)]);
  const controls =
      (change) => [choice("set", named(sets, (name) => data.set_title(name)), set, (value) => {
                     set = value;
                     change();
                   }), ...shown.map((method, i) => choice(i ? "and" : "method", named(methods, (name) => name), method, (value) => {
                                      shown[i] = value;
                                      change();
                                    })), choice("counts", [["log", "logarithmic"], ["linear", "linear"]], scale, (value) => {
                     scale = value;
                     change();
                   })];
  return make_figure(
      "figure-7", null,
      "Positive queries are those with contact in truth, negative ones those without. The bins are equally wide on the " +
      "logarithmic axis; " +
          "empty bins have no bar. Both plots have the same axis of time.",
      chosen_plots(controls, () => shown.map(spec), true));
}

/// The ends of the shaded band of a run's time.
function time_band(run, kind) {
  if (kind === "repeats") {  // the spread is between the slowest and the fastest repeat, relative to the middle one
    const half = num(run.spread) / 2;
    return {low: run.mean_us * Math.max(0.01, 1 - half), high: run.mean_us * (1 + half)};
  }
  if (kind === "quantiles") return {low: num(run.median_us), high: num(run.p95_us)};
  if (!has_histogram(run)) return {low: NaN, high: NaN};
  const edges = list(run.histogram.edges_us);
  const first = edges.findIndex((_, i) => num(list(run.histogram.positive)[i]) > 0 || num(list(run.histogram.negative)[i]) > 0);
  return {low: first < 0 ? NaN : num(edges[first]), high: num(run.max_us)};
}
const BANDS = [["repeats", "spread over repeats"], ["quantiles", "median to 95 %"], ["range", "shortest to longest"]];

/// What differs between the sweeps. `key` is the field of the run that is swept.
const SWEEPS = {
  tolerance: {key: "tolerance", axis: "tolerance δ", symbol: "δ"},
  max_checks: {key: "max_checks", axis: "most checks a query (m_I)", symbol: "m_I"},
  separation: {key: "separation", axis: "minimum separation d", symbol: "d"},
};

/// A sweep of all methods on the sets of one group; `quantities` are [label, value(run), has a band].
function sweep_figure(data, study, {id, title, caption, quantities}) {
  const runs = data.timed(study), {key, axis, symbol} = SWEEPS[study];
  if (!runs.length) return null;
  const groups = data.groups(runs);
  let group = groups.includes("simulation") ? "simulation" : groups[0], band = "repeats";
  const spec = ([label, value, banded]) => {
    const sets = data.set_names(runs).filter((name) => data.group(name) === group);
    const kinds = sets.map((name) => data.sets.get(name).kind || name);
    const set_label = (name, i) => (unique(kinds).length === sets.length ? kinds[i] : data.set_title(name));
    const series = data.method_names(runs).flatMap(
        (method) => sets.map((set, i) => ({
                               ...data.look(method),
                               dash: i % DASHES.length,
                               joined: true,
                               name: method + (sets.length > 1 ? `, ${set_label(set, i)}` : ""),
                               points: runs.filter((run) => run.method === method && run.set === set)
                                           .sort((a, b) => num(a[key]) - num(b[key]))
                                           .map((run) => ({
                                                  x: num(run[key]),
                                                  y: value(run),
                                                  ...(banded ? time_band(run, band) : {}),
                                                  text: [`${symbol} = ${short(run[key])}`, ...run_lines(run)]
                                                })),
                             })));
    return {
      label: `${label} over ${axis}`,
      x: {label: axis, log: true},
      y: {label, log: true},
      series: series.filter((one) => one.points.length)
    };
  };
  const controls = (change) => [groups.length > 1 ? choice("queries", groups.map((name) => [name, name]), group, (value) => {
                                  group = value;
                                  change();
                                }) : null, choice("shading", BANDS, band, (value) => {
                                  band = value;
                                  change();
                                })];
  return make_figure(id, title, caption, chosen_plots(controls, () => quantities.map(spec), true));
}

/// One method on one set: the mean with the range of all queries, and the run times at three values of what is swept.
function distribution_figure(data, study, {id, title, caption}) {
  const runs = data.timed(study).filter(has_histogram), {key, axis, symbol} = SWEEPS[study];
  if (!runs.length) return null;
  const methods = data.method_names(runs), sets = data.set_names(runs);
  let method = methods[0], set = sets.find((name) => data.group(name) === "simulation") || sets[0];
  const specs = () => {
    const chosen = runs.filter((run) => run.method === method && run.set === set).sort((a, b) => num(a[key]) - num(b[key]));
    const three = unique([chosen[0], chosen[chosen.length >> 1], chosen[chosen.length - 1]].filter(Boolean));
    const span = used_span(three);
    return [
      {
        label: `Time of ${method} over ${axis}, with the range of all queries`,
        x: {label: axis, log: true},
        y: {label: "time of a query, µs", log: true},
        series: [{
          ...data.look(method),
          name: method,
          legend: "mean, shortest to longest",
          joined: true,
          points: chosen.map((run) => ({
                               x: num(run[key]),
                               y: run.mean_us,
                               ...time_band(run, "range"),
                               text: [`${symbol} = ${short(run[key])}`, ...run_lines(run)]
                             }))
        }]
      },
      {
        label: `Run times of ${method} at ${three.length} values of ${axis}`,
        x: {label: `${method}: time of a query, µs`, log: true},
        y: {label: "queries", log: true, zero: false},
        series: three.map(
            (run, i) => ({
              name: `${symbol} = ${short(run[key])}`,
              color: [0, 1, 2][i],
              faint: i === 1,
              bars: true,
              points: histogram_points(
                  run.histogram.edges_us, list(run.histogram.positive).map((n, j) => num(n) + num(list(run.histogram.negative)[j])),
                  "queries", span)
            }))
      }
    ];
  };
  const controls = (change) => [choice("method", methods.map((name) => [name, name]), method, (value) => {
                                  method = value;
                                  change();
                                }), choice("set", sets.map((name) => [name, data.set_title(name)]), set, (value) => {
                                  set = value;
                                  change();
                                })];
  return make_figure(id, title, caption, chosen_plots(controls, specs));
}

/// The share of the compared times that are off by more than each edge. Not for the first edge: errors below it, 0 too, count in
/// the first bin.
function tail_shares(edges, counts, compared) {
  let beyond = sum(list(counts));
  return list(edges).slice(1, -1).map((edge, i) => {
    beyond -= Number.isNaN(num(list(counts)[i])) ? 0 : counts[i];
    const share = beyond / compared;
    return {x: num(edge), y: share, text: [`${percent(share)} off by more than ${short(edge)}`]};
  });
}

/// Early and late times of impact, as the share of queries that are off by more than x.
function accuracy_figure(data) {
  const runs = data.runs("comparison").filter((run) => run.time && list(run.time.edges).length > 1 && num(run.time.compared) > 0);
  if (!runs.length) return null;
  const sets = data.set_names(runs);
  let set = sets[0];
  const spec = (what, field) => ({
    label: `Share of times that are ${what} by more than x`,
    x: {label: `${what} by more than (fraction of the step)`, log: true},
    y: {label: "share of contacts", log: true, zero: false},
    series: data.method_names(runs)
                .flatMap((method) => runs.filter((run) => run.method === method && run.set === set))
                .map((run) => ({
                       ...data.look(run.method),
                       marker: undefined,
                       dash: data.method(run.method).index % DASHES.length,
                       joined: true,
                       step: true,
                       name: run.method,
                       points: tail_shares(run.time.edges, run.time[field], run.time.compared).filter((point) => point.y > 0)
                     }))
                .filter((one) => one.points.length),
  });
  return make_figure(
      "figure-time", "How far early, how far late",
      "Early times cost a smaller step. Late times are unsafe: the step ends inside the other object. A method without a line " +
      "has no such times.",
      chosen_plots((change) => [choice("set", sets.map((name) => [name, data.set_title(name)]), set, (value) => {
                     set = value;
                     change();
                   })], () => [spec("early", "early"), spec("late", "late_counts")], true));
}
