/** How the site reads Markdown: as GitHub does, with links into the repository led to their pages. */
import fs from 'node:fs';
import path from 'node:path';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';
import { siteLink } from './addresses.mjs';
import { titleOf } from './sidebar';

/** The anchor that GitHub gives to a heading; scripts/check_links.py has the same rule. */
export function githubAnchor(heading: string): string {
  return heading.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
}

/**
 * Links and images of the repository's files. A link whose text is the name of a page shows the page's
 * title instead.
 */
export function repositoryLinks(md: MarkdownRenderer, root: string): void {
  const pages = path.join(root, 'build/site-pages');
  const titles = new Map<string, string | undefined>();
  const titleAt = (file: string): string | undefined => {
    if (!titles.has(file)) titles.set(file, fs.existsSync(file) ? titleOf(file) : undefined);
    return titles.get(file);
  };
  const isFolder = (file: string): boolean => {
    const full = path.join(root, file);
    return fs.existsSync(full) && fs.statSync(full).isDirectory();
  };
  md.core.ruler.push('repository-links', (state) => {
    const page: unknown = (state.env as { relativePath?: unknown }).relativePath;
    if (typeof page !== 'string') return;
    for (const block of state.tokens) {
      for (const token of block.children ?? []) {
        const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined;
        const link = name && token.attrGet(name);
        if (!name || !link) continue;
        const target = siteLink(link, page, isFolder);
        token.attrSet(name, target);
        const text = block.children?.[block.children.indexOf(token) + 1];
        if (name === 'href' && text && /^[\w./-]+\.md$/.test(text.content)) {
          const file = path.join(pages, path.dirname(page), target.split('#')[0]!);
          text.content = titleAt(file) ?? text.content;
        }
      }
    }
  });
}

/** What search reads of a page: all but its figures, of which only a placeholder is text. */
export function withoutFigures(source: string, env: MarkdownEnv, md: MarkdownRenderer): string {
  const page = md.render(source, env);
  return env.frontmatter?.['search'] === false ? '' : page.replace(/<fc-figure[\s\S]*?<\/fc-figure>/g, '');
}

/** A line of code may have this many characters beside another block of code, in a window of 1280 pixels. */
const halfWidth = 59;

/**
 * Two code blocks in a row, the first marked `theirs` and the second `ours`, stand side by side where
 * both have room, else one below the other, as on GitHub.
 */
export function sideBySide(md: MarkdownRenderer): void {
  md.core.ruler.push('side-by-side', (state) => {
    const tokens = state.tokens;
    for (let i = tokens.length - 2; i >= 0; --i) {
      const [first, second] = [tokens[i]!, tokens[i + 1]!];
      if (first.type !== 'fence' || second.type !== 'fence') continue;
      if (!/\btheirs\b/.test(first.info) || !/\bours\b/.test(second.info)) continue;
      const fits = [first, second].every((block) =>
        block.content.split('\n').every((line) => line.length <= halfWidth));
      const open = new state.Token('html_block', '', 0);
      open.content = `<div class="fc-theirs-ours${fits ? ' fc-side-by-side' : ''}">\n`;
      const close = new state.Token('html_block', '', 0);
      close.content = '</div>\n';
      tokens.splice(i + 2, 0, close);
      tokens.splice(i, 0, open);
    }
  });
}

/** Wide tables scroll by themselves, with the keyboard too, instead of the whole page. */
export function scrollingTables(md: MarkdownRenderer): void {
  md.renderer.rules['table_open'] = () =>
    '<div class="fc-table" role="region" aria-label="Table" tabindex="0"><table tabindex="-1">\n';
  md.renderer.rules['table_close'] = () => '</table></div>\n';
}

/** Indented blocks can be scrolled with the keyboard too, as highlighted ones can. */
export function scrollingCode(md: MarkdownRenderer): void {
  md.renderer.rules.code_block = (tokens, index) =>
    `<pre v-pre tabindex="0"><code>${md.utils.escapeHtml(tokens[index]!.content)}</code></pre>\n`;
}

/** Long names in code may break behind `_` and `::`, so that a table fits a phone. */
export function breakingNames(md: MarkdownRenderer): void {
  const render = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const code = render ? render(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
    return code.replace(/>[^<]*</, (text) => text.replace(/(_|::)(?=\w)/g, '$1<wbr>'));
  };
}
