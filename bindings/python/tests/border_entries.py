"""The functions that border_fuzz_test.py calls with good and bad arguments.

To add a function, append an `Entry` to ENTRIES here, or to a list of another module that MODULES of
border_fuzz_test.py names.
"""
import dataclasses
import os
import tempfile
from typing import Any, Callable, Dict, Sequence, Tuple

import numpy as np

import firstcontact
from firstcontact import exact, files, generate

BAD_REALS = (float("nan"), float("inf"), -1.0, -1e-300, "1", None, [], {}, 1j, object(), 10 ** 400, b"2", np.zeros(2))
BAD_FLAGS = (None, 2, "yes", 1.0, [], object(), np.zeros(2))
BAD_INTEGERS = (1.5, "3", None, float("nan"), 10 ** 30, -(10 ** 30), -1, [], object(), np.float64(2), 1j)
BAD_NAMES = ("", "VERTEX-FACE", "vertex face", "\0", "ü" * 300, None, 3, b"l2", [], object(), "certified ")
BAD_CALLBACKS = (3, "f", [], 1.5)


@dataclasses.dataclass
class Entry:
    """A function, its arguments, and how answers are compared."""

    name: str
    function: Callable[..., Any]
    # Fresh good arguments. Arrays are float64, int64 or bool, and hold small multiples of 1/8, so that float16 has them.
    arguments: Callable[[np.random.Generator], Dict[str, Any]]
    # Equal for equal answers.
    answer: Callable[[Any], Any]
    # For each option: values that must be accepted, and values that must be refused with its name.
    options: Dict[str, Tuple[Sequence[Any], Sequence[Any]]] = dataclasses.field(default_factory=dict)
    # Arrays that may be [] and keep a meaning.
    may_be_empty: Sequence[str] = ()
    # Whether a NaN in an array is an answer (as for pairs: InvalidInput) or a refusal with the array's name.
    nan_is_refused: bool = False


def eighths(rng, shape):
    return rng.integers(-16, 17, shape) / 8.0


OPTIONS = {
    "exact": ((False, np.bool_(True)), BAD_FLAGS),
    "tolerance": ((None, 0, 1e-3, np.float32(0.5)), [bad for bad in BAD_REALS if bad is not None]),
    "min_separation": ((0, 0.125, np.float64(1)), BAD_REALS),
    "norm": (("l2", "linf", firstcontact.Norm.LINF), BAD_NAMES),
    "t_max": ((0, 1, 0.5, True), [*BAD_REALS, 1.0000001, -0.1]),
    "max_checks": ((1, 50, 10 ** 6, np.int32(7)), [*BAD_INTEGERS, 0]),
    "method": (("certified", "exact", firstcontact.Method.EXACT), BAD_NAMES),
    "decide_only": ((True, False), BAD_FLAGS),
    "toi_width": ((1.0, 0.25, 1e-9), [*BAD_REALS, 0, 2.0]),
    "scene_extent": ((None, [10.0, 10, 10], np.full(3, 9.0)), ([], [1, 2], "abc", [1, 2, "x"], 3, [[1, 2, 3]], [-1, 2, 3])),
}
THREADS = ((0, 1, 2, np.int64(3)), [*BAD_INTEGERS, 1025])
PROGRESS = ((None, lambda done, total: None), BAD_CALLBACKS)


def batch_answer(result):
    return tuple(getattr(result, name).tobytes() for name in ("status", "toi", "toi_upper", "checks", "starts_in_contact"))


def pair_answer(result):
    return (result.status, result.toi, result.toi_upper, result.checks, result.message, repr(result.point_a.tolist()),
            repr(result.normal.tolist()), repr(result.distance), result.proof)


def queries_answer(result):
    return result.kind, result.points.tobytes(), result.truth.tobytes(), result.toi.tobytes(), result.toi_upper.tobytes()


def written_queries(points, truth, kind):
    """What is read back after pairs were written."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "pairs.csv")
        files.write_queries(path, points, truth, kind)
        return files.read_queries(path, kind)


def written_mesh(vertices, faces, edges, encoding="ply-binary"):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mesh.obj" if encoding == "obj" else "mesh.ply")
        files.write_mesh(path, vertices, faces, edges, encoding=encoding)
        return files.read_mesh(path)


def mesh_answer(result):
    return result.vertices.tobytes(), result.faces.tobytes(), result.edges.tobytes()


def mesh_arguments(rng):
    return {"vertices": eighths(rng, (6, 3)), "faces": rng.integers(0, 6, (4, 3)), "edges": rng.integers(0, 6, (2, 2))}


def pair_entries():
    for kind in firstcontact.Kind:
        def some(rng, kind=kind):
            return {"points": eighths(rng, (int(rng.integers(1, 4)), *kind.shape)), "kind": kind.value}

        def one(rng, kind=kind):
            return {"points": eighths(rng, kind.shape), "kind": kind}

        yield Entry("solve_batch", firstcontact.solve_batch, some, batch_answer,
                    {**OPTIONS, "threads": THREADS, "progress": PROGRESS, "kind": ((), BAD_NAMES)}, may_be_empty=["points"])
        yield Entry("solve", firstcontact.solve, one, pair_answer,
                    {**OPTIONS, "describe_free": ((True,), BAD_FLAGS), "certificate": ((False,), BAD_FLAGS),
                     "kind": ((), BAD_NAMES)})
        yield Entry("exact.first_contact_time", exact.first_contact_time, one, lambda result: result,
                    {name: OPTIONS[name] for name in ("min_separation", "norm", "t_max")}
                    | {"width": ((1, 0.5, 2.0 ** -200), (0, -1, float("nan"), float("inf"), "x", None, [], 1j, object())),
                       "kind": ((), BAD_NAMES)}, nan_is_refused=True)


ENTRIES = [
    *pair_entries(),
    Entry("generate.make_queries", generate.make_queries,
          lambda rng: {"query_class": "near-collision", "count": int(rng.integers(0, 4))}, queries_answer,
          {"query_class": ((generate.query_classes()[1],), ("", "none", None, 3, "\0", [])), "count": ((0, 2), [*BAD_INTEGERS, 2 ** 41]),
           "kind": (("edge-edge",), [*BAD_NAMES, "point-edge"]), "seed": ((0, 2 ** 64 - 1), [*BAD_INTEGERS, 2 ** 64]),
           "start": ((5,), BAD_INTEGERS), "truth": ((True, False), BAD_FLAGS), "threads": THREADS, "progress": PROGRESS}),
]

# These write files, so that they take longer: they are called more seldom.
FILE_ENTRIES = [
    Entry("files.write_queries", written_queries,
          lambda rng: {"points": eighths(rng, (2, 8, 3)), "truth": np.array([True, False]), "kind": "edge-edge"}, queries_answer,
          {"kind": ((), BAD_NAMES)}, nan_is_refused=True),
    Entry("files.write_mesh", written_mesh, mesh_arguments, mesh_answer,
          {"encoding": (("obj", "ply-ascii"), ("stl", "", 3, [], b"obj"))}, may_be_empty=["faces", "edges"], nan_is_refused=True),
]
