/** The WebAssembly library: its memory, and calls with their arguments and answers. */
import createGlue, { type Glue } from './glue.mjs';

/** What is wrong with a file or an argument. */
export class FirstContactError extends Error {
  override name = 'FirstContactError';
}

/** An array that is handed over as it is. */
export type Bytes = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

/**
 * JSON has no NaN, no infinity and no negative zero: they are the texts 'number:NaN' and so on, as
 * values.h of the library has them.
 */
const odd = new Map<string, number>([
  ['number:NaN', NaN], ['number:Infinity', Infinity], ['number:-Infinity', -Infinity],
  ['number:-0', -0],
]);

function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, x: unknown) => {
    if (typeof x !== 'number') return x;
    if (Number.isNaN(x)) return 'number:NaN';
    if (!Number.isFinite(x)) return x > 0 ? 'number:Infinity' : 'number:-Infinity';
    return Object.is(x, -0) ? 'number:-0' : x;
  });
}

function fromJson(text: string): unknown {
  if (!text.includes('"number:')) return JSON.parse(text);
  return JSON.parse(text, (_key, x: unknown) =>
    typeof x === 'string' && odd.has(x) ? odd.get(x) : x);
}

/** The arrays of a call. Fields of the arguments name them by the numbers that `add` returns. */
export class Arrays {
  readonly list: Bytes[] = [];
  add(array: Bytes): number {
    this.list.push(array);
    return this.list.length - 1;
  }
}

/** What a call answers: fields, and copies of arrays by the numbers in the fields. */
export class Reply<T> {
  constructor(readonly fields: T, private readonly arrays: Uint8Array<ArrayBuffer>[]) {}
  doubles(index: number): Float64Array { return new Float64Array(this.arrays[index]!.buffer); }
  integers(index: number): Int32Array { return new Int32Array(this.arrays[index]!.buffer); }
  bytes(index: number): Uint8Array { return this.arrays[index]!; }
}

export class Library {
  private broken = '';
  private busy = false;
  private readonly decoder = new TextDecoder();
  private readonly encoder = new TextEncoder();

  private memory = new Float64Array(0);

  private constructor(private readonly glue: Glue) {}

  /** The memory as doubles. It moves when it grows: ask again after every call. */
  get doubles(): Float64Array {
    if (this.memory.buffer !== this.glue.HEAPU8.buffer)
      this.memory = new Float64Array(this.glue.HEAPU8.buffer);
    return this.memory;
  }

  static async create(wasm: BufferSource | WebAssembly.Module): Promise<Library> {
    let failed: (reason: unknown) => void = () => {};
    const failure = new Promise<never>((_resolve, reject) => { failed = reject; });
    const glue = createGlue({
      instantiateWasm: (imports, done) => {
        const made = wasm instanceof WebAssembly.Module
          ? WebAssembly.instantiate(wasm, imports).then(instance => ({ instance, module: wasm }))
          : WebAssembly.instantiate(wasm, imports);
        made.then(({ instance, module }) => done(instance, module)).catch(failed);
        return {};
      },
      print: () => {},
      printErr: () => {},
    });
    return new Library(await Promise.race([glue, failure]));
  }

  /** True after the library stopped (for lack of memory): then every call throws. */
  get stopped(): boolean { return this.broken !== ''; }

  /** Runs `work` on the library. A trap of WebAssembly becomes an error that says so. */
  run<T>(work: (glue: Glue) => T): T {
    if (this.broken) throw new FirstContactError(this.broken);
    try {
      return work(this.glue);
    } catch (error) {
      if (error instanceof FirstContactError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      this.broken = `the library stopped (${reason}); load it again`;
      throw new FirstContactError(this.broken);
    }
  }

  text(address: number, bytes: number): string {
    return this.decoder.decode(this.glue.HEAPU8.subarray(address, address + bytes));
  }

  /** Calls a function of the library by its name. */
  call<T>(name: string, fields: object = {}, arrays: Arrays = new Arrays(),
          progress?: (share: number) => boolean | void): Reply<T> {
    if (this.busy)
      throw new FirstContactError('the library is busy: a progress function must not call it');
    // Outside of `run`: what is wrong with an argument is no fault of the library.
    const text = this.encoder.encode(toJson({ ...fields, call: name }));
    const views = arrays.list.map(x => new Uint8Array(x.buffer, x.byteOffset, x.byteLength));
    // A callback that throws stops the call, and throws again afterwards: nothing of the page may
    // unwind the library's own stack.
    let thrown: { error: unknown } | null = null;
    // Making room may move the memory, so `HEAPU8` is asked for afterwards.
    const put = (glue: Glue, bytes: Uint8Array, address: number): void => {
      if (address === 0) {
        glue._fc_done();
        throw new FirstContactError('there is not enough memory');
      }
      glue.HEAPU8.set(bytes, address);
    };
    const reply = this.run(glue => {
      for (const view of views) put(glue, view, glue._fc_array_room(view.length));
      put(glue, text, glue._fc_text_room(text.length));
      glue.firstcontactProgress = share => {
        if (thrown !== null) return 0;
        try {
          return progress?.(share) === false ? 0 : 1;
        } catch (error) {
          thrown = { error };
          return 0;
        }
      };
      this.busy = true;
      let done = 0;
      try {
        done = glue._fc_call();
      } finally {
        this.busy = false;
        glue.firstcontactProgress = undefined;
      }
      const answer = this.text(glue._fc_text(), glue._fc_text_bytes());
      if (done === 0) {
        glue._fc_done();
        throw new FirstContactError(answer);
      }
      const given: Uint8Array<ArrayBuffer>[] = [];
      for (let i = 0, count = glue._fc_array_count(); i < count; ++i) {
        const at = glue._fc_array(i);
        given.push(glue.HEAPU8.slice(at, at + glue._fc_array_bytes(i)));
      }
      glue._fc_done();
      return new Reply<T>(fromJson(answer) as T, given);
    });
    if (thrown !== null) throw (thrown as { error: unknown }).error;
    return reply;
  }
}
