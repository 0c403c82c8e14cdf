"""firstcontact screw: collisions of rigid bodies between two poses, pose files, reports, exit codes, refusals."""
import gzip
import json
import math
import os
import unittest

from check_test import obj, off, ply
from command import CommandTest, read_csv, read_text, run

HEADER = "kind,a0,a1,b0,b1,time,time_upper,x,y,z,nx,ny,nz,properness,proven"
MODES = ("pixels", "analytic", "certified")

# A cube of side 2 around the origin, six quadrilaterals.
CUBE = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
CUBE_FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
CUBE_EDGES = {tuple(sorted((f[i], f[i - 1]))) for f in CUBE_FACES for i in range(4)}
CUBE_TOP = 5
# A tip that points down, at the origin: vertex 0.
SPIKE = [(0, 0, 0), (1, 0, 3), (-1, 1, 3), (-1, -1, 3)]
SPIKE_FACES = [(0, 2, 1), (0, 3, 2), (0, 1, 3), (1, 2, 3)]

IDENTITY = [1, 0, 0, 0]
HALF = math.sqrt(0.5)


def at(x, y, z, quaternion=None):
    return {"position": [x, y, z], **({"quaternion": quaternion} if quaternion else {})}


class ScrewTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.cube = self.write(obj(CUBE, CUBE_FACES), "cube.obj")
        self.spike = self.write(off(SPIKE, SPIKE_FACES), "spike.off")

    def poses(self, value):
        return self.write(value if isinstance(value, str) else json.dumps(value), "poses.json")

    def screw(self, *arguments):
        """The report and the rows; exit code, report and rows agree. The words printed are kept in self.printed."""
        report, rows = self.path("report.json"), self.path("collisions.csv")
        code, self.printed, self.warned = run("screw", *arguments, "--json", report, "--output", rows)
        self.assertIn(code, (0, 1, 4), f"{arguments}: {self.printed}{self.warned}")
        self.assertEqual(read_text(rows).splitlines()[0], HEADER)
        report, rows = json.loads(read_text(report)), read_csv(rows)
        self.assertEqual(report["status"], {0: "Free", 1: "Contact", 4: "Undecided"}[code])
        self.assertEqual(len(rows), len(report["collisions"]))
        for row, collision in zip(rows, report["collisions"]):
            self.assertEqual((row["kind"], float(row["time"])), (collision["kind"], collision["time"]))
            for side in "ab":
                numbers = [int(row[side + i]) for i in "01" if row[side + i]]
                self.assertEqual(numbers, collision[side] if isinstance(collision[side], list) else [collision[side]])
        times = [c["time"] for c in report["collisions"]]
        self.assertEqual(times, sorted(times))
        return report, rows

    def only(self, report, kind):
        return [c for c in report["collisions"] if c["kind"] == kind]

    def assert_vector(self, found, wanted, delta=1e-6):
        for x, y in zip(found, wanted, strict=True):
            self.assertAlmostEqual(x, y, delta=delta, msg=f"{found}")


