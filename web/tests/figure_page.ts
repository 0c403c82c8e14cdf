/// <reference types="node" />
// Opens pages with figures, watches what they do, and reads what they show.
import { expect, type Locator, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as Library from "firstcontact";
// @ts-expect-error: plain JavaScript, so that it also runs by itself
import { serve } from "./static_server.mjs";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const figuresFolder = resolve(web, "../build/web/figures");
const dist = resolve(web, "../bindings/wasm/package/dist");

let running: { server: Server; address: string } | undefined;

/** Builds the figures and serves them; returns the address. */
export async function startPages(): Promise<string> {
  execFileSync(process.execPath, [join(web, "build_figures.mjs"), figuresFolder]);
  running = (await serve(figuresFolder)) as { server: Server; address: string };
  return running.address;
}

export function stopPages(): void {
  running?.server.close();
  running?.server.closeAllConnections();
  running = undefined;
}

/** The library in Node, to compare with: the same file that the pages load. */
export async function nodeLibrary(): Promise<{ api: typeof Library; fc: Library.FirstContact }> {
  const api = (await import(pathToFileURL(join(dist, "index.js")).href)) as typeof Library;
  const wasm = new Uint8Array(readFileSync(join(dist, "firstcontact.wasm")));
  const fc = await api.load({ wasm });
  return { api, fc };
}

export function figureNames(): string[] {
  const text = readFileSync(resolve(web, "../docs/explanation.md"), "utf8");
  return [...text.matchAll(/<fc-figure name="([^"]+)"/g)].map((m) => m[1]!);
}

export const tokens = ((): Record<"light" | "dark", Record<string, string>> => {
  const css = readFileSync(join(web, "style/tokens.css"), "utf8");
  const read = (block: string): Record<string, string> =>
    Object.fromEntries([...block.matchAll(/--fc-([a-z]+): (#[0-9a-f]{6})/g)]
      .map((m) => [m[1]!, m[2]!]));
  const [light, dark] = css.split(".dark") as [string, string];
  return { light: read(light), dark: read(dark) };
})();

/** Opens a page and fails later (`troubles`) on any error or any request to elsewhere. */
export async function openFigure(page: Page, address: string, name: string,
                                 theme: "light" | "dark" = "light"):
    Promise<{ figure: Locator; troubles: string[] }> {
  const troubles = watch(page, address);
  await page.goto(`${address}/${name}.html?theme=${theme}`);
  await page.locator("fc-figure[ready]").waitFor();
  await drawn(page);
  return { figure: page.locator("fc-figure"), troubles };
}

/** Collects errors, warnings and requests to other servers of a page. */
export function watch(page: Page, address: string): string[] {
  const troubles: string[] = [];
  const ofSoftwareRendering = /WebGL|GPU stall|GL Driver/;
  page.on("console", (m) => {
    const bad = m.type() === "error" ||
      m.type() === "warning" && !ofSoftwareRendering.test(m.text());
    if (bad) troubles.push(`console: ${m.text()}`);
  });
  page.on("pageerror", (e) => troubles.push(`error: ${e.message}`));
  page.on("request", (r) => {
    const own = r.url().startsWith(address) || /^(data|blob):/.test(r.url());
    if (!own) troubles.push(`request: ${r.url()}`);
  });
  return troubles;
}

/** Waits until the page has drawn what it was asked to: two frames. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** The value of a readout. */
export async function readout(figure: Locator, name: string): Promise<string> {
  return (await figure.locator(`dd[data-name="${name}"]`).first().textContent()) ?? "";
}

/** The number behind a readout, in full precision. */
export async function exactReadout(figure: Locator, name: string): Promise<number> {
  const value = await figure.locator(`dd[data-name="${name}"]`).getAttribute("data-value");
  if (value === null) throw new Error(`${name} has no number behind it`);
  return Number(value);
}

/** Waits until a figure that computes in a worker has its last answer. */
export async function settled(figure: Locator): Promise<void> {
  await expect(figure.locator(".body")).toHaveAttribute("aria-busy", "false");
}

/** What the figure asked and what was answered: the property `record` of its element. */
export async function record<T>(figure: Locator): Promise<T> {
  return (await figure.evaluate((e) => (e as unknown as { record: unknown }).record)) as T;
}

/** Drags the middle of an element by so many pixels. */
export async function drag(page: Page, element: Locator, dx: number, dy: number): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  expect(box).not.toBeNull();
  const x = box!.x + box!.width / 2, y = box!.y + box!.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
}

export const handle = (figure: Locator, name: string): Locator =>
  figure.locator(`.handle[aria-label="${name}"]`);
export const slider = (figure: Locator, name: string): Locator =>
  figure.locator("label.slider", { hasText: name }).locator("input");

/** Sets a range input as a reader does: the value, and the event of it. */
export async function setSlider(input: Locator, value: number): Promise<void> {
  await input.evaluate((element, v) => {
    (element as HTMLInputElement).value = String(v);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }, value);
}
