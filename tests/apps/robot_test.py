"""firstcontact robot: first contact of a robot's motion, values, paths, scenes, SRDF files, reports, exit codes."""
import gzip
import json
import math
import os
import unittest
from collections import Counter

from check_test import obj
from command import CommandTest, read_text, run

DATA = os.environ.get("FIRSTCONTACT_DATA")


def box(size, at=(0, 0, 0)):
    return (f"<collision><origin xyz='{at[0]} {at[1]} {at[2]}'/><geometry><box size='{size[0]} {size[1]} {size[2]}'/></geometry>"
            "</collision>")


# An arm in the plane: two bars of length 1 along x, one on the other, that turn about z.
ARM = f"""<robot name="arm">
<link name="base">{box((0.1, 0.1, 0.1))}</link>
<link name="upper">{box((0.9, 0.1, 0.1), (0.5, 0, 0.15))}</link>
<link name="lower">{box((0.9, 0.1, 0.1), (0.5, 0, 0.15))}</link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
<limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
<joint name="elbow" type="continuous"><origin xyz="1 0 0.11"/><parent link="upper"/><child link="lower"/><axis xyz="0 0 1"/></joint>
</robot>
"""
SRDF = """<robot name="arm">
<group name="all"><chain base_link="base" tip_link="lower"/></group><group name="other"/>
<group_state name="left" group="all"><joint name="shoulder" value="1.5"/><joint name="elbow" value="0"/></group_state>
<group_state name="right" group="all"><joint name="shoulder" value="-1.5"/></group_state>
<group_state name="twice" group="all"/><group_state name="twice" group="other"/>
<disable_collisions link1="base" link2="lower"/>
</robot>
"""
# In the way of the swing from left to right: the lower bar, stretched out, meets it at the height of z = 0.26.
POST = {"name": "post", "box": [0.2, 0.2, 1], "position": [1.5, 0, 0]}
# The bar's half width 0.05 meets the post's corner (1.4 … 1.6, 0.1): the corner (1.4, 0.1) and (1.6, 0.1) are reached by the leading
# side, which is the line at distance 0.05 from the axis.
CORNERS = [(1.4, 0.1), (1.6, 0.1)]
CONTACT_ANGLE = max(math.atan2(y, x) + math.asin(0.05 / math.hypot(x, y)) for x, y in CORNERS)
CONTACT_TIME = (1.5 - CONTACT_ANGLE) / 3

TRIANGLE = [(-5, 0, 0), (5, 0, 0), (0, 0, 5)]


class RobotTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.arm = self.write(ARM, "arm.urdf")
        self.srdf = self.write(SRDF, "arm.srdf")

    def scene(self, value, name="scene.json"):
        return self.write(value if isinstance(value, str) else json.dumps(value), name)

    def robot(self, *arguments, urdf=None):
        """The report; exit code and report agree. The words printed are kept in self.printed."""
        path = self.path("report.json")
        code, self.printed, self.warned = run("robot", urdf or self.arm, *arguments, "--json", path)
        self.assertIn(code, (0, 1, 4), f"{arguments}: {self.printed}{self.warned}")
        report = json.loads(read_text(path))
        self.assertEqual(report["status"], {0: "Free", 1: "Contact", 4: "Undecided"}[code])
        return report

    def test_meshes_that_are_used_again_and_again_are_refused(self):
        with open(self.path("large.stl"), "wb") as file:
            file.truncate(65 << 20)  # never read: the second use is one too many
        scene = self.write(json.dumps({"objects": [{"mesh": "large.stl"}, {"mesh": {"file": "large.stl"}}]}), "twice.json")
        self.refused([self.arm, "--from=0,0", "--to=1,0", "--scene", scene], "twice.json", "objects[1].mesh", "64 MB")

    def refused(self, arguments, *words):
        report = self.path("none.json")
        err = self.assert_refused(["robot", *arguments, "--json", report], *words)
        self.assertFalse(os.path.exists(report))
        return err

    def assert_vector(self, found, wanted, delta=1e-6):
        for x, y in zip(found, wanted, strict=True):
            self.assertAlmostEqual(x, y, delta=delta, msg=f"{found}")


