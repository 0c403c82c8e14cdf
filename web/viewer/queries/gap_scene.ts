// The gap set: all differences of a point of the first element and a point of the second. At one
// time it is a triangle (vertex-face) or a parallelogram (edge-edge); over the step these sections
// sweep a prism, whose sides are bilinear and may cross themselves, as in an hourglass. The pair
// touches exactly when the section holds the origin.
import * as three from "three";
import type {LineSegments2} from "three/examples/jsm/lines/LineSegments2.js";
import type {PairAnswer} from "../../worker/messages";
import {cssColor, type Stage} from "../scene/stage";
import {makeLines, makePatch, makePoints, moveLines} from "../scene/shapes";
import {gapAt, type Pair, type Vec} from "./pair";

const GRID = 24;  // pieces of a swept side along time

export class GapScene {
  private pair: Pair | null = null;
  private scale = 1;
  private section: three.Mesh | null = null;
  private outline: LineSegments2 | null = null;
  private proof: three.Group | null = null;
  private segments: PairAnswer["certificate"] = [];
  private time = 0;
  private radius = 1;

  constructor(private readonly stage: Stage) {}

  setPair(pair: Pair, fit: boolean): void {
    this.pair = pair;
    this.segments = [];
    this.proof = null;
    this.stage.clear();
    const ends = [...gapAt(pair, 0), ...gapAt(pair, 1)];
    this.scale = Math.max(...ends.flat().map(Math.abs)) || 1;
    this.addSides(pair);
    this.addOrigin();
    const box = new three.Box3().expandByPoint(new three.Vector3());
    for (const end of ends) box.expandByPoint(new three.Vector3(...this.map(end)));
    this.radius = box.getBoundingSphere(new three.Sphere()).radius || 1;
    this.stage.setBounds(box);
    if (fit) this.stage.fit(box, this.bestDirection(ends), false);
    this.addSection(pair);
    this.setTime(this.time);
  }

  private map(point: Vec): Vec {
    return point.map((value) => value / this.scale) as Vec;
  }

  /// From the side of the way of the sections, so that the sweep is seen at its full length.
  private bestDirection(ends: Vec[]): three.Vector3 {
    const half = ends.length / 2, middle = (from: number) => ends.slice(from, from + half)
      .reduce((sum, end) => sum.add(new three.Vector3(...this.map(end))), new three.Vector3());
    const way = middle(half).sub(middle(0));
    const side = way.clone().cross(new three.Vector3(0, 0, 1));
    if (side.lengthSq() < 1e-6 * way.lengthSq() || way.lengthSq() === 0) side.set(1, -1.5, 0.4);
    side.normalize();
    return side.add(new three.Vector3(0.25, -0.35, 0.45));
  }

  private addSides(pair: Pair): void {
    const color = cssColor("--fc-time"), soft = cssColor("--fc-soft");
    const rows = Array.from({length: GRID + 1}, (_, i) => gapAt(pair, i / GRID).map((corner) =>
      this.map(corner)));
    const corners = rows[0].length, content = this.stage.content;
    const sides = corners > 2 ? corners : corners - 1;
    for (let side = 0; side < sides; ++side) {
      const next = (side + 1) % corners;
      const positions = rows.flatMap((row) => [...row[side], ...row[next]]);
      const indices = Array.from({length: GRID}, (_, i) => 2 * i)
        .flatMap((k) => [k, k + 1, k + 2, k + 1, k + 3, k + 2]);
      content.add(makePatch(positions, indices, color, 0.13));
    }
    const paths = rows[0].flatMap((corner, i) => [...corner, ...rows[GRID][i]]);
    content.add(makeLines(paths, {color: soft, width: 1.3, opacity: 0.8}));
    const rings: number[] = [];
    for (let i = 0; i <= GRID; i += GRID / 8)
      for (let side = 0; side < sides; ++side)
        rings.push(...rows[i][side], ...rows[i][(side + 1) % corners]);
    if (rings.length) content.add(makeLines(rings, {color: soft, width: 0.8, opacity: 0.4}));
    for (const [row, text] of [[0, "t = 0"], [GRID, "t = 1"]] as const) {
      const middle = new three.Vector3();
      for (const corner of rows[row]) middle.add(new three.Vector3(...corner));
      this.stage.addLabel(text, middle.divideScalar(corners), "soft");
    }
  }

