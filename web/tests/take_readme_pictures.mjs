// Takes the small pictures of the README: the explanation, the viewer, the benchmark's page.
//   node web/tests/take_readme_pictures.mjs [NAME…]     (after ./site and ./run; writes docs/images)
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { palettePng } from "./palette_png.mjs";
import { serve } from "./static_server.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tool = join(root, "build/release/firstcontact");
// PAGES=FOLDER keeps the pages there, and takes those that are there already.
const kept = process.env.PAGES;
const folder = kept ? resolve(kept) : mkdtempSync(join(tmpdir(), "readme-pictures-"));
const run = (...words) => execFileSync(tool, words, { cwd: folder, stdio: "ignore" });
const file = (name) => pathToFileURL(join(folder, name)).href;
// Taken small from large pages, with few colours, so that they stay below 60 kB.
const size = { width: 1200, height: 800 };
const scale = 0.75;

/** The same picture with few colours; `page` is any page, whose browser decodes the picture. */
async function withFewColours(page, png) {
  const [width, height, data] = await page.evaluate(async (text) => {
    const image = new Image();
    image.src = `data:image/png;base64,${text}`;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const parts = [];
    for (let i = 0; i < data.length; i += 8192) parts.push(String.fromCharCode(...data.subarray(i, i + 8192)));
    return [image.width, image.height, btoa(parts.join(""))];
  }, png.toString("base64"));
  return palettePng(Buffer.from(data, "base64"), width, height, 255, 32);
}

/** A ball of radius 1, and above its centre a sheet, as an OBJ file. */
function sheetAndBall(height) {
  const lines = [];
  const n = 48, rows = 24, columns = 48;
  for (let i = 0; i <= n; ++i) {
    for (let k = 0; k <= n; ++k) {
      const x = (3 * i) / n - 1.5, y = (3 * k) / n - 1.5;
      lines.push(`v ${x} ${y} ${height + 0.06 * Math.sin(4 * x) * Math.cos(3 * y)}`);
    }
  }
  for (let i = 0; i < n; ++i) {
    for (let k = 0; k < n; ++k) {
      const a = i * (n + 1) + k + 1, b = a + n + 1;
      lines.push(`f ${a} ${b} ${b + 1}`, `f ${a} ${b + 1} ${a + 1}`);
    }
  }
  const first = (n + 1) ** 2 + 1;
  for (let i = 1; i < rows; ++i) {
    for (let k = 0; k < columns; ++k) {
      const [u, v] = [(Math.PI * i) / rows, (2 * Math.PI * k) / columns];
      lines.push(`v ${Math.sin(u) * Math.cos(v)} ${Math.sin(u) * Math.sin(v)} ${Math.cos(u)}`);
    }
  }
  lines.push("v 0 0 1", "v 0 0 -1");
  const at = (i, k) => first + (i - 1) * columns + (k % columns);
  const top = first + (rows - 1) * columns, bottom = top + 1;
  for (let k = 0; k < columns; ++k) {
    lines.push(`f ${top} ${at(1, k)} ${at(1, k + 1)}`, `f ${bottom} ${at(rows - 1, k + 1)} ${at(rows - 1, k)}`);
    for (let i = 1; i + 1 < rows; ++i) {
      lines.push(`f ${at(i, k)} ${at(i + 1, k)} ${at(i + 1, k + 1)}`, `f ${at(i, k)} ${at(i + 1, k + 1)} ${at(i, k + 1)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Each picture: what makes its page, the address, and what is done before it is taken. */
const pictures = {
  "see-explanation": {
    address: (site) => `${site}/explanation.html`,
    async prepare(page) {
      const figure = page.locator('fc-figure[name="screen"]');
      await figure.scrollIntoViewIfNeeded();
      await page.locator('fc-figure[name="screen"][ready]').waitFor({ timeout: 120_000 });
      await figure.evaluate((one) => window.scrollBy(0, one.getBoundingClientRect().top - 150));
    },
  },
  "see-queries": {
    make() {
      run("generate", "queries", "--classes", "hourglass", "--count", "20", "--seed", "7");
      run("view", "queries", "--html", "see-queries.html");
    },
    address: () => file("see-queries.html"),
  },
  "see-steps": {
    make() {
      writeFileSync(join(folder, "before.obj"), sheetAndBall(1.1));
      writeFileSync(join(folder, "after.obj"), sheetAndBall(0.45));
      try {
        run("check", "before.obj", "after.obj", "--all", "--html", "see-steps.html");
      } catch (ended) {
        if (ended.status !== 1) throw ended;  // 1 says that there is a contact
      }
    },
    address: () => file("see-steps.html"),
    prepare: (page) => page.getByRole("button", { name: "times as colours" }).click(),
  },
  "see-benchmark": {
    make: () => run("bench", "quick", "--quick", "--html", "see-benchmark.html"),
    address: () => file("see-benchmark.html"),
    prepare: (page) => page.locator("nav.contents").getByText("Figure 1: overview").click(),
  },
};

const { server, address } = await serve(join(root, "build/site"), 0, "");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--use-angle=swiftshader-webgl"] });
try {
  for (const [name, picture] of Object.entries(pictures)) {
    if (process.argv.length > 2 && !process.argv.includes(name)) continue;
    if (!existsSync(join(folder, `${name}.html`))) picture.make?.();
    const page = await browser.newPage({ viewport: size, deviceScaleFactor: scale,
      colorScheme: "light", reducedMotion: "reduce" });
    await page.goto(picture.address(address), { timeout: 120_000 });
    await page.waitForTimeout(4000);
    await picture.prepare?.(page);
    await page.waitForTimeout(1500);
    const out = resolve(root, `docs/images/${name}.png`);
    const png = await page.screenshot({ timeout: 120_000 });
    const blank = await browser.newPage();
    writeFileSync(out, await withFewColours(blank, png));
    console.log(`${name}: ${statSync(out).size} bytes`);
    await blank.close();
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
  if (!kept) rmSync(folder, { recursive: true });
}
