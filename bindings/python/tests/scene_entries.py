"""Mesh steps, rigid bodies and robots for border_fuzz_test.py: what border_entries.py is for pairs and files."""
import os

import numpy as np

import firstcontact
from border_entries import (BAD_CALLBACKS, BAD_FLAGS, BAD_INTEGERS, BAD_NAMES, BAD_REALS, OPTIONS, PROGRESS, THREADS, Entry,
                            eighths)
from firstcontact import ipc
from robots_test import BAR, robot_of

MESH = firstcontact.Mesh(7, [[5, 6]], [[0, 1, 2], [1, 2, 3]])
IPC_MESH = ipc.CollisionMesh(np.zeros((7, 3)), [[5, 6]], [[0, 1, 2], [1, 2, 3]])
SCENE = firstcontact.Scene(robot_of(BAR), [firstcontact.Sphere(0.1, ([0, 0.5, 0], [1, 0, 0, 0]))])
BAD_LISTS = ("abc", 3, [1, 2], [[1, 2]], {}, object(), [None] * 7)

STEP_OPTIONS = {
    **{name: OPTIONS[name] for name in ("exact", "tolerance", "min_separation", "norm", "t_max", "toi_width")},
    "broad_phase": (("bvh", "brute-force", "spatial-hash"), BAD_NAMES),
    "threads": THREADS, "progress": PROGRESS,
    "within_objects": ((True, False), BAD_FLAGS), "between_objects": ((True, False), BAD_FLAGS),
    "left_out": ((None, [False] * 7), BAD_LISTS), "immobile": ((None, np.arange(7) < 3), BAD_LISTS),
    "patches": ((None, range(7)), ("abc", 3, [1.5] * 7, {}, object(), [None] * 7, [2 ** 40] * 7)),
    "ignored": ((None, [[0, 0]], np.zeros((3, 2), np.int8)), ("abc", 3, [1, 2], [[1, 2, 3]], [[0.5, 1]], {}, object())),
    "mesh": ((), (None, 3, "mesh", IPC_MESH)),
}


def only(*names):
    return {name: STEP_OPTIONS[name] for name in names}


INSTANT = only("broad_phase", "threads", "progress", "within_objects", "between_objects", "left_out", "immobile", "patches", "ignored", "mesh")


def step(rng):
    return {"mesh": MESH, "x0": eighths(rng, (7, 3)), "x1": eighths(rng, (7, 3))}


def arrays_of(result, names):
    return tuple(getattr(result, name).tobytes() for name in names)


def impacts_answer(found):
    return found.status, arrays_of(found, ("kind", "a", "b", "vertices", "toi", "toi_upper", "normal", "distance", "weights"))


def mesh_answer(mesh):
    return mesh.vertex_count, mesh.edges.tobytes(), mesh.faces.tobytes(), mesh.loose_points.tobytes()


def mesh_entries():
    def entry(name, function, answer, options, arguments=step):
        return Entry(name, function, arguments, answer, options, nan_is_refused=True)

    def instant(rng):
        return {"mesh": MESH, "x": eighths(rng, (7, 3))}
    yield entry("is_step_free", firstcontact.is_step_free, bool, STEP_OPTIONS)
    yield entry("decide_step", firstcontact.decide_step, lambda r: (r.status, r.message), STEP_OPTIONS)
    yield entry("collision_free_step_size", firstcontact.collision_free_step_size, lambda r: (r.status, r.toi, repr(r.earliest)), STEP_OPTIONS)
    yield entry("impacts", firstcontact.impacts, impacts_answer, STEP_OPTIONS)
    yield entry("construct_active_set", firstcontact.construct_active_set,
                lambda r: (impacts_answer(r.impacts), arrays_of(r, ("weights", "gap_t1"))), STEP_OPTIONS)
    yield entry("candidates", firstcontact.candidates, lambda r: arrays_of(r, ("kind", "vertices")), INSTANT)
    yield entry("safe_displacements", firstcontact.safe_displacements, lambda r: r.steps.round(4).tolist(),
                {**INSTANT, "ratio": ((0.5,), [*BAD_REALS, 0, 1]), "distance_cap": ((None, 0.5), [b for b in BAD_REALS if b is not None])})
    yield entry("line_search", firstcontact.line_search, lambda r: (r.status, round(r.step, 4)),
                {**INSTANT, "ratio": ((0.5,), [*BAD_REALS, 0, 1]), "energy": ((None, lambda t: -t), BAD_CALLBACKS),
                 "check_start": ((True, False), BAD_FLAGS), "armijo": ((0, 0.5), [*BAD_REALS, 1])})
    yield entry("initial_contacts", firstcontact.initial_contacts, impacts_answer,
                {**INSTANT, "min_separation": OPTIONS["min_separation"]}, lambda rng: {"mesh": MESH, "x0": eighths(rng, (7, 3))})
    yield entry("intersections", firstcontact.intersections, lambda r: (r.count, arrays_of(r, ("kind", "a", "b"))),
                {**INSTANT, "max_listed": ((None, 0, 3), [b for b in BAD_INTEGERS if b is not None]), "only_whether": ((False,), BAD_FLAGS)},
                instant)
    yield entry("near_pairs", firstcontact.near_pairs, lambda r: arrays_of(r, ("kind", "vertices", "distance", "weight")),
                {**INSTANT, "weights": (("one", "area"), BAD_NAMES)}, lambda rng: {**instant(rng), "distance": 1.0})
    def made(vertices, faces, edges, **more):
        if faces is None or edges is None:
            raise ValueError("faces, edges: None is the default of these, and not tested here")
        return firstcontact.Mesh(vertices, edges, faces, **more)
    yield Entry("Mesh", made, lambda rng: {"vertices": eighths(rng, (6, 3)), "faces": np.array([[0, 1, 2], [3, 4, 5]]),
                                                        "edges": np.array([[0, 5], [2, 4]])}, mesh_answer,
                {"vertices": ((6, 7), (-1, 10 ** 12, None, "x", 1.5, object(), {})),
                 "objects": ((None, [0] * 6), ("abc", 3, [1, 2], [0.5] * 6, {}, object())),
                 "thickness": ((None, [0.5] * 6), ("abc", 3, [1.0], [-1.0] * 6, [np.nan] * 6, {}, object()))}, may_be_empty=["faces", "edges"])


