"""Data sets: packed query files, the handcrafted set, conversion, and the queries of mesh steps that check records."""
import filecmp
import json
import os
import struct
import unittest
from fractions import Fraction

from check_test import BOTH_FACES, TRIANGLE, crumpled_grid, obj, spike, swept_boxes_that_touch
from command import CommandTest, read_csv, read_text, run

HEADER_BYTES, RECORD_BYTES = 64, 216  # with times


def packed_queries(path):
    """(24 coordinates, toi, toi_upper, truth) of every query of a packed file with times, read by its documentation."""
    with open(path, "rb") as file:
        data = file.read()
    magic, version, order, _, flags, count, record = struct.unpack_from("<8sIIIIQQ", data)
    assert (magic, version, order, flags, record) == (b"\x89FCQ\r\n\x1a\n", 1, 0x01020304, 1, RECORD_BYTES), data[:40]
    assert len(data) == HEADER_BYTES + count * record
    rows = [struct.unpack_from("<24d2dQ", data, HEADER_BYTES + i * record) for i in range(count)]
    return [(row[:24], *row[24:]) for row in rows]


def tree(folder):
    """Paths below the folder of all files."""
    return sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)


class SameTrees(CommandTest):
    def assert_same_trees(self, a, b):
        self.assertEqual(tree(a), tree(b))
        self.assertEqual(filecmp.cmpfiles(a, b, tree(a), shallow=False)[1:], ([], []))

    def report(self, *arguments):
        """What a verb that succeeds writes to --json."""
        path = self.path("report.json")
        code, out, err = run(*arguments, "--json", path)
        self.assertEqual(code, 0, out + err)
        return json.loads(read_text(path))