class Answers(ScrewTest):
    def test_a_tip_into_a_face_is_told_with_time_point_normal_and_features(self):
        for mode in MODES:
            report, _ = self.screw(self.cube, self.spike, "--b-from", "0.25,0.5,3", "--b-to", "0.25,0.5,-1", "--mode", mode)
            delta = 0.05 if mode == "pixels" else 1e-6
            first = report["collisions"][0]
            self.assertEqual((first["kind"], first["a"], first["b"]), ("FV", CUBE_TOP, 0), mode)
            self.assertAlmostEqual(first["time"], 0.5, delta=delta)
            self.assert_vector(first["point"], (0.25, 0.5, 1), 2 * delta)
            self.assert_vector(first["normal"], (0, 0, -1))
            self.assertGreater(first["properness"], 0.5)
            self.assertEqual(first["proven"], mode == "certified")
            self.assertEqual(report["mode"], mode)
            self.assert_vector(report["screw"]["axis"], (0, 0, -1))
            self.assertEqual(report["screw"]["angle"], 0)
            self.assertAlmostEqual(report["screw"]["travel"], 4)
            self.assertEqual(report["screw"]["straightness_error"], 0)

    def test_points_and_normals_are_in_world_coordinates_at_that_time(self):
        # Both move along x on top of it, and the whole scene is turned about x: the cube's top looks to -y.
        turn = [HALF, HALF, 0, 0]
        poses = self.poses({"a": {"from": at(0, 0, 0, turn), "to": at(8, 0, 0, turn)},
                            "b": {"from": at(0.25, -3, 0.5, turn), "to": at(8.25, 1, 0.5, turn)}})
        report, _ = self.screw(self.cube, self.spike, "--poses", poses)
        first = report["collisions"][0]
        self.assertAlmostEqual(first["time"], 0.5, delta=1e-6)
        self.assert_vector(first["point"], (4.25, -1, 0.5))
        self.assert_vector(first["normal"], (0, 1, 0))

    def test_a_turn_is_told_as_a_screw(self):
        # The spike stands beside the cube and is turned by 90 degrees about the vertical axis through (4, 0, 0).
        poses = self.poses({"b": {"from": at(4, 4, 0), "to": at(0, 0, 2, [HALF, 0, 0, HALF])}})
        report, _ = self.screw(self.cube, self.spike, "--poses", poses)
        screw = report["screw"]
        self.assertAlmostEqual(screw["angle"], math.pi / 2)
        self.assertAlmostEqual(screw["travel"], 2)
        self.assert_vector(screw["axis"], (0, 0, 1))
        self.assert_vector(screw["point"], (4, 0, 0))
        self.assertAlmostEqual(screw["straightness_error"], (1 - math.cos(math.pi / 4)) / (math.pi / 2))
        self.assertIn("turn by 90° about (0, 0, 1) through (4, 0, 0), travel of 2 along it", self.printed)
        self.assertIn("18.6 %", self.printed)

    def test_cube_face_on_gives_the_simultaneous_contacts(self):
        report, _ = self.screw(self.cube, self.cube, "--b-from", "0.5,0.25,4", "--b-to", "0.5,0.25,0", "--first")
        self.assertTrue(self.printed.startswith("collisions "), self.printed)
        proven = sum(collision["proven"] for collision in report["collisions"])
        self.assertIn(f"proof       {proven} proven to touch, {len(report['collisions']) - proven} only known", self.printed)
        for collision in report["collisions"]:
            self.assertEqual((collision["toi"], collision["toi_upper"]), (collision["time"], collision["time_upper"]))
            self.assertAlmostEqual(collision["time"], 0.5, delta=1e-6)
            self.assertAlmostEqual(collision["point"][2], 1, delta=1e-6)
        self.assertEqual([c["b"] for c in self.only(report, "VF")], [4])
        self.assertEqual([(c["a"], c["b"]) for c in self.only(report, "FV")], [(CUBE_TOP, 0)])
        crossing = self.only(report, "EE")
        self.assertGreaterEqual(len(crossing), 2)
        for collision in crossing:
            self.assertIn(tuple(collision["a"]), CUBE_EDGES)
            self.assertIn(tuple(collision["b"]), CUBE_EDGES)
        self.assertEqual(len(report["groups"]), 1)  # a flat contact

    def test_the_first_is_the_first_of_all(self):
        arguments = (self.cube, self.spike, "--b-from", "0.25,0.5,3", "--b-to", "0.25,0.5,-5/0,0,1@40")
        every, _ = self.screw(*arguments)
        first, _ = self.screw(*arguments, "--first")
        self.assertGreater(len(every["collisions"]), len(first["collisions"]))
        self.assertGreaterEqual(len(first["collisions"]), 1)
        for collision in first["collisions"]:
            self.assertAlmostEqual(collision["time"], every["collisions"][0]["time"], delta=1e-9)
        self.assertEqual(first["first"], True)

    def test_free_is_proven_and_the_proof_verified(self):
        proof = self.path("free.jsonl")
        report, rows = self.screw(self.cube, self.spike, "--b-from", "4,4,0", "--b-to", "-4,4,1/0,0,1@170", "--certificates", proof)
        self.assertEqual((report["status"], rows), ("Free", []))
        self.assertIn("free over the whole motion, proven", self.printed)
        code, out, err = run("verify", proof)
        self.assertEqual(code, 0, out + err)
        self.assertIn("1 of 1 proofs", out)
        self.assertEqual(json.loads(read_text(proof))["kind"], "motion")

    def test_a_collision_has_no_certificate(self):
        proof = self.path("free.jsonl")
        self.screw(self.cube, self.spike, "--b-from", "0,0,3", "--b-to", "0,0,0", "--certificate", proof)
        self.assertEqual(read_text(proof), "")
        self.assertIn("only freedom has one", self.printed)

    def test_bodies_that_cut_through_each_other_at_the_start(self):
        report, _ = self.screw(self.cube, self.spike, "--b-from", "0.25,0.5,0", "--b-to", "0.25,0.5,5")
        self.assertTrue(report["intersecting_at_start"])
        first = report["collisions"][0]
        self.assertEqual(first["time"], 0)
        self.assertIn(first["kind"], ("EF", "FE"))
        self.assertIsInstance(first["a" if first["kind"] == "EF" else "b"], list)
        self.assertIn("cut through each other at the start", self.printed)

    def test_running_out_of_checks_is_undecided(self):
        report, _ = self.screw(self.cube, self.cube, "--b-from", "0.5,0.25,4", "--b-to", "0.5,0.25,0", "--max-checks", "3")
        self.assertEqual(report["status"], "Undecided")
        self.assertIn("undecided", self.printed)

    def test_groups_are_apart_in_time_or_place(self):
        # Two spikes in one file: one comes down at the left early, one at the right late.
        two = SPIKE + [(x + 20, y, z + 4) for x, y, z in SPIKE]
        faces = SPIKE_FACES + [tuple(v + 4 for v in face) for face in SPIKE_FACES]
        plate = self.write(obj([(50 * x, 50 * y, z) for x, y, z in CUBE], CUBE_FACES), "plate.obj")
        report, _ = self.screw(plate, self.write(obj(two, faces), "two.obj"), "--b-from", "0,0,3", "--b-to", "0,0,-3.5",
                               "--properness", "0")
        self.assertEqual([c["b"] for c in self.only(report, "FV")], [0, 4])
        self.assertEqual([g["collisions"] for g in report["groups"]], [[0], [1]])
        self.assert_vector([g["first_time"] for g in report["groups"]], (2 / 6.5, 6 / 6.5))
        self.assertIn("groups      2, in time and place", self.printed)

    def test_properness_leaves_out_what_is_below_it(self):
        arguments = (self.cube, self.spike, "--b-from", "0.25,0.5,3", "--b-to", "0.25,0.5,-5")
        every, _ = self.screw(*arguments)
        proper, _ = self.screw(*arguments, "--properness", "0")
        self.assertEqual(proper["min_properness"], 0)
        self.assertEqual(proper["collisions"], [c for c in every["collisions"] if c["properness"] >= 0])
        self.assertLess(len(proper["collisions"]), len(every["collisions"]))

    def test_open_bodies_say_what_is_missing_for_properness(self):
        sheet = self.write(obj([(-2, -2, 1), (2, -2, 1), (2, 2, 1), (-2, 2, 1)], [(0, 1, 2, 3)]), "sheet.obj")
        report, _ = self.screw(sheet, self.spike, "--b-from", "0,1.9,3", "--b-to", "0,1.9,-9")
        self.assertEqual((report["a"]["closed"], report["b"]["closed"]), (False, True))
        self.assertEqual(report["a"]["adjacency"], "4 edges have one face only")
        unknown = [c for c in report["collisions"] if c["properness"] is None]
        self.assertEqual({c["kind"] for c in unknown}, {"EE"})
        self.assertIsNotNone(report["collisions"][0]["properness"])
        self.assertIn("sheet.obj is not closed: 4 edges have one face only", self.printed)

    def test_the_pixel_mode_takes_a_resolution_and_is_robust(self):
        report, _ = self.screw(self.cube, self.spike, "--b-from", "0.25,0.5,3", "--b-to", "0.25,0.5,-1", "--mode", "pixels",
                               "--resolution", "0.01", "--robust")
        self.assertEqual((report["resolution"], report["robust"], report["tolerance"]), (0.01, True, None))
        self.assertAlmostEqual(report["collisions"][0]["time"], 0.5, delta=0.01)

    def test_nothing_moves(self):
        report, _ = self.screw(self.cube, self.spike, "--b-from", "0,0,3")
        self.assertEqual((report["status"], report["screw"]["angle"], report["screw"]["travel"]), ("Free", 0, 0))

    def test_outputs_are_packed_by_name(self):
        path = self.path("rows.csv.gz")
        run("screw", self.cube, self.spike, "--b-from", "0,0,3", "--b-to", "0,0,0", "--output", path)
        with gzip.open(path, "rt") as file:
            self.assertEqual(file.readline().strip(), HEADER)


