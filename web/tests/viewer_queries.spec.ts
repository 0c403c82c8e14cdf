// Queries: what the page shows is what the tool says, to the last bit.
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {choose, expect, open, pixels, run, scrub, test} from "./viewer_tools";

const rowsOf = (csv: string) => {
  const [head, ...lines] = csv.trim().split("\n").map((line) => line.split(","));
  return lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i]])));
};
const METHODS = ["certified", "exact", "tight-inclusion-fast", "fprf", "msrf", "accd", "rp", "bsc"];

test("the first query is shown at once, drawn and decided", async ({page}) => {
  await open(page);
  await expect(page.locator(".truth strong")).toHaveText("They touch.");
  await expect(page.locator("code.exact").first()).toHaveText("0.5");
  for (const canvas of await page.locator("canvas").all()) {
    const {drawn, colors} = await pixels(canvas);
    expect(drawn).toBeGreaterThan(1500);
    expect(colors).toBeGreaterThan(20);
  }
});

test("verdicts and times are those of the tool, bit for bit", async ({page, folder}) => {
  run(folder, "generate", "queries", "--count", "12", "--seed", "5",
    "--classes", "hourglass,two-roots,near-collision");
  const file = join(folder, "queries/hourglass/edge-edge/queries.csv");
  const answers = Object.fromEntries(METHODS.map((method) => {
    const csv = join(folder, `${method}.csv`);
    run(folder, "solve", file, "--method", method, "--csv", csv);
    return [method, rowsOf(readFileSync(csv, "utf8"))];
  }));
  const times = rowsOf(readFileSync(file.replace(".csv", ".toi"), "utf8"));
  await open(page);
  await choose(page, file, file.replace(".csv", ".toi"));
  // The name of a file from a dialog has no folder, so the kind has to be told.
  await page.getByLabel("read as").selectOption("EdgeEdge");
  let contacts = 0;
  for (let i = 0; i < 12; ++i) {
    await expect(page.locator(".queries")).not.toHaveAttribute("aria-busy", "true");
    await expect(page.getByLabel("Number of the query")).toHaveValue(String(i + 1));
    const truth = times[i].truth === "1";
    await expect(page.locator(".truth")).toHaveAttribute("data-status", truth ? "Contact" : "Free");
    await expect(page.locator(".truth .late")).toHaveCount(0);
    for (const method of METHODS) {
      const native = answers[method][i];
      const row = page.locator(`tr[data-method="${method}"]`);
      await expect(row.locator("td.verdict")).toContainText(native.status.toLowerCase());
      const shown = await row.locator("td.toi").getAttribute("data-toi");
      if (native.status === "Free" || native.toi === "") continue;
      expect(Number(shown), `${method} on query ${i}`).toBe(Number(native.toi));
      contacts += 1;
    }
    await page.keyboard.press("j");
  }
  expect(contacts).toBeGreaterThan(20);
});

test("the time scrubber moves both pictures", async ({page}) => {
  await open(page);
  await expect(page.locator(".truth strong")).toBeVisible();
  const [pair, gap] = await page.locator("canvas").all();
  await scrub(page, "Time", 0.1);
  const before = [await pixels(pair), await pixels(gap)];
  await scrub(page, "Time", 0.8);
  await expect(page.locator("output.time").first()).toHaveText("t = 0.8000");
  const after = [await pixels(pair), await pixels(gap)];
  expect(after[0].sum).not.toBe(before[0].sum);
  expect(after[1].sum).not.toBe(before[1].sum);
});

test("a coordinate is nudged by one double, and the answer follows", async ({page}) => {
  await open(page);
  const field = page.getByLabel("p z at t = 1", {exact: true});
  await expect(field).toHaveValue("-1");
  await field.focus();
  await page.keyboard.press("ArrowUp");
  await expect(field).toHaveValue("-0.9999999999999999");
  await expect(page.locator(".nudge code")).toHaveText("0xbfefffffffffffff");
  await expect(page.locator("code.exact").first()).toContainText("0.50000000000000002775557");
  await page.getByRole("button", {name: "Down by 1 double", exact: true}).click();
  await expect(field).toHaveValue("-1");
  await expect(page.locator("code.exact").first()).toHaveText("0.5");
  await field.fill("0.25");
  await field.press("Enter");
  await expect(page.locator(".truth strong")).toHaveText("They never touch.");
  await page.getByRole("button", {name: "reset"}).click();
  await expect(page.locator(".truth strong")).toHaveText("They touch.");
});

