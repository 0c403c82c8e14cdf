/** The names that options have, so that a misspelt one is refused instead of passed over. */
import { FirstContactError } from './library';
import type * as t from './types';

/** The names of an interface; the compiler refuses a list that lacks one, or has one too many. */
function namesOf<T>(names: Record<keyof T, 1>): ReadonlySet<string> {
  return new Set(Object.keys(names));
}

export const pairOptions = namesOf<t.Options>({
  method: 1, tolerance: 1, minSeparation: 1, norm: 1, tMax: 1, maxChecks: 1, exact: 1,
  certificate: 1, toiWidth: 1, sceneExtent: 1,
});
export const baselineSettings =
  namesOf<t.BaselineSettings>({ tolerance: 1, maxChecks: 1, minSeparation: 1 });
export const oracleOptions =
  namesOf<t.OracleOptions>({ minSeparation: 1, norm: 1, tMax: 1, widthBits: 1 });
/** The options of `solve`, which made the proof, say what it claims; so does a proof that was read. */
export const claimOptions: ReadonlySet<string> = new Set([
  ...pairOptions, ...namesOf<t.ClaimOptions & t.PairProof>({
    minSeparation: 1, norm: 1, tMax: 1, query: 1, segments: 1,
  }),
]);
export const meshParts = namesOf<t.MeshDescription>({
  vertexCount: 1, faces: 1, edges: 1, objects: 1, thickness: 1, dimension: 1,
});
export const stepOptions = namesOf<t.StepOptions>({
  minSeparation: 1, norm: 1, tolerance: 1, tMax: 1, exact: 1, toiWidth: 1, broadPhase: 1,
  withinObjects: 1, betweenObjects: 1, rules: 1, progress: 1,
});
export const pairRules =
  namesOf<t.PairRules>({ leftOut: 1, immobile: 1, patches: 1, ignored: 1 });
export const intersectionOptions =
  namesOf<t.IntersectionOptions>({ step: 1, maxListed: 1, onlyWhether: 1 });
export const nearPairOptions = namesOf<t.NearPairOptions>({ step: 1, weights: 1, rest: 1 });
export const bodyOptions = namesOf<t.BodyOptions>({
  minSeparation: 1, tolerance: 1, tMax: 1, maxChecks: 1, certificate: 1, insides: 1,
});
export const screenOptions = namesOf<t.ScreenOptions>({
  mode: 1, firstOnly: 1, minProperness: 1, resolution: 1, pixelTimeResolution: 1, robust: 1,
  cullFacing: 1, tolerance: 1, timeResolution: 1, maxChecks: 1, certificate: 1, samples: 1,
});
/** A screen has one option more than the collisions that it shows. */
export const screwOptions: ReadonlySet<string> =
  new Set([...screenOptions].filter(name => name !== 'samples'));
export const sceneParts = namesOf<t.RobotSceneInput>({
  robot: 1, srdf: 1, scenes: 1, files: 1, objects: 1, allowed: 1, minSeparation: 1,
});
export const sceneOptions = namesOf<t.SceneOptions>({
  method: 1, tolerance: 1, tMax: 1, maxChecks: 1, decideOnly: 1, clearance: 1, certificate: 1,
  stages: 1,
});
export const stageNames = namesOf<t.AdvancementStages>({
  spatialCulling: 1, taylorModels: 1, boxHierarchy: 1, temporalCulling: 1, convexHulls: 1,
  directionalBound: 1,
});
export const readOptions = namesOf<t.ReadQueriesOptions>({ kind: 1, times: 1, maxCount: 1 });

/** Throws if the object has a name that is not among these. `what` says which object it is. */
export function checkNames(given: object, names: ReadonlySet<string>, what = 'options'): void {
  if (typeof given !== 'object' || given === null)
    throw new FirstContactError(`${what}: not an object`);
  for (const name in given)
    if (!names.has(name)) throw new FirstContactError(`${what}: there is no '${name}'`);
}
