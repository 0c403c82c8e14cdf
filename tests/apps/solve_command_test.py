"""firstcontact solve: answers, reports, exit codes, refusals."""
import gzip
import json
import os
import pty
import re
import subprocess
import unittest

from command import COMMAND, CommandTest, read_csv, read_text, run

# A point through the face z = 0 at t = 1/2 (touches), and the same point stopping short (free).
FACE = ["0,1,0,1,0,1", "4,1,0,1,0,1", "0,1,4,1,0,1"]


def rows(end_z, truth):
    t0 = ["1,1,1,1,1,1"] + FACE
    t1 = [f"1,1,1,1,{end_z}"] + FACE
    return "".join(f"{row},{truth}\n" for row in t0 + t1)


HIT, FREE = rows("-1,1", 1), rows("1,2", 0)


class Answers(CommandTest):
    def setUp(self):
        super().setUp()
        self.file = self.write(HIT + FREE, "scene", "vertex-face", "a.csv")

    def test_every_method_agrees_with_the_truth(self):
        for method in ("certified", "exact", "tight-inclusion", "tight-inclusion-fast"):
            code, out, err = run("solve", "--method", method, self.folder.name)
            self.assertEqual(code, 0, err)
            self.assertIn("scene", out)
            self.assertEqual(out.splitlines()[0], "no contact missed, 0 false positives, 2 queries")

    def test_exact_is_accepted_by_certified_and_exact_and_refused_by_tight_inclusion(self):
        self.assertEqual(run("solve", "--exact", self.file)[0], 0)
        self.assertEqual(run("solve", "--exact", "--method", "exact", self.file)[0], 0)
        self.assert_refused(["solve", "--exact", "--method", "tight-inclusion-fast", self.file], "exact")
        self.assert_refused(["solve", "--exact", "--method", "tight-inclusion", self.file], "exact")

    def test_csv_has_one_row_a_query_with_times_that_enclose(self):
        out = self.path("answers.csv")
        self.assertEqual(run("solve", self.file, "--csv", out)[0], 0)
        self.assertEqual(read_text(out).splitlines()[0], "file,index,kind,truth,status,toi,toi_upper,checks")
        hit, free = read_csv(out)
        self.assertEqual((hit["index"], hit["kind"], hit["truth"], hit["status"]), ("0", "vertex-face", "1", "Contact"))
        self.assertLessEqual(float(hit["toi"]), 0.5)
        self.assertGreaterEqual(float(hit["toi_upper"]), 0.5)
        self.assertEqual((free["index"], free["status"], float(free["toi"])), ("1", "Free", 1.0))

    def test_json_has_the_promised_fields(self):
        out = self.path("report.json")
        self.assertEqual(run("solve", self.folder.name, "--json", out)[0], 0)
        report = json.loads(read_text(out))
        fields = {"queries", "positives", "false_positives", "false_negatives", "mean_us", "median_us", "p99_us", "max_us"}
        self.assertEqual(report["method"], "certified")
        self.assertLessEqual(fields, set(report["totals"]))
        self.assertEqual(report["totals"]["queries"], 2)
        self.assertEqual(report["totals"]["positives"], 1)
        group, = report["groups"]
        self.assertEqual((group["scene"], group["kind"]), ("scene", "vertex-face"))
        self.assertLessEqual(fields, set(group))

    def test_a_contradicted_truth_is_exit_3_when_missed_and_0_when_only_a_false_positive(self):
        wrong = self.write(rows("1,2", 1), "wrong", "vertex-face", "a.csv")
        code, out, _ = run("solve", wrong)
        self.assertEqual(code, 3)
        self.assertTrue(out.startswith("MISSED: 1 contact was reported free; 0 false positives"), out)
        ghost = self.write(rows("-1,1", 0), "ghost", "vertex-face", "a.csv")
        code, out, _ = run("solve", ghost)
        self.assertEqual(code, 0)

    def test_separation_and_t_max_ask_the_oracle_for_the_truth(self):
        out = self.path("answers.csv")
        code, text, err = run("solve", self.file, "--separation", "0.5", "--csv", out)
        self.assertEqual(code, 0, err)
        self.assertIn("oracle", text)
        self.assertEqual([row["truth"] for row in read_csv(out)], ["1", "1"])
        self.assertEqual(run("solve", self.file, "--t-max", "0.25", "--method", "tight-inclusion", "--csv", out)[0], 0)
        self.assertEqual([(row["truth"], row["status"], row["toi"]) for row in read_csv(out)], [("0", "Free", "0.25")] * 2)
        self.assert_refused(["solve", self.file, "--separation", "0.5", "--method", "tight-inclusion"], "--norm linf")
        self.assertEqual(run("solve", self.file, "--separation", "0.5", "--norm", "linf", "--method", "tight-inclusion")[0], 0)

    def test_gzip_and_thread_counts_give_the_same_answers(self):
        packed = self.path("packed", "vertex-face", "a.csv.gz")
        with gzip.open(packed, "wt") as file:
            file.write(HIT + FREE)
        answers = []
        for path, threads in ((self.file, 1), (self.file, 2), (packed, 3)):
            out = self.path("answers.csv")
            self.assertEqual(run("solve", path, "--threads", threads, "--csv", out)[0], 0)
            answers.append([tuple(row.values())[1:] for row in read_csv(out)])
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(answers[0], answers[2])


