"""firstcontact check: contacts between frames of meshes, reports, exit codes, refusals."""
import gzip
import itertools
import json
import os
import random
import struct
import unittest

from command import CommandTest, read_csv, read_text, run

HEADER = "kind,a0,a1,b0,b1,toi,x,y,z,nx,ny,nz"
BROAD_PHASES = ("bvh", "sweep", "hash", "brute")

# Vertices of one triangle in z = 0, and of another whose vertex 3 lies over the inside of the first.
TRIANGLE = [(0, 0, 0), (4, 0, 0), (0, 4, 0)]
FACES = [(0, 1, 2)]
BOTH_FACES = [(0, 1, 2), (3, 4, 5)]


def spike(height):
    """A triangle that points down; its tip (1, 1, height) is the only part near the plane z = height."""
    return [(1, 1, height), (1.5, 1, height + 8), (1, 1.5, height + 8)]


def obj(vertices, faces=(), edges=()):
    return ("".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in vertices) +
            "".join("f " + " ".join(str(i + 1) for i in face) + "\n" for face in faces) +
            "".join("l " + " ".join(str(i + 1) for i in edge) + "\n" for edge in edges))


def off(vertices, faces):
    return (f"OFF\n{len(vertices)} {len(faces)} 0\n" + "".join(f"{x!r} {y!r} {z!r}\n" for x, y, z in vertices) +
            "".join(" ".join(map(str, (len(face), *face))) + "\n" for face in faces))


def ply(vertices, faces, order=None):
    """Ascii, or binary with order "<" or ">"."""
    encoding = {None: "ascii", "<": "binary_little_endian", ">": "binary_big_endian"}[order]
    axes = "".join(f"property double {axis}\n" for axis in "xyz")
    header = (f"ply\nformat {encoding} 1.0\nelement vertex {len(vertices)}\n{axes}"
              f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n")
    if order is None:
        return header + off(vertices, faces).split("\n", 2)[2]
    return (header.encode() + b"".join(struct.pack(order + "3d", *vertex) for vertex in vertices) +
            b"".join(struct.pack(f"{order}B{len(face)}i", len(face), *face) for face in faces))


def crumpled_grid(seed, size=9):
    """A grid of triangles over [0, 1] x [0, 1], and its vertices moved at random, so that many of its parts pass each other."""
    source = random.Random(seed)
    at = lambda i, j: i * size + j
    flat = [(i / (size - 1), j / (size - 1), 0.0) for i in range(size) for j in range(size)]
    faces = [face for i in range(size - 1) for j in range(size - 1)
             for face in ((at(i, j), at(i + 1, j), at(i, j + 1)), (at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)))]
    moved = [tuple(x + source.uniform(-0.3, 0.3) for x in vertex) for vertex in flat]
    return flat, moved, faces


def swept_boxes_that_touch(t0, t1, faces, separation=0.0):
    """Counts of vertex-face and edge-edge pairs without a common vertex whose boxes over the whole step are at most `separation`
    apart on every axis."""
    def box(vertices):
        corners = [points[v] for points in (t0, t1) for v in vertices]
        return [(min(c[k] for c in corners), max(c[k] for c in corners)) for k in range(3)]

    def touch(a, b):
        return all(p[0] - separation <= q[1] and q[0] - separation <= p[1] for p, q in zip(box(a), box(b)))

    edges = sorted({tuple(sorted(pair)) for f in faces for pair in itertools.combinations(f, 2)})
    vertex_face = sum(v not in f and touch((v,), f) for v in range(len(t0)) for f in faces)
    edge_edge = sum(not set(a) & set(b) and touch(a, b) for a, b in itertools.combinations(edges, 2))
    return vertex_face, edge_edge


def printed_order(row):
    return (float(row["toi"]), row["kind"], *(int(row[c] or -1) for c in ("a0", "a1", "b0", "b1")))


