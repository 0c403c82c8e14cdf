// Things that stages show: points of constant size, thick lines, surfaces, translucent patches.
import * as three from "three";
import {LineMaterial} from "three/examples/jsm/lines/LineMaterial.js";
import {LineSegments2} from "three/examples/jsm/lines/LineSegments2.js";
import {LineSegmentsGeometry} from "three/examples/jsm/lines/LineSegmentsGeometry.js";

let disc: three.CanvasTexture | null = null;
let cross: three.CanvasTexture | null = null;

function texture(draw: (context: CanvasRenderingContext2D) => void): three.CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const context = canvas.getContext("2d");
  if (context) draw(context);
  return new three.CanvasTexture(canvas);
}
function discTexture(): three.CanvasTexture {
  disc ??= texture((context) => {
    context.beginPath();
    context.arc(32, 32, 27, 0, 2 * Math.PI);
    context.fillStyle = "#ffffff";
    context.fill();
    context.lineWidth = 7;
    context.strokeStyle = "rgba(0, 0, 0, 0.55)";
    context.stroke();
  });
  return disc;
}
function crossTexture(): three.CanvasTexture {
  cross ??= texture((context) => {
    context.lineWidth = 6;
    context.lineCap = "round";
    context.strokeStyle = "#ffffff";
    context.beginPath();
    context.moveTo(32, 6);
    context.lineTo(32, 58);
    context.moveTo(6, 32);
    context.lineTo(58, 32);
    context.stroke();
    context.beginPath();
    context.arc(32, 32, 16, 0, 2 * Math.PI);
    context.stroke();
  });
  return cross;
}

export interface PointLook {
  color: three.Color;
  size: number;        /// in pixels
  cross?: boolean;
  onTop?: boolean;     /// drawn over what lies in front of it
  opacity?: number;
}

/// Points that have the same size on the screen wherever they are.
export function makePoints(positions: ArrayLike<number>, look: PointLook): three.Points {
  const geometry = new three.BufferGeometry();
  geometry.setAttribute("position", new three.BufferAttribute(Float32Array.from(positions), 3));
  const material = new three.PointsMaterial({
    color: look.color, size: look.size,
    sizeAttenuation: false, map: look.cross ? crossTexture() : discTexture(), transparent: true,
    alphaTest: 0.2, depthTest: !look.onTop, opacity: look.opacity ?? 1,
  });
  const points = new three.Points(geometry, material);
  points.renderOrder = look.onTop ? 10 : 2;
  points.frustumCulled = false;
  return points;
}

export interface LineLook {
  color: three.Color;
  width: number;       /// in pixels
  opacity?: number;
  dashed?: number;     /// length of a dash
  onTop?: boolean;
}

/// Segments from each second point to the next.
export function makeLines(positions: ArrayLike<number>, look: LineLook): LineSegments2 {
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(Float32Array.from(positions.length ? Array.from(positions) : [0, 0, 0, 0, 0, 0]));
  const material = new LineMaterial({
    color: look.color, linewidth: look.width, transparent: (look.opacity ?? 1) < 1,
    opacity: look.opacity ?? 1, dashed: Boolean(look.dashed), dashSize: look.dashed ?? 1,
    gapSize: 0.7 * (look.dashed ?? 1), depthTest: !look.onTop,
  });
  const lines = new LineSegments2(geometry, material);
  if (look.dashed) lines.computeLineDistances();
  lines.frustumCulled = false;
  lines.renderOrder = look.onTop ? 9 : 1;
  return lines;
}
export function moveLines(lines: LineSegments2, positions: ArrayLike<number>): void {
  lines.geometry.setPositions(Float32Array.from(Array.from(positions)));
  const material = lines.material as LineMaterial;
  if (material.dashed) lines.computeLineDistances();
}
export function movePoints(points: three.Points, positions: ArrayLike<number>): void {
  const attribute = points.geometry.getAttribute("position") as three.BufferAttribute;
  (attribute.array as Float32Array).set(Float32Array.from(Array.from(positions)));
  attribute.needsUpdate = true;
}

/// A translucent surface that is seen from both sides.
export function makePatch(
  positions: ArrayLike<number>, indices: number[], color: three.Color,
  opacity: number): three.Mesh {
  const geometry = new three.BufferGeometry();
  geometry.setAttribute("position", new three.BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(indices);
  const material = new three.MeshBasicMaterial({
    color, opacity, transparent: opacity < 1, side: three.DoubleSide, depthWrite: opacity >= 1,
  });
  const mesh = new three.Mesh(geometry, material);
  mesh.frustumCulled = false;
  return mesh;
}

/// A solid surface with flat shading, of the kind that is cheapest to draw: many machines that show
/// these pages have no graphics card.
export function surfaceMaterial(color: three.Color, opacity = 1): three.MeshLambertMaterial {
  return new three.MeshLambertMaterial({
    color, flatShading: true, side: three.DoubleSide, opacity,
    transparent: opacity < 1, depthWrite: opacity >= 1, polygonOffset: true,
    polygonOffsetFactor: 1, polygonOffsetUnits: 1,
  });
}

/// Colours from dark blue over green to yellow, evenly light and safe for the colour-blind: a fit of
/// seven stops, for numbers from 0 to 1.
const STOPS = ["#30307e", "#2d5f91", "#23808c", "#2f9f7c", "#6cba55", "#bccc3a", "#fbe04a"]
  .map((stop) => new three.Color(stop));
export function heat(share: number): three.Color {
  const at = Math.min(0.999999, Math.max(0, share)) * (STOPS.length - 1), low = Math.floor(at);
  return STOPS[low].clone().lerp(STOPS[low + 1], at - low);
}
