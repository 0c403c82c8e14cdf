// The numbers of every part of the viewer are those of the tool, to the last bit.
import {copyFileSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {ARM_FROM, ARM_SCENE, ARM_TO, BOX, POSES} from "./viewer_data";
import {choose, embed, expect, open, root, run, test} from "./viewer_tools";

const json = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const rowsOf = (csv: string) => {
  const [head, ...lines] = csv.trim().split("\n").map((line) => line.split(","));
  return lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i]])));
};

// "rrp" and others that WebAssembly can run, all of them; irf and uirf need directed rounding.
const METHODS = ["certified", "certified-exact", "exact", "tight-inclusion", "tight-inclusion-fast", "fprf",
  "tccd", "rp", "rrp", "bsc", "msrf", "accd"];

test("queries: verdict and time of every method, the exact time, and the counts of solve --json", async ({page, folder}) => {
  const count = 6;
  let contacts = 0;
  run(folder, "generate", "queries", "--count", String(count), "--seed", "11",
    "--classes", "double-root,largest-doubles");
  for (const part of ["double-root/vertex-face", "double-root/edge-edge", "largest-doubles/vertex-face"]) {
    const file = `queries/${part}/queries.csv`;
    const answers = Object.fromEntries(METHODS.map((method) => {
      const name = method.replace("-exact", "");
      run(folder, "solve", file, "--method", name, ...(name !== method ? ["--exact"] : []),
        "--csv", `${method}.csv`, "--json", `${method}.json`);
      const rows = rowsOf(readFileSync(join(folder, `${method}.csv`), "utf8"));
      expect(rows.length).toBe(count);
      return [method, rows];
    }));
    const times = rowsOf(readFileSync(join(folder, file.replace(".csv", ".toi")), "utf8"));
    await open(page, embed(folder, [file, file.replace(".csv", ".toi")].map((name) =>
      ({name, text: readFileSync(join(folder, name), "utf8")}))));
    const wrong = Object.fromEntries(METHODS.map((method) => [method, {misses: 0, alarms: 0}]));
    for (let i = 0; i < count; ++i) {
      await expect(page.getByLabel("Number of the query")).toHaveValue(String(i + 1));
      await expect(page.locator(".queries")).not.toHaveAttribute("aria-busy", "true");
      await expect(page.locator(".truth")).toHaveAttribute("data-status",
        times[i].truth === "1" ? "Contact" : "Free");
      if (times[i].truth === "1") {
        const [toi, upper] = [await page.locator(".truth code").getAttribute("data-toi"),
          await page.locator(".truth code").getAttribute("data-toi-upper")];
        // The file encloses the exact time by 30 bits, the page by two neighbouring doubles.
        expect(Number(toi)).toBeGreaterThanOrEqual(Number(times[i].toi));
        expect(Number(upper)).toBeLessThanOrEqual(Number(times[i].toi_upper));
        expect(Number(upper) - Number(toi)).toBeLessThan(1e-15);
      }
      const rows = await page.locator("tr[data-method]").evaluateAll((nodes) => Object.fromEntries(
        nodes.map((node) => [(node as HTMLElement).dataset.method, {
          says: node.querySelector(".verdict")!.textContent ?? "",
          toi: node.querySelector<HTMLElement>(".toi")!.dataset.toi,
          judged: node.querySelector(".judged")!.className}])));
      for (const method of METHODS) {
        const native = answers[method][i], {says, toi, judged} = rows[method];
        expect(says, `${method}, query ${i}`).toContain(native.status.toLowerCase());
        if (judged.includes("miss")) wrong[method].misses += 1;
        if (judged.includes("alarm")) wrong[method].alarms += 1;
        if (native.status !== "Free" && native.toi !== "")
          expect(Number(toi), `${method}, query ${i}`).toBe(Number(native.toi));
      }
      await page.keyboard.press("j");
    }
    for (const method of METHODS) {
      const {positives, false_positives, false_negatives} = json(folder, `${method}.json`).totals;
      expect(wrong[method], method).toEqual({misses: false_negatives, alarms: false_positives});
      contacts += positives;
    }
  }
  expect(contacts).toBeGreaterThan(METHODS.length);
});

interface Row { toi: number; kind: string | null; what: string | null }

test("steps: every impact of check --all, with elements, in order", async ({page, folder}) => {
  run(folder, "generate", "sheet", "--cloth", "30");
  run(folder, "check", "sheet/cloth_0.ply", "sheet/cloth_1.ply", "--all", "--output", "impacts.csv",
    "--json", "report.json");
  const rows = rowsOf(readFileSync(join(folder, "impacts.csv"), "utf8"));
  const report = json(folder, "report.json");
  await open(page);
  await choose(page, join(folder, "sheet/cloth_0.ply"), join(folder, "sheet/cloth_1.ply"));
  await expect(page.locator(".truth strong")).toHaveText(`${rows.length.toLocaleString("en")} impacts`);
  expect(Number(await page.locator(".truth code").getAttribute("data-toi"))).toBe(report.steps[0].earliest_toi);
  const list = page.locator(".impacts"), seen = new Map<number, Row>();
  const height = await list.evaluate((node) => node.scrollHeight);
  for (let top = 0; top < height; top += 200) {
    await list.evaluate((node, to) => {
      node.scrollTop = to;
    }, top);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const shown = await list.locator(".row").evaluateAll((nodes) => nodes.map((node) => ({
      index: Number(node.id.replace("impact-", "")), toi: Number((node as HTMLElement).title.slice(4)),
      kind: node.querySelector(".kind")!.textContent, what: node.querySelector(".what")!.textContent})));
    for (const {index, ...row} of shown) seen.set(index, row);
  }
  expect(seen.size).toBe(rows.length);
  rows.forEach((row, i) => expect(seen.get(i), `impact ${i}`).toEqual({
    toi: Number(row.toi), kind: row.kind,
    what: row.kind === "vertex-face" ? `vertex ${row.a0} · face ${row.a1}`
      : `${row.a0}–${row.a1} · ${row.b0}–${row.b1}`}));
});