class CheckTest(CommandTest):
    def frames(self, faces, *all_vertices, name="frame", edges=()):
        """One OBJ file a frame."""
        return [self.write(obj(vertices, faces, edges), f"{name}{i}.obj") for i, vertices in enumerate(all_vertices)]

    def check(self, *arguments):
        """Exit code, the report, the rows; the words printed are kept in self.printed."""
        report, rows = self.path("report.json"), self.path("impacts.csv")
        code, self.printed, err = run("check", *arguments, "--json", report, "--output", rows)
        self.assertIn(code, (0, 1), f"{arguments}: {self.printed}{err}")
        self.assertEqual(err, "")
        report = json.loads(read_text(report))
        start = report["start"]
        crosses = start["intersections"] + start["neighbour_intersections"]
        self.assertEqual(code, 1 if crosses or any(step["impacts"] for step in report["steps"]) else 0)
        for line in self.printed.splitlines():
            if self.folder.name not in line:  # names of temporary files may be as long as they like
                self.assertLessEqual(len(line), 100, line)
        return code, report, read_csv(rows)

    def only_step(self, *arguments):
        code, report, rows = self.check(*arguments)
        step, = report["steps"]
        self.assertEqual(step["impacts"], len(rows))
        return step, rows


class OneStep(CheckTest):
    def test_a_vertex_through_a_face(self):
        t0, t1 = TRIANGLE + spike(1), TRIANGLE + spike(-1)
        files = self.frames(BOTH_FACES, t0, t1)
        step, rows = self.only_step(*files)
        row, = rows
        self.assertEqual([row[c] for c in ("kind", "a0", "a1", "b0", "b1")], ["vertex-face", "3", "0", "", ""])
        self.assertLessEqual(float(row["toi"]), 0.5)
        self.assertGreater(float(row["toi"]), 0.4999)
        for column, value in (("x", 1), ("y", 1), ("z", 0), ("nx", 0), ("ny", 0), ("nz", 1)):
            self.assertAlmostEqual(float(row[column]), value, delta=1e-4, msg=column)
        self.assertEqual((step["t0"], step["t1"]), tuple(files))
        self.assertEqual((step["elements"], step["vertices"], step["edges"], step["faces"]), (14, 6, 6, 2))
        self.assertEqual((step["vertex_face_candidates"], step["edge_edge_candidates"]), swept_boxes_that_touch(t0, t1, BOTH_FACES))
        self.assertEqual(step["candidates"], step["vertex_face_candidates"] + step["edge_edge_candidates"])
        self.assertEqual(step["earliest_toi"], float(row["toi"]))
        self.assertEqual(step["earliest"]["a0"], 3)
        self.assertIsNone(step["earliest"]["b0"])
        self.assertGreaterEqual(step["seconds"], 0)
        for words in ("vertex 3 and face 0", "14 (6 vertices, 6 edges, 2 faces)", "contact     at t = 0.", "(1, 1, "):
            self.assertIn(words, self.printed)

    def test_two_crossing_edges(self):
        a, b = [(-1, 0, 0), (1, 0, 0), (0, 0, -9)], [(0, -1, 1), (0, 1, 1), (0, 0, 9)]
        down = [(x, y, z - 4) for x, y, z in b]
        files = self.frames(BOTH_FACES, a + b, a + down)
        step, rows = self.only_step(*files)
        row, = rows
        self.assertEqual([row[c] for c in ("kind", "a0", "a1", "b0", "b1")], ["edge-edge", "0", "1", "3", "4"])
        self.assertLessEqual(float(row["toi"]), 0.25)
        self.assertAlmostEqual(float(row["toi"]), 0.25, delta=1e-4)
        # From edge b to edge a: down.
        for column, value in (("x", 0), ("y", 0), ("z", 0), ("nx", 0), ("ny", 0), ("nz", -1)):
            self.assertAlmostEqual(float(row[column]), value, delta=1e-4, msg=column)
        self.assertIn("edge 0-1 and edge 3-4", self.printed)

    def test_a_free_step_is_exit_0_with_a_header_and_no_row(self):
        files = self.frames(BOTH_FACES, TRIANGLE + spike(1), TRIANGLE + spike(0.5))
        for extra in ([], ["--all"], ["--exact"]):
            code, report, rows = self.check(*files, *extra)
            step, = report["steps"]
            self.assertEqual((code, rows, step["impacts"], step["earliest_toi"], step["earliest"]), (0, [], 0, None, None))
            self.assertEqual(read_text(self.path("impacts.csv")), HEADER + "\n")
            self.assertIn("free        over [0, 1], proven", self.printed)

    def test_contact_at_the_start_is_time_0(self):
        step, rows = self.only_step(*self.frames(BOTH_FACES, TRIANGLE + spike(0), TRIANGLE + spike(1)))
        self.assertEqual((rows[0]["toi"], step["earliest_toi"], step["earliest"]["status"]), ("0", 0, "Contact"))

    def test_t_max_ends_the_search(self):
        files = self.frames(BOTH_FACES, TRIANGLE + spike(1), TRIANGLE + spike(-1))
        code, report, _ = self.check(*files, "--t-max", 0.25)
        self.assertEqual((code, report["t_max"]), (0, 0.25))
        self.assertIn("free        over [0, 0.25], proven", self.printed)
        self.assertEqual(self.check(*files, "--t-max", 0.75)[0], 1)

    def test_points_and_edges_of_their_own(self):
        # Vertex 0 falls on the edge 1-2 at t = 1/2; vertices 3 and 4 meet at t = 1/4.
        t0 = [(0, 0, 1), (-1, 0, 0), (1, 0, 0), (9, 0, 0), (9, 0, 4)]
        t1 = [(0, 0, -1), (-1, 0, 0), (1, 0, 0), (9, 0, 2), (9, 0, -10)]
        step, rows = self.only_step(*self.frames([], t0, t1, edges=[(2, 1)]), "--all")
        self.assertEqual([[row[c] for c in ("kind", "a0", "a1", "b0", "b1")] for row in rows],
                         [["point-point", "3", "", "4", ""], ["point-edge", "0", "", "1", "2"]])
        self.assertEqual((step["point_point_impacts"], step["point_edge_impacts"], step["edges"]), (1, 1, 1))
        for row, time in zip(rows, (0.25, 0.5)):
            self.assertAlmostEqual(float(row["toi"]), time, delta=1e-4)


