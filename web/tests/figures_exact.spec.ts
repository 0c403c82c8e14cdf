// The numbers of every figure, in full precision, are those of the C++ library: the native tool is
// asked what the page asked. Where it has no verb for a question, the same call in Node is
// compared; bindings/wasm/tests shows that the library there has the same bits as native.
import { expect, test } from "@playwright/test";
import type * as Library from "firstcontact";
import { drag, exactReadout, handle, nodeLibrary, openFigure, readout, record, setSlider, slider,
         startPages, stopPages } from "./figure_page";
import { NativeTool } from "./native_tool";

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

test("bullet: the time of the hit is native's", async ({ page }) => {
  const { figure } = await openFigure(page, address, "bullet");
  const compare = async (): Promise<number> => {
    type Record = { rate: number; asked: { frame: number; query: Library.Query }[] };
    const { rate, asked } = await record<Record>(figure);
    const answers = native.solve(asked.map((a) => a.query));
    const hits = answers.map((a, k) => ({ ...a, frame: asked[k]!.frame }))
      .filter((a) => a.status === "Contact");
    const frame = Math.min(...hits.map((h) => h.frame));
    const toi = Math.min(...hits.filter((h) => h.frame === frame).map((h) => h.toi));
    expect(await exactReadout(figure, "FirstContact finds")).toBe((frame + toi) / rate);
    return toi;
  };
  const first = await compare();
  await drag(page, handle(figure, "Target"), -31, -43);
  await setSlider(slider(figure, "speed"), 97);
  expect(await compare()).not.toBe(first);
});

test("square: both times are native's", async ({ page }) => {
  const { figure } = await openFigure(page, address, "square");
  const compare = async (): Promise<number> => {
    const { query } = await record<{ query: Library.Query }>(figure);
    const [inclusion] = native.solve([query], ["--method", "tight-inclusion"]);
    expect(inclusion!.status).toBe("Contact");
    expect(await exactReadout(figure, "tight inclusion")).toBe(inclusion!.toi);
    // The tool encloses exact times within 2^-30, the figure within 2^-50.
    const exact = await exactReadout(figure, "exact time");
    expect(exact).toBe(fc.oracle(query, { widthBits: 50 }).toi);
    const [oracle] = native.solve([query], ["--method", "exact", "--exact"]);
    expect(exact).toBeGreaterThanOrEqual(oracle!.toi);
    expect(exact).toBeLessThanOrEqual(oracle!.toiUpper);
    return exact;
  };
  const first = await compare();
  await drag(page, handle(figure, "Point at the end"), -9, 13);
  expect(await compare()).not.toBe(first);
});

test("directions: time, directions and verdict are native's", async ({ page }) => {
  const { figure } = await openFigure(page, address, "directions");
  type Record = { query: Library.Query; contact: boolean; toi: number; end: number;
                  segments: Library.CertificateSegment[] };
  const compare = async (): Promise<Record> => {
    const shown = await record<Record>(figure);
    const [exact] = native.solve([shown.query], ["--exact"]);
    expect(exact!.status).toBe(shown.contact ? "Contact" : "Free");
    expect(await exactReadout(figure, "first contact")).toBe(exact!.toi);
    const line = native.certificate(shown.query, ["--t-max", String(shown.end),
                                                  "--tolerance", "0"]);
    const wanted = JSON.parse(line) as { segments: Library.CertificateSegment[] };
    const segments = shown.segments.map(({ t0, t1, n0, n1 }) => ({ t0, t1, n0, n1 }));
    expect(segments).toEqual(wanted.segments);
    expect(native.verify(line)).toBe("");
    return shown;
  };
  expect((await compare()).contact).toBe(true);
  await drag(page, handle(figure, "Point at the start"), 17, 21);
  await compare();
  await figure.getByRole("button", { name: "a near miss" }).click();
  const miss = await compare();
  expect(miss.contact).toBe(false);
  expect(miss.segments.length).toBeGreaterThan(3);
});

