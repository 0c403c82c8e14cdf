/** Steps of meshes. */
import { checkCount, doublesOf } from './arguments';
import { impactOf, impactRow, integers, kinds, pairOf, pairRow } from './flat';
import { Arrays, type Bytes, type Library, type Reply } from './library';
import {
  checkNames, intersectionOptions, meshParts, nearPairOptions, pairRules, stepOptions,
} from './option_names';
import type * as t from './types';

/** Options without functions and typed arrays. */
function plainOptions(options: t.StepOptions): object {
  checkNames(options, stepOptions);
  const { progress, rules, ...rest } = options;
  if (rules) checkNames(rules, pairRules, 'rules');
  const list = (x: ArrayLike<number> | undefined) => x === undefined ? undefined : Array.from(x);
  return {
    ...rest, progress: progress !== undefined,
    rules: rules && { leftOut: list(rules.leftOut), immobile: list(rules.immobile),
                      patches: list(rules.patches), ignored: rules.ignored },
  };
}

interface StepFields extends t.Answer {
  candidates: number[];
  earliest: number;
  impacts: number;
}

const intersectionKinds: readonly t.IntersectionKind[] =
  ['FaceFace', 'EdgeFace', 'EdgeEdge', 'PointFace', 'PointEdge', 'PointPoint'];

export class MeshOfSteps implements t.StepMesh {
  readonly fault: string;
  readonly edges: Int32Array;
  private readonly handle: number;
  private readonly dimension: 2 | 3;

  constructor(private readonly library: Library, mesh: t.MeshDescription) {
    checkNames(mesh, meshParts, 'mesh');
    checkCount(mesh.vertexCount, 'vertexCount');
    const arrays = new Arrays();
    this.dimension = mesh.dimension ?? 3;
    const reply = library.call<{ fault: string; edges: number; handle: number }>('createMesh', {
      vertexCount: mesh.vertexCount, dimension: this.dimension,
      faces: arrays.add(integers(mesh.faces, 'faces')),
      edges: arrays.add(integers(mesh.edges, 'edges')),
      objects: arrays.add(integers(mesh.objects, 'objects')),
      thickness: arrays.add(Float64Array.from(doublesOf(mesh.thickness ?? [], 'thickness'))),
    }, arrays);
    this.fault = reply.fields.fault;
    this.edges = reply.integers(reply.fields.edges);
    this.handle = reply.fields.handle;
  }

  dispose(): void { this.library.call('disposeMesh', { handle: this.handle }); }

  private call<T>(name: string, positions: Record<string, t.Positions | undefined>, fields: object,
                  progress?: t.StepOptions['progress'], text?: string): Reply<T> {
    const arrays = new Arrays();
    const all: Record<string, unknown> = { ...fields, handle: this.handle };
    for (const [field, list] of Object.entries(positions)) {
      if (list === undefined) continue;
      const numbers: Bytes = doublesOf(list, field);
      all[field] = arrays.add(numbers);
      all[field + 'Single'] = numbers instanceof Float32Array;
    }
    if (text !== undefined) all['text'] = arrays.add(new TextEncoder().encode(text));
    return this.library.call<T>(name, all, arrays, progress);
  }

  private step(operation: string, t0: t.Positions, t1: t.Positions | undefined,
               options: t.StepOptions): t.StepResult {
    const reply = this.call<StepFields>('step', { t0, t1 },
                                        { operation, options: plainOptions(options) },
                                        options.progress);
    const { candidates, earliest, impacts, ...answer } = reply.fields;
    const rows = reply.doubles(impacts), first = reply.doubles(earliest);
    const list: t.Impact[] = [];
    for (let at = 0; at < rows.length; at += impactRow) list.push(impactOf(rows, at));
    return {
      ...answer, earliest: first.length > 0 ? impactOf(first, 0) : null, impacts: list,
      candidates: Object.fromEntries(kinds.map((kind, i) => [kind, candidates[i]!])) as
        Record<t.Kind, number>,
    };
  }