class Files(ScrewTest):
    MOTION = ("--b-from", "0.25,0.5,3", "--b-to", "0.25,0.5,-1")

    def test_all_formats_keep_their_polygons(self):
        wanted, _ = self.screw(self.cube, self.spike, *self.MOTION)
        self.assertEqual((wanted["a"]["vertices"], wanted["a"]["edges"], wanted["a"]["faces"]), (8, 12, 6))
        for name, text in (("cube.off", off(CUBE, CUBE_FACES)), ("cube.ply", ply(CUBE, CUBE_FACES)), ("b.ply", ply(CUBE, CUBE_FACES, "<"))):
            report, _ = self.screw(self.write(text, name), self.spike, *self.MOTION)
            self.assertEqual(report["collisions"], wanted["collisions"], name)

    def test_faces_that_are_not_flat_are_cut_and_keep_their_number(self):
        bent = [(x, y, z + (0.5 if (x, y, z) == (1, 1, 1) else 0)) for x, y, z in CUBE]
        report, _ = self.screw(self.write(obj(bent, CUBE_FACES), "bent.obj"), self.spike, *self.MOTION)
        self.assertEqual(report["collisions"][0]["a"], CUBE_TOP)
        self.assertGreater(report["a"]["faces"], 6)
        self.assertIn("(6 in the file, some are not flat)", self.printed)

    def test_edges_of_no_face_are_left_out_with_a_note(self):
        path = self.write(obj(CUBE, CUBE_FACES, [(0, 7)]), "wired.obj")
        report, _ = self.screw(path, self.spike, *self.MOTION)
        self.assertIn("1 edge of no face is left out", self.warned)
        self.assertEqual(report["a"]["edges"], 12)

    def test_degenerate_and_empty_meshes_are_refused_by_name(self):
        for text, *words in (("", "empty"), (obj(CUBE), "has no face"), (obj(CUBE, [(0, 1, 1)]), "face 0"),
                             (obj([(0, 0, 0), (1, 0, 0), (2, 0, 0)], [(0, 1, 2)]), "face 0"),
                             ("v 0 0 0\nv 1 0 0\nv 0 1 nan\nf 1 2 3\n", "nan"), ("v 0 0 0\nf 1 2 3\n", "out of range")):
            path = self.write(text, "bad.obj")
            self.assert_refused(["screw", path, self.spike, *self.MOTION], "bad.obj", *words)
            self.assert_refused(["screw", self.cube, path, *self.MOTION], "bad.obj", *words)
        self.assert_refused(["screw", self.cube, self.path("none.obj"), *self.MOTION], "none.obj")


