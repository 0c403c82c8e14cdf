#!/usr/bin/env python3
"""One step of a cloth that falls onto a ball: where it would pass through, and how far it may go.

    cloth_step.py                    prints the answers
    cloth_step.py --plot step.png    draws them too (needs matplotlib)
"""
import argparse
import sys

import numpy as np

import firstcontact

SIDE, RADIUS = 41, 0.3  # vertices along a side of the cloth; metres


def cloth():
    """A square of 1 m by 1 m above the ball, with a few waves."""
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, SIDE), np.linspace(-0.5, 0.5, SIDE), indexing="ij")
    z = 0.36 + 0.02 * np.cos(9 * x) * np.cos(7 * y)
    corner = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)
    a, b, c, d = corner[:-1, :-1], corner[1:, :-1], corner[1:, 1:], corner[:-1, 1:]
    faces = np.concatenate([np.stack(t, -1).reshape(-1, 3) for t in ((a, b, c), (a, c, d))])
    return np.stack([x, y, z], -1).reshape(-1, 3), faces


def ball(rings=24, sectors=48):
    """A ball at the origin: two poles, and rings of vertices between them."""
    polar = np.linspace(0, np.pi, rings + 1)[1:-1, None]
    around = np.linspace(0, 2 * np.pi, sectors, endpoint=False)[None, :]
    middle = np.stack([np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around),
                       np.cos(polar) + 0 * around], -1).reshape(-1, 3)
    here = np.arange((rings - 1) * sectors).reshape(rings - 1, sectors) + 2
    there = np.roll(here, -1, axis=1)
    faces = [(here[:-1], here[1:], there[1:]), (here[:-1], there[1:], there[:-1]),
             (0 * here[0], here[0], there[0]), (0 * here[0] + 1, there[-1], here[-1])]
    faces = np.concatenate([np.stack(t, -1).reshape(-1, 3) for t in faces])
    return RADIUS * np.vstack([[0, 0, 1], [0, 0, -1], middle]), faces


def draw(path, x0, ways, first_touch):
    """Left: the cloth from above, by the time when each vertex first touches. Right: a cut at y = 0."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, (above, cut) = pyplot.subplots(1, 2, figsize=(11, 4.6), layout="constrained")
    shown = np.ma.masked_greater_equal(first_touch.reshape(SIDE, SIDE).T, 1)
    image = above.imshow(shown, origin="lower", extent=(-0.5, 0.5, -0.5, 0.5), cmap="viridis_r")
    figure.colorbar(image, ax=above, label="first touch, as a fraction of the step")
    above.set(title="Where the full step would hit the ball", xlabel="x (m)", ylabel="y (m)")
    row = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)[:, SIDE // 2]
    angle = np.linspace(0, 2 * np.pi, 200)
    cut.fill(RADIUS * np.cos(angle), RADIUS * np.sin(angle), color="0.85", label="ball")
    styles = (("0.4", "--"), ("#c2410c", "-"), ("#0068a8", "-"), ("#15803d", "-"))
    for (name, x), (colour, line) in zip([("start", x0), *ways.items()], styles):
        cut.plot(x[row, 0], x[row, 2], line, color=colour, label=name)
    cut.set(title="Cut at y = 0", xlabel="x (m)", ylabel="z (m)", aspect="equal", ylim=(-0.32, 0.62))
    cut.legend(loc="upper right", fontsize="small", ncols=2)
    figure.savefig(path, dpi=120)
    print(f"{path} shows it")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", metavar="FILE.png", help="draws the step")
    plot = parser.parse_args().plot
    (sheet, sheet_faces), (solid, solid_faces) = cloth(), ball()
    n = len(sheet)
    x0 = np.vstack([sheet, solid])
    x1 = x0.copy()
    x1[:n, 2] -= 0.5  # a large step: half a metre down
    mesh = firstcontact.Mesh(x0, faces=np.vstack([sheet_faces, solid_faces + n]))
    rules = {"immobile": np.arange(len(x0)) >= n}  # the ball rests
    print(f"{mesh}, of which {n} vertices are the cloth's")

    found = firstcontact.impacts(mesh, x0, x1, **rules)
    print(f"the full step passes through: {len(found)} impacts, the first at t = {found.toi[0]:.4f}")
    first_touch = np.ones(len(x0))
    np.minimum.at(first_touch, found.vertices, found.toi[:, None])

    search = firstcontact.line_search(mesh, x0, x1, **rules)
    print(f"all vertices alike may go {search.step:.4f} of it, and keep {search.kept_distance:.1e} m")
    safe = firstcontact.safe_displacements(mesh, x0, x1, **rules)
    print(f"each on its own {safe.steps[:n].mean():.4f} on average; {safe.limited} are held back")
    ways = {"full step": x1, "line search": x0 + search.step * (x1 - x0),
            "step of each vertex": x0 + safe.steps[:, None] * (x1 - x0)}
    clear = {name: not firstcontact.has_intersections(mesh, x) for name, x in ways.items()}
    print("free of intersections at the end:", ", ".join(k for k, v in clear.items() if v))
    if plot:
        draw(plot, x0, ways, first_touch[:n])
    return 0 if clear["line search"] and clear["step of each vertex"] else 1


if __name__ == "__main__":
    sys.exit(main())
