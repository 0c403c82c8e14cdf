// Files that are opened after others: what belongs together is shown together, and nothing old stays.
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {BOX} from "./viewer_data";
import {choose, embed, expect, open, run, serve, settled, test} from "./viewer_tools";

const moved = (by: number) =>
  BOX.replace(/^v (\S+) (\S+) (\S+)$/gm, (_, x, y, z) => `v ${Number(x) + by} ${y} ${z}`);
const plyOf = (obj: string) => {
  const rows = (letter: string) => obj.split("\n").filter((line) => line.startsWith(letter + " "));
  const vertices = rows("v").map((line) => line.slice(2));
  const faces = rows("f").map((line) => {
    const corners = line.slice(2).split(" ").map((corner) => Number(corner) - 1);
    return `${corners.length} ${corners.join(" ")}`;
  });
  return `ply\nformat ascii 1.0\nelement vertex ${vertices.length}\nproperty double x\n` +
    `property double y\nproperty double z\nelement face ${faces.length}\n` +
    `property list uchar int vertex_indices\nend_header\n${[...vertices, ...faces].join("\n")}\n`;
};
const LEVER = (mesh: string) => `<robot name="lever">
<link name="base"><collision><geometry><mesh filename="${mesh}" scale="0.2 0.2 0.2"/></geometry>
</collision></link>
<link name="upper"><collision><origin xyz="0 0 1.2"/><geometry><box size="0.2 0.2 1.2"/></geometry>
</collision></link>
<joint name="hinge" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
<limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>`;

const current = (page: import("@playwright/test").Page) => page.locator('nav [aria-current="page"]');
const write = (folder: string, name: string, data: string | Uint8Array): string => {
  writeFileSync(join(folder, name), data);
  return join(folder, name);
};

test("a robot after a step: only the mesh that came with it stands around it", async ({page, folder}) => {
  const urdf = write(folder, "lever.urdf", LEVER("base.ply"));
  const parts = [urdf, write(folder, "base.ply", plyOf(BOX)), write(folder, "wall.ply", plyOf(moved(2)))];
  run(folder, "robot", "lever.urdf", "--from=0", "--to=1", "--scene", "wall.ply", "--json", "r.json");
  const report = JSON.parse(readFileSync(join(folder, "r.json"), "utf8"));
  expect(report.status).toBe("Contact");
  await open(page);
  await choose(page, write(folder, "cloth_0.ply", plyOf(moved(0.5))),
    write(folder, "cloth_1.ply", plyOf(moved(0.7))));
  await expect(page.locator(".steps .truth")).toBeVisible();
  await choose(page, ...parts);
  await expect(current(page)).toHaveText("Bodies & robots");
  await expect(page.locator(".bodies .truth")).toContainText("upper and wall");
  expect(Number(await page.locator(".truth code").getAttribute("data-toi"))).toBe(report.toi);
  await expect(page.locator(".message")).toHaveText(/this one is made up/);
});

test("a mesh after a robot is put to the robot, which keeps its motion", async ({page, folder}) => {
  await open(page);
  await choose(page, write(folder, "lever.urdf", LEVER("base.stl")));
  await expect(page.locator(".message.error")).toContainText("base.stl");
  // The mesh that was missing; its name and its format differ, which the contents decide.
  await choose(page, write(folder, "base.stl", plyOf(BOX)));
  await expect(current(page)).toHaveText("Bodies & robots");
  await expect(page.locator(".bodies .truth")).toHaveAttribute("data-status", "Free");
  await page.getByLabel("hinge at the end").fill("1.5");
  await choose(page, write(folder, "wall.obj", moved(2)));
  await expect(page.locator(".bodies .truth")).toContainText("upper and wall");
  await expect(current(page)).toHaveText("Bodies & robots");
  await expect(page.getByLabel("hinge at the end")).toHaveValue("1.5");
  await expect(page.getByLabel("show", {exact: true})).toHaveCount(0);
  // Two frames of one object are a step.
  await choose(page, write(folder, "f0.obj", BOX), write(folder, "f1.obj", moved(0.2)));
  await expect(current(page)).toHaveText("Steps");
  await expect(page.locator(".steps .truth")).toBeVisible();
});

