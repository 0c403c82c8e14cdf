// Serves a folder on loopback, for tests: node static_server.mjs FOLDER PORT
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8", ".json": "application/json", ".wasm": "application/wasm",
  ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2",
};
// What a strict page may do: its own files only. WebAssembly has a word of its own.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
  "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'";

/** Starts a server on a free port, or on `port`; resolves to it and its address. Pages of the site have
    a policy of their own: `header` is then empty. */
export function serve(folder, port = 0, header = policy) {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    let path;
    try {
      path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    } catch {
      response.writeHead(400).end();
      return;
    }
    let file = join(root, normalize(path));
    try {
      if (file !== root && !file.startsWith(root + sep)) throw new Error("outside");
      if (statSync(file).isDirectory()) file = join(file, "index.html");
      const size = statSync(file).size;
      response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream",
                                "Content-Length": size,
                                ...(header && { "Content-Security-Policy": header }) });
      createReadStream(file).pipe(response);
    } catch {
      response.writeHead(404).end("not found");
    }
  });
  return new Promise((done) => server.listen(port, "127.0.0.1", () =>
    done({ server, address: `http://127.0.0.1:${server.address().port}` })));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await serve(process.argv[2] ?? ".", Number(process.argv[3] ?? 0));
  console.log(address);
}
