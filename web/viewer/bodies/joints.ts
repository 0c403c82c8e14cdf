// The joint values of a robot's motion: at the start, now and at the end; with sliders where the robot
// is open here and the motion can be changed.
import {element} from "../../plots/elements";
import {fields, num, short} from "../../plots/numbers";
import type {LiveRobot} from "./live_robot";

/// `follow` shows the values at another time.
export function jointPanel(
  report: Record<string, unknown>, live: LiveRobot | null,
  changed: () => void): {root: HTMLElement; follow: (t: number) => void} {
  const from = fields(report.from), to = fields(report.to);
  const names = live ? live.info.values.map((value) => value.name) : Object.keys(from);
  const movable = live?.isEdge ? live.path.configurations : null;
  const nows: HTMLElement[] = [];
  const cell = (values: number[], index: number, title: string): HTMLElement => {
    const {lower, upper, name} = live!.info.values[index];
    const output = element("output", null, short(values[index]));
    const slider: HTMLInputElement = element("input", {
      type: "range", min: Math.max(lower, -4), max: Math.min(upper, 4), step: 0.01,
      "aria-label": `${name} at the ${title}`,
      input: () => {
        values[index] = Number(slider.value);
        output.textContent = short(values[index]);
        changed();
      },
    });
    slider.value = String(values[index]);
    return element("td", null, element("span.joint", null, slider, output));
  };
  const rows = names.map((name, i) => {
    const now = element("td.number.now");
    nows.push(now);
    return element("tr", null, element("th", {scope: "row"}, name),
      movable ? cell(movable[0], i, "start") : element("td.number", null, short(from[name])), now,
      movable ? cell(movable[1], i, "end") : element("td.number", null, short(to[name])));
  });
  const follow = (t: number) => {
    const values = live?.valuesAt(t) ?? names.map((name) =>
      (num(report.segments) > 1 ? NaN : (1 - t) * num(from[name]) + t * num(to[name])));
    nows.forEach((now, i) => {
      now.textContent = Number.isNaN(values[i]) ? "" : short(values[i]);
    });
  };
  const root = element("div.scroll", {tabindex: 0, role: "region", "aria-label": "Joint values"},
    element("table.joints", {"aria-label": "Joint values"},
      element("thead", null, element("tr", null, ["joint", "start", "now", "end"].map((title, i) =>
        element(i === 2 || (i > 0 && !movable) ? "th.numbers" : "th", {scope: "col"}, title)))), element("tbody", null, rows)));
  return {root, follow};
}
