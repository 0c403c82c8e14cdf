"""firstcontact verify with the inputs that proofs have to be about: robots, bodies, queries."""
import json
import os
import unittest

from check_test import obj
from command import CommandTest, read_text, run
from robot_test import ARM, DATA, POST, SRDF, box

FAR_POST = dict(POST, position=[4, 0, 0])
# The state "ready" of the Panda's SRDF file.
READY = ("panda_joint2=-0.785,panda_joint3=0,panda_joint4=-2.356,panda_joint5=0,panda_joint6=1.571,panda_joint7=0.785,"
         "panda_finger_joint1=0")
FROM, TO = "--from=1.5,0", "--to=-1.5,0.5"


def lines_of(path):
    return [json.loads(line) for line in read_text(path).splitlines()]


class InputsTest(CommandTest):
    def prove(self, *arguments):
        """A file of proofs that the tool wrote."""
        proofs = self.path("proofs.jsonl")
        code, out, err = run(*arguments, proofs)
        self.assertEqual((code, err), (0, ""), out)
        return proofs

    def changed(self, proofs, change):
        """The proofs with their objects changed."""
        objects = lines_of(proofs)
        change(objects)
        return self.write("".join(json.dumps(o) + "\n" for o in objects), "changed.jsonl")

    def verify(self, proofs, *arguments):
        """The exit code, what was printed, and the part of the report about the inputs."""
        report = self.path("verify.json")
        code, out, err = run("verify", proofs, *arguments, "--json", report)
        self.assertEqual(err, "", out)
        self.assertLessEqual(max(len(line) for line in out.splitlines() if not line.startswith(("differs", "inputs", "/"))), 100, out)
        inputs = json.loads(read_text(report))["inputs"]
        self.assertEqual(inputs["match"], not inputs["differences"])
        return code, out, inputs

    def assert_fits(self, proofs, *arguments):
        code, out, inputs = self.verify(proofs, *arguments)
        self.assertEqual((code, inputs["differences"]), (0, []), out)
        self.assertIn("The proofs are about these inputs and cover them.", out)
        return out, inputs

    def assert_differs(self, words, proofs, *arguments):
        code, out, inputs = self.verify(proofs, *arguments)
        self.assertEqual(code, 1, out)
        self.assertIn(words, " ".join(inputs["differences"]))
        self.assertIn("differs:", out)
        return out


