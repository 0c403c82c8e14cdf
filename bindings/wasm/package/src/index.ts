/**
 * FirstContact in a web page or in Node: continuous collision detection that never misses a
 * contact.
 *
 *   import { load, vertexFace } from 'firstcontact';
 *   const fc = await load();
 *   const result = fc.solve(vertexFace({
 *     pT0: [0.2, 0.2, 1], v0T0: [0, 0, 0], v1T0: [1, 0, 0], v2T0: [0, 1, 0],
 *     pT1: [0.2, 0.2, -1], v0T1: [0, 0, 0], v1T1: [1, 0, 0], v2T1: [0, 1, 0],
 *   }));
 *   console.log(result.status, result.toi.toFixed(6));   // Contact 0.500000
 *
 * The answers have the same bits as those of the C++ library.
 */
import * as bodies from './bodies';
import * as files from './files';
import { FirstContactError, Library } from './library';
import { MeshOfSteps } from './meshes';
import * as pairs from './pairs';
import { SceneOfRobot } from './robots';
import type * as t from './types';

export type { BodyPoses } from './files';
export { FirstContactError } from './library';
export * from './queries';
export * from './types';
export * from './ulps';

export interface LoadOptions {
  /**
   * The bytes of firstcontact.wasm, or where to fetch them from. Left out: beside this module.
   */
  wasm?: ArrayBuffer | Uint8Array | URL | string;
}

/** All functions of the library. Made by `load`. */
export interface FirstContact {
  /** Version of the library, for example '0.1.0'. */
  readonly version: string;

  /** Decides one pair: does it touch in [0, tMax], when first, and where. */
  solve(query: t.Query, options?: t.Options): t.Result;
  /** Decides many pairs: the same outcomes as `solve`, without the places of contact. */
  solveMany(queries: readonly t.Query[], options?: t.Options): t.Outcome[];
  /** All methods that there are here. */
  methods(): t.MethodInfo[];
  /** What a published method says about a vertex-face or edge-edge pair. It may be wrong. */
  solveBaseline(query: t.Query, method: t.Baseline,
                settings?: t.BaselineSettings): t.BaselineAnswer;
  /** What every method says, in the order of `methods`. */
  solveWithAll(query: t.Query, options?: t.ClaimOptions & { maxChecks?: number }): t.MethodAnswer[];
  /** The truth, without any rounding: is there a contact, and when exactly. */
  oracle(query: t.Query, options?: t.OracleOptions): t.OracleAnswer;

  /** Verifies the proof of a pair with exact arithmetic and none of the solver's code. */
  verify(query: t.Query, certificate: readonly t.CertificateSegment[],
         claim?: t.ClaimOptions): t.Verdict;
  /** The proof of a pair as a line of a proof file, its end included. */
  proofText(query: t.Query, certificate: readonly t.CertificateSegment[],
            claim?: t.ClaimOptions): string;
  /**
   * The proof of the exact answer about a pair, Free or Contact, as a line of a proof file for
   * `verifyText`. Empty if the search for one was given up.
   */
  proveExactly(query: t.Query, claim?: t.ClaimOptions): string;
  /**
   * The reverse of `proofText`. Throws for anything that is not the proof of a pair by directions:
   * proofs that `proveExactly` writes may be of contacts, or name features.
   */
  parseProof(line: string): t.PairProof;
  /** Verifies every line of a proof file: pairs, steps, bodies and scenes. */
  verifyText(text: string): t.FileVerdict;

  /** Makes a mesh whose steps can be decided. Dispose of it when done. */
  createMesh(description: t.MeshDescription): t.StepMesh;

  /** The first contact of two moving bodies (closed meshes are solids), or a proof of none. */
  firstContact(a: t.PolyhedronDescription, motionA: t.BodyMotion, b: t.PolyhedronDescription,
               motionB: t.BodyMotion, options?: t.BodyOptions): t.BodyResult;
  /** All collisions of two rigid polyhedra whose relative motion is a screw. */
  findCollisions(a: t.PolyhedronDescription, motionA: t.PoseChange, b: t.PolyhedronDescription,
                 motionB: t.PoseChange, options?: t.ScrewOptions): t.ScrewResult;
  /** The collision screen of the same: its curves, pixels and crossings, for drawing. */
  collisionScreen(a: t.PolyhedronDescription, motionA: t.PoseChange, b: t.PolyhedronDescription,
                  motionB: t.PoseChange, options?: t.ScreenOptions): t.CollisionScreen;
  /** Where both bodies of `findCollisions` are at time t. */
  posesAt(motionA: t.PoseChange, motionB: t.PoseChange, time: number): { a: t.Pose; b: t.Pose };
  /** Where the body of a BodyMotion is at time t. (Not rigid in between for 'linear'.) */
  motionAt(motion: t.BodyMotion, time: number): t.Pose;
  /** A pose as a matrix and a position. Throws if it is none. */
  pose(input: t.PoseInput): t.Pose;

