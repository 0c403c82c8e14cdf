// How fast a large step turns, beside the least that three.js can draw in the same browser.
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {build} from "esbuild";
import {choose, expect, open, pixels, root, run, settled, test} from "./viewer_tools";

const SIDE = 225;  // vertices along a side of the sheet: 100,352 triangles

test("100,000 triangles turn as fast as a bare mesh of three.js, or faster", async ({page, folder}) => {
  test.setTimeout(400_000);
  run(folder, "generate", "sheet", "--cloth", String(SIDE));
  await open(page);
  await choose(page, join(folder, "sheet/cloth_0.ply"), join(folder, "sheet/cloth_1.ply"));
  await expect(page.locator(".controls")).toContainText("100,352 triangles", {timeout: 120_000});
  // Only the drawing is measured: the search for impacts is cancelled.
  const cancel = page.locator(".busy", {hasText: "impacts"}).getByRole("button", {name: "Cancel"});
  await cancel.waitFor({timeout: 60_000}).catch(() => undefined);
  if (await cancel.isVisible()) await cancel.click();
  const canvas = page.locator("canvas");
  expect((await pixels(canvas)).drawn).toBeGreaterThan(8_000);
  const size = (await canvas.boundingBox())!;
  const turning = await canvas.evaluate(async (node) => {
    const turn = async (milliseconds: number) => {
      const first = Number(node.dataset.frames), begun = performance.now();
      while (performance.now() - begun < milliseconds) {
        node.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
        await new Promise((done) => requestAnimationFrame(done));
      }
      return 1000 * (Number(node.dataset.frames) - first) / (performance.now() - begun);
    };
    await turn(500);  // the coarse stand-in is made
    return turn(6000);
  });
  await settled(canvas);
  const full = Number(await canvas.getAttribute("data-milliseconds"));
  // Nothing is drawn while nothing changes.
  const frames = await canvas.getAttribute("data-frames");
  await page.waitForTimeout(1000);
  expect(await canvas.getAttribute("data-frames")).toBe(frames);

  const bundle = await build({entryPoints: [join(root, "web/tests/bare_mesh.ts")], bundle: true,
    write: false, format: "iife", logLevel: "error"});
  writeFileSync(join(folder, "bare.js"), bundle.outputFiles[0].text);
  writeFileSync(join(folder, "bare.html"),
    '<!DOCTYPE html><link rel="icon" href="data:,"><body><script src="bare.js"></script>');
  await page.goto(`file://${folder}/bare.html`);
  const bare = await page.evaluate(([side, width, height]) =>
    window.turnBareMesh(side, width, height, 6000), [SIDE, Math.round(size.width), Math.round(size.height)]);
  console.log(`100,352 triangles, ${Math.round(size.width)} × ${Math.round(size.height)}: the viewer ` +
    `${turning.toFixed(1)} frames a second while it turns, ${full.toFixed(0)} ms for a full frame; ` +
    `a bare mesh ${bare.toFixed(1)} frames a second (${(1000 / bare).toFixed(0)} ms)`);
  // With a graphics card both are as fast as the screen.
  expect(turning).toBeGreaterThan(0.8 * bare);
});
