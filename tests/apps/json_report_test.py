"""What every JSON report says about itself: docs/formats/json-reports.md."""
import json
import unittest

from command import read_text, run
from every_verb import VERBS, EveryVerbTest


class JsonReports(EveryVerbTest):
    def test_every_verb_says_version_command_and_units(self):
        version = run("--version")[1].split()[-1]
        seen = set()
        for verb, arguments in self.commands():
            path = self.path("report.json")
            command = [verb, *arguments, "--json", path]
            code, out, err = run(*command)
            self.assertIn(code, (0, 1), f"{command}: {out}{err}")
            report = json.loads(read_text(path))
            self.assertEqual(list(report)[:3], ["version", "command", "units"])
            self.assertEqual(report["version"], version)
            self.assertEqual(report["command"], command)
            self.assertEqual(list(report["units"]), ["length", "angle", "time", "duration"])
            self.assertTrue(all(isinstance(unit, str) and unit for unit in report["units"].values()))
            self.assertEqual(report["units"]["length"] == "metre", verb in ("robot", "simulate"))
            seen.add(verb)
        self.assertEqual(seen, set(VERBS))

    def test_the_number_of_threads_is_no_part_of_a_report(self):
        path = self.path("report.json")
        for threads in (["--threads", "1"], ["--threads=2"], []):
            self.assertEqual(run("generate", self.path("d"), *threads, "--cloth", "5", "--json", path)[0], 0)
            self.assertEqual(json.loads(read_text(path))["command"], ["generate", self.path("d"), "--cloth", "5", "--json", path])

    def test_names_that_are_not_utf_8_do_not_stop_a_report(self):
        path = self.path("report.json")
        code, out, err = run("generate", self.path("d\udcff"), "--cloth", "5", "--json", path)
        self.assertEqual(code, 0, out + err)
        self.assertIn("\ufffd", json.loads(read_text(path))["command"][1])


if __name__ == "__main__":
    unittest.main()