class AllImpacts(CheckTest):
    def setUp(self):
        super().setUp()
        self.t0, self.t1, self.faces = crumpled_grid(seed=11)
        self.files = self.frames(self.faces, self.t0, self.t1)

    def test_rows_are_sorted_unique_and_well_formed(self):
        step, rows = self.only_step(*self.files, "--all")
        self.assertEqual(read_text(self.path("impacts.csv")).splitlines()[0], HEADER)
        keys = [printed_order(row) for row in rows]
        self.assertEqual(keys, sorted(keys))
        self.assertEqual(len({key[1:] for key in keys}), len(keys))
        kinds = [row["kind"] for row in rows]
        self.assertGreater(kinds.count("vertex-face"), 20)
        self.assertGreater(kinds.count("edge-edge"), 20)
        self.assertEqual(kinds.count("vertex-face"), step["vertex_face_impacts"])
        self.assertEqual(kinds.count("edge-edge"), step["edge_edge_impacts"])
        for row in rows:
            if row["kind"] == "vertex-face":
                self.assertNotIn(int(row["a0"]), self.faces[int(row["a1"])])
                self.assertEqual((row["b0"], row["b1"]), ("", ""))
            else:
                a, b = (int(row["a0"]), int(row["a1"])), (int(row["b0"]), int(row["b1"]))
                self.assertTrue(a[0] < a[1] and b[0] < b[1] and a < b, row)
                self.assertFalse(set(a) & set(b))
            self.assertAlmostEqual(sum(float(row[c])**2 for c in ("nx", "ny", "nz")), 1, delta=1e-9)

    def test_impacts_at_the_same_time_are_sorted_by_kind_and_numbers(self):
        # Two grids that lie on each other, their faces in any order: everything touches at time 0.
        flat, _, faces = crumpled_grid(seed=1, size=4)
        random.Random(5).shuffle(faces)
        rest = self.frames(faces, flat, flat, name="rest")
        step, rows = self.only_step(*rest, "--object", *rest, "--no-self", "--all")
        self.assertEqual({row["toi"] for row in rows}, {"0"})
        self.assertGreater(min(step["vertex_face_impacts"], step["edge_edge_impacts"]), 50)
        keys = [printed_order(row) for row in rows]
        self.assertEqual(keys, sorted(keys))
        earliest, _ = self.only_step(*rest, "--object", *rest, "--no-self")
        self.assertEqual(earliest["earliest"], step["earliest"])

    def test_candidates_are_the_swept_boxes_that_touch(self):
        for mode, separation in itertools.product((["--all"], []), (0.0, 0.01)):
            extra = [*mode, "--separation", separation]
            step = self.check(*self.files, *extra)[1]["steps"][0]
            self.assertEqual((step["vertex_face_candidates"], step["edge_edge_candidates"]),
                             swept_boxes_that_touch(self.t0, self.t1, self.faces, separation), extra)

    def test_the_earliest_alone_is_one_of_all_at_the_same_time(self):
        every, all_rows = self.only_step(*self.files, "--all")
        first, rows = self.only_step(*self.files)
        self.assertEqual(first["impacts"], 1)
        self.assertIn(rows[0], all_rows)
        self.assertEqual(float(rows[0]["toi"]), float(all_rows[0]["toi"]))
        self.assertEqual(first["earliest"], every["earliest"])
        self.assertEqual(first["candidates"], every["candidates"])

    def test_broad_phases_and_thread_counts_give_identical_files(self):
        for extra in (["--all"], [], ["--all", "--exact", "--separation", 0.001]):
            texts = set()
            for broad_phase, threads in itertools.product(BROAD_PHASES, (1, 3)):
                out, report = self.path("impacts.csv"), self.path("report.json")
                code, _, err = run("check", *self.files, *extra, "--broad-phase", broad_phase, "--threads", threads,
                                   "--output", out, "--json", report)
                self.assertEqual(code, 1, err)
                report = json.loads(read_text(report))
                self.assertEqual(report["broad_phase"], broad_phase)
                step, = report["steps"]
                del step["seconds"]
                step.pop("note", None)
                texts.add((read_text(out), json.dumps(step)))
            self.assertEqual(len(texts), 1, extra)

    def test_formats_give_the_same_impacts(self):
        self.assertEqual(run("check", *self.files, "--all", "--output", self.path("obj.csv"))[0], 1)
        expected = read_text(self.path("obj.csv"))
        writers = {"off": off, "ply": ply, "little.ply": lambda v, f: ply(v, f, "<"), "big.ply": lambda v, f: ply(v, f, ">")}
        for name, writer in writers.items():
            files = [self.write(writer(v, self.faces), f"{i}.{name}") for i, v in enumerate((self.t0, self.t1))]
            out = self.path("other.csv")
            code, text, err = run("check", *files, "--all", "--output", out)
            self.assertEqual(code, 1, text + err)
            self.assertEqual(read_text(out), expected, name)

    def test_compressed_output(self):
        plain, packed = self.path("a.csv"), self.path("a.csv.gz")
        self.assertEqual(run("check", *self.files, "--all", "--output", plain)[0], 1)
        self.assertEqual(run("check", *self.files, "--all", "--output", packed)[0], 1)
        with gzip.open(packed, "rt", encoding="utf-8") as file:
            self.assertEqual(file.read(), read_text(plain))


