"""Makes panels from meshes: camera, colours, light and shadow."""
import math

from rendering.raster import gradient, rasterize
from rendering.stroke_font import segment_pixels, text_pixels, text_width

SAMPLES = 2  # along each side of a pixel
TONES = 40  # brightness levels of a colour
LIGHT = (-0.35, -0.45, 0.82)  # towards the light, if the camera's azimuth is 0
# Shares of the light: from everywhere, from the eye, from the sun. What a shadow leaves of the sun.
AMBIENT, LAMP, SUN, SHADOW = 0.35, 0.25, 0.4, 0.2
BACK = 0.8  # brightness of the back of a face
SMOOTH_ANGLE = math.radians(40)  # faces that meet at a smaller angle look like one curved surface
SHADOW_MAP = 640  # pixels along a side
INK, MARK, GAP = (47, 58, 68), (192, 40, 27), (255, 255, 255)
# One for each connected part of the mesh that moves, in the order of their first vertices.
COLORS = [(98, 146, 198), (226, 152, 62), (86, 170, 146), (160, 130, 200), (208, 110, 122),
          (152, 164, 76), (110, 176, 204), (188, 142, 112)]
RESTING = (168, 176, 184)


def sub(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def unit(a):
    length = math.sqrt(dot(a, a))
    return (a[0] / length, a[1] / length, a[2] / length) if length else (0.0, 0.0, 0.0)


def axes_towards(direction):
    """(right, up, direction) for an eye in this direction; z is up."""
    toward = unit(direction)
    right = unit(cross((0, 0, 1), toward)) if abs(toward[2]) < 1 - 1e-9 else (1.0, 0.0, 0.0)
    return right, cross(toward, right), toward


class Projection:
    """A parallel projection that fits the given points into a picture, enlarged by `zoom`."""

    def __init__(self, direction, points, width, height, margin, zoom=1):
        self.axes = axes_towards(direction)
        spans = []
        for axis in self.axes[:2]:
            values = [dot(axis, p) for p in points]
            spans.append((min(values), max(values)))
        free = max(1, width - 2 * margin), max(1, height - 2 * margin)
        self.scale = zoom * min((size / (high - low) for size, (low, high) in zip(free, spans)
                                 if high > low), default=1)
        self.shift = (width / 2 - self.scale * sum(spans[0]) / 2,
                      height / 2 + self.scale * sum(spans[1]) / 2)

    def __call__(self, p):
        """(x, y, depth) in pixels: x to the right, y down, depth towards the eye."""
        right, up, toward = self.axes
        return (self.shift[0] + self.scale * dot(right, p),
                self.shift[1] - self.scale * dot(up, p), self.scale * dot(toward, p))

    def place(self, pixel):
        """The point that projects to this (x, y, depth)."""
        a = (pixel[0] - self.shift[0]) / self.scale
        b = (self.shift[1] - pixel[1]) / self.scale
        c = pixel[2] / self.scale
        right, up, toward = self.axes
        return tuple(a * right[k] + b * up[k] + c * toward[k] for k in range(3))


class Look:
    """What all panels of a picture have in common."""

    def __init__(self, azimuth, elevation, flat, background):
        a, e = math.radians(azimuth), math.radians(elevation)
        self.view = (math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e))
        self.sun = unit((LIGHT[0] * math.cos(a) - LIGHT[1] * math.sin(a),
                         LIGHT[0] * math.sin(a) + LIGHT[1] * math.cos(a), LIGHT[2]))
        self.flat = flat
        self.background = background


def connected_parts(vertex_count, triangles):
    """The number of the connected part of each triangle."""
    parent = list(range(vertex_count))

    def root(v):
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        return v

    for a, b, c in triangles:
        low, middle, high = sorted((root(a), root(b), root(c)))
        parent[middle] = parent[high] = low
    numbers = {}
    for a, _, _ in sorted(triangles, key=lambda face: root(face[0])):
        numbers.setdefault(root(a), len(numbers))
    return [numbers[root(a)] for a, _, _ in triangles]


def part_colors(triangles, moving):
    """The colour of each triangle. `moving` tells of each vertex whether it moves."""
    parts = connected_parts(len(moving), triangles)
    moved = sorted({part for part, face in zip(parts, triangles) if any(moving[v] for v in face)})
    color_of = {part: COLORS[k % len(COLORS)] for k, part in enumerate(moved)}
    return [color_of.get(part, RESTING) for part in parts]


def corner_normals(vertices, triangles, flat):
    """For each triangle the unit normals at its corners: the mean over the faces around a corner
    that are turned by less than SMOOTH_ANGLE, weighted by area."""
    areas = [cross(sub(vertices[b], vertices[a]), sub(vertices[c], vertices[a]))
             for a, b, c in triangles]
    units = [unit(n) for n in areas]
    if flat:
        return [(n, n, n) for n in units]
    around = [[] for _ in vertices]
    for index, face in enumerate(triangles):
        for corner in face:
            around[corner].append(index)
    limit = math.cos(SMOOTH_ANGLE)
    result = []
    for index, face in enumerate(triangles):
        own, normals = units[index], []
        for corner in face:
            near = [areas[k] for k in around[corner] if dot(own, units[k]) > limit]
            normals.append(unit(tuple(map(sum, zip(*near)))) if near else own)
        result.append(normals)
    return result


