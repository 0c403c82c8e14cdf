// The picture of a simulation: the surfaces of all bodies in one frame of a trace.
import * as three from "three";
import type {TraceFile} from "../../worker/messages";
import {fields, list, num, text} from "../../plots/numbers";
import {coarseWhenSlow} from "../scene/fewer_triangles";
import {surfaceMaterial} from "../scene/shapes";
import {cssColor, type Stage} from "../scene/stage";

export interface TraceBody {
  name: string;
  kind: string;
  first: number;
  count: number;
  color: string;
}
const COLORS: Record<string, string[]> = {
  obstacle: ["--fc-line"], cloth: ["--fc-a", "--fc-time", "--fc-free"],
  solid: ["--fc-b", "--fc-a", "--fc-free", "--fc-time", "--fc-unsure"],
};

/// The bodies of the description; one for everything if it names none.
export function bodiesOf(trace: TraceFile): TraceBody[] {
  const used: Record<string, number> = {};
  const bodies = list(trace.description.bodies).map(fields).map((body) => {
    const kind = text(body.kind), colors = COLORS[kind] ?? COLORS.solid;
    const turn = used[kind] = (used[kind] ?? -1) + 1;
    return {name: text(body.name), kind, first: num(body.first_vertex), count: num(body.vertices),
      color: colors[turn % colors.length]};
  }).filter((body) => body.first >= 0 && body.count >= 0 &&
    body.first + body.count <= trace.vertexCount);
  return bodies.length ? bodies
    : [{name: "all", kind: "solid", first: 0, count: trace.vertexCount, color: "--fc-a"}];
}

export const positionsOf = (trace: TraceFile, frame: number): Float32Array => new Float32Array(
  trace.buffer, trace.firstFrame + frame * trace.frameSize + 8 * trace.valueCount,
  3 * trace.vertexCount);
export const valuesOf = (trace: TraceFile, frame: number): Float64Array => new Float64Array(
  trace.buffer, trace.firstFrame + frame * trace.frameSize, trace.valueCount);

export class TraceScene {
  private positions: three.BufferAttribute | null = null;
  private meshes: {mesh: three.Mesh; wires: three.LineSegments | null; body: TraceBody}[] = [];
  private trace: TraceFile | null = null;

  constructor(private readonly stage: Stage) {}

  setTrace(trace: TraceFile, bodies: TraceBody[], fit: boolean): void {
    this.trace = trace;
    this.stage.clear();
    this.meshes = [];
    this.positions = new three.BufferAttribute(positionsOf(trace, 0).slice(), 3);
    const owner = new Int32Array(trace.vertexCount).fill(-1);
    bodies.forEach((body, i) => owner.fill(i, body.first, body.first + body.count));
    bodies.forEach((body, i) => {
      const indices: number[] = [];
      for (let k = 0; k < trace.triangles.length; k += 3)
        if (owner[trace.triangles[k]] === i) indices.push(...trace.triangles.subarray(k, k + 3));
      const geometry = new three.BufferGeometry();
      geometry.setAttribute("position", this.positions!);
      geometry.setIndex(indices);
      const color = cssColor(body.color).lerp(cssColor("--fc-paper"), 0.15);
      const mesh = new three.Mesh(geometry, surfaceMaterial(color));
      mesh.frustumCulled = false;
      coarseWhenSlow(mesh);
      const wires = indices.length < 3 * 30_000 ? this.wires(indices) : null;
      this.stage.content.add(mesh);
      if (wires) {
        coarseWhenSlow(wires);
        this.stage.content.add(wires);
      }
      this.meshes.push({mesh, wires, body});
    });
    const box = new three.Box3(), point = new three.Vector3();
    for (const frame of new Set([0, trace.frameCount >> 1, trace.frameCount - 1])) {
      const at = positionsOf(trace, frame);
      for (let i = 0; i < at.length; i += 3) {
        point.set(at[i], at[i + 1], at[i + 2]);
        if (Number.isFinite(point.x + point.y + point.z)) box.expandByPoint(point);
      }
    }
    this.stage.setBounds(box);
    if (fit) this.stage.fit(box, new three.Vector3(1, -1.7, 0.65), false);
  }

  private wires(indices: number[]): three.LineSegments {
    const ends = new Set<string>(), lines: number[] = [];
    for (let i = 0; i < indices.length; i += 3) {
      for (let k = 0; k < 3; ++k) {
        const a = indices[i + k], b = indices[i + (k + 1) % 3];
        const key = a < b ? `${a},${b}` : `${b},${a}`;
        if (ends.has(key)) continue;
        ends.add(key);
        lines.push(a, b);
      }
    }
    const geometry = new three.BufferGeometry();
    geometry.setAttribute("position", this.positions!);
    geometry.setIndex(lines);
    const wires = new three.LineSegments(geometry, new three.LineBasicMaterial(
      {color: cssColor("--fc-ink"), transparent: true, opacity: 0.2}));
    wires.frustumCulled = false;
    return wires;
  }

  setFrame(frame: number): void {
    if (!this.trace || !this.positions) return;
    (this.positions.array as Float32Array).set(positionsOf(this.trace, frame));
    this.positions.needsUpdate = true;
    this.stage.invalidate();
  }
  setShown(name: string, shown: boolean): void {
    for (const {mesh, wires, body} of this.meshes) {
      if (body.name !== name) continue;
      mesh.visible = shown;
      if (wires) wires.visible = shown;
    }
    this.stage.invalidate();
  }
}