class Answers(RobotTest):
    def test_a_swing_through_a_post_between_two_free_ends_is_found(self):
        post = self.scene({"objects": [POST]})
        for ends in ("1.5,0", "-1.5,0"):
            self.assertEqual(self.robot(f"--from={ends}", f"--to={ends}", "--scene", post)["status"], "Free")
        report = self.robot("--from=1.5,0", "--to=-1.5,0", "--scene", post)
        self.assertEqual(report["status"], "Contact")
        self.assertAlmostEqual(report["time"], CONTACT_TIME, delta=1e-5)
        self.assertLessEqual(report["time"], report["time_upper"])
        self.assertEqual((report["toi"], report["toi_upper"]), (report["time"], report["time_upper"]))
        self.assertTrue(self.printed.startswith("contact "), self.printed)
        self.assertEqual({report["a"]["body"], report["b"]["body"]}, {"lower", "post"})
        self.assertEqual({report["a"]["link"], report["b"]["link"]}, {"lower", None})
        for side in (report["a"], report["b"]):
            self.assertEqual(len(side["vertices"]), {"vertex": 1, "edge": 2, "face": 3}[side["feature"].lower()])
            self.assertGreaterEqual(side["triangle"], 0)
            self.assertAlmostEqual(min(math.dist(side["point"][:2], corner) for corner in CORNERS), 0, delta=1e-4)
        self.assertAlmostEqual(report["configuration"]["shoulder"], CONTACT_ANGLE, delta=1e-4)
        self.assertEqual(report["configuration"]["elbow"], 0)
        self.assertLess(report["distance"], 1e-4)
        self.assertIn("contact ", self.printed)
        self.assertIn("lower", self.printed)
        self.assertIn("post", self.printed)
        self.assertIn("at contact", self.printed)

    def test_what_starts_inside_a_closed_mesh_is_in_contact_and_open_meshes_are_named(self):
        corners = [(0.05 + 0.9 * (i & 1), 0.05 * (i & 2) - 0.05, 0.1 + 0.025 * (i & 4)) for i in range(8)]
        faces = [(0, 4, 6), (0, 6, 2), (1, 3, 7), (1, 7, 5), (0, 1, 5), (0, 5, 4), (2, 6, 7), (2, 7, 3), (0, 2, 3), (0, 3, 1), (4, 5, 7),
                 (4, 7, 6)]
        urdf = self.write("<collision><geometry><mesh filename='bar.obj'/></geometry></collision>".join(
            ARM.rsplit(box((0.9, 0.1, 0.1), (0.5, 0, 0.15)), 1)), "mesh.urdf")
        crumb = self.scene({"objects": [{"name": "crumb", "sphere": 0.005, "position": [1.5, 0, 0.26]}]})
        arguments = ("--from=0,0", "--to=0.01,0", "--scene", crumb)
        self.write(obj(corners, faces), "bar.obj")
        for method in ("certified", "advancement"):
            for decide in ((), ("--decide",)):
                report = self.robot(*arguments, "--method", method, *decide, urdf=urdf)
                self.assertEqual((report["status"], report["time"], report["time_upper"]), ("Contact", 0, 0))
                self.assertTrue(report["starts_inside"])
                self.assertEqual({report["a"]["body"], report["b"]["body"]}, {"lower", "crumb"})
                crumb_side = report["a"] if report["a"]["body"] == "crumb" else report["b"]
                self.assertAlmostEqual(math.dist(crumb_side["point"], (1.5, 0, 0.26)), 0.005, delta=1e-9)
                self.assertEqual(report["surfaces"], [])
                self.assertNotIn("\nsurfaces ", self.printed)
        self.write(obj(corners, faces[1:]), "bar.obj")
        report = self.robot(*arguments, urdf=urdf)
        self.assertEqual((report["status"], report["starts_inside"], report["surfaces"]), ("Free", False, ["lower"]))
        self.assertEqual([body["shapes"] for body in report["bodies"] if body["name"] == "lower"], [["surface"]])
        self.assertIn("surfaces      lower", self.printed)

    def test_free_is_proven_with_its_clearance(self):
        # The post stands 1.5 away from the axis behind the arm, which reaches 1.95; it swings on the other side.
        scene = self.scene({"objects": [{"name": "wall", "box": [0.2, 10, 1], "position": [-0.6, 0, 0]}]})
        report = self.robot("--from=1,0", "--to=-1,0", "--scene", scene)
        self.assertEqual((report["status"], report["proven"], report["time"]), ("Free", True, 1))
        self.assertIn("free          over the whole motion, proven", self.printed)
        # base, whose side is at -0.05, stays 0.45 away from the wall's side at -0.5: but it does not move, so it is not checked.
        self.assertGreater(report["clearance"], 0.4)
        self.assertLessEqual(report["clearance"], report["clearance_upper"])
        self.assertIn("wall", (report["a"]["body"], report["b"]["body"]))
        self.assertIsNone(report["normal"])
        self.assertIn("clearance", self.printed)

    def test_links_that_fold_onto_each_other_are_found_and_srdf_allows_it(self):
        # A bar on the lower link's side hits the base when the elbow folds.
        urdf = self.write(ARM.replace(box((0.9, 0.1, 0.1), (0.5, 0, 0.15)) + "</link>\n<joint", box((0.95, 0.1, 0.4), (0.5, 0, -0.1)) +
                                      "</link>\n<joint"), "low.urdf")
        arguments = ("--from=0,1.5", "--to=0,3.1")
        report = self.robot(*arguments, urdf=urdf)
        self.assertEqual({report["a"]["body"], report["b"]["body"]}, {"base", "lower"})
        report = self.robot(*arguments, "--srdf", self.srdf, urdf=urdf)
        self.assertEqual((report["status"], report["srdf"]["disabled_pairs"], report["pairs"]), ("Free", 1, 0))
        self.assertIsNone(report["clearance"])

    def test_nothing_to_check_is_not_called_proven(self):
        for more in ((), ("--decide",), ("--method", "advancement")):
            report = self.robot("--from=0,0", "--to=0,3", "--srdf", self.srdf, *more)
            self.assertEqual((report["pairs"], report["nothing_to_check"], report["proven"]), (0, True, False))
            self.assertIn("nothing       to check", self.printed)
            self.assertNotIn("proven", self.printed)
            self.assertNotIn("free", self.printed)
        self.assertFalse(self.robot("--from=0,0", "--to=0,1")["nothing_to_check"])
        self.assertIn("free          over the whole motion, proven", self.printed)

    def test_pairs_of_neighbours_are_counted(self):
        # upper has none: base is the nearest above lower.
        bare = self.write(ARM.replace(f'<link name="upper">{box((0.9, 0.1, 0.1), (0.5, 0, 0.15))}</link>', '<link name="upper"/>'), "bare.urdf")
        for urdf, count, words in ((self.arm, 2, "2 pairs of neighbours left out"), (bare, 1, "1 pair of neighbours left out")):
            self.assertEqual(self.robot("--from=0,0", "--to=0,1", urdf=urdf)["neighbours"], count)
            self.assertIn(words, self.printed)

    def test_decide_tells_only_whether(self):
        post = self.scene({"objects": [POST]})
        report = self.robot("--from=1.5,0", "--to=-1.5,0", "--scene", post, "--decide")
        self.assertEqual((report["status"], report["decide"], report["time"]), ("Contact", True, 0))
        self.assertGreaterEqual(report["time_upper"], CONTACT_TIME - 1e-5)
        self.assertEqual(report["segment_time"], report["time_upper"])
        self.assertAlmostEqual(report["configuration"]["shoulder"], 1.5 - 3 * report["time_upper"])
        self.assertIn("others may come before it", self.printed)
        report = self.robot("--from=1.5,0", "--to=1.2,0", "--scene", post, "--decide")
        self.assertEqual((report["status"], report["clearance"]), ("Free", None))

    def test_margins_make_bodies_touch_earlier(self):
        post = self.scene({"objects": [POST]})
        arguments = ("--from=1.5,0", "--to=-1.5,0", "--scene")
        plain = self.robot(*arguments, post)["time"]
        times = [self.robot(*arguments, post, flag, "0.1")["toi"] for flag in ("--separation", "--min-separation", "--margin")]
        self.assertEqual(times, times[:1] * 3)
        self.assertLess(times[0], plain - 0.01)
        pair = self.scene({"objects": [POST], "margins": [{"a": "lower", "b": "post", "margin": 0.1}]}, "pair.json")
        self.assertLess(self.robot(*arguments, pair)["time"], plain - 0.01)

    def test_the_clearance_is_at_least_the_proven_margin(self):
        post = self.scene({"objects": [POST]})
        arguments = ("--from=1.5,0", "--to=0.5,0", "--scene")
        plain = self.robot(*arguments, post)
        margin = plain["clearance_upper"] * (1 - 1e-9)
        self.assertLess(plain["clearance"], margin)
        report = self.robot(*arguments, post, "--margin", repr(margin), "--tolerance", "1e-12")
        self.assertEqual((report["status"], report["clearance"]), ("Free", margin))
        self.assertLessEqual(report["clearance"], report["clearance_upper"])
        # Another pair that may come nearer.
        pair = self.scene({"objects": [POST], "margins": [{"a": "base", "b": "lower", "margin": 0}]}, "pair.json")
        self.assertLess(self.robot(*arguments, pair, "--margin", repr(margin), "--tolerance", "1e-12")["clearance"], margin)

    def test_the_published_method_gives_the_same_answer(self):
        post = self.scene({"objects": [POST]})
        report = self.robot("--from=1.5,0", "--to=-1.5,0", "--scene", post, "--method", "advancement")
        self.assertEqual(report["method"], "advancement")
        self.assertAlmostEqual(report["time"], CONTACT_TIME, delta=1e-4)
        report = self.robot("--from=1.5,0", "--to=1.2,0", "--scene", post, "--method", "advancement")
        self.assertEqual(report["status"], "Free")
        for key in ("clearance", "clearance_upper", "clearance_time", "a", "b", "configuration"):
            self.assertIsNone(report[key], key)
        self.assertNotIn("clearance", self.printed)

    def test_t_max_ends_the_motion_early(self):
        post = self.scene({"objects": [POST]})
        report = self.robot("--from=1.5,0", "--to=-1.5,0", "--scene", post, "--t-max", "0.3")
        self.assertEqual((report["status"], report["time"]), ("Free", 0.3))

    def test_an_exhausted_budget_is_undecided(self):
        post = self.scene({"objects": [POST]})
        report = self.robot("--from=1.5,0", "--to=-1.5,0", "--scene", post, "--max-checks", "1")
        self.assertEqual(report["status"], "Undecided")
        self.assertLess(report["time"], CONTACT_TIME)
        self.assertIn("undecided", self.printed)

    def test_a_certificate_is_verified(self):
        proof = self.path("free.jsonl")
        post = self.scene({"objects": [POST]})
        self.robot("--from=1.5,0", "--to=0.5,0.2", "--scene", post, "--certificate", proof)
        self.assertTrue(self.printed.startswith("free "), self.printed)
        self.assertIn("certificates  of 1 of 1 segment, 3 proofs of pairs of shapes, in", self.printed)
        code, out, err = run("verify", proof)
        self.assertEqual(code, 0, out + err)
        path = self.write("1.5,0\n1.0,0\n0.5,0.2\n", "path.csv")
        self.robot("--path", path, "--scene", post, "--certificates", proof)
        self.assertIn("certificates  of 2 of 2 segments, 6 proofs of pairs of shapes", self.printed)
        code, out, err = run("verify", proof)
        self.assertEqual(code, 0, out + err)

    def test_a_contact_at_once_leaves_no_certificate_and_says_so(self):
        proof = self.path("free.jsonl")
        self.robot("--from=0,0", "--to=1,0", "--scene", self.scene({"objects": [POST]}), "--certificates", proof)
        self.assertIn("certificates  none: only a segment that is free has a proof", self.printed)
        self.assertEqual(read_text(proof), "")

    def test_a_clearance_that_the_budget_does_not_reach_is_told(self):
        arguments = ("--from=1.5,0", "--to=0.5,0.2", "--scene", self.scene({"objects": [POST]}))
        enough = self.robot(*arguments)["counts"]["checks"]
        words = Counter()
        for budget in range(1, enough + 1, max(1, enough // 40)):
            report = self.robot(*arguments, "--max-checks", budget)
            if report["status"] != "Free":
                continue
            words["not found"] += "clearance     not found: --max-checks ran out" in self.printed
            words["no lower bound"] += "--max-checks ran out before a lower bound was found" in " ".join(self.printed.split())
            self.assertIn("clearance ", self.printed)
        self.assertGreater(sum(words.values()), 0, words)

    def test_round_shapes_are_counted_without_triangles(self):
        ball = {"name": "ball", "sphere": 0.05, "position": [9, 0, 0]}
        for objects, words in (([ball], "1 object, 1 shape\n"), ([ball, POST], "2 objects, 2 shapes with 12 triangles\n")):
            self.robot("--from=1,0", "--to=1.1,0", "--scene", self.scene({"objects": objects}))
            self.assertIn(words, self.printed)

    def test_attached_objects_move_with_their_link(self):
        tool = {"name": "tool", "link": "lower", "sphere": 0.05, "position": [1.2, 0, 0.15]}
        wall = {"name": "wall", "box": [0.1, 4, 4], "position": [2.2, 0, 0]}
        arguments = ("--from=0.5,0", "--to=-0.5,0", "--scene")
        self.assertEqual(self.robot(*arguments, self.scene({"objects": [wall]}))["status"], "Free")
        report = self.robot(*arguments, self.scene({"objects": [wall], "attached": [tool]}))
        self.assertEqual({report["a"]["body"], report["b"]["body"]}, {"tool", "wall"})
        self.assertIn("lower", (report["a"]["link"], report["b"]["link"]))
        allowed = self.scene({"objects": [wall], "attached": [tool], "allowed": [["tool", "wall"]]})
        self.assertEqual(self.robot(*arguments, allowed)["status"], "Free")
        carried = {**tool, "position": [-0.3, 0, 0]}
        self.assertEqual(self.robot("--from=0,0", "--to=0,0.1", "--scene", self.scene({"attached": [carried]}))["status"], "Contact")
        carried["touch_links"] = ["upper", "base"]
        self.assertEqual(self.robot("--from=0,0", "--to=0,0.1", "--scene", self.scene({"attached": [carried]}))["status"], "Free")

    def test_every_shape_of_a_scene_is_met(self):
        mesh = self.write(obj([(x, y - 0.1, z) for x, y, z in TRIANGLE], [(0, 1, 2)]), "wall.obj")
        for shape in ({"box": [1, 0.2, 9]}, {"sphere": 0.1}, {"cylinder": {"radius": 0.1, "length": 3}},
                      {"capsule": {"radius": 0.1, "length": 2}}, {"mesh": "wall.obj", "position": [0, 0.1, 0]},
                      {"box": {"size": [1, 0.2, 9]}}, {"sphere": {"radius": 0.1}},
                      {"points": {"positions": [[0, 9, 0], [0, 0, 0]], "radius": 0.1}}, {"points": {"positions": [[0, 0, 0]]}},
                      {"mesh": {"file": "wall.obj"}, "position": [0, 0.1, 0]},
                      {"mesh": {"file": "wall.obj", "scale": [2, 2, 2]}, "position": [0, 0.2, -1]},
                      {"mesh": "wall.obj", "scale": 2, "position": [0, 0.2, -1]},
                      {"mesh": "wall.obj", "scale": [1, 1, 1], "position": [0, 0.1, 0], "rpy": [0, 0, 0.0]},
                      {"capsule": {"radius": 0.1, "length": 2}, "quaternion": [math.sqrt(0.5), math.sqrt(0.5), 0, 0]}):
            scene = self.scene({"objects": [{"position": [1.5, 0, 0.26], **shape}]})
            report = self.robot("--from=1.5,0", "--to=-1.5,0", "--scene", scene)
            self.assertEqual(report["status"], "Contact", shape)
            self.assertIn("objects[0]", (report["a"]["body"], report["b"]["body"]))
        report = self.robot("--from=1.5,0", "--to=-1.5,0", "--scene", mesh)
        self.assertIn(mesh, (report["a"]["body"], report["b"]["body"]))

    def test_several_scenes_add_up(self):
        post = self.scene({"objects": [POST]})
        far = self.scene({"objects": [{"name": "far", "sphere": 1, "position": [9, 9, 9]}]}, "far.json")
        report = self.robot("--from=1.5,0", "--to=-1.5,0", "--scene", post, "--scene", far)
        self.assertEqual([b["name"] for b in report["bodies"]], ["base", "upper", "lower", "post", "far"])

    def test_a_start_in_contact_is_told_at_time_0(self):
        report = self.robot("--from=0,0", "--to=1,0", "--scene", self.scene({"objects": [POST]}))
        self.assertEqual((report["status"], report["time"]), ("Contact", 0))


class Values(RobotTest):
    def at(self, *arguments, urdf=None):
        report = self.robot(*arguments, urdf=urdf)
        return [list(report[end].values()) for end in ("from", "to")]

    def test_values_by_name_list_and_state(self):
        self.assertEqual(self.at("--from=shoulder=1", "--to=0.5,2"), [[1, 0], [0.5, 2]])
        self.assertEqual(self.at("--from=elbow=-1,shoulder=1e-1", "--to= 0.5 , -0.25"), [[0.1, -1], [0.5, -0.25]])
        self.assertEqual(self.at("--from=left", "--to=all/right,elbow=0.25", "--srdf", self.srdf), [[1.5, 0], [-1.5, 0.25]])

    def test_joints_not_named_in_to_stay_where_from_has_them(self):
        self.assertEqual(self.at("--from=1,2", "--to=elbow=0.5"), [[1, 2], [1, 0.5]])
        self.assertEqual(self.at("--from=elbow=0.5", "--to=right", "--srdf", self.srdf), [[0, 0.5], [-1.5, 0.5]])
        start, end = self.at("--from=90,0", "--to=elbow=45", "--degrees")
        self.assertEqual((start[0], end[0]), (math.pi / 2, math.pi / 2))

    def test_degrees_are_for_angles_of_the_command_line_only(self):
        start, end = self.at("--from=left", "--to=90,0", "--srdf", self.srdf, "--degrees")
        self.assertEqual(start, [1.5, 0])
        self.assertAlmostEqual(end[0], math.pi / 2)

    def test_values_are_in_the_order_of_the_file(self):
        # The elbow's element comes before the shoulder's, and both names after the alphabet.
        elbow, shoulder = ARM.index('<joint name="elbow"'), ARM.index('<joint name="shoulder"')
        swapped = ARM[:shoulder] + ARM[elbow:ARM.index("</robot>")] + ARM[shoulder:elbow] + "</robot>"
        urdf = self.write(swapped, "swapped.urdf")
        report = self.robot("--from=0.5,1", "--to=0.25,-1", urdf=urdf)
        self.assertEqual(report["robot"]["values"], ["elbow", "shoulder"])
        self.assertEqual((report["from"], report["to"]), ({"elbow": 0.5, "shoulder": 1}, {"elbow": 0.25, "shoulder": -1}))
        # Not only the names: the motion is that of these joints.
        post = self.scene({"objects": [POST]})
        report = self.robot("--from=0,1.5", "--to=0,-1.5", "--scene", post, urdf=urdf)
        self.assertAlmostEqual(report["time"], CONTACT_TIME, delta=1e-5)

    def test_values_outside_limits_are_refused_unless_asked_for(self):
        self.refused([self.arm, "--from=0,0", "--to=3.5,0"], "--to", "'shoulder'", "limits")
        report = self.robot("--from=0,0", "--to=3.5,0", "--ignore-limits")
        self.assertEqual((report["ignore_limits"], report["to"]["shoulder"]), (True, 3.5))

    def test_wrong_values_are_named(self):
        for value, words in (("1,2,3", ["3 values, but the robot has 2: shoulder, elbow"]), ("1", ["1 value, but the robot has 2"]),
                             ("1,nan", ["'nan' is not a finite number"]), ("inf,0", ["'inf' is not a finite number"]),
                             ("elbow=x", ["elbow: 'x' is not a finite number"]), ("elbwo=1", ["no joint 'elbwo'", "did you mean 'elbow'?"]),
                             ("elbow=1,elbow=2", ["'elbow' comes twice"]), ("1,elbow=2", ["'elbow=2' is not a finite number"]),
                             ("left", ["'left' is neither a number nor NAME=NUMBER; names of states need --srdf"]),
                             ("1e5,0", ["shoulder"])):
            self.refused([self.arm, "--from=" + value, "--to=0,0"], "--from: ", *words)
        for value, words in (("up", ["nor a state of the SRDF file, which are: all/left, all/right, all/twice, other/twice"]),
                             ("twice", ["several groups have a state 'twice': all/twice and other/twice"])):
            self.refused([self.arm, "--from=0,0", "--to=" + value, "--srdf", self.srdf], "--to: ", *words)

    def test_joints_without_a_value_of_their_own_are_told_apart(self):
        urdf = self.write(ARM.replace("</robot>", "<link name='a'/><link name='b'/><link name='c'/><joint name='stiff' type='fixed'>"
                          "<parent link='base'/><child link='a'/></joint><joint name='echo' type='continuous'><parent link='base'/>"
                          "<child link='b'/><mimic joint='elbow'/></joint><joint name='slide' type='planar'><parent link='base'/>"
                          "<child link='c'/></joint></robot>"), "more.urdf")
        self.refused([urdf, "--from=stiff=1", "--to=elbow=0"], "joint 'stiff' is fixed")
        self.refused([urdf, "--from=echo=1", "--to=elbow=0"], "joint 'echo' follows joint 'elbow'")
        self.refused([urdf, "--from=slide=1", "--to=elbow=0"], "joint 'slide' has several values: slide.x, slide.y")


class Paths(RobotTest):
    def test_csv_and_json_paths_mean_the_same(self):
        post = self.scene({"objects": [POST]})
        texts = {"plain.csv": "1.5,0\n1.5,1\n# by way of the bent arm\n1.5,0\n-1.5,0\n",
                 "named.csv": "elbow, shoulder\r\n0,1.5\r\n1,1.5\r\n0,1.5\r\n0,-1.5\r\n",
                 "rows.json": "[[1.5, 0], [1.5, 1], [1.5, 0], [-1.5, 0]]",
                 "named.json": json.dumps([{"shoulder": 1.5}, {"shoulder": 1.5, "elbow": 1}, {"shoulder": 1.5}, {"shoulder": -1.5}])}
        for name, text in texts.items():
            report = self.robot("--path", self.write(text, name), "--scene", post)
            self.assertEqual((report["status"], report["segment"], report["segments"]), ("Contact", 2, 3), name)
            self.assertAlmostEqual(report["segment_time"], CONTACT_TIME, delta=1e-5)
            self.assertAlmostEqual(report["time"], (2 + CONTACT_TIME) / 3, delta=1e-5)
            self.assertAlmostEqual(report["configuration"]["shoulder"], CONTACT_ANGLE, delta=1e-4)
        packed = self.write(gzip.compress(texts["plain.csv"].encode()), "plain.csv.gz")
        self.assertEqual(self.robot("--path", packed, "--scene", post)["segment"], 2)

    def test_times_of_a_file_are_kept(self):
        post = self.scene({"objects": [POST]})
        for name, text in (("t.csv", "time,shoulder\n10,1.5\n14,1.2\n15,1.5\n20,-1.5\n"),
                           ("t.json", json.dumps([{"time": t, "shoulder": s} for t, s in ((10, 1.5), (14, 1.2), (15, 1.5), (20, -1.5))]))):
            report = self.robot("--path", self.write(text, name), "--scene", post)
            self.assertEqual(report["segment"], 2)
            self.assertAlmostEqual(report["time"], 0.5 + 0.5 * CONTACT_TIME, delta=1e-5)

    def test_any_number_of_threads_gives_the_same_report(self):
        post = self.scene({"objects": [POST]})
        rows = "".join(f"{1.5 - 0.1 * i},{0.02 * i}\n" for i in range(30))
        path = self.write(rows, "path.csv")
        reports = []
        for threads in ("1", "2", "3", "0"):
            report = self.robot("--path", path, "--scene", post, "--threads", threads)
            del report["seconds"]
            reports.append(report)
        self.assertEqual(reports[0]["status"], "Contact")
        self.assertTrue(all(report == reports[0] for report in reports))

    def test_a_free_path_has_the_smallest_clearance_of_its_segments(self):
        post = self.scene({"objects": [POST]})
        whole = self.robot("--path", self.write("1.5,0\n0.5,0\n1,0\n", "path.csv"), "--scene", post)
        first = self.robot("--from=1.5,0", "--to=0.5,0", "--scene", post)
        self.assertEqual(whole["status"], "Free")
        self.assertAlmostEqual(whole["clearance_upper"], first["clearance_upper"], delta=1e-3 * first["clearance_upper"])
        self.assertAlmostEqual(whole["clearance_time"], first["clearance_time"] / 2, delta=0.1)
        self.assertAlmostEqual(whole["configuration"]["shoulder"], 0.5, delta=0.05)

    def test_broken_paths_are_refused_with_their_place(self):
        for name, text, words in (
                ("p.csv", "", ["p.csv: no configuration"]), ("p.csv", "1,0\n", ["p.csv: one configuration"]),
                ("p.csv", "1,0\n\n2,x\n", ["p.csv:3: row: 'x' is not a finite number"]),
                ("p.csv", "1,0\n2\n", ["p.csv:2: row: 1 value, but the robot has 2"]),
                ("p.csv", "1,0\n3.5,0\n", ["p.csv:2: row: ", "shoulder", "limits"]),
                ("p.csv", "1,0\nnan,0\n", ["p.csv:2: row: 'nan' is not a finite number"]),
                ("p.csv", "shoulder,elbwo\n1,0\n", ["p.csv:1: header: there is no joint 'elbwo'; did you mean 'elbow'?"]),
                ("p.csv", "shoulder,shoulder\n1,0\n", ["p.csv:1: header: 'shoulder' comes twice"]),
                ("p.csv", "shoulder,elbow\n1\n", ["p.csv:2: row: 1 value, but the header has 2"]),
                ("p.csv", "time,elbow\n1,0\n1,1\n", ["p.csv:3: row: time 1 does not come after 1"]),
                ("p.json", "[[1, 0], [2]]", ["p.json: [1]: 1 value, but the robot has 2"]),
                ("p.json", "[[1, 0], [2, \"x\"]]", ["p.json: [1][1]: not a number"]),
                ("p.json", "[{\"elbow\": 1}, {\"elbwo\": 1}]", ["p.json: [1]: there is no joint 'elbwo'"]),
                ("p.json", "[{\"time\": 1}, {\"elbow\": 1}]", ["p.json: [1]: a time is needed in all or in none"]),
                ("p.json", "[1, 2]", ["p.json: [0]: neither an array"]), ("p.json", "{}", ["p.json: not an array"]),
                ("p.json", "[[1,\n 0],,]", ["p.json:2: json: not JSON"]),
                ("p.json", "[{\"elbow\": 1, \"elbow\": 1}]", ["p.json: elbow: comes twice"])):
            self.refused([self.arm, "--path", self.write(text, name)], *words)


class Panda(CommandTest):
    def setUp(self):
        super().setUp()
        if not DATA:
            self.skipTest("FIRSTCONTACT_DATA is not set: no public robot was moved")
        folder = os.path.join(DATA, "robots", "panda")
        self.urdf = os.path.join(folder, "moveit_resources_panda_description", "urdf", "panda.urdf")
        self.srdf = os.path.join(folder, "moveit_resources_panda_moveit_config", "config", "panda.srdf")

    def test_goes_from_state_to_state_and_hits_what_stands_between(self):
        arguments = (self.urdf, "--srdf", self.srdf, "--from=ready,panda_joint1=1", "--to=ready,panda_joint1=-1")
        code, out, err = run("robot", *arguments)
        self.assertEqual((code, err), (0, ""), out)
        post = self.write(json.dumps({"objects": [{"name": "post", "cylinder": {"radius": 0.03, "length": 1}, "position": [0.31, 0, 0.5]}]}),
                          "post.json")
        report = self.path("report.json")
        code, out, err = run("robot", *arguments, "--scene", post, "--json", report)
        self.assertEqual(code, 1, out + err)
        report = json.loads(read_text(report))
        self.assertIn("post", (report["a"]["body"], report["b"]["body"]))
        self.assertTrue(0.05 < report["time"] < 0.5, report["time"])
        self.assertAlmostEqual(report["configuration"]["panda_joint4"], -2.356)


if __name__ == "__main__":
    unittest.main()
