// One three-dimensional picture: a scene, a camera that orbits, and drawing on demand. A frame is
// drawn only when something has changed, so that a page that nobody touches costs nothing.
import * as three from "three";
import {OrbitControls} from "three/examples/jsm/controls/OrbitControls.js";
import {element} from "../../plots/elements";
import {setCoarse} from "./fewer_triangles";
import {Pace} from "./pace";

export const reducedMotion = (): boolean =>
  window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/// Pictures of fewer triangles than this have smooth edges, which without a graphics card make a frame
/// take about four times as long.
export const MOST_SMOOTH = 40_000;

/// The present value of a colour of the page, for example "--fc-a".
export function cssColor(name: string): three.Color {
  const value = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return new three.Color(value || "#888888");
}

interface Label {
  node: HTMLElement;
  position: three.Vector3;
}

export class Stage {
  readonly scene = new three.Scene();
  readonly camera = new three.PerspectiveCamera(35, 1, 0.01, 1000);
  readonly content = new three.Group();
  readonly canvas: HTMLCanvasElement;
  readonly controls: OrbitControls;
  /// Called when the reader has moved the camera.
  onTurned: (() => void) | null = null;
  private readonly renderer: three.WebGLRenderer;
  private readonly layer = element("div.labels", {"aria-hidden": "true"});
  private labels: Label[] = [];
  private readonly pace: Pace;
  private moving = 0;
  private coarse = false;
  private turned = false;
  private bounds = new three.Box3(new three.Vector3(-1, -1, -1), new three.Vector3(1, 1, 1));
  private readonly observer: ResizeObserver;
  private readonly themed: () => void;

  /// Throws where the browser has no WebGL. `smooth`: with smooth edges, which cost much without a
  /// graphics card.
  constructor(readonly box: HTMLElement, label: string, themed?: () => void, smooth = true) {
    this.canvas = element("canvas", {tabindex: 0, role: "img", "aria-label": label});
    this.renderer = new three.WebGLRenderer({canvas: this.canvas, antialias: smooth, alpha: true});
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.pace = new Pace(this.renderer.getContext() as WebGL2RenderingContext, this.canvas,
      (coarse) => this.draw(coarse));
    box.classList.add("stage");
    box.replaceChildren(this.canvas, this.layer);
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(3, -4, 2.5);
    this.scene.add(this.content, this.camera);
    this.addLights();
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener("change", () => this.invalidate());
    this.controls.addEventListener("start", () => this.stopMoving());
    this.controls.addEventListener("end", () => this.turnedByHand());
    this.canvas.addEventListener("keydown", (event) => this.pressed(event));
    this.canvas.addEventListener("dblclick", () => {
      this.fit();
      this.onTurned?.();
    });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(box);
    this.themed = () => {
      themed?.();
      this.invalidate();
    };
    document.addEventListener("fc-theme", this.themed);
    this.resize();
  }

  private addLights(): void {
    const key = new three.DirectionalLight(0xffffff, 2.2);
    key.position.set(0.6, 0.8, 1);
    this.camera.add(key);
    const fill = new three.DirectionalLight(0xffffff, 0.7);
    fill.position.set(-1, -0.5, 0.3);
    this.camera.add(fill);
    this.scene.add(new three.AmbientLight(0xffffff, 0.9));
  }

  /// Asks for a frame. Any number of calls until then draw once.
  invalidate(): void {
    this.pace.ask();
  }

  private draw(coarse: boolean): void {
    if (coarse !== this.coarse) {
      this.coarse = coarse;
      const ratio = Math.min(2, window.devicePixelRatio || 1);
      this.renderer.setPixelRatio(coarse ? ratio / 2 : ratio);
      if (!coarse) setCoarse(this.content, false);
    }
    if (coarse) setCoarse(this.content, true);  // each time: something may have been added
    this.setPlanes();
    this.renderer.render(this.scene, this.camera);
    this.placeLabels();
  }

  /// The planes between which things are seen follow the camera, so that nothing is cut off near by.
  private setPlanes(): void {
    const ball = this.bounds.getBoundingSphere(new three.Sphere());
    const radius = Math.max(1.3 * ball.radius, 1e-9);
    const distance = this.camera.position.distanceTo(ball.center);
    this.camera.far = distance + 4 * radius;
    this.camera.near = Math.max(distance - 4 * radius, this.camera.far / 5000);
    this.camera.updateProjectionMatrix();
  }

