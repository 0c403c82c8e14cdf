// The numbers of the figures about bodies, robots and cloth, compared as in figures_exact.spec.ts.
import { expect, test } from "@playwright/test";
import type * as Library from "firstcontact";
import { drag, exactReadout, handle, nodeLibrary, openFigure, readout, record, setSlider, settled,
         slider, startPages, stopPages } from "./figure_page";
import { NativeTool, offText, urdfText } from "./native_tool";

let address = "";
let fc: Library.FirstContact;
let native: NativeTool;
test.beforeAll(async () => {
  address = await startPages();
  ({ fc } = await nodeLibrary());
  native = new NativeTool();
});
test.afterAll(() => {
  native.dispose();
  stopPages();
});
test.describe.configure({ timeout: 120_000 });
test.use({ viewport: { width: 800, height: 1100 } });

test("turning: all three answers are the library's, the turn also the tool's", async ({ page }) => {
  const { figure } = await openFigure(page, address, "turning");
  type Question = { body: Library.PolyhedronDescription; motion: Library.BodyMotion;
                    post: Library.PolyhedronDescription };
  type Record = { asked: { [k in "turn" | "straight" | "hull"]: Question } };
  const compare = async (): Promise<number> => {
    const { asked } = await record<Record>(figure);
    for (const [key, name] of [["turn", "the real turn"], ["straight", "straight lines"],
                               ["hull", "hull of both ends"]] as const) {
      const { body, motion, post } = asked[key];
      const answer = fc.firstContact(body, motion, post, { kind: "rest" });
      expect(await exactReadout(figure, name), name).toBe(answer.toi);
    }
    // The tool takes poses, has another search and another tolerance: the same instant, nearly.
    const { body, motion, post } = asked.turn;
    if (motion.kind !== "turn") throw new Error("not a turn");
    const toi = await exactReadout(figure, "the real turn");
    const poses = native.file("poses.json", JSON.stringify({ a: { from: {}, to: {
      axis_angle: { axis: motion.axis, radians: motion.angle } } } }));
    const report = native.report<{ status: string; collisions: { time: number }[] }>(
      ["screw", native.file("a.off", offText(body.vertices, body.faces)),
       native.file("b.off", offText(post.vertices, post.faces)), "--poses", poses, "--first"],
      [0, 1]);
    expect(report.status).toBe(toi < 1 ? "Contact" : "Free");
    if (toi < 1) expect(Math.abs(report.collisions[0]!.time - toi)).toBeLessThan(1e-6);
    return toi;
  };
  const first = await compare();
  expect(first).toBeLessThan(1);
  await drag(page, handle(figure, "Post"), 33, 27);
  expect(await compare()).not.toBe(first);
});

test("screen: collisions and their times are native's", async ({ page }) => {
  const { figure } = await openFigure(page, address, "screen");
  type Record = { ring: Library.PolyhedronDescription; a: Library.PoseChange; b: Library.PoseChange;
                  options: Library.ScreenOptions; screen: Library.CollisionScreen };
  const poses = (change: Library.PoseChange): object => Object.fromEntries(
    Object.entries(change).map(([end, pose]) => [end, { position: pose.position,
      axis_angle: { axis: pose.axis, radians: pose.angle } }]));
  const compare = async (): Promise<void> => {
    const { ring, a, b, options, screen } = await record<Record>(figure);
    const body = native.file("ring.off", offText(ring.vertices, ring.faces));
    type Report = { collisions: { time: number; time_upper: number; point: number[];
                                  properness: number; kind: string }[] };
    const report = native.report<Report>(
      ["screw", body, body,
       "--poses", native.file("poses.json", JSON.stringify({ a: poses(a), b: poses(b) })),
       ...(options.mode === "Pixels" ? ["--mode", "pixels", "--properness", "0",
                                        "--resolution", String(options.resolution)] : [])], [1]);
    const shown = options.mode === "Pixels" ? report.collisions
      : report.collisions.filter((c) => c.properness >= 0);
    expect(screen.collisions.length).toBeGreaterThan(2);
    expect(screen.collisions.map((c) => [c.kind, c.time, c.timeUpper, ...c.point, c.properness]))
      .toEqual(shown.map((c) => [c.kind, c.time, c.time_upper, ...c.point, c.properness]));
    expect(await exactReadout(figure, "its time")).toBe(shown[0]!.time);
    // Crossings, curves and pixels are in no report of the tool.
    const again = fc.collisionScreen(ring, a, ring, b, options);
    expect(screen.crossings).toEqual(again.crossings);
    expect(screen.curvesA).toEqual(again.curvesA);
    expect(screen.curvesB).toEqual(again.curvesB);
    expect([...screen.pixelsA, ...screen.pixelsB]).toEqual([...again.pixelsA, ...again.pixelsB]);
  };
  await compare();
  await setSlider(slider(figure, "turn"), 77);
  await compare();
  await figure.getByRole("button", { name: "exact curves" }).click();
  await compare();
});

