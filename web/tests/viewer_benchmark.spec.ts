// The benchmark's report: every table and figure of docs/benchmarks/bench-report.md.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {choose, embed, expect, open, pixels, root, test} from "./viewer_tools";

const sample = join(root, "web/tests/data/benchmark_report.json");

test("every part of the report is there and drawn", async ({page}) => {
  await open(page);
  await choose(page, sample);
  const titles = ["Summary", "Table 1", "Figure 1", "Figure 7", "Figures 8 and 15", "Figure 9",
    "Tables 2 and 3, figure 11", "Accuracy", "Settings", "How to reproduce"];
  await expect(page.locator("#reproduce")).toBeVisible();
  const shown = await page.locator(".report section > h2").allTextContents();
  expect(shown.length).toBe(titles.length);
  titles.forEach((title, i) => expect(shown[i].startsWith(title)).toBe(true));
  const charts = await page.locator(".report svg.chart").all();
  expect(charts.length).toBeGreaterThanOrEqual(13);
  for (const chart of [charts[0], charts[1], charts.at(-1)!]) {
    await chart.scrollIntoViewIfNeeded();
    expect((await pixels(chart)).drawn).toBeGreaterThan(400);
  }
});

test("the numbers of the tables are those of the report", async ({page}) => {
  const report = JSON.parse(readFileSync(sample, "utf8"));
  await open(page);
  await choose(page, sample);
  const table = page.getByRole("table", {name: "Table 1, handcrafted"});
  for (const method of ["certified", "fprf", "rrp"]) {
    const run = report.runs.find((one: Record<string, unknown>) => one.study === "comparison" &&
      one.method === method && one.set === "handcrafted-vertex-face");
    const row = table.locator("tbody tr", {has: page.locator(`th:text-is("${method}")`)});
    await expect(row.locator("td").nth(1)).toHaveText(run.false_positives.toLocaleString("en"));
    await expect(row.locator("td").nth(2)).toContainText(String(run.false_negatives));
  }
});

test("tables sort, legends switch, plots tell their values", async ({page}) => {
  await open(page);
  await choose(page, sample);
  const table = page.getByRole("table", {name: "Table 1, handcrafted"});
  await table.getByRole("button", {name: "mean µs"}).first().click();
  const means = (await table.locator("tbody tr td:nth-child(2)").allTextContents())
    .filter((text) => /^[\d.,]+$/.test(text)).map((text) => Number(text.replace(",", "")));
  expect(means).toEqual([...means].sort((a, b) => a - b));
  const figure = page.locator("#figure-1"), chart = figure.locator("svg.chart");
  const markers = await chart.locator(".marker").count();
  await figure.locator(".entry").first().click();
  await expect(chart.locator(".marker")).toHaveCount(markers - 1);
  await chart.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".fc-tooltip")).toContainText("mean");
  await page.keyboard.press("Escape");
  await expect(page.locator(".fc-tooltip")).toBeHidden();
});

/// Texts of a plot that lie over each other by more than their margins.
const overlaps = (chart: Element): string[] => {
  const boxes = [...chart.querySelectorAll("text")].map((node) =>
    ({text: node.textContent ?? "", area: node.getBoundingClientRect()})).filter(({text}) => text.trim());
  const found: string[] = [];
  boxes.forEach((one, i) => boxes.slice(i + 1).forEach((other) => {
    const wide = Math.min(one.area.right, other.area.right) - Math.max(one.area.left, other.area.left);
    const high = Math.min(one.area.bottom, other.area.bottom) - Math.max(one.area.top, other.area.top);
    if (wide > 2 && high > 4) found.push(`${one.text} / ${other.text}`);
  }));
  return found;
};

for (const width of [1280, 390]) {
  test(`no labels of plots lie over each other or outside, at ${width} pixels`, async ({page}) => {
    await page.setViewportSize({width, height: 900});
    await open(page);
    await choose(page, sample);
    await expect(page.locator("#reproduce")).toBeVisible();
    for (const chart of await page.locator(".report svg.chart").all()) {
      expect(await chart.evaluate(overlaps), (await chart.getAttribute("aria-label")) ?? "").toEqual([]);
      const outside = await chart.evaluate((node) => {
        const area = node.getBoundingClientRect();
        return [...node.querySelectorAll("text")].filter((one) => {
          const {left, right, top, bottom} = one.getBoundingClientRect();
          return left < area.left - 1 || right > area.right + 1 || top < area.top - 1 || bottom > area.bottom + 1;
        }).map((one) => one.textContent);
      });
      expect(outside).toEqual([]);
    }
  });
}

