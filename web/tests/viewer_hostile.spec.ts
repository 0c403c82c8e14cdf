// Files that are broken, hostile or huge: each gives a message, and the page stays alive.
import {createWriteStream, writeFileSync} from "node:fs";
import {once} from "node:events";
import {join} from "node:path";
import type {Page} from "@playwright/test";
import {choose, embed, expect, open, pixels, test} from "./viewer_tools";

/// The page answers at once: it is not frozen.
async function alive(page: Page): Promise<void> {
  await page.keyboard.press("1");
  await expect(page.locator('nav [aria-current="page"]')).toHaveText("Queries");
  const begun = Date.now();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  expect(Date.now() - begun).toBeLessThan(20_000);
}

const text = (folder: string, name: string, data: string | Uint8Array): string => {
  writeFileSync(join(folder, name), data);
  return join(folder, name);
};

const noise = Uint8Array.from({length: 200_000}, (_, i) => (Math.imul(i, 2654435761) >>> 13) & 255);
const points = (last: string) =>
  `v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 ${last}\nf 1 2 3\nf 1 2 4\n`;

/// The header of a trace that claims to be larger than any memory.
function hugeTrace(): Uint8Array {
  const trace = new Uint8Array(64);
  trace.set([0x89, 0x46, 0x43, 0x54, 0x0d, 0x0a, 0x1a, 0x0a, 1, 0, 0, 0, 4, 3, 2, 1]);
  return trace.fill(0xff, 16, 56);
}

/// A whole trace of one triangle and one frame, of which one coordinate is this.
function traceWith(coordinate: number): Uint8Array {
  const description = '{"values":[]}'.padEnd(16);
  const trace = new Uint8Array(64 + 16 + 16 + 40), head = new DataView(trace.buffer);
  trace.set([0x89, 0x46, 0x43, 0x54, 0x0d, 0x0a, 0x1a, 0x0a, 1, 0, 0, 0, 4, 3, 2, 1]);
  [16, 3, 1, 0, 40].forEach((size, i) => head.setBigUint64(16 + 8 * i, BigInt(size), true));
  trace.set(new TextEncoder().encode(description), 64);
  [0, 1, 2].forEach((corner, i) => head.setUint32(80 + 4 * i, corner, true));
  head.setFloat32(96 + 4 * 4, coordinate, true);
  return trace;
}

const BROKEN: [string, string | Uint8Array, RegExp][] = [
  ["empty.json", "", /empty\.json: the file is empty/],
  ["noise.fct", noise, /noise\.fct/],
  ["noise.fcq", Uint8Array.from([0x89, 0x46, 0x43, 0x51, ...noise.slice(0, 4000)]), /noise\.fcq/],
  ["noise.stl", noise, /noise\.stl/],
  ["noise.ply", noise, /noise\.ply/],
  ["cut.json", '{"command": ["robot"], "drawing": {"times": [0, 1', /cut\.json: not JSON/],
  ["nan.obj", points("nan"), /nan\.obj/],
  ["huge.obj", points("1e999"), /huge\.obj/],
  ["nan.csv", "nan,1,0,1,0,1,1\n".repeat(8), /nan\.csv/],
  ["bomb.urdf", '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><robot name="&b;"/>', /.+/],
  ["no.urdf", "<robot name='x'><link", /.+/],
  ["lost.urdf", "<robot name='x'><link name='a'><collision><geometry><mesh filename='gone.stl'/>" +
    "</geometry></collision></link></robot>", /gone\.stl/],
  ["noise.bin", Uint8Array.from({length: 5000}, (_, i) => (i * 7919) % 251), /noise\.bin/],
  ["deep.json", `{"command": ["robot"], "drawing": ${"[".repeat(200_000)}`, /deep\.json/],
  ["other.json", '{"hello": 1}', /not a report/],
  ["third.csv", "1,3,0,1,0,1,1\n".repeat(8), /third\.csv:1/],
  ["trace.fct", hugeTrace(), /trace\.fct/],
  ["nan.fct", traceWith(NaN), /nan\.fct: frame 0: a coordinate is not finite/],
  ["inf.fct", traceWith(Infinity), /inf\.fct: frame 0: a coordinate is not finite/],
  ["many.ply", "ply\nformat ascii 1.0\nelement vertex 1000000000\nend_header\n", /many\.ply/],
  ["gone.csv.gz", Uint8Array.from([0x1f, 0x8b, 8, 0, 1, 2, 3]), /gone\.csv\.gz: gzip: the file ends early/],
  ["gone.json.gz", Uint8Array.from([0x1f, 0x8b, 8, 0, 1, 2, 3]), /gone\.json\.gz: cannot be unpacked/],
  ["faces.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999\n", /faces\.obj/],
];

