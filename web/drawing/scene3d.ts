// A 3D view by three.js that the reader turns with mouse, finger or arrow keys. It draws only when
// something changed.
import { AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide,
         LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial,
         PerspectiveCamera, Points, PointsMaterial, Scene, SphereGeometry, Vector3,
         WebGLRenderer } from "three";
import { html } from "./dom";
import { clamp } from "./vectors";

export interface Scene3DOptions {
  label: string;
  height: (width: number) => number;
  target: readonly [number, number, number];
  distance: number;
  /** Angles of the eye in radians: around the vertical axis z, and above the horizon. */
  around: number;
  above: number;
}

export class Scene3D {
  readonly canvas: HTMLCanvasElement;
  readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(35, 1, 0.05, 200);
  private readonly renderer: WebGLRenderer;
  private readonly options: Scene3DOptions;
  private readonly observer: ResizeObserver;
  private around: number;
  private above: number;
  private distance: number;
  private frame = 0;
  private grip: { x: number; y: number } | undefined;

  constructor(parent: HTMLElement, options: Scene3DOptions) {
    this.options = options;
    this.around = options.around;
    this.above = options.above;
    this.distance = options.distance;
    this.canvas = html("canvas", { tabindex: 0, role: "application",
      "aria-label": `${options.label}. Arrow keys turn the view, plus and minus zoom.`,
      class: "turnable" });
    parent.append(this.canvas);
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true, alpha: true });
    this.renderer.setClearColor(0x000000, 0);
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(-2, -3, 5);
    const fill = new DirectionalLight(0xffffff, 0.7);
    fill.position.set(4, 2, 1);
    this.scene.add(new AmbientLight(0xffffff, 1.1), sun, fill);
    this.observer = new ResizeObserver(() => this.resize(parent));
    this.observer.observe(parent);
    this.canvas.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      this.canvas.setPointerCapture(e.pointerId);
      this.grip = { x: e.clientX, y: e.clientY };
    });
    this.canvas.addEventListener("pointermove", (e) => this.drag(e));
    for (const end of ["pointerup", "pointercancel"] as const) {
      this.canvas.addEventListener(end, () => (this.grip = undefined));
    }
    this.canvas.addEventListener("keydown", (e) => this.key(e));
    this.resize(parent);
  }

  /** Asks for a new picture; several requests before the next frame give one. */
  redraw(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const { around, above, distance } = this;
      const [x, y, z] = this.options.target;
      this.camera.up.set(0, 0, 1);
      this.camera.position.set(x + distance * Math.cos(above) * Math.cos(around),
                               y + distance * Math.cos(above) * Math.sin(around),
                               z + distance * Math.sin(above));
      this.camera.lookAt(x, y, z);
      this.renderer.render(this.scene, this.camera);
    });
  }

  reset(): void {
    this.around = this.options.around;
    this.above = this.options.above;
    this.distance = this.options.distance;
    this.redraw();
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    this.renderer.dispose();
  }

  private resize(parent: HTMLElement): void {
    const width = parent.clientWidth;
    if (width === 0) return;
    const height = Math.round(this.options.height(width));
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.canvas.style.height = `${height}px`;
    this.camera.aspect = width / height;
    // On a narrow page the same width of the scene stays visible.
    this.camera.fov = this.camera.aspect > 1.3 ? 35
      : 2 * Math.atan(Math.tan(35 * Math.PI / 360) * 1.3 / this.camera.aspect) * 180 / Math.PI;
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  private drag(event: PointerEvent): void {
    if (!this.grip) return;
    this.turn((this.grip.x - event.clientX) * 0.008, (event.clientY - this.grip.y) * 0.008);
    this.grip = { x: event.clientX, y: event.clientY };
  }

  private turn(around: number, above: number): void {
    this.around += around;
    this.above = clamp(this.above + above, -1.5, 1.5);
    this.redraw();
  }

  private key(event: KeyboardEvent): void {
    const turns: Record<string, readonly [number, number]> = {
      ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1],
    };
    const turn = turns[event.key];
    const zoom = event.key === "+" ? 0.9 : event.key === "-" ? 1 / 0.9 : 1;
    if (!turn && zoom === 1) return;
    event.preventDefault();
    const usual = this.options.distance;
    this.distance = clamp(this.distance * zoom, usual / 4, usual * 3);
    this.turn(turn?.[0] ?? 0, turn?.[1] ?? 0);
  }
}

/** A mesh with flat shading whose positions and colours can be changed. */
export class Surface {
  readonly mesh: Mesh<BufferGeometry, MeshLambertMaterial>;
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly position: BufferAttribute;
  private readonly color: BufferAttribute | undefined;
  private readonly index: readonly number[];
  private readonly edgePosition: BufferAttribute;
  private readonly edges: readonly number[];