test("one mesh after a step: nothing of the step stays", async ({page, folder}) => {
  await open(page);
  await page.keyboard.press("2");
  await page.getByRole("button", {name: "Show a sheet on a ball"}).click();
  await expect(page.locator(".steps .truth strong")).toContainText("impacts");
  await expect(page.locator(".steps .side svg")).toHaveCount(1);
  await choose(page, write(folder, "one.obj", BOX));
  await expect(page.locator(".steps .side")).toContainText("One frame only");
  await expect(page.locator(".steps .side svg")).toHaveCount(0);
  await expect(page.locator(".impacts")).toBeHidden();
  await choose(page, write(folder, "two.obj", moved(0.2)));
  await expect(page.locator(".steps .truth")).toBeVisible();
  await expect(page.locator(".impacts")).toBeVisible();
});

test("notes go when something else is shown or opened, errors stay", async ({page, folder}) => {
  await open(page);
  const link = async () => {
    await page.getByRole("button", {name: "Link"}).click();
    await expect(page.locator(".message.note")).toHaveCount(1);
  };
  await link();
  await page.locator("body").press("2");
  await expect(page.locator(".message")).toHaveCount(0);
  await link();
  await choose(page, write(folder, "one.obj", BOX));
  await expect(page.locator(".steps .side")).toContainText("One frame only");
  await expect(page.locator(".message")).toHaveCount(0);
  await choose(page, write(folder, "bad.obj", "f 1 2 3\n"));
  await expect(page.locator(".message.error")).toContainText("bad.obj");
  await page.locator("body").press("5");
  await expect(current(page)).toHaveText("Benchmark");
  await expect(page.locator(".message.error")).toContainText("bad.obj");
});

for (const width of [390, 800, 1100, 1280, 1700]) {
  test(`the longest double is whole in its field, ${width} pixels wide`, async ({page}) => {
    await page.setViewportSize({width, height: 800});
    await open(page);
    const field = page.getByLabel("p x at t = 0", {exact: true});
    await field.fill("-1.4047254806229057e-259");
    await field.press("Enter");
    const [inner, visible, right] = await field.evaluate((node) =>
      [node.scrollWidth, node.clientWidth, node.getBoundingClientRect().right]);
    expect(inner).toBeLessThanOrEqual(visible);
    expect(right).toBeLessThanOrEqual(width);
    // Neither the table nor the tool row has to be scrolled sideways.
    for (const name of [".coordinates .scroll", ".controls"]) {
      const [whole, seen] = await page.locator(name).evaluate((node) =>
        [node.scrollWidth, node.clientWidth]);
      expect(whole, name).toBeLessThanOrEqual(seen);
    }
  });
}

test("the empty pages have the same heading", async ({page}) => {
  await open(page);
  const styles: string[] = [];
  for (const key of ["2", "3", "4", "5"]) {
    await page.locator("body").press(key);
    styles.push(await page.locator(".empty h2").evaluate((node) => {
      const {fontSize, fontWeight, margin, padding, borderTopWidth} = getComputedStyle(node);
      return [fontSize, fontWeight, margin, padding, borderTopWidth].join(" ");
    }));
  }
  expect(new Set(styles).size).toBe(1);
});

test("a query file that does not tell its kind: the page asks", async ({page, folder}) => {
  run(folder, "generate", "queries", "--count", "3", "--seed", "8", "--classes", "random");
  const csv = readFileSync(join(folder, "queries/random/edge-edge/queries.csv"));
  await open(page);
  await choose(page, write(folder, "some.csv", csv));
  const notice = page.locator(".controls .notice");
  await expect(notice).toContainText("read as vertex-face: choose the kind");
  await page.getByLabel("read as").selectOption("EdgeEdge");
  await expect(notice).toHaveCount(0);
  await expect(page.getByLabel("read as")).toHaveValue("EdgeEdge");
  await choose(page, write(folder, "other.csv", csv));
  await notice.getByRole("button", {name: "it is right"}).click();
  await expect(notice).toHaveCount(0);
  // The folder tells the kind.
  await open(page, embed(folder, [{name: "edge-edge/queries.csv", text: csv.toString()}]));
  await expect(page.locator(".controls .kind")).toHaveText("edge-edge");
  await expect(notice).toHaveCount(0);
});

