// The picture of moving bodies: surfaces, their hierarchy of boxes, the contact and its features, and
// the path that they sweep.
import * as three from "three";
import type {BodyGeometry, Drawing} from "../../worker/messages";
import {coarseWhenSlow} from "../scene/fewer_triangles";
import {makeLines, makePatch, makePoints, surfaceMaterial} from "../scene/shapes";
import {cssColor, type Stage} from "../scene/stage";
import {poseAt} from "./drawing";

const LINK_COLORS = ["--fc-a", "--fc-time"];
const ROLE_COLORS = new Map([
  ["a", ["--fc-a"]], ["b", ["--fc-b"]], ["object", ["--fc-line"]], ["attached", ["--fc-free"]],
]);

const SAMPLES = Array.from({length: 33}, (_, i) => i / 32);  // shares of the motion
const BOX = 11;  // numbers of a box: level, centre, half sizes, quaternion

/// A contact to mark: a point, a normal, and features in the frames of bodies.
export interface Mark {
  time: number;
  point: number[];
  normal: number[];
  features: {body: string; vertices: number[]}[];
}

export class BodiesScene {
  private drawing: Drawing | null = null;
  private groups: {body: BodyGeometry; group: three.Group; boxes: three.Group; features: three.Group}[] = [];
  private mark = new three.Group();
  private ghosts = new three.Group();
  private time = 0;
  /// The radius of what the robot or the bodies sweep.
  private reach = 1;

  constructor(private readonly stage: Stage) {}

  setDrawing(drawing: Drawing, fit: boolean): void {
    this.drawing = drawing;
    this.stage.clear();
    this.mark = new three.Group();
    this.ghosts = new three.Group();
    const used = new Map<string, number>();
    this.groups = drawing.bodies.map((body) => {
      const colors = ROLE_COLORS.get(body.role) ?? LINK_COLORS;
      const turn = used.get(body.role) ?? 0;
      used.set(body.role, turn + 1);
      const color = cssColor(colors[turn % colors.length]).lerp(cssColor("--fc-paper"), 0.12);
      const geometry = new three.BufferGeometry();
      geometry.setAttribute("position", new three.BufferAttribute(body.positions, 3));
      geometry.setIndex(new three.BufferAttribute(body.triangles, 1));
      const group = new three.Group(), boxes = new three.Group(), features = new three.Group();
      const mesh = new three.Mesh(geometry, surfaceMaterial(color));
      coarseWhenSlow(mesh);
      group.add(mesh, boxes, features);
      if (body.triangles.length < 3 * 20_000) group.add(outlines(geometry));
      this.stage.content.add(group);
      return {body, group, boxes, features};
    });
    this.stage.content.add(this.mark, this.ghosts);
    const {all, moving} = this.sweptBoxes();
    const radius = (box: three.Box3) => box.getBoundingSphere(new three.Sphere()).radius;
    this.reach = radius(moving);
    this.stage.setBounds(all);
    // The first look is at everything, but not at a ground on which the robot is a dot.
    const first = radius(all) > 6 * this.reach ? moving : all;
    if (fit) this.stage.fit(first, new three.Vector3(1, -1.6, 0.8), false);
    this.setTime(this.time);
  }

  /// The boxes around all bodies over the whole motion, and around those that are not the scene's.
  private sweptBoxes(): {all: three.Box3; moving: three.Box3} {
    const drawing = this.drawing!, all = new three.Box3(), moving = new three.Box3();
    const place = new three.Vector3(), turn = new three.Quaternion(), one = new three.Vector3(1, 1, 1);
    for (const body of drawing.bodies) {
      const own = new three.Box3().setFromArray(body.positions as unknown as number[]);
      const samples = body.poses.length === 7 ? [0] : SAMPLES;
      for (const share of samples) {
        poseAt(drawing, body, share * drawing.times[drawing.times.length - 1], place, turn);
        const box = own.clone().applyMatrix4(new three.Matrix4().compose(place, turn, one));
        all.union(box);
        if (body.role !== "object") moving.union(box);
      }
    }
    return {all, moving: moving.isEmpty() ? all : moving};
  }

  setTime(t: number): void {
    this.time = t;
    if (!this.drawing) return;
    for (const {body, group} of this.groups)
      poseAt(this.drawing, body, t, group.position, group.quaternion);
    this.stage.invalidate();
  }

