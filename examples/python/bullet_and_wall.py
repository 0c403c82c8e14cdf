#!/usr/bin/env python3
"""A bullet is before a wall in one frame and behind it in the next. Did it touch, when, and where?

A check of the frames sees nothing, and neither does one of some instants in between, unless it is
lucky. Continuous collision detection looks at all of them.
"""
import sys
from fractions import Fraction

import numpy as np

import firstcontact

# A wall of 2 m by 2 m in the plane x = 0, and a bullet, a tetrahedron of a few centimetres.
WALL = np.array([[0, -1, -1], [0, 1, -1], [0, 1, 1], [0, -1, 1]], float)
BULLET = np.array([[-2, 0.1, 0.2], [-2.05, 0.13, 0.2], [-2.05, 0.1, 0.23], [-2.05, 0.07, 0.17]])
FACES = [[0, 1, 2], [0, 2, 3],                       # the wall
         [4, 5, 6], [4, 6, 7], [4, 7, 5], [5, 7, 6]]  # the bullet
SPEED, FRAME = 300.0, 1 / 60  # metres a second, seconds


def main():
    x0 = np.vstack([WALL, BULLET])
    x1 = x0.copy()
    x1[4:, 0] += SPEED * FRAME
    mesh = firstcontact.Mesh(x0, faces=FACES)
    print(f"{mesh}; the bullet flies {SPEED * FRAME:g} m in a frame")

    # What a check of instants sees.
    for count in (2, 10, 100):
        times = np.linspace(0, 1, count)
        hits = [t for t in times if firstcontact.has_intersections(mesh, x0 + t * (x1 - x0))]
        print(f"{count:3} instants checked: {len(hits)} of them intersect")

    # What happens in between.
    step = firstcontact.collision_free_step_size(mesh, x0, x1)
    hit = step.earliest
    print(f"the whole frame: {step.status.name}, proven free up to t = {step.toi:.6f}, "
          f"which is {1000 * FRAME * step.toi:.3f} ms")
    print(f"first to touch: {hit.kind.value} with vertices {hit.vertices}")
    print(f"at y = {hit.point_a[1]:.2f} m, z = {hit.point_a[2]:.2f} m, normal {hit.normal}")

    # A step that ends there is free, and the exact oracle confirms the time: 2 m of 5 m.
    free = firstcontact.is_step_free(mesh, x0, x0 + 0.999 * step.toi * (x1 - x0))
    pair = np.concatenate([x0[list(hit.vertices)], x1[list(hit.vertices)]])
    exact = firstcontact.exact.first_contact_time(pair, hit.kind)
    print(f"the exact time of that pair is between {exact.lower} and {exact.upper}; "
          f"2/5 is: {exact.lower <= Fraction(2, 5) <= exact.upper}")
    return 0 if free and step.toi <= exact.upper else 1


if __name__ == "__main__":
    sys.exit(main())
