/// <reference types="node" />
// The whole page of the explanation: how soon it can be used, how large it is, what it may do, and
// that it needs no network once it is there.
import { expect, test, type Page } from "@playwright/test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { drag, figureNames, figuresFolder, handle, readout, setSlider, settled, slider, startPages,
         stopPages, watch } from "./figure_page";

let address = "";
test.beforeAll(async () => { address = await startPages(); });
test.afterAll(stopPages);
test.describe.configure({ timeout: 180_000 });
test.use({ viewport: { width: 1000, height: 900 } });

/** Opens the page and scrolls through it until every figure is there. */
async function openAll(page: Page): Promise<void> {
  await page.goto(`${address}/explanation.html`);
  for (const name of figureNames()) {
    const figure = page.locator(`fc-figure[name="${name}"]`);
    await figure.scrollIntoViewIfNeeded();
    await expect(figure).toHaveAttribute("ready", "", { timeout: 60_000 });
  }
}

test("the first figure answers a drag within 2 s of opening the page", async ({ browser }) => {
  // The best of five openings, each without any cache: other work may share the machine.
  const drawnAfter: number[] = [], answeredAfter: number[] = [];
  for (let k = 0; k < 5; ++k) {
    const context = await browser.newContext({ viewport: { width: 1000, height: 900 } });
    const page = await context.newPage();
    const start = Date.now();
    await page.goto(`${address}/explanation.html`, { waitUntil: "commit" });
    const figure = page.locator('fc-figure[name="bullet"]');
    await page.locator('fc-figure[name="bullet"][ready]').waitFor();
    const first = await readout(figure, "FirstContact finds");
    expect(first).toMatch(/^contact, /);
    drawnAfter.push(Date.now() - start);
    await drag(page, handle(figure, "Wall"), -40, 0);
    await expect.poll(() => readout(figure, "FirstContact finds"), { intervals: [10] })
      .not.toBe(first);
    answeredAfter.push(Date.now() - start);
    await context.close();
  }
  console.log(`    first figure drawn after ${drawnAfter.join(", ")} ms; ` +
              `answered a drag after ${answeredAfter.join(", ")} ms`);
  expect(Math.min(...answeredAfter)).toBeLessThan(2000);
});

test("WebAssembly and all scripts together are at most 1.5 MB compressed", () => {
  const files = readdirSync(figuresFolder).filter((f) => /\.(js|wasm)$/.test(f));
  expect(files).toContain("figures.js");
  expect(files).toContain("firstcontact.wasm");
  expect(files.length).toBeGreaterThan(10);
  let plain = 0, gzip = 0, brotli = 0;
  for (const file of files) {
    const bytes = readFileSync(join(figuresFolder, file));
    plain += bytes.length;
    gzip += gzipSync(bytes, { level: 9 }).length;
    brotli += brotliCompressSync(bytes).length;
  }
  const megabytes = (n: number): string => `${(n / 1e6).toFixed(3)} MB`;
  console.log(`    ${files.length} files: ${megabytes(plain)}, gzip ${megabytes(gzip)}, ` +
              `brotli ${megabytes(brotli)}`);
  expect(gzip).toBeLessThanOrEqual(1.5e6);
  expect(brotli).toBeLessThanOrEqual(1.5e6);
});

test("all figures of the explanation come up on one page, quietly", async ({ page }) => {
  const troubles = watch(page, address);
  await openAll(page);
  expect(troubles).toEqual([]);
});

test("the page lives with a strict policy, which is in force", async ({ page }) => {
  const answer = await page.goto(`${address}/bullet.html`);
  const policy = answer!.headers()["content-security-policy"]!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe-inline");
  await page.locator("fc-figure[ready]").waitFor();
  const refused = await page.evaluate(() => new Promise((done) => {
    document.addEventListener("securitypolicyviolation", (e) => done(e.violatedDirective));
    document.body.append(Object.assign(document.createElement("script"),
                                       { textContent: "document.title = 'inline'" }));
  }));
  expect(refused).toBe("script-src-elem");
  expect(await page.title()).not.toBe("inline");
});

test("once it is there, the page works without a network", async ({ page, context }) => {
  const troubles = watch(page, address);
  await openAll(page);
  await context.setOffline(true);
  const figure = (name: string): ReturnType<Page["locator"]> =>
    page.locator(`fc-figure[name="${name}"]`);
  // What is changed in each figure, and a readout that must answer.
  const uses: Record<string, [string, () => Promise<void>]> = {
    bullet: ["FirstContact finds", () => setSlider(slider(figure("bullet"), "wall"), 0.6)
      .then(() => drag(page, handle(figure("bullet"), "Wall"), -50, 0))],
    square: ["level", () => figure("square").getByRole("button", { name: "Step" }).click()],
    directions: ["first contact", () =>
      figure("directions").getByRole("button", { name: "a near miss" }).click()],
    "last-bit": ["fprf", () =>
      figure("last-bit").getByRole("button", { name: "far from the origin" }).click()],
    separation: ["the bead slid", () =>
      figure("separation").getByRole("button", { name: "a share" }).click()],
    turning: ["the real turn", () => setSlider(slider(figure("turning"), "angle"), 60)],
    screen: ["its time", () =>
      figure("screen").getByRole("button", { name: "Next collision" }).click()],
    chain: ["last link, Taylor box", () => setSlider(slider(figure("chain"), "links"), 5)],
    cloth: ["pairs that touch", () =>
      setSlider(slider(figure("cloth"), "the sheet sinks by"), 0.8)],
    proof: ["verdict", () =>
      figure("proof").getByRole("button", { name: "Leave one out" }).click()],
  };
  expect(Object.keys(uses).sort()).toEqual(figureNames().sort());
  for (const [name, [says, use]] of Object.entries(uses)) {
    const before = await readout(figure(name), says);
    await use();
    await expect.poll(() => readout(figure(name), says), { message: name }).not.toBe(before);
  }
  await settled(figure("cloth"));
  expect(troubles).toEqual([]);
});

test("without scripts the page still explains", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${address}/explanation.html`);
  await expect(page.getByText("A live figure is here")).toHaveCount(figureNames().length);
  await context.close();
});
