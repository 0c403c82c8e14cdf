#!/usr/bin/env python3
"""Draws frames of a simulation side by side as one PNG picture.

    render_frames.py FOLDER --output strip.png [--frames 0,20,99]
    render_frames.py a.ply b.ply --output strip.png
    render_frames.py --self-test

A folder holds frame_0000.ply and so on, as `firstcontact simulate --output FOLDER` writes them.
Connected parts of the mesh get different colours; parts that stay where they are in all panels are
grey. z points up. All panels have the same view. Needs nothing but Python. Exits with 2 if a file
or an option cannot be used.
"""
import argparse
import re
import struct
import sys
import tempfile
import zlib
from pathlib import Path

from rendering.picture import COLORS, RESTING, Look, Panel, join_panels, part_colors
from rendering.ply import PlyError, read_ply
from rendering.png import encode_png
from rendering.stroke_font import GLYPHS

GAP, TITLE_HEIGHT = 4, 10  # pixels


class UsageError(Exception):
    """The options do not fit the files. The message says why."""


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(
        description="Draws frames of a simulation side by side as one PNG picture.")
    parser.add_argument("inputs", nargs="+", metavar="INPUT",
                        help="a folder of frames, or PLY files")
    parser.add_argument("--output", required=True, metavar="FILE", help="the picture")
    parser.add_argument("--frames", type=numbers(int), metavar="I,J,...",
                        help="frames of the folder; default: first, middle, last")
    parser.add_argument("--width", type=size, default=900, help="of the picture, in pixels")
    parser.add_argument("--height", type=size, default=300, help="of the picture, in pixels")
    parser.add_argument("--azimuth", type=float, default=30, metavar="DEGREES",
                        help="of the camera about z; 0 looks along +y")
    parser.add_argument("--elevation", type=float, default=20, metavar="DEGREES",
                        help="of the camera above the horizon")
    parser.add_argument("--fit", choices=["moving", "all"], default="moving",
                        help="which vertices the view holds: those that move between the panels "
                             "(all if none does), or all")
    parser.add_argument("--zoom", type=positive, default=1, metavar="FACTOR",
                        help="larger than 1 comes nearer to the middle of the view")
    parser.add_argument("--flat", action="store_true", help="shows the triangles")
    parser.add_argument("--title", action="append", default=[], metavar="TEXT",
                        help="above a panel; give it once for each panel")
    parser.add_argument("--mark", action="append", default=[], type=numbers(float, 3),
                        metavar="X,Y,Z", help="a red ring around this point (--mark=-1,0,2)")
    parser.add_argument("--background", type=color, default="f6f8fa", metavar="RRGGBB")
    return parser.parse_args(arguments)


def numbers(kind, count=None):
    def parse(text):
        values = [kind(word) for word in text.split(",")]
        if count and len(values) != count:
            raise ValueError
        return values
    parse.__name__ = f"list of {count} numbers" if count else "list of numbers"
    return parse


def size(text):
    value = int(text)
    if not 16 <= value <= 4096:
        raise argparse.ArgumentTypeError(f"{value} is not in 16 ... 4096")
    return value


def positive(text):
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not positive and finite")
    return value


def color(text):
    if not re.fullmatch("[0-9a-fA-F]{6}", text):
        raise ValueError
    return tuple(bytes.fromhex(text))