  /// The boxes of one level of the hierarchy, where the report has them; -1 hides them.
  setLevel(level: number): void {
    for (const {body, boxes} of this.groups) {
      boxes.clear();
      if (level < 0) continue;
      const lines: number[] = [];
      for (let i = 0; i + BOX <= body.boxes.length; i += BOX)
        if (body.boxes[i] === level) lines.push(...boxEdges(body.boxes.subarray(i + 1, i + BOX)));
      if (lines.length)
        boxes.add(makeLines(lines, {color: cssColor("--fc-unsure"), width: 1.2, opacity: 0.9}));
    }
    this.stage.invalidate();
  }
  get levels(): number {
    let most = -1;
    for (const {body} of this.groups)
      for (let i = 0; i + BOX <= body.boxes.length; i += BOX) most = Math.max(most, body.boxes[i]);
    return most + 1;
  }

  setMark(mark: Mark | null): void {
    this.mark.clear();
    for (const {features} of this.groups) features.clear();
    if (mark && mark.point.length === 3) {
      const color = cssColor("--fc-contact");
      this.mark.add(makePoints(mark.point, {color, size: 24, cross: true, onTop: true}));
      if (mark.normal.length === 3 && mark.normal.some((value) => value !== 0)) {
        const tip = mark.point.map((value, k) => value + 0.18 * this.reach * mark.normal[k]);
        this.mark.add(makeLines([...mark.point, ...tip], {color, width: 3, onTop: true}));
      }
      for (const feature of mark.features) this.addFeature(feature.body, feature.vertices, color);
    }
    this.stage.invalidate();
  }
  private addFeature(name: string, vertices: number[], color: three.Color): void {
    const found = this.groups.find(({body}) => body.name === name || body.role === name);
    if (!found) return;
    const at = vertices.map((v) => [...found.body.positions.subarray(3 * v, 3 * v + 3)])
      .filter((point) => point.length === 3);
    if (!at.length) return;
    found.features.add(makePoints(at.flat(), {color, size: 9, onTop: true}));
    if (at.length < 2) return;
    const sides = at.length === 2 ? [[0, 1]] : at.map((_, i) => [i, (i + 1) % at.length]);
    found.features.add(makeLines(sides.flatMap(([i, j]) => [...at[i], ...at[j]]),
      {color, width: 3, onTop: true}));
    if (at.length > 2) {
      const fan = Array.from({length: at.length - 2}, (_, i) => [0, i + 1, i + 2]).flat();
      found.features.add(makePatch(at.flat(), fan, color, 0.35));
    }
  }

  /// Faint copies along the motion.
  showGhosts(shown: boolean): void {
    this.ghosts.clear();
    if (shown && this.drawing) {
      const {times} = this.drawing, last = times[times.length - 1];
      for (const {body, group} of this.groups) {
        if (body.poses.length === 7) continue;
        const mesh = group.children[0] as three.Mesh;
        const color = (mesh.material as three.MeshLambertMaterial).color;
        const material = new three.MeshBasicMaterial(
          {color, transparent: true, opacity: 0.07, depthWrite: false, side: three.DoubleSide});
        for (let i = 0; i <= 8; ++i) {
          const copy = new three.Mesh(mesh.geometry, material);
          poseAt(this.drawing, body, last * i / 8, copy.position, copy.quaternion);
          this.ghosts.add(copy);
        }
      }
    }
    this.stage.invalidate();
  }
}

function outlines(geometry: three.BufferGeometry): three.LineSegments {
  const edges = new three.EdgesGeometry(geometry, 20);
  return new three.LineSegments(edges, new three.LineBasicMaterial(
    {color: cssColor("--fc-ink"), transparent: true, opacity: 0.35}));
}

/// The twelve edges of an oriented box: centre, half sizes, quaternion w x y z.
function boxEdges(b: ArrayLike<number>): number[] {
  const turn = new three.Quaternion(b[7], b[8], b[9], b[6]);
  const corner = (i: number) => new three.Vector3(
    i & 1 ? b[3] : -b[3], i & 2 ? b[4] : -b[4], i & 4 ? b[5] : -b[5])
    .applyQuaternion(turn).add(new three.Vector3(b[0], b[1], b[2])).toArray();
  const pairs = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5],
    [2, 6], [3, 7]];
  return pairs.flatMap(([i, j]) => [...corner(i), ...corner(j)]);
}
