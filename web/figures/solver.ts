// The one copy of the WebAssembly library that all figures of a page share.
import { load, type FirstContact } from "firstcontact";

let promise: Promise<FirstContact> | undefined;

/** Loads the library once. The file lies beside the script of the figures. */
export function solver(): Promise<FirstContact> {
  promise ??= load({ wasm: new URL("./firstcontact.wasm", import.meta.url) });
  return promise;
}
