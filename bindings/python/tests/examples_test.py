"""The programs of examples/python run and print what they promise; so does the notebook."""
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["FIRSTCONTACT_SOURCE"])
EXAMPLES = ROOT / "examples/python"
PNG = b"\x89PNG\r\n\x1a\n"


def missing(modules):
    """Those of {module: Debian package} that this interpreter does not have."""
    return [package for module, package in modules.items() if importlib.util.find_spec(module) is None]


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_example(self, name, *arguments):
        """What the program prints. It must end with 0, and under 100 lines it can be copied."""
        program = EXAMPLES / f"{name}.py"
        self.assertLessEqual(len(program.read_text(encoding="utf-8").splitlines()), 100, "lines of the program")
        ran = subprocess.run([sys.executable, "-B", program, *map(str, arguments)], capture_output=True, text=True,
                             cwd=self.folder, env={**os.environ, "MPLCONFIGDIR": str(self.folder)})
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertEqual(ran.stderr, "")
        return ran.stdout

    def test_bullet_and_wall(self):
        text = self.run_example("bullet_and_wall")
        self.assertIn("  2 instants checked: 0 of them intersect\n", text)
        self.assertIn("CONTACT, proven free up to t = 0.4000", text)
        self.assertIn("at y = 0.10 m, z = 0.20 m, normal [-1.  0.  0.]", text)

    def test_cloth_step(self):
        text = self.run_example("cloth_step")
        self.assertRegex(text, r"the full step passes through: \d{3,} impacts, the first at t = 0\.1600")
        self.assertIn("free of intersections at the end: line search, step of each vertex\n", text)

    def test_cloth_step_draws(self):
        if needed := missing({"matplotlib": "python3-matplotlib"}):
            self.skipTest(f"missing: {', '.join(needed)}")
        picture = self.folder / "step.png"
        self.run_example("cloth_step", "--plot", picture)
        self.assertEqual(picture.read_bytes()[:8], PNG)

    def test_compare_methods(self):
        text = self.run_example("compare_methods", "--count", 20)
        rows = {m[1].strip(): (int(m[2]), int(m[3])) for m in re.finditer(r"^(\S.{23}) +[\d.]+ +(\d+) +(\d+)$", text, re.M)}
        self.assertEqual(len(rows), 6, text)
        own = rows.pop("cubic roots in doubles")
        self.assertGreater(own[1], 0, "roots in doubles miss contacts")
        self.assertEqual({missed for _, missed in rows.values()}, {0}, text)
        self.assertEqual([rows[name][0] for name in ("exact", "certified, exact")], [0, 0], text)

    def test_compare_methods_reads_a_file(self):
        pairs = self.folder / "pairs.csv"
        from firstcontact import files, generate
        made = generate.make_queries("near-collision", 10, seed=1)
        files.write_queries(pairs, made.points, made.truth)
        text = self.run_example("compare_methods", pairs)
        self.assertIn(f"10 pairs, of which {made.truth.sum()} really touch", text)

    def test_planner_edge(self):
        text = self.run_example("planner_edge")
        self.assertIn("4 samples valid: True", text)
        self.assertRegex(text, r"(?m)^through the wall: CONTACT, upper meets wall at t = 0\.4583")
        self.assertRegex(text, r"(?m)^last valid: .*valid: True$")
        self.assertRegex(text, r"(?m)^lifted: FREE, never nearer than 0\.1")
        self.assertRegex(text, r"(?m)^the proof has [1-9]\d* parts, and holds: True$")

    def test_verify_proof(self):
        proofs = self.folder / "proofs.jsonl"
        text = self.run_example("verify_proof", proofs)
        self.assertRegex(text, r"200 proofs made: [1-9]\d* of freedom, [1-9]\d* of contact")
        self.assertIn("200 proofs verified, 0 failed", text)
        self.assertEqual(re.findall(r"(?m)^(\w+): refused: \S", text), ["moved", "shortened"])
        self.assertEqual(len(proofs.read_text(encoding="utf-8").splitlines()), 200)

    def test_every_example_is_tested_and_listed(self):
        readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
        for program in [*EXAMPLES.glob("*.py"), *EXAMPLES.glob("*.ipynb")]:
            self.assertTrue(hasattr(self, f"test_{program.stem}"), program.name)
            self.assertIn(f"({program.name})", readme)

    def test_first_contact(self):
        """The notebook, in a kernel of this interpreter."""
        if needed := missing({"nbclient": "python3-nbclient", "nbformat": "python3-nbformat",
                              "ipykernel": "python3-ipykernel", "matplotlib": "python3-matplotlib"}):
            self.skipTest(f"missing: {', '.join(needed)}")
        import nbclient
        import nbformat
        kernel = self.folder / "kernels/here"
        kernel.mkdir(parents=True)
        command = [sys.executable, "-B", "-Xfrozen_modules=off", "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        (kernel / "kernel.json").write_text(json.dumps({"argv": command, "display_name": "here", "language": "python"}))
        for name in ("JUPYTER_PATH", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "MPLCONFIGDIR", "JUPYTER_CONFIG_DIR"):
            os.environ[name] = str(self.folder)
        notebook = nbformat.read(EXAMPLES / "first_contact.ipynb", as_version=4)
        self.assertEqual([cell.outputs for cell in notebook.cells if cell.cell_type == "code" and cell.outputs], [],
                         "the notebook is kept without outputs")
        nbclient.NotebookClient(notebook, timeout=300, kernel_name="here",
                                resources={"metadata": {"path": str(self.folder)}}).execute()
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
        self.assertEqual(sum("image/png" in output.get("data", {}) for output in outputs), 2, "pictures")
        text = "".join(output.get("text", "") for output in outputs)
        self.assertIn("100 of 100 proofs hold", text)
        self.assertIn("proven: False because", text)


if __name__ == "__main__":
    unittest.main()
