"""Steps of meshes: against the exact oracle pair by pair, against the command line, and in known places."""
import csv
import itertools
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np

import firstcontact
from firstcontact import Kind, Mesh, Status, files

COMMAND = os.environ.get("FIRSTCONTACT_COMMAND", "")

# A point falls from 1 to -1 through a triangle: contact at one half.
X0 = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.25, 0.25, 1]], float)
X1 = X0 - [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 2]]
FALLING = Mesh(X0, faces=[[0, 1, 2]])


def soup(rng, triangles):
    """Triangles that fly about: some touch."""
    centres = rng.random((triangles, 1, 3)) * 2
    x0 = (centres + 0.35 * rng.standard_normal((triangles, 3, 3))).reshape(-1, 3)
    x1 = x0 + np.repeat(0.3 * rng.standard_normal((triangles, 3)), 3, axis=0) + 0.05 * rng.standard_normal(x0.shape)
    return Mesh(x0, faces=np.arange(3 * triangles).reshape(-1, 3)), x0, x1


def truth_of(mesh, x0, x1):
    """Every pair that touches, by the exact oracle: {(kind, vertices): (toi, toi_upper)}."""
    found = {}
    pairs = {Kind.VERTEX_FACE: [(v, *face) for face in mesh.faces.tolist() for v in range(len(x0)) if v not in face],
             Kind.EDGE_EDGE: [(*a, *b) for a, b in itertools.combinations(mesh.edges.tolist(), 2) if not set(a) & set(b)]}
    for kind, rows in pairs.items():
        index = np.array(rows)
        answers = firstcontact.solve_batch(np.concatenate([x0[index], x1[index]], axis=1), kind, method="exact")
        for i in np.flatnonzero(~answers.free):
            found[kind, tuple(rows[i])] = (answers.toi[i], answers.toi_upper[i])
    return found


class AgainstTheOracle(unittest.TestCase):
    def test_impacts_step_sizes_and_decisions_are_those_of_all_pairs(self):
        rng = np.random.default_rng(171)
        touching = free = 0
        for round_ in range(30):
            mesh, x0, x1 = soup(rng, 2 + round_ % 5)
            truth = truth_of(mesh, x0, x1)
            found = firstcontact.impacts(mesh, x0, x1, exact=True)
            times = {(impact.kind, impact.vertices): (impact.toi, impact.toi_upper) for impact in found}
            self.assertEqual(set(times), set(truth))
            for pair, (low, high) in times.items():  # both enclose the same time
                self.assertLessEqual(max(low, truth[pair][0]), min(high, truth[pair][1]))
            self.assertEqual(firstcontact.is_step_free(mesh, x0, x1, exact=True), not truth)
            step = firstcontact.collision_free_step_size(mesh, x0, x1, exact=True)
            if truth:
                first = min(high for _, high in truth.values())
                self.assertLessEqual(step.toi, first)
                self.assertGreater(step.toi_upper + 1e-9, first)
            else:
                self.assertEqual((step.status, step.toi, step.earliest), (Status.FREE, 1.0, None))
            touching += bool(truth)
            free += not truth
        self.assertGreater(touching, 8)
        self.assertGreater(free, 4)

    def test_every_touching_pair_is_a_candidate(self):
        mesh, x0, x1 = soup(np.random.default_rng(4), 12)
        pairs = firstcontact.candidates(mesh, x0, x1)
        named = {(kind, tuple(row[:kind.points])) for kind, row in zip(pairs.kinds, pairs.vertices.tolist())}
        truth = truth_of(mesh, x0, x1)
        self.assertGreater(len(truth), 5)
        self.assertLessEqual(set(truth), named)

    def test_safe_displacements_are_free_in_any_combination(self):
        rng = np.random.default_rng(5)
        limited = 0
        for _ in range(8):
            mesh, x0, x1 = soup(rng, 4)
            if firstcontact.has_intersections(mesh, x0) or truth_of(mesh, x0, x0):
                continue
            safe = firstcontact.safe_displacements(mesh, x0, x1)
            limited += safe.limited
            for _ in range(5):
                share = rng.random(len(x0)) * safe.steps
                self.assertEqual(truth_of(mesh, x0, x0 + share[:, None] * (x1 - x0)), {})
        self.assertGreater(limited, 10)


