// What figures say is what the library says, and what the reader does changes it.
import { expect, test } from "@playwright/test";
import type * as Library from "firstcontact";
import { drag, drawn, handle, nodeLibrary, openFigure, readout, setSlider, slider, startPages,
         stopPages } from "./figure_page";

let address = "";
let api: typeof Library;
let fc: Library.FirstContact;
test.beforeAll(async () => {
  address = await startPages();
  ({ api, fc } = await nodeLibrary());
});
test.afterAll(stopPages);
test.describe.configure({ timeout: 120_000 });
test.use({ viewport: { width: 800, height: 1100 } });

test("bullet: the time is the library's; dragging and keys change it", async ({ page }) => {
  const { figure, troubles } = await openFigure(page, address, "bullet");
  // The flight of the picture: from (0.7, 1.1) to (11.3, 2.5) at 240 m/s, 60 frames a second.
  const muzzle = [0.7, 1.1], way = [10.6, 1.4], long = Math.hypot(10.6, 1.4);
  const frame = (k: number): [number, number] =>
    [muzzle[0]! + way[0]! / long * 4 * k, muzzle[1]! + way[1]! / long * 4 * k];
  const result = fc.solve(api.pointSegment2D({ pT0: frame(1), pT1: frame(2), s0T0: [6.55, 0.5],
    s0T1: [6.55, 0.5], s1T0: [6.55, 3.1], s1T1: [6.55, 3.1] }));
  expect(result.status).toBe("Contact");
  const shown = await readout(figure, "FirstContact finds");
  expect(shown).toBe(`contact, ${((1 + result.toi) / 60 * 1000).toFixed(3)} ms`);
  expect(await readout(figure, "frames see")).toBe("nothing");

  await drag(page, handle(figure, "Wall"), -60, 0);
  const moved = await readout(figure, "FirstContact finds");
  expect(moved).not.toBe(shown);
  await handle(figure, "Target").focus();
  await page.keyboard.press("ArrowDown");
  expect(await readout(figure, "FirstContact finds")).not.toBe(moved);
  // Slow enough, and frames see it too.
  await setSlider(slider(figure, "speed"), 12);
  expect(await readout(figure, "frames see")).toMatch(/a hit in frame/);
  // Scrubbing moves the bullet.
  await setSlider(slider(figure, "slow motion"), 0);
  const start = await figure.locator("[data-part=bullet]").getAttribute("cx");
  await setSlider(slider(figure, "slow motion"), 0.2);
  expect(Number(await figure.locator("[data-part=bullet]").getAttribute("cx")))
    .toBeGreaterThan(Number(start));
  expect(troubles).toEqual([]);
});

const pair = { pT0: [1.1, 4.1], pT1: [8.6, 1.5], s0T0: [6.4, 0.6], s0T1: [4.3, 0.7],
               s1T0: [7.9, 3.5], s1T1: [4.9, 4.5] } as const;

test("square: levels, and the times of both methods", async ({ page }) => {
  const { figure } = await openFigure(page, address, "square");
  const query = api.pointSegment2D(pair);
  expect(await readout(figure, "tight inclusion"))
    .toBe(fc.solve(query, { method: "tight-inclusion" }).toi.toFixed(7));
  const exact = fc.oracle(query, { widthBits: 50 }).toi;
  expect(await readout(figure, "exact time")).toBe(exact.toFixed(12));
  const active = figure.locator("[data-part=active]");
  const checked = async (): Promise<number> => Number(await readout(figure, "boxes checked"));
  const before = await checked(), open = await active.count();
  const left = async (): Promise<number> => Number(await readout(figure, "boxes left"));
  expect(await left()).toBe(open);
  await figure.getByRole("button", { name: "Step" }).click();
  expect(await checked()).toBe(before + open);
  await figure.getByRole("button", { name: "To the end" }).click();
  const ends = await figure.locator("[data-part=converged]").count();
  expect(ends).toBeGreaterThan(0);
  // The readout, the drawing and the sentence count the same boxes.
  expect(await left()).toBe(ends);
  await expect(figure.locator(".say")).toContainText(`${ends} boxes are left`);
  // Nothing is ruled out that the exact time needs, and what is left is δ wide.
  const bound = Number(await readout(figure, "not before t"));
  expect(bound).toBeLessThanOrEqual(exact + 1e-4);
  expect(exact - bound).toBeLessThan(2 ** -5);
  await setSlider(slider(figure, "stop at width"), 12);
  await figure.getByRole("button", { name: "To the end" }).click({ force: true }).catch(() => {});
  expect(exact - Number(await readout(figure, "not before t"))).toBeLessThan(2 ** -9);
  // Out of the way: everything is dropped.
  const point = handle(figure, "Point at the end");
  await point.focus();
  for (let k = 0; k < 80; ++k) await page.keyboard.press("ArrowLeft");
  for (let k = 0; k < 40; ++k) await page.keyboard.press("ArrowUp");
  expect(await readout(figure, "exact time")).toBe("free");
});

