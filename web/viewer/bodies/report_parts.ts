// What the panel beside moving bodies says: the answer, the collisions, the stages of culling.
import {element, type Child} from "../../plots/elements";
import {count, fields, list, num, short, text} from "../../plots/numbers";
import type {PoseInput} from "firstcontact";
import type {BodyGeometry, Drawing, MeshFile, Motion} from "../../worker/messages";
import type {Mark} from "./bodies_scene";

type Report = Record<string, unknown>;
export const timeOf = (report: Report): number => {
  const toi = num(report.toi);
  return Number.isNaN(toi) ? num(report.time) : toi;
};

const vector = (value: unknown): number[] => {
  const numbers = list(value).map(num);
  return numbers.length === 3 && numbers.every(Number.isFinite) ? numbers : [];
};

/// The answer in words; all digits are in its data.
export function answerBox(verb: string, report: Report): HTMLElement {
  const status = text(report.status), free = status === "Free";
  const kind = free ? "free" : status === "Contact" ? "contact" : "unsure";
  const time = timeOf(report), collisions = list(report.collisions).length;
  const clearance = num(report.clearance);
  const part = num(report.t_max) < 1;
  const lines: Child[] = [];
  if (status === "Contact") {
    lines.push(element("p", null, "First contact at ",
      element("code.exact", {"data-toi": String(time)}, `t = ${time}`),
      report.starts_in_contact === true ? ", at the start already" : ""));
    const [a, b] = [fields(report.a), fields(report.b)];
    if (verb === "robot") lines.push(element("p", null, `${text(a.body)} and ${text(b.body)}`));
    else lines.push(element("p", null, `${count(collisions)} collisions of features in all.`));
  } else if (free) {
    lines.push(element("p", null, verb === "robot" && report.nothing_to_check === true
      ? "There is nothing to check." : report.mode && report.mode !== "certified"
        ? `None found by mode ${text(report.mode)}.` : part
          ? `Proven up to t = ${num(report.t_max)}. What comes later was not asked.`
          : "Proven over the whole motion."));
    if (!Number.isNaN(clearance)) {
      lines.push(element("p", null, `Clearance ${short(clearance)} at t = ` +
        `${short(report.clearance_time)}, of ${text(fields(report.a).body)} and ` +
        `${text(fields(report.b).body)}.`));
    }
  } else {
    lines.push(element("p", null, text(report.message) ||
      (status === "Undecided" ? "The budget ran out." : "")));
  }
  const seconds = num(report.seconds), checks = num(report.checks) || num(fields(report.counts).checks);
  const points = [report.a, report.b].flatMap((side) => vector(fields(side).point));
  return element(`div.truth.${kind}`, {"data-status": status, "data-toi": String(time),
    "data-point": points.join(","), "data-clearance": String(clearance),
    "data-clearance-time": String(num(report.clearance_time))},
    element("strong", null, free ? part ? "Free so far." : "The motion is free."
      : status === "Contact" ? "They touch." : status || "The report has no status."),
    lines, element("p.small", null, Number.isNaN(seconds) ? "" : `${short(seconds)} s, `,
      Number.isNaN(checks) ? "" : `${count(checks)} checks, `,
      `method ${text(report.method) || text(report.mode) || "unknown"}`));
}

/// The outlines of all faces of a body, which many collisions ask for.
const outlines = new WeakMap<BodyGeometry, Map<number, number[]>>();

function faceOutlines(body: BodyGeometry): Map<number, number[]> {
  const sides = new Map<number, [number, number][]>();
  body.faces.forEach((face, i) => {
    const [p, q, r] = body.triangles.subarray(3 * i, 3 * i + 3);
    if (!sides.has(face)) sides.set(face, []);
    sides.get(face)!.push([p, q], [q, r], [r, p]);
  });
  return new Map([...sides].map(([face, list]) => [face, outline(list, body.positions.length / 3)]));
}

/// The corners of a face of the file: the outline of its triangles, in their order.
function faceCorners(drawing: Drawing, role: string, face: number): number[] {
  const body = drawing.bodies.find((one) => one.role === role);
  if (!body) return [];
  if (!body.faces.length) return [...body.triangles.subarray(3 * face, 3 * face + 3)];
  if (!outlines.has(body)) outlines.set(body, faceOutlines(body));
  return outlines.get(body)!.get(face) ?? [];
}

function outline(sides: [number, number][], vertices: number): number[] {
  const known = new Set(sides.map(([p, q]) => p * vertices + q));
  // A side between two triangles of the face goes both ways and is none of its outline.
  const next = new Map(sides.filter(([p, q]) => !known.has(q * vertices + p)));
  const start = next.keys().next().value, corners: number[] = [];
  for (let at = start; at !== undefined && corners.length <= next.size; at = next.get(at)) {
    if (corners.length && at === start) break;
    corners.push(at);
  }
  return corners;
}

