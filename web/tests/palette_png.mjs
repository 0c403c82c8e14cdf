// Writes small PNG files: pictures of pages have few colours, so a palette of them is enough.
import { crc32, deflateSync } from "node:zlib";

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The `count` colours that most pixels have, after rounding each channel to `shades` values. */
function commonColours(pixels, count, shades) {
  const step = 255 / (shades - 1);
  const round = (value) => Math.round(Math.round(value / step) * step);
  const found = new Map();
  for (let i = 0; i < pixels.length; i += 4) {
    const colour = (round(pixels[i]) << 16) | (round(pixels[i + 1]) << 8) | round(pixels[i + 2]);
    found.set(colour, (found.get(colour) ?? 0) + 1);
  }
  return [...found].sort((a, b) => b[1] - a[1]).slice(0, count).map(([colour]) => colour);
}

/** RGBA pixels as a PNG file with at most `count` colours. */
export function palettePng(pixels, width, height, count = 64, shades = 16) {
  const palette = commonColours(pixels, count, shades)
    .map((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]);
  const nearest = new Map();
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x) {
      const at = 4 * (y * width + x);
      const [r, g, b] = pixels.subarray(at, at + 3);
      const key = (r << 16) | (g << 8) | b;
      let index = nearest.get(key);
      if (index === undefined) {
        const distances = palette.map((one) => (one[0] - r) ** 2 + (one[1] - g) ** 2 + (one[2] - b) ** 2);
        index = distances.indexOf(Math.min(...distances));
        nearest.set(key, index);
      }
      rows[y * (width + 1) + 1 + x] = index;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);  // eight bits, a palette
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flat())), chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0))]);
}
