// Permalinks: the state of the page in the part of the address after "#". Nothing of it is ever sent
// to a server.
import type {State} from "./view";

export function readAddress(): State {
  const state: State = {};
  for (const [name, value] of new URLSearchParams(location.hash.replace(/^#/, "")))
    state[name] = value;
  return state;
}

export function addressOf(state: State): string {
  const text = new URLSearchParams(
    Object.entries(state).filter(([, value]) => value !== "")).toString();
  return text ? "#" + text.replace(/%3A/g, ":").replace(/%2C/g, ",") : "";
}

let timer = 0;
/// Puts the state into the address bar, at most a few times a second.
export function writeAddress(state: () => State): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    try {
      history.replaceState(null, "", addressOf(state()) || location.pathname + location.search);
    } catch {
      // Some browsers refuse this for pages from disk; the button for the link still works.
    }
  }, 250);
}

/// Sixteen hexadecimal digits: the bits of a double.
export function hexOf(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}
export function ofHex(digits: string): number {
  if (!/^[0-9a-f]{16}$/i.test(digits)) return NaN;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt("0x" + digits));
  return view.getFloat64(0);
}