class RobotInputs(InputsTest):
    def setUp(self):
        super().setUp()
        self.arm = self.write(ARM, "arm.urdf")
        self.srdf = self.write(SRDF, "arm.srdf")
        self.scene = self.write(json.dumps({"objects": [FAR_POST]}), "scene.json")

    def proofs(self, *more):
        return self.prove("robot", self.arm, "--scene", self.scene, *more, "--certificates")

    def inputs(self, *more, arm=None, scene=None):
        return ["--robot", arm or self.arm, "--scene", scene or self.scene, *more]

    def test_a_proof_about_the_robot_fits(self):
        proofs = self.proofs(FROM, TO)
        out, inputs = self.assert_fits(proofs, *self.inputs(FROM, TO))
        self.assertIn("shoulder", out)
        self.assertEqual(inputs["configurations"], [{"shoulder": 1.5, "elbow": 0}, {"shoulder": -1.5, "elbow": 0.5}])
        self.assertEqual([(p["a"], p["b"]) for p in inputs["pairs"]],
                         [("base", "lower"), ("upper", "post"), ("lower", "post")])
        self.assertTrue(inputs["start_checked"])

    def test_other_joint_values_differ(self):
        proofs = self.proofs(FROM, TO)
        for ends in ((FROM, "--to=-1.5,0.6"), ("--from=1.4,0", TO), ("--from=1.5,1e-9", TO), (FROM, "--to=-1.5,-0.5")):
            out = self.assert_differs("joint '", proofs, *self.inputs(*ends))
            self.assertIn("rad", out)
        self.assert_differs("joint 'shoulder': in the proof it turns from 1.5 to -1.5 rad, in the inputs from 1.4 to -1.5 rad", proofs,
                            *self.inputs("--from=1.4,0", TO))

    def test_whole_turns_more_or_less_differ(self):
        turn = 6.283185307179586
        proofs = self.proofs(FROM, TO)
        self.assert_differs("joint 'elbow'", proofs, *self.inputs(FROM, f"--to=-1.5,{0.5 + turn}"))
        self.assert_differs("joint 'elbow'", proofs, *self.inputs(FROM, f"--to=-1.5,{0.5 - turn}"))

    def test_another_robot_differs(self):
        proofs = self.proofs(FROM, TO)
        for old, new, words in (("1 0 0.11", "1 0 0.12", "joint 'elbow'"), ('<axis xyz="0 0 1"/></joint>', '<axis xyz="0 0.001 1"/></joint>', "joint 'elbow'"),
                                ("0.9 0.1 0.1", "0.9 0.1 0.2", "vertex")):
            other = self.write(ARM.replace(old, new, 1), "other.urdf")
            self.assert_differs(words, proofs, *self.inputs(FROM, TO, arm=other))
        more = self.write(ARM.replace("</robot>", f"<link name='tip'>{box((0.1, 0.1, 0.1))}</link><joint name='last' type='fixed'>"
                                      "<parent link='lower'/><child link='tip'/></joint></robot>"), "more.urdf")
        self.assert_differs("joint 'last': in the proof another link carries it", proofs, *self.inputs(FROM, TO, arm=more))

    def test_another_scene_differs(self):
        proofs = self.proofs(FROM, TO)
        for scene, words in (({"objects": [dict(FAR_POST, position=[4, 0, 0.1])]}, "'post': it starts at another place"),
                             ({"objects": [dict(FAR_POST, box=[0.2, 0.2, 2])]}, "vertex 0 of 'post' is at another place"),
                             ({"objects": [FAR_POST, dict(FAR_POST, name="more")]}, "the proof has 4 shapes, the inputs have 5"),
                             ({"objects": [dict(FAR_POST, name="pole")]}, "it belongs to 'post', in the inputs to 'pole'"),
                             ({"objects": [FAR_POST], "margins": [{"a": "post", "b": "lower", "margin": 0.5}]},
                              "the pair 'lower' and 'post' is proven to keep less than the margin")):
            self.assert_differs(words, proofs, *self.inputs(FROM, TO, scene=self.write(json.dumps(scene), "other.json")))
        self.assert_differs("shapes", proofs, "--robot", self.arm, FROM, TO)

    def test_pairs_that_the_srdf_file_allows_must_be_proven_without_it(self):
        proofs = self.proofs(FROM, TO, "--srdf", self.srdf)
        self.assert_fits(proofs, *self.inputs(FROM, TO, "--srdf", self.srdf))
        self.assert_differs("the pair 'base' and 'lower' is not in the proof", proofs, *self.inputs(FROM, TO))
        self.assert_fits(self.proofs(FROM, TO), *self.inputs(FROM, TO, "--srdf", self.srdf))  # more than needed is fine

    def test_a_pair_taken_out_of_a_proof_is_missed(self):
        def drop(objects):
            scene = next(o for o in objects if o["kind"] == "scene")
            last = len(scene["pairs"]) - 1
            scene["pairs"].pop()
            objects[:] = [o for o in objects if o.get("pair") != last]
        proofs = self.changed(self.proofs(FROM, TO), drop)
        code, out, err = run("verify", proofs)
        self.assertEqual((code, err), (0, ""), out)
        self.assert_differs("is not in the proof", proofs, *self.inputs(FROM, TO))

    def test_a_smaller_margin_and_a_shorter_time_differ(self):
        proofs = self.proofs(FROM, TO, "--margin", "0.005")
        self.assert_fits(proofs, *self.inputs(FROM, TO, "--margin", "0.005"))
        self.assert_fits(proofs, *self.inputs(FROM, TO))
        self.assert_differs("less than the margin of 0.006", proofs, *self.inputs(FROM, TO, "--margin", "0.006"))
        proofs = self.proofs(FROM, TO, "--t-max", "0.5")
        self.assert_fits(proofs, *self.inputs(FROM, TO, "--t-max", "0.5"))
        self.assert_differs("the proof ends at t = 0.5", proofs, *self.inputs(FROM, TO))

    def test_every_segment_of_a_path_is_needed(self):
        path = self.write("1.5,0\n0,0.25\n-1.5,0.5\n", "path.csv")
        proofs = self.proofs("--path", path)
        self.assert_fits(proofs, *self.inputs("--path", path))
        shorter = self.write("1.5,0\n0,0.25\n", "shorter.csv")
        self.assert_differs("a scene beyond", proofs, *self.inputs("--path", shorter))
        self.assert_differs("2 segments of motion, but 1 of them has a valid proof", self.proofs("--path", shorter), *self.inputs("--path", path))
        other = self.write("1.5,0\n0,0.3\n-1.5,0.5\n", "other.csv")
        self.assert_differs("joint 'elbow'", proofs, *self.inputs("--path", other))

    def test_attached_bodies_mimics_and_other_joints_fit(self):
        urdf = self.write(f"""<robot name="r"><link name="world"/><link name="rail">{box((0.2, 0.2, 0.2))}</link>
<link name="a">{box((0.1, 0.1, 0.1))}</link><link name="b">{box((0.1, 0.1, 0.1))}</link><link name="f">{box((0.1, 0.1, 0.1))}</link>
<joint name="slide" type="prismatic"><origin xyz="0 0 1" rpy="0.1 0.2 0.3"/><parent link="world"/><child link="rail"/><axis xyz="1 2 3"/>
<limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
<joint name="turn" type="continuous"><origin xyz="0 0 2" rpy="1 0 0"/><parent link="rail"/><child link="a"/><axis xyz="1 1 0"/></joint>
<joint name="follow" type="continuous"><origin xyz="0 0 2"/><parent link="a"/><child link="b"/><axis xyz="0 1 0"/>
<mimic joint="turn" multiplier="-0.5" offset="0.25"/></joint>
<joint name="fly" type="floating"><origin xyz="50 0 0"/><parent link="world"/><child link="f"/></joint>
</robot>""", "robot.urdf")
        scene = self.write(json.dumps({"objects": [dict(FAR_POST, position=[0, 40, 0], rpy=[0.3, 0.2, 0.1])],
                                       "attached": [{"name": "tool", "link": "b", "sphere": 0.1, "position": [0, 0, 0.5], "rpy": [0.5, 0, 0]}]}), "s.json")
        ends = ["--from=slide=-1,turn=0.5,fly.x=1,fly.qw=1", "--to=slide=1,turn=3,fly.x=2,fly.qx=0.6,fly.qw=0.8"]
        code, out, err = run("robot", urdf, "--scene", scene, *ends, "--certificates", self.path("p.jsonl"))
        self.assertEqual((code, err), (0, ""), out)
        self.assert_fits(self.path("p.jsonl"), "--robot", urdf, "--scene", scene, *ends)
        self.assert_differs("joint 'slide'", self.path("p.jsonl"), "--robot", urdf, "--scene", scene, ends[0], ends[1].replace("slide=1", "slide=0.9"))
        self.assert_differs("joint 'turn'", self.path("p.jsonl"), "--robot", urdf, "--scene", scene, ends[0], ends[1].replace("turn=3", "turn=2"))
        self.assert_differs("joint 'fly'", self.path("p.jsonl"), "--robot", urdf, "--scene", scene, ends[0], ends[1].replace("0.6", "-0.6"))

    def test_what_starts_inside_of_a_solid_is_found(self):
        """A closed crate around the whole arm is a solid, whose surface keeps apart from the arm inside of it. There is no proof then;
        tests/verify/solid_test.cpp has the verifier's own look at the start."""
        corners = [(x, y, z) for x in (-5, 5) for y in (-5, 5) for z in (-5, 5)]
        quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
        faces = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
        scene = self.write(obj(corners, faces), "crate.obj")
        proofs = self.path("crate.jsonl")
        code, out, _ = run("robot", self.arm, "--scene", scene, FROM, TO, "--certificates", proofs)
        self.assertEqual(code, 1, out)
        self.assertIn("inside", out)
        # With a lid missing nothing is inside.
        open_scene = self.write(obj(corners, faces[:-2]), "open.obj")
        proofs = self.prove("robot", self.arm, "--scene", open_scene, FROM, TO, "--certificates")
        self.assert_fits(proofs, "--robot", self.arm, "--scene", open_scene, FROM, TO)
        self.assertNotIn("Not proven", run("verify", proofs, "--robot", self.arm, "--scene", open_scene, FROM, TO)[1])
        self.assertIn("Not proven", run("verify", proofs)[1])

    def test_nothing_to_prove_is_not_valid(self):
        proofs = self.path("none.jsonl")
        code, _, _ = run("robot", self.arm, FROM, TO, "--srdf", self.srdf, "--certificates", proofs)
        self.assertEqual(code, 0)
        code, out, err = run("verify", proofs, "--robot", self.arm, FROM, TO, "--srdf", self.srdf)
        self.assertIn(code, (1, 2), out)

    def test_bad_usage_is_refused(self):
        proofs = self.proofs(FROM, TO)
        self.assert_refused(["verify", proofs, "--robot", self.arm], "--robot", "the motion is missing")
        self.assert_refused(["verify", proofs, FROM], "--from", "is for --robot only")
        self.assert_refused(["verify", proofs, "--robot", self.path("none.urdf"), FROM, TO], "none.urdf")
        self.assert_refused(["verify", proofs, "--robot", self.arm, FROM, "--to=1"], "--to")
        self.assert_refused(["verify", proofs, "--robot", self.arm, FROM, TO, "--json", self.arm], "arm.urdf")
        self.assert_refused(["verify", proofs, "--robot", self.arm, FROM, TO, "--queries", self.arm], "one of --robot, --bodies, --queries and --meshes")