test("every broken file gives a message, and the page goes on", async ({page, folder}) => {
  await open(page);
  for (const [name, data, message] of BROKEN) {
    await choose(page, text(folder, name, data));
    await expect(page.locator(".message.error"), name).toContainText(message);
    await page.getByRole("button", {name: "Close the message"}).click();
    await alive(page);
    await expect(page.locator(".truth strong")).toHaveText("They touch.");
  }
});

const IDLE: [string, string, RegExp][] = [
  ["none.json", "[]", /none\.json: nothing to show: JSON, but/],
  ["one.json", "[1]", /one\.json: nothing to show: JSON, but/],
  ["page.xml", "<html></html>", /page\.xml: nothing to show: XML, but not a robot/],
  ["lone.toi", "0 1\n", /lone\.toi: nothing to show: times of queries/],
  ["scene.json", '{"format": "firstcontact simulation"}', /scene\.json: nothing to show: the scene of a sim/],
  ["view.json", '{"command": ["view"]}', /view\.json: nothing to show: a report of view/],
  ["odd.json", '{"command": ["nothing"]}', /odd\.json: nothing to show: a report of nothing/],
  ["impacts.csv", "kind,a0,a1,a2,a3,toi\n", /impacts\.csv: nothing to show: a list of impacts; open the meshes/],
  ["solve.json", '{"command": ["solve"]}', /solve\.json: nothing to show: a report of solve; open/],
];

test("a file that no view uses is named, with the reason", async ({page, folder}) => {
  await open(page);
  await page.keyboard.press("5");
  for (const [name, data, message] of IDLE) {
    await choose(page, text(folder, name, data));
    await expect(page.locator(".message"), name).toContainText(message);
    await expect(page.locator('nav [aria-current="page"]')).toHaveText("Benchmark");
  }
  await open(page, embed(folder, [{name: "view.json", text: '{"command": ["view"]}'}]));
  await expect(page.locator(".message")).toContainText("view.json: nothing to show");
  await expect(page.locator(".truth strong")).toHaveText("They touch.");
});

test("coordinates of 1e308 are drawn and decided", async ({page, folder}) => {
  const frame = (z: string) => `v 1e308 1e308 ${z}\nv -1e308 1e308 ${z}\nv 0 -1e308 ${z}\n` +
    "v 0 0 0\nv 1e307 0 0\nv 0 1e307 0\nf 1 2 3\nf 4 5 6\n";
  await open(page);
  await choose(page, text(folder, "big0.obj", frame("1e307")), text(folder, "big1.obj", frame("-1e307")));
  await expect(page.locator(".steps .truth, .steps .notice, .message")).not.toHaveCount(0);
  expect((await pixels(page.locator("canvas"))).drawn).toBeGreaterThan(1000);
  await alive(page);
  await page.getByLabel("p z at t = 0", {exact: true}).fill("1e308");
  await page.keyboard.press("Enter");
  await expect(page.locator(".truth")).toHaveAttribute("data-status", "Contact");
  await page.getByLabel("p z at t = 0", {exact: true}).fill("NaN");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("p z at t = 0", {exact: true})).toHaveAttribute("aria-invalid", "true");
});

test("reports with numbers that are none", async ({page, folder}) => {
  const odd = (value: unknown) => JSON.stringify({command: ["robot"], status: "Contact", toi: value,
    counts: {pairs: value}, drawing: {times: [0, value], bodies: [{name: value, positions: [value],
      triangles: [0, 1, 99], poses: [value]}]}, from: value, to: [value], a: value, notes: value});
  await open(page);
  for (const [i, value] of [null, "text", 1e308, -1, [[]], {}].entries()) {
    await choose(page, text(folder, `odd${i}.json`, odd(value)));
    await expect(page.locator(".bodies .truth")).toBeVisible();
  }
  for (const verb of ["solve", "check", "screw", "simulate", "bench", "verify", "nothing"]) {
    await choose(page, text(folder, `${verb}.json`,
      JSON.stringify({command: [verb], steps: 7, runs: "x", collisions: {}, methods: 3, sets: null})));
    await expect(page.locator(`.message:has-text("${verb}.json"), .bodies:has-text("${verb}.json"), ` +
      `.page:has-text("${verb}.json"), main:has-text("The report alone has no frames")`), verb)
      .not.toHaveCount(0);
  }
  await alive(page);
});

const MEMBERS = ["constructor", "toString", "__proto__", "hasOwnProperty"];