test("show all and the first look show the whole scene of a robot", async ({page, folder}) => {
  const floor = 3;
  const report = {command: ["robot"], status: "Free", robot: {name: "arm"},
    drawing: {times: [0, 1], bodies: [
      {name: "arm", role: "link", positions: [-1, 0, 0, 1, 0, 0, 0, 0, 2], triangles: [0, 1, 2],
        poses: [0, 0, 0, 1, 0, 0, 0, 0, 0.2, 0, 1, 0, 0, 0]},
      {name: "floor", role: "object", positions: [-floor, -floor, 0, floor, -floor, 0, floor, floor, 0,
        -floor, floor, 0], triangles: [0, 1, 2, 0, 2, 3], poses: [0, 0, 0, 1, 0, 0, 0]}]}};
  await open(page, embed(folder, [{name: "report.json", text: JSON.stringify(report)}]));
  const canvas = page.locator("canvas");
  /// How many pixels of the picture's margin are no background.
  const cutOff = async () => {
    await settled(canvas);
    const image = (await canvas.screenshot()).toString("base64");
    return page.evaluate(async (base64) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${base64}`;
      await picture.decode();
      const {width, height} = picture, sheet = new OffscreenCanvas(width, height);
      const context = sheet.getContext("2d")!;
      context.drawImage(picture, 0, 0);
      const {data} = context.getImageData(0, 0, width, height);
      const apart = (x: number, y: number, u: number, v: number) => [0, 1, 2].reduce((sum, k) => sum +
        Math.abs(data[4 * (y * width + x) + k] - data[4 * (v * width + u) + k]), 0);
      let found = 0;  // steps of colour along the margin: an edge of something crosses it
      for (let x = 12; x < width - 12; ++x)
        for (const y of [12, height - 13]) if (apart(x, y, x + 1, y) > 12) found += 1;
      for (let y = 12; y < height - 12; ++y)
        for (const x of [12, width - 13]) if (apart(x, y, x, y + 1) > 12) found += 1;
      return found;
    }, image);
  };
  expect(await cutOff()).toBe(0);
  await canvas.focus();
  for (let i = 0; i < 4; ++i) await page.keyboard.press("+");
  await expect.poll(cutOff).toBeGreaterThan(0);
  await page.getByRole("button", {name: "show all"}).click();
  await expect.poll(cutOff).toBe(0);
});

test("on the site the viewer leads home and to its guide; the one file leads nowhere", async ({page}) => {
  const server = await serve();
  try {
    await open(page, server.address);
    await expect(page.locator("header .home")).toHaveAttribute("href", "../");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog").getByRole("link", {name: "guide"}))
      .toHaveAttribute("href", "../guide/viewer.html");
  } finally {
    server.close();
  }
  await open(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.locator("a[href]:not(.skip)")).toHaveCount(0);
});

/// Drops a folder of so many small files.
const dropFolder = (page: import("@playwright/test").Page, files: number) => page.evaluate((count) => {
  const entries = Array.from({length: count}, (_, i) => ({isFile: true, isDirectory: false,
    fullPath: `/many/f${i}.json`, file: (done: (file: File) => void) => done(new File(["[1]"], `f${i}.json`))}));
  const folder = {isFile: false, isDirectory: true, createReader: () => ({
    readEntries: (done: (some: unknown[]) => void) => done(entries.splice(0, 100))})};
  const event = new Event("drop", {bubbles: true, cancelable: true});
  const items = [{kind: "file", webkitGetAsEntry: () => folder}];
  Object.defineProperty(event, "dataTransfer", {value: {types: ["Files"], items, files: []}});
  document.body.dispatchEvent(event);
}, files);

test("a folder of too many files: the page says that some were left out", async ({page}) => {
  await open(page);
  await dropFolder(page, 3);
  await expect(page.locator(".message")).toContainText("many/f2.json: nothing to show");
  await expect(page.locator(".message")).not.toContainText("Only the first");
  await dropFolder(page, 2001);
  await expect(page.locator(".message")).toContainText("Only the first 2000 files of the folder were read");
});

test("gzip files of several members are read, as the tool does", async ({page, folder}) => {
  const query = "1,1,0,1,0,1,1\n".repeat(8);
  const members = (...texts: string[]) => Buffer.concat(texts.map((text) => gzipSync(text)));
  await open(page);
  await choose(page, write(folder, "two.csv.gz", members(query, query + query)));
  await expect(page.locator(".stepper")).toContainText("of 3");
  await expect(page.getByLabel("list").locator("option:checked")).toHaveText("two.csv (3)");
  const [start, end] = [moved(0.2).slice(0, 30), moved(0.2).slice(30)];
  await choose(page, write(folder, "a.obj.gz", gzipSync(BOX)),
    write(folder, "b.obj.gz", members(start, end)));
  await expect(page.locator(".steps .truth")).toBeVisible();
  await expect(page.locator(".message")).toHaveCount(0);
});

test("files in the page whose base64 is broken are named", async ({page, folder}) => {
  await open(page, embed(folder, [{name: "torn.fcq", base64: "%%%"}]));
  await expect(page.locator(".message.error")).toContainText("torn.fcq: its base64 is broken");
});
