"""The rules of docs/formats/certificates.md for pairs, written down once more with Python's fractions.

holds(line) says whether a line of a proof file is a valid proof. Shares nothing with the verifier: polynomials are lists of power coefficients
in t, and a divisor's remainder is computed over the rationals.
"""
from fractions import Fraction
from itertools import product
from math import comb


def number(value):
    """A JSON number is the double that it reads as; a string is a fraction."""
    return Fraction(value)


def add(p, q, factor=1):
    size = max(len(p), len(q))
    return [(p[i] if i < len(p) else 0) + factor * (q[i] if i < len(q) else 0) for i in range(size)]


def times(p, q):
    r = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            r[i + j] += a * b
    return r


def dot(a, b):
    return add(add(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]))


def minus(a, b):
    return [add(x, y, -1) for x, y in zip(a, b)]


def cross(a, b):
    return [add(times(a[(k + 1) % 3], b[(k + 2) % 3]), times(a[(k + 2) % 3], b[(k + 1) % 3]), -1) for k in range(3)]


def bernstein(p, t0, t1):
    """Bernstein coefficients over [t0, t1]."""
    shifted = [Fraction(0)]
    for c in reversed(p):  # p(t0 + s (t1 - t0)) by Horner's rule
        shifted = add(times(shifted, [t0, t1 - t0]), [c])
    n = len(shifted) - 1
    return [sum(Fraction(comb(j, i), comb(n, i)) * shifted[i] for i in range(j + 1)) for j in range(n + 1)]


def value(p, t):
    return sum(c * t ** i for i, c in enumerate(p))


def divides(p, q):
    p, q = list(p), list(q)
    while p and p[-1] == 0:
        p.pop()
    while len(q) >= len(p):
        factor = q[-1] / p[-1]
        for i, c in enumerate(p):
            q[len(q) - len(p) + i] -= factor * c
        q.pop()
    return all(c == 0 for c in q)


def corners_of(proof):
    points = [[number(x) for x in row] for row in proof["points"]]
    half = len(points) // 2
    split = 2 if proof["kind"] == "edge-edge" else 1
    return [[[points[a][k] - points[b][k], points[half + a][k] - points[half + b][k] - points[a][k] + points[b][k]] for k in range(3)]
            for a in range(split) for b in range(split, half)]


def direction(segment, f):
    t0, t1 = number(segment["t0"]), number(segment["t1"])
    if "feature" not in segment:
        n0, n1 = [number(x) for x in segment["n0"]], [number(x) for x in segment["n1"]]
        if t0 == t1:
            return [[x] for x in n0]
        slope = [(y - x) / (t1 - t0) for x, y in zip(n0, n1)]
        return [[x - t0 * s, s] for x, s in zip(n0, slope)]
    c = [f[i] for i in segment["corners"]]
    if segment["feature"] == "corner":
        return c[0]
    e = minus(c[1], c[0])
    if segment["feature"] == "plane":
        return cross(e, minus(c[2], c[0]))
    if segment["feature"] == "side":
        return [add(times(dot(e, e), c[0][k]), times(dot(c[0], e), e[k]), -1) for k in range(3)]
    axis = [[Fraction(int(segment["feature"] == "side-" + name))] for name in "xyz"]
    return cross(axis, e)


def separates(segment, f, d, norm, without_end):
    t0, t1 = number(segment["t0"]), number(segment["t1"])
    n = direction(segment, f)

    def positive(p):
        b = bernstein(p, t0, t1)
        return b[0] > 0 and all(c >= 0 if without_end else c > 0 for c in b)
    for corner in f:
        height = dot(n, corner)
        if value(height, t0) <= 0:
            return False
        if d == 0:
            margins = [height]
        elif norm == "l2":
            margins = [add(times(height, height), times([d * d], dot(n, n)), -1)]
        else:
            margins = [add(add(add(height, n[0], -a * d), n[1], -b * d), n[2], -c * d) for a, b, c in product((1, -1), repeat=3)]
        if not all(positive(margin) for margin in margins):
            return False
    return True


def covers(proof, f, end, without_end):
    segments, d, at = proof["segments"], number(proof["separation"]), Fraction(0)
    for i, segment in enumerate(segments):
        last = i + 1 == len(segments)
        if number(segment["t0"]) != at or number(segment["t1"]) < at:
            return False
        if not separates(segment, f, d, proof["norm"], without_end and last):
            return False
        at = number(segment["t1"])
    return at == end and (len(segments) > 0 or without_end)


def touches(proof, f):
    contact, d = proof["contact"], number(proof["separation"])
    low, high = number(contact["toi"]), number(contact["toi_upper"])
    if not 0 <= low <= high <= number(proof["t_max"]):
        return False
    if "weights" in contact:
        t, weights = number(contact["at"]), [number(w) for w in contact["weights"]]
        if not low <= t <= high or min(weights) < 0 or sum(weights) == 0 or len(weights) != len(f):
            return False
        mean = [sum(w * value(corner[k], t) for w, corner in zip(weights, f)) / sum(weights) for k in range(3)]
        return max(map(abs, mean)) <= d if proof["norm"] == "linf" else sum(x * x for x in mean) <= d * d
    t0, t1 = number(contact["from"]), number(contact["to"])
    if not low <= t0 < t1 <= high:
        return False
    if "cube_corner" in contact:
        f = [[add(corner[k], [contact["cube_corner"][k] * d], -1) for k in range(3)] for corner in f]
        d = Fraction(0)
    c = [f[i] for i in contact["corners"]]
    if contact["feature"] == "corner":
        weights, excess = [[Fraction(1)]], add(dot(c[0], c[0]), [d * d], -1)
    elif contact["feature"] == "side":
        e, normal = minus(c[1], c[0]), cross(c[0], c[1])
        weights = [dot(c[1], e), dot(c[0], minus(c[0], c[1]))]
        excess = add(dot(normal, normal), times([d * d], dot(e, e)), -1)
    else:
        normal = cross(minus(c[1], c[0]), minus(c[2], c[0]))
        weights = [dot(cross(c[(i + 1) % 3], c[(i + 2) % 3]), normal) for i in range(3)]
        height = dot(c[0], normal)
        excess = add(times(height, height), times([d * d], dot(normal, normal)), -1)
    p = [number(x) for x in contact["polynomial"]] if "polynomial" in contact else height
    if value(p, t0) * value(p, t1) >= 0 or ("polynomial" not in contact and d > 0):
        return False
    strict = [all(b > 0 for b in bernstein(w, t0, t1)) for w in weights]
    if not any(strict) or not all(s or divides(p, w) for s, w in zip(strict, weights)):
        return False
    return all(b < 0 for b in bernstein(excess, t0, t1)) or divides(p, excess)


def holds(proof):
    f = corners_of(proof)
    if "contact" in proof:
        return touches(proof, f) and covers(proof, f, number(proof["contact"]["toi"]), True)
    return covers(proof, f, number(proof["t_max"]), False)
