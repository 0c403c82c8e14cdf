/** The menus above every page: what a reader looks for is at most two clicks away. */
import type { DefaultTheme } from 'vitepress';
import { githubAnchor } from './markdown';
import { documentSections } from './sidebar';

type Link = DefaultTheme.NavItemWithLink;

export function menus(root: string): DefaultTheme.NavItem[] {
  const sections = documentSections(root);
  const links = (section: string, folders: RegExp): Link[] => {
    const found = (sections.find((one) => one.text === section)?.items ?? [])
      .filter((item) => folders.test(item.link ?? ''))
      .map((item) => ({ text: item.text ?? '', link: item.link ?? '' }));
    if (found.length === 0) throw new Error(`docs/README.md has no ${folders} in "${section}"`);
    return found;
  };
  const part = (title: string): Link => {
    if (!sections.some((one) => one.text === title)) throw new Error(`docs/README.md has no "${title}"`);
    return { text: title, link: `/contents#${githubAnchor(title)}` };
  };
  return [
    {
      text: 'Start',
      activeMatch: '^/start/',
      items: links('Start here', /^\/(start\/|guide\/(install|guarantees|conventions)|glossary)/),
    },
    {
      text: 'Guides',
      activeMatch: '^/(contents|guide|formats|math|readers|migration)',
      items: [
        { text: 'Your program', items: links('For your program', /^\/readers\//) },
        { text: 'From another library', items: links('For your program', /^\/migration\//) },
        {
          text: 'All documents',
          items: ['Guide in C++', 'Guide to the command line', 'Formats', 'Mathematics'].map(part),
        },
      ],
    },
    {
      text: 'Benchmarks',
      activeMatch: '^/benchmarks/',
      items: links('Benchmarks', /^\/benchmarks\//),
    },
  ];
}
