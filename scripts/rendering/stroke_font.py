"""A font of straight strokes, for the titles of pictures."""
from math import ceil, floor, hypot

# Every glyph is a list of polylines, and every point two digits: x to the right (0 to 4) and y
# upward. The baseline is y = 2, small letters reach up to 6 and capitals to 8.
_BOWL = "163645433212030516"
_ROUND = "183847433212030718"
GLYPHS = {
    "a": _BOWL + " 4642", "b": "0802 " + _BOWL, "c": "4536160503123243", "d": _BOWL + " 4842",
    "e": "04444536160503123243", "f": "38281712 0636", "g": _BOWL + " 4641301001",
    "h": "0802 0516364542", "i": "0602 0808", "j": "161100 1818", "k": "0802 3603 1432",
    "l": "0802", "m": "0602 05162522 25364542", "n": "0602 0516364542", "o": _BOWL,
    "p": "0600 " + _BOWL, "q": _BOWL + " 4640", "r": "0602 051636", "s": "45361605143443321203",
    "t": "18132232 0636", "u": "0603123243 4642", "v": "062246", "w": "0612243246",
    "x": "0642 0246", "y": "0622 461000", "z": "06460242",
    "A": "022842 1434", "B": "08023243443505 3546473808", "C": "4738180703123243",
    "D": "08023243473808", "E": "48080242 0535", "F": "480802 0535", "G": "47381807031232434525",
    "H": "0802 4842 0545", "I": "0802", "J": "4843321203", "K": "0802 4804 1542", "L": "080242",
    "M": "0208254842", "N": "02084248", "O": _ROUND, "P": "02083847463505",
    "Q": _ROUND + " 2442", "R": "02083847463505 2542", "S": "473818070615354443321203",
    "T": "0848 2822", "U": "080312324348", "V": "082248", "W": "0812263248", "X": "0842 0248",
    "Y": "082548 2522", "Z": "08480242",
    "0": _ROUND, "1": "071812", "2": "07183847460242", "3": "07183847463515 354443321203",
    "4": "32380444", "5": "480805354443321203", "6": "38180703123243443505", "7": "084812",
    "8": "183847463515060718 3544433212030415", "9": "45150607183847433212",
    " ": "", ".": "0202", ",": "1201", ":": "0606 0202", "=": "0636 0434", "-": "0535",
    "+": "0444 2622", "/": "0248", "(": "18070312", ")": "08171302", "%": "0248 0808 4242",
    "_": "0242", "<": "360432", ">": "063402", "'": "0807", "*": "0642 0246 2622",
    "δ": _BOWL + " 3617183847", "×": "0642 0246",
}
_SPACE = 2


def _strokes(glyph):
    for line in GLYPHS[glyph].split():
        yield [(int(line[i]), int(line[i + 1]) - 2) for i in range(0, len(line), 2)]


def _width(glyph):
    return max((x for line in _strokes(glyph) for x, _ in line), default=_SPACE)


def text_width(text, unit):
    return unit * (sum(_width(glyph) + _SPACE for glyph in text) - _SPACE) if text else 0


def text_pixels(text, left, baseline, unit, thickness):
    """Yields the (x, y) of the pixels of a line of text; y points down. `unit` is a sixth of the
    height of capitals. Pixels may come twice."""
    for glyph in text:
        for line in _strokes(glyph):
            points = [(left + unit * x, baseline - unit * y) for x, y in line]
            for start, end in zip(points, points[1:]):
                yield from segment_pixels(start, end, thickness / 2)
        left += unit * (_width(glyph) + _SPACE)


def segment_pixels(start, end, radius):
    """Yields the pixels whose centres are at most `radius` away from the segment."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    for y in range(floor(min(y0, y1) - radius), ceil(max(y0, y1) + radius) + 1):
        for x in range(floor(min(x0, x1) - radius), ceil(max(x0, x1) + radius) + 1):
            px, py = x + 0.5 - x0, y + 0.5 - y0
            t = min(1, max(0, (px * dx + py * dy) / square)) if square else 0
            if hypot(px - t * dx, py - t * dy) <= radius:
                yield x, y
