// Prints what a pair costs as WebAssembly beside native code, and how large the library is.
//
//   node speed.mjs PACKAGE QUESTIONS NATIVE_ANSWERS_PROGRAM [--check]
//
// With --check it fails if the certified method takes more than three times as long as natively.
// Both sides solve the same queries one by one; the best of several rounds counts. `solve` makes objects
// of the answers (points, normal, proof), `solveMany` only of times: it is the one that is checked.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const [packageFolder, questionsPath, program, check] = process.argv.slice(2);
const { load } = await import(pathToFileURL(path.resolve(packageFolder, 'dist/index.js')).href);
const fc = await load();

const numbers = new Float64Array(Uint8Array.from(readFileSync(questionsPath)).buffer);
// Ordinary queries only: with coordinates of 1e200 nearly all of the time goes into integers of thousands
// of bits, where native code has GMP.
const ordinary = row => row.subarray(1).every(x => x === 0 || (Math.abs(x) > 1e-6 && Math.abs(x) < 1e6));
let at = 1;
const rows = size => Array.from({ length: numbers[at++] }, () => numbers.subarray(at, at += size));
const kinds = ['VertexFace', 'EdgeEdge', 'PointEdge', 'PointPoint', 'PointSegment2D'];
const counts = [4, 4, 3, 2, 3];
const methods = ['certified', 'exact', 'tight-inclusion', 'tight-inclusion-fast'];
const optionRows = rows(14), queryRows = rows(25).filter(ordinary);
const settings = optionRows.map(row => ({
  method: methods[row[0]], tolerance: row[1] ? row[2] : undefined, minSeparation: row[3],
  norm: row[4] ? 'Linf' : 'L2', tMax: row[5], maxChecks: row[6], exact: row[7] !== 0,
  certificate: row[8] !== 0, toiWidth: row[9],
}));
const queries = queryRows.map(row => {
  const points = first => Array.from({ length: counts[row[0]] },
    (_, i) => [...row.subarray(first + 3 * i, first + 3 * i + 3)]);
  return { kind: kinds[row[0]], t0: points(1), t1: points(13) };
});

/** Microseconds a query. */
function best(rounds, work) {
  let time = Infinity;
  for (let round = 0; round < rounds; ++round) {
    const start = performance.now();
    work();
    time = Math.min(time, (performance.now() - start) * 1000 / queries.length);
  }
  return time;
}

function nativeTimes() {
  const folder = mkdtempSync(path.join(tmpdir(), 'firstcontact-speed-'));
  try {
    const file = path.join(folder, 'ordinary.f64');
    const list = [numbers[0], optionRows.length, ...optionRows.flatMap(row => [...row]),
                  queryRows.length, ...queryRows.flatMap(row => [...row])];
    writeFileSync(file, new Uint8Array(Float64Array.from(list).buffer));
    return execFileSync(program, ['time', file], { encoding: 'utf8' })
      .trim().split('\n').map(line => Number(line.split(' ')[0]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const native = nativeTimes();
console.log(`${queries.length} queries`);
console.log('method                 native µs   solve µs  ratio  solveMany µs  ratio');
let worst = 0;
settings.forEach((options, k) => {
  if (options.tMax > 1) return;  // refused
  const one = best(3, () => { for (const query of queries) fc.solve(query, options); });
  const many = best(3, () => fc.solveMany(queries, { ...options, certificate: false }));
  const name = options.method + (options.exact ? ' --exact' : '') +
    (options.minSeparation ? ` d=${options.minSeparation}` : '') +
    (options.maxChecks < 10 ? ` checks=${options.maxChecks}` : '');
  if (k === 0) worst = many / native[k];
  const column = (x, width) => x.toFixed(2).padStart(width);
  console.log(name.padEnd(22), column(native[k], 9), column(one, 10), column(one / native[k], 6),
              column(many, 13), column(many / native[k], 6));
});

console.log('\nfile                 bytes     gzip   brotli');
for (const file of ['firstcontact.wasm', 'index.js']) {
  const data = readFileSync(path.join(packageFolder, 'dist', file));
  const brotli = brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  console.log(`${file.padEnd(18)} ${[data, gzipSync(data, { level: 9 }), brotli]
    .map(x => String(x.length).padStart(7)).join('  ')}`);
}
if (check === '--check' && worst > 3) {
  console.error(`the certified method takes ${worst.toFixed(1)} times as long as natively: ` +
    'at most 3 are allowed');
  process.exit(1);
}
