// The picture of a step: all objects at time t, impacts as markers, times as colours. The motion is
// computed on the graphics card, so that scrubbing moves nothing but one number.
import * as three from "three";
import type {LineSegments2} from "three/examples/jsm/lines/LineSegments2.js";
import type {StepAnswer} from "../../worker/messages";
import {frameOf, type Frame, type Vec} from "../queries/pair";
import {coarseWhenSlow} from "../scene/fewer_triangles";
import {heat, makeLines, makePoints, moveLines, surfaceMaterial} from "../scene/shapes";
import {cssColor, type Stage} from "../scene/stage";
import type {Step} from "./sequence";

/// Makes a material move its vertices from `position` to the attribute `towards`.
function moving(material: three.Material, time: {value: number}): void {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.stepTime = time;
    shader.vertexShader = "attribute vec3 towards;\nuniform float stepTime;\n" +
      shader.vertexShader.replace("#include <begin_vertex>",
        "vec3 transformed = mix(position, towards, stepTime);");
  };
}

export class StepScene {
  private readonly time = {value: 0};
  private frame: Frame = frameOf([[0, 0, 0]]);
  private step: Step | null = null;
  private surface: three.Mesh | null = null;
  private wires: three.LineSegments | null = null;
  private markers: three.Points | null = null;
  private chosenMark: three.Points | null = null;
  private chosenLines: LineSegments2 | null = null;
  private chosen: number[] = [];

  constructor(private readonly stage: Stage) {}

  setStep(step: Step, fit: boolean): void {
    this.step = step;
    this.stage.clear();
    this.markers = this.chosenMark = this.chosenLines = null;
    this.chosen = [];
    const corner = (data: Float64Array, i: number): Vec => [data[3 * i], data[3 * i + 1], data[3 * i + 2]];
    const extremes: Vec[] = [];
    for (const data of [step.t0, step.t1]) extremes.push(...boxOf(data));
    this.frame = frameOf(extremes);
    const count = step.t0.length / 3;
    const from = new Float32Array(3 * count), to = new Float32Array(3 * count);
    for (let i = 0; i < count; ++i) {
      from.set(this.frame.map(corner(step.t0, i)), 3 * i);
      to.set(this.frame.map(corner(step.t1, i)), 3 * i);
    }
    const geometry = new three.BufferGeometry();
    geometry.setAttribute("position", new three.BufferAttribute(from, 3));
    geometry.setAttribute("towards", new three.BufferAttribute(to, 3));
    geometry.setAttribute("color", new three.BufferAttribute(new Float32Array(3 * count), 3));
    geometry.setIndex(new three.BufferAttribute(Uint32Array.from(step.faces), 1));
    const material = surfaceMaterial(new three.Color(0xffffff));
    material.vertexColors = true;
    moving(material, this.time);
    this.surface = new three.Mesh(geometry, material);
    this.surface.frustumCulled = false;
    coarseWhenSlow(this.surface);
    this.stage.content.add(this.surface);
    this.addWires(step, geometry);
    this.color(null);
    const box = new three.Box3();
    for (const extreme of extremes) box.expandByPoint(new three.Vector3(...this.frame.map(extreme)));
    this.stage.setBounds(box);
    if (fit) this.stage.fit(box, new three.Vector3(1, -1.6, 0.9), false);
    this.stage.invalidate();
  }

  /// The edges of faces, thin; not for meshes so fine that they would cover everything.
  private addWires(step: Step, surface: three.BufferGeometry): void {
    if (step.faces.length > 3 * 30_000) {
      this.wires = null;
      return;
    }
    const ends = new Set<number>(), lines: number[] = [], count = step.t0.length / 3;
    const add = (a: number, b: number) => {
      const key = Math.min(a, b) * count + Math.max(a, b);
      if (ends.has(key)) return;
      ends.add(key);
      lines.push(a, b);
    };
    for (let i = 0; i < step.faces.length; i += 3)
      for (let k = 0; k < 3; ++k) add(step.faces[i + k], step.faces[i + (k + 1) % 3]);
    for (let i = 0; i < step.edges.length; i += 2) add(step.edges[i], step.edges[i + 1]);
    const geometry = new three.BufferGeometry();
    geometry.setAttribute("position", surface.getAttribute("position"));
    geometry.setAttribute("towards", surface.getAttribute("towards"));
    geometry.setIndex(lines);
    const material = new three.LineBasicMaterial(
      {color: cssColor("--fc-ink"), transparent: true, opacity: 0.22});
    moving(material, this.time);
    this.wires = new three.LineSegments(geometry, material);
    this.wires.frustumCulled = false;
    coarseWhenSlow(this.wires);
    this.stage.content.add(this.wires);
  }

