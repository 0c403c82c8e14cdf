// The picture of the two primitives at time t, with their paths and where they are at both ends.
import * as three from "three";
import type {LineSegments2} from "three/examples/jsm/lines/LineSegments2.js";
import type {PairAnswer} from "../../worker/messages";
import {cssColor, type Stage} from "../scene/stage";
import {makeLines, makePatch, makePoints, moveLines, movePoints} from "../scene/shapes";
import {frameOf, pointAt, SHAPES, type Frame, type Pair, type Vec} from "./pair";

interface Element {
  indices: number[];
  points: three.Points;
  lines: LineSegments2 | null;
  patch: three.Mesh | null;
}

/// The sides of an element of one, two or three points, as pairs of its indices.
const sidesOf = (indices: number[]): [number, number][] =>
  indices.length === 3 ? [[0, 1], [1, 2], [2, 0]] : indices.length === 2 ? [[0, 1]] : [];

export class PairScene {
  private elements: Element[] = [];
  private labels: {index: number; position: three.Vector3}[] = [];
  private frame: Frame = frameOf([[0, 0, 0]]);
  private mark: three.Group | null = null;
  private pair: Pair | null = null;
  private time = 0;

  constructor(private readonly stage: Stage) {}

  /// Shows another pair; `fit` moves the camera to it.
  setPair(pair: Pair, fit: boolean): void {
    this.pair = pair;
    this.stage.clear();
    this.mark = null;
    const shape = SHAPES[pair.kind], all = shape.names.map((_, i) => i);
    const ends: Vec[] = [0, 1].flatMap((t) => all.map((i) => pointAt(pair, i, t)));
    this.frame = frameOf(ends);
    this.elements = [shape.first, shape.second].map((indices, which) => {
      const color = cssColor(which ? "--fc-b" : "--fc-a");
      for (const t of [0, 1]) this.addGhost(pair, indices, t, color);
      const paths = indices.flatMap((i) => [...this.place(i, 0), ...this.place(i, 1)]);
      this.stage.content.add(makeLines(paths, {color, width: 1.4, opacity: 0.75, dashed: 0.045}));
      return this.addElement(indices, color);
    });
    this.labels = all.map((index) => {
      const position = new three.Vector3();
      const kind = shape.first.includes(index) ? "a" : "b";
      this.stage.addLabel(shape.names[index], position, kind);
      return {index, position};
    });
    const box = new three.Box3();
    for (const end of ends) box.expandByPoint(new three.Vector3(...this.frame.map(end)));
    this.stage.setBounds(box);
    if (fit) this.stage.fit(box, new three.Vector3(1, -1.5, 0.9), false);
    this.setTime(this.time);
  }

  private place(index: number, t: number): Vec {
    return this.frame.map(pointAt(this.pair!, index, t));
  }

  private addGhost(pair: Pair, indices: number[], t: number, color: three.Color): void {
    const at = indices.map((i) => this.frame.map(pointAt(pair, i, t)));
    const content = this.stage.content;
    content.add(makePoints(at.flat(), {color, size: 5, opacity: 0.45}));
    const sides = sidesOf(indices).flatMap(([i, j]) => [...at[i], ...at[j]]);
    if (sides.length) content.add(makeLines(sides, {color, width: 1.2, opacity: 0.4}));
    if (indices.length === 3) content.add(makePatch(at.flat(), [0, 1, 2], color, 0.1));
  }

  private addElement(indices: number[], color: three.Color): Element {
    const zeros = new Array<number>(3 * indices.length).fill(0);
    const element: Element = {
      indices, points: makePoints(zeros, {color, size: 9}),
      lines: indices.length > 1 ? makeLines(
        new Array<number>(6 * sidesOf(indices).length).fill(0), {color, width: 4}) : null,
      patch: indices.length === 3 ? makePatch(zeros, [0, 1, 2], color, 0.5) : null,
    };
    for (const part of [element.patch, element.lines, element.points])
      if (part) this.stage.content.add(part);
    return element;
  }

  setTime(t: number): void {
    this.time = t;
    if (!this.pair) return;
    for (const {indices, points, lines, patch} of this.elements) {
      const at = indices.map((i) => this.place(i, t));
      movePoints(points, at.flat());
      if (lines) moveLines(lines, sidesOf(indices).flatMap(([i, j]) => [...at[i], ...at[j]]));
      if (patch) {
        const attribute = patch.geometry.getAttribute("position") as three.BufferAttribute;
        (attribute.array as Float32Array).set(at.flat());
        attribute.needsUpdate = true;
      }
    }
    for (const label of this.labels) label.position.set(...this.place(label.index, t));
    this.stage.invalidate();
  }

  /// Where the certified method finds the contact; null removes the mark.
  setContact(contact: PairAnswer["contact"]): void {
    if (this.mark) {
      this.stage.content.remove(this.mark);
      this.mark = null;
    }
    if (contact && this.pair) {
      const color = cssColor("--fc-contact");
      const middle = contact.pointA.map((value, k) => value / 2 + contact.pointB[k] / 2) as Vec;
      const at = this.frame.map(middle);
      this.mark = new three.Group();
      this.mark.add(makePoints(at, {color, size: 22, cross: true, onTop: true}));
      const tip = at.map((value, k) => value + 0.35 * contact.normal[k]);
      if (contact.normal.some((value) => value !== 0))
        this.mark.add(makeLines([...at, ...tip], {color, width: 2.5, onTop: true}));
      this.stage.content.add(this.mark);
    }
    this.stage.invalidate();
  }
}