class PandaInputs(InputsTest):
    def test_a_public_robot_with_its_srdf_file_fits(self):
        if not DATA:
            self.skipTest("FIRSTCONTACT_DATA is not set: no public robot was moved")
        folder = os.path.join(DATA, "robots", "panda")
        urdf = os.path.join(folder, "moveit_resources_panda_description", "urdf", "panda.urdf")
        srdf = os.path.join(folder, "moveit_resources_panda_moveit_config", "config", "panda.srdf")
        scene = self.write(json.dumps({"objects": [{"name": "lamp", "box": [0.1, 0.1, 0.1], "position": [0, 0, 5]}]}), "s.json")
        ends = ("--from=ready,panda_joint1=1", "--to=ready,panda_joint1=-1")
        proofs = self.prove("robot", urdf, "--srdf", srdf, "--scene", scene, *ends, "--certificates")
        _, inputs = self.assert_fits(proofs, "--robot", urdf, "--srdf", srdf, "--scene", scene, *ends)
        self.assertEqual(len(inputs["pairs"]), 31)
        self.assert_differs("is not in the proof", proofs, "--robot", urdf, "--scene", scene, *(e.replace("ready", READY) for e in ends))


class BodyInputs(InputsTest):
    def setUp(self):
        super().setUp()
        corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
        quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
        self.cube = self.write(obj(corners, quads), "cube.obj")
        self.other = self.write(obj([(x, y, 1.5 * z) for x, y, z in corners], quads), "other.obj")
        self.poses = ["--b-from", "4,4,0", "--b-to", "-4,4,1/0,0,1@170"]
        self.proofs = self.prove("screw", self.cube, self.cube, *self.poses, "--certificate")

    def test_a_proof_about_the_bodies_fits(self):
        self.assert_fits(self.proofs, "--bodies", self.cube, self.cube, *self.poses)

    def test_other_bodies_and_poses_differ(self):
        self.assert_differs("vertex 0 is at another place", self.proofs, "--bodies", self.cube, self.other, *self.poses)
        self.assert_differs("vertex 0 is at another place", self.proofs, "--bodies", self.other, self.cube, *self.poses)
        for poses, words in ((["--b-from", "4,4,0.1", *self.poses[2:]], "starts at another place"),
                             ([*self.poses[:2], "--b-to", "-4,4,1.1/0,0,1@170"], "ends at another place"),
                             ([*self.poses[:2], "--b-to", "-4,4,1/0,0,1@-170"], "ends with another orientation"),
                             (["--a-to", "0,0,0.5", *self.poses], "ends at another place")):
            self.assert_differs(words, self.proofs, "--bodies", self.cube, self.cube, *poses)

    def test_a_proof_of_less_differs(self):
        def shorten(objects):
            objects[0]["t_max"] = 0
            objects[0]["entries"] = [dict(e, t1=0) for e in objects[0]["entries"] if e["t0"] == 0]
        self.assert_differs("the proof ends at t = 0", self.changed(self.proofs, shorten), "--bodies", self.cube, self.cube, *self.poses)

        def bent(objects):
            objects[0]["b"]["motion"]["drift"][0] += 1e-3
            objects[0]["b"]["motion"]["bend"]["offset"][0] -= 1e-3
        self.assert_differs("", self.changed(self.proofs, bent), "--bodies", self.cube, self.cube, *self.poses)

    def test_a_face_that_is_not_flat_must_be_cut_as_screw_does(self):
        def cut_otherwise(objects):
            """The first two triangles, a quad, along the other diagonal."""
            for body in (objects[0]["a"], objects[0]["b"]):
                first, second = body["triangles"][:2]
                shared = [v for v in first if v in second]
                apex, other = (next(v for v in t if v not in shared) for t in (first, second))
                body["triangles"][:2] = [[apex, shared[0], other], [apex, other, shared[1]]]
        self.assert_fits(self.changed(self.proofs, cut_otherwise), "--bodies", self.cube, self.cube, *self.poses)  # flat
        lines = read_text(self.cube).splitlines()
        for lift in ("-1.25", "-1.0000000000000002"):
            number = next(i for i, line in enumerate(lines) if line.startswith("v "))
            x, y, z = lines[number].split()[1:]
            warped = self.write("\n".join([*lines[:number], f"v {lift} {y} {z}", *lines[number + 1:]]) + "\n", "warped.obj")
            proofs = self.prove("screw", warped, warped, *self.poses, "--certificate")
            self.assert_fits(proofs, "--bodies", warped, warped, *self.poses)
            changed = self.changed(proofs, cut_otherwise)
            code, out, err = run("verify", changed)
            self.assertEqual((code, err), (0, ""), out)
            self.assert_differs("face 0 of the file is not flat and is cut into other triangles", changed,
                                "--bodies", warped, warped, *self.poses)


