/** Robots in scenes. */
import { asBytes } from './files';
import { Arrays, FirstContactError, type Library } from './library';
import { checkNames, sceneOptions, sceneParts, stageNames } from './option_names';
import type * as t from './types';

/** Where a URDF file looks for what it names: package://NAME/FILE is NAME/FILE here. */
function placeOf(name: string): string {
  return name.replace(/^(package|model):\/\//, '').replace(/^file:\/\//, '');
}

function lastPart(name: string): string { return name.slice(name.lastIndexOf('/') + 1); }

/**
 * The files under the names that the other files use for them: those that match as they are, or by
 * the last part of the name.
 */
function placedFiles(texts: readonly string[], files: readonly t.NamedFile[]): t.NamedFile[] {
  const out = [...files];
  const named = new Set<string>();
  const mention = /(?:filename\s*=\s*|"(?:file|mesh)"\s*:\s*)["']([^"']+)["']/g;
  for (const text of texts)
    for (const match of text.matchAll(mention))
      named.add(placeOf(match[1]!));
  for (const name of named) {
    if (files.some(file => file.name === name)) continue;
    const found = files.find(file => lastPart(file.name) === lastPart(name));
    if (found) out.push({ name, data: found.data });
  }
  return out;
}

function textOf(file: t.NamedFile): string {
  return typeof file.data === 'string' ? file.data : new TextDecoder().decode(asBytes(file.data));
}

interface ShapeFields {
  firstCoordinate: number; coordinates: number; firstCorner: number; corners: number;
  radius: number;
}
interface SceneFields {
  handle: number; name: string; links: t.SceneLink[]; values: t.SceneValue[];
  bodies: { name: string; link: number; shapes: ShapeFields[] }[];
  coordinates: number; corners: number; pairCount: number; notes: string[]; neutral: number[];
}

export class SceneOfRobot implements t.RobotScene {
  readonly name: string;
  readonly links: readonly t.SceneLink[];
  readonly values: readonly t.SceneValue[];
  readonly bodies: readonly t.SceneBody[];
  readonly pairCount: number;
  readonly notes: readonly string[];
  readonly neutral: readonly number[];
  private readonly handle: number;

  constructor(private readonly library: Library, input: t.RobotSceneInput) {
    checkNames(input, sceneParts, 'scene');
    const arrays = new Arrays();
    const file = (f: t.NamedFile | undefined) =>
      f && { name: f.name, data: arrays.add(asBytes(f.data)) };
    const urdf = 'urdf' in input.robot ? input.robot.urdf : undefined;
    const scenes = input.scenes ?? [];
    const texts = [urdf, ...scenes.filter(scene => /\.json$/.test(scene.name))]
      .filter(f => f !== undefined).map(textOf);
    const reply = library.call<SceneFields>('createRobotScene', {
      robot: urdf ? { urdf: file(urdf) } : input.robot,
      srdf: file(input.srdf), scenes: scenes.map(file),
      files: placedFiles(texts, input.files ?? []).map(file),
      objects: input.objects, allowed: input.allowed, minSeparation: input.minSeparation,
    }, arrays);
    const fields = reply.fields;
    const coordinates = reply.doubles(fields.coordinates), corners = reply.integers(fields.corners);
    this.handle = fields.handle;
    this.name = fields.name;
    this.links = fields.links;
    this.values = fields.values;
    this.pairCount = fields.pairCount;
    this.notes = fields.notes;
    this.neutral = fields.neutral;
    this.bodies = fields.bodies.map(({ name, link, shapes }) => ({
      name, link, shapes: shapes.map(s => ({
        vertices: coordinates.slice(s.firstCoordinate, s.firstCoordinate + s.coordinates),
        triangles: corners.slice(s.firstCorner, s.firstCorner + s.corners),
        radius: s.radius,
      })),
    }));
  }

  private call<T>(name: string, configurations: Record<string, readonly number[]>,
                  fields: object = {}) {
    const arrays = new Arrays();
    const all: Record<string, unknown> = { ...fields, handle: this.handle };
    for (const [field, q] of Object.entries(configurations)) {
      if (q.length !== this.values.length)
        throw new FirstContactError(`${field}: has ${q.length} values, not ${this.values.length}`);
      all[field] = arrays.add(Float64Array.from(q));
    }
    return this.library.call<T>(name, all, arrays);
  }

  firstContact(q0: readonly number[], q1: readonly number[],
               options: t.SceneOptions = {}): t.SceneResult {
    checkNames(options, sceneOptions);
    if (options.stages) checkNames(options.stages, stageNames, 'stages');
    return this.call<t.SceneResult>('sceneFirstContact', { q0, q1 }, { options }).fields;
  }
  configurationAt(q0: readonly number[], q1: readonly number[], t: number): number[] {
    const reply = this.call<{ values: number }>('configurationAt', { q0, q1 }, { time: t });
    return Array.from(reply.doubles(reply.fields.values));
  }
  bodyPoses(q: readonly number[]): t.Pose[] {
    return this.call<{ poses: t.Pose[] }>('scenePoses', { q }).fields.poses;
  }
  linkPoses(q: readonly number[]): t.Pose[] {
    return this.call<{ poses: t.Pose[] }>('scenePoses', { q }, { links: true }).fields.poses;
  }
  motionBoxes(q0: readonly number[], q1: readonly number[], pieces = 1,
              taylorModels = true): t.MotionBoxes[] {
    return this.call<{ boxes: t.MotionBoxes[] }>('motionBoxes', { q0, q1 },
                                                 { pieces, taylorModels }).fields.boxes;
  }
  dispose(): void { this.library.call('disposeRobotScene', { handle: this.handle }); }
}