@unittest.skipUnless(os.path.exists(COMMAND), "FIRSTCONTACT_COMMAND does not name the command line tool")
class AgainstTheCommandLine(unittest.TestCase):
    def test_check_finds_the_same_impacts(self):
        mesh, x0, x1 = soup(np.random.default_rng(11), 30)
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("a.ply", "b.ply", "impacts.csv")]
            for path, x in zip(paths, (x0, x1)):
                files.write_mesh(path, x, mesh.faces)
            ran = subprocess.run([COMMAND, "check", paths[0], paths[1], "--all", "--output", paths[2]], capture_output=True)
            self.assertEqual(ran.returncode, 1, ran.stderr)
            with open(paths[2], newline="") as file:
                rows = list(csv.DictReader(file))
        found = firstcontact.impacts(mesh, x0, x1)
        self.assertGreater(len(found), 10)
        self.assertEqual([float(row["toi"]) for row in rows], found.toi.tolist())
        self.assertEqual([row["kind"] for row in rows], [kind.value for kind in found.kinds])
        normals = np.array([[row["nx"], row["ny"], row["nz"]] for row in rows], float)
        self.assertEqual(normals.tobytes(), found.normal.tobytes())


class Places(unittest.TestCase):
    def test_fields_of_the_one_impact(self):
        found = firstcontact.impacts(FALLING, X0, X1, exact=True)
        self.assertEqual((len(found), found.kinds, found.vertices.tolist()), (1, (Kind.VERTEX_FACE,), [[3, 0, 1, 2]]))
        self.assertTrue(found.toi[0] <= 0.5 <= found.toi_upper[0])
        self.assertEqual((found.a.tolist(), found.b.tolist()), ([3], [0]))
        np.testing.assert_allclose([found.u[0], found.v[0]], 0.25)
        np.testing.assert_allclose(found.weights, [[1, -0.5, -0.25, -0.25]])
        np.testing.assert_allclose(found.normal, [[0, 0, 1]])
        np.testing.assert_allclose(found.point_b, [[0.25, 0.25, 0]], atol=1e-9)
        self.assertEqual(found.candidates, {Kind.VERTEX_FACE: 1})
        self.assertIn("toi=0.49", repr(found[0]))

    def test_every_layout_and_type_gives_the_same_bits(self):
        mesh, x0, x1 = soup(np.random.default_rng(8), 6)
        x0, x1 = x0.astype(np.float32).astype(float), x1.astype(np.float32).astype(float)
        plain = firstcontact.impacts(mesh, x0, x1)
        self.assertGreater(len(plain), 0)
        wide = np.zeros((len(x0), 7))
        wide[:, 1:7:2] = x0
        frozen = x0.copy()
        frozen.flags.writeable = False
        for same in (np.asfortranarray(x0), wide[:, 1:7:2], x0[::-1].copy()[::-1], frozen, x0.astype(np.float32), x0.tolist(),
                     x0.astype(">f8")):
            other = firstcontact.impacts(mesh, same, x1)
            self.assertEqual(other.toi.tobytes(), plain.toi.tobytes())
            self.assertEqual(other.vertices.tobytes(), plain.vertices.tobytes())

    def test_threads_and_broad_phases_give_the_same_bits(self):
        mesh, x0, x1 = soup(np.random.default_rng(9), 150)
        plain = firstcontact.impacts(mesh, x0, x1, threads=1)
        self.assertGreater(len(plain), 20)
        for broad_phase in firstcontact.meshes.BroadPhase:
            other = firstcontact.impacts(mesh, x0, x1, threads=2, broad_phase=broad_phase)
            self.assertEqual(other.toi.tobytes(), plain.toi.tobytes(), broad_phase)

    def test_planar_loose_edges_and_points(self):
        planar = Mesh(3, edges=[[0, 1]])
        x0 = np.array([[-1.0, 0], [1, 0], [0, 1]])
        step = firstcontact.collision_free_step_size(planar, x0, x0 - [[0, 0], [0, 0], [0, 2]], exact=True)
        self.assertAlmostEqual(step.toi, 0.5)
        self.assertEqual(step.earliest.kind, Kind.POINT_SEGMENT_2D)
        hair = Mesh(4, edges=[[0, 1], [2, 3]])
        x0 = np.array([[-1, 0, 0], [1, 0, 0], [0, -1, 1], [0, 1, 1]], float)
        x1 = x0 - [[0, 0, 0], [0, 0, 0], [0, 0, 4], [0, 0, 4]]
        self.assertAlmostEqual(firstcontact.collision_free_step_size(hair, x0, x1).toi, 0.25, places=5)

    def test_a_separation_and_thickness_touch_sooner(self):
        near = firstcontact.collision_free_step_size(FALLING, X0, X1, min_separation=0.5, exact=True)
        self.assertAlmostEqual(near.toi, 0.25)
        thick = Mesh(X0, faces=[[0, 1, 2]], thickness=[0.1, 0.1, 0.1, 0.4])
        self.assertAlmostEqual(firstcontact.collision_free_step_size(thick, X0, X1, exact=True).toi, 0.25)

    def test_initial_contacts_are_sorted_by_distance(self):
        x = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.2, 0.2, 0.3], [0.3, 0.3, 0.1]])
        near = firstcontact.initial_contacts(Mesh(x, faces=[[0, 1, 2]]), x, min_separation=0.4, exact=True)
        vertex_face = [impact.a for impact in near if impact.kind == Kind.VERTEX_FACE]
        self.assertEqual(vertex_face, [4, 3])
        np.testing.assert_allclose(near.distance[:1], [0.1])
        self.assertTrue((near.toi == 0).all())

    def test_rules_leave_pairs_out(self):
        def free(**rules):
            return firstcontact.is_step_free(FALLING, X0, X1, **rules)
        self.assertFalse(free())
        self.assertTrue(free(left_out=[False, False, False, True]))
        self.assertTrue(free(immobile=[True] * 4))
        self.assertFalse(free(immobile=[True, True, True, False]))
        self.assertTrue(free(patches=[0, 0, 0, 7], ignored=[[7, 0]]))
        self.assertFalse(free(patches=[0, 0, 0, 7], ignored=[[7, 7]]))
        objects = Mesh(X0, faces=[[0, 1, 2]], objects=[0, 0, 0, 1])
        self.assertTrue(firstcontact.is_step_free(objects, X0, X1, between_objects=False))
        self.assertFalse(firstcontact.is_step_free(objects, X0, X1, within_objects=False))

    def test_constraints_are_zero_at_the_impact_and_violated_at_the_end(self):
        active = firstcontact.construct_active_set(FALLING, X0, X1, exact=True)
        self.assertEqual(len(active), 1)
        np.testing.assert_allclose(active.gap_t1, [-1])
        impact = active.impacts[0]
        x = X0 + impact.toi * (X1 - X0)
        gap = impact.normal @ sum(w * x[v] for w, v in zip(active.weights[0], impact.vertices))
        self.assertAlmostEqual(gap, 0, places=8)

    def test_a_mesh_can_be_pickled(self):
        again = pickle.loads(pickle.dumps(Mesh(X0, [[0, 3]], [[0, 1, 2]], thickness=[0.1] * 4)))
        self.assertEqual(again.edges.tolist(), [[0, 1], [0, 2], [0, 3], [1, 2]])
        self.assertEqual(again.loose_edges.tolist(), [2])
        self.assertEqual(repr(again), "Mesh(4 vertices, 4 edges, 1 face)")


