"""Robots: known angles, the command line's answers, batches of edges against single ones, proofs."""
import json
import math
import os
import subprocess
import tempfile
import unittest

import numpy as np

import firstcontact
from firstcontact import Box, Robot, Scene, Sphere, Status, proofs

COMMAND = os.environ.get("FIRSTCONTACT_COMMAND", "")
SOURCE = os.environ.get("FIRSTCONTACT_SOURCE", os.path.join(os.path.dirname(__file__), *[".."] * 3))
DATA = os.environ.get("FIRSTCONTACT_DATA", "")
ARM = os.path.join(SOURCE, "bindings", "wasm", "tests", "arm.urdf")

# A thin bar of length 1 that turns about z, and slides along it.
BAR = """<robot name="bar"><link name="base"/><link name="slider"/>
<link name="bar"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.002 0.002"/></geometry></collision></link>
<joint name="lift" type="prismatic"><parent link="base"/><child link="slider"/><axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="turn" type="revolute"><parent link="slider"/><child link="bar"/><axis xyz="0 0 1"/>
  <limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>"""
SRDF = """<robot name="bar"><group name="all"><joint name="lift"/><joint name="turn"/></group>
<group_state name="up" group="all"><joint name="lift" value="0.5"/><joint name="turn" value="1"/></group_state></robot>"""


def robot_of(text, srdf=None):
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("robot.urdf", "robot.srdf")]
        for path, content in zip(paths, (text, srdf)):
            if content is not None:
                with open(path, "w") as file:
                    file.write(content)
        return Robot.from_urdf(paths[0], paths[1] if srdf else None)


