// The functions of the package: each group once where it must succeed and once where it must not.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { test } from 'node:test';
import * as api from '../package/dist/index.js';

const fc = await api.load();
const here = name => readFileSync(new URL(name, import.meta.url), 'utf8');

const triangle = { v0T0: [0, 0, 0], v1T0: [1, 0, 0], v2T0: [0, 1, 0],
                   v0T1: [0, 0, 0], v1T1: [1, 0, 0], v2T1: [0, 1, 0] };
const falling = api.vertexFace({ pT0: [0.2, 0.2, 1], pT1: [0.2, 0.2, -1], ...triangle });
const passing = api.vertexFace({ pT0: [2, 2, 1], pT1: [2, 2, -1], ...triangle });

function cube(size) {
  const vertices = [];
  for (let i = 0; i < 8; ++i)
    vertices.push([1, 2, 4].map(bit => (i & bit ? size : -size) / 2));
  const faces = [
    [0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
  return { vertices, faces };
}

test('a point falls through a triangle', () => {
  const result = fc.solve(falling, { exact: true });
  assert.equal(result.status, 'Contact');
  assert.ok(result.toi <= 0.5 && result.toiUpper >= 0.5 && result.toiUpper - result.toi < 1e-8);
  assert.deepEqual(result.normal, [0, 0, 1]);
});

test('a free answer carries a proof, and a changed proof is refused', () => {
  const result = fc.solve(passing, { certificate: true });
  assert.equal(result.status, 'Free');
  assert.ok(result.certificate.length > 0);
  assert.deepEqual(fc.verify(passing, result.certificate), { proven: true, reason: '' });
  const changed = result.certificate.map(s => ({ ...s, n0: s.n0.map(x => -x) }));
  const verdict = fc.verify(passing, changed);
  assert.equal(verdict.proven, false);
  assert.notEqual(verdict.reason, '');
  for (const piece of api.certificatePieces(passing, result.certificate))
    for (const numbers of piece.coefficients)
      for (const x of numbers) assert.ok(x > piece.margin);
  const text = fc.proofText(passing, result.certificate);
  const read = fc.parseProof(text);
  assert.deepEqual(read.segments, result.certificate);
  assert.equal(fc.verify(read.query, read.segments, read).proven, true);
  assert.equal(fc.verifyText(text + text).proofs, 2);
  assert.equal(fc.verifyText(text).valid, true);
  assert.equal(fc.verifyText(text.replace('"t_max":1', '"t_max":0.5')).valid, false);
  assert.match(fc.verifyText('nonsense\n').error, /^proof\.jsonl:1:/);
});

test('every exact answer has a proof', () => {
  for (const [query, contact] of [[falling, true], [passing, false]]) {
    const text = fc.proveExactly(query);
    assert.equal('contact' in JSON.parse(text), contact);
    assert.deepEqual(fc.verifyText(text).failures, []);
    assert.equal(fc.verifyText(text).valid, true);
    if (contact) assert.throws(() => fc.parseProof(text), /contact/);
  }
  const within = JSON.parse(fc.proveExactly(passing, { minSeparation: 10, norm: 'Linf' }));
  assert.deepEqual([within.contact.toi, within.segments], [0, []]);
  assert.equal(fc.verifyText(fc.proveExactly(falling).replace('"toi_upper":', '"toi_upper":-')).valid,
               false);
});

test('the oracle knows the exact time', () => {
  const third = api.pointPoint({ pT0: [0, 0, 0], qT0: [1, 0, 0], pT1: [1, 0, 0], qT1: [-1, 0, 0] });
  const answer = fc.oracle(third, { widthBits: 200 });
  assert.equal(answer.status, 'Contact');
  assert.equal(api.decimalOf(answer.lower, 40), '0.' + '3'.repeat(40));
  const half = fc.oracle(falling);
  assert.equal(api.decimalOf(half.lower, 3), '0.500');
  assert.deepEqual(half.lower, half.upper);
  assert.equal(fc.oracle(passing).status, 'Free');
  assert.equal(fc.oracle(passing, { minSeparation: NaN }).status, 'InvalidInput');
});

test('every method answers, and says so if it cannot', () => {
  const answers = fc.solveWithAll(falling);
  assert.deepEqual(answers.map(answer => answer.method), fc.methods().map(method => method.name));
  assert.equal(answers.length, 11);
  for (const answer of answers.slice(0, 4)) assert.equal(answer.status, 'Contact');
  const point = api.pointPoint({ pT0: [0, 0, 0], qT0: [1, 0, 0], pT1: [1, 0, 0], qT1: [0, 0, 0] });
  assert.match(fc.solveWithAll(point).at(-1).message, /only decides/);
});

test('bad numbers are an answer, bad arguments an error', () => {
  const bad = { ...falling, t0: [[NaN, 0, 0], ...falling.t0.slice(1)] };
  const result = fc.solve(bad);
  assert.equal(result.status, 'InvalidInput');
  assert.notEqual(result.message, '');
  assert.throws(() => fc.solve({ ...falling, kind: 'Sphere' }), api.FirstContactError);
  assert.throws(() => fc.solve({ ...falling, t1: [] }), /has 4 points/);
  assert.throws(() => fc.solve(falling, { method: 'irf' }), /none of certified/);
  assert.throws(() => fc.solveBaseline(falling, 'irf'), /there is no 'irf' here/);
  for (const odd of [undefined, {}, { ...falling, t0: null }, { ...falling, t0: [[Symbol()]] },
                     { ...falling, t0: [[1n, Symbol(), 0], ...falling.t0.slice(1)] }])
    assert.throws(() => fc.solve(odd));
  assert.throws(() => fc.solve(falling, { minSeperation: 1 }), /there is no 'minSeperation'/);
  assert.throws(() => fc.oracle(falling, { minSeparation: 1n }));
  const circle = {};
  circle.self = circle;
  assert.throws(() => fc.oracle(falling, circle));
  assert.throws(() => fc.solveBaseline(falling, 'accd', { call: 'version' }), /there is no 'call'/);
  for (const settings of [{ tolerance: NaN }, { tolerance: -1 }, { minSeparation: Infinity }, { maxChecks: 0 }])
    assert.throws(() => fc.solveBaseline(falling, 'accd', settings), /: must be /);
  for (const corner of [2 ** 32, 0.5]) {
    const body = cube(1);
    body.faces[0][1] += corner;
    assert.throws(() => fc.firstContact(body, { kind: 'rest' }, cube(1), { kind: 'rest' }), /is not an index/);
  }
  assert.equal(fc.solve(falling, { maxChecks: 0 }).status, 'InvalidInput');
  assert.equal(fc.solve(falling).status, 'Contact');  // nothing is broken
});

test('what has another type is refused, not converted', () => {
  const point = [0.2, 0.2, 1], rest = falling.t0.slice(1);
  for (const odd of [[null, null, null], '123', [true, true, true], [[0.2], [0.2], [1]], [0, 0, 1, 7],
                     [0, 0], new DataView(new ArrayBuffer(24)), 5, null])
    assert.throws(() => fc.solve({ ...falling, t0: [odd, ...rest] }), /three coordinates/, String(odd));
  assert.equal(fc.solve({ ...falling, t0: [Float64Array.from(point), ...rest] }).status, 'Contact');
  for (const options of [{ tMax: [] }, { tMax: '' }, { tolerance: null }, { exact: 'false' }, { exact: 1 },
                         { sceneExtent: [1, 2] }, null, 5])
    assert.throws(() => fc.solve(falling, options), api.FirstContactError);

  const flat = { vertexCount: 3, faces: [0, 1, 2] }, at = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const gone = new Uint32Array([0, 1, 2]);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  for (const faces of [new Set([0, 1, 2]), {}, 7, '012', gone])
    assert.throws(() => fc.createMesh({ ...flat, faces }), /^FirstContactError: faces: /);
  assert.throws(() => fc.createMesh({ ...flat, thickness: 5 }), /thickness: not an array/);
  assert.throws(() => fc.createMesh({ ...flat, vertexCount: 3.5 }), /vertexCount: 3.5 is not a count/);
  const mesh = fc.createMesh(flat);
  assert.throws(() => mesh.decideStep(at, at.map((x, i) => (i === 4 ? null : x))), /t1\[4\]: not a number/);
  mesh.dispose();

  const body = { vertices: [[1], [2], [3]], faces: [[0, 1, 2]] };
  assert.throws(() => fc.findCollisions(body, {}, body, {}), /vertices\[0\]: a point has three/);
  assert.throws(() => fc.readMesh({ name: 'a.obj', data: 1.5e9 }), /data: neither text nor bytes/);
  const text = new TextEncoder().encode('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  assert.equal(fc.readMesh({ name: 'a.obj', data: new DataView(text.buffer) }).faces.length, 3);
});

test('arguments whose reading calls the library again do not mix two questions', () => {
  const query = { ...falling, get t1() { fc.solve(passing); return falling.t1; } };
  assert.equal(fc.solve(query).toi, fc.solve(falling).toi);
  const options = { get tMax() { fc.solve(passing, { minSeparation: 0.5 }); return 1; } };
  assert.equal(fc.solve(falling, options).status, 'Contact');
});

test('a misspelt name is refused wherever options are taken', () => {
  const wrong = { minSeperation: 1 };
  const flat = { vertexCount: 3, faces: [0, 1, 2] }, at = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const mesh = fc.createMesh(flat);
  const rest = { kind: 'rest' };
  const link = { name: 'arm', parent: -1, joint: { name: 'turn', type: 'Revolute' },
                 shapes: [{ kind: 'box', size: [1, 1, 1] }] };
  const robot = { name: 'arm', links: [link] };
  const scene = fc.createRobotScene({ robot });
  const file = { name: 'vertex-face/queries.csv', data: fc.writeQueries([falling], [true]) };
  const calls = {
    solve: () => fc.solve(falling, wrong),
    solveMany: () => fc.solveMany([falling], wrong),
    solveBaseline: () => fc.solveBaseline(falling, 'accd', wrong),
    oracle: () => fc.oracle(falling, wrong),
    verify: () => fc.verify(falling, [], wrong),
    proofText: () => fc.proofText(falling, [], wrong),
    proveExactly: () => fc.proveExactly(falling, wrong),
    createMesh: () => fc.createMesh({ ...flat, ...wrong }),
    decideStep: () => mesh.decideStep(at, at, wrong),
    rules: () => mesh.impacts(at, at, { rules: wrong }),
    candidates: () => mesh.candidates(at, at, wrong),
    intersections: () => mesh.intersections(at, wrong),
    intersectionsStep: () => mesh.intersections(at, { step: wrong }),
    nearPairs: () => mesh.nearPairs(at, 1, wrong),
    stepProof: () => mesh.proof(at, at, wrong),
    firstContact: () => fc.firstContact(cube(1), rest, cube(1), rest, wrong),
    findCollisions: () => fc.findCollisions(cube(1), {}, cube(1), {}, { samples: 1 }),
    collisionScreen: () => fc.collisionScreen(cube(1), {}, cube(1), {}, wrong),
    createRobotScene: () => fc.createRobotScene({ robot, ...wrong }),
    sceneFirstContact: () => scene.firstContact([0], [1], wrong),
    stages: () => scene.firstContact([0], [1], { method: 'Advancement', stages: wrong }),
    readQueries: () => fc.readQueries(file, wrong),
  };
  for (const [name, call] of Object.entries(calls))
    assert.throws(call, /: there is no '(minSeperation|samples)'$/, name);
  assert.equal(scene.firstContact([0], [1]).status, 'Free');
  assert.equal(fc.readQueries(file).count, 1);
  scene.dispose();
  mesh.dispose();
});

test('the last bits of numbers', () => {
  assert.equal(api.nextUp(1), 1 + 2 ** -52);
  assert.equal(api.nextDown(0), -5e-324);
  assert.equal(api.addUlps(1, -1), 1 - 2 ** -53);
  assert.equal(api.nextUp(Number.MAX_VALUE), Number.MAX_VALUE);
  assert.equal(api.ulpsBetween(-5e-324, 5e-324), 2n);
  assert.equal(api.ulp(1), 2 ** -52);
  assert.equal(api.bitsOf(-2), 'c000000000000000');
  assert.equal(api.exactDecimal(0.1), '0.1000000000000000055511151231257827021181583404541015625');
  assert.equal(api.exactDecimal(-0.75), '-0.75');
  assert.equal(api.exactDecimal(2 ** 60), '1152921504606846976');
});

// Two triangles, one above the other; the upper one falls.
const sheets = { vertexCount: 6, faces: [0, 1, 2, 3, 4, 5], objects: [0, 0, 0, 1, 1, 1] };
const above = z => Float64Array.from(
  [0, 0, 0, 1, 0, 0, 0, 1, 0, 0.1, 0.1, z, 0.8, 0.1, z, 0.1, 0.8, z]);

test('a step of two triangles', () => {
  const mesh = fc.createMesh(sheets);
  assert.equal(mesh.fault, '');
  assert.equal(mesh.edges.length, 12);
  assert.equal(mesh.decideStep(above(1), above(0.5)).status, 'Free');
  const step = mesh.collisionFreeStepSize(above(1), above(-1));
  assert.equal(step.status, 'Contact');
  assert.ok(Math.abs(step.toi - 0.5) < 1e-5 && step.toi <= 0.5);
  const all = mesh.impacts(above(1), above(-1));
  assert.ok(all.impacts.length >= 3);
  const query = mesh.queryOf(all.impacts[0].pair, above(1), above(-1));
  assert.equal(fc.solve(query).toi, all.impacts[0].toi);
  const single = z => Float32Array.from(above(z));
  assert.equal(mesh.impacts(single(1), single(-1)).status, 'Contact');
  assert.equal(mesh.intersections(above(0)).status, 'Contact');
  assert.equal(mesh.intersections(above(1)).count, 0);
  assert.ok(mesh.nearPairs(above(0.01), 0.1).pairs.length > 0);
  assert.equal(mesh.nearPairs(above(1), 0.1).smallestDistance, Infinity);
  assert.equal(mesh.initialContacts(above(0)).status, 'Contact');
  assert.equal(mesh.candidates(above(1), above(-1)).status, 'Undecided');
  assert.equal(mesh.decideStep(above(1), above(-1), { betweenObjects: false }).status, 'Free');
  const shares = [];
  const watched = mesh.impacts(above(1), above(-1), { progress: share => { shares.push(share); } });
  assert.equal(watched.status, 'Contact');
  assert.throws(() => mesh.impacts(above(1), above(-1), {
    progress: () => { throw new Error('from the page'); } }), /from the page/);
  assert.equal(mesh.decideStep(above(1), above(-1).subarray(3)).status, 'InvalidInput');
  mesh.dispose();
  assert.throws(() => mesh.decideStep(above(1), above(1)), /disposed/);
  assert.match(fc.createMesh({ vertexCount: 2, faces: [0, 1, 2] }).fault,
               /vertex 2 does not exist/);
});

test('a progress function must not call the library, which goes on afterwards', () => {
  const side = 40, vertices = [], faces = [];
  for (const z of [0, 0.1])
    for (let i = 0; i < side; ++i) for (let k = 0; k < side; ++k) vertices.push(i, k, z);
  for (let s = 0; s < 2; ++s)
    for (let i = 0; i + 1 < side; ++i)
      for (let k = 0; k + 1 < side; ++k) {
        const a = s * side * side + i * side + k;
        faces.push(a, a + 1, a + side, a + 1, a + side + 1, a + side);
      }
  const mesh = fc.createMesh({ vertexCount: vertices.length / 3, faces });
  const after = vertices.map((x, i) => (i % 3 === 2 && x > 0 ? -0.1 : x));
  let refused = 0;
  const progress = () => {
    try {
      mesh.dispose();
    } catch (error) {
      assert.match(error.message, /busy/);
      ++refused;
    }
  };
  const found = mesh.impacts(vertices, after, { progress }).impacts.length;
  assert.ok(refused > 0);
  assert.equal(mesh.impacts(vertices, after).impacts.length, found);
  mesh.dispose();
});

test('a step has a proof, which holds for these positions only', () => {
  const mesh = fc.createMesh(sheets);
  const proof = mesh.proof(above(0.4), above(0.1));
  assert.equal(proof.status, 'Free');
  assert.deepEqual(mesh.verify(above(0.4), above(0.1), proof.text), { proven: true, reason: '' });
  assert.equal(mesh.verify(above(0.4), above(-0.1), proof.text).proven, false);
  assert.equal(mesh.proof(above(1), above(-1)).text, '');
});

test('two cubes collide, or are proven apart', () => {
  const a = cube(1), b = cube(1);
  const result = fc.findCollisions(a, {}, b, {
    from: { position: [0.1, 0.2, 3] }, to: { position: [0, 0, 0.5], axis: [0, 0, 1], angle: 1 } });
  assert.equal(result.status, 'Contact');
  assert.ok(result.collisions.length > 0);
  const motion = { from: { position: [0, 0, 3] }, to: { position: [3, 0, 3] } };
  const free = fc.findCollisions(a, {}, b, motion, { certificate: true });
  assert.equal(free.status, 'Free');
  assert.equal(fc.verifyText(free.proof).valid, true);
  const first = fc.firstContact(a, { kind: 'rest' }, b,
    { kind: 'linear', from: { position: [0, 0, 3] }, to: { position: [0, 0, -1] } });
  assert.equal(first.status, 'Contact');
  assert.ok(Math.abs(first.toi - 0.5) < 1e-5);
  const turning = { kind: 'turn', from: { position: [3, 0, 0] }, axis: [0, 0, 1], point: [0, 0, 0],
                    angle: 20, travel: 0 };
  const turn = fc.firstContact(a, { kind: 'rest' }, b, turning, { certificate: true });
  assert.equal(turn.status, 'Free');
  assert.equal(fc.verifyText(turn.proof).valid, true);
  const poses = fc.posesAt({}, motion, 1);
  assert.deepEqual(poses.b.position.map(x => Math.round(x * 1e9) / 1e9), [3, 0, 3]);
  assert.equal(fc.findCollisions({ vertices: [], faces: [] }, {}, b, {}).status, 'InvalidInput');
  assert.throws(() => fc.pose({ quaternion: { w: 0, x: 0, y: 0, z: 0 } }), /length 0/);
});

test('the collision screen has curves, pixels and crossings', () => {
  const motion = { from: { position: [2, 0.3, 0.2] },
                   to: { position: [-0.5, 0.4, 0.1], axis: [0, 0, 1], angle: 1.2 } };
  for (const mode of ['Pixels', 'Analytic', 'Certified']) {
    const screen = fc.collisionScreen(cube(1), {}, cube(1), motion, { mode });
    assert.equal(screen.message, '');
    assert.equal(screen.still, false);
    assert.ok(screen.curvesA.length >= 12 || mode === 'Pixels');
    assert.equal(screen.crossings.length, screen.collisions.length);
    assert.ok(screen.crossings.length > 0);
    assert.equal(screen.pixelsA.length > 0, mode === 'Pixels');
    // A crossing of two edges lies on a curve of a and on a curve of b.
    for (const crossing of screen.crossings) {
      const collision = screen.collisions[crossing.collision];
      if (collision.kind !== 'EE') continue;
      for (const [curves, edge] of [[screen.curvesA, collision.a], [screen.curvesB, collision.b]]) {
        const near = Math.min(...curves.filter(c => c.edge === edge).flatMap(c => c.points)
          .map(p => Math.hypot(p.r - crossing.r, p.h - crossing.h)));
        assert.ok(near < 0.1, `${mode}: ${near}`);
      }
    }
  }
});

test('a robot among objects', () => {
  const input = { robot: { urdf: { name: 'arm.urdf', data: here('arm.urdf') } },
                  scenes: [{ name: 'scene.json', data: here('scene.json') }] };
  const robot = fc.createRobotScene(input);
  assert.deepEqual(robot.values.map(v => v.name),
                   ['turn', 'lift', 'elbow', 'roll', 'bend', 'spin']);
  assert.equal(robot.values[3].upper, Infinity);
  assert.equal(robot.bodies.length, 11);
  const up = [0, 0, 0, 0, 0, 0], down = [0, 2, 0.5, 0, 0, 0];
  const hit = robot.firstContact(up, down);
  assert.equal(hit.status, 'Contact');
  assert.equal(hit.b.name, 'table');
  const aside = [1, 0.2, 0.2, 1, 0, 0];
  const free = robot.firstContact(up, aside, { certificate: true, clearance: true });
  assert.equal(free.status, 'Free');
  assert.ok(free.clearance > 0);
  assert.equal(fc.verifyText(free.proof).valid, true);
  assert.deepEqual(robot.configurationAt(up, down, 0.5), [0, 1, 0.25, 0, 0, 0]);
  const poses = robot.bodyPoses(up);
  assert.equal(poses.length, 11);
  assert.deepEqual(poses[7].position, [0.9, 0, 0.2]);  // the table
  // The boxes hold what they are around, and Taylor models give smaller ones.
  const [taylor] = robot.motionBoxes(up, down, 1, true);
  const [plain] = robot.motionBoxes(up, down, 1, false);
  const size = box => box.max.reduce((sum, x, k) => sum + x - box.min[k], 0);
  const tool = robot.bodies.findIndex(body => body.name === 'tool');
  assert.ok(size(taylor.boxes[tool]) < size(plain.boxes[tool]));
  const at = robot.bodyPoses(robot.configurationAt(up, down, 0.3))[tool].position;
  for (let k = 0; k < 3; ++k)
    assert.ok(taylor.boxes[tool].min[k] <= at[k] && at[k] <= taylor.boxes[tool].max[k]);
  assert.throws(() => robot.firstContact([0], down), /has 1 values, not 6/);
  robot.dispose();
  assert.throws(() => fc.createRobotScene({ robot: { urdf: { name: 'a.urdf', data: '<robot' } } }),
                /^FirstContactError: a\.urdf:1: XML:/);
});

test('a robot from plain data', () => {
  const robot = fc.createRobotScene({
    robot: { links: [
      { name: 'post', parent: -1, joint: { name: 'root', type: 'Fixed' } },
      { name: 'bar', parent: 0, joint: { name: 'hinge', type: 'Revolute', lower: -3, upper: 3 },
        shapes: [{ kind: 'capsule', radius: 0.1, length: 2,
                   pose: { axis: [0, 1, 0], angle: Math.PI / 2 } }] },
    ] },
    objects: [{ name: 'ball', shapes: [{ kind: 'sphere', radius: 0.2 }],
                pose: { position: [0, 0.9, 0] } }],
  });
  const result = robot.firstContact([0], [3]);
  assert.equal(result.status, 'Contact');
  assert.deepEqual([result.a.name, result.b.name], ['bar', 'ball']);
  assert.equal(robot.firstContact([0], [0.5]).status, 'Free');
});

test('query files, plain and packed with gzip', () => {
  const text = fc.writeQueries([falling, passing], [true, false]);
  const file = fc.readQueries({ name: 'scene/vertex-face/data.csv', data: text });
  assert.equal(file.kind, 'VertexFace');
  assert.equal(file.count, 2);
  assert.deepEqual([...file.truth], [1, 0]);
  assert.deepEqual(file.query(1), passing);
  const gzip = { name: 'data.csv.gz', data: gzipSync(text) };
  const packed = fc.readQueries(gzip, { kind: 'VertexFace' });
  assert.deepEqual([...packed.coordinates], [...file.coordinates]);
  assert.throws(() => fc.readQueries({ name: 'data.csv', data: text }), /give `kind`/);
  assert.throws(() => fc.readQueries({ name: 'edge-edge/a.csv', data: 'x' }),
                /^FirstContactError: edge-edge\/a\.csv:1:/);
  const damaged = gzipSync(text);
  damaged[damaged.length - 6] ^= 1;
  const name = 'vertex-face/a.csv.gz', half = gzip.data.subarray(0, 90);
  assert.throws(() => fc.readQueries({ name, data: damaged }), /gzip: damaged/);
  assert.throws(() => fc.readQueries({ name, data: half }), /gzip: .*(truncated|early)/);
});

test('a large file makes the memory grow, which moves it', async () => {
  const fresh = await api.load();
  const row = '1,2,1,2,1,2,1\n'.repeat(8);
  const data = new TextEncoder().encode(row.repeat(40e6 / row.length));
  const read = fresh.readQueries({ name: 'vertex-face/queries.csv', data });
  assert.equal(read.count, Math.floor(40e6 / row.length));
});

test('mesh files', () => {
  const obj = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0.1\nf 1 2 3 4\n';
  for (const file of [{ name: 'a.obj', data: obj }, { name: 'a.obj.gz', data: gzipSync(obj) }]) {
    const mesh = fc.readMesh(file);
    assert.deepEqual([...mesh.faces], [0, 1, 2, 0, 2, 3]);
    assert.deepEqual(mesh.polygons, [[0, 1, 2, 3]]);
    assert.equal(mesh.vertices[11], 0.1);
  }
  assert.throws(() => fc.readMesh({ name: '../../a.obj', data: 'v 1 2 x\n' }),
                /^FirstContactError: a\.obj:1:/);
});

test('gzip of much data, in several parts', () => {
  let text = '';
  for (let i = 0; i < 8000; ++i) text += `v ${Math.sin(i)} ${i * i} ${-i / 7}\n`;
  const members = Buffer.concat([gzipSync(text.slice(0, 200001)), gzipSync(text.slice(200001))]);
  const plain = fc.readMesh({ name: 'a.obj', data: text });
  assert.equal(plain.vertices[3], Math.sin(1));
  for (const level of [0, 1, 9])
    assert.deepEqual(fc.readMesh({ name: 'a.obj.gz', data: gzipSync(text, { level }) }), plain);
  assert.deepEqual(fc.readMesh({ name: 'a.obj.gz', data: members }), plain);
});

test('traces are checked by the reader and viewed in place', () => {
  const description = new TextEncoder().encode(JSON.stringify({ format: 'firstcontact trace',
    scene: 'test', values: ['time'], value_units: ['s'], time_step: 0.01,
    bodies: [{ name: 'b', kind: 'solid', first_vertex: 0, vertices: 3 }] }).padEnd(208));
  const vertices = 3, frameBytes = 8 + 40;
  const bytes = new ArrayBuffer(64 + 208 + 16 + 2 * frameBytes + 5);  // and a part of a frame
  new Uint8Array(bytes).set([0x89, 0x46, 0x43, 0x54, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(bytes);
  view.setUint32(8, 1, true);
  view.setUint32(12, 0x01020304, true);
  [208, vertices, 1, 1, frameBytes, 0].forEach(
    (x, i) => view.setBigUint64(16 + 8 * i, BigInt(x), true));
  new Uint8Array(bytes, 64).set(description);
  new Uint32Array(bytes, 272, 3).set([0, 1, 2]);
  new Float64Array(bytes, 288 + frameBytes, 1).set([0.01]);
  new Float32Array(bytes, 288 + frameBytes + 8, 9).set([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const trace = fc.readTrace({ name: 'trace.fct', data: bytes });
  assert.equal(trace.frameCount, 2);
  assert.deepEqual([...trace.triangles], [0, 1, 2]);
  assert.equal(trace.values(1)[0], 0.01);
  assert.deepEqual([...trace.positions(1)], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.equal(trace.bodies[0].vertices, 3);
  assert.throws(() => trace.values(2), /no frame 2/);
  const refused = () => fc.readTrace({ name: 'trace.fct', data: bytes });
  view.setBigUint64(32, 1n << 60n, true);  // so many triangles
  assert.throws(refused, /^FirstContactError: trace\.fct:/);
  view.setBigUint64(32, 0x20000000n, true);  // 12 times this is a multiple of 2^32
  assert.throws(refused, /^FirstContactError: trace\.fct:/);
  view.setBigUint64(32, 1n, true);
  view.setUint32(8, 2, true);
  assert.throws(refused, /^FirstContactError: trace\.fct: .*version/);
  assert.throws(() => fc.readTrace({ name: 'x.fct', data: 'no' }), api.FirstContactError);
});

test('poses of two bodies', () => {
  const poses = fc.readPoses({ name: 'p.json', data: '{"b": {"from": {"position": [1, 2, 3]}}}' });
  assert.deepEqual(poses.b.from.position, [1, 2, 3]);
  assert.throws(() => fc.readPoses({ name: 'p.json', data: '{"c": 1}' }),
                /^FirstContactError: p\.json:/);
});