class Refusals(unittest.TestCase):
    def test_the_argument_is_named(self):
        nan = X0.copy()
        nan[2, 1] = np.nan
        cases = [
            ("x0", lambda: firstcontact.is_step_free(FALLING, X0[:, :1], X1)),
            ("x1", lambda: firstcontact.is_step_free(FALLING, X0, None)),
            ("vertices", lambda: firstcontact.is_step_free(FALLING, X0[:3], X1[:3])),
            ("finite", lambda: firstcontact.is_step_free(FALLING, nan, X1)),
            ("mesh", lambda: firstcontact.is_step_free("mesh", X0, X1)),
            ("face 0", lambda: Mesh(3, faces=[[0, 1, 3]])),
            ("faces", lambda: Mesh(3, faces=[[0.5, 1, 2]])),
            ("edges", lambda: Mesh(3, edges=[[0, 1, 2]])),
            ("vertices", lambda: Mesh(-1)),
            ("objects", lambda: Mesh(3, faces=[[0, 1, 2]], objects=[1])),
            ("left_out", lambda: firstcontact.impacts(FALLING, X0, X1, left_out=[True])),
            ("left_out", lambda: firstcontact.impacts(FALLING, X0, X1, left_out=[1, 0, 0, 0])),
            ("ignored", lambda: firstcontact.impacts(FALLING, X0, X1, ignored=[1, 2])),
            ("broad_phase", lambda: firstcontact.impacts(FALLING, X0, X1, broad_phase="tree")),
            ("min_separation", lambda: firstcontact.impacts(FALLING, X0, X1, min_separation=-1)),
            ("min_separation", lambda: firstcontact.impacts(FALLING, X0, X1, min_separation="1")),
            ("t_max", lambda: firstcontact.impacts(FALLING, X0, X1, t_max=2)),
            ("threads", lambda: firstcontact.impacts(FALLING, X0, X1, threads=-1)),
            ("progress", lambda: firstcontact.impacts(FALLING, X0, X1, progress=3)),
            ("ratio", lambda: firstcontact.line_search(FALLING, X0, X1, ratio=2)),
            ("energy", lambda: firstcontact.line_search(FALLING, X0, X1, energy=3)),
            ("energy", lambda: firstcontact.line_search(FALLING, X0, X1, energy=lambda step: "low")),
            ("distance", lambda: firstcontact.near_pairs(FALLING, X0, -1)),
            ("max_listed", lambda: firstcontact.intersections(FALLING, X0, max_listed=-1)),
        ]
        for word, call in cases:
            with self.assertRaisesRegex(ValueError, word):
                call()


