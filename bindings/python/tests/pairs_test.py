"""firstcontact.solve and solve_batch: answers, layouts of arrays, threads, refusals."""
import pickle
import unittest

import numpy as np

import firstcontact
from border import BESIDE, FALLING, TOUCHING, random_pairs, same_answers
from firstcontact import Kind, Status, _native, solve, solve_batch


class Solve(unittest.TestCase):
    def test_every_kind_touches_at_one_half(self):
        for kind, pair in TOUCHING.items():
            result = solve(pair, kind, method="exact")
            self.assertEqual((result.status, result.toi, result.toi_upper), (Status.CONTACT, 0.5, 0.5), kind)
            batch = solve_batch(pair[None], kind, method="exact")
            self.assertEqual((batch.status[0], batch.toi[0], batch.toi_upper[0]), (1, 0.5, 0.5), kind)

    def test_names_and_enumerators_mean_the_same(self):
        by_name = solve(FALLING, "vertex-face", method="tight-inclusion", norm="linf", min_separation=0.1)
        by_member = solve(FALLING, Kind.VERTEX_FACE, method=firstcontact.Method.TIGHT_INCLUSION, norm=firstcontact.Norm.LINF,
                          min_separation=0.1)
        self.assertEqual(by_name.toi, by_member.toi)
        self.assertLess(by_name.toi, 0.5)

    def test_a_free_pair_is_free_and_has_its_proof(self):
        result = solve(BESIDE, certificate=True)
        self.assertTrue(result.free)
        self.assertEqual(result.distance, float("inf"))
        self.assertEqual((result.certificate[0].t0, result.certificate[-1].t1), (0, 1))
        self.assertEqual(repr(result), "PairResult(FREE, toi=1.0, toi_upper=1.0, with proof)")
        self.assertEqual(repr(result.proof.points), "NativeArray(shape (8, 3), float64)")

    def test_a_nan_is_invalid_input_with_a_message(self):
        bad = FALLING.copy()
        bad[3, 1] = np.nan
        result = solve(bad)
        self.assertEqual(result.status, Status.INVALID_INPUT)
        self.assertFalse(result.free)
        self.assertIn("not finite", result.message)

    def test_an_answer_is_neither_true_nor_false(self):
        points = [[0, 0, 1], [0, 0, 0], [0, 0, 2], [0, 0, 0]]
        for answer in firstcontact.solve(points, "point-point"), firstcontact.solve_batch([points], "point-point"):
            with self.assertRaisesRegex(TypeError, "neither true nor false: ask for its .free"):
                bool(answer)

    def test_results_do_not_change_and_can_be_pickled(self):
        result = solve(FALLING, exact=True, certificate=True)
        with self.assertRaises(AttributeError):
            result.toi = 0
        with self.assertRaises(ValueError):
            result.normal[0] = 2
        again = pickle.loads(pickle.dumps(result))
        self.assertEqual((again.toi, again.status, again.proof), (result.toi, result.status, result.proof))
        batch = solve_batch(FALLING[None])
        same_answers(self, batch, pickle.loads(pickle.dumps(batch)))


class SolveBatch(unittest.TestCase):
    def test_same_bits_as_solve_for_every_kind_and_many_threads(self):
        rng = np.random.default_rng(17)
        for kind in Kind:
            pairs = random_pairs(rng, 2500, kind)
            one = solve_batch(pairs, kind)
            for threads in (0, 2, 3):
                same_answers(self, one, solve_batch(pairs, kind, threads=threads))
            for i in range(0, len(pairs), 50):
                single = solve(pairs[i], kind)
                self.assertEqual((single.status, single.toi, single.toi_upper, single.checks),
                                 (one.status[i], one.toi[i], one.toi_upper[i], one.checks[i]))
        self.assertGreater(np.count_nonzero(solve_batch(random_pairs(rng, 2500)).status), 50)

    def test_one_nan_spoils_one_pair_only(self):
        pairs = np.array([FALLING, BESIDE, FALLING])
        pairs[1, 0, 0] = np.inf
        result = solve_batch(pairs)
        self.assertEqual(result.status.tolist(), [1, 4, 1])
        self.assertEqual(result.free.tolist(), [False, False, False])
        self.assertEqual(repr(result), "BatchResult(3 pairs, 2 CONTACT, 1 INVALID_INPUT)")

    def test_the_native_module_refuses_arrays_that_it_cannot_fill(self):
        options = firstcontact.pairs.native_options()

        def call(points=FALLING[None], status=None, toi=None):
            status = np.empty(1, np.int8) if status is None else status
            toi = np.empty(1) if toi is None else toi
            _native.solve_pairs("vertex-face", points, options, 1, None, status, toi, np.empty(1), np.empty(1, np.int64),
                                np.empty(1, np.bool_))
        call()
        frozen = np.empty(1)
        frozen.flags.writeable = False
        for arguments, name in (({"toi": np.empty(2)}, "toi"), ({"toi": np.empty(1, np.float32)}, "toi"), ({"toi": frozen}, "toi"),
                                ({"toi": 3}, "toi"), ({"status": np.empty(1)}, "status"), ({"points": FALLING}, "points"),
                                ({"points": b"1234"}, "points"), ({"points": FALLING[None].astype(">f8")}, "points"),
                                ({"points": FALLING[None].astype(int)}, "points"), ({"points": None}, "points"),
                                ({"points": np.zeros((1, 8, 3), "f8,u1")["f0"]}, "points")):
            with self.assertRaisesRegex(ValueError, name):
                call(**arguments)

    def test_no_pairs_have_no_answers(self):
        for empty in ([], np.empty((0, 8, 3)), np.empty((0, 8, 3), np.float32)):
            self.assertEqual(len(solve_batch(empty)), 0)

    def test_progress_counts_up_to_the_total(self):
        seen = []
        solve_batch(np.repeat(FALLING[None], 50_000, axis=0), method="exact", threads=2,
                    progress=lambda done, total: seen.append((done, total)))
        self.assertEqual(seen[-1], (50_000, 50_000))
        self.assertEqual(seen, sorted(seen))

    def test_an_exception_of_progress_comes_through(self):
        def stop(done, total):
            raise RuntimeError("enough")
        with self.assertRaisesRegex(RuntimeError, "enough"):
            solve_batch(np.repeat(FALLING[None], 1000, axis=0), progress=stop)


if __name__ == "__main__":
    unittest.main()