BASELINES = ("irf", "uirf", "fprf", "tccd", "rp", "rrp", "bsc", "msrf", "accd")
# A point that moves in the plane of the face, far from it.
PLANE = "".join(f"{row},0\n" for row in ["9,1,9,1,0,1"] + FACE + ["10,1,9,1,0,1"] + FACE)


class PublishedMethods(CommandTest):
    def setUp(self):
        super().setUp()
        self.file = self.write(HIT + FREE, "scene", "vertex-face", "a.csv")

    def answers(self, *arguments):
        """Exit code and the rows of the CSV."""
        out = self.path("answers.csv")
        code, _, err = run("solve", *arguments, "--csv", out)
        self.assertIn(code, (0, 3), err)
        return code, read_csv(out)

    def test_every_one_answers_with_time_and_tally(self):
        for method in BASELINES:
            code, (hit, free) = self.answers("--method", method, self.file)
            self.assertEqual(code, 0, method)
            self.assertEqual((hit["status"], free["status"], free["toi"]), ("Contact", "Free", "1"), method)
            if method in ("irf", "uirf", "fprf", "msrf", "accd"):
                self.assertAlmostEqual(float(hit["toi"]), 0.5, delta=0.06, msg=method)
            if method == "tccd":
                self.assertEqual((hit["toi"], hit["toi_upper"]), ("", ""))
            self.assertNotIn("nan", ",".join(hit.values()).lower(), method)

    def test_contact_at_the_start_is_told_apart(self):
        start = self.write(HIT.replace("1,1,1,1,1,1,1", "1,1,1,1,0,1,1", 1), "start", "vertex-face", "a.csv")
        _, (row,) = self.answers("--method", "accd", start)
        self.assertEqual((row["status"], row["toi"]), ("Contact", "0"))

    def test_a_miss_is_exit_3_and_a_false_alarm_is_counted(self):
        wrong = self.write(rows("1,2", 1), "wrong", "vertex-face", "a.csv")
        code, out, _ = run("solve", "--method", "fprf", wrong)
        self.assertEqual(code, 3)
        self.assertIn("MISSED: 1", out)
        report = self.path("report.json")
        plane = self.write(PLANE, "plane", "vertex-face", "a.csv")
        self.assertEqual(run("solve", "--method", "tccd", plane, "--json", report)[0], 0)
        self.assertEqual(json.loads(read_text(report))["totals"]["false_positives"], 1)

    def test_report_tells_what_was_used(self):
        report = self.path("report.json")
        def settings(*arguments):
            self.assertIn(run("solve", *arguments, self.file, "--json", report)[0], (0, 3))
            read = json.loads(read_text(report))
            return [read[key] for key in ("method", "exact", "tolerance", "separation", "t_max", "max_checks")]
        self.assertEqual(settings("--method", "accd"), ["accd", False, 0.1, 0, 1, 1000000])
        self.assertEqual(settings("--method", "fprf", "--tolerance", "1e-8"), ["fprf", False, 1e-8, 0, 1, None])
        self.assertEqual(settings("--method", "tccd"), ["tccd", False, None, 0, 1, None])
        self.assertEqual(settings("--method", "msrf", "--separation", "0.25"), ["msrf", False, 1e-8, 0.25, 1, None])

    def test_tolerance_separation_and_checks_reach_the_method(self):
        near = self.write(rows("1,1024", 0), "near", "vertex-face", "a.csv")
        self.assertEqual([row["status"] for row in self.answers("--method", "fprf", near)[1]], ["Free"])
        self.assertEqual([row["status"] for row in self.answers("--method", "fprf", "--tolerance", "0.01", near)[1]], ["Contact"])
        for method in ("msrf", "accd"):
            code, (hit, free) = self.answers("--method", method, "--separation", "0.25", self.file)
            self.assertEqual((code, hit["status"], free["status"], free["truth"]), (0, "Contact", "Free", "0"), method)
            self.assertLessEqual(float(hit["toi"]), 0.375, method)
        code, out, _ = run("solve", "--method", "accd", "--max-checks", "2", "--tolerance", "0.001", self.file)
        self.assertEqual(code, 0)
        self.assertIn("ran out of checks", out)

    def test_options_without_a_meaning_are_refused(self):
        for method in BASELINES:
            for option in (["--exact"], ["--certificates", self.path("proofs.jsonl")], ["--t-max", "0.5"], ["--norm", "linf"]):
                self.assert_refused(["solve", "--method", method, self.file, *option], method, option[0])
            if method not in ("msrf", "accd"):
                self.assert_refused(["solve", "--method", method, self.file, "--separation", "0.5"], method, "--separation")
            if method in ("tccd", "rp", "rrp", "bsc"):
                self.assert_refused(["solve", "--method", method, self.file, "--tolerance", "0.5"], method, "--tolerance")
            if method in ("fprf", "tccd", "msrf"):
                self.assert_refused(["solve", "--method", method, self.file, "--max-checks", "5"], method, "--max-checks")
        for value in ("0", "1", "2"):
            self.assert_refused(["solve", "--method", "accd", self.file, "--tolerance", value], "between 0 and 1")
        self.assert_refused(["solve", "--method", "fprf", self.file, "--tolerance=-1"], "tolerance")
        self.assertFalse(os.path.exists(os.path.join(self.folder.name, "proofs.jsonl")))

    def test_other_kinds_of_pairs_are_refused_by_name(self):
        points = self.write("0,1,0,1,1,1,1\n0,1,0,1,0,1,1\n0,1,0,1,0,1,1\n0,1,0,1,0,1,1\n", "points", "point-point", "p.csv")
        self.assertEqual(run("solve", points)[0], 0)
        self.assert_refused(["solve", "--method", "accd", points], "p.csv", "accd", "vertex-face")

    def test_help_lists_them(self):
        text = run("solve", "--help")[1]
        for word in ("TightCCD", "additive CCD", "share of the initial gap"):
            self.assertIn(word, text)