test("names that every object has are names like others", async ({page, folder}) => {
  for (const verb of MEMBERS) {
    await open(page, embed(folder, [{name: "odd.json", text: JSON.stringify({command: [verb]})}]));
    await expect(page.locator('nav [aria-current="page"]')).toHaveText("Queries");
    await expect(page.locator(".truth strong")).toHaveText("They touch.");
  }
  const query = "1,1,0,1,0,1,1\n".repeat(8);
  await open(page, embed(folder, MEMBERS.map((word) => ({name: `${word}/one.csv`, text: query}))));
  await expect(page.locator(".stepper")).toContainText("of 1");
  await expect(page.locator(".message")).toHaveCount(0);
  const bodies = MEMBERS.map((role) => ({name: role, role, positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
    triangles: [0, 1, 2], poses: [0, 0, 0, 1, 0, 0, 0]}));
  await open(page, embed(folder, [{name: "roles.json", text: JSON.stringify(
    {command: ["robot"], status: "Free", drawing: {times: [0, 1], bodies}})}]));
  expect((await pixels(page.locator("canvas"))).drawn).toBeGreaterThan(1000);
});

test("a view that fails says so, and goes on without the files that it failed on", async ({page, folder}) => {
  await open(page);
  await choose(page, text(folder, "good.json", '{"command": ["robot"], "status": "Free"}'));
  await expect(page.locator(".bodies .truth strong")).toHaveText("The motion is free.");
  // No file is known that makes a view fail; so a part of the page is broken, for one file.
  await page.evaluate(() => {
    const real = JSON.stringify;
    JSON.stringify = (value: unknown, ...rest: []) => {
      if ((value as {boom?: boolean} | null)?.boom) throw new Error("it went boom");
      return real(value, ...rest);
    };
  });
  await choose(page, text(folder, "a.obj", points("1")), text(folder, "b.obj", points("2")),
    text(folder, "boom.json", '{"command": ["screw"], "status": "Contact", "poses": {"boom": true}}'));
  await expect(page.locator(".message.error")).toContainText(
    /a\.obj, b\.obj, boom\.json: cannot be shown: it went boom/);
  await expect(page.locator(".bodies .truth strong")).toHaveText("The motion is free.");
  await page.getByRole("button", {name: "Close the message"}).click();
  for (const key of ["2", "3", "5", "4"]) await page.locator("body").press(key);
  await expect(page.locator(".bodies .truth strong")).toHaveText("The motion is free.");
  await expect(page.locator(".message")).toHaveCount(0);
});

test("what goes wrong anywhere in the page is told", async ({page, faults}) => {
  await open(page);
  await page.evaluate(() => void setTimeout(() => { throw new Error("late fault"); }));
  await expect(page.locator(".message.error")).toContainText("late fault");
  await page.evaluate(() => void Promise.reject(new Error("lost promise")));
  await expect(page.locator(".message.error")).toContainText("lost promise");
  await expect.poll(() => faults.length).toBe(2);
  faults.length = 0;  // these two were meant
});

/// A report with two bodies; `change` goes into the second one.
const drawn = (verb: string, change: object, collisions: object[] = []) => {
  const body = {name: "one", role: "a", positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2],
    faces: [0], poses: [0, 0, 0, 1, 0, 0, 0]};
  const pose = {position: [0, 0, 0], quaternion: [1, 0, 0, 0]}, motion = {from: pose, to: pose};
  return JSON.stringify({command: [verb], status: "Contact", toi: 0.5, collisions,
    poses: {a: motion, b: motion},
    drawing: {times: [0, 1], bodies: [body, {...body, name: "two", role: "b", ...change}]}});
};
const box = (level: number) => [level, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0];

test("numbers of a drawing that would freeze the page are refused by name", async ({page, folder}) => {
  await open(page);
  const cases: [string, string, RegExp][] = [
    ["level.json", drawn("robot", {boxes: box(1e6)}), /body two: a box has a level that is not/],
    ["levels.json", drawn("robot", {boxes: box(1e308)}), /body two: a box has a level that is not/],
    ["half.json", drawn("robot", {boxes: box(0.5)}), /body two: a box has a level that is not/],
    ["short.json", drawn("robot", {boxes: [0, 1]}), /body two: its boxes are not eleven numbers/],
    ["face.json", drawn("screw", {faces: [5e7]}), /body two: its faces are not one number/],
    ["faces.json", drawn("screw", {faces: [0, 0]}), /body two: its faces are not one number/],
    ["minus.json", drawn("screw", {faces: [-1]}), /body two: its faces are not one number/],
  ];
  for (const [name, data, message] of cases) {
    const begun = Date.now();
    await choose(page, text(folder, name, data));
    await expect(page.locator(".bodies .notice"), name).toContainText(message);
    expect(Date.now() - begun).toBeLessThan(10_000);
  }
  await choose(page, text(folder, "sound.json", drawn("robot", {boxes: [...box(0), ...box(1)]})));
  await expect(page.locator(".bodies .notice")).toHaveCount(0);
  await expect(page.getByLabel("hierarchy").locator("option")).toHaveCount(3);
});