class Poses(ScrewTest):
    def same_as(self, pose, quaternion, position=(4, 0, 3)):
        """The pose is the same as the one with this quaternion."""
        wanted, _ = self.screw(self.cube, self.spike, "--poses", self.poses({"b": {"to": at(*position, quaternion)}}))
        report, _ = self.screw(self.cube, self.spike, "--poses", self.poses({"b": {"to": pose}}))
        for key in ("axis", "point"):
            self.assert_vector(report["screw"][key], wanted["screw"][key], 1e-9)
        for key in ("angle", "travel"):
            self.assertAlmostEqual(report["screw"][key], wanted["screw"][key], delta=1e-9)

    def test_every_way_to_write_a_pose(self):
        quaternion = [HALF, 0, HALF, 0]  # a quarter turn about y
        rows = [[0, 0, 1, 4], [0, 1, 0, 0], [-1, 0, 0, 3]]
        for pose in ({"matrix": rows}, {"matrix": rows + [[0, 0, 0, 1]]},
                     {"position": [4, 0, 3], "axis_angle": {"axis": [0, 5, 0], "degrees": 90}},
                     {"position": [4, 0, 3], "axis_angle": {"axis": [0, -1, 0], "radians": -math.pi / 2}},
                     at(4, 0, 3, [x * (1 + 5e-7) for x in quaternion])):
            self.same_as(pose, quaternion)
        self.same_as({"matrix": [[1, 0, 0, 4], [0, 1, 0, 0], [0, 0, 1, 3]]}, IDENTITY)
        self.same_as({"position": [4, 0, 3]}, IDENTITY)
        slightly_off = [[x * (1 + 2e-7) if i < 3 else x for i, x in enumerate(row)] for row in rows]
        self.same_as({"matrix": slightly_off}, quaternion)

    def test_flags_are_the_same_as_a_file(self):
        value = {"a": {"from": at(0, 0, 0, [HALF, HALF, 0, 0]), "to": at(1, 2, 3)},
                 "b": {"from": at(0, 0, 5), "to": at(-0.5, 0.25, -1, [HALF, 0, 0, HALF])}}
        wanted, _ = self.screw(self.cube, self.spike, "--poses", self.poses(value))
        report, _ = self.screw(self.cube, self.spike, "--a-from", f"0,0,0/{HALF!r},{HALF!r},0,0", "--a-to", "1,2,3", "--b-from=0,0,5",
                               "--b-to", f"-.5,.25,-1e0/{HALF!r},0,0,{HALF!r}")
        self.assertEqual(report["screw"], wanted["screw"])
        self.assertEqual(report["collisions"], wanted["collisions"])
        turned, _ = self.screw(self.cube, self.spike, "--a-from", "0,0,0/1,0,0@90", "--a-to", "1,2,3", "--b-from", "0,0,5",
                               "--b-to", "-0.5,0.25,-1/0,0,2@90")
        self.assertAlmostEqual(turned["screw"]["angle"], wanted["screw"]["angle"], delta=1e-9)

    def test_what_is_left_out_rests_where_it_starts(self):
        self.screw(self.cube, self.spike, "--poses", self.poses({"a": {"from": at(1, 2, 3)}, "b": {"from": at(0, 0, 9), "to": at(0, 0, 8)}}))
        report, _ = self.screw(self.cube, self.spike, "--poses", self.poses({"a": {"to": {}}, "b": {"from": at(0, 0, 9)}}))
        self.assertEqual((report["screw"]["angle"], report["screw"]["travel"]), (0, 0))

    def refused(self, value, *words):
        path = self.poses(value)
        return self.assert_refused(["screw", self.cube, self.spike, "--poses", path], "poses.json: ", *words)

    def test_bad_rotations_are_refused_with_their_field(self):
        for quaternion in ([1, 0, 0, 0.01], [0, 0, 0, 0], [1 + 2e-6, 0, 0, 0], [2, 0, 0, 0]):
            self.refused({"b": {"to": at(0, 0, 0, quaternion)}}, "b.to.quaternion: its length is")
        self.refused({"b": {"to": {"axis_angle": {"axis": [0, 0, 1], "degrees": -181}}}}, "b.to.axis_angle.degrees: beyond half a turn")
        move = [[0], [0], [0]]
        for rows, word in (([[1, 0, 0], [0, 1, 0], [0, 0, -1]], "reflection"), ([[1, 0, 0], [0, 1, 0], [0, 0, 1.00001]], "orthonormal"),
                           ([[1, 0.1, 0], [0, 1, 0], [0, 0, 1]], "orthonormal"), ([[0] * 3] * 3, "orthonormal"),
                           ([[1e200, 0, 0], [0, 1, 0], [0, 0, 1]], "orthonormal")):
            self.refused({"a": {"from": {"matrix": [r + m for r, m in zip(rows, move)]}}}, "a.from.matrix: ", word)
        rows = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
        self.refused({"a": {"to": {"matrix": rows + [[0, 0, 0, 2]]}}}, "a.to.matrix[3]", "0, 0, 0, 1")
        self.refused({"a": {"to": {"matrix": [r[:3] for r in rows]}}}, "a.to.matrix[0]: 3 entries, not 4")
        self.refused({"a": {"to": {"matrix": sum(rows, [])}}}, "a.to.matrix", "rows")
        self.refused({"b": {"to": {"axis_angle": {"axis": [0, 0, 0], "degrees": 10}}}}, "b.to.axis_angle.axis: of length 0")
        self.refused({"b": {"to": {"axis_angle": {"axis": [0, 0, 1]}}}}, "b.to.axis_angle", "degrees", "radians")

    def test_numbers_that_are_none_are_refused_with_their_field(self):
        for word in ("NaN", "Infinity", "-Infinity", "nan"):
            self.refused('{"b": {"to":\n{"quaternion": [1, 0, %s, 0]}}}' % word, "b.to.quaternion[2]: not JSON", "line 2")
        self.refused('{"b": {"from": {"position": [0, 1e999, 0]}}}', "b.from.position[1]", "range of doubles")
        self.refused({"b": {"from": {"position": [0, "1", 0]}}}, "b.from.position[1]: not a number")
        self.refused({"b": {"from": {"position": [0, None, 0]}}}, "b.from.position[1]: not a number")
        self.refused({"b": {"from": {"position": [0, 1e80, 0]}}}, "b.from.position", "too far")

    def test_other_json_is_refused_with_its_field(self):
        for value, *words in (("", "not JSON"), ("[", "not JSON"), ("[]", "not an object"), ("{}", "no poses"), ('{"a": 1}', "a: not an object"),
                              ('{"b": {"to": {"position": [1, 2]}}}', "b.to.position: 2 entries, not 3"),
                              ('{"b": {"to": {"position": 7}}}', "b.to.position: not an array"),
                              ('{"c": {}}', "unknown field 'c'"), ('{"b": {"until": {}}}', "b: unknown field 'until'", "from, to"),
                              ('{"b": {"to": {"rotation": []}}}', "b.to: unknown field 'rotation'", "quaternion"),
                              ('{"b": {"to": {}, "to": {}}}', "b.to: comes twice"), ('{"a": {}} x', "not JSON", "'x'"),
                              ('{"a": {}}\0{"b": {}}', "NUL"), ('{"a": {"from": {"position": [1, 2', "a.from.position", "ends too early"),
                              ('{"a": ' + "[" * 200_000, "a[0][0]", "ends too early"), ('{"%s": 1}' % ("x" * 99), "unknown field 'xxx"),
                              ('{"b": {"to": {"quaternion": [1,0,0,0], "matrix": []}}}', "b.to: only one of"),
                              ('{"b": {"to": {"position": [1,0,0], "matrix": []}}}', "b.to: a matrix holds the position")):
            self.refused(value, *words)
        self.assert_refused(["screw", self.cube, self.spike, "--poses", self.path("none.json")], "none.json")

    def test_bad_flags_are_refused_by_name(self):
        for word, *words in (("1,2", "'1,2' is not a position"), ("1,2,3,4", "not a position"), ("1,2,x", "'x' is not a finite number"),
                             ("1,2,nan", "finite"), ("1,2,3/1,0,0", "not a quaternion"), ("1,2,3/1,0,0,1", "its length is 1.41"),
                             ("1,2,3/0,0,0@9", "length 0"), ("1,2,3/0,0,1@270", "half a turn"), ("1,2,3/0,0,1@", "angle in degrees"), ("1,2,1e71", "too far")):
            self.assert_refused(["screw", self.cube, self.spike, "--b-to", word], "--b-to", *words)


