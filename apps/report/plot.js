"use strict";
// Plots drawn as SVG, without any library.
//
// draw_plot(box, spec, hidden) fills the element `box` and returns {update(spec)}. Series whose names are in the set `hidden` are
// not drawn. spec:
//   label         what the plot shows, for screen readers
//   x, y          {label, log, zero, from_zero, span}; a log axis gets a lane for 0 beside it where there are zeros,
//                 unless zero is false; a linear one begins at 0 if from_zero; x.span are values that the axis must have
//   series        [{name, color, marker, dash, points: [{x, y, low, high, text: [lines]}], joined, step, bars}]
//                 low and high are the ends of the shaded band; points of `bars` also have x0 and x1
//   point_labels  write the names of the series beside their points (scatter)
// Points that are not numbers (or not positive on a log axis without lane) leave a gap. The entries of fill_legend switch series on
// and off. The plot can be focused: left and right go along a series, up and down to another, the tooltip tells the values, Escape
// closes it.

const DASHES = ["", "7 4", "2 3", "9 3 2 3", "12 5", "4 2"];
const LANE = 26;  // pixels of the lane for zero

/// 1, 2 or 5 times a power of ten, so that at most `most` steps fit into the span.
function nice_step(span, most) {
  const power = 10 ** Math.floor(Math.log10(span / Math.max(1, most)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => span / step <= most) || 10 * power;
}

function power_text(exponent) {
  if (exponent >= 0 && exponent <= 4) return grouped(10 ** exponent);
  return exponent < 0 && exponent >= -2 ? String(Number((10 ** exponent).toPrecision(1))) : "10" + superscript(exponent);
}

/// Maps values to pixels from `from` to `to`, with ticks at least `room` pixels apart.
function make_scale(axis, values, from, to, room) {
  const direction = Math.sign(to - from);
  const usable = values.filter((value) => !Number.isNaN(value) && (!axis.log || value > 0));
  const zero_lane = Boolean(axis.log && axis.zero !== false && values.some((value) => value === 0));
  const start = zero_lane ? from + direction * LANE : from;
  const length = Math.abs(to - start);
  const measure = axis.log ? Math.log10 : (value) => value;
  let low = Math.min(...usable.map(measure));
  let high = Math.max(...usable.map(measure));
  if (!usable.length) {
    low = 0;
    high = 1;
  }
  if (axis.from_zero && !axis.log) low = Math.min(0, low);
  const ticks = [];
  if (axis.log) {
    if (high - low < 0.6) {
      low -= 0.3;
      high += 0.3;
    }
    const margin = 0.03 * (high - low);
    low -= margin;
    high += margin;
    const decades = high - low;
    const step = Math.max(
        1, ...[1, 2, 3, 5, 10, 20, 25, 50, 100].filter((s, i, all) => i && decades / all[i - 1] > length / room).slice(-1));
    for (let k = Math.ceil(low); k <= high; ++k) {
      if (k % step === 0)
        ticks.push({at: k, text: power_text(k)});
      else if (length / decades > 12)
        ticks.push({at: k, text: "", minor: true});
    }
    const per_decade = length / decades;
    if (per_decade > 40) {
      for (let k = Math.floor(low); k <= high; ++k) {
        for (let digit = 2; digit < 10; ++digit) {
          const at = k + Math.log10(digit);
          const labelled = (digit === 2 || digit === 5) && decades < 2 && per_decade * 0.3 > room;
          if (at > low && at < high) ticks.push({at, text: labelled ? short(digit * 10 ** k) : "", minor: true});
        }
      }
    }
  } else {
    if (high - low <= 0) high = low + 1;
    const step = nice_step(high - low, Math.max(2, length / room));
    low = step * Math.floor(low / step + 1e-9);
    high = step * Math.ceil(high / step - 1e-9);
    for (let k = Math.round(low / step); k <= Math.round(high / step); ++k)
      ticks.push({at: k * step, text: short(Number((k * step).toPrecision(12)))});
  }
  const pixel = (position) => start + direction * length * (position - low) / (high - low);
  const placed = ticks.map((tick) => ({...tick, pixel: pixel(tick.at)}));
  if (zero_lane) placed.push({text: "0", pixel: from + direction * LANE / 3});
  return {
    ticks: placed,
    start,
    zero_lane,
    /// NaN where the value has no place.
    at: (value) =>
        (value === 0 && zero_lane     ? from + direction * LANE / 3 :
             axis.log && !(value > 0) ? NaN :
                                        pixel(measure(value))),
  };
}

/// One of fourteen shapes; the last seven are hollow.
function marker_path(kind, x, y, r) {
  const at = (...points) => "M" + points.map(([dx, dy]) => `${(x + r * dx).toFixed(2)} ${(y + r * dy).toFixed(2)}`).join("L") + "Z";
  switch (kind % 7) {
    case 0:
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${- 2 * r} 0Z`;
    case 1:
      return at([-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]);
    case 2:
      return at([0, -1.15], [1.1, 0.85], [-1.1, 0.85]);
    case 3:
      return at([0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]);
    case 4:
      return at([0, 1.15], [1.1, -0.85], [-1.1, -0.85]);
    case 5:
      return at(
          [-0.4, -1.2], [0.4, -1.2], [0.4, -0.4], [1.2, -0.4], [1.2, 0.4], [0.4, 0.4], [0.4, 1.2], [-0.4, 1.2], [-0.4, 0.4],
          [-1.2, 0.4], [-1.2, -0.4], [-0.4, -0.4]);
    default:
      return at([0, -1.25], [1.2, -0.35], [0.75, 1.05], [-0.75, 1.05], [-1.2, -0.35]);
  }
}
function marker(series, x, y, r = 4) {
  const hollow = series.marker >= 7;
  const ink = `var(--c${series.color})`;
  return svg("path.marker", {d: marker_path(series.marker, x, y, r), style: `stroke:${ink};fill:${hollow ? "var(--paper)" : ink}`});
}

function swatch(series) {
  const ink = `var(--c${series.color})`;
  const parts = series.bars ? [svg("rect", {x: 6, y: 1, width: 16, height: 12, style: bar_style(series)})] : [
    series.joined ? svg("path.line", {d: "M1 7H39", style: `stroke:${ink}`, "stroke-dasharray": DASHES[series.dash || 0]}) : null,
    series.marker === undefined ? null : marker(series, series.joined ? 20 : 14, 7)
  ];
  return svg("svg.swatch", {width: series.joined ? 40 : 28, height: 14, "aria-hidden": "true"}, parts);
}
const bar_style = (series) =>
    `fill:var(--c${series.color});stroke:var(--c${series.color});fill-opacity:${series.faint ? 0.3 : 0.9}`;

/// "M … L …" through the pixels; a NaN starts anew. `step` goes level, then up or down.
function path_through(pixels, step) {
  let path = "", last = null;
  for (const [x, y] of pixels) {
    if (Number.isNaN(x) || Number.isNaN(y)) {
      last = null;
      continue;
    }
    path +=
        last === null ? `M${x.toFixed(1)} ${y.toFixed(1)}` : (step ? `H${x.toFixed(1)}` : "") + `L${x.toFixed(1)} ${y.toFixed(1)}`;
    last = x;
  }
  return path;
}

/// The shaded band, in pieces where points have no band.
function band_path(points, sx, sy) {
  let path = "", upper = [], lower = [];
  const close = () => {
    if (upper.length > 1)
      path += "M" + [...upper, ...lower.reverse()].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L") + "Z";
    upper = [];
    lower = [];
  };
  for (const point of points) {
    const x = sx.at(num(point.x)), low = sy.at(num(point.low)), high = sy.at(num(point.high));
    if ([x, low, high].some(Number.isNaN))
      close();
    else {
      upper.push([x, high]);
      lower.push([x, low]);
    }
  }
  close();
  return path;
}

function draw_axes(sx, sy, spec, frame) {
  const {left, right, top, bottom} = frame;
  const lines = [], texts = [];
  for (const tick of sx.ticks) {
    lines.push(svg(tick.minor ? "path.grid.minor" : "path.grid", {d: `M${tick.pixel.toFixed(1)} ${top}V${bottom}`}));
    if (tick.text) texts.push(svg("text.tick.x", {x: tick.pixel.toFixed(1), y: bottom + 16, "text-anchor": "middle"}, tick.text));
  }
  for (const tick of sy.ticks) {
    lines.push(svg(tick.minor ? "path.grid.minor" : "path.grid", {d: `M${left} ${tick.pixel.toFixed(1)}H${right}`}));
    if (tick.text) texts.push(svg("text.tick.y", {x: left - 6, y: (tick.pixel + 4).toFixed(1), "text-anchor": "end"}, tick.text));
  }
  lines.push(svg("path.axis", {d: `M${left} ${top}V${bottom}H${right}`}));
  if (sx.zero_lane) lines.push(svg("path.axis.break", {d: `M${sx.start} ${top}V${bottom}`}));
  if (sy.zero_lane) lines.push(svg("path.axis.break", {d: `M${left} ${sy.start}H${right}`}));
  texts.push(svg("text.name", {x: (left + right) / 2, y: bottom + 34, "text-anchor": "middle"}, spec.x.label || ""));
  texts.push(svg("text.name", {x: 2, y: 13}, spec.y.label || ""));
  return [...lines, ...texts];
}

/// Names beside their points where there is room; a name that would cover another is left to legend and tooltip.
function draw_point_labels(visible, targets, frame) {
  const taken = targets.map((target) => ({x0: target.x - 5, x1: target.x + 5, y0: target.y - 5, y1: target.y + 5}));
  const labels = [];
  for (const target of targets) {
    const width = 6.6 * target.series.name.length;
    for (const [dx, dy, anchor] of [
             [9, 4, "start"], [-9, 4, "end"], [0, -9, "middle"], [0, 18, "middle"], [8, -8, "start"], [8, 16, "start"]]) {
      const x0 = target.x + dx - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0), y1 = target.y + dy + 3;
      const place = {x0, x1: x0 + width, y0: y1 - 13, y1};
      if (place.x0 < frame.left || place.x1 > frame.right || place.y0 < frame.top || place.y1 > frame.bottom) continue;
      if (taken.some((other) => place.x0 < other.x1 && other.x0 < place.x1 && place.y0 < other.y1 && other.y0 < place.y1)) continue;
      taken.push(place);
      labels.push(svg("text.point", {x: target.x + dx, y: target.y + dy, "text-anchor": anchor}, target.series.name));
      break;
    }
  }
  return labels;
}

/// Bars of several series share each bin side by side. Targets are the tops of the bars.
function draw_bars(series, index, total, sx, sy, base) {
  const bars = [], targets = [];
  for (const point of series.points) {
    const x0 = sx.at(point.x0), x1 = sx.at(point.x1), y = sy.at(num(point.y));
    if ([x0, x1].some(Number.isNaN)) continue;
    const width = Math.max(0.5, (x1 - x0 - 1) / total);
    const x = x0 + 0.5 + index * width;
    const drawn = point.y > 0 && !Number.isNaN(y);
    if (drawn)
      bars.push(
          svg("path.bar", {d: `M${x.toFixed(1)} ${base}V${y.toFixed(1)}h${width.toFixed(1)}V${base}Z`, style: bar_style(series)}));
    targets.push({series, point, x: x + width / 2, y: drawn ? y : base});
  }
  return {nodes: bars, targets};
}

function draw_line(series, sx, sy) {
  const ink = `var(--c${series.color})`;
  const placed = series.points.map((point) => ({series, point, x: sx.at(num(point.x)), y: sy.at(num(point.y))}));
  const targets = placed.filter((target) => !Number.isNaN(target.x) && !Number.isNaN(target.y));
  const nodes = [];
  const band = band_path(series.points, sx, sy);
  if (band) nodes.push(svg("path.band", {d: band, style: `fill:${ink}`}));
  const line = series.joined ? path_through(placed.map((target) => [target.x, target.y]), series.step) : "";
  if (line) nodes.push(svg("path.line", {d: line, style: `stroke:${ink}`, "stroke-dasharray": DASHES[series.dash || 0]}));
  if (series.marker !== undefined) nodes.push(...targets.map((target) => marker(series, target.x, target.y)));
  return {nodes, targets};
}

function draw_content(visible, sx, sy, frame) {
  const back = [], front = [], targets = [];
  visible.forEach((series, index) => {
    const drawn = series.bars ? draw_bars(series, index, visible.length, sx, sy, frame.bottom) : draw_line(series, sx, sy);
    for (const node of drawn.nodes) (node.getAttribute("class") === "band" ? back : front).push(node);
    if (drawn.targets.length) targets.push(drawn.targets);
  });
  return {nodes: [...back, ...front], targets};
}

/// One button a series; `changed` is called when a series is switched on or off.
function fill_legend(legend, all_series, hidden, changed) {
  legend.replaceChildren(...all_series.map((series) => {
    const entry = element(
        "button.entry", {
          type: "button",
          "aria-pressed": String(!hidden.has(series.name)),
          click: () => {
            if (!hidden.delete(series.name)) hidden.add(series.name);
            entry.setAttribute("aria-pressed", String(!hidden.has(series.name)));
            changed();
          }
        },
        swatch(series), series.legend || series.name);
    return entry;
  }));
}

function draw_plot(box, first_spec, hidden) {
  let spec = first_spec, targets = [], focus = [0, 0], width = 0;
  const canvas = element("div.canvas");
  const tooltip = make_tooltip();
  box.classList.add("plot");
  box.replaceChildren(canvas);

  function draw() {
    width = Math.max(220, canvas.clientWidth || 600);
    const height = spec.height || Math.round(Math.min(380, Math.max(240, 0.58 * width)));
    const visible = spec.series.filter((series) => !hidden.has(series.name));
    const points = visible.flatMap((series) => series.points);
    const ys = points.flatMap((point) => [num(point.y), num(point.low), num(point.high)]);
    const xs = points.flatMap((point) => (point.x0 === undefined ? [num(point.x)] : [num(point.x0), num(point.x1)]))
                   .concat(points.length ? list(spec.x.span).map(num) : []);
    if (spec.y.log && visible.some((series) => series.bars) && points.length) ys.push(0.7);  // a bar of one query has a height
    const top = 24, bottom = height - 44, right = width - 12;
    const sy = make_scale(spec.y, ys, bottom, top, 24);
    const left = 12 + 6.8 * Math.max(2, ...sy.ticks.map((tick) => tick.text.length));
    const sx = make_scale(spec.x, xs, left, right, 52);
    const frame = {left, right, top, bottom};
    const content = draw_content(visible, sx, sy, frame);
    targets = content.targets;
    focus = [0, 0];
    const nothing =
        points.length ? null : svg("text.name", {x: width / 2, y: height / 2, "text-anchor": "middle"}, "nothing to draw");
    const ring = svg("circle.ring", {r: 8, visibility: "hidden"});
    const image =
        svg("svg.chart", {
          viewBox: `0 0 ${width} ${height}`,
          width,
          height,
          tabindex: 0,
          role: "img",
          "aria-label": spec.label || "plot",
          keydown: (event) => pressed(event, ring),
          focus: () => show(ring),
          blur: () => hide(ring),
          pointermove: (event) => pointed(event, ring),
          pointerdown: (event) => pointed(event, ring),
          pointerleave: (event) => {
            if (event.pointerType !== "touch") hide(ring);
          }
        },
            draw_axes(sx, sy, spec, frame), content.nodes,
            spec.point_labels ? draw_point_labels(visible, targets.flat(), frame) : null, nothing, ring);
    canvas.replaceChildren(image);
  }

  function show(ring) {
    const target = targets[focus[0]] && targets[focus[0]][focus[1]];
    if (!target) return;
    for (const [key, value] of [["cx", target.x], ["cy", target.y], ["visibility", "visible"]]) ring.setAttribute(key, value);
    tooltip.show(canvas.firstChild, target.x, target.y, [target.series.name, ...list(target.point.text)]);
  }
  function hide(ring) {
    ring.setAttribute("visibility", "hidden");
    tooltip.hide();
  }

  function pointed(event, ring) {
    const area = canvas.firstChild.getBoundingClientRect();
    const x = (event.clientX - area.left) * width / area.width, y = (event.clientY - area.top) * width / area.width;
    let best = Infinity;
    targets.forEach((row, i) => row.forEach((target, j) => {
      const distance = (target.x - x) ** 2 + (target.series.bars ? 0.01 : 1) * (target.y - y) ** 2;
      if (distance < best) {
        best = distance;
        focus = [i, j];
      }
    }));
    if (best < 60 ** 2)
      show(ring);
    else
      hide(ring);
  }

  function pressed(event, ring) {
    if (!targets.length) return;
    const turn = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]}[event.key];
    if (event.key === "Escape") hide(ring);
    if (!turn) return;
    event.preventDefault();
    const row = (focus[0] + turn[0] + targets.length) % targets.length;
    focus = [row, Math.min(targets[row].length - 1, Math.max(0, focus[1] + turn[1]))];
    show(ring);
  }

  const update = (next) => {
    spec = next;
    draw();
  };
  draw();
  const fit = () => {
    if (canvas.clientWidth && Math.abs(canvas.clientWidth - width) > 1) draw();
  };
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(canvas);  // in the next frame, because drawing may resize again
  return {update};
}

/// The one tooltip of the page, moved to where it is needed and kept inside the window. Scrolling closes it.
window.addEventListener("scroll", () => {
  document.getElementById("tooltip").hidden = true;
}, {passive: true});
function make_tooltip() {
  const tip = document.getElementById("tooltip");
  return {
    show(image, x, y, lines) {
      tip.replaceChildren(...lines.map((line, index) => element(index ? "div" : "div.head", null, line)));
      tip.hidden = false;
      const area = image.getBoundingClientRect();
      const scale = area.width / image.viewBox.baseVal.width;
      const px = area.left + x * scale, py = area.top + y * scale;
      const left =
          px + 14 + tip.offsetWidth < document.documentElement.clientWidth ? px + 14 : Math.max(4, px - 14 - tip.offsetWidth);
      const top = Math.max(4, Math.min(py - tip.offsetHeight - 10, window.innerHeight - tip.offsetHeight - 4));
      tip.style.left = `${left}px`;
      tip.style.top = `${top}px`;
    },
    hide() { tip.hidden = true; },
  };
}
