/**
 * Where each file of the repository is on the site. Pages of docs/ keep their paths; headers and
 * the modules of the Python package are the pages of the reference; every other file that a page links to is shown as source.
 */
import path from 'node:path';

const moved = {
  'docs/README.md': 'contents.md',
  'README.md': 'project/readme.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'CHANGELOG.md': 'project/changelog.md',
  'examples/README.md': 'project/examples.md',
  'examples/python/README.md': 'project/python-examples.md',
  'bindings/wasm/package/README.md': 'project/npm-package.md',
};
/** Where the Python package is. */
export const pythonPackage = 'bindings/python/firstcontact';
/** Installed as firstcontact/ompl.h. */
export const adapter = 'bindings/ompl/firstcontact_ompl.h';
const original = Object.fromEntries(Object.entries(moved).map(([from, to]) => [to, from]));

/** The files besides docs/ that are pages of the site. */
export const extraPages = Object.entries(moved).filter(([from]) => from !== 'docs/README.md');

/** The page (a path of the site, with .md) of a file or folder of the repository. */
export function pageOf(file, isFolder = false) {
  if (moved[file]) return moved[file];
  if (/^docs\/.+\.md$/.test(file)) return file.slice('docs/'.length);
  const header = file.match(/^include\/firstcontact\/(\w+)\.h$/);
  if (header) return `reference/${header[1]}.md`;
  if (file === adapter) return 'reference/ompl.md';
  const module = file.match(/^bindings\/python\/firstcontact\/([a-z]\w*|__init__)\.py$/);
  if (module) return `reference/python/${module[1] === '__init__' ? 'package' : module[1]}.md`;
  return isFolder ? `source/${file}/index.md` : `source/${file}.md`;
}

/** The file of the repository that a page of the site was made from, or undefined. */
export function fileOf(page) {
  if (original[page]) return original[page];
  if (page === 'index.md' || page.startsWith('reference/') || page.startsWith('source/')) return undefined;
  return `docs/${page}`;
}

/**
 * The address on the site of a link in a page, relative to that page.
 * `isFolder` tells whether a path of the repository is a folder.
 */
export function siteLink(link, page, isFolder) {
  const from = fileOf(page);
  if (!from || /^([a-z][a-z0-9+.-]*:|\/\/|#|\/)/i.test(link)) return link;
  const [name, anchor] = link.split('#', 2);
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(from), decodeURI(name)))
    .replace(/\/$/, '');
  const image = target.match(/^docs\/(images\/.*)$/);
  const place = image ? image[1] : pageOf(target, isFolder(target));
  let relative = path.posix.relative(path.posix.dirname(page), place);
  if (!relative.startsWith('.')) relative = `./${relative}`;
  return anchor ? `${relative}#${anchor}` : relative;
}