test("a face of many triangles and a benchmark of many runs do not freeze the page", async ({page, folder}) => {
  const size = 30_000, positions: number[] = [0, 0, 0], triangles: number[] = [];
  for (let i = 0; i <= size; ++i) positions.push(Math.cos(6 * i / size), Math.sin(6 * i / size), 0);
  for (let i = 1; i <= size; ++i) triangles.push(0, i, i + 1);
  const fan = {positions, triangles, faces: triangles.slice(0, size).fill(0)};
  await open(page);
  const quick = async (name: string, data: string, shown: () => Promise<void>) => {
    const begun = Date.now();
    await choose(page, text(folder, name, data));
    await shown();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    expect(Date.now() - begun, name).toBeLessThan(10_000);
  };
  const hit = {kind: "VF", a: 0, b: 0, time: 0.5, point: [0, 0, 0], normal: [0, 0, 1]};
  await quick("fan.json", drawn("screw", fan, Array.from({length: 50}, () => hit)), () =>
    expect(page.locator(".collisions tbody tr")).toHaveCount(50));
  const runs = (change: (i: number) => object) => JSON.stringify({command: ["bench"],
    runs: Array.from({length: 20_000}, (_, i) => ({study: "comparison", method: "m", set: "s",
      status: "done", queries: 10, mean_us: 1 + i, ...change(i)}))});
  const cases: [string, (i: number) => object, string][] = [
    ["same.json", () => ({}), "4,000 of 20,000 runs"],
    ["methods.json", (i) => ({method: `m${i}`, set: `s${i % 300}`}), "64 of 20,000 runs"],
    ["settings.json", (i) => ({tolerance: i, set: `s${i % 100}`}), "4,000 of 20,000 runs"],
    ["states.json", () => ({status: "crashed"}), "4,000 of 20,000 runs"],
  ];
  for (const [name, change, message] of cases) {
    await quick(name, runs(change), async () => {
      await expect(page.locator(".left-out"), name).toContainText(message);
      await expect(page.locator(".page > .note, .page option:checked").first()).toContainText(name);
    });
  }
});

test("names with markup in them are shown as they are", async ({page, folder}) => {
  const evil = "<img src=x onerror=alert(1)>";
  const link = `<link name="${evil.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}"><collision><geometry>` +
    '<box size="1 1 1"/></geometry></collision></link>';
  await open(page, embed(folder, [
    {name: `${evil}.obj`, text: points("1")}, {name: `${evil}2.obj`, text: points("2")},
    {name: `${evil}.bad`, text: "nothing"},
  ]));
  await expect(page.locator(".steps .controls")).toContainText(evil);
  await expect(page.locator(".message")).toContainText(evil);
  await choose(page, text(folder, "evil.urdf", `<robot name="evil">${link}</robot>`));
  await expect(page.locator(".bodies .truth, .message")).not.toHaveCount(0);
  for (const key of ["1", "2", "3", "4", "5"]) {
    await page.locator("body").press(key);
    await expect(page.locator("main img, header img, .messages img")).toHaveCount(0);
  }
});

test("50 MB of queries are read without freezing the page, and reading can be cancelled", async ({page, folder}) => {
  test.setTimeout(400_000);
  const path = join(folder, "large.csv"), out = createWriteStream(path);
  const query = "123456789,1,987654321,1,5,1,1\n".repeat(4) + "-123456789,1,987654321,1,-5,1,1\n".repeat(4);
  for (let i = 0; i < 50e6 / query.length / 200; ++i)
    if (!out.write(query.repeat(200))) await once(out, "drain");
  out.end();
  await once(out, "finish");
  await open(page);
  const busy = page.locator(".busy", {hasText: "Reading large.csv"});
  // The button is pressed as soon as it is there: a fast machine is done before a click arrives.
  await page.evaluate(() => {
    const press = () => {
      const button = [...document.querySelectorAll<HTMLButtonElement>(".busy button")]
        .find((each) => each.textContent === "Cancel" && each.offsetParent !== null);
      if (!button) return;
      observer.disconnect();
      button.click();
    };
    const observer = new MutationObserver(press);
    observer.observe(document.body, {subtree: true, childList: true, attributes: true});
  });
  await choose(page, path);
  await expect(page.locator(".message.error")).toContainText("cancelled");
  await alive(page);
  await choose(page, path);
  await busy.waitFor();
  await alive(page);  // while it is read
  await expect(page.locator(".stepper")).toContainText(/of \d{3},\d{3}/, {timeout: 200_000});
  await page.keyboard.press("j");
  await expect(page.getByLabel("Number of the query")).toHaveValue("2");
  // Every method on every query takes long; that can be cancelled too.
  await page.keyboard.press("d");
  await page.locator(".busy", {hasText: "Asking every method"}).getByRole("button", {name: "Cancel"}).click();
  await alive(page);
  await expect(page.locator(".truth")).toHaveAttribute("data-status", /Contact|Free/);
});
