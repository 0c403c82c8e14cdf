/** The documentation site. ./site collects its pages in build/site-pages (web/site/stage.mjs). */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type HeadConfig } from 'vitepress';
import { accessibleTheme } from '../accessible_theme';
import { breakingNames, githubAnchor, repositoryLinks, scrollingCode, scrollingTables, sideBySide, withoutFigures } from '../markdown';
import { menus } from '../menus';
import { withPolicy } from '../security';
import { sidebar } from '../sidebar';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const vue = path.join(root, 'web/node_modules/vue');
const built = (part: string): boolean => fs.existsSync(path.join(root, 'build/web', part));
const hasPage = (page: string): boolean => fs.existsSync(path.join(root, 'build/site-pages', page));
// Where the site will be: "/" or a folder of a host, such as "/firstcontact/".
const base = process.env['FIRSTCONTACT_SITE_BASE'] ?? '/';

export default defineConfig({
  title: 'FirstContact',
  description: 'Continuous collision detection that never misses a contact',
  lang: 'en',
  base,
  srcDir: path.join(root, 'build/site-pages'),
  outDir: path.join(root, 'build/site'),
  cacheDir: path.join(root, 'build/site-cache'),
  metaChunk: true,
  cleanUrls: false,
  lastUpdated: false,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }],
    ['meta', { name: 'theme-color', content: '#0068a8' }],
    ['meta', { name: 'referrer', content: 'no-referrer' }],
  ],
  transformHead({ pageData }): HeadConfig[] {
    const file = path.join(root, 'build/site-pages', pageData.relativePath);
    const figures = built('figures') && fs.existsSync(file)
      && fs.readFileSync(file, 'utf8').includes('<fc-figure');
    return figures ? [['link', { rel: 'modulepreload', href: `${base}figures/figures.js` }]] : [];
  },
  transformHtml: (html) => withPolicy(html),
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('fc-') } } },
  vite: {
    // The pages lie outside of web/, where Vue's packages are.
    resolve: {
      alias: [
        { find: /^vue$/, replacement: path.join(vue, 'dist/vue.runtime.esm-bundler.js') },
        { find: /^vue\/server-renderer$/, replacement: path.join(vue, 'server-renderer/index.mjs') },
      ],
    },
    plugins: [accessibleTheme],
    build: { chunkSizeWarningLimit: 4000 },
    define: { __FIRSTCONTACT_FIGURES__: JSON.stringify(built('figures')) },
    server: { fs: { allow: [root] } },
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: githubAnchor },
    config(md) {
      repositoryLinks(md, root);
      sideBySide(md);
      scrollingTables(md);
      scrollingCode(md);
      breakingNames(md);
    },
  },
  themeConfig: {
    logo: { src: '/logo.svg', alt: '' },
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local', options: { detailedView: true, _render: withoutFigures } },
    nav: [
      ...(hasPage('explanation.md') ? [{ text: 'How it works', link: '/explanation' }] : []),
      ...menus(root),
      {
        text: 'API',
        activeMatch: '^/reference/',
        items: [{ text: 'C++', link: '/reference/' }, { text: 'Python', link: '/reference/python/' }],
      },
      ...(built('viewer') ? [{ text: 'Viewer', link: '/viewer/', target: '_self' }] : []),
    ],
    sidebar: sidebar(root),
    externalLinkIcon: false,
  },
});