  /** `triangles` and `edges` are lists of vertex indices. Each triangle has its own corners, so
      that it can have its own colour. */
  constructor(triangles: readonly number[], edges: readonly number[], coloured = false) {
    this.index = triangles;
    this.edges = edges;
    const geometry = new BufferGeometry();
    this.position = new BufferAttribute(new Float32Array(triangles.length * 3), 3);
    geometry.setAttribute("position", this.position);
    if (coloured) {
      this.color = new BufferAttribute(new Float32Array(triangles.length * 3), 3);
      geometry.setAttribute("color", this.color);
    }
    this.mesh = new Mesh(geometry, new MeshLambertMaterial({
      side: DoubleSide, flatShading: true, vertexColors: coloured,
      polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    this.edgePosition = new BufferAttribute(new Float32Array(edges.length * 3), 3);
    const lineGeometry = new BufferGeometry();
    lineGeometry.setAttribute("position", this.edgePosition);
    this.lines = new LineSegments(lineGeometry, new LineBasicMaterial({ transparent: true,
                                                                        opacity: 0.35 }));
    this.mesh.frustumCulled = this.lines.frustumCulled = false;
  }

  addTo(scene: Scene): this {
    scene.add(this.mesh, this.lines);
    return this;
  }

  /** Three coordinates a vertex. */
  setPositions(vertices: ArrayLike<number>): void {
    const fill = (attribute: BufferAttribute, list: readonly number[]): void => {
      const array = attribute.array as Float32Array;
      list.forEach((vertex, i) => {
        for (let k = 0; k < 3; ++k) array[3 * i + k] = vertices[3 * vertex + k]!;
      });
      attribute.needsUpdate = true;
    };
    fill(this.position, this.index);
    fill(this.edgePosition, this.edges);
  }

  /** One colour for each triangle. */
  setTriangleColours(colours: readonly Color[]): void {
    if (!this.color) return;
    const array = this.color.array as Float32Array;
    colours.forEach((c, i) => {
      for (let corner = 0; corner < 3; ++corner) c.toArray(array, 9 * i + 3 * corner);
    });
    this.color.needsUpdate = true;
  }
}

/** Small balls at points, always visible, for contacts. */
export class Markers {
  private readonly scene: Scene;
  private readonly meshes: Mesh<SphereGeometry, MeshBasicMaterial>[] = [];
  private readonly geometry: SphereGeometry;
  readonly material = new MeshBasicMaterial({ depthTest: false, transparent: true });

  constructor(scene: Scene, radius: number) {
    this.scene = scene;
    this.geometry = new SphereGeometry(radius, 16, 12);
  }

  set(points: readonly (readonly [number, number, number])[]): void {
    while (this.meshes.length < points.length) {
      const mesh = new Mesh(this.geometry, this.material);
      mesh.renderOrder = 5;
      this.meshes.push(mesh);
      this.scene.add(mesh);
    }
    this.meshes.forEach((mesh, i) => {
      const p = points[i];
      mesh.visible = p !== undefined;
      if (p) mesh.position.copy(new Vector3(...p));
    });
  }
}

/** Many small dots of the same size on the screen. */
export class Dots {
  readonly material: PointsMaterial;
  private readonly points: Points<BufferGeometry, PointsMaterial>;

  constructor(scene: Scene, size: number) {
    this.material = new PointsMaterial({ size, sizeAttenuation: false, depthTest: false,
                                         transparent: true, opacity: 0.6 });
    this.points = new Points(new BufferGeometry(), this.material);
    this.points.frustumCulled = false;
    this.points.renderOrder = 4;
    scene.add(this.points);
  }

  set(points: readonly (readonly [number, number, number])[]): void {
    this.points.geometry.dispose();
    this.points.geometry = new BufferGeometry();
    this.points.geometry.setAttribute("position",
                                      new BufferAttribute(new Float32Array(points.flat()), 3));
  }
}

/** Every edge of these polygons once, as pairs of vertices. */
export function edgesOf(faces: readonly (readonly number[])[]): number[] {
  const seen = new Set<string>();
  const edges: number[] = [];
  for (const face of faces) {
    face.forEach((a, i) => {
      const b = face[(i + 1) % face.length]!;
      const key = a < b ? `${a},${b}` : `${b},${a}`;
      if (seen.has(key)) return;
      seen.add(key);
      edges.push(a, b);
    });
  }
  return edges;
}

/** Polygons as triangles: fans. */
export function trianglesOf(faces: readonly (readonly number[])[]): number[] {
  return faces.flatMap((face) =>
    face.slice(2).flatMap((_, i) => [face[0]!, face[i + 1]!, face[i + 2]!]));
}

export { Color };
