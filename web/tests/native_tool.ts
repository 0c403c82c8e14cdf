/// <reference types="node" />
// Asks the C++ command line tool the questions that a figure asked its WebAssembly library.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Kind, Query, RobotSceneInput, Status, Vec3 } from "firstcontact";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const tool = process.env["FIRSTCONTACT_TOOL"] ?? resolve(web, "../build/release/firstcontact");

export interface NativeAnswer { status: Status; toi: number; toiUpper: number }

const kindFolders: Record<Kind, [string, number]> = {
  VertexFace: ["vertex-face", 0], EdgeEdge: ["edge-edge", 1], PointEdge: ["point-edge", 2],
  PointPoint: ["point-point", 3], PointSegment2D: ["point-segment-2d", 4],
};

/** Queries of one kind as a packed query file (docs/formats/query-files.md): bit for bit. */
function packed(queries: readonly Query[]): Buffer {
  const points = queries[0]!.t0.length, size = 48 * points + 8;
  const file = Buffer.alloc(64 + queries.length * size);
  file.write("\x89FCQ\r\n\x1a\n", "latin1");
  file.writeUInt32LE(1, 8);
  file.writeUInt32LE(0x01020304, 12);
  file.writeUInt32LE(kindFolders[queries[0]!.kind][1], 16);
  file.writeBigUInt64LE(BigInt(queries.length), 24);
  file.writeBigUInt64LE(BigInt(size), 32);
  queries.forEach((query, k) => [...query.t0, ...query.t1].flat().forEach((x, i) =>
    file.writeDoubleLE(x, 64 + k * size + 8 * i)));
  return file;
}

export class NativeTool {
  private readonly folder = mkdtempSync(join(tmpdir(), "figures-native-"));
  private files = 0;

  constructor() {
    if (!existsSync(tool)) throw new Error(`${tool} is missing: build the command line tool first`);
  }

  dispose(): void { rmSync(this.folder, { recursive: true }); }

  /** A new file with this content. */
  file(name: string, content: string | Buffer): string {
    const folder = join(this.folder, String(++this.files));
    mkdirSync(folder);
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  }

  /** Runs the tool, which must end with one of these codes, and returns that. */
  run(args: readonly string[], codes: readonly number[] = [0]): number {
    let code = 0;
    try {
      execFileSync(tool, args, { stdio: "pipe", timeout: 60_000 });
    } catch (error) {
      const failed = error as { status: number | null; stderr: Buffer };
      code = failed.status ?? -1;
      if (!codes.includes(code)) throw new Error(`${args.join(" ")}: ${failed.stderr}`);
    }
    return code;
  }

  /** The JSON report of a run. */
  report<T>(args: readonly string[], codes?: readonly number[]): T {
    const report = this.file("report.json", "");
    this.run([...args, "--json", report], codes);
    return JSON.parse(readFileSync(report, "utf8")) as T;
  }

  /** Writes queries into the folder of their kind. */
  queries(queries: readonly Query[]): string {
    const kind = kindFolders[queries[0]!.kind][0];
    const folder = join(this.folder, String(++this.files), kind);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "queries.fcq"), packed(queries));
    return join(folder, "queries.fcq");
  }

  /** `firstcontact solve` with these options, query by query. */
  solve(queries: readonly Query[], options: readonly string[] = []): NativeAnswer[] {
    const table = this.file("answers.csv", "");
    this.run(["solve", this.queries(queries), "--csv", table, ...options]);
    const [names, ...rows] = readFileSync(table, "utf8").trim().split("\n")
      .map((row) => row.split(","));
    const column = (name: string): number => names!.indexOf(name);
    return rows.map((row) => ({ status: row[column("status")] as Status,
      toi: row[column("toi")] ? Number(row[column("toi")]) : NaN,
      toiUpper: Number(row[column("toi_upper")]) }));
  }

  /** The proof that `firstcontact solve --certificates` writes for one free query, as its line. */
  certificate(query: Query, options: readonly string[]): string {
    const proofs = this.file("proofs.jsonl", "");
    this.run(["solve", this.queries([query]), "--certificates", proofs, ...options]);
    return readFileSync(proofs, "utf8");
  }

  /** What `firstcontact verify` says of one proof: "" if it is one, else why not. */
  verify(text: string): string {
    type Verdict = { files: { failures: { reason: string }[]; error: string | null }[] };
    const report = this.report<Verdict>(["verify", this.file("proof.jsonl", text)], [0, 1]);
    return report.files[0]!.failures[0]?.reason ?? report.files[0]!.error ?? "";
  }
}

/** Vertices and faces as an OFF file. The decimals read back as the same doubles. */
export function offText(vertices: readonly Vec3[], faces: readonly (readonly number[])[]): string {
  return `OFF\n${vertices.length} ${faces.length} 0\n` +
    vertices.map((v) => v.join(" ")).join("\n") + "\n" +
    faces.map((f) => [f.length, ...f].join(" ")).join("\n") + "\n";
}

/** The robot of the chain as URDF: a base, and boxes with joints that turn. */
export function urdfText({ robot }: RobotSceneInput): string {
  if (!("links" in robot)) throw new Error("not a robot of links");
  const [base, ...moving] = robot.links;
  const links = moving.map((link) => {
    const [shape] = link.shapes ?? [];
    if (shape?.kind !== "box") throw new Error("not a box");
    return `<link name="${link.name}"><collision>` +
      `<origin xyz="${shape.pose?.position?.join(" ") ?? "0 0 0"}"/>` +
      `<geometry><box size="${shape.size.join(" ")}"/></geometry></collision></link>`;
  });
  const joints = moving.map((link) =>
    `<joint name="${link.joint.name}" type="continuous">` +
    `<parent link="${robot.links[link.parent]!.name}"/>` +
    `<child link="${link.name}"/><axis xyz="${link.joint.axis!.join(" ")}"/>` +
    `<origin xyz="${link.joint.origin?.position?.join(" ") ?? "0 0 0"}"/></joint>`);
  return `<robot name="${robot.name}"><link name="${base!.name}"/>` +
    `${links.join("")}${joints.join("")}</robot>`;
}