for (const scheme of ["light", "dark"] as const) {
  test(`texts and marks stand out from the paper, ${scheme}`, async ({page}) => {
    await page.emulateMedia({colorScheme: scheme});
    await open(page);
    await choose(page, sample);
    await expect(page.locator("#reproduce")).toBeVisible();
    const weak = await page.evaluate(() => {
      const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true})!;
      const light = (color: string): number => {
        canvas.fillStyle = "#000";
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
          const share = byte / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const paper = light(getComputedStyle(document.body).backgroundColor);
      const contrast = (color: string) => {
        const own = light(color);
        return (Math.max(own, paper) + 0.05) / (Math.min(own, paper) + 0.05);
      };
      const found: string[] = [];
      for (const node of document.querySelectorAll(".chart text"))
        if (contrast(getComputedStyle(node).fill) < 4.5) found.push(node.textContent ?? "");
      const style = getComputedStyle(document.documentElement);
      for (let i = 0; i < 7; ++i) {
        const color = style.getPropertyValue(`--fc-series-${i}`).trim();
        if (contrast(color) < 3) found.push(`series ${i}: ${contrast(color).toFixed(2)}`);
      }
      return found;
    });
    expect(weak).toEqual([]);
  });
}

test("every column of a table sorts in both directions, what is missing last", async ({page}) => {
  await open(page);
  await choose(page, sample);
  const table = page.getByRole("table", {name: "Table 1, handcrafted"});
  const heads = table.locator("thead tr").last().locator("th");
  for (let i = 0; i < await heads.count(); ++i) {
    const column = async () => table.locator(`tbody tr > :nth-child(${i + 1})`).allTextContents();
    await heads.nth(i).getByRole("button").click();
    await expect(heads.nth(i)).toHaveAttribute("aria-sort", "ascending");
    const up = await column();
    await heads.nth(i).getByRole("button").press("Enter");
    await expect(heads.nth(i)).toHaveAttribute("aria-sort", "descending");
    const down = await column();
    const numbers = (texts: string[]) => texts.map((text) => Number(text.replace(/[,!* ]/g, "")))
      .filter((value) => !Number.isNaN(value));
    if (i > 0 && numbers(up).length === up.filter((text) => /\d/.test(text)).length) {
      expect(numbers(up)).toEqual([...numbers(up)].sort((a, b) => a - b));
      expect(numbers(down)).toEqual([...numbers(down)].sort((a, b) => b - a));
    }
    expect(up.filter((text) => /\d/.test(text)).sort()).toEqual(down.filter((text) => /\d/.test(text)).sort());
  }
});

test("the pointer shows a value beside its point, inside the window", async ({page}) => {
  await page.setViewportSize({width: 900, height: 700});
  await open(page);
  await choose(page, sample);
  await expect(page.locator("#reproduce")).toBeVisible();
  await page.locator("#figure-1").evaluate((node) => node.scrollIntoView());
  const chart = page.locator("#figure-1 svg.chart");
  const markers = chart.locator(".marker");
  const tip = page.locator(".fc-tooltip");
  for (const index of [0, await markers.count() - 1]) {
    const box = (await markers.nth(index).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect(tip).toBeVisible();
    await expect(tip).toContainText("mean");
    const area = (await tip.boundingBox())!;
    expect(area.x).toBeGreaterThanOrEqual(0);
    expect(area.x + area.width).toBeLessThanOrEqual(900);
  }
  await page.mouse.move(2, 2);
  await expect(tip).toBeHidden();
});

test("a link leads to a part of the report", async ({page, folder}) => {
  const address = embed(folder, [{name: "report.json", text: readFileSync(sample, "utf8")}]);
  await open(page, `${address}#view=benchmark&part=accuracy`);
  await expect(page.locator("#accuracy")).toBeInViewport();
});
