"""What is printed for people fits 100 columns, however long the names are; reports have the names in full."""
import json
import unittest

from command import read_text, run
from every_verb import VERBS, EveryVerbTest

WIDTH = 100
LONG = "a_name_that_somebody_made_out_of_many_words_and_nobody_ever_shortened_since_then_" * 2


class PageWidth(EveryVerbTest):
    def assert_fits(self, text, about):
        self.assertTrue(text)
        for line in text.splitlines():
            self.assertLessEqual(len(line), WIDTH, f"{about}: {line}")

    def test_every_verb_with_names_of_all_lengths(self):
        for name in ("", LONG[:40], LONG):
            for verb, arguments in self.commands(name):
                report = self.path("report.json")
                code, out, err = run(verb, *arguments, "--json", report)
                self.assertIn(code, (0, 1), f"{verb}: {out}{err}")
                self.assert_fits(out, (verb, *arguments))
                if verb in ("check", "screw", "robot", "verify"):
                    self.assertIn(name, read_text(report))

    def test_what_is_shortened_shows_start_and_end(self):
        arguments = dict(self.commands(LONG))["robot"]
        out = run("robot", *arguments)[1]
        self.assertIn("…", out)

    def test_help_of_every_verb(self):
        self.assert_fits(run("--help")[1], "--help")
        for verb in VERBS:
            self.assert_fits(run(verb, "--help")[1], verb)
        for verb in ("generate", "simulate"):
            self.assert_fits(run(verb, "--list")[1], (verb, "--list"))


if __name__ == "__main__":
    unittest.main()
