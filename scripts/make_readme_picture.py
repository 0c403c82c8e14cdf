#!/usr/bin/env python3
"""Makes docs/images/first-contact.svg.

The picture shows a bullet that is before a sheet in one frame and behind it in the next, and its
first contact in between, which `firstcontact check` finds.

    scripts/make_readme_picture.py build/release/firstcontact docs/images/first-contact.svg
"""
import json
import math
import os
import subprocess
import sys
import tempfile

WIDTH, HEIGHT, SCALE = 960, 400, 92
VIEW = (-0.50, -0.80, 0.34)  # the direction from the scene to the eye
LIGHT = (-0.45, -0.55, 0.80)
FLIGHT = 6.4  # the length of the bullet's way in one step


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


def scaled(a, s):
    return tuple(x * s for x in a)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    return scaled(a, 1 / math.sqrt(dot(a, a)))


EYE, SUN = unit(VIEW), unit(LIGHT)
RIGHT = unit(cross((0, 0, 1), EYE))
UP = cross(EYE, RIGHT)


def project(p):
    return WIDTH / 2 + SCALE * dot(p, RIGHT), HEIGHT / 2 + 6 - SCALE * dot(p, UP)


def shield(cells=14):
    """Vertices and faces of a thin, dented sheet across the way of the bullet."""
    def at(i, j):
        y, z = 3.1 * (i / cells - 0.5), 2.7 * (j / cells - 0.5)
        return (0.10 * (y * y + z * z) - 0.22 * math.exp(-2.5 * ((y - 0.5) ** 2 + (z + 0.2) ** 2)), y, z)
    vertices = [at(i, j) for i in range(cells + 1) for j in range(cells + 1)]
    index = lambda i, j: i * (cells + 1) + j
    faces = []
    for i in range(cells):
        for j in range(cells):
            a, b, c, d = index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)
            faces += [(a, b, c), (a, c, d)]
    return vertices, faces


def bullet(sides=14):
    """Vertices and faces of the bullet. Its tip is at the origin and points along x."""
    rings = [(-0.10, 0.09), (-0.24, 0.16), (-0.42, 0.21), (-0.62, 0.23), (-1.10, 0.23)]
    vertices = [(0.0, 0.0, 0.0)]
    for x, radius in rings:
        vertices += [(x, radius * math.cos(2 * math.pi * k / sides), radius * math.sin(2 * math.pi * k / sides)) for k in range(sides)]
    vertices.append((rings[-1][0], 0.0, 0.0))
    at = lambda ring, k: 1 + ring * sides + k % sides
    faces = [(0, at(0, k), at(0, k + 1)) for k in range(sides)]
    for ring in range(len(rings) - 1):
        for k in range(sides):
            a, b, c, d = at(ring, k), at(ring + 1, k), at(ring + 1, k + 1), at(ring, k + 1)
            faces += [(a, b, c), (a, c, d)]
    faces += [(len(vertices) - 1, at(len(rings) - 1, k + 1), at(len(rings) - 1, k)) for k in range(sides)]
    return vertices, faces


def obj(vertices, faces):
    return ("".join("v {!r} {!r} {!r}\n".format(*v) for v in vertices) +
            "".join("f {} {} {}\n".format(*(i + 1 for i in face)) for face in faces))