class Tolerances(CheckTest):
    def test_separation_is_a_distance_in_the_norm_asked(self):
        # The tip passes the corner (4, 0, 0) at a distance of 1/4 on two axes: 0.25 in linf, 0.3536 in l2.
        def tip(y):
            return [(4.25, y, 0.25), (9, y, 1), (9, y, 2)]
        files = self.frames(BOTH_FACES, TRIANGLE + tip(-1), TRIANGLE + tip(1))
        for separation, norm, code in ((0.24, "linf", 0), (0.26, "linf", 1), (0.26, "l2", 0), (0.35, "l2", 0), (0.36, "l2", 1)):
            self.assertEqual(run("check", *files, "--separation", separation, "--norm", norm)[0], code, (separation, norm))

    def test_separation_moves_the_time_forward(self):
        files = self.frames(BOTH_FACES, TRIANGLE + spike(1), TRIANGLE + spike(-1))
        code, report, rows = self.check(*files, "--separation", 0.5)
        self.assertEqual((code, report["separation"]), (1, 0.5))
        self.assertLessEqual(float(rows[0]["toi"]), 0.25)
        self.assertAlmostEqual(float(rows[0]["toi"]), 0.25, delta=1e-4)

    def test_exact_calls_a_near_miss_free(self):
        # The tip moves along (1, 1, 1) past the corner (0, 0, 0) of the triangle. All of it is on the one side of the plane with
        # normal (-1, -1, 2) through the corner, at a distance of sqrt(6) * gap; the triangle is on the other. So near to each other
        # only exact arithmetic can tell.
        def tip(s, gap):
            x, y, z = s - gap, s - gap, s + 2 * gap
            return [(x, y, z), (x - 1, y - 1, z + 2), (x - 1, y - 2, z + 3)]

        def files(gap):
            return self.frames(BOTH_FACES, TRIANGLE + tip(-1, gap), TRIANGLE + tip(1, gap))

        near = files(2.0**-50)
        for extra, code in ([], 1), (["--exact"], 0), (["--tolerance", 1e-20], 0), (["--all"], 1), (["--all", "--exact"], 0):
            found, report, _ = self.check(*near, *extra)
            self.assertEqual((found, report["exact"]), (code, "--exact" in extra), extra)
            self.assertEqual(report["tolerance"], 1e-20 if "--tolerance" in extra else None)
        for extra in ([], ["--exact"]):
            self.assertEqual(self.check(*files(0), *extra)[0], 1)