  private addOrigin(): void {
    const color = cssColor("--fc-contact");
    this.stage.content.add(makePoints([0, 0, 0], {color, size: 24, cross: true, onTop: true}));
    this.stage.addLabel("origin", new three.Vector3(), "contact");
  }

  private addSection(pair: Pair): void {
    const color = cssColor("--fc-time"), corners = gapAt(pair, 0).length;
    const zeros = new Array<number>(3 * corners).fill(0);
    if (corners > 2) {
      const indices = corners === 4 ? [0, 1, 2, 0, 2, 3] : [0, 1, 2];
      this.section = makePatch(zeros, indices, color, 0.6);
      this.stage.content.add(this.section);
    } else {
      this.section = null;
    }
    const sides = corners > 2 ? corners : 1;
    this.outline = makeLines(new Array<number>(6 * sides).fill(0), {color, width: 3});
    this.stage.content.add(this.outline);
  }

  setTime(t: number): void {
    this.time = t;
    if (!this.pair || !this.outline) return;
    const at = gapAt(this.pair, t).map((corner) => this.map(corner));
    if (this.section) {
      const attribute = this.section.geometry.getAttribute("position") as three.BufferAttribute;
      (attribute.array as Float32Array).set(at.flat());
      attribute.needsUpdate = true;
    }
    const sides = at.length > 2 ? at.length : 1;
    const lines = Array.from({length: sides}, (_, i) =>
      [...at[i], ...at[(i + 1) % at.length]]).flat();
    if (at.length === 1) lines.splice(3, 3, ...at[0].map((value) => value + 0.02));
    moveLines(this.outline, lines);
    this.drawProof();
    this.stage.invalidate();
  }

  /// The proof of freedom: directions that keep the section away from the origin.
  setCertificate(segments: PairAnswer["certificate"]): void {
    this.segments = segments;
    this.drawProof();
    this.stage.invalidate();
  }

  /// The direction at this time as an arrow, and the plane through the origin that it stands on.
  private drawProof(): void {
    if (this.proof) {
      this.stage.content.remove(this.proof);
      this.proof = null;
    }
    const segment = this.segments.find(({t0, t1}) => this.time >= t0 && this.time <= t1);
    if (!segment) return;
    const share = segment.t1 > segment.t0 ? (this.time - segment.t0) / (segment.t1 - segment.t0) : 0;
    const n = new three.Vector3(...segment.n0.map((value, k) =>
      (1 - share) * value + share * segment.n1[k]) as Vec);
    const largest = Math.max(Math.abs(n.x), Math.abs(n.y), Math.abs(n.z));
    if (!(largest > 0) || !Number.isFinite(largest)) return;
    n.divideScalar(largest).normalize();
    const color = cssColor("--fc-free"), tip = n.clone().multiplyScalar(0.45 * this.radius);
    this.proof = new three.Group();
    this.proof.add(makeLines([0, 0, 0, ...tip.toArray()], {color, width: 3, onTop: true}));
    this.proof.add(makePoints(tip.toArray(), {color, size: 9, onTop: true}));
    const disc = new three.Mesh(new three.CircleGeometry(0.8 * this.radius, 48),
      new three.MeshBasicMaterial({color, opacity: 0.14, transparent: true,
        side: three.DoubleSide, depthWrite: false}));
    disc.quaternion.setFromUnitVectors(new three.Vector3(0, 0, 1), n);
    this.proof.add(disc);
    this.stage.content.add(this.proof);
  }
}