test("last bit: all maps of all methods are native's", async ({ page }) => {
  const { figure } = await openFigure(page, address, "last-bit");
  type Key = "truth" | "certified" | "fprf" | "rp" | "accd";
  type Coordinate = { end: "t0" | "t1"; point: number; axis: 0 | 1 | 2 };
  type Record = { case: { query: Library.Query; across: Coordinate; up: Coordinate };
                  query: Library.Query; list: { [k in Key]: { contact: boolean; toi: number } };
                  maps: { [k in Key]: boolean[] } };
  const { api } = await nodeLibrary();
  const nudge = (query: Library.Query, at: Coordinate, n: number): Library.Query => ({ ...query,
    [at.end]: query[at.end].map((p, k) => k !== at.point ? p
      : p.map((x, axis) => axis === at.axis ? api.addUlps(x, n) : x)) });
  const options: OptionsOf<Key> = { truth: ["--method", "exact"], certified: ["--exact"],
    fprf: ["--method", "fprf"], rp: ["--method", "rp"], accd: ["--method", "accd"] };
  for (const name of ["corner on corner", "end of an edge", "far from the origin"]) {
    await figure.getByRole("button", { name }).click();
    const shown = await record<Record>(figure);
    const cells: Library.Query[] = [];
    for (let j = -6; j <= 6; ++j) {
      for (let i = -6; i <= 6; ++i) {
        cells.push(nudge(nudge(shown.case.query, shown.case.across, i), shown.case.up, j));
      }
    }
    for (const key of Object.keys(options) as Key[]) {
      const said = native.solve(cells, options[key]).map((a) => a.status !== "Free");
      expect(shown.maps[key], `${name}, ${key}`).toEqual(said);
      const [one] = native.solve([shown.query], options[key]);
      expect(shown.list[key].contact, `${name}, ${key}`).toBe(one!.status !== "Free");
      const time = Number(await figure.locator(`[data-method=${key}]`).getAttribute("data-value"));
      if (key === "truth") {
        expect(time).toBe(fc.oracle(shown.query, { widthBits: 52 }).toi);
        expect(time).toBeGreaterThanOrEqual(one!.toi);
        expect(time).toBeLessThanOrEqual(one!.toiUpper);
      } else if (shown.list[key].contact && Number.isFinite(one!.toi)) {
        expect(time, `${name}, ${key}`).toBe(one!.toi);
      }
    }
  }
});
type OptionsOf<K extends string> = { [k in K]: string[] };

test("separation: the time of every step is native's", async ({ page }) => {
  const { figure } = await openFigure(page, address, "separation");
  type Step = { query: Library.Query; toi: number; distance: number; separation: number };
  for (const name of ["no separation", "the same always", "a share of the distance"]) {
    await figure.getByRole("button", { name }).click();
    const { steps, last } = await record<{ steps: Step[]; last: Library.Query }>(figure);
    const bars = figure.locator("[data-part=bar]");
    expect(await bars.count()).toBe(steps.length);
    for (const [k, step] of steps.entries()) {
      const [answer] = native.solve([step.query], ["--separation", String(step.separation)]);
      expect(Number(await bars.nth(k).getAttribute("data-toi")), `${name}, ${k}`)
        .toBe(answer!.toi);
      // Distances are in no report of the tool.
      expect(step.distance).toBe(fc.solve(step.query, { tMax: 0 }).distance);
    }
    expect(await exactReadout(figure, "distance at the end"))
      .toBe(fc.solve(last, { tMax: 0 }).distance);
  }
});

test("proof: text, verdict and reason are native's", async ({ page }) => {
  const { figure } = await openFigure(page, address, "proof");
  type Record = { text: string; parsed?: Library.PairProof; verdict: { reason: string } };
  const first = await record<Record>(figure);
  const line = native.certificate(first.parsed!.query, ["--separation", "0.002"]);
  expect(JSON.parse(first.text)).toEqual(JSON.parse(line));
  const compare = async (): Promise<string> => {
    const { text } = await record<Record>(figure);
    const reason = native.verify(text);
    expect(await readout(figure, "verdict")).toBe(reason ? "no proof" : "proven free");
    if (reason) expect(await readout(figure, "reason")).toBe(reason);
    return reason;
  };
  expect(await compare()).toBe("");
  for (const name of ["Turn a direction round", "Leave one out", "Claim more room"]) {
    await figure.getByRole("button", { name: "Reset" }).click();
    await figure.getByRole("button", { name }).click();
    expect(await compare(), name).not.toBe("");
  }
  await figure.getByRole("button", { name: "Reset" }).click();
  await figure.getByRole("button", { name: "Change one last bit" }).click();
  await compare();
  await drag(page, handle(figure, "Point at the start"), -20, 50);
  expect(await compare()).not.toBe("");
});