class Sequences(CheckTest):
    HEIGHTS = (3, 1, -1, -2, 2)  # free, contact at 1/2, free, contact at 1/2

    def setUp(self):
        super().setUp()
        self.files = self.frames(BOTH_FACES, *(TRIANGLE + spike(h) for h in self.HEIGHTS))

    def test_every_consecutive_step_is_checked(self):
        for extra in ([], ["--all"]):
            code, report, rows = self.check(*self.files, *extra)
            self.assertEqual(code, 1)
            self.assertEqual([(s["t0"], s["t1"]) for s in report["steps"]], list(zip(self.files, self.files[1:])))
            self.assertEqual([s["earliest_toi"] is None for s in report["steps"]], [True, False, True, False])
            self.assertIn("2 of 4 steps have contact", self.printed)

    def test_the_csv_has_a_leading_step_and_equals_the_steps_alone(self):
        _, report, rows = self.check(*self.files, "--all")
        self.assertEqual(read_text(self.path("impacts.csv")).splitlines()[0], "step," + HEADER)
        self.assertEqual({row["step"] for row in rows}, {"1", "3"})
        for i, step in enumerate(report["steps"]):
            alone, alone_rows = self.only_step(self.files[i], self.files[i + 1], "--all")
            self.assertEqual([{k: v for k, v in row.items() if k != "step"} for row in rows if row["step"] == str(i)], alone_rows)
            for key in set(alone) - {"seconds"}:
                self.assertEqual(step[key], alone[key], key)

    def test_all_free_is_exit_0(self):
        code, report, rows = self.check(self.files[0], self.files[0], self.files[1])
        self.assertEqual((code, len(report["steps"]), rows), (0, 2, []))
        self.assertIn("all 2 steps are free", self.printed)

    def test_a_bad_frame_later_on_is_named_and_nothing_is_written(self):
        bad = self.write(obj(TRIANGLE, FACES), "bad.obj")
        out = self.path("impacts.csv")
        self.assert_refused(["check", *self.files, bad, "--output", out], "bad.obj", "frame0.obj", "3 vertices", "6")
        self.assertFalse(os.path.exists(out))


