"""Runs the command line under test; shared by the suites beside it."""
import csv
import os
import subprocess
import tempfile
import unittest

COMMAND = os.environ.get("FIRSTCONTACT_COMMAND", "build/release/firstcontact")
# A page that stands for the viewer, which needs npm to be built.
VIEWER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_viewer.html")
os.environ["FIRSTCONTACT_VIEWER"] = VIEWER


def run(*arguments):
    """Exit code, standard output, standard error."""
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, errors="replace", timeout=600)
    return done.returncode, done.stdout, done.stderr


def read_text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def read_csv(path):
    """The rows as dictionaries."""
    return list(csv.DictReader(read_text(path).splitlines()))


class CommandTest(unittest.TestCase):
    """A test with a temporary folder of its own, and the words a refusal must have."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, *parts):
        path = os.path.join(self.folder.name, *parts)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def write(self, text, *parts):
        path = self.path(*parts)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return path

    def assert_refused(self, arguments, *words):
        """Exit 2, a message on standard error that has all the words, no crash."""
        code, out, err = run(*arguments)
        self.assertEqual(code, 2, f"{arguments}: {out}{err}")
        for word in words:
            self.assertIn(word, err)
        return err
