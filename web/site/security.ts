/** The content security policy of every page: nothing is loaded from elsewhere, no inline script runs
    that is not known by its hash. */
import { createHash } from 'node:crypto';

export function withPolicy(html: string): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter((script) => !/type="application\/json"/.test(script[1]!) && script[2] !== '')
    .map((script) => `'sha256-${createHash('sha256').update(script[2]!).digest('base64')}'`);
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${[...new Set(hashes)].join(' ')}`,
    // Highlighted code has its colours in style attributes.
    "style-src 'self' 'unsafe-inline'",
    // The icons of VitePress are pictures within its style sheet.
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace(/<meta charset="utf-8">/i,
    (charset) => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
