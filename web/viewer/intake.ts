// How files come into the page: dropped on it, chosen, embedded in it by the tool, or served by
// `firstcontact view`. Nothing leaves the machine.
import {bytes} from "../plots/numbers";
import type {FileData} from "../worker/messages";

const MOST_BYTES = 2e9;  // of one file: more than a page can hold

export interface Source {
  name: string;
  size: number;
  load(): Promise<ArrayBuffer>;
}

export function refuseHuge(source: Source): void {
  if (source.size > MOST_BYTES) {
    throw new Error(`${source.name}: ${bytes(source.size)} is more than this page can hold ` +
      `(${bytes(MOST_BYTES)})`);
  }
}

const sourceOf = (file: File): Source => ({
  name: file.webkitRelativePath || file.name, size: file.size, load: () => file.arrayBuffer(),
});

export const sourcesOf = (files: Iterable<File>): Source[] => [...files].map(sourceOf);

const MOST_FILES = 2000;  // of a folder

/// The files of a drop, those in folders too, with their paths. `leftOut`: there were too many.
export async function droppedSources(
  transfer: DataTransfer): Promise<{sources: Source[]; leftOut: boolean}> {
  const entries = [...transfer.items].filter((item) => item.kind === "file")
    .map((item) => item.webkitGetAsEntry());
  if (!entries.some((entry) => entry?.isDirectory))
    return {sources: sourcesOf(transfer.files), leftOut: false};
  const found: Source[] = [];
  let whole = true;
  for (const entry of entries) if (entry) whole = await walk(entry, found) && whole;
  found.sort((a, b) => a.name.localeCompare(b.name, "en", {numeric: true}));
  return {sources: found, leftOut: !whole};
}

/// Adds the files of an entry; false if there are more than fit.
async function walk(entry: FileSystemEntry, found: Source[]): Promise<boolean> {
  if (entry.isFile) {
    if (found.length >= MOST_FILES) return false;
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({...sourceOf(file), name: entry.fullPath.replace(/^\//, "")});
    return true;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject));
    if (!some.length) return true;
    for (const one of some) if (!await walk(one, found)) return false;
  }
}

/// The files that the tool has put into this page. Throws if they cannot be read.
export function embeddedSources(): Source[] {
  const node = document.getElementById("firstcontact-files");
  const listed: unknown = JSON.parse(node?.textContent?.trim() || "[]");
  if (!Array.isArray(listed)) throw new Error("the files in this page cannot be read");
  return listed.map((item: unknown, index): Source => {
    const {name, text, base64} = (item ?? {}) as Record<string, unknown>;
    const called = typeof name === "string" ? name : `file ${index + 1}`;
    const load = async (): Promise<ArrayBuffer> => {
      if (typeof text === "string") return new TextEncoder().encode(text).buffer as ArrayBuffer;
      if (typeof base64 === "string") {
        try {
          return bytesOf(base64);
        } catch {
          throw new Error(`${called}: its base64 is broken`);
        }
      }
      throw new Error(`${called}: has neither text nor base64`);
    };
    const size = typeof text === "string" ? text.length
      : typeof base64 === "string" ? 0.75 * base64.length : 0;
    return {name: called, size, load};
  });
}

export function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64), data = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) data[i] = text.charCodeAt(i);
  return data.buffer;
}

/// The files that `firstcontact view` serves; none where the page is not served by it. It serves on
/// loopback, at the root, the page that is one file.
export async function servedSources(): Promise<Source[]> {
  const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
  const served = location.protocol === "http:" && loopback && location.pathname === "/" &&
    document.getElementById("firstcontact-worker") !== null;
  if (!served) return [];
  const answer = await fetch("/files.json");
  if (!answer.ok) return [];
  const listed: unknown = await answer.json();
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((item: unknown): Source[] => {
    const {name, url, size} = (item ?? {}) as Record<string, unknown>;
    if (typeof name !== "string" || typeof url !== "string" || !url.startsWith("/")) return [];
    const load = async () => {
      const file = await fetch(url);
      if (!file.ok) throw new Error(`${name}: the server answered ${file.status}`);
      return file.arrayBuffer();
    };
    return [{name, size: typeof size === "number" ? size : 0, load}];
  });
}

export type {FileData};