  /** Reads a robot and its scene. Throws with the reader's message. Dispose of it when done. */
  createRobotScene(input: t.RobotSceneInput): t.RobotScene;

  /** Reads a query file (.csv, .fcq, either with .gz), exactly as the tool does. */
  readQueries(file: t.NamedFile, options?: t.ReadQueriesOptions): t.QueryFile;
  /** The queries as the text of a CSV file. All must be of one kind. `truth` as given. */
  writeQueries(queries: readonly t.Query[], truth: readonly boolean[]): string;
  /** Reads a mesh file (.obj, .ply, .stl, .off, any with .gz). */
  readMesh(file: t.NamedFile): t.MeshData;
  /** Reads a trace of a simulation. */
  readTrace(file: t.NamedFile): t.Trace;
  /** Reads the poses of two bodies, as `firstcontact screw --poses` does. */
  readPoses(file: t.NamedFile): files.BodyPoses;
}

/** Fetches the bytes of the library, or reads them where there is a file system (Node). */
async function bytesOf(wasm: URL | string): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  const url = wasm instanceof URL ? wasm : new URL(wasm, import.meta.url);
  if (url.protocol === 'file:' && typeof process !== 'undefined' && process.versions?.node) {
    const fileSystem = 'node:fs/promises';  // not for bundlers
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ fileSystem) as
      { readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> };
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok)
    throw new FirstContactError(`${url.href}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}
declare const process: { versions?: { node?: string } } | undefined;

function make(library: Library): FirstContact {
  const solver = new pairs.PairSolver(library);
  const { version } = library.call<{ version: string }>('version').fields;
  return {
    version,
    solve: (query, options = {}) => solver.solve(query, options),
    solveMany: (queries, options = {}) => solver.solveMany(queries, options),
    methods: () => pairs.methods(library),
    solveBaseline: (query, method, settings = {}) =>
      pairs.solveBaseline(library, query, method, settings),
    solveWithAll: (query, options = {}) => pairs.solveWithAll(library, solver, query, options),
    oracle: (query, options = {}) => pairs.oracle(library, query, options),
    verify: (query, certificate, claim = {}) => pairs.verify(library, query, certificate, claim),
    proofText: (query, certificate, claim = {}) =>
      pairs.proofText(library, query, certificate, claim),
    proveExactly: (query, claim = {}) => pairs.proveExactly(library, query, claim),
    parseProof: line => pairs.callWithText<t.PairProof>(library, 'parseProof', line),
    verifyText: text => pairs.callWithText<t.FileVerdict>(library, 'verifyText', text),
    createMesh: description => new MeshOfSteps(library, description),
    firstContact: (a, motionA, b, motionB, options = {}) =>
      bodies.firstContact(library, a, motionA, b, motionB, options),
    findCollisions: (a, motionA, b, motionB, options = {}) =>
      bodies.findCollisions(library, a, motionA, b, motionB, options),
    collisionScreen: (a, motionA, b, motionB, options = {}) =>
      bodies.collisionScreen(library, a, motionA, b, motionB, options),
    posesAt: (motionA, motionB, time) =>
      library.call<{ a: t.Pose; b: t.Pose }>('posesAt', { motionA, motionB, time }).fields,
    motionAt: (motion, time) => library.call<t.Pose>('motionAt', { motion, time }).fields,
    pose: input => library.call<t.Pose>('pose', { pose: input }).fields,
    createRobotScene: input => new SceneOfRobot(library, input),
    readQueries: (file, options = {}) => files.readQueries(library, file, options),
    writeQueries: (queries, truth) => files.writeQueries(library, queries, truth),
    readMesh: file => files.readMesh(library, file),
    readTrace: file => files.readTrace(library, file),
    readPoses: file => files.readPoses(library, file),
  };
}

interface Loaded { library: Library; api: FirstContact; }
const loaded = new Map<unknown, Promise<Loaded>>();

async function start(wasm: NonNullable<LoadOptions['wasm']>): Promise<Loaded> {
  const bytes = typeof wasm === 'string' || wasm instanceof URL ? await bytesOf(wasm) : wasm;
  const library = await Library.create(bytes as BufferSource);
  return { library, api: make(library) };
}

/**
 * Loads the library. Later calls return the same instance if they ask for the same bytes, unless it
 * stopped for lack of memory: then they load a fresh one.
 */
export async function load(options: LoadOptions = {}): Promise<FirstContact> {
  const wasm = options.wasm ?? new URL('./firstcontact.wasm', import.meta.url);
  const key = wasm instanceof URL ? wasm.href : wasm;
  for (;;) {
    let entry = loaded.get(key);
    if (entry === undefined) {
      entry = start(wasm);
      loaded.set(key, entry);
      entry.catch(() => loaded.delete(key));
    }
    const { library, api } = await entry;
    if (!library.stopped) return api;
    if (loaded.get(key) === entry) loaded.delete(key);
  }
}
