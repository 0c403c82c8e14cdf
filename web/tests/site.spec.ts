/** The documentation site in a real browser: every page, search, dark mode, phone, accessibility. */
import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import fs from "node:fs";
import path from "node:path";
import { faintText } from "./contrast";
import { pages, root, serve, type Site } from "./site_files";

let site: Site;
test.beforeAll(async () => { site = await serve(); });
test.afterAll(async () => { await site.close(); });

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
// One of each sort; the explanation is there once its page is.
const sample = ["index.html", "contents.html", "explanation.html", "start/cpp.html", "start/python.html",
  "start/command-line.html", "guide/mesh-step.html", "migration/fcl.html", "benchmarks/scaling.html",
  "math/certified-advance.html",
  "reference/index.html", "reference/step.html", "reference/answer.html",
  "reference/python/index.html", "reference/python/pairs.html", "project/readme.html",
  "source/include/firstcontact/step.h.html"].filter((name) => fs.existsSync(path.join(root, name)));

/** What goes wrong in a page: errors, requests that fail or leave the server. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on("console", (message) => { if (message.type() === "error") faults.push(`console: ${message.text()}`); });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(site.address)) {
      faults.push(`leaves the server: ${request.url()}`);
    }
  });
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  return faults;
}

/** Opens a page and waits until its scripts run. */
async function open(page: Page, name: string): Promise<void> {
  await page.goto(`${site.address}/${name}`, { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => "__vue_app__" in (document.querySelector("#app") ?? {}));
}

/** What axe-core finds serious or critical. Its check of contrast takes most of the time. */
async function seriousFaults(page: Page, contrast: "with contrast" | "only contrast" | "no contrast",
                             except: string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (contrast === "only contrast") axe.withRules(["color-contrast"]);
  if (contrast === "no contrast") axe.disableRules(["color-contrast"]);
  for (const part of except) axe.exclude(part);
  const { violations } = await axe.analyze();
  return violations.filter((one) => one.impact === "serious" || one.impact === "critical")
    .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(" | ")}`);
}

/** Waits until the figures that the reader sees have started. */
async function figuresStart(page: Page): Promise<void> {
  if (await page.locator("fc-figure").count() === 0) return;
  await page.locator("fc-figure[ready]").first().waitFor();
}

/** Makes the window this wide, and says by how much the page is wider once it has come to rest. */
async function excessWidth(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 800 });
  const excess = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  await page.waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    undefined, { timeout: 10_000, polling: 50 }).catch(() => undefined);
  return page.evaluate(excess);
}

test("an address with a heading shows that heading, whatever height the figures above it get", async ({ page }) => {
  await open(page, "explanation.html#do-not-believe-us");
  const place = () => page.locator("#do-not-believe-us").evaluate((heading) => heading.getBoundingClientRect().top);
  await page.locator('fc-figure[name="proof"][ready]').waitFor({ timeout: 60_000 });
  await expect.poll(place).toBeGreaterThan(0);
  await expect.poll(place).toBeLessThan(300);
});

test("every page: no error, nothing from elsewhere, fits a phone, accessible in light and dark", async ({ browser }) => {
  test.setTimeout(900_000);
  const context = await browser.newContext({ viewport: desktop, colorScheme: "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults = watch(page);
  // Pages of sources are all made alike: a few stand for them.
  const names = pages().filter((name) => name !== "404.html")
    .filter((name) => !name.startsWith("source/") || sample.includes(name));
  expect(names.length).toBeGreaterThan(100);
  for (const name of names) {
    const sampled = sample.includes(name);
    await open(page, name);
    await figuresStart(page);
    expect.soft(await page.locator("h1").count(), name).toBe(1);
    expect.soft(await page.title(), name).toContain("FirstContact");
    // The menus are the same on all pages: those of the sample are enough.
    const found = sampled ? seriousFaults(page, "with contrast") : seriousFaults(page, "no contrast", [".VPSidebar", ".VPNav"]);
    expect.soft(await found, name).toEqual([]);
    expect.soft(await faintText(page), `${name} in light`).toEqual([]);
    // In the dark only the colours differ, on a phone the width and the menus.
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveClass(/dark/);
    expect.soft(await faintText(page), `${name} in dark`).toEqual([]);
    if (sampled) expect.soft(await seriousFaults(page, "only contrast"), `${name} in dark`).toEqual([]);
    for (const width of sampled ? [320, 768, 800, 1920, phone.width] : [phone.width]) {
      expect.soft(await excessWidth(page, width), `${name} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
    }
    if (sampled) expect.soft(await seriousFaults(page, "no contrast"), `${name} on a phone`).toEqual([]);
    await page.setViewportSize(desktop);
    await page.emulateMedia({ colorScheme: "light" });
    expect.soft(faults, name).toEqual([]);
    faults.length = 0;
  }
  await context.close();
});

