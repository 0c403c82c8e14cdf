// How the page is used: links, keys, fingers, reduced motion, light and dark, narrow screens.
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import type {Page} from "@playwright/test";
import {BOX, POSES} from "./viewer_data";
import {choose, expect, open, pixels, root, run, scrub, settled, singleFile, test} from "./viewer_tools";

const hash = (page: Page) => page.evaluate(() => location.hash);
/// Opens a link as another visit does.
async function visit(page: Page, link: string): Promise<void> {
  await page.goto("about:blank");
  await open(page, link);
}

test("a link restores an example step: its time, its impact, its colours", async ({page}) => {
  await open(page);
  await page.keyboard.press("2");
  await page.getByRole("button", {name: "Show a sheet on a ball"}).click();
  await expect(page.locator(".truth strong")).toContainText("impacts");
  await page.locator("body").press("h");
  await page.locator(".impacts .row").nth(2).click();
  await expect.poll(() => hash(page)).toMatch(/impact=2.*heat=1|heat=1.*impact=2/);
  const time = await page.locator("output.time").textContent(), link = page.url();
  await visit(page, link);
  await expect(page.locator('.impacts .row[aria-selected="true"]')).toHaveAttribute("id", /2$/);
  await expect(page.locator("output.time")).toHaveText(time!);
  await expect(page.locator(".heat-legend")).toBeVisible();
});

test("a link restores the examples of bodies and robots", async ({page}) => {
  for (const [example, label] of [["screw", "a key and a block"], ["robot", "an arm and a post"]]) {
    await visit(page, `${singleFile}#view=bodies&example=${example}&t=0.25`);
    await expect(page.locator(".bodies .controls")).toContainText(label);
    await expect(page.locator("output.time").first()).toHaveText("t = 0.2500");
    await expect.poll(() => hash(page)).toContain("t=0.25");
  }
});

test("the address leads to another view, and nonsense in it does no harm", async ({page}) => {
  for (const nonsense of ["view=nothing", "view=queries&q=vf:zz", "view=steps&impact=-7&step=1e99&t=x",
    "view=bodies&collision=99999", "view=simulations&frame=NaN", "%%%", "q=&t=&view="]) {
    await visit(page, `${singleFile}#${nonsense}`);
    await expect(page.locator("main")).not.toBeEmpty();
  }
  await page.evaluate(() => {
    location.hash = "#view=benchmark";
  });
  await expect(page.locator('nav [aria-current="page"]')).toHaveText("Benchmark");
});

test("all of a simulation by keys alone", async ({page, folder}) => {
  run(folder, "simulate", "cloth-on-ball", "--size", "200", "--steps", "5", "--output", "drape");
  await open(page);
  await choose(page, join(folder, "drape/trace.fct"));
  const time = page.locator("output.time");
  await expect(time).toContainText("frame 0,");
  await page.keyboard.press("End");
  await expect(time).toContainText("frame 5,");
  await page.keyboard.press(",");
  await expect(time).toContainText("frame 4,");
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await expect(time).toContainText("frame 5,");
  const slider = page.getByRole("slider", {name: "Frame", exact: true});
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(time).toContainText("frame 4,");
  await expect.poll(() => hash(page)).toContain("frame=4");
});

test("the keyboard reaches everything, in order, and the focus is seen", async ({page}) => {
  await open(page);
  const reached = new Set<string>();
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const node = document.activeElement as HTMLElement;
      const style = getComputedStyle(node);
      return {name: node.getAttribute("aria-label") ?? node.textContent ?? "", tag: node.tagName,
        seen: style.outlineStyle !== "none" || style.boxShadow !== "none"};
    });
    if (at.tag === "BODY") break;
    expect(at.seen, `${at.tag} ${at.name}`).toBe(true);
    reached.add(at.tag === "CANVAS" ? "canvas" : at.name.trim());
  }
  for (const name of ["Skip to the view", "Steps", "Next query", "canvas", "Play", "Paste…"])
    expect([...reached]).toContain(name);
});