class Refusals(CommandTest):
    def setUp(self):
        super().setUp()
        self.file = self.write(HIT, "scene", "vertex-face", "a.csv")

    def test_bad_usage(self):
        for arguments in ([], ["solve"], ["solve", self.file, "--no-such-flag"], ["no-such-verb"], ["solve", self.file, "--method", "magic"],
                          ["solve", self.file, "--norm", "l7"], ["solve", self.file, "--threads", "0"], ["solve", self.file, "--threads", "x"]):
            self.assertEqual(run(*arguments)[0], 2, arguments)

    def test_bad_option_values_name_the_option(self):
        for flag, value in (("--tolerance", "-1"), ("--tolerance", "nan"), ("--tolerance", "inf"), ("--separation", "-0.1"),
                            ("--separation", "nan"), ("--t-max", "1.5"), ("--t-max", "-0.5"), ("--t-max", "nan"),
                            ("--max-checks", "0"), ("--tolerance", "abc")):
            self.assert_refused(["solve", self.file, f"{flag}={value}"], flag)

    def test_bad_files_name_file_line_and_field(self):
        good = HIT.splitlines()
        def broken(line, column, text):
            lines = [row.split(",") for row in good]
            lines[line][column] = text
            return "\n".join(",".join(row) for row in lines) + "\n"
        cases = {
            "letters": (broken(2, 0, "abc"), ":3:"), "zero-denominator": (broken(4, 3, "0"), ":5:"), "truth": (broken(0, 6, "2"), ":1:"),
            "not-a-double": (broken(0, 1, "3"), ":1:"), "nan": (broken(1, 0, "nan"), ":2:"), "inf": (broken(7, 0, "-inf"), ":8:"),
            "columns": (HIT.replace("1,1,1,1,1,1,1\n", "1,1,1,1,1,1\n", 1), ":1:"), "rows": ("\n".join(good[:5]) + "\n", ""),
            "empty": ("", ""), "binary": (bytes(range(256)) * 20, ""), "truncated": (HIT[:-9], ""),
        }
        for name, (text, line) in cases.items():
            path = self.write(text, "bad", "vertex-face", name + ".csv")
            self.assert_refused(["solve", path], name + ".csv" + line)

    def test_folders_and_files_that_cannot_be_used(self):
        os.makedirs(self.path("nothing", "vertex-face", "x"))
        self.assert_refused(["solve", self.path("nothing")], "nothing")
        self.assert_refused(["solve", self.path("absent.csv")], "absent.csv")
        self.assert_refused(["solve", self.write(HIT, "no-kind", "a.csv")], "a.csv")
        gone = self.path("gone", "vertex-face", "a.csv")
        os.symlink(self.path("nowhere.csv"), gone)
        self.assert_refused(["solve", self.path("gone")], "gone")

    def test_a_failed_run_leaves_no_output_and_keeps_the_old_one(self):
        bad = self.write(HIT + "1,1\n", "bad", "vertex-face", "a.csv")
        out, report = self.write("old", "answers.csv"), self.write("old", "report.json")
        self.assert_refused(["solve", bad, "--csv", out, "--json", report], "a.csv")
        self.assertEqual((read_text(out), read_text(report)), ("old", "old"))
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["answers.csv", "bad", "report.json", "scene"])

    def test_an_output_that_is_an_input_or_given_twice_is_refused(self):
        before = read_text(self.file)
        self.assert_refused(["solve", self.file, "--csv", self.file], "input")
        self.assert_refused(["solve", self.file, "--csv", self.path("a"), "--json", self.path("x", "..", "a")], "two outputs")
        self.assertEqual(read_text(self.file), before)

    def test_the_exact_times_beside_a_query_file_are_not_overwritten(self):
        code, _, err = run("generate", self.path("made"), "--count", "10")
        self.assertEqual(code, 0, err)
        times = self.path("made", "hourglass", "vertex-face", "queries.toi")
        before = read_text(times)
        for option in ("--json", "--csv", "--certificates"):
            self.assert_refused(["solve", self.path("made"), option, times], "also an input")
        self.assertEqual(read_text(times), before)

    def test_output_that_cannot_be_written_is_refused(self):
        self.assert_refused(["solve", self.file, "--csv", self.path("no", "x")[:-1] + "/such/folder/out.csv"], "out.csv")

    def test_help_and_version_are_fine(self):
        for arguments in (["--help"], ["solve", "--help"], ["--version"]):
            code, out, _ = run(*arguments)
            self.assertEqual(code, 0)
            self.assertIn("irstcontact", out)


