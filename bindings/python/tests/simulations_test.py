"""Simulators: the frames of the command line, bit for bit; the physics that must hold."""
import os
import subprocess
import tempfile
import unittest

import numpy as np

import firstcontact
from firstcontact import files

COMMAND = os.environ.get("FIRSTCONTACT_COMMAND", "")


class Simulations(unittest.TestCase):
    @unittest.skipUnless(os.path.exists(COMMAND), "FIRSTCONTACT_COMMAND does not name the command line tool")
    def test_frames_are_those_of_the_command_line(self):
        result = firstcontact.simulate("cloth-on-ball", size=80, steps=3)
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "out")
            ran = subprocess.run([COMMAND, "simulate", "cloth-on-ball", "--size", "80", "--steps", "3", "--output", output],
                                 capture_output=True)
            self.assertEqual(ran.returncode, 0, ran.stderr)
            for i in range(4):
                mesh = files.read_mesh(os.path.join(output, f"frame_{i:04}.ply"))
                self.assertEqual(mesh.vertices.tobytes(), result.frames[i].tobytes())
                self.assertEqual(mesh.faces.tolist(), result.faces.tolist())

    def test_nothing_passes_through_anything(self):
        for response in ("line-search", "active-set"):
            result = firstcontact.simulate("cloth-on-ball", size=80, steps=4, response=response)
            self.assertEqual(result.stopped, "")
            self.assertEqual(len(result), 5)
            mesh = firstcontact.Mesh(result.frames[0], faces=result.faces)
            for a, b in zip(result.frames, result.frames[1:]):
                self.assertFalse(firstcontact.has_intersections(mesh, b))

    def test_iterating_goes_on_step_by_step(self):
        simulation = firstcontact.Simulation("cloth-on-ball", size=60, steps=5)
        first = simulation.advance()
        self.assertEqual(first.step, 1)
        self.assertEqual([frame.step for frame in simulation], [2, 3, 4, 5])
        self.assertEqual(list(simulation), [])
        self.assertEqual(simulation.frame.positions.shape, (len(simulation.bodies), 3))
        again = firstcontact.simulate("cloth-on-ball", size=60, steps=5)
        self.assertEqual(again.frames[-1].tobytes(), simulation.frame.positions.tobytes())

    def test_parameters_and_scenes_are_listed(self):
        scenes = {scene.name: scene for scene in firstcontact.built_in_scenes()}
        self.assertIn("golf-ball", scenes)
        self.assertIn("speed", [parameter.name for parameter in scenes["golf-ball"].parameters])

    def test_refusals_name_the_argument(self):
        for word, call in [
                ("clth.*cloth-on-ball", lambda: firstcontact.simulate("clth-on-ball")),
                ("nose", lambda: firstcontact.simulate("golf-ball", parameters={"nose": 1})),
                ("speed", lambda: firstcontact.simulate("golf-ball", parameters={"speed": float("nan")})),
                ("parameters", lambda: firstcontact.simulate("golf-ball", parameters=3)), ("size", lambda: firstcontact.simulate("chain", size=0)),
                ("steps", lambda: firstcontact.simulate("chain", steps=-1)), ("time_step", lambda: firstcontact.simulate("chain", time_step=0)),
                ("response", lambda: firstcontact.simulate("chain", response="push")), ("scene", lambda: firstcontact.simulate(3)),
                ("progress", lambda: firstcontact.simulate("chain", progress=3))]:
            with self.assertRaisesRegex(ValueError, word):
                call()


if __name__ == "__main__":
    unittest.main()