class Objects(CheckTest):
    def setUp(self):
        super().setUp()
        self.floor = self.frames(FACES, TRIANGLE, TRIANGLE, name="floor")
        self.ball = self.frames(FACES, spike(1), spike(-1), name="ball")

    def test_later_objects_are_numbered_on(self):
        joined = self.frames(BOTH_FACES, TRIANGLE + spike(1), TRIANGLE + spike(-1), name="joined")
        for extra in ([], ["--all"]):
            _, _, expected = self.check(*joined, *extra)
            step, rows = self.only_step(*self.floor, "--object", *self.ball, *extra)
            self.assertEqual(rows, expected)
            self.assertEqual((step["t0"], step["elements"]), (self.floor[0], 14))
            self.assertIn(f"vertex 3 (0 of {self.ball[0]}) and face 0 (0 of {self.floor[0]})", self.printed)

    def test_the_report_tells_where_each_object_begins(self):
        _, report, _ = self.check(*self.floor, "--object", *self.ball, "--object", *self.floor)
        self.assertEqual([(o["frames"], o["first_vertex"], o["vertices"], o["first_face"], o["faces"]) for o in report["objects"]],
                         [(self.floor, 0, 3, 0, 1), (self.ball, 3, 3, 1, 1), (self.floor, 6, 3, 2, 1)])

    def test_no_self_leaves_out_contacts_within_an_object(self):
        folding = self.frames(BOTH_FACES, TRIANGLE + spike(1), TRIANGLE + spike(-1), name="folding")
        far = self.frames(FACES, *[[(x + 100, y, z) for x, y, z in TRIANGLE]] * 2, name="far")
        self.assertEqual(self.check(*folding, "--object", *far)[0], 1)
        code, report, _ = self.check(*folding, "--object", *far, "--no-self")
        self.assertEqual((code, report["self"], report["steps"][0]["candidates"]), (0, False, 0))
        self.assertEqual(self.check(*self.floor, "--object", *self.ball, "--no-self")[0], 1)
        self.assert_refused(["check", *folding, "--no-self"], "--no-self", "--object")

    def test_every_object_has_as_many_frames_as_the_first(self):
        self.assert_refused(["check", *self.floor, "--object", *self.ball, self.ball[0]], "--object", "3 frames", "ball0.obj")
        self.assert_refused(["check", *self.floor, "--object", self.ball[0]], "--object", "1 frames")

    def test_sequences_of_objects(self):
        code, report, rows = self.check(self.floor[0], *self.floor, "--object", self.ball[0], *self.ball)
        self.assertEqual([s["impacts"] for s in report["steps"]], [0, 1])
        self.assertEqual([(row["step"], row["a0"], row["a1"]) for row in rows], [("1", "3", "0")])


class Refusals(CheckTest):
    def setUp(self):
        super().setUp()
        self.files = self.frames(FACES, TRIANGLE, TRIANGLE)

    def test_bad_usage(self):
        for arguments in ([], self.files[:1], ["--object", *self.files]):
            self.assert_refused(["check", *arguments], "FILE")
        for extra in (["--no-such-flag"], ["--broad-phase", "x"], ["--threads", "0"], ["--norm", "l7"], ["--json"]):
            self.assert_refused(["check", *self.files, *extra], extra[0])
        self.assert_refused(["check", self.files[0]], "two instants")

    def test_bad_option_values_name_the_option(self):
        for flag, value in (("--tolerance", "-1"), ("--tolerance", "nan"), ("--separation", "-0.1"), ("--separation", "inf"),
                            ("--t-max", "1.5"), ("--t-max", "x")):
            self.assert_refused(["check", *self.files, f"{flag}={value}"], flag)

    def test_topology_that_differs_names_both_files_and_the_first_difference(self):
        cases = {
            "vertices": (obj(TRIANGLE + [(9, 9, 9)], FACES), "4 vertices"),
            "order": (obj(TRIANGLE, [(0, 2, 1)]), "face 0 is 0 2 1"),
            "more": (obj(TRIANGLE, FACES * 2), "2 faces"),
            "fewer": (obj(TRIANGLE), "0 faces"),
            "edges": (obj(TRIANGLE, FACES, [(0, 1)]), "1 edges"),
        }
        for name, (text, difference) in cases.items():
            other = self.write(text, f"{name}.obj")
            self.assert_refused(["check", self.files[0], other], f"{name}.obj", "frame0.obj", difference)
            self.assert_refused(["check", *self.files, "--object", self.files[0], other], f"{name}.obj", "frame0.obj", difference)

    def test_a_difference_in_a_later_object_is_told_in_its_own_numbers(self):
        square = TRIANGLE + [(4, 4, 0)]
        a, b = (self.write(obj(square, faces), name) for faces, name in
                (([(0, 1, 2), (1, 3, 2)], "a.obj"), ([(0, 1, 2), (3, 2, 1)], "b.obj")))
        self.assert_refused(["check", *self.files, "--object", a, b], "b.obj", "face 1 is 3 2 1", "a.obj it is 1 3 2")

    def test_bad_files_are_named(self):
        bad = {
            "nan": obj([(0, 0, float("nan"))] + TRIANGLE[1:], FACES),
            "infinite": obj([(0, float("inf"), 0)] + TRIANGLE[1:], FACES),
            "range": obj(TRIANGLE, [(0, 1, 3)]),
            "empty": "",
            "letters": "v 0 0 a\n",
        }
        for name, text in bad.items():
            path = self.write(text, f"{name}.obj")
            self.assert_refused(["check", path, path], f"{name}.obj")
            self.assert_refused(["check", self.files[0], path], f"{name}.obj")
        range_off = self.write(off(TRIANGLE, [(0, 1, -1)]), "range.off")
        self.assert_refused(["check", range_off, range_off], "range.off")

    def test_a_missing_file_is_named_before_anything_is_decided(self):
        out = self.write("old", "report.json")
        message = self.assert_refused(["check", *self.files, self.path("absent.obj"), "--json", out], "absent.obj", "no such file")
        self.assertEqual(message.count("\n"), 1)
        self.assertEqual(read_text(out), "old")
        self.assert_refused(["check", *self.files, "--object", self.files[0], self.path("absent.obj")], "absent.obj")

    def test_an_output_that_is_an_input_or_given_twice_is_refused(self):
        before = read_text(self.files[1])
        for flag in ("--output", "--json"):
            self.assert_refused(["check", *self.files, flag, self.files[1]], "input")
            same = self.path("x", "..", "frame1.obj")
            self.assert_refused(["check", *self.files[:1] * 2, "--object", *self.files, flag, same], "input")
        self.assert_refused(["check", *self.files, "--output", self.path("a"), "--json", self.path("a")], "two outputs")
        self.assertEqual(read_text(self.files[1]), before)
        self.assertFalse(os.path.exists(self.path("a")))

    def test_output_that_cannot_be_written_is_refused(self):
        for flag in ("--output", "--json"):
            self.assert_refused(["check", *self.files, flag, self.path("x")[:-1] + "no/such/folder/out"], "out")

    def test_help_has_examples(self):
        code, out, _ = run("check", "--help")
        self.assertEqual(code, 0)
        for word in ("Examples", "--object", "--broad-phase", "Exit codes"):
            self.assertIn(word, out)


