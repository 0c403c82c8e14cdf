// Takes pictures of pages of the built site, desktop and phone, light and dark, to look at:
//   node web/tests/take_site_pictures.mjs OUT [PAGE…]      (after ./site; PAGE such as guide/mesh-step)
// With --full the whole length of each page; SIZES=phone,desktop and THEMES=light,dark choose.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { serve } from "./static_server.mjs";

const words = process.argv.slice(2);
const full = words.includes("--full");
const [out, ...wanted] = words.filter((word) => word !== "--full");
if (!out) throw new Error("usage: node web/tests/take_site_pictures.mjs OUT [--full] [PAGE…]");
const pages = wanted.length ? wanted : ["index", "explanation", "guide/mesh-step", "benchmarks/methods-compared",
  "benchmarks/simulations", "reference/step", "migration/fcl", "search"];
const chosen = (name, all) => (process.env[name] ? process.env[name].split(",") : all);
const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

mkdirSync(out, { recursive: true });
const { server, address } = await serve(fileURLToPath(new URL("../../build/site", import.meta.url)), 0, "");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--use-angle=swiftshader-webgl"] });
for (const size of chosen("SIZES", ["desktop", "phone"])) {
  for (const theme of chosen("THEMES", ["light", "dark"])) {
    const page = await browser.newPage({ viewport: widths[size], colorScheme: theme, reducedMotion: "reduce" });
    page.on("console", (message) => { if (message.type() === "error") console.log(message.text()); });
    page.on("pageerror", (error) => console.log(String(error)));
    for (const name of pages) {
      const search = name === "search";
      await page.goto(`${address}/${search ? "index" : name}.html`, { timeout: 120_000 });
      if (await page.locator("fc-figure").count()) {
        await page.locator("fc-figure[ready]").first().waitFor({ timeout: 120_000 })
          .catch((error) => console.log(name, String(error).split("\n")[0]));
      }
      if (search) {
        await page.keyboard.press("Control+k");
        await page.locator("#localsearch-input").fill("separation");
        await page.locator(".VPLocalSearchBox .result").first().waitFor({ timeout: 60_000 });
      }
      await page.waitForTimeout(500);
      const file = `${name.replaceAll("/", "-")}-${size}-${theme}.png`;
      await page.screenshot({ path: join(out, file), fullPage: full && !search, timeout: 120_000 });
    }
    await page.close();
  }
}
await browser.close();
server.close();