test("directions: pieces, contact and verdict", async ({ page }) => {
  const { figure } = await openFigure(page, address, "directions");
  const query = api.pointSegment2D(pair);
  const exact = fc.solve(query, { exact: true });
  expect(await readout(figure, "first contact")).toBe(`t = ${exact.toi.toFixed(9)}`);
  const end = exact.toi * (1 - 1e-6);
  const free = fc.solve(query, { certificate: true, tMax: end, tolerance: 0 });
  expect(free.status).toBe("Free");
  expect(fc.verify(query, free.certificate, { tMax: end }).proven).toBe(true);
  expect(await readout(figure, "directions")).toMatch(new RegExp(`of ${free.certificate.length}$`));
  expect(await readout(figure, "verifier says")).toMatch(/^free to/);
  await setSlider(slider(figure, "time t"), 0.05);
  await expect(figure.locator("[data-part=direction]")).toHaveCount(1);
  await drag(page, handle(figure, "Point at the end"), -150, -60);
  expect(await readout(figure, "first contact")).not.toBe(`t = ${exact.toi.toFixed(9)}`);

  // A near miss takes several directions, shown one by one.
  await figure.getByRole("button", { name: "a near miss" }).click();
  expect(await readout(figure, "first contact")).toBe("none: free");
  expect(await readout(figure, "verifier says")).toBe("free, proven");
  const miss = fc.solve(api.pointSegment2D({ pT0: [6.8, 2.68], pT1: [2.3, 3.22],
    s0T0: [3.2, 3.04], s0T1: [4.28, 0.34], s1T0: [8.24, 2.32], s1T1: [1.76, 4.66] }),
    { certificate: true, tolerance: 0 });
  expect(miss.certificate.length).toBeGreaterThan(3);
  for (let k = 1; k < miss.certificate.length; ++k) {
    await figure.getByRole("button", { name: "Next direction" }).click();
  }
  expect(await figure.locator("[data-part=band]").count()).toBe(miss.certificate.length);
});

test("last bit: FirstContact is never wrong, others are; a nudge is an ulp", async ({ page }) => {
  const { figure, troubles } = await openFigure(page, address, "last-bit");
  expect(await readout(figure, "certified")).toMatch(/^0 of 169/);
  for (const method of ["fprf", "rp", "accd"]) {
    expect(Number((await readout(figure, method)).split(" ")[0]), method).toBeGreaterThan(5);
  }
  const before = Number(await readout(figure, "x at the end"));
  await handle(figure, "Nudge of both coordinates").focus();
  await page.keyboard.press("ArrowRight");
  const after = Number(await readout(figure, "x at the end"));
  expect(api.ulpsBetween(before, after)).toBe(1n);
  await figure.getByRole("button", { name: "x at the end: one ulp less" }).click();
  expect(Number(await readout(figure, "x at the end"))).toBe(before);
  await drag(page, handle(figure, "Nudge of both coordinates"), 30, 0);
  expect(Number(await readout(figure, "x at the end"))).toBeGreaterThan(before);
  for (const name of ["end of an edge", "far from the origin"]) {
    await figure.getByRole("button", { name }).click();
    expect(await readout(figure, "certified")).toMatch(/^0 of 169/);
    expect(Number((await readout(figure, "fprf")).split(" ")[0])).toBeGreaterThan(5);
    expect(Number((await readout(figure, "accd")).split(" ")[0])).toBeGreaterThan(5);
  }
  expect(troubles).toEqual([]);
});

