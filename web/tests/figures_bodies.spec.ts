// The figures about bodies, robots, cloth and proofs: numbers, drags and scrubs.
import { expect, test } from "@playwright/test";
import type * as Library from "firstcontact";
import { drag, drawn, handle, nodeLibrary, openFigure, readout, record, setSlider, settled,
         slider, startPages, stopPages } from "./figure_page";
import { decodePng, differ, type Picture } from "./pixels";

let address = "";
let fc: Library.FirstContact;
test.beforeAll(async () => {
  address = await startPages();
  ({ fc } = await nodeLibrary());
});
test.afterAll(stopPages);
test.describe.configure({ timeout: 120_000 });
test.use({ viewport: { width: 800, height: 1100 } });

test("turning: the real turn decides, shortcuts are wrong somewhere", async ({ page }) => {
  const { figure, troubles } = await openFigure(page, address, "turning");
  const first = await readout(figure, "the real turn");
  expect(first).toMatch(/^contact 0\.\d{6}$/);
  expect(await readout(figure, "straight lines")).toMatch(/missed/);
  await drag(page, handle(figure, "Post"), 30, 30);
  expect(await readout(figure, "the real turn")).not.toBe(first);
  await handle(figure, "Post").focus();
  await page.keyboard.press("ArrowLeft");
  await setSlider(slider(figure, "angle"), 30);
  expect(await readout(figure, "the real turn")).toBe("free");
  const door = figure.locator("[data-part=door]");
  await setSlider(slider(figure, "time t"), 0.1);
  const early = await door.getAttribute("points");
  await setSlider(slider(figure, "time t"), 0.9);
  expect(await door.getAttribute("points")).not.toBe(early);
  expect(troubles).toEqual([]);
});

test("screen: every crossing is a collision of the library", async ({ page }) => {
  const { figure, troubles } = await openFigure(page, address, "screen");
  const n = Number((await readout(figure, "collisions")).replace(/\D/g, ""));
  expect(n).toBeGreaterThan(2);
  const time = async (): Promise<number> => Number(await readout(figure, "its time"));
  const first = await time();
  await figure.getByRole("button", { name: "Next collision" }).click();
  expect(await time()).toBeGreaterThanOrEqual(first);
  expect(Number(await slider(figure, "time t").inputValue())).toBeCloseTo(await time(), 2);
  const crossings = figure.locator("[data-part=crossing]");
  expect(await crossings.count()).toBeGreaterThan(2);
  const pixels = Number((await readout(figure, "pixels drawn")).replace(/\D/g, ""));
  await setSlider(slider(figure, "pixel"), 0.12);
  expect(Number((await readout(figure, "pixels drawn")).replace(/\D/g, ""))).toBeLessThan(pixels);
  await figure.getByRole("button", { name: "exact curves" }).click();
  await expect(figure.locator("[data-part=curves-a]")).toHaveCount(1);
  const canvas = figure.locator("canvas");
  const look = async (): Promise<Picture> =>
    decodePng(await page.screenshot({ clip: (await canvas.boundingBox())! }));
  const before = await look();
  await drag(page, canvas, 80, 10);
  await expect.poll(async () => differ(before, await look())).toBe(true);
  await drawn(page);
  const turned = await look();
  await canvas.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(async () => differ(turned, await look())).toBe(true);
  expect(troubles).toEqual([]);
});

test("chain: boxes of intervals outgrow those of Taylor models", async ({ page }) => {
  const { figure, troubles } = await openFigure(page, address, "chain");
  const size = async (name: string): Promise<number> => parseFloat(await readout(figure, name));
  const taylor = await size("last link, Taylor box");
  const interval = await size("last link, interval box");
  expect(interval).toBeGreaterThan(taylor);
  await setSlider(slider(figure, "links"), 12);
  expect(await size("last link, interval box") / await size("last link, Taylor box"))
    .toBeGreaterThan(interval / taylor);
  const boxes = figure.locator("[data-part=box]");
  expect(await boxes.count()).toBe(12);
  await setSlider(slider(figure, "pieces of time"), 2);
  expect(await boxes.count()).toBe(48);
  const link = figure.locator("[data-part=link]").last();
  const before = await link.getAttribute("points");
  await setSlider(slider(figure, "time t"), 0.7);
  expect(await link.getAttribute("points")).not.toBe(before);
  await handle(figure, "Obstacle").focus();
  for (let k = 0; k < 40; ++k) await page.keyboard.press("ArrowLeft");
  const near = await readout(figure, "links to look at");
  await drag(page, handle(figure, "Obstacle"), 0, -120);
  expect(await readout(figure, "links to look at")).not.toBe(near);
  expect(troubles).toEqual([]);
});

