// The collision screen of two bodies on a screw: every edge as a curve over radius and height. Points of
// the two bodies that share a place on the screen meet; the crossings are the collisions.
import {element, svg} from "../../plots/elements";
import {extent, short} from "../../plots/numbers";
import {makeScale} from "../../plots/scale";
import type {CollisionScreen} from "firstcontact";

export function screenPlot(screen: CollisionScreen, choose: (time: number) => void): HTMLElement {
  const box = element("figure.screen");
  if (screen.message || screen.still) {
    box.append(element("p.note", null, screen.message || "Nothing moves: there is no screen."));
    return box;
  }
  const curves = [...screen.curvesA, ...screen.curvesB];
  const all = curves.flatMap((curve) => curve.points);
  const width = 420, height = 300, left = 48, right = 408, top = 22, bottom = 258;
  const sx = makeScale({label: ""}, [...extent(all.map((p) => p.h))], left, right, 56);
  const sy = makeScale({label: ""}, [...extent(all.map((p) => p.r))], bottom, top, 30);
  const path = (points: {r: number; h: number}[]) => "M" + points.map((p) =>
    `${sx.at(p.h).toFixed(1)} ${sy.at(p.r).toFixed(1)}`).join("L");
  const draw = (list: CollisionScreen["curvesA"], name: string) => list.filter((curve) =>
    curve.points.length > 1).map((curve) => svg(`path.curve.${name}${curve.copy ? ".copy" : ""}` +
      (curve.edge < 0 ? ".virtual" : ""), {d: path(curve.points)}));
  const pixels = (cells: Int32Array, name: string) => {
    const rects: SVGElement[] = [];
    for (let i = 0; i + 3 < cells.length && rects.length < 20_000; i += 4) {
      const r = screen.rowBase + cells[i] * screen.pixel;
      const x0 = sx.at((cells[i + 1] - 0.5) * screen.pixel), x1 = sx.at((cells[i + 2] + 0.5) * screen.pixel);
      const y0 = sy.at(r + 0.5 * screen.pixel), y1 = sy.at(r - 0.5 * screen.pixel);
      rects.push(svg(`rect.pixel.${name}`, {x: x0.toFixed(1), y: y0.toFixed(1),
        width: Math.max(0.5, x1 - x0).toFixed(1), height: Math.max(0.5, y1 - y0).toFixed(1)}));
    }
    return rects;
  };
  const crossings = screen.crossings.map((crossing) => svg("circle.crossing", {
    cx: sx.at(crossing.h).toFixed(1), cy: sy.at(crossing.r).toFixed(1), r: 5, tabindex: 0,
    role: "button", "aria-label": `Collision at t = ${short(crossing.time)}`,
    click: () => choose(crossing.time),
    keydown: (event: KeyboardEvent) => {
      if (event.key === "Enter" || event.key === " ") choose(crossing.time);
    },
  }, svg("title", null, `t = ${crossing.time}`)));
  const ticks = [
    ...sx.ticks.flatMap((tick) => [svg("path.grid", {d: `M${tick.pixel} ${top}V${bottom}`}),
      svg("text.tick", {x: tick.pixel, y: bottom + 15, "text-anchor": "middle"}, tick.text)]),
    ...sy.ticks.flatMap((tick) => [svg("path.grid", {d: `M${left} ${tick.pixel}H${right}`}),
      svg("text.tick", {x: left - 5, y: tick.pixel + 4, "text-anchor": "end"}, tick.text)]),
  ];
  const image = svg("svg.chart", {viewBox: `0 0 ${width} ${height}`, role: "group",
    "aria-label": "The collision screen"}, ticks,
  pixels(screen.pixelsA, "a"), pixels(screen.pixelsB, "b"), draw(screen.curvesA, "a"),
  draw(screen.curvesB, "b"), crossings,
  svg("text.name", {x: 2, y: 13}, screen.straight ? "across" : "radius r"),
  svg("text.name", {x: (left + right) / 2, y: bottom + 32, "text-anchor": "middle"},
    screen.straight ? "across" : "height h"));
  box.append(element("h3", null, "Collision screen"), image, element("figcaption.note", null,
    "Edges of A and B by the helix they move on. Where curves cross, edges meet; a click on a ring " +
    "goes there."));
  return box;
}