class Usage(ScrewTest):
    MOTION = ("--b-from", "0,0,3", "--b-to", "0,0,-1")

    def test_poses_are_needed_once(self):
        self.assert_refused(["screw", self.cube, self.spike], "--poses")
        self.assert_refused(["screw", self.cube, self.spike, "--poses", self.poses({"b": {}}), "--b-to", "0,0,1"], "--poses", "--b-to")

    def test_options_of_another_mode_are_refused(self):
        for mode, *flags in (("certified", "--resolution", "1"), ("analytic", "--resolution", "1"), ("certified", "--robust"),
                             ("pixels", "--tolerance", "1"), ("analytic", "--max-checks", "5"), ("pixels", "--certificate", self.path("c"))):
            self.assert_refused(["screw", self.cube, self.spike, *self.MOTION, "--mode", mode, *flags], flags[0], "is for --mode", mode)

    def test_bad_values_are_refused_by_name(self):
        for mode, flag, value in (("pixels", "--resolution", "0"), ("pixels", "--resolution", "nan"), ("pixels", "--resolution", "inf"),
                                  ("certified", "--tolerance", "-1"), ("certified", "--tolerance", "nan"), ("certified", "--properness", "1.5"),
                                  ("certified", "--properness", "nan"), ("certified", "--max-checks", "0")):
            self.assert_refused(["screw", self.cube, self.spike, *self.MOTION, "--mode", mode, flag, value], flag, "must")
        self.assert_refused(["screw", self.cube, self.spike, *self.MOTION, "--mode", "fast"], "--mode")

    def test_outputs_never_replace_inputs_nor_each_other(self):
        poses = self.poses({"b": {"to": at(0, 0, 5)}})
        before = read_text(self.cube)
        for flag in ("--json", "--output", "--certificate"):
            for path in (self.cube, self.spike, poses):
                self.assert_refused(["screw", self.cube, self.spike, "--poses", poses, flag, path], "input")
        self.assert_refused(["screw", self.cube, self.spike, "--poses", poses, "--json", self.path("x"), "--output", self.path("x")], "two outputs")
        self.assertEqual(read_text(self.cube), before)
        self.assertFalse(os.path.exists(self.path("x")))

    def test_a_run_that_fails_leaves_older_files(self):
        old = self.write("old", "report.json")
        self.assert_refused(["screw", self.cube, self.spike, "--poses", self.poses("{"), "--json", old], "poses.json")
        self.assertEqual(read_text(old), "old")

    def test_help_has_examples(self):
        code, out, _ = run("screw", "--help")
        self.assertEqual(code, 0)
        for word in ("Examples", "--poses", "--certificate", "@DEGREES", "quaternion", "Exit codes"):
            self.assertIn(word, out)


if __name__ == "__main__":
    unittest.main()