# Two vertex-face queries: a point that passes beside a triangle, and one that falls through it.
def query(x, truth):
    points = [(x, 0.25, 1), (0, 0, 0), (1, 0, 0), (0, 1, 0), (x, 0.25, -1), (0, 0, 0), (1, 0, 0), (0, 1, 0)]
    return "".join(",".join(f"{round(4 * c)},4" for c in p) + f",{truth}\n" for p in points)


class QueryInputs(InputsTest):
    def setUp(self):
        super().setUp()
        self.queries = self.write(query(5, 0) + query(0.25, 1) + query(6, 0) + query(7, 0), "scene", "vertex-face", "q.csv")
        self.proofs = self.prove("solve", self.queries, "--certificates")

    def test_proofs_of_the_queries_fit(self):
        out, inputs = self.assert_fits(self.proofs, "--queries", self.queries)
        self.assertIn("4 queries: 3 proven free, 0 proven to touch, 1 touch by exact arithmetic", out)
        self.assertEqual((inputs["queries"], inputs["proven_free"], inputs["touching"], inputs["without_proof"]), (4, 3, 1, 0))

    def test_proofs_of_contacts_fit(self):
        exact = self.prove("solve", self.queries, "--exact", "--certificates")
        out, inputs = self.assert_fits(exact, "--queries", self.queries)
        self.assertIn("4 queries: 3 proven free, 1 proven to touch, 0 touch by exact arithmetic", out)
        self.assertEqual((inputs["proven_touching"], inputs["touching"]), (1, 0))
        self.assert_differs("after t = 0.25", exact, "--queries", self.queries, "--t-max", "0.25")
        wide = self.prove("solve", self.queries, "--exact", "--separation", "0.1", "--norm", "linf", "--certificates")
        self.assert_differs("the proof is of a contact within 0.1, more than 0", wide, "--queries", self.queries)
        self.assert_differs("the proof is of a contact in linf, not in l2", wide, "--queries", self.queries, "--separation", "0.1")

    def test_a_report_never_replaces_a_query_file(self):
        folder = os.path.dirname(self.queries)
        before = open(self.queries).read()
        self.assert_refused(["verify", self.proofs, "--queries", os.path.dirname(folder), "--json", self.queries], "q.csv", "input")
        self.assertEqual(open(self.queries).read(), before)

    def test_a_missing_proof_and_other_queries_differ(self):
        dropped = self.changed(self.proofs, lambda objects: objects.pop(1))
        self.assert_differs("1 query is free, but without a valid proof; the first is query 2 of", dropped, "--queries", self.queries)
        other = self.write(query(5, 0) + query(6.25, 0), "other", "vertex-face", "q.csv")
        self.assert_differs("this proof is about none of the queries", self.proofs, "--queries", other)
        swapped = self.changed(self.proofs, lambda objects: objects.reverse())
        self.assert_differs("another order", swapped, "--queries", self.queries)

    def test_margins_and_times_differ(self):
        self.assert_differs("a separation of 0, less than 0.1", self.proofs, "--queries", self.queries, "--separation", "0.1")
        far = self.prove("solve", self.queries, "--exact", "--separation", "1e300", "--certificates")
        self.assert_fits(far, "--queries", self.queries, "--separation", "1e300")
        proofs = self.prove("solve", self.queries, "--separation", "0.1", "--t-max", "0.75", "--certificates")
        self.assert_fits(proofs, "--queries", self.queries, "--separation", "0.1", "--t-max", "0.75")
        self.assert_fits(proofs, "--queries", self.queries, "--t-max", "0.5")
        self.assert_differs("the proof ends at t = 0.75, before t = 1", proofs, "--queries", self.queries)
        self.assert_differs("in l2, not in linf", proofs, "--queries", self.queries, "--separation", "0.1", "--norm", "linf", "--t-max", "0.75")


if __name__ == "__main__":
    unittest.main()