/// The two bodies of a drawing as meshes, and their motions, to work out their collision screen; null if
/// the report does not tell.
export function screenInput(report: Report, drawing: Drawing):
  {a: MeshFile; b: MeshFile; motionA: Motion; motionB: Motion} | null {
  const poses = fields(report.poses);
  const pose = (value: unknown): PoseInput | null => {
    const {position, quaternion} = fields(value), q = list(quaternion).map(num);
    const at = vector(position);
    return at.length && q.length === 4 && q.every(Number.isFinite)
      ? {position: [at[0], at[1], at[2]], quaternion: {w: q[0], x: q[1], y: q[2], z: q[3]}} : null;
  };
  const motion = (value: unknown): Motion | null => {
    const from = pose(fields(value).from), to = pose(fields(value).to);
    return from && to ? {from, to} : null;
  };
  const mesh = (role: string): MeshFile | null => {
    const body = drawing.bodies.find((one) => one.role === role);
    if (!body || body.triangles.length > 3 * 1500) return null;
    const count = body.faces.length ? Math.max(...body.faces) + 1 : body.triangles.length / 3;
    const polygons = Array.from({length: count}, (_, face) => faceCorners(drawing, role, face));
    return {type: "mesh", name: body.name, vertices: Float64Array.from(body.positions),
      faces: Int32Array.from(body.triangles), edges: new Int32Array(), polygons};
  };
  const [a, b, motionA, motionB] = [mesh("a"), mesh("b"), motion(poses.a), motion(poses.b)];
  return a && b && motionA && motionB ? {a, b, motionA, motionB} : null;
}

/// The collisions of a report of `screw`, as marks for the picture.
export function screwMarks(report: Report, drawing: Drawing | null): Mark[] {
  return list(report.collisions).map(fields).map((collision) => {
    const kind = text(collision.kind);
    const feature = (role: "a" | "b", letter: string) => {
      const value = collision[role];
      if (!Array.isArray(value) && letter === "F" && drawing)
        return {body: role, vertices: faceCorners(drawing, role, num(value))};
      const vertices = Array.isArray(value) ? value.map(num) : [num(value)];
      return {body: role, vertices: vertices.filter((v) => Number.isInteger(v) && v >= 0)};
    };
    return {time: num(collision.time), point: vector(collision.point),
      normal: vector(collision.normal),
      features: [feature("a", kind[0] ?? ""), feature("b", kind[1] ?? "")]};
  });
}

/// The contact of a report of `robot`, as a mark; null if there is none.
export function robotMark(report: Report, drawing: Drawing | null): Mark | null {
  const [a, b] = [fields(report.a), fields(report.b)];
  if (text(report.status) !== "Contact") return null;
  const points = [vector(a.point), vector(b.point)];
  if (!points[0].length || !points[1].length) return null;
  const feature = (side: Record<string, unknown>) => {
    const body = drawing?.bodies.find((one) => one.name === text(side.body));
    const first = body?.shapes[num(side.shape) || 0]?.firstVertex ?? 0;
    return {body: text(side.body), vertices: list(side.vertices).map(num).map((v) => first + v)
      .filter((v) => Number.isInteger(v) && v >= 0)};
  };
  return {time: timeOf(report), normal: vector(report.normal),
    point: points[0].map((value, k) => value / 2 + points[1][k] / 2),
    features: [feature(a), feature(b)]};
}

const featureName = (letter: string, value: unknown): string =>
  letter === "E" ? `edge ${list(value).map(num).join("–")}`
    : `${letter === "V" ? "vertex" : "face"} ${num(value)}`;

export function collisionTable(report: Report, choose: (index: number) => void): HTMLElement | null {
  const collisions = list(report.collisions).map(fields);
  if (!collisions.length) return null;
  const rows = collisions.slice(0, 300).map((collision, i) => {
    const kind = text(collision.kind), properness = num(collision.properness);
    return element(properness >= 0 ? "tr.strong" : "tr", {"data-index": i,
      "data-time": String(num(collision.time)), "data-properness": String(properness),
      "data-features": JSON.stringify([kind, collision.a, collision.b]),
      "data-point": vector(collision.point).join(",")},
      element("td.number", null, element("button.link", {type: "button", click: () => choose(i)},
        num(collision.time).toFixed(6))),
      element("td", null, featureName(kind[0], collision.a)),
      element("td", null, featureName(kind[1], collision.b)),
      element("td.number", null, short(properness)),
      element("td", null, collision.proven === true ? "proven" : ""));
  });
  return element("div.scroll.collisions", {tabindex: 0, role: "region", "aria-label": "Collisions"},
    element("table", {"aria-label": "Collisions by time"},
      element("thead", null, element("tr", null, ["t", "of A", "of B", "properness", ""]
        .map((title) => element("th", {scope: "col"}, title)))), element("tbody", null, rows)));
}

/// How many pairs of bodies are left after each stage of culling.
export function stages(report: Report): HTMLElement | null {
  const counts = fields(report.counts), pairs = num(counts.pairs);
  if (!(pairs > 0)) return null;
  const rows: [string, number][] = [["pairs to keep apart", pairs],
    ["left after boxes in space", num(counts.after_spatial)],
    ["left after time", num(counts.after_temporal)]];
  return element("div.stages", null, element("h3", null, "Stages of culling"),
    rows.filter(([, value]) => !Number.isNaN(value)).map(([name, value]) => {
      const bar = element("i.bar");
      bar.style.width = `${Math.max(1, 100 * value / pairs)}%`;
      return element("div.stage-row", null, element("span", null, name), bar,
        element("b", null, count(value)));
    }));
}
