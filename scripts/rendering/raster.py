"""Draws triangles with a z-buffer."""
from math import ceil, inf


def rasterize(points, triangles, width, height):
    """Which triangle is nearest at the centre of each pixel: (depths, owners), row by row from the
    top. `points` are (x, y, depth) in pixels, larger depths nearer to the eye. Where nothing is
    drawn the depth is -inf and the owner -1. A pixel on a common edge belongs to one triangle."""
    depths, owners = [-inf] * (width * height), [-1] * (width * height)
    for index, corners in enumerate(triangles):
        (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = sorted((points[k] for k in corners),
                                                          key=lambda p: p[1])
        top, bottom = max(0, ceil(y0 - 0.5)), min(height, ceil(y2 - 0.5))
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if top >= bottom or area == 0:
            continue
        depth_x = ((z1 - z0) * (y2 - y0) - (z2 - z0) * (y1 - y0)) / area
        depth_y = ((x1 - x0) * (z2 - z0) - (x2 - x0) * (z1 - z0)) / area
        for row in range(top, bottom):
            y = row + 0.5
            a = x0 + (y - y0) * (x2 - x0) / (y2 - y0)
            if y < y1:
                b = x0 + (y - y0) * (x1 - x0) / (y1 - y0)
            else:
                b = x1 + (y - y1) * (x2 - x1) / (y2 - y1)
            if a > b:
                a, b = b, a
            left, right = max(0, ceil(a - 0.5)), min(width, ceil(b - 0.5))
            if left >= right:
                continue
            z = z0 + depth_x * (left + 0.5 - x0) + depth_y * (y - y0)
            for i in range(row * width + left, row * width + right):
                if z > depths[i]:
                    depths[i], owners[i] = z, index
                z += depth_x
    return depths, owners


def gradient(p, q, r, values):
    """(value at the origin, change along x, change along y) of the linear function that has these
    values at three points of the picture. Precondition: the points are not on one line."""
    area = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1])
    a, b, c = values
    along_x = ((b - a) * (r[1] - p[1]) - (c - a) * (q[1] - p[1])) / area
    along_y = ((q[0] - p[0]) * (c - a) - (r[0] - p[0]) * (b - a)) / area
    return a - along_x * p[0] - along_y * p[1], along_x, along_y
