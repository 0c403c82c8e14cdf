"""What all verbs have in common: what is refused before a verb is asked, and that several outputs appear together or not at all."""
import json
import os
import unittest

from check_test import BOTH_FACES, TRIANGLE, obj, spike
from command import CommandTest, read_text, run

VERBS = ("check", "solve", "generate", "verify", "bench", "screw", "robot", "simulate", "view")


class Usage(CommandTest):
    def test_a_mistyped_verb_is_named_and_the_nearest_suggested(self):
        for given, meant in (("chekc", "check"), ("sovle", "solve"), ("generat", "generate"), ("verfy", "verify"), ("Bench", "bench"), ("simulat", "simulate")):
            err = self.assert_refused([given, "a", "b"], f"no verb '{given}'", f"did you mean '{meant}'?", *VERBS)
            self.assertNotIn("subcommand", err)
        self.assertNotIn("did you mean", self.assert_refused(["collide"], "no verb 'collide'", *VERBS))

    def test_no_verb_at_all_gets_the_list(self):
        self.assert_refused([], "a verb is needed", *VERBS)
        self.assert_refused(["--nonsense"], "no option '--nonsense'", *VERBS)
        for fine in ("--help", "--version"):
            self.assertEqual(run(fine)[0], 0)

    def test_an_empty_value_is_refused_and_never_taken_for_zero(self):
        for arguments in (("check", "a.obj", "b.obj", "--t-max"), ("check", "a.obj", "b.obj", "--record"), ("solve", "q", "--separation"),
                          ("verify", "p", "--json"), ("generate", "d", "--classes")):
            flag = arguments[-1]
            self.assert_refused([*arguments, ""], f"{flag}: the value is empty")
            self.assert_refused([*arguments[:-1], f"{flag}="], f"{flag}: the value is empty")
        self.assert_refused(["solve", ""], "argument 2: the value is empty")

    def test_a_dash_is_not_taken_for_a_file(self):
        for arguments in (("check", "a.obj", "b.obj", "--json"), ("solve", "q", "--csv"), ("verify", "p", "--json")):
            self.assert_refused([*arguments, "-"], arguments[-1], "standard input or output")
        self.assert_refused(["solve", "-"], "standard input or output")
        self.assertFalse(os.path.exists("-"))

    def test_faults_of_options_are_told_in_flags(self):
        queries = self.path("queries")
        self.assertEqual(run("generate", queries, "--classes", "random", "--count", "2")[0], 0)
        frames = [self.write(obj(TRIANGLE + spike(z), BOTH_FACES), f"{z}.obj") for z in (1, -1)]
        for verb in (["solve", queries], ["check", *frames]):
            for flag, value in (("--separation", "-1"), ("--separation", "nan"), ("--t-max", "2"), ("--tolerance", "inf")):
                err = self.assert_refused([*verb, flag, value], f"{flag} must")
                self.assertNotIn("_", err)
        self.assert_refused(["solve", queries, "--max-checks", "0"], "--max-checks must be at least 1")
        self.assert_refused(["solve", queries, "--method", "tight-inclusion", "--exact"], "use --method certified or --method exact")
        self.assert_refused(["solve", queries, "--method", "exact", "--certificates", self.path("c")], "only --method certified")

    def test_names_of_other_verbs_and_versions_are_accepted_and_help_shows_one(self):
        queries = self.path("queries")
        self.assertEqual(run("generate", queries, "--classes", "random", "--count", "2")[0], 0)
        frames = [self.write(obj(TRIANGLE + spike(z), BOTH_FACES), f"{z}.obj") for z in (2, 1.5)]
        for verb in (["solve", queries], ["check", *frames]):
            texts = []
            for flag in ("--certificates", "--certificate"):
                self.assertEqual(run(*verb, flag, self.path("proofs"))[0], 0)
                texts.append(read_text(self.path("proofs")))
            self.assertTrue(texts[0])
            self.assertEqual(*texts)
            reports = []
            for flag in ("--separation", "--min-separation", "--margin"):
                self.assertIn(run(*verb, flag, "0.125", "--json", self.path("r"))[0], (0, 1))
                reports.append(json.loads(read_text(self.path("r")))["separation"])
            self.assertEqual(reports, [0.125] * 3)
            out = run(verb[0], "--help")[1]
            for other in ("--certificate ", "--min-separation", "--margin"):
                self.assertNotIn(other, out)

    def test_outputs_appear_together_or_not_at_all(self):
        queries = self.path("queries")
        self.assertEqual(run("generate", queries, "--classes", "random", "--count", "2")[0], 0)
        frames = [self.write(obj(TRIANGLE + spike(z), BOTH_FACES), f"{z}.obj") for z in (1, -1)]
        for verb, first in ((["solve", queries], "--csv"), (["solve", queries], "--certificates"), (["check", *frames], "--output")):
            old = self.write("old", "first")
            self.assert_refused([*verb, first, old, "--json", "/dev/full"], "/dev/full")
            self.assertEqual(read_text(old), "old")
            code, out, err = run(*verb, first, old, "--json", self.path("report.json"))
            self.assertIn(code, (0, 1), out + err)
            self.assertNotEqual(read_text(old), "old")
            self.assertIn("{", read_text(self.path("report.json")))


if __name__ == "__main__":
    unittest.main()