def frame_files(folder, wanted):
    """The files of the wanted frames, or of the first, the middle and the last."""
    frames = {int(m[1]): path for path in folder.iterdir()
              if (m := re.fullmatch(r"frame_(\d+)\.ply", path.name))}
    if not frames:
        raise UsageError(f"{folder}: there is no frame_0000.ply in this folder")
    present = sorted(frames)
    if wanted is None:
        wanted = sorted({present[0], present[len(present) // 2], present[-1]})
    for frame in wanted:
        if frame not in frames:
            raise UsageError(f"{folder}: there is no frame {frame}, "
                             f"only {present[0]} to {present[-1]}")
    return [frames[frame] for frame in wanted]


def input_files(options):
    if len(options.inputs) == 1 and Path(options.inputs[0]).is_dir():
        return frame_files(Path(options.inputs[0]), options.frames)
    if options.frames is not None:
        raise UsageError("--frames needs one folder of frames")
    return options.inputs


def find_moving(meshes):
    """Of each mesh, which of its vertices move between the panels; all, if that cannot be told."""
    vertices = [vertices for vertices, _ in meshes]
    if all(len(v) == len(vertices[0]) for v in vertices):
        moving = [len(set(places)) > 1 for places in zip(*vertices)]
        if any(moving):
            return [moving] * len(meshes)
    return [[True] * len(v) for v in vertices]


def render(meshes, options):
    """The bytes of the picture of these (vertices, triangles)."""
    titles = options.title
    if titles and len(titles) != len(meshes):
        raise UsageError(f"--title was given {len(titles)} times for {len(meshes)} panels")
    for letter in "".join(titles):
        if letter not in GLYPHS:
            raise UsageError(f"--title: there is no letter '{letter}' to draw")
    width = (options.width - GAP * (len(meshes) - 1)) // len(meshes)
    if width < 16:
        raise UsageError(f"--width {options.width} is too small for {len(meshes)} panels")
    look = Look(options.azimuth, options.elevation, options.flat, options.background)
    moves = find_moving(meshes)
    fitted = [p for (vertices, _), moving in zip(meshes, moves) for p, m in zip(vertices, moving)
              if m or options.fit == "all"]
    panels = []
    for index, (vertices, triangles) in enumerate(meshes):
        panel = Panel(width, options.height, look, fitted, options.zoom,
                      TITLE_HEIGHT if titles else 0)
        panel.draw_mesh(vertices, triangles, part_colors(triangles, moves[index]))
        for point in options.mark:
            panel.draw_mark(point)
        if titles:
            panel.draw_title(titles[index], TITLE_HEIGHT)
        panels.append(panel)
    return encode_png(*join_panels(panels, GAP))


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    options = parse_arguments(arguments)
    try:
        picture = render([read_ply(path) for path in input_files(options)], options)
        Path(options.output).write_bytes(picture)
    except (PlyError, UsageError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def self_test():
    """Draws a tetrahedron in front of a wall and looks at pixels. Returns the exit code."""
    wall = [(-2, 2, -2), (2, 2, -2), (2, 2, 2), (-2, 2, 2)]
    tetrahedron = [(-1, 0, -1), (1, 0, -1), (0, 0, 1), (0, 1, 0)]
    triangles = [(0, 1, 2), (0, 2, 3), (4, 5, 6), (4, 7, 5), (5, 7, 6), (6, 7, 4)]
    faults = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for frame, order in enumerate("<>"):
            path = folder / f"frame_{frame:04}.ply"
            path.write_bytes(ply_bytes(wall + tetrahedron, triangles, order))
        output = folder / "strip.png"
        options = [name, "--output", str(output), "--width", "204", "--height", "100", "--azimuth",
                   "0", "--elevation", "0", "--background", "ffffff", "--flat"]
        code = main(options)
        width, height, pixel = decode_png(output.read_bytes())
        if (code, width, height) != (0, 204, 100):
            faults.append(f"the picture is {width} x {height}, exit code {code}")
        for left in (0, 104):
            # The wall spans 6 to 94; the tetrahedron hides it from (28, 72) up to (50, 28).
            blue, orange = pixel(left + 10, 10), pixel(left + 50, 50)
            if pixel(left + 2, 50) != (255, 255, 255):
                faults.append("the background is not white")
            if not blue[2] > blue[0]:
                faults.append(f"the wall is {blue}, not blue")
            if not orange[0] > orange[2]:
                faults.append(f"the tetrahedron is {orange}, not orange: a hidden part is drawn")
            if pixel(left + 31, 70) != orange or pixel(left + 69, 70) != orange:
                faults.append("the tetrahedron is not as wide as it should be")
            if pixel(left + 30, 50)[2] < pixel(left + 30, 50)[0]:
                faults.append("the tetrahedron is wider than it should be")
        faults += refusal_faults(folder)
    if part_colors(triangles, [False] * 4 + [True] * 4)[:3:2] != [RESTING, COLORS[0]]:
        faults.append("what rests is not grey")
    for fault in faults:
        print(f"self-test: {fault}")
    print(f"self-test: render_frames.py, {len(faults)} faults")
    return 1 if faults else 0


def refusal_faults(folder):
    """What is wrong with the errors about files that cannot be used."""
    good = ply_bytes([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)], "<")
    bad = {"is no PLY file": b"solid\n",
           "the file ends early": good[:-3],
           "is not understood": good.replace(b"binary_little_endian", b"ascii"),
           "out of range": ply_bytes([(0, 0, 0)], [(0, 0, 1)], "<"),
           "not finite": ply_bytes([(0, 0, float("nan"))], [], "<")}
    for reason, data in bad.items():
        path = folder / "bad.ply"
        path.write_bytes(data)
        try:
            read_ply(path)
            yield f"a file was read although it {reason}"
        except PlyError as error:
            if reason not in str(error) or str(path) not in str(error):
                yield f"'{error}' does not say '{reason}' or not in which file"
    try:
        frame_files(folder, [7])
        yield "frame 7 was found"
    except UsageError:
        pass


def ply_bytes(vertices, triangles, order):
    name = {"<": "little", ">": "big"}[order]
    header = (f"ply\nformat binary_{name}_endian 1.0\nelement vertex {len(vertices)}\n"
              "property double x\nproperty double y\nproperty double z\n"
              f"element face {len(triangles)}\nproperty list uchar int vertex_indices\n"
              "end_header\n")
    return (header.encode() + b"".join(struct.pack(order + "3d", *v) for v in vertices)
            + b"".join(struct.pack(order + "B3i", 3, *face) for face in triangles))


def decode_png(data):
    """(width, height, function of x and y) of a picture that encode_png wrote."""
    chunks, at = {}, 8
    while at < len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        chunks[name] = data[at + 8:at + 8 + length]
        at += 12 + length
    width, height = struct.unpack_from(">II", chunks[b"IHDR"])
    rows, palette = zlib.decompress(chunks[b"IDAT"]), chunks[b"PLTE"]

    def pixel(x, y):
        index = rows[y * (width + 1) + 1 + x]
        return tuple(palette[3 * index:3 * index + 3])
    return width, height, pixel


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