class Bar(unittest.TestCase):
    def setUp(self):
        self.robot = robot_of(BAR, SRDF)
        # A ball of radius 0.1 around (0, 0.5, 0): the bar meets it when it is acos(0.2) short of the y axis.
        self.scene = Scene(self.robot, [Sphere(0.1, ([0, 0.5, 0], [1, 0, 0, 0]), name="ball")])

    def test_names_limits_and_states(self):
        self.assertEqual(self.robot.joint_names, ("lift", "turn"))
        self.assertEqual((self.robot.lower.tolist(), self.robot.upper.tolist()), ([-1, -3], [1, 3]))
        self.assertEqual(self.robot.states, (("all", "up"),))
        self.assertEqual(self.robot.state("up").tolist(), [0.5, 1])
        self.assertEqual(self.robot.configuration({"turn": 2}).tolist(), [0, 2])
        self.assertEqual(self.scene.body_names, ("bar", "ball"))
        self.assertEqual(self.scene.pairs, (("bar", "ball", 0.0),))
        self.assertEqual(repr(self.robot), "Robot('bar', 3 links, 2 joint values)")

    def test_poses_are_those_of_geometry(self):
        pose = self.robot.poses([0.25, math.pi / 2])[self.robot.link_names.index("bar")]
        np.testing.assert_allclose(pose, [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0.25], [0, 0, 0, 1]], atol=1e-15)
        self.assertEqual(self.robot.between([0, 0], [1, 2], 0.25).tolist(), [0.25, 0.5])

    def test_contact_at_the_angle_of_geometry(self):
        result = self.scene.edge([0, 0], [0, math.pi / 2])
        meets = math.pi / 2 - math.asin(0.1 / 0.5)
        self.assertEqual((result.status, result.body_a, result.body_b), (Status.CONTACT, "bar", "ball"))
        self.assertAlmostEqual(result.toi * math.pi / 2, meets, delta=0.003)
        np.testing.assert_allclose(np.linalg.norm(result.point_b - [0, 0.5, 0]), 0.1, atol=1e-4)
        self.assertEqual(self.scene.is_valid([0, math.pi / 2]), False)
        self.assertEqual(self.scene.is_valid([0.2, math.pi / 2]), True)
        self.assertEqual(self.scene.is_valid([0.2, 3.1]), False)  # outside its limit

    def test_clearance_is_that_of_geometry(self):
        result = self.scene.edge([0.3, 0], [0.3, math.pi / 2], clearance=True)
        self.assertTrue(result.free)
        self.assertLessEqual(result.clearance, 0.2)
        self.assertAlmostEqual(result.clearance, 0.2, delta=0.002)

    def test_a_path_stops_in_its_segment(self):
        path = [[0, 0], [0.3, 0], [0.3, 3], [0, 3], [0, 0]]
        result = self.scene.path(path)
        self.assertEqual((result.status, result.segment), (Status.CONTACT, 3))
        self.assertAlmostEqual(result.toi, (3 + result.segment_toi) / 4)
        seen = []
        free = self.scene.path(path[:4], certificate=True, progress=lambda done, total: seen.append(done))
        self.assertTrue(free.free)
        with tempfile.TemporaryDirectory() as folder:
            free.write_proof(os.path.join(folder, "free.jsonl"))
            verdict = proofs.verify_file(os.path.join(folder, "free.jsonl"))
        self.assertTrue(verdict)
        self.assertGreaterEqual(verdict.proofs, 3)

    def test_min_separation_and_allowed_pairs(self):
        near = Scene(self.robot, [Sphere(0.1, ([0, 0.5, 0.25], [1, 0, 0, 0]), name="ball")], min_separation=0.2)
        self.assertFalse(near.edge([0, 0], [0, 2]).free)
        allowed = Scene(self.robot, [Sphere(0.1, ([0, 0.5, 0], [1, 0, 0, 0]), name="ball")], allowed=[("ball", "bar")])
        self.assertTrue(allowed.edge([0, 0], [0, 2]).free)

    def test_what_a_link_carries_moves_with_it(self):
        ball = Sphere(0.1, ([0, 2, 0], [1, 0, 0, 0]), name="ball")
        self.assertTrue(Scene(self.robot, [ball]).edge([0, 0], [0, 2]).free)
        tool = firstcontact.Attachment(Sphere(0.05, ([2, 0, 0], [1, 0, 0, 0]), name="tool"), "bar")
        carried = Scene(self.robot, [ball], attached=[tool]).edge([0, 0], [0, 2])
        self.assertEqual((carried.status, {carried.body_a, carried.body_b}), (Status.CONTACT, {"tool", "ball"}))
        # Two balls at distance 2 from the axis meet when their centres are 0.15 apart.
        self.assertAlmostEqual(carried.toi * 2, math.pi / 2 - 2 * math.asin(0.15 / 4), places=4)

    def test_refusals_name_the_argument(self):
        with tempfile.TemporaryDirectory() as folder:
            broken = os.path.join(folder, "broken.urdf")
            with open(broken, "w") as file:
                file.write("<robot name='x'><link/></robot>")
            with self.assertRaisesRegex(firstcontact.InputError, "broken.urdf:1"):
                Robot.from_urdf(broken)
        for word, call in [
                ("q0: has 3 values", lambda: self.scene.edge([0, 0, 0], [0, 0])), ("q1.*turn", lambda: self.scene.edge([0, 0], [0, 9])),
                ("q0", lambda: self.scene.edge([0, float("nan")], [0, 0])), ("q1", lambda: self.scene.edges([[0, 0]], [[0, 0], [0, 1]])),
                ("path", lambda: self.scene.path([[0, 0], [0, 9]])), ("method", lambda: self.scene.edge([0, 0], [0, 1], method="fast")),
                ("obstacles", lambda: Scene(self.robot, [Box([1, -1, 1])])), ("obstacles", lambda: Scene(self.robot, ["box"])),
                ("joint", lambda: self.robot.configuration({"nose": 1})), ("state", lambda: self.robot.state("down")),
                ("files", lambda: Scene(self.robot, files="cell.json")), ("robot", lambda: Scene("arm")),
                ("pair_separations", lambda: Scene(self.robot, pair_separations=[("bar", "ball")])),
                ("allowed", lambda: Scene(self.robot, allowed=[3])), ("obstacles", lambda: Scene(self.robot, 3)),
                ("allowed", lambda: Scene(self.robot, allowed="bar")), ("nobody", lambda: Scene(self.robot, allowed=[("nobody", "bar")])),
                ("hand", lambda: Scene(self.robot, attached=[firstcontact.Attachment(Sphere(0.1), "hand")])),
                ("max_checks", lambda: self.scene.edge([0, 0], [0, 1], max_checks=0))]:
            with self.assertRaisesRegex(ValueError, word):
                call()


