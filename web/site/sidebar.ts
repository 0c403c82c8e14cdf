/** The navigation beside the pages: the sections and the order of docs/README.md, and the reference. */
import fs from 'node:fs';
import path from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { siteLink } from './addresses.mjs';

type Item = DefaultTheme.SidebarItem;

/** The first heading of a page, without its marks. */
export function titleOf(file: string): string {
  const heading = fs.readFileSync(file, 'utf8').match(/^# (.+)$/m);
  if (!heading) throw new Error(`${file} has no title`);
  return heading[1]!.replace(/[`*]/g, '');
}

/** Sections with their pages, as the tables of docs/README.md list them. */
export function documentSections(root: string): Item[] {
  const text = fs.readFileSync(path.join(root, 'docs/README.md'), 'utf8');
  const sections: Item[] = [];
  for (const part of text.split(/^## /m).slice(1)) {
    const items: Item[] = [];
    for (const row of part.matchAll(/^\| \[[^\]]*\]\(([^)#]+\.md)\)/gm)) {
      const page = siteLink(row[1]!, 'contents.md', () => false).replace(/^\.\//, '');
      const link = `/${page.replace(/\.md$/, '')}`;
      if (items.some((item) => item.link === link)) continue;
      items.push({ text: titleOf(path.join(root, 'docs', row[1]!)), link });
    }
    if (items.length > 0) {
      sections.push({ text: part.split('\n', 1)[0]!.trim(), items, collapsed: sections.length > 2 });
    }
  }
  return sections;
}

const cppReference: Item = { text: 'API reference', link: '/reference/' };
const pythonReference: Item = { text: 'Python reference', link: '/reference/python/' };

/** The groups of headers, as scripts/make_reference.py wrote them. */
export function referenceSections(root: string): Item[] {
  const file = path.join(root, 'build/reference/sidebar.json');
  const groups = JSON.parse(fs.readFileSync(file, 'utf8')) as Item[];
  const open = groups.map((group) => ({ ...group, collapsed: false }));
  return [cppReference, pythonReference, ...open];
}

/** The modules of the Python package, as scripts/make_python_reference.py wrote them. */
export function pythonSections(root: string): Item[] {
  const file = path.join(root, 'build/reference/python/sidebar.json');
  const items = JSON.parse(fs.readFileSync(file, 'utf8')) as Item[];
  return [cppReference, pythonReference, { text: 'Modules', items, collapsed: false }];
}

const project: Item = {
  text: 'Project',
  collapsed: true,
  items: [
    { text: 'Readme', link: '/project/readme' },
    { text: 'Examples', link: '/project/examples' },
    { text: 'Examples in Python', link: '/project/python-examples' },
    { text: 'The npm package', link: '/project/npm-package' },
    { text: 'Contributing', link: '/project/contributing' },
    { text: 'Changes', link: '/project/changelog' },
  ],
};

export function sidebar(root: string): DefaultTheme.SidebarMulti {
  const reference = referenceSections(root);
  return {
    '/reference/python/': pythonSections(root),
    '/reference/': reference,
    '/': [...documentSections(root), cppReference, pythonReference, project],
  };
}