test("separation: without it steps are zero, with a share they never are", async ({ page }) => {
  const { figure } = await openFigure(page, address, "separation");
  const stuck = async (): Promise<number> =>
    Number((await readout(figure, "steps of length 0")).split(" ")[0]);
  expect(await stuck()).toBeGreaterThan(5);
  await figure.getByRole("button", { name: "the same always" }).click();
  expect(await stuck()).toBeGreaterThan(5);
  await figure.getByRole("button", { name: "a share of the distance" }).click();
  expect(await stuck()).toBe(0);
  // The first step that is cut short, asked again in Node.
  const tois = await figure.locator("[data-part=bar]").evaluateAll((bars) =>
    bars.map((b) => Number((b as HTMLElement).dataset["toi"])));
  const cut = tois.findIndex((t) => t < 1);
  let p: [number, number] = [0.9, 3.6];
  for (let k = 0; k < cut; ++k) p = [p[0] + 0.62, p[1] - 0.72];
  const query = api.pointSegment2D({ pT0: p, pT1: [p[0] + 0.62, p[1] - 0.72], s0T0: [0.4, 1.2],
    s0T1: [0.4, 1.2], s1T0: [9.6, 0.7], s1T1: [9.6, 0.7] });
  const distance = fc.solve(query, { tMax: 0 }).distance;
  expect(tois[cut]).toBe(fc.solve(query, { minSeparation: 0.4 * distance }).toi);
  await setSlider(slider(figure, "separation"), 0.8);
  expect(await figure.locator("[data-part=bar]").nth(cut).getAttribute("data-toi"))
    .not.toBe(String(tois[cut]));
  const before = await readout(figure, "distance at the end");
  await drag(page, handle(figure, "Bead"), 40, -20);
  expect(await readout(figure, "distance at the end")).not.toBe(before);
});

test("a finger moves a handle", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true,
                                             isMobile: true });
  const page = await context.newPage();
  const { figure, troubles } = await openFigure(page, address, "bullet");
  const before = await readout(figure, "FirstContact finds");
  const box = (await handle(figure, "Wall").locator(".knob").boundingBox())!;
  const touch = await context.newCDPSession(page);
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  const send = (type: "touchStart" | "touchMove" | "touchEnd", dx: number): Promise<unknown> =>
    touch.send("Input.dispatchTouchEvent",
               { type, touchPoints: type === "touchEnd" ? [] : [{ x: x + dx, y }] });
  await send("touchStart", 0);
  for (const dx of [-10, -20, -30, -40]) await send("touchMove", dx);
  await send("touchEnd", -40);
  await expect.poll(() => readout(figure, "FirstContact finds")).not.toBe(before);
  expect(troubles).toEqual([]);
  await context.close();
});

test("play moves time and can be stopped; with reduced motion it jumps to the end",
     async ({ page }) => {
  const { figure } = await openFigure(page, address, "turning");
  const time = slider(figure, "time t");
  const at = async (): Promise<number> => Number(await time.inputValue());
  await setSlider(time, 0);
  await figure.getByRole("button", { name: "Play" }).click();
  await expect.poll(at).toBeGreaterThan(0.01);
  await figure.getByRole("button", { name: "Pause" }).click();
  const stopped = await at();
  await drawn(page);
  expect(await at()).toBe(stopped);
  expect(stopped).toBeLessThan(1);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await figure.getByRole("button", { name: "Play" }).click();
  expect(await at()).toBe(1);
});
