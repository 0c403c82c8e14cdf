// Steps of meshes: the impacts are those of the tool, and large meshes can be turned.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {choose, embed, expect, open, pixels, run, scrub, test} from "./viewer_tools";

test("the example shows a step, its impacts and their times as colours", async ({page}) => {
  await open(page);
  await page.getByRole("button", {name: "Steps", exact: true}).click();
  await page.getByRole("button", {name: "Show a sheet on a ball"}).click();
  await expect(page.locator(".truth strong")).toContainText("impacts", {timeout: 60_000});
  const canvas = page.locator("canvas");
  const plain = await pixels(canvas);
  expect(plain.drawn).toBeGreaterThan(20_000);
  await page.getByRole("button", {name: "times as colours"}).click();
  await expect(page.locator(".heat-legend")).toBeVisible();
  const heat = await pixels(canvas);
  expect(heat.sum).not.toBe(plain.sum);
  await scrub(page, "Time in the step", 0.9);
  expect((await pixels(canvas)).sum).not.toBe(heat.sum);
  await page.locator(".impacts .row").nth(3).click();
  await expect(page.locator('.impacts .row[aria-selected="true"]')).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => location.hash)).toContain("impact=3");
});

test("all impacts are those of the tool, bit for bit and in order", async ({page, folder}) => {
  run(folder, "generate", "sheet", "--cloth", "40");
  const meshes = ["sheet/cloth_0.ply", "sheet/cloth_1.ply"];
  run(folder, "check", ...meshes, "--all", "--output", "impacts.csv", "--json", "report.json");
  const rows = readFileSync(join(folder, "impacts.csv"), "utf8").trim().split("\n").slice(1)
    .map((line) => line.split(","));
  expect(rows.length).toBeGreaterThan(50);
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  await open(page);
  await choose(page, ...[...meshes, "report.json"].map((name) => join(folder, name)));
  await expect(page.locator(".truth strong")).toContainText("impacts", {timeout: 60_000});
  const count = Number((await page.locator(".truth strong").textContent())!.replace(/\D/g, ""));
  expect(count).toBe(rows.length);
  const toi = await page.locator(".truth code").getAttribute("data-toi");
  expect(Number(toi)).toBe(report.steps[0].earliest_toi);
  await expect(page.locator("[data-compare]")).toContainText("to the last bit");
  const titles = await page.locator(".impacts .row").evaluateAll((nodes) =>
    nodes.map((node) => (node as HTMLElement).title));
  expect(titles.length).toBeGreaterThan(8);
  titles.forEach((title, i) => expect(title).toBe(`t = ${Number(rows[i][5])}`));
});

test("a page made by check holds its meshes and its report", async ({page, folder}) => {
  run(folder, "generate", "sheet", "--cloth", "12");
  const meshes = ["sheet/cloth_0.ply", "sheet/cloth_1.ply"];
  run(folder, "check", ...meshes, "--json", "report.json");
  const address = embed(folder, [
    {name: "report.json", text: readFileSync(join(folder, "report.json"), "utf8")},
    ...meshes.map((name) => ({name, base64: readFileSync(join(folder, name)).toString("base64")})),
  ]);
  await open(page, address);
  await expect(page.locator(".steps .truth strong")).toContainText(/impacts|free/, {timeout: 30_000});
  await expect(page.locator("[data-compare]")).toBeVisible();
});

test("a sequence of frames is stepped through", async ({page, folder}) => {
  run(folder, "simulate", "cloth-on-ball", "--size", "200", "--steps", "3", "--output", "drape");
  await open(page);
  await choose(page, ...[0, 1, 2, 3].map((i) => join(folder, `drape/frame_000${i}.ply`)));
  await expect(page.locator(".stepper")).toContainText("step 1 of 3");
  await expect(page.locator(".truth strong")).toContainText("free", {timeout: 30_000});
  await page.getByRole("button", {name: "Next step"}).click();
  await expect(page.locator(".stepper")).toContainText("step 2 of 3");
});
