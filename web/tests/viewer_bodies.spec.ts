// Bodies and robots: examples that are computed here, and files of the tool.
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {BOX, POSES} from "./viewer_data";
import {choose, embed, expect, open, pixels, run, scrub, test} from "./viewer_tools";

test("two meshes and poses give the collisions of the tool, bit for bit", async ({page, folder}) => {
  writeFileSync(join(folder, "a.obj"), BOX);
  writeFileSync(join(folder, "b.obj"), BOX.replace(/^v.*$/gm, (line) => line.replaceAll("1", "1.25")));
  writeFileSync(join(folder, "poses.json"), JSON.stringify(POSES));
  run(folder, "screw", "a.obj", "b.obj", "--poses", "poses.json", "--json", "report.json");
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(report.collisions.length).toBeGreaterThan(2);
  await open(page);
  await choose(page, ...["a.obj", "b.obj", "poses.json"].map((name) => join(folder, name)));
  await expect(page.locator(".bodies .truth strong")).toHaveText("They touch.", {timeout: 30_000});
  expect(Number(await page.locator(".bodies .truth code").getAttribute("data-toi"))).toBe(report.toi);
  await expect(page.locator(".collisions tbody tr")).toHaveCount(report.collisions.length);
  const shown = await page.locator(".collisions tbody tr button").allTextContents();
  shown.forEach((text, i) => expect(text).toBe(report.collisions[i].time.toFixed(6)));
  const canvas = page.locator("canvas");
  const at = await pixels(canvas);
  expect(at.drawn).toBeGreaterThan(5000);
  await scrub(page, "Time of the motion", 0.1);
  expect((await pixels(canvas)).sum).not.toBe(at.sum);
  await expect(page.locator(".screen .crossing").first()).toBeVisible();
});

test("a face of a report is marked as a whole, not as one of its triangles", async ({page, folder}) => {
  const box = {role: "b", positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], triangles: [1, 0, 3, 3, 2, 1],
    faces: [0, 0], poses: [0, 0, 0, 1, 0, 0, 0]};
  const report = (faces: number[]) => ({command: ["screw"], status: "Contact", toi: 0.5, screw: {},
    collisions: [{kind: "VF", a: 0, b: 0, time: 0.5, point: [0.5, 0.5, 0], normal: [0, 0, 1]}],
    drawing: {times: [0, 1], bodies: [
      {...box, role: "a", name: "a", positions: [0.5, 0.5, 0, 1, 1, 1, 0, 1, 1], triangles: [0, 1, 2],
        faces: [0]}, {...box, name: "b", faces}]}});
  const marked = async (faces: number[]) => {
    await open(page, embed(folder, [{name: "report.json", text: JSON.stringify(report(faces))}]));
    await expect(page.locator(".bodies .truth strong")).toHaveText("They touch.");
    return (await pixels(page.locator("canvas"))).sum;
  };
  expect(await marked([0, 0])).not.toBe(await marked([0, 1]));
});

test("the example of a key and a block shows its collision screen", async ({page}) => {
  await open(page);
  await page.getByRole("button", {name: "Bodies & robots"}).click();
  await page.getByRole("button", {name: "A key and a block"}).click();
  await expect(page.locator(".bodies .truth")).toBeVisible({timeout: 30_000});
  expect((await pixels(page.locator(".screen svg"))).drawn).toBeGreaterThan(500);
  const crossing = page.locator(".screen .crossing");
  expect(await crossing.count()).toBeGreaterThan(0);
  await page.locator("body").press("j");
  await expect(page.locator(".collisions tr.chosen")).toHaveCount(1);
});

test("a robot's edge is decided anew while its joints are moved", async ({page}) => {
  await open(page);
  await page.getByRole("button", {name: "Bodies & robots"}).click();
  await page.getByRole("button", {name: "A robot arm and a post"}).click();
  await expect(page.locator(".bodies .truth")).toHaveAttribute("data-status", "Contact", {timeout: 30_000});
  const first = await page.locator(".bodies .truth code").getAttribute("data-toi");
  const canvas = page.locator("canvas"), before = await pixels(canvas);
  expect(before.drawn).toBeGreaterThan(10_000);
  await expect(page.locator(".stage-row")).toHaveCount(3);
  const slider = page.getByLabel(/turret.* at the start/);
  await slider.fill("-1.5");
  await expect.poll(() => page.locator(".bodies .truth code").getAttribute("data-toi")).not.toBe(first);
  // Away from the post the motion is free, and this is proven.
  await page.getByLabel(/turret.* at the end/).fill("-1.2");
  await expect(page.locator(".bodies .truth")).toHaveAttribute("data-status", "Free");
});

test("the report of a robot is shown with its drawing", async ({page, folder}) => {
  const report = {
    version: "0.1.0", command: ["robot"], status: "Contact", toi: 0.5, time: 0.5, proven: true,
    a: {body: "arm", shape: 0, vertices: [0, 1], point: [0, 0, 1]},
    b: {body: "wall", shape: 0, vertices: [2], point: [0, 0, 1]}, normal: [0, 0, 1],
    counts: {pairs: 12, after_spatial: 4, after_temporal: 1, checks: 77}, from: {j: 0}, to: {j: 1},
    robot: {name: "arm"}, segments: 1,
    drawing: {times: [0, 1], bodies: [
      {name: "arm", role: "link", positions: [-1, 0, 0, 1, 0, 0, 0, 0, 2], triangles: [0, 1, 2],
        poses: [0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.9, 0, 0.436, 0],
        boxes: [0, 0, 0, 1, 1, 0.1, 1, 1, 0, 0, 0]},
      {name: "wall", role: "object", positions: [-2, -2, 0, 2, -2, 0, 0, 2, 0],
        triangles: [0, 1, 2], poses: [0, 0, 0, 1, 0, 0, 0]}]},
  };
  await open(page, embed(folder, [{name: "report.json", text: JSON.stringify(report)}]));
  await expect(page.locator(".bodies .truth code")).toHaveText("t = 0.5");
  await expect(page.locator(".bodies .truth")).toContainText("arm and wall");
  await expect(page.locator(".stage-row b")).toHaveText(["12", "4", "1"]);
  const canvas = page.locator("canvas"), plain = await pixels(canvas);
  expect(plain.drawn).toBeGreaterThan(5000);
  await page.getByLabel("hierarchy").selectOption("0");
  expect((await pixels(canvas)).sum).not.toBe(plain.sum);
});