test("chain: the answer is native's, the boxes are the library's", async ({ page }) => {
  const { figure } = await openFigure(page, address, "chain");
  type Boxes = { boxes: Library.Box[] }[];
  type Record = { scene: Library.RobotSceneInput; q0: number[]; q1: number[]; pieces: number;
                  boxes: { taylor: Boxes; interval: Boxes } };
  const compare = async (): Promise<string> => {
    const shown = await record<Record>(figure);
    const [obstacle] = shown.scene.objects!, [sphere] = obstacle!.shapes;
    const scene = { objects: [{ name: obstacle!.name, sphere: {
      radius: sphere!.kind === "sphere" ? sphere!.radius : NaN },
      position: obstacle!.pose!.position }], allowed: shown.scene.allowed };
    const report = native.report<{ status: string; toi: number }>(
      ["robot", native.file("chain.urdf", urdfText(shown.scene)),
       `--from=${shown.q0.join(",")}`, `--to=${shown.q1.join(",")}`,
       "--scene", native.file("scene.json", JSON.stringify(scene))], [0, 1]);
    expect(await readout(figure, "certified answer"))
      .toMatch(report.status === "Contact" ? /^contact/ : /^free/);
    expect(await exactReadout(figure, "certified answer")).toBe(report.toi);
    const again = fc.createRobotScene(shown.scene);
    for (const [kind, taylor] of [["taylor", true], ["interval", false]] as const) {
      const boxes = again.motionBoxes(shown.q0, shown.q1, shown.pieces, taylor);
      expect(shown.boxes[kind]).toEqual(boxes);
      expect(boxes.length).toBe(shown.pieces);
    }
    again.dispose();
    return report.status;
  };
  expect(await compare()).toBe("Free");
  await setSlider(slider(figure, "pieces of time"), 2);
  await setSlider(slider(figure, "each joint turns"), 20);
  await handle(figure, "Obstacle").focus();
  for (let k = 0; k < 40; ++k) await page.keyboard.press("ArrowLeft");
  await compare();
  for (let k = 0; k < 12; ++k) await page.keyboard.press("ArrowDown");
  expect(await compare()).toBe("Contact");
});

test("cloth: impacts, safe step and crossings are native's", async ({ page }) => {
  const { figure } = await openFigure(page, address, "cloth");
  type Record = {
    step: { vertexCount: number; faces: number[]; sheetVertices: number; sheetFaces: number;
            t0: Float64Array; t1: Float64Array };
    all: Library.StepResult; safe: Library.StepResult; time: number; crossings: number };
  const compare = async (): Promise<void> => {
    await settled(figure);
    const { step, all, safe, time, crossings } = await record<Record>(figure);
    // Both objects as files, at one instant.
    const objects = (positions: ArrayLike<number>): [string, string] => {
      const vertices = Array.from({ length: step.vertexCount }, (_, k): Library.Vec3 =>
        [positions[3 * k]!, positions[3 * k + 1]!, positions[3 * k + 2]!]);
      const faces = Array.from({ length: step.faces.length / 3 }, (_, k) =>
        step.faces.slice(3 * k, 3 * k + 3));
      const ball = faces.slice(step.sheetFaces).map((f) => f.map((v) => v - step.sheetVertices));
      return [native.file("sheet.off", offText(vertices.slice(0, step.sheetVertices),
                                               faces.slice(0, step.sheetFaces))),
              native.file("ball.off", offText(vertices.slice(step.sheetVertices), ball))];
    };
    const [sheet0, ball0] = objects(step.t0), [sheet1, ball1] = objects(step.t1);
    type Report = { start: { intersections: number };
                    steps: { candidates: number; impacts: number; earliest_toi: number | null;
                             earliest: { point: number[] } | null }[] };
    const check = (files: [string, string, string, string], ...options: string[]): Report =>
      native.report<Report>(["check", files[0], files[1], "--object", files[2], files[3],
                             ...options], [0, 1]);
    const [found] = check([sheet0, sheet1, ball0, ball1], "--all").steps;
    expect(await exactReadout(figure, "candidate pairs")).toBe(found!.candidates);
    expect(await exactReadout(figure, "pairs that touch")).toBe(found!.impacts);
    expect(all.impacts[0]!.toi).toBe(found!.earliest_toi);
    const [earliest] = check([sheet0, sheet1, ball0, ball1]).steps;
    expect(await exactReadout(figure, "safe step")).toBe(earliest!.earliest_toi);
    expect(safe.toi).toBe(earliest!.earliest_toi);
    const now = objects(step.t0.map((x, i) => (1 - time) * x + time * step.t1[i]!));
    const crossing = check([now[0], now[0], now[1], now[1]]).start.intersections;
    expect(await exactReadout(figure, "crossings now")).toBe(crossing);
    expect(crossings).toBe(crossing);
  };
  await compare();
  expect(await exactReadout(figure, "crossings now")).toBe(0);
  await setSlider(slider(figure, "the sheet sinks by"), 0.7);
  await setSlider(slider(figure, "time t"), 0.9);
  await compare();
  expect(await exactReadout(figure, "crossings now")).toBeGreaterThan(10);
});
