// Builds the viewer in two forms: a folder for the site (index.html, viewer.js, worker.js, viewer.css,
// firstcontact.wasm) and one file, viewer.html, in which everything is inside and which works from
// disk.
//
//   node web/build_viewer.mjs [OUT]        OUT: build/site/viewer if left out
//
// Both pages carry a content security policy without unsafe-inline: scripts and styles of the one file
// are allowed by their hashes.
import {createHash} from "node:crypto";
import {existsSync, mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {build} from "esbuild";

const web = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(web, "../build/site/viewer"));
const dist = join(web, "../bindings/wasm/package/dist");
const MARKER = '<script type="application/json" id="firstcontact-files">[]</script>';

function find(names) {
  const found = names.map((name) => join(dist, name)).find(existsSync);
  if (!found) {
    console.error(`build_viewer: ${dist} has none of ${names.join(", ")}; build bindings/wasm first`);
    process.exit(2);
  }
  return found;
}

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(web, entry)], bundle: true, minify: true, write: false, format: "iife",
    target: "es2022", legalComments: "none", logLevel: "warning",
    alias: {firstcontact: find(["index.js", "index.mjs"])},
    external: ["node:*", "fs", "path", "crypto", "module", "url"],
    define: {"import.meta.url": "\"\""},
  });
  return result.outputFiles[0].text;
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = (parts) => `<meta http-equiv="Content-Security-Policy" content="${parts.join("; ")}">`;
/// Inside a script element the text "</script" and "<!--" must not occur.
const inScript = (text) => text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");

const fill = (template, parts) => Object.entries(parts).reduce((page, [name, text]) => {
  if (page.split(`@${name}@`).length !== 2) throw new Error(`page.html has not one @${name}@`);
  return page.replace(`@${name}@`, () => text);
}, template);

const template = readFileSync(join(web, "viewer/page.html"), "utf8");
const style = ["style/tokens.css", "plots/plots.css", "viewer/viewer.css"]
  .map((name) => readFileSync(join(web, name), "utf8")).join("\n");
const wasmBytes = readFileSync(find(["firstcontact.wasm"]));
const [main, worker] = await Promise.all([bundle("viewer/main.ts"), bundle("worker/index.ts")]);

mkdirSync(out, {recursive: true});
writeFileSync(join(out, "viewer.css"), style);
writeFileSync(join(out, "viewer.js"), main);
writeFileSync(join(out, "worker.js"), worker);
writeFileSync(join(out, "firstcontact.wasm"), wasmBytes);
writeFileSync(join(out, "index.html"), fill(template, {
  CSP: policy(["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
    "img-src 'self' data: blob:", "worker-src 'self'", "connect-src 'self'", "base-uri 'none'",
    "form-action 'none'"]),
  STYLE: '<link rel="stylesheet" href="viewer.css">',
  SCRIPTS: '<script src="viewer.js"></script>',
}));

const inlineMain = inScript(main), inlineStyle = `\n${style}\n`;
const single = fill(template, {
  CSP: policy(["default-src 'none'", `script-src ${hash(inlineMain)} 'wasm-unsafe-eval'`,
    `style-src ${hash(inlineStyle)}`, "img-src data: blob:", "worker-src blob:",
    "connect-src 'self'", "base-uri 'none'", "form-action 'none'"]),
  STYLE: `<style>${inlineStyle}</style>`,
  SCRIPTS: `<script type="text/plain" id="firstcontact-worker">${inScript(worker)}</script>\n` +
    `<script type="text/plain" id="firstcontact-wasm">${wasmBytes.toString("base64")}</script>\n` +
    `<script>${inlineMain}</script>`,
});
if (single.split(MARKER).length !== 2) throw new Error("viewer.html has not one marker line");
writeFileSync(join(out, "viewer.html"), single);

const kb = (size) => `${Math.round(size / 1000)} kB`;
console.log(`viewer: ${kb(main.length)} script, ${kb(worker.length)} worker, ` +
  `${kb(wasmBytes.length)} wasm; viewer.html ${kb(single.length)} in ${out}`);
