/**
 * Collects the pages of the site in build/site-pages, where VitePress takes them from: docs/ as it is,
 * a few pages of the repository's root, the reference, the sources that pages link to, and the
 * landing page. Pages are written only if they change, and what is no longer there is removed.
 *
 *   node web/site/stage.mjs      (from any folder; after scripts/make_reference.py build/reference and
 *                                 scripts/make_python_reference.py build/reference/python)
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { adapter, extraPages, fileOf, pageOf, pythonPackage } from './addresses.mjs';
import { fillNumbers } from './numbers.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const output = path.join(root, 'build/site-pages');
const written = new Set();

const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const isFolder = (file) => fs.statSync(path.join(root, file)).isDirectory();

function write(page, content) {
  const target = path.join(output, page);
  const bytes = Buffer.from(content);
  written.add(target);
  if (fs.existsSync(target) && fs.readFileSync(target).equals(bytes)) return;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, bytes);
}

function copyFolder(folder, page) {
  for (const name of fs.readdirSync(path.join(root, folder))) {
    const from = path.join(folder, name);
    if (isFolder(from)) copyFolder(from, path.join(page, name));
    else write(path.join(page, name), fs.readFileSync(path.join(root, from)));
  }
}

/** The files of the repository that a page links to, without anchors. */
function linkedFiles(page, text) {
  const from = fileOf(page);
  const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
  return [...prose.matchAll(/\]\(\s*<?([^)\s>#]+)(?:#[^)\s>]*)?>?\s*\)/g)]
    .map((match) => match[1])
    .filter((link) => !/^([a-z][a-z0-9+.-]*:|\/)/i.test(link))
    .map((link) => path.posix.normalize(path.posix.join(path.posix.dirname(from), decodeURI(link)))
      .replace(/\/$/, ''));
}

const languages = {
  '.h': 'cpp', '.cpp': 'cpp', '.py': 'python', '.sh': 'bash', '.json': 'json', '.cmake': 'cmake',
  '.txt': 'text', '.ts': 'ts', '.mjs': 'js', '.ipynb': 'json',
};

/** A file of the repository as a page, or a folder as a list of such pages. */
function writeSource(file) {
  const settings = ['sidebar', 'aside', 'prev', 'next', 'search'].map((name) => `${name}: false\n`);
  const head = `---\ntitle: ${file}\n${settings.join('')}---\n\n`;
  if (isFolder(file)) {
    const names = fs.readdirSync(path.join(root, file))
      .filter((name) => !isFolder(path.join(file, name)));
    names.forEach((name) => writeSource(`${file}/${name}`));
    const items = names.map((name) => `- [${name}](./${name}.md)`);
    write(pageOf(file, true), `${head}# ${file}\n\n${items.join('\n')}\n`);
    return;
  }
  const language = languages[path.extname(file)] ?? 'text';
  write(`source/${file}.md`, `${head}# ${file}\n\n\`\`\`\`${language}\n${read(file).trimEnd()}\n\`\`\`\`\n`);
}

function removeOld(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      removeOld(full);
      if (fs.readdirSync(full).length === 0) fs.rmdirSync(full);
    } else if (!written.has(full)) fs.unlinkSync(full);
  }
}

fs.mkdirSync(output, { recursive: true });
copyFolder('docs', '');
written.delete(path.join(output, 'README.md'));
write('contents.md', read('docs/README.md'));
for (const [file, page] of extraPages) write(page, read(file));
for (const [folder, script] of [['', 'make_reference.py'], ['/python', 'make_python_reference.py']]) {
  if (!fs.existsSync(path.join(root, `build/reference${folder}/index.md`))) {
    throw new Error(`there is no build/reference${folder}: run scripts/${script} build/reference${folder}`);
  }
}
copyFolder('build/reference', 'reference');
for (const folder of ['reference', 'reference/python']) written.delete(path.join(output, folder, 'sidebar.json'));

const sources = new Set([adapter,
  ...fs.readdirSync(path.join(root, 'include/firstcontact'))
    .map((name) => `include/firstcontact/${name}`),
  ...fs.readdirSync(path.join(root, pythonPackage)).filter((name) => /^([a-z]|__init__).*\.py$/.test(name))
    .map((name) => `${pythonPackage}/${name}`)]);
for (const full of [...written].filter((name) => name.endsWith('.md'))) {
  const page = path.relative(output, full);
  if (!fileOf(page)) continue;
  for (const file of linkedFiles(page, fs.readFileSync(full, 'utf8'))) {
    const isSource = pageOf(file, isFolder(file)).startsWith('source/');
    if (isSource && !file.startsWith('docs/images/')) sources.add(file);
  }
}
for (const file of sources) writeSource(file);
copyFolder('web/site/public', 'public');
for (const part of ['figures', 'viewer']) {
  if (!fs.existsSync(path.join(root, 'build/web', part))) continue;
  copyFolder(`build/web/${part}`, `public/${part}`);
}
// Lines of the landing page that need a part of the site which was not built are left out.
const landing = fillNumbers(read('web/site/pages/index.md'), read).split('\n').filter((line) => {
  const needs = line.match(/ data-needs="([^"]*)"/);
  return !needs || written.has(path.join(output, needs[1]));
});
write('index.md', landing.join('\n').replace(/ data-needs="[^"]*"/g, ''));
removeOld(output);
console.log(`${[...written].filter((name) => name.endsWith('.md')).length} pages`);
