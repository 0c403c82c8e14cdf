// Every figure: it loads, it draws with ink of the right colours in the right places, it makes no
// noise on the console, asks no other server, and is accessible, in every size and theme.
import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Locator, type Page } from "@playwright/test";
import { drawn, figureNames, openFigure, startPages, stopPages, tokens } from "./figure_page";
// @ts-expect-error: plain JavaScript, so that the script of screenshots uses it too
import { useFigure as uses } from "./use_figures.mjs";
import { countColour, countHue, decodePng, differ, type Picture } from "./pixels";

let address = "";
test.beforeAll(async () => { address = await startPages(); });
test.afterAll(stopPages);
test.describe.configure({ timeout: 120_000 });

const useFigure = uses as Record<string, (page: Page, figure: Locator) => Promise<void>>;

/** Where ink must be: an element of the drawing, a colour of the page, and how many pixels. */
type Ink = readonly [selector: string, colour: string, pixels: number, how?: "hue"];
const ink: Record<string, readonly Ink[]> = {
  bullet: [["[data-part=wall]", "b", 300], ["[data-part=contact]", "contact", 100],
           ["[data-part=bullet]", "a", 60]],
  square: [["[data-part=segment]", "b", 150], ["[data-part=zero]", "contact", 40],
           ["[data-layer=plot]", "time", 60]],
  directions: [["[data-part=direction]", "free", 60], ["[data-part=gap-set]", "time", 60],
               ["[data-layer=heights]", "free", 200]],
  "last-bit": [["[data-map=truth]", "contact", 500, "hue"], ["[data-map=fprf]", "ink", 100],
               ["[data-part=point] >> nth=1", "a", 60]],
  separation: [["[data-part=floor]", "b", 500], ["[data-layer=bars]", "contact", 20],
               ["[data-part=bar] >> nth=0", "free", 200]],
  turning: [["[data-part=door]", "a", 500], ["[data-part=contact]", "contact", 80],
            ["[data-part=post]", "b", 100]],
  screen: [["canvas", "a", 2000, "hue"], ["canvas", "b", 2000, "hue"],
           ["[data-layer=screen]", "contact", 40]],
  chain: [["[data-part=link] >> nth=0", "a", 150], ["[data-part=obstacle]", "b", 100],
          ["[data-part=box] >> nth=7", "free", 100]],
  cloth: [["canvas", "a", 4000, "hue"], ["canvas", "b", 1000, "hue"]],
  proof: [["[data-part=segment]", "b", 50], ["[data-layer=bands]", "free", 300, "hue"],
          ["[data-part=plane]", "free", 40]],
};

async function picture(page: Page, element: Locator): Promise<Picture> {
  await element.scrollIntoViewIfNeeded();
  const box = (await element.boundingBox())!;
  const clip = { x: Math.floor(box.x) - 2, y: Math.floor(box.y) - 2,
                 width: Math.ceil(box.width) + 4, height: Math.ceil(box.height) + 4 };
  return decodePng(await page.screenshot({ clip }));
}

test("the explanation has at least ten figures, and each has a test", () => {
  const names = figureNames();
  expect(names.length).toBeGreaterThanOrEqual(10);
  expect(Object.keys(ink).sort()).toEqual([...names].sort());
});

for (const name of figureNames()) {
  for (const theme of ["light", "dark"] as const) {
    test(`${name}: draws in its colours, quietly, ${theme}`, async ({ page }) => {
      await page.setViewportSize({ width: 800, height: 1000 });
      const { figure, troubles } = await openFigure(page, address, name, theme);
      for (const [selector, colour, pixels, how] of ink[name]!) {
        const wanted = tokens[theme][colour]!, count = how === "hue" ? countHue : countColour;
        await expect.poll(async () =>
          count(await picture(page, figure.locator(selector).first()), wanted),
          { message: `${selector} in ${colour}` }).toBeGreaterThan(pixels);
      }
      expect(troubles).toEqual([]);
    });
  }

  for (const [size, width] of [["desktop", 1200], ["phone", 390]] as const) {
    test(`${name}: accessible and inside the page, ${size}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const { figure } = await openFigure(page, address, name);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, "nothing hangs over the right edge").toBeLessThanOrEqual(0);
      expect(await badLabels(figure), "labels are whole and apart").toEqual([]);
      await expectAccessible(page);
      await page.evaluate(() => document.documentElement.classList.add("dark"));
      await expectAccessible(page);
      await useFigure[name]!(page, figure);
      await drawn(page);
      expect(await badLabels(figure), "labels after use are whole and apart").toEqual([]);
    });
  }
}

/** No serious fault by axe-core, whose test of contrast also depends on the theme. */
async function expectAccessible(page: Page): Promise<void> {
  const found = await new AxeBuilder({ page }).analyze();
  const serious = found.violations.filter((v) =>
    v.impact === "serious" || v.impact === "critical");
  expect(serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" | ")}`)).toEqual([]);
}

/** Texts of drawings that reach beyond the figure, or over another text. */
async function badLabels(figure: Locator): Promise<string[]> {
  return figure.evaluate((element) => {
    const frame = element.shadowRoot!.querySelector("figure")!.getBoundingClientRect();
    const texts = [...element.shadowRoot!.querySelectorAll("svg.stage text")]
      .map((text) => ({ name: text.textContent ?? "", box: text.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
    const clipped = texts.filter(({ box }) =>
      box.left < frame.left + 4 || box.right > frame.right - 4)
      .map(({ name }) => `${name} is too near to the edge`);
    const over = texts.flatMap((a, i) => texts.slice(i + 1).filter((b) =>
      Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 2 &&
      Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 4)
      .map((b) => `${a.name} is over ${b.name}`));
    return [...clipped, ...over];
  });
}

test("a figure redraws when the page changes to dark", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 });
  for (const name of ["cloth", "bullet"]) {
    const { figure } = await openFigure(page, address, name, "light");
    const part = name === "cloth" ? "canvas" : "[data-part=wall]";
    const count = name === "cloth" ? countHue : countColour;
    const inColours = (theme: "light" | "dark"): Promise<void> => expect.poll(async () =>
      count(await picture(page, figure.locator(part)), tokens[theme]["b"]!)).toBeGreaterThan(300);
    await inColours("light");
    const before = await picture(page, figure.locator(part));
    await page.evaluate(() => document.documentElement.classList.add("dark"));
    await inColours("dark");
    expect(differ(before, await picture(page, figure.locator(part)))).toBe(true);
  }
});

test("a figure that does not exist says so", async ({ page }) => {
  await page.goto(`${address}/bullet.html`);
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement("fc-figure"), { id: "odd" }));
    document.getElementById("odd")!.setAttribute("name", "nothing");
  });
  await expect(page.locator("#odd")).toContainText("no figure named");
});
