// The page's side of the worker: calls that give promises, progress and a way to cancel. To cancel
// ends the worker and starts another one, which works whatever it is busy with.
import type {Operation, Operations, Reply} from "./messages";

export interface Call<T> {
  result: Promise<T>;
  cancel(): void;
}
export class Cancelled extends Error {
  constructor() {
    super("cancelled");
  }
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
  progress?: (share: number, partial?: unknown) => void;
}

/// One worker. Several clients are several threads: the viewer has one for files and long
/// computations and one for single pairs, so that editing stays quick.
export class Client {
  private worker: Worker | null = null;
  private pending = new Map<number, Pending>();
  private next = 1;
  private ready: Promise<unknown> | null = null;

  constructor(
    private readonly makeWorker: () => Worker,
    private readonly wasm: () => Promise<ArrayBuffer | string | null>) {}

  private send<K extends Operation>(
    operation: K, takes: Operations[K]["takes"],
    progress?: Pending["progress"]): {id: number; result: Promise<Operations[K]["gives"]>} {
    const worker = this.worker ?? this.launch();
    const id = this.next++;
    const result = new Promise<Operations[K]["gives"]>((resolve, reject) => {
      this.pending.set(id, {resolve: resolve as (value: unknown) => void, reject, progress});
    });
    worker.postMessage({id, operation, takes});
    return {id, result};
  }

  private launch(): Worker {
    const worker = this.makeWorker();
    this.worker = worker;
    worker.onmessage = ({data}: MessageEvent<Reply>) => {
      const waiting = this.pending.get(data.id);
      if (!waiting) return;
      if (data.type === "progress") {
        waiting.progress?.(data.share, data.partial);
        return;
      }
      this.pending.delete(data.id);
      if (data.type === "value") waiting.resolve(data.value);
      else waiting.reject(new Error(data.message));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(new Error(event.message || "the worker stopped"));
    };
    return worker;
  }

  private end(error: Error): void {
    this.worker?.terminate();
    this.worker = null;
    this.ready = null;
    for (const waiting of this.pending.values()) waiting.reject(error);
    this.pending.clear();
  }

  /// Loads the library, once for each worker.
  start(): Promise<Operations["start"]["gives"]> {
    this.ready ??= this.wasm().then((wasm) => this.send("start", {wasm}).result);
    return this.ready as Promise<Operations["start"]["gives"]>;
  }

  call<K extends Operation>(
    operation: K, takes: Operations[K]["takes"],
    progress?: Pending["progress"]): Call<Operations[K]["gives"]> {
    let cancelled = false;
    const result = this.start().then(() => {
      if (cancelled) throw new Cancelled();
      return this.send(operation, takes, progress).result;
    });
    return {
      result,
      cancel: () => {
        cancelled = true;
        this.end(new Cancelled());
      },
    };
  }
}
