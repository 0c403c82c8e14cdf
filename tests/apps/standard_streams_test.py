"""Standard output is an output like any other: if it cannot be written, that is an error."""
import os
import resource
import subprocess
import unittest

from command import COMMAND, read_text
from every_verb import VERBS, EveryVerbTest


@unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
class StandardStreams(EveryVerbTest):
    def test_a_full_standard_output_is_an_error_for_every_verb(self):
        helps = [(verb, ["--help"]) for verb in VERBS]
        for verb, arguments in [*self.commands(), *helps, ("--help", []), ("--version", []), ("generate", ["--list"])]:
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([COMMAND, verb, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=120)
            self.assertEqual(done.returncode, 2, f"{verb} {arguments}: {done.stderr}")
            self.assertIn("standard output cannot be written: No space left on device", done.stderr)

    def test_a_closed_standard_output_is_an_error_and_no_file_takes_its_place(self):
        for verb, arguments in self.commands():
            report = self.path("report.json")
            done = subprocess.run([COMMAND, verb, *arguments, "--json", report], stderr=subprocess.PIPE, text=True, timeout=120,
                                  preexec_fn=lambda: os.close(1))
            self.assertEqual(done.returncode, 2, f"{verb} {arguments}: {done.stderr}")
            self.assertIn("standard output cannot be written", done.stderr)
            self.assertTrue(read_text(report).startswith("{"))
            self.assertTrue(read_text(report).endswith("}\n"))

    def test_files_that_may_not_grow_are_refused_and_nothing_stays(self):
        """A limit on the size of files does here what a full disk does."""
        commands = self.commands()
        for verb, arguments in commands:
            report = self.path("report.json")
            done = subprocess.run([COMMAND, verb, *arguments, "--json", report], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                  timeout=120, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)))
            self.assertEqual(done.returncode, 2, f"{verb} {arguments}: {done.stderr}")
            self.assertIn("File too large", done.stderr)
            self.assertFalse(os.path.exists(report))
            left = [name for _, _, names in os.walk(self.folder.name) for name in names if ".tmp-" in name]
            self.assertEqual(left, [])

    def test_closed_standard_error_gets_into_no_file(self):
        report = self.path("report.json")
        for verb, arguments in self.commands():
            done = subprocess.run([COMMAND, verb, *arguments, "--json", report], stdout=subprocess.PIPE, text=True, timeout=120,
                                  preexec_fn=lambda: os.close(2))
            self.assertIn(done.returncode, (0, 1), f"{verb} {arguments}")
            self.assertTrue(read_text(report).endswith("}\n"))


if __name__ == "__main__":
    unittest.main()
