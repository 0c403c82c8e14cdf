// Answers the questions of answer_data.h with the package, and compares with the native answers,
// bit for bit. All NaNs count as one: their payload depends on the processor.
//
//   node same_answers.mjs PACKAGE QUESTIONS ANSWERS
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

const [packageFolder, questionsPath, answersPath] = process.argv.slice(2);
const { load, FirstContactError } = await import(
  pathToFileURL(path.resolve(packageFolder, 'dist/index.js')).href);
const fc = await load();

function numbersOf(file) {
  return new Float64Array(Uint8Array.from(readFileSync(file)).buffer);
}
const questions = numbersOf(questionsPath), wanted = numbersOf(answersPath);

// Reading ---------------------------------------------------------------------------------------
let at = 0;
const number = () => questions[at++];
const numbers = count => { at += count; return questions.subarray(at - count, at); };
const text = () => String.fromCharCode(...numbers(number()));
const vectors = count => Array.from({ length: count }, () => [...numbers(3)]);

// Writing and comparing -------------------------------------------------------------------------
const answers = [];
const labels = [];  // [first answer, name]
const label = name => labels.push([answers.length, name]);
const push = (...values) => {
  for (const value of values) {
    if (typeof value === 'number') answers.push(value);
    else if (typeof value === 'boolean') answers.push(value ? 1 : 0);
    else if (typeof value === 'string') answers.push(hash(value));
    else push(...value);
  }
};
function hash(string) {
  let h = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(string)) h = Math.imul(h ^ byte, 0x01000193) >>> 0;
  return h;
}
const statuses = ['Free', 'Contact', 'Undecided', 'Cancelled', 'InvalidInput'];
const kinds = ['VertexFace', 'EdgeEdge', 'PointEdge', 'PointPoint', 'PointSegment2D'];
const pointCounts = [4, 4, 3, 2, 3];
const methods = ['certified', 'exact', 'tight-inclusion', 'tight-inclusion-fast'];
const outcome = r =>
  push(statuses.indexOf(r.status), r.toi, r.toiUpper, r.checks, r.startsInContact);
const points = r => push(r.pointA, r.pointB, r.normal, r.distance);

// Pairs -----------------------------------------------------------------------------------------
function queryOf(row) {
  const kind = kinds[row[0]], count = pointCounts[row[0]];
  const points = first => Array.from({ length: count },
    (_, i) => [...row.subarray(first + 3 * i, first + 3 * i + 3)]);
  return { kind, t0: points(1), t1: points(13) };
}
function optionsOf(row) {
  return {
    method: methods[row[0]], tolerance: row[1] ? row[2] : undefined, minSeparation: row[3],
    norm: row[4] ? 'Linf' : 'L2', tMax: row[5], maxChecks: row[6], exact: row[7] !== 0,
    certificate: row[8] !== 0, toiWidth: row[9],
  };
}
function answerQueries() {
  const settings = Array.from({ length: number() }, () => optionsOf(numbers(14)));
  const count = number();
  const baselines = fc.methods().filter(method => !method.guaranteed).map(method => method.name);
  const queries = Array.from({ length: count }, () => queryOf(numbers(25)));
  const tally = {};
  const perSetting = settings.map(
    options => fc.solveMany(queries, { ...options, certificate: false }));
  queries.forEach((query, i) => {
    settings.forEach((options, k) => {
      label(`query ${i} (${query.kind}), options ${k}`);
      const r = fc.solve(query, options);
      tally[r.status] = (tally[r.status] ?? 0) + 1;
      if (r.status !== 'InvalidInput')
        for (const field of ['status', 'toi', 'toiUpper'])
          if (!Object.is(r[field], perSetting[k][i][field]))
            throw new Error(`query ${i}, options ${k}: solveMany gives another ${field}`);
      outcome(r);
      points(r);
      push(r.u, r.v, r.tolerance, r.message, r.certificate.length);
      for (const s of r.certificate) push(s.t0, s.t1, s.n0, s.n1);
      if (r.certificate.length > 0) {
        push(fc.verify(query, r.certificate, options).proven);
        push(fc.proofText(query, r.certificate, options));
      }
    });
    if (query.kind !== 'VertexFace' && query.kind !== 'EdgeEdge') return;
    if (fc.solve(query).status === 'InvalidInput') return;
    for (const name of baselines) {
      label(`query ${i} (${query.kind}), ${name}`);
      const answer = fc.solveBaseline(query, name, { maxChecks: 200 });
      push(answer.contact, answer.toi, answer.exhausted, answer.checks);
    }
  });
  return `${count} queries: ` +
    Object.entries(tally).map(([status, n]) => `${n} ${status}`).join(', ');
}