class Panel:
    """One picture of one mesh, with SAMPLES x SAMPLES samples for each pixel."""

    def __init__(self, width, height, look, fitted, zoom=1, title_height=0):
        self.width, self.height = SAMPLES * width, SAMPLES * height
        self.look = look
        margin = 0.06 * min(self.width, self.height) + SAMPLES * title_height
        self.camera = Projection(look.view, fitted, self.width, self.height, margin, zoom)
        self.sun_camera = Projection(look.sun, fitted, SHADOW_MAP, SHADOW_MAP, 4)
        self.samples = [look.background] * (self.width * self.height)

    def draw_mesh(self, vertices, triangles, colors):
        """Draws triangles in these colours, with light and shadow."""
        points = [self.camera(v) for v in vertices]
        depths, owners = rasterize(points, triangles, self.width, self.height)
        shadow = self._shadow_test(vertices, triangles)
        shades = self._shades(vertices, points, triangles, set(owners) - {-1})
        tones = {color: [tuple(min(255, round(1.15 * c * k / (TONES - 1))) for c in color)
                         for k in range(TONES)] for color in set(colors)}
        for i, owner in enumerate(owners):
            if owner < 0:
                continue
            y, x = divmod(i, self.width)
            (sun, sun_x, sun_y), (fill, fill_x, fill_y) = shades[owner]
            x, y = x + 0.5, y + 0.5
            sunlight = sun + sun_x * x + sun_y * y
            if sunlight > 0 and shadow(x, y, depths[i]):
                sunlight *= SHADOW
            light = min(1, max(0, sunlight + fill + fill_x * x + fill_y * y))
            self.samples[i] = tones[colors[owner]][round(light * (TONES - 1))]

    def _shades(self, vertices, points, triangles, visible):
        """For each visible triangle the light of the sun and the other light, each as a linear
        function of x and y."""
        normals = corner_normals(vertices, triangles, self.look.flat)
        shades = {}
        for index in visible:
            p, q, r = (points[k] for k in triangles[index])
            front = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]) < 0
            side, factor = (1, 1) if front else (-1, BACK)
            suns = [factor * SUN * max(0, side * dot(n, self.look.sun)) for n in normals[index]]
            fills = [factor * (AMBIENT + LAMP * max(0, side * dot(n, self.look.view)))
                     for n in normals[index]]
            shades[index] = gradient(p, q, r, suns), gradient(p, q, r, fills)
        return shades

    def _shadow_test(self, vertices, triangles):
        """A function that tells whether something lies between the sun and a sample."""
        depths, _ = rasterize([self.sun_camera(v) for v in vertices], triangles,
                              SHADOW_MAP, SHADOW_MAP)
        # From the camera's pixels to the sun's is an affine map.
        zero = self.sun_camera(self.camera.place((0, 0, 0)))
        columns = [sub(self.sun_camera(self.camera.place(step)), zero)
                   for step in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
        (ux, vx, wx), (uy, vy, wy), (uz, vz, wz) = columns
        u0, v0, w0 = zero
        # A surface must not shade itself: the depth within a pixel changes with its slope.
        bias = 2.5

        def shaded(x, y, z):
            u = int(u0 + ux * x + uy * y + uz * z)
            v = int(v0 + vx * x + vy * y + vz * z)
            if not (0 <= u < SHADOW_MAP and 0 <= v < SHADOW_MAP):
                return False
            return depths[v * SHADOW_MAP + u] > w0 + wx * x + wy * y + wz * z + bias
        return shaded

    def _paint(self, pixels, color):
        for x, y in pixels:
            if 0 <= x < self.width and 0 <= y < self.height:
                self.samples[y * self.width + x] = color

    def draw_mark(self, point):
        """A ring and a dot around a point, in front of everything."""
        x, y, _ = self.camera(point)
        radius, thickness, sides = 8 * SAMPLES, 2 * SAMPLES, 24
        ring = [(x + radius * math.cos(2 * math.pi * k / sides),
                 y + radius * math.sin(2 * math.pi * k / sides)) for k in range(sides + 1)]
        for start, end in zip(ring, ring[1:]):
            self._paint(segment_pixels(start, end, thickness / 2), MARK)
        self._paint(segment_pixels((x, y), (x, y), 2.5 * SAMPLES), MARK)

    def draw_title(self, text, height):
        """A centred line of text at the top; `height` is that of capitals in pixels."""
        size = SAMPLES * height / 6
        left = (self.width - text_width(text, size)) / 2
        self._paint(text_pixels(text, left, 2 * SAMPLES * height, size, 0.75 * size), INK)

    def pixels(self):
        """The rows of the picture, each pixel the mean of its samples."""
        rows = []
        for y in range(0, self.height, SAMPLES):
            lines = [self.samples[(y + k) * self.width:(y + k + 1) * self.width]
                     for k in range(SAMPLES)]
            columns = [line[k::SAMPLES] for line in lines for k in range(SAMPLES)]
            rows.append([mean_color(group) for group in zip(*columns)])
        return rows


def mean_color(colors):
    first = colors[0]
    if all(color == first for color in colors):
        return first
    return tuple((sum(channel) + len(colors) // 2) // len(colors) for channel in zip(*colors))


def join_panels(panels, gap):
    """(width, height, pixels) of panels side by side, with a white gap between them."""
    pixels = []
    for lines in zip(*(panel.pixels() for panel in panels)):
        for index, line in enumerate(lines):
            pixels += ([GAP] * gap if index else []) + line
    height = panels[0].height // SAMPLES
    return len(pixels) // height, height, pixels