class Start(CheckTest):
    """What crosses in the first frame: counted and named apart from the impacts."""

    def start_of(self, *arguments):
        code, report, rows = self.check(*arguments)
        return code, report["start"], report["steps"], rows

    def test_triangles_that_cross_all_along(self):
        t0 = TRIANGLE + spike(-1)
        t1 = TRIANGLE + [(x + 0.125, y, z) for x, y, z in spike(-1)]
        files = self.frames(BOTH_FACES, t0, t1)
        code, start, steps, rows = self.start_of(*files, "--all")
        self.assertEqual((code, rows, steps[0]["impacts"]), (1, [], 0))
        self.assertEqual((start["frame"], start["intersections"], start["face_face_intersections"]), (files[0], 1, 1))
        self.assertEqual(start["first"], [{"kind": "face-face", "a": 0, "b": 1}])
        for words in ("1 pair crosses or touches in the first frame", "face 0 and face 1", "begins to touch"):
            self.assertIn(words, self.printed)

    def test_a_start_that_is_free(self):
        code, start, _, _ = self.start_of(*self.frames(BOTH_FACES, TRIANGLE + spike(1), TRIANGLE + spike(2)))
        self.assertEqual((code, start["intersections"], start["neighbour_intersections"], start["first"]), (0, 0, 0, []))
        self.assertIn("nothing crosses or touches in the first frame", self.printed)

    def test_only_the_first_frame_is_looked_at(self):
        above, through = TRIANGLE + spike(1), TRIANGLE + spike(-1)
        _, start, steps, _ = self.start_of(*self.frames(BOTH_FACES, above, through, through))
        self.assertEqual(start["intersections"], 0)
        self.assertEqual([step["impacts"] > 0 for step in steps], [True, False])

    def test_edges_points_and_neighbours(self):
        vertices = TRIANGLE + [(1, 1, -1), (1, 1, 1), (2, 1, 0)]
        files = self.frames(FACES, vertices, vertices, edges=[(3, 4)])
        _, start, _, _ = self.start_of(*files)
        self.assertEqual((start["edge_face_intersections"], start["point_face_intersections"]), (1, 1))
        self.assertEqual(start["first"], [{"kind": "edge-face", "a": [3, 4], "b": 0}, {"kind": "point-face", "a": 5, "b": 0}])
        self.assertIn("edge 3-4 and face 0", self.printed)
        folded = TRIANGLE + [(3, 0.5, 0)]
        _, start, _, _ = self.start_of(*self.frames([(0, 1, 2), (1, 0, 3)], folded, folded))
        self.assertEqual((start["intersections"], start["neighbour_intersections"]), (0, 1))

    def test_no_self_looks_between_objects_only(self):
        both = TRIANGLE + spike(-1)
        one = self.frames(BOTH_FACES, both, both, name="one")
        far = self.frames(FACES, [(x, y, 99) for x, y, _ in TRIANGLE], [(x, y, 99) for x, y, _ in TRIANGLE], name="far")
        for flags, expected in ((("--no-self",), 0), ((), 1)):
            code, start, _, _ = self.start_of(*one, "--object", *far, *flags)
            self.assertEqual((code, start["intersections"]), (expected, expected))
        floor, tip = self.frames(FACES, TRIANGLE, TRIANGLE, name="floor"), self.frames(FACES, spike(-1), spike(-1), name="tip")
        code, start, _, _ = self.start_of(*floor, "--object", *tip, "--no-self")
        self.assertEqual((code, start["first"]), (1, [{"kind": "face-face", "a": 0, "b": 1}]))
        self.assertIn(f"face 1 (0 of {tip[0]})", self.printed)


