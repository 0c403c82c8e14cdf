// Files dropped onto the page, as a mouse drops them: every kind that the viewer reads.
import {readFileSync, writeFileSync} from "node:fs";
import {basename, join} from "node:path";
import type {Page} from "@playwright/test";
import {ARM_FROM, ARM_SCENE, ARM_TO, BOX, POSES} from "./viewer_data";
import {expect, open, pixels, root, run, scrub, test} from "./viewer_tools";

/// Drags files over the page and lets them go.
async function drop(page: Page, ...paths: string[]): Promise<void> {
  const files = paths.map((path) =>
    ({name: basename(path), base64: readFileSync(path).toString("base64")}));
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const {name, base64} of list)
      data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
    return data;
  }, files);
  await page.dispatchEvent("body", "dragover", {dataTransfer: transfer});
  await expect(page.locator("html")).toHaveClass(/dropping/);
  await page.dispatchEvent("body", "drop", {dataTransfer: transfer});
  await expect(page.locator("html")).not.toHaveClass(/dropping/);
}

const current = (page: Page) => page.locator('nav [aria-current="page"]');

test("a file of queries", async ({page, folder}) => {
  run(folder, "generate", "queries", "--count", "6", "--seed", "8", "--classes", "random");
  await open(page);
  await drop(page, join(folder, "queries/random/vertex-face/queries.csv"));
  await expect(page.locator(".stepper")).toContainText("of 6");
  await expect(current(page)).toHaveText("Queries");
  await expect(page.locator(".truth")).toHaveAttribute("data-status", /Contact|Free/);
});

test("two meshes, and then a third frame of them", async ({page, folder}) => {
  run(folder, "simulate", "cloth-on-ball", "--size", "200", "--steps", "2", "--output", "drape");
  const frame = (i: number) => join(folder, `drape/frame_000${i}.ply`);
  await open(page);
  await drop(page, frame(0));
  await expect(page.locator(".steps")).toContainText("One frame only");
  await drop(page, frame(1));
  await expect(current(page)).toHaveText("Steps");
  await expect(page.locator(".steps .truth strong")).toContainText(/impacts|free/);
  expect((await pixels(page.locator("canvas"))).drawn).toBeGreaterThan(5_000);
  await drop(page, frame(0), frame(1), frame(2));
  await expect(page.locator(".stepper")).toContainText("step 1 of 2");
});

test("a trace and the report beside it", async ({page, folder}) => {
  run(folder, "simulate", "cloth-on-ball", "--size", "200", "--steps", "3", "--output", "drape",
    "--json", "report.json");
  await open(page);
  await drop(page, join(folder, "drape/trace.fct"), join(folder, "report.json"));
  await expect(current(page)).toHaveText("Simulations");
  await expect(page.locator(".controls")).toContainText("4 frames");
});

test("the report of a benchmark", async ({page}) => {
  await open(page);
  await drop(page, join(root, "web/tests/data/benchmark_report.json"));
  await expect(current(page)).toHaveText("Benchmark");
  await expect(page.locator("#table-1")).toBeVisible();
});

test("two bodies and their poses, in any order of dropping", async ({page, folder}) => {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const [a, b, poses] = [file("a.obj", BOX), file("b.obj", BOX), file("poses.json", JSON.stringify(POSES))];
  await open(page);
  await drop(page, poses);
  await expect(page.locator(".message")).toContainText("drop their two meshes with it");
  await drop(page, a, b, poses);
  await expect(page.locator(".bodies .truth strong")).toHaveText("They touch.");
  await expect(page.locator(".screen .crossing").first()).toBeVisible();
});

const MESH_ARM = `<robot name="mesh arm">
<link name="base"><collision><geometry><mesh filename="package://arm/meshes/base.obj" scale="0.2 0.2 0.2"/>
</geometry></collision></link>
<link name="upper"><collision><origin xyz="0 0 1.2"/><geometry><mesh filename="package://arm/meshes/upper.obj"
 scale="0.1 0.1 0.6"/></geometry></collision></link>
<joint name="hinge" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
<limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>`;

test("a robot with its meshes, a mesh around it and a path", async ({page, folder}) => {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const wall = BOX.replace(/^v (\S+) (\S+) (\S+)$/gm, (_, x, y, z) => `v ${Number(x) + 2} ${y} ${z}`);
  const parts = [file("base.obj", BOX), file("upper.obj", BOX), file("arm.urdf", MESH_ARM)];
  const scene = file("wall.obj", wall);
  const path = file("plan.csv", "time,hinge\n0,-1\n1,-0.5\n4,0.25\n5,1.5\n");
  // The tool looks for meshes in the folders of the package.
  run(folder, "generate", "sheet", "--cloth", "4");
  writeFileSync(join(folder, "native.urdf"), MESH_ARM.replaceAll("package://arm/meshes/", ""));
  run(folder, "robot", "native.urdf", "--path", "plan.csv", "--scene", "wall.obj", "--json", "r.json");
  const report = JSON.parse(readFileSync(join(folder, "r.json"), "utf8"));
  expect(report.status).toBe("Contact");
  expect(report.segment).toBe(2);
  await open(page);
  await drop(page, ...parts, scene, path);
  await expect(current(page)).toHaveText("Bodies & robots");
  await expect(page.locator(".bodies .truth")).toHaveAttribute("data-status", "Contact");
  expect(Number(await page.locator(".truth code").getAttribute("data-toi"))).toBe(report.toi);
  await expect(page.locator(".bodies .truth")).toContainText("upper and wall");
  const canvas = page.locator("canvas"), contact = await pixels(canvas);
  expect(contact.drawn).toBeGreaterThan(3_000);
  await scrub(page, "Time of the motion", 0.1);
  expect((await pixels(canvas)).sum).not.toBe(contact.sum);
  await expect(page.locator(".joints .now")).toHaveText("-0.75");
});

test("a robot, then its scene, then a path of JSON", async ({page, folder}) => {
  writeFileSync(join(folder, "cell.json"), JSON.stringify(ARM_SCENE));
  writeFileSync(join(folder, "plan.json"), JSON.stringify([ARM_FROM, ARM_TO]));
  const urdf = join(root, "bindings/wasm/tests/arm.urdf");
  run(folder, "robot", urdf, "--path", "plan.json", "--scene", "cell.json", "--json", "r.json");
  const report = JSON.parse(readFileSync(join(folder, "r.json"), "utf8"));
  await open(page);
  await drop(page, join(folder, "plan.json"));
  await expect(page.locator(".message")).toContainText("a path; drop its robot (URDF) with it");
  await drop(page, urdf);
  await expect(page.locator(".bodies .truth")).toBeVisible();
  await drop(page, join(folder, "cell.json"));
  await expect(page.locator(".bodies .truth")).toContainText("post");
  expect(Number(await page.locator(".truth code").getAttribute("data-toi"))).toBe(report.toi);
});

test("a robot without a motion gets one, and the page says so", async ({page}) => {
  await open(page);
  await drop(page, join(root, "bindings/wasm/tests/arm.urdf"));
  await expect(page.locator(".bodies .truth")).toBeVisible();
  await expect(page.locator(".message")).toContainText("this one is made up");
});