  /// Colours by object, or by the earliest time of each vertex.
  color(times: Float64Array | null): void {
    if (!this.surface || !this.step) return;
    const attribute = this.surface.geometry.getAttribute("color") as three.BufferAttribute;
    const names = ["--fc-a", "--fc-b", "--fc-time", "--fc-unsure", "--fc-free"];
    const paper = cssColor("--fc-paper");
    const objects = names.map((name) => cssColor(name).lerp(paper, 0.25));
    const quiet = cssColor("--fc-line");
    for (let i = 0; i < attribute.count; ++i) {
      const color = times === null ? objects[this.step.objects[i] % objects.length]
        : Number.isNaN(times[i]) ? quiet : heat(times[i]);
      attribute.setXYZ(i, color.r, color.g, color.b);
    }
    attribute.needsUpdate = true;
    this.stage.invalidate();
  }
  showWires(shown: boolean): void {
    if (this.wires) this.wires.visible = shown;
    this.stage.invalidate();
  }

  setImpacts(answer: StepAnswer): void {
    if (this.markers) this.stage.content.remove(this.markers);
    this.markers = null;
    const count = answer.times.length;
    if (count) {
      const positions = new Float32Array(3 * count), colors = new Float32Array(3 * count);
      for (let i = 0; i < count; ++i) {
        positions.set(this.pointOf(answer, i), 3 * i);
        const color = heat(answer.times[i]);
        colors.set([color.r, color.g, color.b], 3 * i);
      }
      this.markers = makePoints(positions,
        {color: new three.Color(0xffffff), size: count > 3000 ? 4 : count > 400 ? 6 : 9});
      this.markers.geometry.setAttribute("color", new three.BufferAttribute(colors, 3));
      (this.markers.material as three.PointsMaterial).vertexColors = true;
      coarseWhenSlow(this.markers);
      this.stage.content.add(this.markers);
    }
    this.stage.invalidate();
  }
  showMarkers(shown: boolean): void {
    if (this.markers) this.markers.visible = shown;
    this.stage.invalidate();
  }

  private pointOf(answer: StepAnswer, i: number): Vec {
    return this.frame.map([...answer.points.subarray(3 * i, 3 * i + 3)] as Vec);
  }

  /// Marks one impact and moves the camera to it; -1 takes the mark away.
  choose(answer: StepAnswer, index: number, zoom: boolean): void {
    for (const old of [this.chosenMark, this.chosenLines]) if (old) this.stage.content.remove(old);
    this.chosenMark = this.chosenLines = null;
    this.chosen = [];
    if (index >= 0 && index < answer.times.length) {
      const color = cssColor("--fc-contact"), at = this.pointOf(answer, index);
      this.chosenMark = makePoints(at, {color, size: 26, cross: true, onTop: true});
      this.chosen = [...answer.vertices.subarray(4 * index, 4 * index + 4)].filter((v) => v >= 0);
      this.chosenLines = makeLines(new Array<number>(6 * this.sides().length).fill(0),
        {color, width: 3, onTop: true});
      this.stage.content.add(this.chosenMark, this.chosenLines);
      if (zoom) this.stage.lookAt(new three.Vector3(...at), this.elementSize());
    }
    this.setTime(this.time.value);
  }

  /// The outlines of the chosen pair, as pairs of vertices.
  private sides(): [number, number][] {
    const v = this.chosen;
    if (v.length === 4 && this.isFace(v[1], v[2], v[3]))
      return [[v[1], v[2]], [v[2], v[3]], [v[3], v[1]]];
    if (v.length === 4) return [[v[0], v[1]], [v[2], v[3]]];
    return v.length === 3 ? [[v[1], v[2]]] : [[v[0], v[1]]];
  }
  private isFace(a: number, b: number, c: number): boolean {
    const faces = this.step!.faces;
    for (let i = 0; i < faces.length; i += 3)
      if (faces[i] === a && faces[i + 1] === b && faces[i + 2] === c) return true;
    return false;
  }
  private vertexAt(v: number, t: number): Vec {
    const {t0, t1} = this.step!;
    return this.frame.map([0, 1, 2].map((k) =>
      (1 - t) * t0[3 * v + k] + t * t1[3 * v + k]) as Vec);
  }
  private elementSize(): number {
    const at = this.chosen.map((v) => new three.Vector3(...this.vertexAt(v, this.time.value)));
    const box = new three.Box3().setFromPoints(at);
    return Math.max(1e-3, 3 * box.getBoundingSphere(new three.Sphere()).radius);
  }

  setTime(t: number): void {
    this.time.value = t;
    if (this.chosenLines && this.step) {
      moveLines(this.chosenLines, this.sides().flatMap(([a, b]) =>
        [...this.vertexAt(a, t), ...this.vertexAt(b, t)]));
    }
    this.stage.invalidate();
  }

  /// The impact under the pointer; -1 if there is none.
  under(event: MouseEvent): number {
    if (!this.markers?.visible) return -1;
    return this.stage.under(event, [this.markers])[0]?.index ?? -1;
  }
}

/// The two corners of the box around all vertices.
function boxOf(data: Float64Array): [Vec, Vec] {
  const low: Vec = [Infinity, Infinity, Infinity], high: Vec = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < data.length; ++i) {
    const k = i % 3;
    if (data[i] < low[k]) low[k] = data[i];
    if (data[i] > high[k]) high[k] = data[i];
  }
  return [low, high];
}
