// The worker: reads files and computes, so that the page never freezes. It holds the library and, while
// a robot is open, its scene.
import {load, type FirstContact} from "firstcontact";
import type {Operation, Operations, Reply, Request} from "./messages";
import {readFile} from "./read_file";
import {queriesText, solvePair, verdicts} from "./pairs";
import {impacts} from "./steps";
import {screw, screwFiles} from "./screws";
import {robotExample, robotOpen} from "./robots";
import {robotMotion} from "./robot_motion";

export type Progress = (share: number, partial?: unknown) => void;
export interface Answer<T> {
  value: T;
  transfer?: Transferable[];
}
export type Handler<K extends Operation> = (
  library: FirstContact, takes: Operations[K]["takes"],
  progress: Progress) => Answer<Operations[K]["gives"]> | Promise<Answer<Operations[K]["gives"]>>;

const handlers: {[K in Exclude<Operation, "start">]: Handler<K>} = {
  read: readFile, solvePair, verdicts, queriesText, impacts, screw, screwFiles, robotOpen,
  robotExample, robotMotion,
};

let library: FirstContact | null = null;

async function handle(request: Request, progress: Progress): Promise<Answer<unknown>> {
  if (request.operation === "start") {
    const {wasm} = request.takes as Operations["start"]["takes"];
    library = await load(wasm === null ? {} : {wasm});
    return {value: {version: library.version, methods: library.methods()}};
  }
  if (!library) throw new Error("the library is not loaded");
  const handler = handlers[request.operation] as Handler<Operation>;
  return handler(library, request.takes, progress);
}

const reply = (message: Reply, transfer: Transferable[] = []) =>
  (self as unknown as {postMessage(m: unknown, t: Transferable[]): void})
    .postMessage(message, transfer);

self.onmessage = async ({data}: MessageEvent<Request>) => {
  const {id} = data;
  try {
    const {value, transfer} = await handle(
      data, (share, partial) => reply({id, type: "progress", share, partial}));
    reply({id, type: "value", value}, transfer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply({id, type: "error", message: message || "something went wrong"});
  }
};