test("screw: every collision of the report is worked out in the page", async ({page, folder}) => {
  writeFileSync(join(folder, "a.obj"), BOX);
  writeFileSync(join(folder, "b.obj"), BOX.replace(/^v.*$/gm, (line) => line.replaceAll("1", "1.25")));
  writeFileSync(join(folder, "poses.json"), JSON.stringify(POSES));
  run(folder, "screw", "a.obj", "b.obj", "--poses", "poses.json", "--json", "report.json");
  const report = json(folder, "report.json");
  await open(page);
  await choose(page, ...["a.obj", "b.obj", "poses.json"].map((name) => join(folder, name)));
  await expect(page.locator(".collisions tbody tr")).toHaveCount(report.collisions.length);
  const rows = await page.locator(".collisions tbody tr").evaluateAll((nodes) =>
    nodes.map((node) => ({...(node as HTMLElement).dataset})));
  report.collisions.forEach((collision: Record<string, unknown>, i: number) => {
    expect([Number(rows[i].time), Number(rows[i].properness)])
      .toEqual([collision.time, collision.properness]);
    expect(rows[i].features).toBe(JSON.stringify([collision.kind, collision.a, collision.b]));
    expect(rows[i].point!.split(",").map(Number)).toEqual(collision.point);
  });
  expect(report.collisions.length).toBeGreaterThan(2);
});

test("robot: contact, clearance and stages of edges and paths", async ({page, folder}) => {
  copyFileSync(join(root, "bindings/wasm/tests/arm.urdf"), join(folder, "arm.urdf"));
  writeFileSync(join(folder, "scene.json"), JSON.stringify(ARM_SCENE));
  const away = ARM_FROM.map((value, i) => (i === 0 ? -1.5 : value));
  const paths: [string, number[][]][] = [["hit", [away, ARM_FROM, ARM_TO]], ["free", [away, ARM_FROM]],
    ["late", [ARM_FROM, away, ARM_FROM, ARM_TO]]];
  const seen = new Set<string>();
  for (const [name, path] of paths) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(path));
    run(folder, "robot", "arm.urdf", "--path", `${name}.json`, "--scene", "scene.json", "--json", "r.json");
    const report = json(folder, "r.json");
    seen.add(report.status);
    await open(page);
    await choose(page, ...["arm.urdf", "scene.json", `${name}.json`].map((file) => join(folder, file)));
    const box = page.locator(".bodies .truth");
    await expect(box).toHaveAttribute("data-status", report.status);
    const shown = await box.evaluate((node) => ({...(node as HTMLElement).dataset}));
    expect(Number(shown.toi)).toBe(report.toi);
    if (report.status === "Contact") {
      await expect(box).toContainText(`${report.a.body} and ${report.b.body}`);
      expect(shown.point!.split(",").map(Number)).toEqual([...report.a.point, ...report.b.point]);
    } else {
      expect([Number(shown.clearance), Number(shown.clearanceTime)])
        .toEqual([report.clearance, report.clearance_time]);
    }
    const {pairs, after_spatial, after_temporal} = report.counts;
    await expect(page.locator(".stage-row b")).toHaveText([pairs, after_spatial, after_temporal]
      .map((value: number) => value.toLocaleString("en")));
  }
  expect([...seen].sort()).toEqual(["Contact", "Free"]);
});

test("simulations: the values of every frame are those of the report", async ({page, folder}) => {
  run(folder, "simulate", "cloth-on-ball", "--size", "200", "--steps", "4", "--output", "drape",
    "--json", "report.json");
  const report = json(folder, "report.json");
  await open(page);
  await choose(page, join(folder, "drape/trace.fct"));
  await expect(page.locator("dl.values")).toBeVisible();
  for (let frame = 1; frame <= 4; ++frame) {
    await page.keyboard.press(".");
    await expect(page.locator("output.time")).toContainText(`frame ${frame},`);
    const values = await page.locator("dl.values div").evaluateAll((nodes) => Object.fromEntries(
      nodes.map((node) => [(node as HTMLElement).dataset.name, Number((node as HTMLElement).dataset.value)])));
    const step = report.steps[frame - 1];
    const shared = Object.keys(step).filter((key) => key in values && typeof step[key] === "number");
    expect(shared.length).toBeGreaterThan(3);
    for (const key of shared) expect(values[key], `${key}, frame ${frame}`).toBe(step[key]);
  }
});