  private resize(): void {
    const width = this.box.clientWidth, height = this.box.clientHeight;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  /// Removes everything that was put in, and frees its memory.
  clear(): void {
    disposeAll(this.content);
    this.content.clear();
    this.labels = [];
    this.layer.replaceChildren();
  }

  addLabel(text: string, position: three.Vector3, kind = ""): Label {
    const node = element("span" + (kind ? "." + kind : ""), null, text);
    this.layer.append(node);
    const label = {node, position};
    this.labels.push(label);
    return label;
  }
  clearLabels(): void {
    this.labels = [];
    this.layer.replaceChildren();
  }
  private placeLabels(): void {
    const width = this.box.clientWidth, height = this.box.clientHeight;
    const place = new three.Vector3(), taken: {x: number; y: number; wide: number}[] = [];
    for (const {node, position} of this.labels) {
      place.copy(position).project(this.camera);
      const visible = place.z < 1 && Math.abs(place.x) < 1.1 && Math.abs(place.y) < 1.1;
      node.hidden = !visible;
      if (!visible) continue;
      const x = (place.x + 1) / 2 * width, wide = 8 + 7.5 * (node.textContent ?? "").length;
      let y = (1 - place.y) / 2 * height;
      // Labels of points that lie together stand below each other.
      const covers = (other: typeof taken[number]) => Math.abs(other.y - y) < 18 &&
        x < other.x + other.wide && other.x < x + wide;
      for (let tries = 0; tries < 3 * this.labels.length && taken.some(covers); ++tries) y += 9;
      taken.push({x, y, wide});
      node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }

  /// The box that `fit` shows, and that limits the camera's distances.
  setBounds(bounds: three.Box3): void {
    this.bounds = bounds.isEmpty() ? new three.Box3(
      new three.Vector3(-1, -1, -1), new three.Vector3(1, 1, 1)) : bounds.clone();
  }

  /// Looks at the whole box from `direction`, or from where the camera is, as near as it fits.
  fit(bounds = this.bounds, direction?: three.Vector3, animated = true): void {
    this.turned = false;
    const center = bounds.getCenter(new three.Vector3());
    const away = this.directionFrom(direction);
    const right = this.camera.up.clone().cross(away), up = away.clone().cross(right.normalize());
    const tall = Math.tan(this.camera.fov * Math.PI / 360), wide = tall * this.camera.aspect;
    let distance = 1e-9;
    for (let i = 0; i < 8; ++i) {
      const corner = new three.Vector3(i & 1 ? bounds.max.x : bounds.min.x,
        i & 2 ? bounds.max.y : bounds.min.y, i & 4 ? bounds.max.z : bounds.min.z).sub(center);
      distance = Math.max(distance, corner.dot(away) +
        1.16 * Math.max(Math.abs(corner.dot(right)) / wide, Math.abs(corner.dot(up)) / tall));
    }
    this.limitDistance(bounds.getBoundingSphere(new three.Sphere()).radius);
    this.moveTo(center.clone().addScaledVector(away, distance), center, animated);
  }

  private directionFrom(direction?: three.Vector3): three.Vector3 {
    const away = (direction ?? this.camera.position.clone().sub(this.controls.target)).clone();
    if (away.lengthSq() === 0) away.set(1, -1.4, 0.8);
    return away.normalize();
  }
  private limitDistance(radius: number): void {
    const whole = this.bounds.getBoundingSphere(new three.Sphere()).radius;
    this.controls.maxDistance = 40 * Math.max(whole, radius);
  }

  /// Puts a ball into the middle of the picture.
  lookAt(
    center: three.Vector3, radius: number, direction?: three.Vector3, animated = true): void {
    const half = Math.atan(Math.tan(this.camera.fov * Math.PI / 360) * Math.min(1, this.camera.aspect));
    const distance = 0.97 * radius / Math.sin(half);
    const end = center.clone().addScaledVector(this.directionFrom(direction), distance);
    this.limitDistance(radius);
    this.moveTo(end, center, animated);
  }

  private moveTo(position: three.Vector3, target: three.Vector3, animated: boolean): void {
    this.stopMoving();
    const from = this.camera.position.clone(), start = this.controls.target.clone();
    const set = (share: number) => {
      this.camera.position.lerpVectors(from, position, share);
      this.controls.target.lerpVectors(start, target, share);
      this.controls.update();
      this.invalidate();
    };
    if (!animated || reducedMotion()) {
      set(1);
      return;
    }
    const begun = performance.now();
    const go = () => {
      const share = Math.min(1, (performance.now() - begun) / 350);
      set(1 - (1 - share) ** 3);
      this.moving = share < 1 ? requestAnimationFrame(go) : 0;
    };
    this.moving = requestAnimationFrame(go);
  }
  private turnedByHand(): void {
    this.turned = true;
    this.onTurned?.();
  }

  /// Where the camera is, for links, if the reader has moved it: its place and what it looks at.
  get cameraText(): string {
    if (!this.turned) return "";
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()]
      .map((value) => String(Number(value.toPrecision(5)))).join(",");
  }
  /// Puts the camera where a link says; other text does nothing.
  set cameraText(text: string) {
    const numbers = text.split(",").map(Number);
    if (numbers.length !== 6 || !numbers.every(Number.isFinite)) return;
    this.stopMoving();
    this.turned = true;
    this.camera.position.fromArray(numbers);
    this.controls.target.fromArray(numbers, 3);
    this.controls.update();
    this.invalidate();
  }

  private stopMoving(): void {
    if (this.moving) cancelAnimationFrame(this.moving);
    this.moving = 0;
  }

  /// Turns the camera about its target: radians to the right and upward.
  orbit(right: number, up: number): void {
    this.stopMoving();
    const offset = this.camera.position.clone().sub(this.controls.target);
    const spherical = new three.Spherical().setFromVector3(
      new three.Vector3(offset.x, offset.z, -offset.y));
    spherical.theta += right;
    spherical.phi = Math.min(Math.PI - 0.01, Math.max(0.01, spherical.phi - up));
    const turned = new three.Vector3().setFromSpherical(spherical);
    this.camera.position.copy(this.controls.target)
      .add(new three.Vector3(turned.x, -turned.z, turned.y));
    this.controls.update();
    this.invalidate();
  }
  zoom(factor: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target).multiplyScalar(factor);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.invalidate();
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = Math.PI / 24;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => this.orbit(-step, 0), ArrowRight: () => this.orbit(step, 0),
      ArrowUp: () => this.orbit(0, step), ArrowDown: () => this.orbit(0, -step),
      "+": () => this.zoom(1 / 1.2), "=": () => this.zoom(1 / 1.2), "-": () => this.zoom(1.2),
      "0": () => this.fit(),
    };
    const action = actions[event.key];
    if (!action) return;
    action();
    this.turnedByHand();
    event.preventDefault();
    event.stopPropagation();
  }

  /// What lies under the pointer, nearest first.
  under(event: MouseEvent, objects: three.Object3D[]): three.Intersection[] {
    const area = this.canvas.getBoundingClientRect();
    const place = new three.Vector2(
      2 * (event.clientX - area.left) / area.width - 1,
      1 - 2 * (event.clientY - area.top) / area.height);
    const ray = new three.Raycaster();
    ray.params.Points = {threshold: 0.02 * this.camera.position.distanceTo(this.controls.target)};
    ray.setFromCamera(place, this.camera);
    return ray.intersectObjects(objects, true);
  }

  dispose(): void {
    this.stopMoving();
    this.pace.stop();
    this.observer.disconnect();
    document.removeEventListener("fc-theme", this.themed);
    this.clear();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}

function disposeAll(root: three.Object3D): void {
  root.traverse((object) => {
    const {geometry, material} = object as Partial<three.Mesh>;
    geometry?.dispose();
    for (const one of Array.isArray(material) ? material : [material]) one?.dispose();
  });
}

/// A stage, or a message in its place where the browser cannot draw in three dimensions.
export function makeStage(
  box: HTMLElement, label: string, themed?: () => void, smooth = true): Stage | null {
  try {
    return new Stage(box, label, themed, smooth);
  } catch {
    box.replaceChildren(element("p.notice", {role: "alert"},
      "This browser has no WebGL, so the picture cannot be drawn. The numbers are all here."));
    return null;
  }
}