// Steps -----------------------------------------------------------------------------------------
const intersectionKinds =
  ['FaceFace', 'EdgeFace', 'EdgeEdge', 'PointFace', 'PointEdge', 'PointPoint'];
function impact(x) {
  push(kinds.indexOf(x.pair.kind), x.pair.a, x.pair.b, x.toi, x.toiUpper, x.startsInContact, x.u,
       x.v);
  points(x);
}
function stepResult(r) {
  outcome(r);
  push(r.message, Object.values(r.candidates), r.earliest !== null);
  if (r.earliest) impact(r.earliest);
  push(r.impacts.length);
  r.impacts.forEach(impact);
}
function answerSteps() {
  const count = number();
  let free = 0, impacts = 0;
  for (let i = 0; i < count; ++i) {
    const [vertexCount, faces, edges, minSeparation, distance] = numbers(5);
    const mesh = fc.createMesh({ vertexCount, faces: Int32Array.from(numbers(3 * faces)) });
    numbers(2 * edges);
    const t0 = numbers(3 * vertexCount), t1 = numbers(3 * vertexCount), options = { minSeparation };
    for (const operation of ['decideStep', 'collisionFreeStepSize', 'impacts']) {
      label(`step ${i}, ${operation}`);
      const r = mesh[operation](t0, t1, options);
      impacts += r.impacts.length;
      stepResult(r);
    }
    label(`step ${i}, initialContacts`);
    stepResult(mesh.initialContacts(t0, options));
    label(`step ${i}, intersections`);
    const crossing = mesh.intersections(t1);
    push(statuses.indexOf(crossing.status));
    for (const x of crossing.intersections)
      push(intersectionKinds.indexOf(x.kind), x.a, x.b, x.neighbours);
    label(`step ${i}, nearPairs`);
    const near = mesh.nearPairs(t0, distance, { weights: 'Area' });
    push(near.smallestDistance);
    for (const x of near.pairs)
      push(kinds.indexOf(x.kind), x.vertices[0], x.distance, x.weight, x.count,
           x.parallelThreshold);
    label(`step ${i}, proof`);
    const proof = mesh.proof(t0, t1, options);
    if (proof.status === 'Free') {
      ++free;
      push(proof.text);
      const verdict = mesh.verify(t0, t1, proof.text);
      if (!verdict.proven && proof.without === 0) throw new Error(`step ${i}: ${verdict.reason}`);
    }
    mesh.dispose();
  }
  return `${count} steps: ${free} free, ${impacts} impacts`;
}