class ProgressBar(CommandTest):
    def shown(self, *arguments):
        """What a run shows on a terminal as its standard error."""
        ours, its = pty.openpty()
        process = subprocess.Popen([COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=its)
        os.close(its)
        text = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            text += part
        os.close(ours)
        self.assertEqual(process.wait(timeout=600), 0)
        return text.decode()

    def test_a_terminal_sees_how_far_it_is_and_nothing_else_does(self):
        queries = self.path("queries")
        for form in ("csv", "packed"):
            if form == "csv":
                self.assertEqual(run("generate", queries, "--handcrafted")[0], 0)
            else:
                self.assertEqual(run("generate", queries + "2", "--from", queries, "--packed")[0], 0)
                queries += "2"
            solve = ["solve", queries, "--method", "exact", "--threads", "1"]
            updates = re.findall(r"\[(#*)(\.*)\] +(\d+) %  ([\d,]+) queries", self.shown(*solve))
            self.assertTrue(updates)
            shares = [int(percent) for _, _, percent, _ in updates]
            self.assertEqual(shares, sorted(shares))
            self.assertGreater(shares[-1], 0)  # the last one that was due depends on the machine
            self.assertLessEqual(shares[-1], 100)
            self.assertTrue(all(len(done + left) == 24 for done, left, _, _ in updates))
        code, _, err = run(*solve)
        self.assertEqual((code, err), (0, ""))


if __name__ == "__main__":
    unittest.main()
