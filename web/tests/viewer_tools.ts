// What the viewer's tests share: where things are, a server, data made by the real tool, and pixels.
//
// The tests need the built viewer (node web/build_viewer.mjs OUT) and the tool:
//   FIRSTCONTACT_VIEWER_DIR   the viewer's folder; build/site/viewer if not set
//   FIRSTCONTACT_TOOL         the command line; build/release/firstcontact if not set
import {execFileSync} from "node:child_process";
import {createServer, type Server} from "node:http";
import {mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, extname, join, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {expect as plainExpect, test as base, type Locator, type Page} from "@playwright/test";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const viewerDir = process.env.FIRSTCONTACT_VIEWER_DIR ?? join(root, "build/site/viewer");
export const tool = process.env.FIRSTCONTACT_TOOL ?? join(root, "build/release/firstcontact");
export const singleFile = `file://${viewerDir}/viewer.html`;

/// Patient, because software rendering on a busy machine takes its time.
export const expect = plainExpect.configure({timeout: 40_000});

/// Runs the tool in a folder; its exit code may be one that says "contact", "a contact was missed" (by
/// a published method) or "undecided".
export function run(folder: string, ...args: string[]): string {
  try {
    return execFileSync(tool, args, {cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"]});
  } catch (error) {
    const {status, stdout, stderr} = error as {status: number | null; stdout: string; stderr: string};
    if (status !== null && [1, 3, 4].includes(status)) return stdout;
    throw new Error(`firstcontact ${args.join(" ")} exited with ${status}: ${stderr}`);
  }
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css",
  ".wasm": "application/wasm", ".json": "application/json",
};

/// Serves the viewer's folder, or with `files` the one page and its files as `firstcontact view` does.
export async function serve(files?: {name: string; path: string}[]): Promise<{address: string; close(): void}> {
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const send = (file: string) => {
      try {
        const data = readFileSync(file);
        response.writeHead(200, {"Content-Type": TYPES[extname(file)] ?? "application/octet-stream"});
        response.end(data);
      } catch {
        response.writeHead(404).end();
      }
    };
    if (!files) return send(join(viewerDir, path === "/" ? "index.html" : path.replaceAll("..", "")));
    if (path === "/") return send(join(viewerDir, "viewer.html"));
    if (path === "/files.json") {
      response.writeHead(200, {"Content-Type": "application/json"});
      return response.end(JSON.stringify(files.map(({name, path: file}, i) =>
        ({name, url: `/files/${i}`, size: statSync(file).size}))));
    }
    const index = /^\/files\/(\d+)$/.exec(path);
    if (index && files[Number(index[1])]) return send(files[Number(index[1])].path);
    response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const {port} = server.address() as {port: number};
  return {address: `http://127.0.0.1:${port}/`, close: () => server.close()};
}

/// A page that fails the test if anything is written to its console, thrown, or fetched from a network.
export const test = base.extend<{folder: string; faults: string[]}>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "viewer-test-"));
    await use(folder);
    rmSync(folder, {recursive: true, force: true});
  },
  faults: [async ({page}, use, info) => {
    info.setTimeout(300_000);
    const faults: string[] = [];
    page.on("console", (message) => {
      const driver = /GPU stall|GL Driver Message|swiftshader/i.test(message.text());
      if (["error", "warning"].includes(message.type()) && !driver) faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
    page.on("request", (request) => {
      if (!/^(file:|blob:|data:|http:\/\/127\.0\.0\.1)/.test(request.url()))
        faults.push(`fetched ${request.url()}`);
    });
    await use(faults);
    expect(faults, "console, errors and requests").toEqual([]);
  }, {auto: true}],
});
export async function open(page: Page, address = singleFile): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => document.documentElement.dataset.ready === "true");
}

/// Chooses files, as a user does with the dialog.
export async function choose(page: Page, ...paths: string[]): Promise<void> {
  await page.setInputFiles("input[type=file]", paths);
}

/// The one file with files embedded in it, as the tool writes it.
export function embed(folder: string, files: {name: string; text?: string; base64?: string}[]): string {
  const marker = '<script type="application/json" id="firstcontact-files">[]</script>';
  const page = readFileSync(join(viewerDir, "viewer.html"), "utf8");
  expect(page.split(marker).length).toBe(2);
  const json = JSON.stringify(files).replaceAll("<", "\\u003c");
  const path = join(folder, "page.html");
  writeFileSync(path, page.replace(marker, () => marker.replace("[]", () => json)));
  return `file://${path}`;
}

/// Waits until a picture in three dimensions is drawn in full; other elements are always.
export async function settled(target: Locator): Promise<void> {
  if (await target.evaluate((node) => node.tagName === "CANVAS"))
    await expect(target).toHaveAttribute("data-settled", "true");
}

/// The pixels of an element: how many differ from its corner, and how many different colours there are.
export async function pixels(target: Locator): Promise<{drawn: number; colors: number; sum: number}> {
  await settled(target);
  const image = (await target.screenshot()).toString("base64");
  return target.page().evaluate(async (base64) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${base64}`;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = picture.width;
    canvas.height = picture.height;
    const context = canvas.getContext("2d")!;
    context.drawImage(picture, 0, 0);
    const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
    const corner = 4 * (6 * canvas.width + 6), seen = new Set<number>();
    let drawn = 0, sum = 0;
    for (let i = 0; i < data.length; i += 4) {
      const apart = Math.abs(data[i] - data[corner]) + Math.abs(data[i + 1] - data[corner + 1]) +
        Math.abs(data[i + 2] - data[corner + 2]);
      if (apart > 60) drawn += 1;
      seen.add((data[i] >> 4) << 8 | (data[i + 1] >> 4) << 4 | data[i + 2] >> 4);
      sum = (sum * 31 + data[i] + 7 * data[i + 1] + 13 * data[i + 2]) % 1_000_000_007;
    }
    return {drawn, colors: seen.size, sum};
  }, image);
}

/// How many pixels of an element have a colour of the page, for example "--fc-contact", or nearly.
export async function pixelsOf(target: Locator, name: string): Promise<number> {
  await settled(target);
  const image = (await target.screenshot()).toString("base64");
  return target.page().evaluate(async ([base64, variable]) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${base64}`;
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const context = canvas.getContext("2d", {willReadFrequently: true})!;
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
    context.fillRect(0, 0, 1, 1);
    const wanted = [...context.getImageData(0, 0, 1, 1).data];
    context.drawImage(picture, 0, 0);
    const {data} = context.getImageData(0, 0, canvas.width, canvas.height);
    let found = 0;
    for (let i = 0; i < data.length; i += 4)
      if ([0, 1, 2].every((k) => Math.abs(data[i + k] - wanted[k]) < 24)) found += 1;
    return found;
  }, [image, name]);
}

/// Sets the time as a user does, by the slider.
export async function scrub(page: Page, label: string, value: number): Promise<void> {
  const slider = page.getByRole("slider", {name: label, exact: true});
  await slider.evaluate((node, to) => {
    (node as HTMLInputElement).value = String(to);
    node.dispatchEvent(new Event("input", {bubbles: true}));
  }, value);
}
