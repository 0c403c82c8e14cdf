// Simulations: the trace is played, and its values are shown.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {choose, expect, open, pixels, run, scrub, serve, test} from "./viewer_tools";

test("a trace is played, with curves", async ({page, folder}) => {
  run(folder, "simulate", "cloth-on-ball", "--size", "200", "--steps", "12", "--output", "drape",
    "--json", "report.json");
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  await open(page);
  await choose(page, join(folder, "drape/trace.fct"));
  await expect(page.locator(".controls")).toContainText("13 frames");
  const canvas = page.locator("canvas");
  const first = await pixels(canvas);
  expect(first.drawn).toBeGreaterThan(10_000);
  await scrub(page, "Frame", 12);
  expect((await pixels(canvas)).sum).not.toBe(first.sum);
  const contacts = page.locator("dl.values div", {hasText: /^contacts/}).locator("dd");
  await expect(contacts).toHaveText(report.steps[11].contacts.toLocaleString("en"));
  expect(await page.locator(".curves svg.chart").count()).toBeGreaterThanOrEqual(2);
  expect((await pixels(page.locator(".curves svg.chart").first())).drawn).toBeGreaterThan(300);
  await scrub(page, "Frame", 0);
  await page.locator("body").press(".");
  await expect(page.locator("output.time")).toContainText("frame 1,");
  await page.getByRole("button", {name: "Play"}).click();
  await expect.poll(async () => (await page.locator("output.time").textContent()) ?? "",
    {timeout: 30_000}).toContain("frame 12");
  // A click into a curve goes to that time.
  const chart = page.locator(".curves svg.chart").first();
  const area = (await chart.boundingBox())!;
  await page.mouse.click(area.x + area.width / 2, area.y + area.height / 2);
  await expect(page.locator("output.time")).not.toContainText("frame 12");
});

test("bodies are switched off and on", async ({page, folder}) => {
  run(folder, "simulate", "cloth-on-ball", "--size", "200", "--steps", "2", "--output", "drape");
  await open(page);
  await choose(page, join(folder, "drape/trace.fct"));
  const canvas = page.locator("canvas");
  await expect(page.getByRole("button", {name: "cloth"})).toHaveAttribute("aria-pressed", "true");
  const all = await pixels(canvas);
  await page.getByRole("button", {name: "cloth"}).click();
  expect((await pixels(canvas)).sum).not.toBe(all.sum);
});

test("files served by the tool are loaded by themselves", async ({page, folder}) => {
  run(folder, "simulate", "cloth-on-ball", "--size", "200", "--steps", "2", "--output", "drape");
  const server = await serve([{name: "drape/trace.fct", path: join(folder, "drape/trace.fct")}]);
  try {
    await open(page, server.address);
    await expect(page.locator(".controls")).toContainText("3 frames");
    expect((await pixels(page.locator("canvas"))).drawn).toBeGreaterThan(10_000);
  } finally {
    server.close();
  }
});
