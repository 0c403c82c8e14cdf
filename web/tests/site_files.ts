/** The built site as files, and a server for it on loopback. */
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../build/site", import.meta.url));

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css",
  ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".wasm": "application/wasm",
};

/** The pages of VitePress: all but the viewer, which has tests of its own. */
export function pages(): string[] {
  if (!fs.existsSync(path.join(root, "index.html"))) throw new Error("there is no build/site: run ./site");
  const found = fs.readdirSync(root, { recursive: true, encoding: "utf8" });
  return found.filter((name) => name.endsWith(".html") && !/^(viewer|figures)\//.test(name)).sort();
}

export interface Site { address: string; close(): Promise<void> }

export async function serve(): Promise<Site> {
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
    const file = path.join(root, name.endsWith("/") ? `${name}index.html` : name);
    if (!file.startsWith(root) || !fs.existsSync(file) || fs.statSync(file).isDirectory()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" });
    fs.createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => { server.close(() => resolve()); server.closeAllConnections(); }),
  };
}
