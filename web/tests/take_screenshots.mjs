// Takes pictures of every figure in the page, at first and after a reader has used it; desktop and
// phone, light and dark; to look at:
//   node web/tests/take_screenshots.mjs FIGURES OUT [NAME…]
// FIGURES is what web/build_figures.mjs wrote. ONLY=phone-dark,desktop-light takes only these.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { serve } from "./static_server.mjs";
import { useFigure } from "./use_figures.mjs";

const [folder, out, ...wanted] = process.argv.slice(2);
const only = process.env.ONLY?.split(",");
const names = wanted.length ? wanted
  : JSON.parse(readFileSync(join(folder, "figures.json"), "utf8"));
mkdirSync(out, { recursive: true });
const { server, address } = await serve(folder);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--use-angle=swiftshader-webgl"] });
for (const [size, width] of [["desktop", 1280], ["phone", 390]]) {
  for (const theme of ["light", "dark"]) {
    if (only && !only.includes(`${size}-${theme}`)) continue;
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    page.setDefaultTimeout(120_000);
    page.on("console", (m) => m.type() === "error" && console.log(m.text()));
    page.on("pageerror", (e) => console.log(String(e)));
    await page.goto(`${address}/explanation.html?theme=${theme}`);
    await page.locator("fc-figure[ready]").first().waitFor();
    if (!wanted.length) await page.screenshot({ path: join(out, `page-${size}-${theme}.png`) });
    for (const name of names) {
      const figure = page.locator(`fc-figure[name="${name}"]`);
      await figure.scrollIntoViewIfNeeded();
      await page.locator(`fc-figure[name="${name}"][ready]`).waitFor();
      for (const state of ["first", "used"]) {
        if (state === "used") await useFigure[name](page, figure);
        await figure.evaluate((f) => f.shadowRoot.activeElement?.blur());
        await page.waitForTimeout(400);  // sentences appear a moment after the drawing
        await figure.screenshot({ path: join(out, `${name}-${size}-${theme}-${state}.png`) });
      }
    }
    await page.close();
  }
}
await browser.close();
server.close();