// Screws ----------------------------------------------------------------------------------------
function body() {
  const vertices = vectors(number());
  const flat = numbers(number()), faces = [];
  for (let i = 0; i < flat.length; i += flat[i] + 1)
    faces.push([...flat.subarray(i + 1, i + 1 + flat[i])]);
  return { vertices, faces };
}
function pose() { return { rotation: [...numbers(9)], position: [...numbers(3)] }; }
function firstContact(first) {
  outcome(first);
  points(first);
  push(first.triangleA, first.triangleB, first.tolerance);
}
function answerScrews() {
  const count = number();
  let collisions = 0, free = 0;
  for (let i = 0; i < count; ++i) {
    const a = body(), b = body();
    const motionA = { from: pose(), to: pose() }, motionB = { from: pose(), to: pose() };
    const mode = ['Pixels', 'Analytic', 'Certified'][number()], certificate = mode === 'Certified';
    label(`screw ${i} (${mode})`);
    const r = fc.findCollisions(a, motionA, b, motionB, { mode, certificate });
    outcome(r);
    push(r.screw.axis, r.screw.point, r.screw.angle, r.screw.travel, r.tolerance);
    for (const c of r.collisions)
      push(c.a, c.b, c.time, c.timeUpper, c.properness, c.point, c.normal);
    collisions += r.collisions.length;
    if (certificate && r.status === 'Free') {
      ++free;
      push(r.proof);
    }
    label(`first contact ${i}`);
    const first = fc.firstContact(a, { kind: 'screw', ...motionA },
                                  b, { kind: 'screw', ...motionB });
    firstContact(first);
    label(`other motion ${i}`);
    const rest = { kind: 'rest', pose: motionA.from }, way = motionB.to.position;
    firstContact(fc.firstContact(a, rest, b, i % 2 === 0
      ? { kind: 'turn', from: motionB.from, axis: way, point: motionA.to.position, angle: way[0],
          travel: way[1] }
      : { kind: 'linear', ...motionB }));
  }
  return `${count} screws: ${collisions} collisions, ${free} proofs`;
}

// Robot edges -----------------------------------------------------------------------------------
function answerEdges() {
  const urdf = { name: 'arm.urdf', data: text() }, scene = { name: 'scene.json', data: text() };
  const robot = fc.createRobotScene({ robot: { urdf }, scenes: [scene] });
  const values = number(), count = number();
  const tally = {};
  for (let i = 0; i < count; ++i) {
    const q0 = [...numbers(values)], q1 = [...numbers(values)];
    const method = number() ? 'Advancement' : 'Certified';
    const more = number() !== 0 && method === 'Certified';
    label(`edge ${i} (${method})`);
    const r = robot.firstContact(q0, q1, { method, clearance: more, certificate: more });
    tally[r.status] = (tally[r.status] ?? 0) + 1;
    outcome(r);
    points(r);
    push(r.a.body, r.b.body, r.a.triangle, r.b.triangle, r.tolerance, r.clearance, r.clearanceUpper,
         r.clearanceTime, r.counts.steps);
    if (more && r.status === 'Free') push(r.proof);
    for (const link of robot.linkPoses(robot.configurationAt(q0, q1, 0.5))) push(link.position);
    for (const box of robot.motionBoxes(q0, q1, 1, i % 2 === 0)[0].boxes) push(box.min, box.max);
  }
  robot.dispose();
  return `${count} edges: ` + Object.entries(tally).map(([s, n]) => `${n} ${s}`).join(', ');
}

if (number() !== 20260701) throw new FirstContactError(`${questionsPath}: these are no questions`);
const lines = [answerQueries, answerSteps, answerScrews, answerEdges].map(part => {
  const start = performance.now();
  return `${part()} (${((performance.now() - start) / 1000).toFixed(0)} s)`;
});
if (at !== questions.length) throw new Error('not all questions were read');

const bits = list => {
  const copy = Float64Array.from(list, x => (Number.isNaN(x) ? NaN : x));
  return new BigUint64Array(copy.buffer);
};
const ours = bits(answers), theirs = bits(wanted);
const sha = list =>
  createHash('sha256').update(new Uint8Array(list.buffer)).digest('hex').slice(0, 16);
let different = Math.abs(ours.length - theirs.length), first = -1;
for (let i = 0; i < Math.min(ours.length, theirs.length); ++i)
  if (ours[i] !== theirs[i]) {
    ++different;
    if (first < 0) first = i;
  }
for (const line of lines) console.log(line);
console.log(`${ours.length} values as WebAssembly, hash ${sha(ours)}`);
console.log(`${theirs.length} values natively, hash ${sha(theirs)}`);
if (different > 0) {
  const place = first < 0 ? Math.min(ours.length, theirs.length) : first;
  const name = labels.findLast(([from]) => from <= place);
  console.log(`${different} values differ. The first: number ${place - name[0]} of ${name[1]}: ` +
    `${answers[place]} here, ${wanted[place]} natively`);
  process.exit(1);
}
console.log('the same bits');