def ipc_entries():
    def pair(rng):
        return {name: eighths(rng, 3) for name in ("p0_t0", "p1_t0", "p0_t1", "p1_t1")}

    def renamed(**given):  # the points are named together in messages
        try:
            return ipc.point_point_ccd(**given)
        except ValueError as error:
            raise ValueError(f"{error} p0_t0 p1_t0 p0_t1 p1_t1") from error
    yield Entry("ipc.point_point_ccd", renamed, pair, lambda answer: answer,
                {"min_distance": ((0, 0.25), BAD_REALS), "tmax": ((1, 0.5), [*BAD_REALS, 2]), "tolerance": ((1e-3,), [-1, "x", None, float("nan")]),
                 "conservative_rescaling": ((0.5, 1), [*BAD_REALS, 0, 2])}, nan_is_refused=True)
    for function in (ipc.is_step_collision_free, ipc.compute_collision_free_stepsize):
        yield Entry(f"ipc.{function.__name__}", function,
                    lambda rng: {"mesh": IPC_MESH, "vertices_t0": eighths(rng, (7, 3)), "vertices_t1": eighths(rng, (7, 3))},
                    lambda answer: answer, {"min_distance": ((0, 0.25), BAD_REALS), "broad_phase": STEP_OPTIONS["broad_phase"],
                                            "mesh": ((), (None, 3, MESH))}, nan_is_refused=True)


def body_entries():
    def body(vertices, triangles):
        made = firstcontact.TriangleBody(vertices, triangles)
        away = firstcontact.linear_motion(None, ([9, 0, 0], [1, 0, 0, 0]))
        return firstcontact.first_contact(made, made, firstcontact.rest(), away)
    yield Entry("TriangleBody", body, lambda rng: {"vertices": eighths(rng, (6, 3)), "triangles": np.array([[0, 1, 2], [3, 4, 5]])},
                lambda r: (r.status, r.toi, r.checks), nan_is_refused=True)

    def turned(pose, axis, point):
        return firstcontact.turn(pose, axis, 1.0, point=point).pose_at(0.5)
    yield Entry("turn", turned, lambda rng: {"pose": np.eye(4), "axis": eighths(rng, 3) + [0, 0, 8], "point": eighths(rng, 3)},
                lambda r: r.tobytes())


def robot_entries():
    options = {"limits": ((True, False), BAD_FLAGS), "clearance": ((True,), BAD_FLAGS), "decide_only": ((True,), BAD_FLAGS),
               "t_max": OPTIONS["t_max"], "tolerance": OPTIONS["tolerance"], "max_checks": ((1000,), [*BAD_INTEGERS, 0]),
               "method": (("certified", "advancement"), BAD_NAMES)}
    yield Entry("Scene.edges", SCENE.edges, lambda rng: {"q0": eighths(rng, (3, 2)) / 4, "q1": eighths(rng, (3, 2)) / 4},
                lambda r: arrays_of(r, ("status", "toi", "toi_upper", "checks", "body_a")), {**options, "threads": THREADS, "progress": PROGRESS})
    yield Entry("Scene.path", SCENE.path, lambda rng: {"path": eighths(rng, (3, 2)) / 4}, lambda r: (r.status, r.toi, r.segment),
                {name: value for name, value in options.items() if name not in ("t_max", "decide_only", "method")})


ENTRIES = [*mesh_entries(), *ipc_entries(), *body_entries(), *robot_entries()]