test("cloth: no crossing up to the safe step, crossings after it", async ({ page }) => {
  const { figure, troubles } = await openFigure(page, address, "cloth");
  const count = async (name: string): Promise<number> => {
    await settled(figure);
    return Number((await readout(figure, name)).replace(/[^\d]/g, ""));
  };
  expect(await count("pairs that touch")).toBeGreaterThan(100);
  await figure.getByRole("button", { name: "Stop at the safe step" }).click();
  expect(await count("crossings now")).toBe(0);
  await setSlider(slider(figure, "time t"), 0.9);
  expect(await count("crossings now")).toBeGreaterThan(10);
  const touching = await count("pairs that touch");
  await setSlider(slider(figure, "the sheet sinks by"), 0.8);
  expect(await count("pairs that touch")).not.toBe(touching);
  expect(troubles).toEqual([]);
});

test("cloth: the page goes on while the worker computes, and only the last wish counts",
     async ({ page }) => {
  const { figure, troubles } = await openFigure(page, address, "cloth");
  await settled(figure);
  // A reader pulls the slider over its whole range at once; meanwhile frames must go on.
  const frames = await figure.evaluate(async (element) => {
    const root = element.shadowRoot!;
    const label = [...root.querySelectorAll("label.slider")]
      .find((l) => l.textContent!.includes("the sheet sinks by"))!;
    const input = label.querySelector("input")!;
    let asked = 0;
    for (let v = 0.1; v < 0.9; v += 0.02) {
      input.value = String(v);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      asked += 1;
    }
    let longest = 0, seen = 0, last = performance.now();
    const body = root.querySelector(".body")!;
    while (body.getAttribute("aria-busy") === "true") {
      await new Promise((next) => setTimeout(next));
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      seen += 1;
    }
    return { asked, seen, longest };
  });
  console.log(`    ${frames.seen} turns of the page meanwhile, the longest ` +
              `${frames.longest.toFixed(0)} ms`);
  expect(frames.asked).toBe(40);
  expect(frames.seen).toBeGreaterThan(5);
  const { drop, answers } = await record<{ drop: number; answers: number }>(figure);
  expect(drop).toBeCloseTo(0.88, 5);
  expect(answers, "the questions between the first and the last are never asked")
    .toBeLessThanOrEqual(4);
  expect(troubles).toEqual([]);
});

test("proof: verified, broken, unreadable, and made anew", async ({ page }) => {
  const { figure, troubles } = await openFigure(page, address, "proof");
  const text = figure.locator("textarea");
  const verdict = (): Promise<string> => readout(figure, "verdict");
  const inNode = async (): Promise<boolean> =>
    fc.verifyText((await text.inputValue()).replace(/\s*\n\s*/g, " ") + "\n").valid;
  expect(await verdict()).toBe("proven free");
  expect(await inNode()).toBe(true);
  for (const name of ["Turn a direction round", "Leave one out", "Claim more room"]) {
    await figure.getByRole("button", { name: "A new proof" }).click();
    expect(await verdict()).toBe("proven free");
    await figure.getByRole("button", { name }).click();
    expect(await verdict(), name).toBe("no proof");
    expect(await readout(figure, "reason"), name).not.toBe("");
    expect(await inNode(), name).toBe(false);
    await figure.getByRole("button", { name: "Reset" }).click();
  }
  await text.fill("{ nonsense");
  expect(await verdict()).toBe("not readable");
  await figure.getByRole("button", { name: "Reset" }).click();
  expect(await verdict()).toBe("proven free");
  // The point moves, the proof stays what it was: it no longer fits.
  await drag(page, handle(figure, "Point at the start"), -20, 50);
  expect(await verdict()).toBe("no proof");
  expect(await inNode()).toBe(false);
  await handle(figure, "Point at the start").focus();
  await page.keyboard.press("ArrowRight");
  await figure.getByRole("button", { name: "Reset" }).click();
  await setSlider(slider(figure, "time t"), 0.1);
  await expect(figure.locator("[data-part=plane]")).toHaveCount(1);
  expect(troubles).toEqual([]);
});