  decideStep(t0: t.Positions, t1: t.Positions, options: t.StepOptions = {}): t.StepResult {
    return this.step('decideStep', t0, t1, options);
  }
  collisionFreeStepSize(t0: t.Positions, t1: t.Positions,
                        options: t.StepOptions = {}): t.StepResult {
    return this.step('collisionFreeStepSize', t0, t1, options);
  }
  impacts(t0: t.Positions, t1: t.Positions, options: t.StepOptions = {}): t.StepResult {
    return this.step('impacts', t0, t1, options);
  }
  initialContacts(t0: t.Positions, options: t.StepOptions = {}): t.StepResult {
    return this.step('initialContacts', t0, undefined, options);
  }

  candidates(t0: t.Positions, t1: t.Positions, options: t.StepOptions = {}): t.CandidateList {
    const reply = this.call<t.Answer & { pairs: number }>(
      'candidates', { t0, t1 }, { options: plainOptions(options) }, options.progress);
    const rows = reply.doubles(reply.fields.pairs);
    const pairs: t.ElementPair[] = [];
    for (let at = 0; at < rows.length; at += pairRow) pairs.push(pairOf(rows, at));
    return { ...reply.fields, pairs };
  }

  intersections(positions: t.Positions, options: t.IntersectionOptions = {}): t.IntersectionResult {
    checkNames(options, intersectionOptions);
    const reply = this.call<t.Answer & { intersections: number; count: number }>(
      'intersections', { positions },
      { options: { ...options, step: plainOptions(options.step ?? {}) } }, options.step?.progress);
    const rows = reply.integers(reply.fields.intersections);
    const intersections: t.Intersection[] = [];
    for (let at = 0; at < rows.length; at += 4)
      intersections.push({ kind: intersectionKinds[rows[at]!]!, a: rows[at + 1]!, b: rows[at + 2]!,
                           neighbours: rows[at + 3] !== 0 });
    return { ...reply.fields, intersections };
  }

  nearPairs(positions: t.Positions, distance: number,
            options: t.NearPairOptions = {}): t.NearPairs {
    checkNames(options, nearPairOptions);
    const reply = this.call<t.Answer & { pairs: number; smallestDistance: number }>(
      'nearPairs', { positions, rest: options.rest },
      { distance, options: { weights: options.weights, step: plainOptions(options.step ?? {}) } },
      options.step?.progress);
    const rows = reply.doubles(reply.fields.pairs);
    const pairs: t.NearPair[] = [];
    for (let at = 0; at < rows.length; at += 10)
      pairs.push({
        kind: kinds[rows[at]!]!,
        vertices: Array.from(rows.subarray(at + 1, at + 5)).filter(vertex => vertex >= 0),
        distance: rows[at + 5]!, requiredDistance: rows[at + 6]!, weight: rows[at + 7]!,
        count: rows[at + 8]!, parallelThreshold: rows[at + 9]!,
      });
    return { ...reply.fields, pairs };
  }

  proof(t0: t.Positions, t1: t.Positions, options: t.StepOptions = {}): t.StepProof {
    return this.call<t.StepProof>('proveStep', { t0, t1 }, { options: plainOptions(options) },
                                  options.progress).fields;
  }

  verify(t0: t.Positions, t1: t.Positions, proofText: string): t.Verdict {
    return this.call<t.Verdict>('verifyStep', { t0, t1 }, {}, undefined, proofText).fields;
  }

  queryOf(pair: t.ElementPair, t0: t.Positions, t1: t.Positions): t.Query {
    const points = (list: t.Positions) => pair.vertices.map((vertex): t.Vec3 => {
      const at = vertex * this.dimension;
      return [list[at] ?? NaN, list[at + 1] ?? NaN, this.dimension === 3 ? list[at + 2] ?? NaN : 0];
    });
    return { kind: pair.kind, t0: points(t0), t1: points(t1) };
  }
}
