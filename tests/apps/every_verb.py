"""A small command of every verb, for what all verbs have in common."""
import json
import os

from check_test import BOTH_FACES, TRIANGLE, obj, spike
from command import CommandTest, run
from robot_test import ARM, POST
from screw_test import CUBE, CUBE_FACES, SPIKE, SPIKE_FACES
from verify_command_test import PROOF

VERBS = ("check", "screw", "robot", "simulate", "solve", "generate", "verify", "bench", "view")


class EveryVerbTest(CommandTest):
    def commands(self, name=""):
        """(verb, arguments) of runs that end with a report, their files called `name` and something."""
        frames = [self.write(obj(TRIANGLE + spike(z), BOTH_FACES), f"{name}frame{i}.obj") for i, z in enumerate((1, -1, -2))]
        cube = self.write(obj(CUBE, CUBE_FACES), name + "cube.obj")
        tip = self.write(obj(SPIKE, SPIKE_FACES), name + "spike.obj")
        arm = self.write(ARM.replace('"lower"', f'"{name}lower"').replace('"elbow"', f'"{name}elbow"'), name + "arm.urdf")
        scene = self.write(json.dumps({"objects": [{**POST, "name": name + "post"}]}), name + "scene.json")
        proofs = self.write(json.dumps(PROOF) + "\n", name + "proofs.jsonl")
        queries = self.path(name + "queries")
        if not os.path.exists(queries):
            self.assertEqual(run("generate", queries, "--classes", "random", "--count", "20")[0], 0)
            os.rename(os.path.join(queries, "random"), os.path.join(queries, name + "random"))
        return [("check", frames[:2]), ("check", frames), ("check", [*frames, "--all"]),
                ("screw", [cube, tip, "--b-from", "0,0,5", "--b-to", "0,0,0/0,0,1@90"]),
                ("robot", [arm, "--from", "1.5,0", "--to=-1.5,0", "--scene", scene]),
                ("robot", [arm, "--from", "0,1", "--to=0,2"]),
                ("simulate", ["cloth-on-ball", "--size", "20", "--steps", "2", "--output", self.path(name + "simulated"), "--resume"]),
                ("solve", [queries]), ("solve", [queries, "--method", "tight-inclusion-fast", "--t-max", "0.5"]),
                ("generate", [self.path(name + "made"), "--classes", "random,hourglass", "--count", "2"]),
                ("generate", [self.path(name + "cloth"), "--cloth", "5"]),
                ("generate", [self.path(name + "packed"), "--from", queries, "--packed"]),
                ("verify", [proofs]),
                ("bench", [self.path(name + "bench"), "--quick", "--queries", "10", "--max-checks", "1000", "--methods",
                           "certified,tight-inclusion-fast", "--studies", "comparison,separation", "--data", queries]),
                ("view", [queries, *frames, "--html", self.path(name + "view.html")])]
