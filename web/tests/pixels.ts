/// <reference types="node" />
// Looks at pixels of screenshots: decodes the PNG files that Chromium writes (8 bits, not
// interlaced) and counts pixels of a colour.
import { inflateSync } from "node:zlib";

export interface Picture { width: number; height: number; channels: number; data: Uint8Array }

export function decodePng(file: Buffer): Picture {
  let at = 8, width = 0, height = 0, channels = 0;
  const parts: Buffer[] = [];
  while (at < file.length) {
    const size = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + size);
    if (type === "IHDR") {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      channels = { 2: 3, 6: 4 }[body[9]!] ?? 0;
      if (body[8] !== 8 || !channels || body[12]) throw new Error("unexpected form of PNG");
    }
    if (type === "IDAT") parts.push(body);
    at += 12 + size;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const data = new Uint8Array(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (stride + 1)]!;
    for (let x = 0; x < stride; ++x) {
      const value = raw[y * (stride + 1) + 1 + x]!;
      const left = x >= channels ? data[y * stride + x - channels]! : 0;
      const up = y > 0 ? data[(y - 1) * stride + x]! : 0;
      const corner = x >= channels && y > 0 ? data[(y - 1) * stride + x - channels]! : 0;
      data[y * stride + x] = value + predicted(filter, left, up, corner);
    }
  }
  return { width, height, channels, data };
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0: return 0;
    case 1: return left;
    case 2: return up;
    case 3: return (left + up) >> 1;
  }
  const p = left + up - corner;
  const a = Math.abs(p - left), b = Math.abs(p - up), c = Math.abs(p - corner);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Whether any pixel differs. */
export function differ(a: Picture, b: Picture): boolean {
  return Buffer.compare(Buffer.from(a.data), Buffer.from(b.data)) !== 0;
}

/** "#rrggbb" as three numbers. */
export function rgb(hex: string): [number, number, number] {
  return [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16)) as [number, number, number];
}

/** Number of pixels whose channels are all within `tolerance` of the colour. */
export function countColour(picture: Picture, colour: string, tolerance = 12): number {
  const wanted = rgb(colour);
  let n = 0;
  for (let i = 0; i < picture.data.length; i += picture.channels) {
    if (wanted.every((w, k) => Math.abs(w - picture.data[i + k]!) <= tolerance)) n += 1;
  }
  return n;
}

/** Number of pixels in which the colour's own hue dominates: for shaded surfaces. */
export function countHue(picture: Picture, colour: string): number {
  const wanted = hue(...rgb(colour));
  let n = 0;
  for (let i = 0; i < picture.data.length; i += picture.channels) {
    const [r, g, b] = [picture.data[i]!, picture.data[i + 1]!, picture.data[i + 2]!];
    if (Math.max(r, g, b) - Math.min(r, g, b) < 40) continue;
    const apart = Math.abs(hue(r, g, b) - wanted) % 360;
    if (Math.min(apart, 360 - apart) < 18) n += 1;
  }
  return n;
}

function hue(r: number, g: number, b: number): number {
  const high = Math.max(r, g, b), span = high - Math.min(r, g, b) || 1;
  const sixth = high === r ? (g - b) / span : high === g ? 2 + (b - r) / span : 4 + (r - g) / span;
  return (sixth * 60 + 360) % 360;
}