test("the check of contrast finds faint text", async ({ page }) => {
  await page.setContent("<p style='color: #888'>grey</p><p style='color: #767676'>enough</p><div style='opacity: 0.5'>half</div>");
  expect((await faintText(page)).map((fault) => fault.match(/"(.*)"/)?.[1])).toEqual(["grey", "half"]);
});

test("a page that is not there says so", async ({ page }) => {
  await page.goto(`${site.address}/404.html`);
  await expect(page.locator("body")).toContainText("404");
});

test("search finds a guide and a function, and leads there", async ({ page }) => {
  await open(page, "index.html");
  await page.keyboard.press("Control+k");
  const box = page.locator("#localsearch-input");
  await box.fill("line search");
  const results = page.locator(".VPLocalSearchBox .results");
  await expect(results.locator('a[href*="/guide/line-search.html"]').first()).toBeVisible();
  expect.soft(await seriousFaults(page, "with contrast")).toEqual([]);
  expect.soft(await faintText(page)).toEqual([]);
  await box.fill("collision_free_step_size");
  const found = results.locator('a[href*="/reference/step.html"]').first();
  await expect(found).toBeVisible();
  await found.click();
  await expect(page).toHaveURL(/reference\/step\.html/);
  await expect(page.locator("h1")).toContainText("step.h");
  await page.keyboard.press("Control+k");
  await box.fill("qqqqzzzz");
  await expect(page.locator(".VPLocalSearchBox .no-results")).toBeVisible();
});

test("the menus lead to a reader's page in two clicks, by mouse and by keyboard", async ({ browser }) => {
  const context = await browser.newContext({ viewport: desktop });
  const page = await context.newPage();
  await open(page, "index.html");
  const menu = page.locator(".VPNavBarMenu");
  await menu.getByRole("button", { name: "Guides" }).click();
  await menu.getByRole("link", { name: "For motion planners" }).click();
  await expect(page.locator("h1")).toContainText("For motion planners");
  await page.mouse.move(640, 700);
  await menu.getByRole("button", { name: "Benchmarks" }).focus();
  await page.keyboard.press("Enter");
  await expect(menu.getByRole("link", { name: "How the methods compare" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/benchmarks\/methods-compared/);
  await context.close();
});

test("dark mode changes the colours and is remembered", async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: "light", viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await open(page, "guide/mesh-step.html");
  const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe("rgb(255, 255, 255)");
  await page.locator(".VPNavBarAppearance .VPSwitchAppearance").click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  expect(await background()).toBe("rgb(20, 23, 27)");
  await page.reload();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await context.close();
});

test("the policy refuses scripts that the page does not know", async ({ page }) => {
  await open(page, "index.html");
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.intruder = true";
    document.head.append(script);
    return "intruder" in globalThis;
  });
  expect(ran).toBe(false);
});

test("the menu of the phone leads to a page", async ({ browser }) => {
  const context = await browser.newContext({ viewport: phone });
  const page = await context.newPage();
  await open(page, "guide/mesh-step.html");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator(".VPSidebar").getByRole("link", { name: "From FCL" }).click();
  await expect(page.locator("h1")).toContainText("From FCL");
  await context.close();
});

test("the landing page quotes numbers that its pages have", async ({ page }) => {
  await open(page, "index.html");
  const numbers = page.locator("a.fc-number");
  expect(await numbers.count()).toBe(4);
  for (const number of await numbers.all()) {
    const target = await number.getAttribute("href");
    const text = fs.readFileSync(path.join(root, target ?? ""), "utf8").replace(/<[^>]*>/g, " ");
    const value = (await number.locator("strong").innerText()).replace(/ µs$/, "");
    if (/^[\d.,]+$/.test(value)) expect.soft(text, value).toContain(value);
  }
  await expect(numbers.first().locator("strong")).toHaveText("0");
});

test("live figures start where they are built", async ({ page }) => {
  test.skip(!fs.existsSync(path.join(root, "figures/figures.js")), "the figures are not built");
  const faults = watch(page);
  await open(page, "index.html");
  await page.waitForFunction(() => customElements.get("fc-figure") !== undefined);
  // Leaving the page earlier would break off what it loads.
  await page.locator('fc-figure[name="bullet"][ready]').waitFor();
  // A figure that is reached without a new page load starts as well.
  await open(page, "contents.html");
  await page.locator('.VPNavBar a[href$="/explanation.html"]').click();
  await page.locator('fc-figure[name="bullet"][ready]').waitFor();
  expect(faults).toEqual([]);
});