class ManyImpacts(CheckTest):
    def test_more_impacts_than_one_sorted_run_holds(self):
        """Points that fall through a pile of faces, more impacts than are kept in memory: the file is in order all the same."""
        count = 200
        flat = [(x, y, -i / 1024) for i in range(count) for x, y in ((0, 0), (9, 0), (0, 9))]
        points = [(1 + i / 1024, 1 + i / 2048, 1 + (i * 37 % count) / 512) for i in range(count)]
        t0, t1 = flat + points, flat + [(x, y, -1) for x, y, _ in points]
        faces = [(3 * i, 3 * i + 1, 3 * i + 2) for i in range(count)]
        step, rows = self.only_step(*self.frames(faces, t0, t1), "--all", "--threads", "2")
        self.assertEqual(len(rows), count * count)
        keys = [printed_order(row) for row in rows]
        self.assertEqual(keys, sorted(keys))
        self.assertEqual(len(set(keys)), len(keys))
        self.assertEqual(step["vertex_face_impacts"], sum(row["kind"] == "vertex-face" for row in rows))
        self.assertEqual([name for name in os.listdir(self.folder.name) if name.startswith(".firstcontact")], [])


DATA = os.environ.get("FIRSTCONTACT_DATA")


@unittest.skipUnless(DATA, "FIRSTCONTACT_DATA is not set: the cloth step was not checked")
class ClothStep(CheckTest):
    """Published counts of the cloth-on-ball step: touching swept boxes, and pairs that really touch by exact arithmetic."""

    def test_candidates_and_exact_impacts(self):
        files = [os.path.join(DATA, "meshes", f"cloth_ball{i}.ply") for i in (92, 93)]
        step, rows = self.only_step(*files, "--all", "--exact")
        self.assertEqual((step["vertices"], step["faces"]), (46_598, 92_230))
        self.assertEqual((step["vertex_face_candidates"], step["edge_edge_candidates"]), (1_655_541, 5_197_332))
        self.assertEqual((step["vertex_face_impacts"], step["edge_edge_impacts"]), (19_032, 94_822))
        earliest, _ = self.only_step(*files, "--exact")
        self.assertEqual(earliest["earliest"], step["earliest"])
        # Pairs of triangles that cross in frame 92, counted by another exact test: those without a common vertex.
        self.assertIn("61,530 pairs cross or touch in the first frame (61,530 face-face)", self.printed)
        self.assertEqual(earliest["candidates"], 1_655_541 + 5_197_332)


if __name__ == "__main__":
    unittest.main()
