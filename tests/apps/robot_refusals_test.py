"""firstcontact robot: what it refuses, and what it says then."""
import os
import unittest

from command import read_text, run
from robot_test import ARM, box, POST, RobotTest


class Refusals(RobotTest):
    def test_broken_robots_are_named_with_line_and_element(self):
        for text, words in ((ARM.replace("</robot>", ""), ["XML"]), (ARM.replace('type="continuous"', 'type="ball"'), [":7: joint 'elbow' type"]),
                            (ARM.replace('child link="lower"', 'child link="hand"'), ["joint 'elbow' <child>: there is no link 'hand'"]),
                            (ARM.replace('xyz="1 0 0.11"', 'xyz="1 0"'), ["joint 'elbow' <origin> xyz: 2 numbers, not 3"]),
                            (ARM.replace("<link name=\"base\">", "<link name='x'/><link name=\"base\">"), ["one root"])):
            self.refused([self.write(text, "broken.urdf"), "--from=0,0", "--to=1,1"], "broken.urdf", *words)
        self.refused([self.path("none.urdf"), "--from=0,0", "--to=1,1"], "none.urdf")

    def test_a_robot_without_collision_geometry_is_refused(self):
        urdf = self.write(ARM.replace("collision>", "colision>"), "slip.urdf")
        self.refused([urdf, "--from=0,0", "--to=1,1"], "slip.urdf: no <collision> was found", "link 'base' <colision> (line 2) is not known")

    def test_unknown_attributes_and_elements_are_noted_with_file_and_line(self):
        urdf = self.write(ARM.replace('origin xyz="1 0 0.11"', 'origin xyz="1 0 0.11" ryp="0 0 1"'), "slip.urdf")
        srdf = self.write("<robot name='arm'>\n<disable_colisions link1='base' link2='lower'/></robot>", "slip.srdf")
        report = self.robot("--from=0,0", "--to=0,1", "--srdf", srdf, urdf=urdf)
        self.assertEqual(report["notes"], [f"{urdf}: joint 'elbow' <origin> ryp (line 7) is not known and ignored",
                                           f"{srdf}: <robot> <disable_colisions> (line 2) is not known and ignored"])
        for note in report["notes"]:
            self.assertIn(note, self.warned)

    def test_many_notes_are_one_line_unless_all_are_asked_for(self):
        pairs = "".join(f"<disable_collisions link1='base' link2='x{i}'/>\n" for i in range(100))
        srdf = self.write(f"<robot name='arm'>\n{pairs}</robot>", "many.srdf")
        report = self.robot("--from=0,0", "--to=0,1", "--srdf", srdf)
        self.assertEqual(len(report["notes"]), 100)
        self.assertEqual(len(self.warned.splitlines()), 1, self.warned)
        self.assertIn("100 notes, --verbose shows all of them; the first: " + report["notes"][0], self.warned)
        report = self.robot("--from=0,0", "--to=0,1", "--srdf", srdf, "--verbose")
        self.assertEqual(self.warned.splitlines(), [f"firstcontact: note: {note}" for note in report["notes"]])

    def test_links_that_touch_at_the_start_bring_a_hint_at_srdf_files(self):
        # The lower link's box reaches down to the base when folded back.
        urdf = self.write(ARM.replace(box((0.9, 0.1, 0.1), (0.5, 0, 0.15)) + "</link>\n<joint", box((2.2, 0.1, 0.6), (-0.5, 0, 0)) +
                                      "</link>\n<joint"), "low.urdf")
        report = self.robot("--from=0,0", "--to=0,0.1", urdf=urdf)
        self.assertEqual((report["status"], report["time"]), ("Contact", 0))
        self.assertIn("--srdf FILE", self.printed)
        self.robot("--from=0,0", "--to=0,0.1", "--srdf", self.srdf, urdf=urdf)
        self.assertNotIn("--srdf", self.printed)
        at_start = self.scene({"objects": [{"name": "wall", "box": {"size": [0.2, 9, 9]}, "position": [1.9, 0, 0]}]})
        self.assertEqual(self.robot("--from=0,0", "--to=0,1", "--scene", at_start)["time"], 0)
        self.assertNotIn("--srdf", self.printed)  # a link and an object

    def test_collada_meshes_are_refused_rather_than_read_in_part(self):
        self.write("<COLLADA>\n<library_visual_scenes><visual_scene id='s'>\n<node><instance_controller url='#c'/></node></visual_scene>"
                   "</library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>", "skin.dae")
        urdf = self.write(ARM.replace("<link name=\"lower\">", "<link name=\"lower\"><collision><geometry><mesh filename='skin.dae'/>"
                                      "</geometry></collision>"), "skin.urdf")
        self.refused([urdf, "--from=0,0", "--to=1,1"], "skin.urdf:4: link 'lower' <collision> 1 <mesh> 'skin.dae': ",
                     "skin.dae:3: <node> <instance_controller>: skins and morphs are not read")

    def test_more_pairs_than_memory_can_hold_are_refused(self):
        links = "".join(f"<link name='l{i}'><collision><geometry><sphere radius='0.1'/></geometry></collision></link>"
                        f"<joint name='j{i}' type='continuous'><parent link='base'/><child link='l{i}'/></joint>" for i in range(3000))
        urdf = self.write(f"<robot name='r'><link name='base'/>{links}</robot>", "many.urdf")
        self.refused([urdf, "--from=j1=0", "--to=j1=1"], "many.urdf: too large: up to 4498500 pairs of shapes")

    def test_names_at_odds_are_told_with_the_scene_files(self):
        slip = self.scene({"attached": [{"name": "t", "sphere": 1, "link": "amr"}]}, "slip.json")
        post = self.scene({"objects": [POST]}, "post.json")
        self.refused([self.arm, "--from=0,0", "--to=0,1", "--scene", slip], f"{slip}: attachment 't': ", "'amr'")
        self.refused([self.arm, "--from=0,0", "--to=0,1", "--scene", post, "--scene", slip], f"{post}, {slip}: attachment 't': ", "'amr'")

    def test_a_missing_mesh_says_where_it_was_looked_for(self):
        urdf = self.write(ARM.replace("<box size='0.1 0.1 0.1'/>", "<mesh filename='package://parts/base.stl'/>"), "mesh.urdf")
        arguments = [urdf, "--from=0,0", "--to=0,0.1"]
        self.refused(arguments, "mesh.urdf:2: link 'base' <collision> <mesh> 'package://parts/base.stl': there is no folder 'parts'")
        parts = self.path("here", "parts", "base.stl")
        self.write("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n",
                   "here", "parts", "base.stl")
        for folder in (self.path("here"), os.path.dirname(parts)):
            self.assertEqual(run("robot", *arguments, "--package-path", self.path("none"), "--package-path", folder)[0], 0)

    def test_outputs_never_replace_meshes_that_files_name(self):
        mesh = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n"
        urdf = self.write(ARM.replace("<box size='0.1 0.1 0.1'/>", "<mesh filename='base.stl'/>"), "named.urdf")
        scene = self.write('{"objects": [{"name": "wall", "mesh": "wall.stl", "position": [9, 9, 9]}]}', "named.json")
        for name, flag in (("base.stl", "--json"), ("wall.stl", "--certificates")):
            self.write(mesh, "base.stl")
            self.write(mesh, "wall.stl")
            self.assert_refused(["robot", urdf, "--from=0,0", "--to=0.1,0", "--scene", scene, flag, self.path(name)], name)
            with open(self.path(name), encoding="utf-8") as kept:
                self.assertEqual(kept.read(), mesh)

    def test_broken_scenes_are_named_with_their_field(self):
        for scene, words in (
                ({"objects": [{"name": "a"}]}, ["objects[0]: has no shape"]),
                ({"objects": [{"box": [1, 1, 1], "sphere": 1}]}, ["objects[0]: has both box and sphere"]),
                ({"objects": [{"box": [1, 1]}]}, ["objects[0].box: 2 numbers, not 3"]),
                ({"objects": [{"box": [1, 1, 0]}]}, ["objects[0].box[2]: 0 is not positive"]),
                ({"objects": [{"sphere": -1}]}, ["objects[0].sphere: -1 is not positive"]),
                ({"objects": [{"cylinder": {"radius": 1}}]}, ["objects[0].cylinder.length: missing"]),
                ({"objects": [{"sphere": 1, "scale": 2}]}, ["objects[0].scale: is for a mesh only"]),
                ({"objects": [{"mesh": "none.obj"}]}, ["objects[0].mesh: ", "none.obj"]),
                ({"objects": [{"mesh": {"file": "none.obj"}}]}, ["objects[0].mesh: ", "none.obj"]),
                ({"objects": [{"mesh": {"file": "none.obj"}, "scale": 2}]}, ["objects[0].scale: belongs into \"mesh\""]),
                ({"objects": [{"mesh": {}}]}, ["objects[0].mesh.file: missing; it is written \"mesh\": {\"file\": \"name.stl\", \"scale\": s}"]),
                ({"objects": [{"points": {"positions": []}}]}, ["objects[0].points.positions: holds no point"]),
                ({"objects": [{"points": {"positions": [[0, 0]]}}]}, ["objects[0].points.positions[0]: 2 numbers, not 3"]),
                ({"objects": [{"points": {"positions": [[0, 0, 0]], "radius": -1}}]}, ["objects[0].points.radius: negative"]),
                ({"objects": [{"cylinder": {"radius": 1, "length": 1}}] * 4000}, ["objects[3968].cylinder: ", "more than 1000000 triangles"]),
                ({"objects": [{"box": 1}]}, ["objects[0].box: not an array; it is written \"box\": {\"size\": [x, y, z]}"]),
                ({"objects": [{"box": {"size": [1, 1]}}]}, ["objects[0].box.size: 2 numbers, not 3; it is written \"box\": {"]),
                ({"objects": [{"sphere": {"r": 1}}]}, ["objects[0].sphere.r: unknown field; it is written \"sphere\": {\"radius\": r}"]),
                ({"objects": [{"capsule": 1}]}, ["objects[0].capsule: not an object; it is written \"capsule\": {\"radius\": r, \"length\": l}"]),
                ({"objects": [{"type": "box", "size": [1, 1, 1]}]}, ["objects[0].", "unknown field; it is written {\"name\": \"table\", \"box\": {"]),
                ({"objects": [{"sphere": 1, "position": 0}]}, ["objects[0].position: not an array; it is written \"position\": [x, y, z]"]),
                ({"objects": [{"mesh": "none.obj", "scale": 0}]}, ["objects[0].scale: a scale of 0"]),
                ({"objects": [{"sphere": 1, "quaternion": [1, 1, 0, 0]}]}, ["objects[0].quaternion: its length is 1.41421356, not 1"]),
                ({"objects": [{"sphere": 1, "quaternion": [1, 0, 0]}]}, ["objects[0].quaternion: 3 numbers"]),
                ({"objects": [{"sphere": 1, "quaternion": [1, 0, 0, 0], "rpy": [0, 0, 0]}]}, ["objects[0]: has both quaternion and rpy"]),
                ({"objects": [{"sphere": 1, "positon": [0, 0, 0]}]}, ["objects[0].positon: unknown field"]),
                ({"objects": [{"sphere": 1, "position": [0, 0, "x"]}]}, ["objects[0].position[2]: not a number"]),
                ({"objects": [{"name": "a", "sphere": 1}, {"name": "a", "sphere": 1}]}, ["'a'"]),
                ({"objects": [{"name": "base", "sphere": 1}]}, ["'base'"]),
                ({"attached": [{"sphere": 1}]}, ["attached[0].link: missing"]),
                ({"attached": [{"name": "t", "sphere": 1, "link": "hand"}]}, ["'hand'"]),
                ({"attached": [{"name": "t", "sphere": 1, "link": "lower", "touch_links": ["hand"]}]}, ["'hand'"]),
                ({"allowed": [["base"]]}, ["allowed[0]: 1 names, not 2"]), ({"allowed": [["base", "hand"]]}, ["'hand'"]),
                ({"allowed": [["*", "base"]]}, ["scene.json: ", "'*'"]),
                ({"margins": [{"a": "base", "b": "lower", "margin": -1}]}, ["margins[0].margin: negative"]),
                ({"margins": [{"a": "base", "b": "hand", "margin": 1}]}, ["'hand'"]),
                ({"robots": []}, ["robots: unknown field"]), ([], ["not an object"]), ("{\"objects\": [1e999]}", ["beyond the range"]),
                ("{\n\"objects\": [}", ["scene.json:2: json: not JSON"])):
            self.refused([self.arm, "--from=0,0", "--to=0,1", "--scene", self.scene(scene)], *words)
        self.refused([self.arm, "--from=0,0", "--to=0,1", "--scene", self.write("v 0 0 0\n", "points.obj")], "points.obj: holds no triangle")
        self.refused([self.arm, "--from=0,0", "--to=0,1", "--scene", self.path("none.obj")], "none.obj")

    def test_broken_srdf_files_are_refused_and_unknown_links_noted(self):
        bad = self.write("<robot name='arm'><disable_collisions link1='base'/></robot>", "bad.srdf")
        self.refused([self.arm, "--from=0,0", "--to=0,1", "--srdf", bad], "bad.srdf:1: <robot> <disable_collisions> link2: missing")
        odd = self.write("<robot name='arm'><disable_collisions link1='base' link2='hand'/></robot>", "odd.srdf")
        report = self.robot("--from=0,0", "--to=0,1", "--srdf", odd)
        self.assertEqual(len(report["notes"]), 1)
        self.assertIn("odd.srdf: ", report["notes"][0])
        self.assertIn("'hand'", self.warned)

    def test_bad_usage_is_told_in_flags(self):
        ends = [self.arm, "--from=0,0", "--to=0,1"]
        self.refused([self.arm], "the motion is missing")
        self.refused([self.arm, "--from=0,0"], "the motion is missing")
        self.refused([*ends, "--path", "p.csv"], "--path", "--from and --to cannot be given too")
        for flag, value in (("--separation", "-1"), ("--separation", "nan"), ("--tolerance", "-1"), ("--t-max", "2"), ("--max-checks", "0"),
                            ("--threads", "-1"), ("--method", "guess")):
            self.refused([*ends, f"{flag}={value}"], flag)
        self.refused([*ends, "--certificates", self.path("c"), "--decide"], "--certificates")
        self.refused([*ends, "--certificates", self.path("c"), "--method", "advancement"], "--certificates")
        path = self.write("0,0\n0,1\n0,2\n", "path.csv")
        self.refused([self.arm, "--path", path, "--t-max", "0.5"], "--t-max")
        self.assert_refused(["robot", *ends, "--json", self.arm], self.arm)
        self.assertEqual(read_text(self.arm), ARM)

    def test_help_has_examples(self):
        code, out, _ = run("robot", "--help")
        self.assertEqual(code, 0)
        for word in ("Examples:", "--from", "--scene", "--package-path", "Exit codes"):
            self.assertIn(word, out)


if __name__ == "__main__":
    unittest.main()
