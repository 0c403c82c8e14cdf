"""Input files are regular files: nothing waits for a pipe, reads a device forever or takes a folder for a file."""
import json
import os
import socket
import unittest

from check_test import BOTH_FACES, TRIANGLE, obj, spike
from command import CommandTest
from robot_test import ARM
from screw_test import CUBE, CUBE_FACES

KINDS = {"pipe": "a pipe", "device": "a device", "folder": "a folder", "socket": "a socket"}


class SpecialFiles(CommandTest):
    def special(self, kind, name):
        """A file of this kind, called `name`."""
        path = self.path(kind, name)
        if os.path.lexists(path):
            return path
        if kind == "pipe":
            os.mkfifo(path)
        elif kind == "device":
            os.symlink("/dev/zero", path)
        elif kind == "folder":
            os.mkdir(path)
        else:
            listener = socket.socket(socket.AF_UNIX)
            self.addCleanup(listener.close)
            listener.bind(path)
        return path

    def assert_every_kind_refused(self, name, arguments, folder=True):
        """`arguments` of the path, whose file is called `name`."""
        for kind, words in KINDS.items():
            if kind == "folder" and not folder:
                continue
            path = self.special(kind, name)
            self.assert_refused(arguments(path), os.path.basename(path), words)

    def test_meshes(self):
        fine = self.write(obj(TRIANGLE + spike(1), BOTH_FACES), "fine.obj")
        for ending in ("obj", "ply", "stl", "off", "obj.gz"):
            self.assert_every_kind_refused("mesh." + ending, lambda path: ["check", path, fine])
            self.assert_every_kind_refused("mesh." + ending, lambda path: ["check", fine, path])
            self.assert_every_kind_refused("mesh." + ending, lambda path: ["screw", path, fine, "--b-to", "1,0,0"])

    def test_query_files(self):
        for ending in ("csv", "csv.gz", "fcq", "fcq.gz"):
            for kind in set(KINDS) - {"folder"}:
                path = self.special(kind, f"vertex-face/queries.{ending}")
                for arguments in (["solve", path], ["solve", os.path.dirname(path)], ["generate", self.path("made"), "--from", path],
                                  ["bench", self.path("bench"), "--quick", "--queries", "5", "--data", path]):
                    self.assert_refused(arguments, path, "not a regular file")
                os.remove(path)

    def test_exact_times(self):
        rows = "".join(f"{x},1,0,1,0,1,0\n" for x in range(8))
        queries = self.write(rows, "vertex-face", "queries.csv")
        os.mkfifo(os.path.join(os.path.dirname(queries), "queries.toi"))
        self.assert_refused(["generate", self.path("made"), "--from", queries, "--packed"], "queries.toi", "a pipe")

    def test_proofs(self):
        for ending in ("jsonl", "jsonl.gz"):
            self.assert_every_kind_refused("proofs." + ending, lambda path: ["verify", path])

    def test_poses(self):
        cube = self.write(obj(CUBE, CUBE_FACES), "cube.obj")
        self.assert_every_kind_refused("poses.json", lambda path: ["screw", cube, cube, "--poses", path])

    def test_robots(self):
        arm = self.write(ARM, "arm.urdf")
        ends = ["--from", "0,0", "--to=1,1"]
        self.assert_every_kind_refused("arm.urdf", lambda path: ["robot", path, *ends])
        self.assert_every_kind_refused("arm.srdf", lambda path: ["robot", arm, *ends, "--srdf", path])
        for name in ("scene.json", "scene.dae", "scene.obj", "scene.stl"):
            self.assert_every_kind_refused(name, lambda path: ["robot", arm, *ends, "--scene", path])
        for name in ("path.csv", "path.json"):
            self.assert_every_kind_refused(name, lambda path: ["robot", arm, "--path", path])

    def test_meshes_that_robots_and_scenes_name(self):
        arm = self.write(ARM, "arm.urdf")
        ends = ["--from", "0,0", "--to=1,1"]
        for name in ("part.stl", "part.dae"):
            self.assert_every_kind_refused(name, lambda path: ["robot", self.write(
                ARM.replace("<box size='0.1 0.1 0.1'/>", f"<mesh filename='{path}'/>"), "meshes.urdf"), *ends], folder=False)
            self.assert_every_kind_refused(name, lambda path: ["robot", arm, *ends, "--scene", self.write(
                json.dumps({"objects": [{"name": "part", "mesh": path}]}), "scene.json")], folder=False)

    def test_the_runs_of_a_benchmark(self):
        for kind in set(KINDS) - {"folder", "socket"}:
            path = self.special(kind, "runs.jsonl")
            self.assert_refused(["bench", os.path.dirname(path), "--quick", "--queries", "5"], "runs.jsonl", "not a regular file")


if __name__ == "__main__":
    unittest.main()