test.describe("with fingers", () => {
  test.use({hasTouch: true, isMobile: true, viewport: {width: 390, height: 844}});

  test("a finger turns the picture, a tap opens a view, nothing scrolls sideways", async ({page, folder}) => {
    await open(page);
    await page.getByRole("button", {name: "Bodies & robots"}).tap();
    await page.getByRole("button", {name: "A robot arm and a post"}).tap();
    await expect(page.locator(".bodies .truth")).toBeVisible();
    const canvas = page.locator("canvas"), before = await pixels(canvas);
    await canvas.scrollIntoViewIfNeeded();
    const box = (await canvas.boundingBox())!;
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0) =>
      session.send("Input.dispatchTouchEvent", {type, touchPoints: type === "touchEnd" ? []
        : [{x: box.x + x, y: box.y + box.height / 2}]});
    await touch("touchStart", 60);
    for (let x = 80; x <= 260; x += 30) await touch("touchMove", x);
    await touch("touchEnd");
    expect((await pixels(canvas)).sum).not.toBe(before.sum);
    writeFileSync(join(folder, "a.obj"), BOX);
    writeFileSync(join(folder, "b.obj"), BOX);
    writeFileSync(join(folder, "poses.json"), JSON.stringify(POSES));
    run(folder, "generate", "sheet", "--cloth", "12");
    run(folder, "simulate", "cloth-on-ball", "--size", "200", "--steps", "2", "--output", "drape");
    const opened: [string, string[]][] = [
      [".bodies .truth", ["a.obj", "b.obj", "poses.json"]],
      [".steps .truth", ["sheet/cloth_0.ply", "sheet/cloth_1.ply"]],
      [".curves svg", ["drape/trace.fct"]], ["#table-1", []], [".queries .truth", []],
    ];
    for (const [shown, files] of opened) {
      if (shown.includes("queries")) await page.locator("body").press("1");
      else if (files.length) await choose(page, ...files.map((name) => join(folder, name)));
      else await choose(page, join(root, "web/tests/data/benchmark_report.json"));
      await expect(page.locator(shown).first()).toBeVisible();
      const [inner, outer] = await page.evaluate(() =>
        [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      expect(inner, shown).toBeLessThanOrEqual(outer);
    }
    // What a finger has to hit is large enough.
    const small = await page.locator("header button:visible, .stepper button:visible").evaluateAll((nodes) =>
      nodes.filter((node) => node.getBoundingClientRect().height < 24).map((node) => node.textContent));
    expect(small).toEqual([]);
  });
});

test("with reduced motion nothing moves by itself", async ({page}) => {
  await page.emulateMedia({reducedMotion: "reduce"});
  await open(page);
  await expect(page.locator(".truth strong")).toBeVisible();
  await scrub(page, "Time", 0);
  await page.getByRole("button", {name: "Play"}).click();
  // A jump to the middle and no film.
  await expect(page.locator("output.time").first()).toHaveText("t = 0.5000");
  await expect(page.getByRole("button", {name: "Play"})).toBeVisible();
  const canvas = page.locator("canvas").first();
  await settled(canvas);
  const frames = await canvas.getAttribute("data-frames");
  await page.waitForTimeout(700);
  expect(await canvas.getAttribute("data-frames")).toBe(frames);
});

test("light, dark and as the system is", async ({page}) => {
  const dark = () => page.evaluate(() => {
    const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)!.map(Number);
    return r + g + b < 200;
  });
  await page.emulateMedia({colorScheme: "dark"});
  await open(page);
  const canvas = page.locator("canvas").first();
  await expect(page.locator(".truth strong")).toBeVisible();
  await expect.poll(dark).toBe(true);
  const night = await pixels(canvas);
  await page.emulateMedia({colorScheme: "light"});
  await expect.poll(dark).toBe(false);
  expect((await pixels(canvas)).sum).not.toBe(night.sum);
  await page.keyboard.press("t");
  await expect.poll(dark).toBe(false);
  await page.keyboard.press("t");
  await expect.poll(dark).toBe(true);
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.ready === "true");
  expect(await dark()).toBe(true);
});

test("a link restores the camera, the ends of a robot's motion and what was switched on", async ({page}) => {
  await open(page);
  await page.keyboard.press("4");
  await page.getByRole("button", {name: "A robot arm and a post"}).click();
  await expect(page.locator(".bodies .truth")).toHaveAttribute("data-status", "Contact");
  await page.getByLabel(/forearm.* at the end/).fill("0.31");
  const toi = page.locator(".bodies .truth code");
  await page.getByRole("button", {name: "copies along the motion"}).click();
  await scrub(page, "Time of the motion", 0.4);
  const canvas = page.locator("canvas");
  await canvas.focus();
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowUp", "+"]) await page.keyboard.press(key);
  await expect.poll(() => hash(page)).toMatch(/to=[^&]*0\.31/);
  await expect.poll(() => hash(page)).toMatch(/copies=1.*cam=/);
  await page.waitForTimeout(600);
  await canvas.blur();
  const [time, drawn, link] = [await toi.getAttribute("data-toi"), await pixels(canvas), page.url()];
  await visit(page, link);
  await expect(toi).toHaveAttribute("data-toi", time!);
  await expect(page.getByRole("button", {name: "copies along the motion"}))
    .toHaveAttribute("aria-pressed", "true");
  // The same picture but for what five digits of the camera's place leave open.
  const again = await pixels(canvas);
  expect(Math.abs(again.drawn - drawn.drawn)).toBeLessThan(0.02 * drawn.drawn);
});