def first_contact(command, frames, faces):
    """The report's earliest impact of the step from frames[0] to frames[1]."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"frame_{i}.obj") for i in range(2)]
        for path, vertices in zip(paths, frames):
            with open(path, "w", encoding="utf-8") as file:
                file.write(obj(vertices, faces))
        report = os.path.join(folder, "report.json")
        done = subprocess.run([command, "check", *paths, "--json", report], stdout=subprocess.DEVNULL, check=False)
        if done.returncode != 1:
            sys.exit(f"{command} check found no contact (exit code {done.returncode})")
        with open(report, encoding="utf-8") as file:
            return json.load(file)["steps"][0]["earliest"]


def shade(color, vertices, face):
    normal = unit(cross(add(vertices[face[1]], scaled(vertices[face[0]], -1)), add(vertices[face[2]], scaled(vertices[face[0]], -1))))
    light = 0.58 + 0.42 * abs(dot(normal, SUN))
    return "#" + "".join(f"{round(min(255, c * light)):02x}" for c in color)


def polygons(vertices, faces, color):
    """The depth and the SVG of each face."""
    out = []
    for face in faces:
        points = " ".join("{:.1f},{:.1f}".format(*project(vertices[i])) for i in face)
        fill = shade(color, vertices, face)
        depth = sum(dot(vertices[i], EYE) for i in face) / 3
        out.append((depth, f'<polygon points="{points}" fill="{fill}" stroke="#ffffff" stroke-opacity=".35" stroke-width=".6"/>'))
    return out


def drawn(parts):
    return [svg for _, svg in sorted(parts, key=lambda part: part[0])]


def facing(vertices, faces):
    """The faces whose outside the eye sees."""
    seen = []
    for face in faces:
        a, b, c = (vertices[i] for i in face)
        if dot(cross(add(b, scaled(a, -1)), add(c, scaled(a, -1))), EYE) > 0:
            seen.append(face)
    return seen


def text(at, words, size=17, color="#20303c", weight="normal", anchor="middle"):
    return (f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size}" fill="{color}" font-weight="{weight}" '
            f'text-anchor="{anchor}">{words}</text>')


def picture(command):
    sheet, sheet_faces = shield()
    body, body_faces = bullet()
    start, way = (-2.55, 0.28, 0.05), (FLIGHT, 0.10, -0.12)
    moved = lambda t: [add(v, add(start, scaled(way, t))) for v in body]
    all_faces = sheet_faces + [tuple(i + len(sheet) for i in face) for face in body_faces]
    impact = first_contact(command, [sheet + moved(t) for t in (0, 1)], all_faces)
    time, point = impact["toi"], tuple(impact["point"])

    parts = []
    for face in sheet_faces:  # the nearer to the contact, the redder
        centre = scaled(add(add(sheet[face[0]], sheet[face[1]]), sheet[face[2]]), 1 / 3)
        heat = math.exp(-6 * math.dist(centre, point) ** 2)
        parts += polygons(sheet, [face], tuple(c * (1 - heat) + h * heat for c, h in zip((158, 188, 216), (250, 96, 70))))
    behind, before = moved(1), moved(0)
    at_contact = moved(time)
    svg = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" '
           'font-family="Helvetica, Arial, sans-serif">'.format(WIDTH, HEIGHT), f'<rect width="{WIDTH}" height="{HEIGHT}" rx="10" fill="#f6f8fa"/>']
    line = lambda a, b, style: ('<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" {}/>'.format(*project(a), *project(b), style))
    tips = [add(start, scaled(way, t)) for t in (0, time, 1)]
    dashed = 'stroke="#60707c" stroke-width="1.6" stroke-dasharray="6 5"'
    svg += drawn(polygons(behind, facing(behind, body_faces), (176, 184, 190)))
    svg.append(line(point, add(tips[2], (-1.1, 0, 0)), dashed))
    svg += drawn(parts)
    svg.append(line(tips[0], add(tips[1], (-1.1, 0, 0)), dashed))
    svg += drawn(polygons(before, facing(before, body_faces), (176, 184, 190)))
    svg += drawn(polygons(at_contact, facing(at_contact, body_faces), (236, 178, 60)))
    mark = project(point)
    svg.append('<circle cx="{:.1f}" cy="{:.1f}" r="13" fill="none" stroke="#c0281b" stroke-width="2"/>'.format(*mark))
    svg.append('<circle cx="{:.1f}" cy="{:.1f}" r="4.5" fill="#c0281b"/>'.format(*mark))

    middle = lambda vertices: project(tuple(sum(c) / len(vertices) for c in zip(*vertices)))
    first, last = middle(before), middle(behind)
    svg.append(text((first[0], first[1] + 62), "frame 0: no overlap", 16, "#60707c"))
    svg.append(text((last[0], last[1] + 62), "frame 1: no overlap", 16, "#60707c"))
    label = (mark[0] - 66, 46)
    svg.append(f'<line x1="{mark[0] - 9:.1f}" y1="{mark[1] - 11:.1f}" x2="{label[0] + 8:.1f}" y2="{label[1] + 34:.1f}" '
               'stroke="#c0281b" stroke-width="1.4"/>')
    svg.append(text((label[0] + 14, label[1]), f"first contact at t = {time:.4f}", 21, "#c0281b", "bold", "end"))
    svg.append(text((label[0] + 14, label[1] + 23), "time, place and normal, never missed, never late", 15, "#20303c", "normal", "end"))
    return "\n".join(svg + ["</svg>", ""])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[2], "w", encoding="utf-8") as output:
        output.write(picture(sys.argv[1]))
