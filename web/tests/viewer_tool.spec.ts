// Pages of the real tool in a real browser: those that `firstcontact view` serves, under its own
// policy, and those that --html writes, from disk.
import {spawn, type ChildProcess} from "node:child_process";
import {copyFileSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {ARM_FROM, ARM_SCENE, ARM_TO, BOX, POSES} from "./viewer_data";
import {expect, open, pixels, pixelsOf, root, run, scrub, singleFile, test, tool, viewerDir} from "./viewer_tools";

/// `firstcontact view` with these arguments, until `use` has ended.
async function viewing(
  folder: string, args: string[], use: (address: string) => Promise<void>): Promise<void> {
  const server: ChildProcess = spawn(tool, ["view", ...args, "--no-browser"],
    {cwd: folder, stdio: ["ignore", "pipe", "pipe"],
      env: {...process.env, FIRSTCONTACT_VIEWER: join(viewerDir, "viewer.html")}});
  const ended = new Promise<number | null>((done) => server.once("exit", done));
  try {
    let said = "";
    server.stdout!.on("data", (text) => (said += text));
    server.stderr!.on("data", (text) => (said += text));
    await expect.poll(() => said).toMatch(/http:\/\/127\.0\.0\.1:\d+\//);
    await use(/http:\/\/127\.0\.0\.1:\d+\//.exec(said)![0]);
  } finally {
    server.kill("SIGINT");
    expect(await ended).toBe(0);
  }
}

test("view serves query files, and the page decides them", async ({page, folder}) => {
  run(folder, "generate", "queries", "--count", "5", "--seed", "4", "--classes", "hourglass");
  await viewing(folder, ["queries"], async (address) => {
    const [answer] = await Promise.all([page.waitForResponse(address), open(page, address)]);
    const policy = answer.headers()["content-security-policy"];
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'/);
    // The folder of the file tells the kind, so the page need not ask.
    await expect(page.locator(".stepper")).toContainText("of 5");
    await expect(page.locator(".controls .kind")).toHaveText(/edge-edge|vertex-face/);
    await expect(page.locator(".truth")).toHaveAttribute("data-status", /Contact|Free/);
    expect((await pixels(page.locator("canvas").first())).drawn).toBeGreaterThan(500);
    await expect(page.locator(".message.error")).toHaveCount(0);
  });
});

test("view serves meshes, a trace and reports together", async ({page, folder}) => {
  run(folder, "generate", "sheet", "--cloth", "14");
  run(folder, "simulate", "cloth-on-ball", "--size", "200", "--steps", "3", "--output", "drape");
  const files = ["sheet/cloth_0.ply", "sheet/cloth_1.ply", "drape",
    join(root, "web/tests/data/benchmark_report.json")];
  await viewing(folder, files, async (address) => {
    await open(page, address);
    await expect(page.locator("#table-1")).toBeVisible();
    await page.keyboard.press("2");
    await expect(page.locator(".steps .truth strong")).toContainText(/impacts|free/);
    await page.locator("body").press("3");
    await expect(page.locator(".controls")).toContainText("4 frames");
    expect((await pixels(page.locator("canvas"))).drawn).toBeGreaterThan(5_000);
    await expect(page.locator(".message.error")).toHaveCount(0);
  });
});

test("view serves a robot with its scene and its path", async ({page, folder}) => {
  copyFileSync(join(root, "bindings/wasm/tests/arm.urdf"), join(folder, "arm.urdf"));
  writeFileSync(join(folder, "scene.json"), JSON.stringify(ARM_SCENE));
  writeFileSync(join(folder, "plan.csv"), `turn,lift,elbow,roll,bend,spin\n${ARM_FROM}\n${ARM_TO}\n`);
  run(folder, "robot", "arm.urdf", "--path", "plan.csv", "--scene", "scene.json", "--json", "r.json");
  const report = JSON.parse(readFileSync(join(folder, "r.json"), "utf8"));
  await viewing(folder, ["arm.urdf", "scene.json", "plan.csv"], async (address) => {
    await open(page, address);
    await expect(page.locator(".bodies .truth")).toHaveAttribute("data-status", report.status);
    expect(Number(await page.locator(".truth code").getAttribute("data-toi"))).toBe(report.toi);
    await expect(page.locator(".message.error")).toHaveCount(0);
  });
});

test("view without files serves a page with examples", async ({page, folder}) => {
  await viewing(folder, [], async (address) => {
    await open(page, address);
    await expect(page.locator(".truth strong")).toHaveText("They touch.");
  });
});

const written = (folder: string, ...args: string[]): string => {
  run(folder, ...args, "--html", "page.html");
  return `file://${join(folder, "page.html")}`;
};

test("the page of check shows the step and agrees with its report", async ({page, folder}) => {
  run(folder, "generate", "sheet", "--cloth", "14");
  await open(page, written(folder, "check", "sheet/cloth_0.ply", "sheet/cloth_1.ply", "--all"));
  await expect(page.locator(".steps .truth strong")).toContainText("impacts");
  await expect(page.locator("[data-compare]")).toContainText("to the last bit");
  expect((await pixels(page.locator("canvas"))).drawn).toBeGreaterThan(5_000);
});

test("the page of screw shows both bodies, all collisions and the screen", async ({page, folder}) => {
  writeFileSync(join(folder, "a.obj"), BOX);
  writeFileSync(join(folder, "b.obj"), BOX);
  writeFileSync(join(folder, "poses.json"), JSON.stringify(POSES));
  await open(page, written(folder, "screw", "a.obj", "b.obj", "--poses", "poses.json", "--json", "r.json"));
  const report = JSON.parse(readFileSync(join(folder, "r.json"), "utf8"));
  expect(report.collisions.length).toBeGreaterThan(2);
  await expect(page.locator(".bodies .truth strong")).toHaveText("They touch.");
  await expect(page.locator(".collisions tbody tr")).toHaveCount(report.collisions.length);
  expect(Number(await page.locator(".truth code").getAttribute("data-toi"))).toBe(report.toi);
  await expect(page.locator(".screen .crossing").first()).toBeVisible();
  const canvas = page.locator("canvas"), first = await pixels(canvas);
  expect(first.drawn).toBeGreaterThan(3_000);
  await page.locator("body").press("j");
  await expect(page.locator(".collisions tr.chosen")).toHaveAttribute("data-index", "1");
  // The hierarchy of boxes, level by level.
  await page.getByLabel("hierarchy").selectOption("0");
  expect((await pixels(canvas)).sum).not.toBe(first.sum);
});

test("the page of robot shows links, features, hierarchy and stages", async ({page, folder}) => {
  copyFileSync(join(root, "bindings/wasm/tests/arm.urdf"), join(folder, "arm.urdf"));
  writeFileSync(join(folder, "scene.json"), JSON.stringify(ARM_SCENE));
  await open(page, written(folder, "robot", "arm.urdf", `--from=${ARM_FROM}`, `--to=${ARM_TO}`,
    "--scene", "scene.json", "--json", "r.json"));
  const report = JSON.parse(readFileSync(join(folder, "r.json"), "utf8"));
  expect(report.status).toBe("Contact");
  await expect(page.locator(".bodies .truth")).toContainText(`${report.a.body} and ${report.b.body}`);
  expect(Number(await page.locator(".truth code").getAttribute("data-toi"))).toBe(report.toi);
  const {pairs, after_spatial, after_temporal} = report.counts;
  await expect(page.locator(".stage-row b")).toHaveText([pairs, after_spatial, after_temporal]
    .map((value: number) => value.toLocaleString("en")));
  const canvas = page.locator("canvas"), contact = await pixels(canvas);
  expect(contact.drawn).toBeGreaterThan(3_000);
  // The features that touch are outlined on both bodies.
  expect(report.a.vertices.length + report.b.vertices.length).toBeGreaterThan(1);
  expect(await pixelsOf(canvas, "--fc-contact")).toBeGreaterThan(60);
  await scrub(page, "Time of the motion", 0);
  const start = await pixels(canvas);
  expect(start.sum).not.toBe(contact.sum);
  await page.getByLabel("hierarchy").selectOption("1");
  const boxes = await pixels(canvas);
  expect(boxes.sum).not.toBe(start.sum);
  await page.getByLabel("hierarchy").selectOption("0");
  expect((await pixels(canvas)).sum).not.toBe(boxes.sum);
  // The joints are where the time is.
  const now = page.locator(".joints tbody tr").first().locator(".now");
  await scrub(page, "Time of the motion", 0.5);
  await expect(now).toHaveText("1.1");
});

test("pages of a part of the motion do not speak of the whole", async ({page, folder}) => {
  copyFileSync(join(root, "bindings/wasm/tests/arm.urdf"), join(folder, "arm.urdf"));
  writeFileSync(join(folder, "scene.json"), JSON.stringify(ARM_SCENE));
  await open(page, written(folder, "robot", "arm.urdf", `--from=${ARM_FROM}`, `--to=${ARM_TO}`,
    "--scene", "scene.json", "--t-max", "0.01"));
  await expect(page.locator(".bodies .truth")).toContainText("Proven up to t = 0.01");
  await expect(page.locator(".bodies .truth")).not.toContainText("whole motion");
  const frame = (height: number) => `v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.2 0.2 ${height}\n` +
    `v 0.3 0.2 ${height + 1}\nv 0.2 0.3 ${height + 1}\nf 1 2 3\nf 4 5 6\n`;
  writeFileSync(join(folder, "a.obj"), frame(1));
  writeFileSync(join(folder, "b.obj"), frame(-1));
  await open(page, written(folder, "check", "a.obj", "b.obj", "--t-max", "0.3"));
  await expect(page.locator(".steps .truth")).toContainText("Nothing touches up to t = 0.3");
  await expect(page.locator(".steps .truth")).toContainText("The report says the same: free.");
});

test("the page of simulate plays the trace", async ({page, folder}) => {
  await open(page, written(folder, "simulate", "cloth-on-ball", "--size", "200", "--steps", "4"));
  await expect(page.locator(".controls")).toContainText("5 frames");
  const canvas = page.locator("canvas"), first = await pixels(canvas);
  expect(first.drawn).toBeGreaterThan(5_000);
  await scrub(page, "Frame", 4);
  expect((await pixels(canvas)).sum).not.toBe(first.sum);
  await expect(page.locator(".curves svg.chart").first()).toBeVisible();
});

test("the page of solve holds the queries and the verdicts of native methods", async ({page, folder}) => {
  run(folder, "generate", "queries", "--count", "4", "--seed", "6", "--classes", "two-roots");
  await open(page, written(folder, "solve", "queries"));
  await expect(page.locator(".stepper")).toContainText("of 4");
  await expect(page.locator(".truth")).toHaveAttribute("data-status", /Contact|Free/);
  await expect(page.locator(".side")).toContainText("By the tool, for methods that need directed rounding");
});

test("the page of bench is the benchmark's report", async ({page, folder}) => {
  test.setTimeout(400_000);
  run(folder, "generate", "queries", "--count", "30", "--seed", "2", "--classes", "random,two-roots");
  await open(page, written(folder, "bench", "results", "--quick", "--data", "queries",
    "--methods", "certified,fprf,accd", "--sets", "samples", "--studies", "comparison"));
  await expect(page.locator("#table-1")).toBeVisible();
  const table = page.locator("#table-1 table").first();
  await expect(table).toContainText("certified");
  await expect(page.locator("#figure-1 svg.chart")).toBeVisible();
  expect((await pixels(page.locator("#figure-1 svg.chart"))).drawn).toBeGreaterThan(300);
});

test("a page of --html is the viewer itself, with the files inside", async ({folder}) => {
  run(folder, "generate", "sheet", "--cloth", "8");
  run(folder, "view", "sheet/cloth_0.ply", "--html", "kept.html");
  const kept = readFileSync(join(folder, "kept.html"), "utf8");
  const viewer = readFileSync(new URL(singleFile), "utf8");
  const empty = /(<script type="application\/json" id="firstcontact-files">)[^<]*(<\/script>)/;
  expect(kept.replace(empty, "$1[]$2")).toBe(viewer);
});
