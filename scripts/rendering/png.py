"""Writes small PNG files: 256 colours at most, chosen from those of the picture."""
import struct
import zlib

MAX_COLORS = 256


def encode_png(width, height, pixels):
    """The bytes of a PNG file. `pixels` are the (red, green, blue) of each pixel, row by row."""
    counts = {}
    for color in pixels:
        counts[color] = counts.get(color, 0) + 1
    palette, index_of = choose_palette(counts)
    indices = bytes(index_of[color] for color in pixels)
    rows = b"".join(b"\0" + indices[y * width:(y + 1) * width] for y in range(height))
    return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
            + chunk(b"PLTE", b"".join(bytes(color) for color in palette))
            + chunk(b"IDAT", zlib.compress(rows, 9))
            + chunk(b"IEND", b""))


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def choose_palette(counts):
    """(palette, index in the palette for each colour). `counts` tells how often a colour occurs. If
    there are too many colours, the box with the widest spread is cut in two until there are enough
    boxes, and each box becomes its mean colour (median cut)."""
    boxes = [sorted(counts)]
    if len(counts) <= MAX_COLORS:
        return boxes[0], {color: index for index, color in enumerate(boxes[0])}
    spreads = [spread(boxes[0])]
    while len(boxes) < MAX_COLORS:
        widest = max(range(len(boxes)), key=lambda i: spreads[i][0])
        _, channel = spreads[widest]
        box = sorted(boxes[widest], key=lambda color: (color[channel], color))
        halves = box[:len(box) // 2], box[len(box) // 2:]
        boxes[widest:widest + 1] = halves
        spreads[widest:widest + 1] = map(spread, halves)
    palette = []
    for box in boxes:
        total = sum(counts[color] for color in box)
        palette.append(tuple(round(sum(color[k] * counts[color] for color in box) / total)
                             for k in range(3)))
    return palette, {color: index for index, box in enumerate(boxes) for color in box}


def spread(box):
    """(largest difference in a channel, that channel)."""
    return max((max(color[k] for color in box) - min(color[k] for color in box), k)
               for k in range(3))
