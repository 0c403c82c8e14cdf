/** Every link, anchor, picture and script of the built site leads to something that is there. */
import { expect, test } from "@playwright/test";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pages, root } from "./site_files";

const read = (name: string): string => fs.readFileSync(path.join(root, name), "utf8");
const unescape = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

const known = new Map<string, Set<string>>();
function anchors(name: string): Set<string> {
  let found = known.get(name);
  if (!found) {
    found = new Set([...read(name).matchAll(/\sid="([^"]*)"/g)].map((match) => unescape(match[1]!)));
    known.set(name, found);
  }
  return found;
}

/** Why a link of a page is bad, or undefined. */
function fault(page: string, link: string): string | undefined {
  if (/^(mailto|data):/.test(link)) return undefined;
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(link)) return "leads to another site";
  const [file, anchor] = link.split("#", 2) as [string, string?];
  const fromRoot = file.startsWith("/") ? file.slice(1) : path.posix.join(path.posix.dirname(page), file);
  let name = file === "" ? page : path.posix.normalize(fromRoot);
  if (name === "." || name === "./") name = "index.html";
  if (name.endsWith("/")) name += "index.html";
  if (!fs.existsSync(path.join(root, decodeURI(name)))) return "is not there";
  if (!anchor || !name.endsWith(".html")) return undefined;
  return anchors(name).has(decodeURIComponent(anchor)) ? undefined : "has no such anchor";
}

test("links, anchors, pictures and scripts are there", () => {
  const faults: string[] = [];
  let count = 0;
  for (const page of pages()) {
    for (const match of read(page).matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      ++count;
      const link = unescape(match[1]!);
      const why = fault(page, link);
      if (why) faults.push(`${page}: ${link} ${why}`);
    }
  }
  expect(count).toBeGreaterThan(5000);
  expect(faults).toEqual([]);
});

test("no page loads anything from elsewhere, and each has a policy", () => {
  for (const page of pages()) {
    const html = read(page);
    const policy = html.match(/<meta http-equiv="Content-Security-Policy" content="([^"]*)"/)?.[1] ?? "";
    expect.soft(policy, page).toContain("default-src 'none'");
    expect.soft(policy.match(/script-src[^;]*/)?.[0], page).toMatch(
      /^script-src 'self' 'wasm-unsafe-eval'( 'sha256-[\w+/=]+')* ?$/);
    expect.soft(html, page).not.toMatch(/<[a-z][^<>]*\son\w+="/);
    for (const script of html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)) {
      const hash = createHash("sha256").update(script[1]!).digest("base64");
      expect.soft(policy, `${page}: an inline script`).toContain(`'sha256-${hash}'`);
    }
  }
  for (const name of fs.readdirSync(path.join(root, "assets"), { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".css")) expect.soft(read(`assets/${name}`), name).not.toMatch(/url\(["']?https?:|@import/);
  }
});

test("the reference has every public name of the headers", () => {
  const headers = path.join(root, "../../include/firstcontact");
  const index = read("reference/index.html");
  expect.soft([...anchors("reference/ompl.html")]).toEqual(expect.arrayContaining(["EdgeValidator", "use"]));
  for (const header of fs.readdirSync(headers)) {
    const page = `reference/${header.replace(/\.h$/, "")}.html`;
    expect.soft(fs.existsSync(path.join(root, page)), page).toBe(true);
    expect.soft(index, header).toContain(`${header.replace(/\.h$/, "")}.html`);
    const text = fs.readFileSync(path.join(headers, header), "utf8");
    for (const type of text.matchAll(/^(?:struct|class|enum class) (?:FIRSTCONTACT_API )?(\w+)[^;]*\{$/gm)) {
      expect.soft(anchors(page), `${header}: ${type[1]}`).toContain(type[1]);
    }
  }
});

test("the Python reference has every public name of the package", () => {
  const folder = path.join(root, "../../bindings/python/firstcontact");
  const index = read("reference/python/index.html");
  const modules = fs.readdirSync(folder).filter((name) => /^([a-z]|__init__).*\.py$/.test(name));
  expect(modules.length).toBeGreaterThan(4);
  for (const module of modules) {
    const page = module === "__init__.py" ? "package" : module.replace(/\.py$/, "");
    expect.soft(index, module).toContain(`${page}.html`);
    const listed = fs.readFileSync(path.join(folder, module), "utf8").match(/^__all__ = \[([^\]]*)\]/m);
    expect(listed, module).not.toBeNull();
    const html = read(`reference/python/${page}.html`);
    for (const name of listed![1]!.matchAll(/"([A-Za-z]\w*)"/g)) {
      expect.soft(html, `${module}: ${name[1]}`).toMatch(new RegExp(`id="${name[1]}"|#${name[1]}"|/${name[1]}\\.html"`));
    }
  }
});

/** The pages that a page links to. */
function linkedPages(page: string): string[] {
  return [...read(page).matchAll(/<a\s[^>]*href="([^"#]+)[^"]*"/g)].map((match) => unescape(match[1]!))
    .map((link) => (link.startsWith("/") ? link.slice(1) : path.posix.join(path.posix.dirname(page), link)))
    .map((link) => path.posix.normalize(link.endsWith("/") ? `${link}index.html` : link))
    .filter((link) => link.endsWith(".html") && fs.existsSync(path.join(root, link)));
}

test("the landing page leads to every sort of page, and every page is two clicks away", () => {
  const first = new Set(linkedPages("index.html"));
  const wanted = ["explanation", "start/cpp", "start/python", "start/command-line", "guide/guarantees", "readers/simulator",
    "readers/planner", "readers/game-loop", "readers/data-sets", "readers/proofs", "migration/tight-inclusion",
    "migration/ipc-toolkit", "migration/fcl", "benchmarks/methods-compared", "reference/index", "contents",
    "reference/python/index",
    "viewer/index", "project/examples", "glossary"].map((name) => `${name}.html`);
  expect.soft([...first]).toEqual(expect.arrayContaining(wanted));
  const reached = new Set([...first, ...[...first].filter((page) => !page.startsWith("viewer/")).flatMap(linkedPages)]);
  const far = pages().filter((page) => !/^(source\/|404|index)/.test(page) && !reached.has(page));
  expect(far).toEqual([]);
});
