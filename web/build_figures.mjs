// Bundles the figures into a folder, with a plain page for each and one with all of them.
//   node web/build_figures.mjs OUT [--no-pages]
// OUT/figures.js is the script for any page: <script type="module" src="figures.js"></script>.
// The WebAssembly library (bindings/wasm/package/dist) must have been built.
import { build } from "esbuild";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync,
         writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(fileURLToPath(import.meta.url));
const library = resolve(web, "../bindings/wasm/package/dist");

/** Writes the scripts of the figures and the library into `out`; returns esbuild's account. */
export async function buildFigures(out) {
  const wasm = join(library, "firstcontact.wasm");
  if (!existsSync(wasm)) throw new Error(`${wasm} is missing: build bindings/wasm first`);
  mkdirSync(out, { recursive: true });
  // Names of pieces change with their contents: those of an earlier build would stay.
  for (const name of readdirSync(out)) {
    if (/^figures.*\.js$/.test(name)) rmSync(join(out, name));
  }
  const result = await build({
    entryPoints: { figures: join(web, "figures/index.ts"),
                   "figures-cloth-worker": join(web, "figures/cloth_worker.ts") },
    outdir: out, bundle: true, splitting: true, format: "esm", target: "es2022", minify: true,
    sourcemap: false, legalComments: "none", chunkNames: "figures-[name]-[hash]", metafile: true,
    alias: { firstcontact: join(library, "index.js") },
    external: ["node:*"],
    logLevel: "warning",
  });
  copyFileSync(wasm, join(out, "firstcontact.wasm"));
  return result.metafile;
}

function page(title, body) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
<link rel="stylesheet" href="tokens.css">
<link rel="stylesheet" href="page.css">
<main>
${body}
</main>
<script type="module" src="theme.js"></script>
<script type="module" src="figures.js"></script>
</html>
`;
}

const pageStyle = `body { margin: 0; background: var(--fc-paper); color: var(--fc-ink);
  font: 17px/1.65 var(--fc-font); }
main { max-width: 720px; margin: 0 auto; padding: 24px 20px 80px; }
h1 { font-size: 34px; line-height: 1.2; letter-spacing: -0.01em; } h2 { margin-top: 64px; }
a { color: var(--fc-a); } code { font: 0.9em var(--fc-mono); }
@media (max-width: 640px) { body { font-size: 16px; } main { padding: 12px 12px 60px; }
  h1 { font-size: 27px; } }
`;
// A page follows ?theme=dark, else what the reader's system prefers.
const themeScript = `const wish = new URLSearchParams(location.search).get("theme");
const dark = wish ? wish === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
document.documentElement.classList.toggle("dark", dark);
`;

/** Turns the few forms of Markdown that the explanation uses into HTML: headings, paragraphs,
    emphasis, code, links; elements stand as they are. It serves the plain pages only. */
export function plainHtml(markdown) {
  const inline = (text) => text
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>").replace(/\*([^*]+)\*/g, "<em>$1</em>")
    .replace(/`(.+?)`/g, "<code>$1</code>").replace(/\[(.+?)\]\((.+?)\)/g, '<a href="$2">$1</a>');
  return markdown.replace(/^---\n[\s\S]*?\n---\n/, "").split(/\n{2,}/).map((block) => {
    const heading = /^(#+) (.*)$/.exec(block.trim());
    if (heading) return `<h${heading[1].length}>${inline(heading[2])}</h${heading[1].length}>`;
    if (/^\s*</.test(block)) return block;
    if (/^\s*- /.test(block)) {
      const items = block.trim().split(/\n(?=- )/).map((l) => `<li>${inline(l.slice(2))}</li>`);
      return `<ul>${items.join("")}</ul>`;
    }
    return block.trim() ? `<p>${inline(block)}</p>` : "";
  }).join("\n");
}

/** Writes a plain page for each figure and one for the whole explanation. */
function writePages(out) {
  const text = readFileSync(resolve(web, "../docs/explanation.md"), "utf8");
  const names = [...text.matchAll(/<fc-figure name="([^"]+)"/g)].map((m) => m[1]);
  copyFileSync(join(web, "style/tokens.css"), join(out, "tokens.css"));
  writeFileSync(join(out, "page.css"), pageStyle);
  writeFileSync(join(out, "theme.js"), themeScript);
  for (const name of names) {
    writeFileSync(join(out, `${name}.html`),
                  page(`Figure: ${name}`,
                       `<h1>${name}</h1>\n<fc-figure name="${name}"></fc-figure>`));
  }
  writeFileSync(join(out, "explanation.html"), page("How contact is found", plainHtml(text)));
  writeFileSync(join(out, "figures.json"), JSON.stringify(names));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = process.argv[2];
  if (!out) {
    console.error("usage: node web/build_figures.mjs OUT [--no-pages]");
    process.exit(2);
  }
  await buildFigures(resolve(out));
  if (!process.argv.includes("--no-pages")) writePages(resolve(out));
}
