/** Room on the pages of the site: figures and code fit, and search shows no live figures. */
import { expect, test, type Page } from "@playwright/test";
import { pages, serve, type Site } from "./site_files";

let site: Site;
test.beforeAll(async () => { site = await serve(); });
test.afterAll(async () => { await site.close(); });

const laptop = { width: 1280, height: 800 };

async function open(page: Page, name: string): Promise<void> {
  await page.goto(`${site.address}/${name}`, { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => "__vue_app__" in (document.querySelector("#app") ?? {}));
}

/** What sticks out of the cards of the figures, each with the number of pixels. */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.querySelectorAll("fc-figure")].flatMap((figure) => {
    const card = figure.shadowRoot?.querySelector("figure");
    if (!card) return [`${figure.getAttribute("name")} has not started`];
    const { left, right } = card.getBoundingClientRect();
    return [...card.querySelectorAll("*")].flatMap((element) => {
      // What is drawn in a clipped stage may go on outside of it.
      if (element instanceof SVGElement && element.closest("svg.clipped") && element.tagName !== "svg") return [];
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) return [];
      const out = Math.max(box.right - right, left - box.left);
      return out > 0.5 ? [`${figure.getAttribute("name")}: ${element.tagName} by ${out.toFixed(1)}`] : [];
    });
  }));
}

test("no figure of the explanation sticks out of its card", async ({ browser }) => {
  test.setTimeout(240_000);
  const page = await browser.newPage({ viewport: laptop, reducedMotion: "reduce" });
  await open(page, "explanation.html");
  const figures = page.locator("fc-figure");
  expect(await figures.count()).toBe(10);
  for (const figure of await figures.all()) {
    await figure.scrollIntoViewIfNeeded();
    await expect(figure).toHaveAttribute("ready", "", { timeout: 60_000 });
  }
  for (const width of [1280, 1000, 768, 700, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => sticksOut(page), { message: `at ${width}` }).toEqual([]);
  }
  // The longest verdicts: every case of the figure with the table.
  await page.setViewportSize(laptop);
  const buttons = page.locator('fc-figure[name="last-bit"] .choice button');
  expect(await buttons.count()).toBeGreaterThan(1);
  for (const button of await buttons.all()) {
    await button.click();
    expect(await sticksOut(page)).toEqual([]);
  }
  // The check finds what does stick out.
  await figures.first().evaluate((figure) => {
    const wide = document.createElement("p");
    wide.style.cssText = "width: 3000px; height: 20px";
    figure.shadowRoot!.querySelector("figure")!.append(wide);
  });
  expect((await sticksOut(page)).length).toBe(1);
  await page.close();
});

test("code of the pages for beginners needs no scrolling on a laptop", async ({ browser }) => {
  const page = await browser.newPage({ viewport: laptop });
  const names = pages().filter((name) => /^(start|migration)\//.test(name));
  expect(names.length).toBeGreaterThanOrEqual(5);
  for (const name of names) {
    await open(page, name);
    const cut = await page.locator(".vp-doc pre, .vp-doc .fc-table").evaluateAll((blocks) =>
      blocks.filter((block) => block.scrollWidth > block.clientWidth).map((block) => block.textContent));
    expect.soft(cut, name).toEqual([]);
    // Blocks that are shown side by side are beside each other.
    for (const pair of await page.locator(".fc-side-by-side").all()) {
      const tops = await pair.locator(":scope > div").evaluateAll((two) =>
        two.map((one) => one.getBoundingClientRect().top));
      expect.soft(tops[0], name).toBe(tops[1]);
    }
  }
  await page.close();
});

test("a hundred columns of code fit from 1280 pixels on", async ({ browser }) => {
  const page = await browser.newPage({ viewport: laptop });
  await open(page, "reference/step.html");
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const code = page.locator(".vp-doc > div > div[class*=language-] pre").first();
    const columns = await code.evaluate((pre) => {
      const text = pre.querySelector("code")!;
      text.textContent = "x".repeat(100);
      return pre.scrollWidth <= pre.clientWidth;
    });
    expect.soft(columns, `at ${width}`).toBe(true);
  }
  await page.close();
});

test("search shows no live figures", async ({ browser }) => {
  const page = await browser.newPage({ viewport: laptop });
  await open(page, "explanation.html");
  await page.locator("fc-figure[ready]").first().waitFor();
  await page.keyboard.press("Control+k");
  const box = page.locator(".VPLocalSearchBox");
  await box.locator("#localsearch-input").fill("stuck at zero bead");
  const found = box.locator('a[href*="explanation.html#stuck-at-zero"]');
  await expect(found.locator(".excerpt")).toContainText("The remedy is to stop a little earlier");
  expect(await box.locator("fc-figure").count()).toBe(0);
  // What stands in for a figure without scripts is not found either.
  await box.locator("#localsearch-input").fill("a live figure is here");
  await expect(box.locator(".results")).not.toContainText("A live figure is here");
  await page.close();
});
