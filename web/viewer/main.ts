// Where the page starts. In the form of one file, the worker's script and the library's bytes are in
// the page itself; in the form of a folder they lie beside it.
import {Client} from "../worker/client";
import {App} from "./app";
import {BenchmarkView} from "./benchmark/benchmark_view";
import {BodiesView} from "./bodies/bodies_view";
import {bytesOf} from "./intake";
import {QueriesView} from "./queries/queries_view";
import {SimulationsView} from "./simulations/simulations_view";
import {StepsView} from "./steps/steps_view";
import type {Context, View, ViewName} from "./view";

const inPage = (id: string): string | null => document.getElementById(id)?.textContent ?? null;

let workerAddress: string | null = null;
function makeWorker(): Worker {
  const source = inPage("firstcontact-worker");
  if (source === null) return new Worker(new URL("worker.js", document.baseURI));
  workerAddress ??= URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
  return new Worker(workerAddress);
}

let bytes: Promise<ArrayBuffer> | null = null;
function wasm(): Promise<ArrayBuffer> {
  bytes ??= (async () => {
    const base64 = inPage("firstcontact-wasm");
    if (base64 !== null) return bytesOf(base64.trim());
    const answer = await fetch(new URL("firstcontact.wasm", document.baseURI));
    if (!answer.ok) throw new Error(`firstcontact.wasm: the server answered ${answer.status}`);
    return answer.arrayBuffer();
  })();
  return bytes;
}

function makeView(name: ViewName, context: Context): View {
  switch (name) {
    case "queries": return new QueriesView(context);
    case "steps": return new StepsView(context);
    case "simulations": return new SimulationsView(context);
    case "bodies": return new BodiesView(context);
    case "benchmark": return new BenchmarkView(context);
  }
}

const app = new App(new Client(makeWorker, wasm), new Client(makeWorker, wasm), makeView);
void app.start();
