#!/usr/bin/env python3
"""Compares methods on pairs whose truth is known: time, false positives, missed contacts.

    compare_methods.py                  generates hard pairs, writes them to a file, reads it again
    compare_methods.py pairs.csv.gz     takes your file (vertex-face), as `firstcontact solve` does

The last row is a method of your own: roots of a cubic polynomial in doubles, as many programs do it.
"""
import argparse
import os
import sys
import tempfile
import time

import numpy as np

import firstcontact
from firstcontact import files, generate

METHODS = {
    "certified": {"method": "certified"},
    "certified, exact": {"method": "certified", "exact": True},
    "exact": {"method": "exact"},
    "tight-inclusion": {"method": "tight-inclusion", "max_checks": 10_000},
    "tight-inclusion-fast": {"method": "tight-inclusion-fast", "max_checks": 10_000},
}


def make_file(path, count, seed):
    """Pairs of all classes of the generator in one file, with their exact truth."""
    made = [generate.make_queries(c, count, "vertex-face", seed=seed)
            for c in generate.query_classes() if firstcontact.Kind.VERTEX_FACE in c.kinds]
    files.write_queries(path, np.concatenate([m.points for m in made]),
                        np.concatenate([m.truth for m in made]), "vertex-face")


def touches_by_cubic_roots(pair):
    """Times at which the four points lie in a plane, then a test whether the point is inside."""
    def corners(t):
        p, v0, v1, v2 = (1 - t) * pair[:4] + t * pair[4:]
        return p - v0, v1 - v0, v2 - v0

    # Volume of the tetrahedron: a cubic polynomial, from its values at four times.
    times = np.array([0, 1 / 3, 2 / 3, 1])
    try:
        roots = np.roots(np.polyfit(times, [np.linalg.det(corners(t)) for t in times], 3))
    except np.linalg.LinAlgError:  # coefficients so small that a quotient of them overflows
        return False
    for t in roots[np.isreal(roots)].real:
        if 0 <= t <= 1:
            w, a, b = corners(t)
            (u, v), *_ = np.linalg.lstsq(np.column_stack([a, b]), w, rcond=None)
            if u >= 0 and v >= 0 and u + v <= 1:
                return True
    return False


def row(name, free, truth, seconds):
    """One line of the table. Free although it touches: missed. Not free although apart: false."""
    missed, false = np.count_nonzero(free & truth), np.count_nonzero(~free & ~truth)
    print(f"{name:24}{seconds / len(truth) * 1e6:12.2f}{false:17}{missed:8}")
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", help="CSV or packed file of vertex-face pairs")
    parser.add_argument("--count", type=int, default=60, help="generated pairs of each class")
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = arguments.file or os.path.join(folder, "pairs.csv.gz")
        if not arguments.file:
            make_file(path, arguments.count, arguments.seed)
        queries = files.read_queries(path, "vertex-face")
    print(f"{len(queries)} pairs, of which {np.count_nonzero(queries.truth)} really touch\n")
    print(f"{'method':24}{'µs a pair':>12}{'false positives':>17}{'missed':>8}")
    missed = 0
    for name, options in METHODS.items():
        start = time.perf_counter()
        free = firstcontact.solve_batch(queries.points, queries.kind, **options).free
        missed += row(name, free, queries.truth, time.perf_counter() - start)
    start = time.perf_counter()
    with np.errstate(all="ignore"):
        free = np.array([not touches_by_cubic_roots(pair) for pair in queries.points])
    row("cubic roots in doubles", free, queries.truth, time.perf_counter() - start)
    return 1 if missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ValueError as error:  # a file that cannot be read says which line, and why
        sys.exit(f"error: {error}")
