/**
 * Two components of VitePress put one control inside another, which people who hear a page instead of
 * seeing it cannot use; and search would start the figures of the pages that it shows. These functions
 * change their sources as they are built. A component that no longer has the lines stops the build.
 */
import type { Plugin } from 'vite';

function replaceAll(source: string, component: string, changes: [string | RegExp, string][]): string {
  for (const [from, to] of changes) {
    const found = typeof from === 'string' ? source.includes(from) : source.search(from) >= 0;
    if (!found) throw new Error(`${component} of VitePress changed: see web/site/accessible_theme.ts`);
    source = source.replace(from, to);
  }
  return source;
}

/**
 * A section of the sidebar is a button that has a second one, the arrow, inside. Our sections have no
 * link, so the outer one is enough: the arrow leaves the order of focus, and the section says whether
 * it is open.
 */
function sidebarItem(source: string): string {
  const item = ':tabindex="item.items && 0"';
  return replaceAll(source, 'VPSidebarItem.vue', [
    [/role="button"\s+aria-label="toggle section"([\s\S]*?)\s+tabindex="0"\s+>/, 'aria-hidden="true"$1>'],
    [item, `${item} :aria-expanded="item.collapsed != null ? !collapsed : undefined"`],
  ]);
}

/** The search dialogue calls itself a button, and has links inside options. Now the links are the options. */
function searchBox(source: string): string {
  const option = /\s+:id="'localsearch-item-' \+ index"\s+:aria-selected="[^"]*"\s+role="option"/;
  const moved = source.match(option)?.[0] ?? '';
  return replaceAll(source, 'VPLocalSearchBox.vue', [
    [/role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"\s+aria-labelledby="[^"]*"/,
      'role="dialog" aria-modal="true" aria-label="Search"'],
    ['aria-autocomplete="both"', 'role="combobox" :aria-expanded="!!results?.length" aria-autocomplete="list"'],
    [option, ' role="presentation"'],
    [':href="p.id"', `:href="p.id"${moved}`],
    // What search shows of a page has no live figures.
    ['app.mount(div)', "app.mount(div); div.querySelectorAll('fc-figure').forEach((figure) => figure.remove())"],
    // Names of keys that are drawn.
    [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
  ]);
}

export const accessibleTheme: Plugin = {
  name: 'accessible-theme',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('/VPSidebarItem.vue')) return sidebarItem(code);
    if (id.endsWith('/VPLocalSearchBox.vue')) return searchBox(code);
    return undefined;
  },
};