class Arm(unittest.TestCase):
    def setUp(self):
        self.robot = Robot.from_urdf(ARM)
        self.scene = Scene(self.robot, [Box([1, 1, 0.1], ([0.7, 0, 0.9], [1, 0, 0, 0]), name="table")])

    def motions(self, count):
        rng = np.random.default_rng(12)
        return rng.uniform(-1.2, 1.2, (count, 6)), rng.uniform(-1.2, 1.2, (count, 6))

    def test_many_edges_have_the_bits_of_single_ones(self):
        q0, q1 = self.motions(100)
        q0[7, 2] = np.nan
        q1[8, 0] = 3.5  # outside its limits
        seen = []
        many = self.scene.edges(q0, q1, threads=2, progress=lambda done, total: seen.append((done, total)))
        self.assertEqual(seen[-1], (100, 100))
        self.assertEqual(many.status[[7, 8]].tolist(), [4, 4])
        self.assertEqual(self.scene.edges(q0, q1, threads=1).toi.tobytes(), many.toi.tobytes())
        for i in range(0, 100, 9):
            one = self.scene.edge(q0[i], q1[i])
            self.assertEqual((one.status, one.toi, one.toi_upper, one.checks),
                             (many.status[i], many.toi[i], many.toi_upper[i], many.checks[i]))
        self.assertGreater(np.count_nonzero(many.status == 1), 10)
        self.assertGreater(np.count_nonzero(many.free), 10)

    @unittest.skipUnless(os.path.exists(COMMAND), "FIRSTCONTACT_COMMAND does not name the command line tool")
    def test_the_command_line_gives_the_same_answers(self):
        q0, q1 = self.motions(6)
        with tempfile.TemporaryDirectory() as folder:
            cell, report = os.path.join(folder, "cell.json"), os.path.join(folder, "report.json")
            with open(cell, "w") as file:
                json.dump({"objects": [{"name": "table", "box": {"size": [1, 1, 0.1]}, "position": [0.7, 0, 0.9]}]}, file)
            from_file = Scene(self.robot, files=[cell])
            for a, b in zip(q0, q1):
                ran = subprocess.run([COMMAND, "robot", ARM, "--scene", cell, "--json", report,
                                      "--from=" + ",".join(map(repr, a.tolist())), "--to=" + ",".join(map(repr, b.tolist()))],
                                     capture_output=True)
                answer = self.scene.edge(a, b)
                self.assertEqual(ran.returncode, 0 if answer.free else 1, ran.stderr)
                self.assertEqual(from_file.edge(a, b).toi, answer.toi)
                with open(report) as file:
                    text = file.read()
                if not answer.free:
                    self.assertIn(repr(answer.toi), text)
                    self.assertIn(answer.body_b, text)

    def test_a_proof_of_an_edge_is_verified(self):
        q0, q1 = self.motions(30)
        proven = 0
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "edge.jsonl.gz")
            for a, b in zip(q0, q1):
                answer = self.scene.edge(a, b, certificate=True)
                if answer.free:
                    answer.write_proof(path)
                    self.assertTrue(proofs.verify_file(path))
                    proven += 1
                if proven == 2:
                    return
        self.fail("no edge was free")


@unittest.skipUnless(os.path.isdir(os.path.join(DATA, "robots", "panda")), "FIRSTCONTACT_DATA has no robots/panda")
class Panda(unittest.TestCase):
    def test_a_public_robot_with_its_srdf(self):
        folder = os.path.join(DATA, "robots", "panda")
        urdf = [os.path.join(root, name) for root, _, names in os.walk(folder) for name in names if name.endswith(".urdf")]
        srdf = [os.path.join(root, name) for root, _, names in os.walk(folder) for name in names if name.endswith(".srdf")]
        robot = Robot.from_urdf(sorted(urdf)[0], sorted(srdf)[0] if srdf else None, package_paths=[folder, os.path.dirname(folder)])
        scene = Scene(robot, [Box([0.1, 2, 2], ([0.9, 0, 0.5], [1, 0, 0, 0]), name="wall")])
        self.assertGreater(len(scene.pairs), 10)
        self.assertEqual(len(robot.neutral), len(robot.joint_names))


if __name__ == "__main__":
    unittest.main()