class StepProofs(unittest.TestCase):
    def test_the_verifier_accepts_the_proof_of_a_free_step_only(self):
        with tempfile.TemporaryDirectory() as folder:
            path, *frames = [os.path.join(folder, name) for name in ("free.jsonl", "a.ply", "b.ply")]
            start = np.array([[0, 0, 0], [1, 0, 1], [0, 1, 1], [0.9, 0.9, 0.2]])  # the point is in the triangle's box
            end = start + [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0.6]]
            written = firstcontact.write_step_proof(path, FALLING, start, end)
            self.assertTrue(written.free)
            self.assertEqual((written.written, len(firstcontact.candidates(FALLING, start, end))), (1, 1))
            self.assertTrue(firstcontact.proofs.verify_file(path))
            if os.path.exists(COMMAND):
                for frame, x in zip(frames, (start, end)):
                    files.write_mesh(frame, x, FALLING.faces)
                ran = subprocess.run([COMMAND, "verify", path, "--meshes", *frames], capture_output=True, text=True)
                self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
            os.remove(path)
            self.assertFalse(firstcontact.write_step_proof(path, FALLING, X0, X1).free)
            self.assertFalse(os.path.exists(path))
            with self.assertRaisesRegex(ValueError, "thickness"):
                firstcontact.write_step_proof(path, Mesh(X0, faces=[[0, 1, 2]], thickness=[0.01] * 4), start, end)


INTERRUPTED = """
import os, signal, numpy as np, firstcontact
from meshes_test import soup, FALLING, X0, X1
mesh, x0, x1 = soup(np.random.default_rng(1), 5000)
seen = []
def first_report(done, total):
    seen.append(done)
    if len(seen) == 1:
        os.kill(os.getpid(), signal.SIGINT)
try:
    firstcontact.impacts(mesh, x0, x1, exact=True, threads=1, progress=first_report)
except KeyboardInterrupt:
    print("interrupted", max(seen) < 1000)
print("still works", firstcontact.is_step_free(FALLING, X0, X1))
"""


class LongCalls(unittest.TestCase):
    def test_ctrl_c_ends_a_step(self):
        ran = subprocess.run([sys.executable, "-B", "-c", INTERRUPTED], capture_output=True, text=True, timeout=300,
                             cwd=os.path.dirname(os.path.abspath(__file__)))
        self.assertEqual(ran.stdout.split("\n")[:2], ["interrupted True", "still works False"], ran.stderr)

    def test_other_threads_run_meanwhile(self):
        mesh, x0, x1 = soup(np.random.default_rng(6), 1500)
        worker = threading.Thread(target=lambda: firstcontact.impacts(mesh, x0, x1, exact=True))
        worker.start()
        turns = 0
        while worker.is_alive():
            turns += 1
            time.sleep(0)
        self.assertGreater(turns, 100)

    def test_progress_comes_and_its_exception_ends_the_step(self):
        mesh, x0, x1 = soup(np.random.default_rng(1), 2000)
        seen = []
        firstcontact.impacts(mesh, x0, x1, progress=lambda done, total: seen.append((done, total)))
        self.assertEqual(seen[-1], (1000, 1000))
        self.assertEqual(seen, sorted(seen))

        def stop(done, total):
            raise InterruptedError("enough")
        with self.assertRaisesRegex(InterruptedError, "enough"):
            firstcontact.impacts(mesh, x0, x1, progress=stop)

    def test_two_threads_may_use_one_mesh(self):
        mesh, x0, x1 = soup(np.random.default_rng(2), 300)
        wanted = firstcontact.impacts(mesh, x0, x1).toi.tobytes()
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(firstcontact.impacts(mesh, x0, x1).toi.tobytes()))
                   for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [wanted] * 4)


if __name__ == "__main__":
    unittest.main()
