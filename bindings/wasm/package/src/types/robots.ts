/** Robots in scenes. */
import type { Pose, PoseInput } from './bodies';
import type { Answer, ContactPoints, Vec3 } from './common';
import type { NamedFile } from './files';

export type JointType =
  'Fixed' | 'Revolute' | 'Continuous' | 'Prismatic' | 'Planar' | 'Floating' | 'Spherical';

/** A shape of a link or object, in its frame. */
export type ShapeDescription = { pose?: PoseInput } & (
  | { kind: 'box'; size: Vec3 }
  | { kind: 'sphere'; radius: number }
  | { kind: 'capsule'; radius: number; length: number }
  | { kind: 'cylinder'; radius: number; length: number; sides?: number }
  | { kind: 'mesh'; vertices: readonly Vec3[]; triangles: readonly Vec3[] }
);

export interface LinkDescription {
  name: string;
  /** Index of the parent link, smaller than this link's own; -1 for the world. */
  parent: number;
  joint: {
    name: string;
    type: JointType;
    origin?: PoseInput;
    /** (0, 0, 1) if left out. */
    axis?: Vec3;
    lower?: number;
    upper?: number;
  };
  shapes?: readonly ShapeDescription[];
}

/** A robot and what stands around it, as files of the tool or as plain data. */
export interface RobotSceneInput {
  /** A URDF file, or the links themselves. */
  robot: { urdf: NamedFile } | { name?: string; links: readonly LinkDescription[] };
  /** An SRDF file: pairs that need no check. */
  srdf?: NamedFile;
  /** Scene files (.json) and meshes, as `firstcontact robot --scene` reads them. */
  scenes?: readonly NamedFile[];
  /** Meshes that the files above name, by the names they use (last part of the path suffices). */
  files?: readonly NamedFile[];
  /** Objects at rest, as plain data. */
  objects?: readonly { name: string; shapes: readonly ShapeDescription[]; pose?: PoseInput }[];
  /** Pairs of bodies that are never checked; '*' as the second name stands for every body. */
  allowed?: readonly (readonly [string, string])[];
  /** Distance at which bodies are in contact. 0 if left out. */
  minSeparation?: number;
}

/** Triangles in the frame of their body; the shape is everything within `radius` of them. */
export interface SceneShape {
  vertices: Float64Array;
  triangles: Int32Array;
  radius: number;
}

export interface SceneBody {
  /** Of a link, an attachment or an object. */
  name: string;
  /** Index of the link that carries it; -1 for an object at rest. */
  link: number;
  shapes: SceneShape[];
}

export interface SceneLink {
  name: string;
  parent: number;
  joint: string;
  jointType: JointType;
  /** Axis and origin of the joint. */
  axis: Vec3;
  origin: Pose;
}

export interface SceneValue {
  /** Name of the value, for example 'elbow'. */
  name: string;
  /** -Infinity and Infinity if there are no limits. */
  lower: number;
  upper: number;
}

/** The stages of method 'Advancement'; all true if left out. */
export interface AdvancementStages {
  spatialCulling?: boolean;
  taylorModels?: boolean;
  boxHierarchy?: boolean;
  temporalCulling?: boolean;
  convexHulls?: boolean;
  directionalBound?: boolean;
}

export interface SceneOptions {
  /** 'Certified' if left out. */
  method?: 'Certified' | 'Advancement';
  tolerance?: number;
  tMax?: number;
  maxChecks?: number;
  decideOnly?: boolean;
  /** Free: also find how far apart the nearest pair stays. */
  clearance?: boolean;
  /** Free: also write the proof. */
  certificate?: boolean;
  stages?: AdvancementStages;
}

export interface ContactSide {
  /** Index into RobotScene.bodies. */
  body: number;
  name: string;
  shape: number;
  triangle: number;
  /** The vertices of the corner, edge or triangle that touches. */
  feature: number[];
}

export interface SceneCounts {
  pairs: number;
  afterSpatial: number;
  afterTemporal: number;
  steps: number;
}

export interface SceneResult extends Answer, ContactPoints {
  proven: boolean;
  /** Contact: what touches. Free, with `clearance`: the nearest pair. */
  a: ContactSide;
  b: ContactSide;
  tolerance: number;
  startsInside: boolean;
  clearance: number;
  clearanceUpper: number;
  clearanceTime: number;
  counts: SceneCounts;
  /** Free, with SceneOptions.certificate: JSON Lines for `verifyText`; else empty. */
  proof: string;
}

/** An axis-aligned box. */
export interface Box {
  min: Vec3;
  max: Vec3;
}

/** Boxes around the motion of every link over one interval of time. */
export interface MotionBoxes {
  t0: number;
  t1: number;
  /** One for each body with shapes, in the order of `bodies`. */
  boxes: Box[];
}

/**
 * A robot in a scene. It lives in the memory of WebAssembly: call `dispose` when it is no longer
 * needed. Configurations have one number for each of `values`, in their order.
 */
export interface RobotScene {
  readonly name: string;
  readonly links: readonly SceneLink[];
  readonly values: readonly SceneValue[];
  readonly bodies: readonly SceneBody[];
  /** Number of pairs of bodies that are kept apart. */
  readonly pairCount: number;
  /** What the readers left out although the files may mean it. */
  readonly notes: readonly string[];
  /** All values 0, or the nearest value within the limits. */
  readonly neutral: readonly number[];
  /** Is the motion from q0 to q1 free? If not, when and where is the first contact? */
  firstContact(q0: readonly number[], q1: readonly number[], options?: SceneOptions): SceneResult;
  /** The configuration at t of the motion from q0 to q1. */
  configurationAt(q0: readonly number[], q1: readonly number[], t: number): number[];
  /** The pose of every body in the world. */
  bodyPoses(q: readonly number[]): Pose[];
  /** The pose of every link in the world. */
  linkPoses(q: readonly number[]): Pose[];
  /**
   * Boxes around the motion of every body: by Taylor models along the chain, or by interval
   * arithmetic, over `pieces` equal intervals of time. For figures.
   */
  motionBoxes(q0: readonly number[], q1: readonly number[], pieces?: number,
              taylorModels?: boolean): MotionBoxes[];
  dispose(): void;
}
