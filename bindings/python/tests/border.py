"""What several tests of the package share: pairs whose answers are known."""
import numpy as np

import firstcontact

# A point falls from 1 to -1 through a triangle in z = 0: contact at one half.
FALLING = np.array([[0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 1, 0], [0, 0, -1], [-1, -1, 0], [1, -1, 0], [0, 1, 0]], float)
# The same beside the triangle.
BESIDE = FALLING + np.array([[5, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]] * 2)
# For every kind a pair that touches at one half.
TOUCHING = {
    "vertex-face": FALLING,
    "edge-edge": np.array([[-1, 0, 1], [1, 0, 1], [0, -1, 0], [0, 1, 0], [-1, 0, -1], [1, 0, -1], [0, -1, 0], [0, 1, 0]], float),
    "point-edge": np.array([[0, 0, 1], [-1, 0, 0], [1, 0, 0], [0, 0, -1], [-1, 0, 0], [1, 0, 0]], float),
    "point-point": np.array([[0, 0, 1], [0, 0, 0], [0, 0, -1], [0, 0, 0]], float),
    "point-segment-2d": np.array([[0, 1], [-1, 0], [1, 0], [0, -1], [-1, 0], [1, 0]], float),
}


def random_pairs(rng, count, kind="vertex-face"):
    """Pairs of points in the unit cube: some touch, most do not."""
    return rng.random((count, *firstcontact.Kind(kind).shape))


def same_answers(test, a, b):
    """Both batches have the same bits."""
    for name in ("status", "toi", "toi_upper", "checks", "starts_in_contact"):
        test.assertEqual(getattr(a, name).tobytes(), getattr(b, name).tobytes(), name)
