/** The part of emscripten's glue (glue.mjs, made by the build) that this package uses. */
export interface Glue {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  firstcontactProgress?: (share: number) => number;
  _malloc(bytes: number): number;
  _free(address: number): void;
  _fc_text_room(bytes: number): number;
  _fc_array_room(bytes: number): number;
  _fc_call(): number;
  _fc_text(): number;
  _fc_text_bytes(): number;
  _fc_array_count(): number;
  _fc_array(index: number): number;
  _fc_array_bytes(index: number): number;
  _fc_done(): void;
  _fc_solve(query: number, options: number, out: number): number;
  _fc_message(): number;
  _fc_message_bytes(): number;
  _fc_certificate(out: number): void;
  _fc_solve_many(count: number, queries: number, options: number, outcomes: number): number;
}

export interface GlueOptions {
  instantiateWasm(imports: WebAssembly.Imports,
                  done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object;
  print(text: string): void;
  printErr(text: string): void;
}

export default function createGlue(options: GlueOptions): Promise<Glue>;
