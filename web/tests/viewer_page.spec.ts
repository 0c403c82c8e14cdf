// The page around the views: both forms, keys, accessibility, phones, hostile files.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import AxeBuilder from "@axe-core/playwright";
import {choose, embed, expect, open, pixels, root, run, serve, test, viewerDir} from "./viewer_tools";

const VIEWS = ["Queries", "Steps", "Simulations", "Bodies & robots", "Benchmark"];

test("the folder form works from a server, and asks it for nothing but its own files", async ({page}) => {
  const server = await serve();
  try {
    await open(page, server.address);
    await expect(page.locator(".truth strong")).toHaveText("They touch.");
    expect((await pixels(page.locator("canvas").first())).drawn).toBeGreaterThan(1500);
  } finally {
    server.close();
  }
});

test("the policy of both forms allows no inline script", async () => {
  for (const name of ["index.html", "viewer.html"]) {
    const page = readFileSync(join(viewerDir, name), "utf8");
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)![1];
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
  }
});

test("works without a network", async ({page, context}) => {
  await context.setOffline(true);
  await open(page);
  await expect(page.locator(".truth strong")).toHaveText("They touch.");
});

test("keys change views and open the help, which says what they do", async ({page}) => {
  await open(page);
  for (const [i, name] of VIEWS.entries()) {
    await page.keyboard.press(String(i + 1));
    await expect(page.locator('nav [aria-current="page"]')).toHaveText(name);
  }
  await page.keyboard.press("1");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("next and previous query");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("j");
  await expect(page.getByLabel("Number of the query")).toHaveValue("2");
  await page.locator("canvas").first().focus();
  const before = await pixels(page.locator("canvas").first());
  await page.keyboard.press("ArrowLeft");
  expect((await pixels(page.locator("canvas").first())).sum).not.toBe(before.sum);
});

test("a key right after the help was closed is not lost, although the focus is still in the help", async ({page}) => {
  await open(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.evaluate(() => {
    const dialog = document.querySelector("dialog")!;
    const close = dialog.querySelector("button")!;
    close.focus();
    dialog.close();
    close.dispatchEvent(new KeyboardEvent("keydown", {key: "j", bubbles: true}));
  });
  await expect(page.getByLabel("Number of the query")).toHaveValue("2");
});

for (const scheme of ["light", "dark"] as const) {
  test(`nothing serious for axe in any view, ${scheme}`, async ({page, folder}) => {
    test.setTimeout(240_000);
    await page.emulateMedia({colorScheme: scheme, reducedMotion: "reduce"});
    run(folder, "simulate", "cloth-on-ball", "--size", "200", "--steps", "2", "--output", "drape");
    await open(page);
    const check = async (what: string) => {
      const {violations} = await new AxeBuilder({page}).analyze();
      const serious = violations.filter(({impact}) => impact === "serious" || impact === "critical");
      expect(serious.map(({id, nodes}) => `${what}: ${id}: ${nodes.map((n) => n.html).slice(0, 3)}`))
        .toEqual([]);
    };
    await expect(page.locator(".answers tbody tr").first()).toBeVisible();
    await check("queries");
    await page.keyboard.press("2");
    await check("steps, empty");
    await page.getByRole("button", {name: "Show a sheet on a ball"}).click();
    await expect(page.locator(".truth strong")).toContainText("impacts", {timeout: 60_000});
    await check("steps");
    await page.locator("body").press("4");
    await page.getByRole("button", {name: "A robot arm and a post"}).click();
    await expect(page.locator(".truth")).toBeVisible({timeout: 30_000});
    await check("robot");
    await choose(page, join(folder, "drape/trace.fct"));
    await expect(page.locator(".curves svg").first()).toBeVisible();
    await check("simulations");
    await choose(page, join(root, "web/tests/data/benchmark_report.json"));
    await expect(page.locator("#table-1")).toBeVisible();
    await check("benchmark");
    await page.locator("body").press("?");
    await check("help");
  });
}

test("fits a phone: nothing is wider than the page", async ({page}) => {
  await page.setViewportSize({width: 360, height: 740});
  await open(page);
  for (const key of ["1", "2", "3", "4", "5"]) {
    await page.locator("body").press(key);
    const [inner, outer] = await page.evaluate(() =>
      [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    expect(inner).toBeLessThanOrEqual(outer);
  }
});

test("text in files is never taken as markup", async ({page, folder}) => {
  const evil = "</script><img src=x onerror=alert(1)><b>bold</b>";
  const report = {version: evil, command: ["bench"], runs: [{study: "comparison", method: evil,
    set: evil, status: evil, message: evil, mean_us: 1, queries: 1}],
  machine: {cpu: evil}, methods: [{name: evil, title: evil}], sets: [{name: evil, title: evil}]};
  await open(page, embed(folder, [{name: `${evil}.json`, text: JSON.stringify(report)}]));
  await expect(page.locator("#table-1")).toContainText("<b>bold</b>");
  await expect(page.locator("main img, main b")).toHaveCount(0);
});

test("a long computation can be cancelled", async ({page, folder}) => {
  run(folder, "generate", "sheet", "--cloth", "140");
  await open(page);
  await choose(page, join(folder, "sheet/cloth_0.ply"), join(folder, "sheet/cloth_1.ply"));
  // The files are read first, which can be cancelled too.
  const busy = page.locator(".busy", {hasText: "Looking for all impacts"});
  await busy.getByRole("button", {name: "Cancel"}).click({timeout: 60_000});
  await expect(page.locator(".steps .side")).toContainText("Cancelled");
  await page.keyboard.press("1");
  await expect(page.locator(".truth strong")).toHaveText("They touch.");
});