class Packed(SameTrees):
    def setUp(self):
        super().setUp()
        self.csv, self.packed = self.path("csv"), self.path("packed")
        made = ("--classes", "near-collision,hourglass,random-bits", "--count", "60", "--seed", "3")
        self.assertEqual(run("generate", self.csv, *made)[0], 0)
        self.assertEqual(run("generate", self.packed, *made, "--packed")[0], 0)

    def test_conversion_gives_what_generating_gives_in_both_directions(self):
        report = self.report("generate", self.path("to-packed"), "--from", self.csv, "--packed")
        self.assertEqual([(f["queries"], f["times"]) for f in report["files"]], [(60, True)] * 6)
        self.assert_same_trees(self.path("to-packed"), self.packed)
        self.report("generate", self.path("to-csv"), "--from", self.packed)
        self.assert_same_trees(self.path("to-csv"), self.csv)

    def test_solve_answers_packed_files_as_csv(self):
        columns = ("scene", "kind", "index", "truth", "status", "toi", "toi_upper")
        answers = []
        for folder in (self.csv, self.packed):
            path = self.path("answers.csv")
            code, out, err = run("solve", folder, "--method", "exact", "--csv", path)
            self.assertEqual(code, 0, out + err)
            rows = read_csv(path)
            self.assertEqual(len(rows), 360)
            answers.append([{c: row.get(c) for c in columns} for row in rows])
        self.assertEqual(*answers)

    def test_the_times_inside_are_those_of_the_companion(self):
        for name in ("near-collision", "hourglass"):
            times = read_csv(self.path("csv", name, "edge-edge", "queries.toi"))
            inside = packed_queries(self.path("packed", name, "edge-edge", "queries.fcq"))
            self.assertEqual([(int(r["truth"]), float(r["toi"]), float(r["toi_upper"])) for r in times],
                             [(truth, toi, upper) for _, toi, upper, truth in inside])

    def test_files_without_a_companion_are_converted_without_times(self):
        queries = self.path("csv", "hourglass", "edge-edge", "queries.csv")
        os.remove(queries.replace(".csv", ".toi"))
        report = self.report("generate", self.path("out"), "--from", queries, "--packed")
        self.assertEqual([f["times"] for f in report["files"]], [False])
        self.assertEqual(tree(self.path("out")), ["hourglass/edge-edge/queries.fcq"])
        self.report("generate", self.path("back"), "--from", self.path("out"))
        self.assertEqual(tree(self.path("back")), ["hourglass/edge-edge/queries.csv"])
        self.assertTrue(filecmp.cmp(queries, self.path("back", "hourglass", "edge-edge", "queries.csv"), shallow=False))

    def test_damaged_files_are_refused_with_file_and_byte(self):
        good = self.path("packed", "hourglass", "edge-edge", "queries.fcq")
        with open(good, "rb") as file:
            data = file.read()
        for name, damaged, words in (
                ("short", data[:-1], ("byte 24", "count")),
                ("long", data + b"x", ("byte 24", "count")),
                ("text", b"1,2,3", ("byte 0", "magic")),
                ("nan", data[:280] + struct.pack("<d", float("nan")) + data[288:], ("byte 280", "query 1", "ea0_t0.x"))):
            path = self.write(damaged, name, "edge-edge", "q.fcq")
            self.assert_refused(["solve", path], path, *words)
            self.assert_refused(["generate", self.path("out"), "--from", path], path, *words)
        self.assert_refused(["solve", self.write(data, "wrong", "vertex-face", "q.fcq")], "holds edge-edge queries")
        self.assertEqual(tree(self.path("out", "x")[:-2]), [])

    def test_a_companion_of_another_file_is_refused(self):
        times = self.path("csv", "hourglass", "edge-edge", "queries.toi")
        text = read_text(times)
        for spoiled in (text + "60,0,1,1\n", text[:text.rindex("59,")], text.replace("index", "number")):
            self.write(spoiled, "csv", "hourglass", "edge-edge", "queries.toi")
            self.assert_refused(["generate", self.path("out"), "--from", self.csv, "--packed"], times)

    def test_conversion_never_overwrites_its_input_nor_joins_two_files(self):
        self.assert_refused(["generate", self.csv, "--from", self.csv], "input")
        self.write(b"", "other", "hourglass", "edge-edge", "queries.csv")
        self.assert_refused(["generate", self.path("out"), "--from", self.csv, self.path("other")], "two outputs")

    def test_a_companion_of_an_older_file_does_not_stay_beside_a_new_one(self):
        # Both files have the same truths, so that nothing else would tell the old times from the new file's.
        self.report("generate", self.path("out"), "--from", self.csv)
        queries = self.path("csv", "hourglass", "edge-edge", "queries.csv")
        os.remove(queries.replace(".csv", ".toi"))
        self.report("generate", self.path("out"), "--from", queries)
        self.assertFalse(os.path.exists(self.path("out", "hourglass", "edge-edge", "queries.toi")))
        self.assertTrue(os.path.exists(self.path("out", "random-bits", "edge-edge", "queries.toi")))

    def test_queries_never_stand_in_one_folder_in_two_forms(self):
        before = tree(self.csv)
        for arguments in (("--classes", "random,hourglass", "--packed"), ("--from", self.packed, "--packed"),
                          ("--from", self.csv, "--packed")):
            self.assert_refused(["generate", self.csv, *arguments], "queries.fcq", "queries.csv", "another folder")
        self.assert_refused(["generate", self.packed, "--from", self.csv], "queries.csv", "queries.fcq")
        self.assertEqual(tree(self.csv), before)

    def test_the_report_overwrites_neither_an_input_nor_a_result(self):
        for name in ("csv/hourglass/edge-edge/queries.csv", "csv/hourglass/edge-edge/queries.toi",
                     "out/hourglass/edge-edge/queries.toi"):
            self.assert_refused(["generate", self.path("out"), "--from", self.csv, "--json", self.path(*name.split("/"))], name)
        name = self.path("new", "random", "edge-edge", "queries.csv")
        self.assert_refused(["generate", self.path("new"), "--classes", "random", "--json", name], name)

    def test_fractions_that_are_doubles_are_converted_exactly_and_others_refused(self):
        def rows(numerator, denominator):
            return f"{numerator},{denominator},0,1,0,1,0\n" * 8
        exact = [(3, 6), (-(2**53 - 1) * 7, 7 * 2**1074), ((2**53 - 1) * 3 * 2**971, 3), (10**17, 10**17 * 8), (2**54 + 4, 2),
                 (2**200, 2**200 * 5 // 5), (-1, 2**1074)]
        path = self.write("".join(rows(*f) for f in exact), "fractions", "edge-edge", "q.csv")
        self.report("generate", self.path("to-packed"), "--from", path, "--packed")
        with open(self.path("to-packed", "fractions", "edge-edge", "q.fcq"), "rb") as file:
            data = file.read()
        found = [Fraction(struct.unpack_from("<d", data, HEADER_BYTES + 200 * i)[0]) for i in range(len(exact))]
        self.assertEqual(found, [Fraction(*f) for f in exact])
        for n, d in ((1, 3), (2**54 + 1, 2), (2**53 + 1, 1), (1, 2**1075), (3, 2**1075), (2**1024, 1), (2**1024 - 2**970, 1)):
            path = self.write(rows(1, 1) + rows(n, d), "wrong", "edge-edge", "q.csv")
            self.assert_refused(["generate", self.path("wrong-out"), "--from", path, "--packed"], f"{path}:9", "not exactly a double")
            self.assertEqual(tree(self.path("wrong-out")), [])

    def test_a_seed_that_is_no_64_bit_number_is_refused(self):
        for seed in ("18446744073709551616", "-1", "1.5", "0x10", "007", "x"):
            self.assert_refused(["generate", self.path("out"), "--seed", seed], "--seed", seed)
        self.report("generate", self.path("out"), "--seed", "18446744073709551615", "--count", "1", "--classes", "random")

    def test_a_folder_that_cannot_be_made_is_named(self):
        file = self.write("", "file")
        for arguments in (("--count", "1"), ("--cloth", "3"), ("--from", self.csv)):
            self.assert_refused(["generate", file + "/below", *arguments], file + "/below", "cannot be made")

    def test_options_that_contradict_each_other_are_refused(self):
        for other in (("--classes", "random"), ("--count", "5"), ("--cloth", "9"), ("--from", self.csv)):
            self.assert_refused(["generate", self.path("out"), "--handcrafted", *other], "handcrafted")
        self.assert_refused(["generate", self.path("out"), "--from", self.csv, "--seed", "2"], "from")
        self.assert_refused(["generate", self.path("out"), "--cloth", "9", "--packed"], "cloth")
        self.assert_refused(["generate", self.path("out"), "--from", self.path("nowhere")], "nowhere")


class Handcrafted(SameTrees):
    def test_the_whole_set_is_made_and_answered_without_an_error(self):
        report = self.report("generate", self.path("set"), "--handcrafted", "--packed", "--seed", "4")
        total = {kind: sum(g["queries"] for g in report["groups"] if g["kind"] == kind) for kind in ("vertex-face", "edge-edge")}
        self.assertEqual(total, {"vertex-face": 12000, "edge-edge": 15000})
        for group in report["groups"]:
            self.assertTrue(0 < group["positives"] < group["queries"], group)
        solved = self.path("solved.json")
        code, out, err = run("solve", self.path("set"), "--exact", "--json", solved)
        self.assertEqual(code, 0, out + err)
        self.assertIn("27,000", out)

    def test_csv_has_a_companion_of_times_beside_every_file(self):
        self.report("generate", self.path("set"), "--handcrafted")
        files = tree(self.path("set"))
        self.assertEqual(len(files), 64)  # 16 groups of 2 kinds of 2 files
        self.report("generate", self.path("packed"), "--handcrafted", "--packed", "--threads", "1")
        self.report("generate", self.path("back"), "--from", self.path("packed"))
        self.assert_same_trees(self.path("set"), self.path("back"))


class Record(SameTrees):
    def frames(self, faces, *all_vertices, edges=()):
        return [self.write(obj(vertices, faces, edges), f"frame{i}.obj") for i, vertices in enumerate(all_vertices)]

    def record(self, *arguments, folder="recorded"):
        code, out, err = run("check", *arguments, "--record", self.path(folder))
        self.assertIn(code, (0, 1), out + err)
        return out

    def test_every_candidate_of_every_step_is_recorded_with_its_truth(self):
        flat, moved, faces = crumpled_grid(11, 6)
        files = self.frames(faces, flat, moved, flat)
        out = self.record(*files)
        self.assertEqual(tree(self.path("recorded")), [f"{kind}/step_{i}.fcq" for kind in ("edge-edge", "vertex-face") for i in (0, 1)])
        impacts = self.path("impacts.csv")
        run("check", *files, "--all", "--exact", "--output", impacts)
        touching = read_csv(impacts)
        for i, (t0, t1) in enumerate(((flat, moved), (moved, flat))):
            for kind, count in zip(("vertex-face", "edge-edge"), swept_boxes_that_touch(t0, t1, faces)):
                queries = packed_queries(self.path("recorded", kind, f"step_{i}.fcq"))
                self.assertEqual(len(queries), count)
                expected = sum(row["kind"] == kind and row["step"] == str(i) for row in touching)
                self.assertEqual(sum(truth for *_, truth in queries), expected)
                self.assertGreater(expected, 0)
                vertices = set(t0)
                self.assertTrue(all(tuple(c[3 * k:3 * k + 3]) in vertices for c, *_ in queries for k in range(4)))
        self.assertIn("recorded in", out)
        code, out, err = run("solve", self.path("recorded"), "--exact")
        self.assertEqual(code, 0, out + err)

    def test_the_times_enclose_the_exact_ones(self):
        flat, moved, faces = crumpled_grid(12, 6)
        self.record(*self.frames(faces, flat, moved))
        answers = self.path("answers.csv")
        code, out, err = run("solve", self.path("recorded"), "--method", "exact", "--csv", answers)
        self.assertEqual(code, 0, out + err)
        inside = [q for kind in ("edge-edge", "vertex-face") for q in packed_queries(self.path("recorded", kind, "step_0.fcq"))]
        rows = read_csv(answers)
        self.assertEqual(len(rows), len(inside))
        for row, (_, toi, upper, truth) in zip(rows, inside):
            self.assertEqual(int(row["truth"]), truth)
            if truth:
                self.assertTrue(toi <= float(row["toi_upper"]) and float(row["toi"]) <= upper)
                self.assertLessEqual(upper - toi, 2.0**-30)
            else:
                self.assertEqual((toi, upper), (1, 1))

    def test_the_bytes_are_the_same_for_any_threads_and_broad_phase(self):
        flat, moved, faces = crumpled_grid(13, 6)
        files = self.frames(faces, flat, moved)
        self.record(*files, "--threads", "1", folder="reference")
        for i, arguments in enumerate((("--threads", "2"), ("--broad-phase", "sweep"), ("--broad-phase", "hash", "--all"))):
            self.record(*files, *arguments, folder=f"other{i}")
            self.assert_same_trees(self.path("reference"), self.path(f"other{i}"))

    def test_pairs_of_other_kinds_are_counted_and_left_out(self):
        # An edge of its own under a point of its own, far from everything else.
        t0 = TRIANGLE + spike(1) + [(9, 9, 9), (11, 9, 9), (10, 9, 10)]
        t1 = TRIANGLE + spike(-1) + [(9, 9, 9), (11, 9, 9), (10, 9, 8)]
        out = self.record(*self.frames(BOTH_FACES, t0, t1, edges=[(6, 7)]))
        self.assertIn("left out of the recording: 1 point-edge candidates", out)
        self.assertEqual(len(packed_queries(self.path("recorded", "vertex-face", "step_0.fcq"))),
                         swept_boxes_that_touch(t0, t1, BOTH_FACES)[0])

    def test_a_folder_with_something_in_it_is_refused_and_stays_as_it_is(self):
        files = self.frames(BOTH_FACES, TRIANGLE + spike(1), TRIANGLE + spike(-1))
        self.write("mine", "taken", "notes.txt")
        self.assert_refused(["check", *files, "--record", self.path("taken")], "taken", "not empty")
        self.assertEqual(tree(self.path("taken")), ["notes.txt"])
        self.assert_refused(["check", *files, "--record", files[0]], "not a folder")
        self.assert_refused(["check", *files, "--record", files[0] + "/below"], "below", "cannot be made")

    def test_a_run_that_fails_records_nothing(self):
        flat, moved, faces = crumpled_grid(14, 5)
        files = self.frames(faces, flat, moved, flat)
        broken = self.write("v 0 0 0\n", "broken.obj")
        self.assert_refused(["check", *files, broken, "--record", self.path("new")], broken)
        self.assertFalse(os.path.exists(self.path("new")))
        os.mkdir(self.path("empty"))
        self.assert_refused(["check", *files, "--record", self.path("empty"), "--json", "/dev/full"], "/dev/full")
        self.assertEqual(os.listdir(self.path("empty")), [])

    def test_other_outputs_do_not_go_into_the_folder(self):
        files = self.frames(BOTH_FACES, TRIANGLE + spike(1), TRIANGLE + spike(-1))
        for option in ("--json", "--output"):
            self.assert_refused(["check", *files, "--record", self.path("new"), option, self.path("new") + "/x.csv"], "x.csv", "--record")
        self.assertFalse(os.path.exists(self.path("new")))

    def test_a_step_without_candidates_leaves_an_empty_folder(self):
        out = self.record(*self.frames([(0, 1, 2)], TRIANGLE, TRIANGLE))
        self.assertIn("0 vertex-face queries (0 touching), 0 edge-edge queries", out)
        self.assertEqual(os.listdir(self.path("recorded")), [])

    def test_only_pairs_of_different_objects_are_recorded_with_no_self(self):
        a, b = self.frames([(0, 1, 2)], TRIANGLE, TRIANGLE)
        self.record(a, b, "--object", a, b, "--no-self")
        self.assertEqual(len(packed_queries(self.path("recorded", "vertex-face", "step_0.fcq"))), 6)
        edges = packed_queries(self.path("recorded", "edge-edge", "step_0.fcq"))
        self.assertEqual(([q[1:] for q in edges]), [(0, 0, 1)] * 9)  # all touch from the beginning


if __name__ == "__main__":
    unittest.main()