test("a link holds the query exactly", async ({page}) => {
  await open(page);
  await page.getByLabel("p x at t = 0", {exact: true}).fill("0.1");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await scrub(page, "Time", 0.37);
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/3fb999999999999b.*t=0\.37/);
  const link = page.url();
  await page.goto("about:blank");
  await open(page, link);
  await expect(page.getByLabel("p x at t = 0", {exact: true})).toHaveValue("0.10000000000000002");
  await expect(page.locator("output.time").first()).toHaveText("t = 0.3700");
});

test("only queries on which methods disagree are stepped through", async ({page, folder}) => {
  run(folder, "generate", "queries", "--count", "30", "--seed", "7", "--classes", "two-roots");
  await open(page);
  await choose(page, join(folder, "queries/two-roots/vertex-face/queries.csv"));
  await expect(page.locator(".stepper")).toContainText("of 30");
  await page.getByLabel("show").selectOption("disagree");
  await expect(page.getByLabel("show").locator("option:checked")).toContainText(/disagree: \d+/);
  const text = await page.getByLabel("show").locator("option:checked").textContent();
  const found = Number(/(\d+)$/.exec(text ?? "")![1]);
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(31);
  const seen = new Set<string>();
  for (let i = 0; i < found; ++i) {
    await expect(page.locator(".queries")).not.toHaveAttribute("aria-busy", "true");
    seen.add(await page.getByLabel("Number of the query").inputValue());
    const words = await page.locator(".answers tbody tr:not(:has(td.judged.none)) td.verdict")
      .allTextContents();
    expect(new Set(words.map((word) => word.includes("free"))).size).toBe(2);
    await page.keyboard.press("j");
  }
  expect(seen.size).toBe(found);
});

test("a query is pasted as fractions, as decimals and as a proof", async ({page, folder}) => {
  run(folder, "generate", "queries", "--count", "3", "--seed", "2", "--classes", "random");
  const file = join(folder, "queries/random/vertex-face/queries.csv");
  const rows = readFileSync(file, "utf8").split("\n").slice(0, 8);
  await open(page);
  const paste = async (text: string) => {
    await page.getByRole("button", {name: "Paste…"}).click();
    await page.getByLabel("The query", {exact: true}).fill(text);
    await page.getByRole("button", {name: "Show it"}).click();
  };
  await paste(rows.join("\n"));
  const [numerator, denominator] = rows[0].split(",").map(Number);
  await expect(page.getByLabel("p x at t = 0", {exact: true}))
    .toHaveValue(String(numerator / denominator));
  await paste("0 0 1\n0 0 0\n1 0 0\n0 1 0\n0 0 3\n0 0 0\n1 0 0\n0 1 0");
  await expect(page.locator(".truth strong")).toHaveText("They never touch.");
  await paste('{"kind":"point-point","points":[[0,0,0],[1,0,0],[2,0,0],[1,0,0]]}');
  await expect(page.locator("code.exact").first()).toHaveText("0.5");
  await page.getByRole("button", {name: "Paste…"}).click();
  await page.getByLabel("The query", {exact: true}).fill("1,3,0,1,0,1,1");
  await page.getByRole("button", {name: "Show it"}).click();
  await expect(page.locator(".fault")).toContainText("1 rows");
  await page.keyboard.press("Escape");
});

test("separation and a shorter time change the question", async ({page}) => {
  await open(page);
  await page.getByLabel("separation").fill("0.5");
  await page.getByLabel("separation").press("Enter");
  await expect(page.locator("code.exact").first()).toHaveText("0.25");
  await page.getByLabel("up to t").fill("0.2");
  await page.getByLabel("up to t").press("Enter");
  await expect(page.locator(".truth strong")).toHaveText("They never touch.");
});

test("a page that has only the first queries says so", async ({page, folder}) => {
  run(folder, "generate", "queries", "--count", "6", "--seed", "8", "--classes", "random");
  run(folder, "solve", "queries", "--json", "report.json");
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  writeFileSync(join(folder, "report.json"), JSON.stringify({...report, queries_cut: 6}));
  await open(page);
  await choose(page, join(folder, "queries/random/vertex-face/queries.csv"), join(folder, "report.json"));
  await expect(page.locator(".message")).toContainText("Of each file this page has the first 6 queries");
});

test("proofs are verified in the page, and one that was changed fails", async ({page, folder}) => {
  run(folder, "generate", "queries", "--count", "20", "--seed", "3", "--classes", "random");
  run(folder, "solve", "queries", "--certificates", "proofs.jsonl");
  const proofs = join(folder, "proofs.jsonl");
  await open(page);
  await choose(page, proofs);
  await expect(page.locator(".message")).toContainText("all valid. The pairs below are examples.");
  const text = readFileSync(proofs, "utf8");
  writeFileSync(proofs, text.replace('"t0":0.0', '"t0":0.25').replace('"t0":0,', '"t0":0.25,'));
  await choose(page, proofs);
  await expect(page.locator(".message")).toContainText("not proven");
});
