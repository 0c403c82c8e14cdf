// Packs the npm package, installs the tarball into an empty folder and uses it from there, as a
// user would.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const packageFolder = fileURLToPath(new URL('../package', import.meta.url));
let folder;

before(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'firstcontact-'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: packageFolder });
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json')));
  writeFileSync(path.join(folder, 'package.json'), '{"private": true, "type": "module"}');
  execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund',
                       `./firstcontact-${version}.tgz`], { cwd: folder });
});
after(() => rmSync(folder, { recursive: true, force: true }));

function runInFolder(program) {
  writeFileSync(path.join(folder, 'program.mjs'), program);
  return execFileSync('node', ['program.mjs'], { cwd: folder, encoding: 'utf8' });
}

test('the example of the README prints what it says', () => {
  const readme = readFileSync(path.join(packageFolder, 'README.md'), 'utf8');
  const [, example] = readme.match(/```js\n([\s\S]*?)```/);
  assert.equal(runInFolder(example), 'Contact 0.500000 [ 0, 0, 1 ]\n');
});

test('the tarball has nothing but the package', () => {
  const names = execFileSync('npm', ['pack', '--dry-run', '--json', '--silent'],
                             { cwd: packageFolder, encoding: 'utf8' });
  const files = JSON.parse(names)[0].files.map(file => file.path).sort();
  assert.ok(files.includes('dist/firstcontact.wasm'));
  assert.ok(files.includes('dist/index.js'));
  assert.ok(files.includes('dist/types/index.d.ts'));
  assert.ok(files.includes('README.md'));
  for (const file of files) assert.match(file, /^(dist\/|README\.md|LICENSE|package\.json)/);
});

test('the version is that of the library', () => {
  const printed = runInFolder(`
    import { readFileSync } from 'node:fs';
    import { load } from 'firstcontact';
    const fc = await load();
    const text = readFileSync('node_modules/firstcontact/package.json');
    console.log(fc.version, JSON.parse(text).version);
  `);
  const [library, inPackage] = printed.trim().split(' ');
  assert.equal(library, inPackage);
});

test('it runs in a worker thread, with bytes that were handed over', () => {
  const printed = runInFolder(`
    import { readFileSync } from 'node:fs';
    import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
    import { fileURLToPath } from 'node:url';
    import { load, pointPoint } from 'firstcontact';
    if (isMainThread) {
      const wasm = new Uint8Array(readFileSync('node_modules/firstcontact/dist/firstcontact.wasm'));
      const worker = new Worker(fileURLToPath(import.meta.url), { workerData: wasm });
      worker.on('message', message => console.log(message));
    } else {
      const fc = await load({ wasm: workerData });
      const q = pointPoint({ pT0: [0, 0, 0], qT0: [1, 0, 0], pT1: [1, 0, 0], qT1: [0, 0, 0] });
      parentPort.postMessage(fc.solve(q, { exact: true }).toi);
    }
  `);
  assert.equal(printed, '0.5\n');
});
