"""firstcontact bench: every method is there, nothing is lost or done twice, and no method can take the others down."""
import collections
import json
import os
import signal
import subprocess
import time
import unittest

from command import COMMAND, CommandTest, read_csv, read_text

METHODS = ["certified", "certified-exact", "exact", "tight-inclusion", "tight-inclusion-fast", "irf", "uirf", "fprf", "tccd", "rp", "rrp",
           "bsc", "msrf", "accd"]
SETS = ["handcrafted-vertex-face", "handcrafted-edge-edge", "simulation-vertex-face", "simulation-edge-edge"]
RUN_KEYS = {"study", "method", "set", "tolerance", "max_checks", "separation", "status", "message", "queries", "mean_us", "median_us",
            "p95_us", "max_us", "repeats", "spread", "positives", "false_positives", "false_negatives", "exhausted", "errors",
            "histogram", "time"}
TIME_KEYS = {"compared", "late", "late_max", "late_mean", "early_mean", "early_median", "early_max", "edges", "early", "late_counts"}
# A small max_checks keeps the slow methods short, whatever the queries.
SMALL = ["--queries", "20", "--max-checks", "2000", "--quick"]
FEW = [*SMALL, "--methods", "certified,fprf,accd", "--studies", "comparison"]


def start(*arguments, **variables):
    """A running benchmark. The tests must not depend on sample data."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("FIRSTCONTACT_DATA")}
    environment.update(variables)
    return subprocess.Popen([COMMAND, "bench", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=environment)


def bench(*arguments, **variables):
    """Exit code, standard output, standard error."""
    process = start(*arguments, **variables)
    out, err = process.communicate(timeout=600)
    return process.returncode, out, err


class Bench(CommandTest):
    def bench(self, *arguments, code=0, **variables):
        """The report of a run in the test's folder."""
        got, out, err = bench(self.folder.name, *arguments, **variables)
        self.assertEqual(got, code, out + err)
        self.out, self.err = out, err
        return json.loads(read_text(self.path("report.json")))

    def lines(self):
        return [json.loads(line) for line in read_text(self.path("runs.jsonl")).splitlines()]

    def assert_every_timing_once(self):
        counts = collections.Counter((line["key"], line["repeat"]) for line in self.lines() if "key" in line)
        self.assertTrue(counts)
        self.assertEqual(set(counts.values()), {1})

    def assert_refused(self, arguments, *words):
        code, out, err = bench(*arguments)
        self.assertEqual(code, 2, out + err)
        for word in words:
            self.assertIn(word, err)

    def test_every_method_is_compared_on_every_set(self):
        report = self.bench(*SMALL, "--studies", "comparison", "--json", self.path("copy.json"))
        self.assertEqual([m["name"] for m in report["methods"]], METHODS)
        self.assertEqual([s["name"] for s in report["sets"]], SETS)
        self.assertEqual([(r["set"], r["method"]) for r in report["runs"]], [(s, m) for s in SETS for m in METHODS])
        for run in report["runs"]:
            self.assertIn(run["status"], ("done", "timeout"))
            self.assertEqual(set(run), RUN_KEYS)
            histogram = run["histogram"]
            self.assertEqual(sum(histogram["positive"]) + sum(histogram["negative"]), run["queries"])
            self.assertEqual(len(histogram["edges_us"]), len(histogram["positive"]) + 1)
            if run["time"]:
                self.assertEqual(set(run["time"]), TIME_KEYS)
                self.assertEqual(sum(run["time"]["early"]) + sum(run["time"]["late_counts"]), run["time"]["compared"])
                self.assertEqual(len(run["time"]["edges"]), len(run["time"]["early"]) + 1)
        for method in METHODS:
            self.assertIn(method, self.out)
        self.assertIn("Table 1", self.out)
        self.assertIn("Time accuracy", self.out)
        self.assertEqual(read_text(self.path("copy.json")), read_text(self.path("report.json")))
        self.assertEqual(len(read_csv(self.path("report.csv"))), len(report["runs"]))
        self.assertIn("</html>", read_text(self.path("report.html")))

    def test_the_counts_agree_with_exact_answers(self):
        report = self.bench(*SMALL, "--methods", "exact,certified-exact", "--studies", "comparison")
        contacts = {s["name"]: s["contacts"] for s in report["sets"]}
        self.assertTrue(0 < contacts["handcrafted-vertex-face"] < 20)
        for run in report["runs"]:
            self.assertEqual(run["queries"], 20)
            self.assertEqual(run["positives"], contacts[run["set"]])
            self.assertEqual((run["false_positives"], run["false_negatives"], run["errors"]), (0, 0, 0))
            if run["time"]:
                self.assertEqual(run["time"]["compared"], contacts[run["set"]])
                self.assertLessEqual(run["time"]["early_max"], 2**-30)
                self.assertEqual(run["time"]["late"], 0)

    def test_the_sweeps_have_their_values_and_tables(self):
        report = self.bench(*SMALL, "--sets", "handcrafted", "--studies", "tolerance,max_checks,separation")
        values = collections.defaultdict(set)
        for run in report["runs"]:
            values[run["study"]].add((run["method"], run[run["study"]]))
        self.assertEqual({v for m, v in values["tolerance"] if m == "certified"}, {1e-2, 1e-6, 1e-10})
        self.assertEqual({v for m, v in values["max_checks"] if m == "tight-inclusion"}, {100, 10_000, 1_000_000})
        self.assertEqual({m for m, _ in values["separation"]}, {"certified", "certified-exact", "tight-inclusion", "msrf", "accd"})
        self.assertEqual({v for _, v in values["separation"]}, {1e-2, 1e-8, 1e-100})
        for word in ("Table 2", "Table 3", "Tolerance sweep", "max_checks sweep"):
            self.assertIn(word, self.out)

    def test_a_finished_benchmark_is_not_done_again(self):
        first = self.bench(*FEW)
        size = os.path.getsize(self.path("runs.jsonl"))
        again = self.bench(*FEW)
        self.assertEqual(os.path.getsize(self.path("runs.jsonl")), size)
        self.assertEqual(first["runs"], again["runs"])
        self.assertEqual(first["started"], again["started"])

    def test_more_methods_are_added_to_what_is_there(self):
        self.bench(*FEW)
        report = self.bench(*SMALL, "--methods", "tccd,fprf", "--studies", "comparison")
        self.assertEqual({r["method"] for r in report["runs"]}, {"certified", "fprf", "accd", "tccd"})
        self.assert_every_timing_once()

    def test_interrupted_in_the_middle_it_goes_on_where_it_was(self):
        process = start(self.folder.name, *FEW, "--repeats", "3", "--time-limit", "60", FIRSTCONTACT_BENCH_HANG="accd")
        runs = self.path("runs.jsonl")
        for _ in range(6000):  # until two methods of the first set are finished and the third hangs
            if os.path.exists(runs) and read_text(runs).count('"key"') >= 2:
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, out + err)
        self.assertIn("interrupted", err)
        self.assertFalse(os.path.exists(self.path("report.json")))
        text = read_text(runs)
        self.assertTrue(text.endswith("\n"))
        self.assertEqual(text.count('"key"'), 2)
        report = self.bench(*FEW, "--repeats", "3", "--time-limit", "60")
        self.assertTrue(read_text(runs).startswith(text))
        self.assertEqual(len(report["runs"]), 3 * len(SETS))
        self.assertEqual({r["repeats"] for r in report["runs"]}, {3})
        self.assert_every_timing_once()

    def test_a_torn_last_line_is_done_again(self):
        self.bench(*FEW)
        whole = read_text(self.path("runs.jsonl"))
        self.write(whole[:-40], "runs.jsonl")
        report = self.bench(*FEW)
        self.assertEqual(len(report["runs"]), 3 * len(SETS))
        self.assertEqual(len(self.lines()), whole.count("\n"))
        self.assert_every_timing_once()

    def test_a_damaged_file_is_refused(self):
        self.bench(*FEW)
        lines = read_text(self.path("runs.jsonl")).splitlines(keepends=True)
        self.write("".join(lines[:2] + ["what is this\n"] + lines[2:]), "runs.jsonl")
        self.assert_refused([self.folder.name, *FEW], "runs.jsonl:3", "--fresh")

    def test_other_settings_are_refused_unless_fresh(self):
        self.bench(*FEW)
        self.assert_refused([self.folder.name, *FEW, "--seed", "2"], "another seed", "--fresh")
        for flag in ("--time-limit", "--tolerance"):
            self.assert_refused([self.folder.name, *FEW, flag, "nan"], flag, "not a number")
        self.assert_refused([self.folder.name, *FEW, "--repeats", "5"], "another repeats")
        report = self.bench(*FEW, "--seed", "2", "--fresh")
        self.assertEqual(report["settings"]["seed"], 2)
        self.assertEqual(len(report["runs"]), 3 * len(SETS))

    def test_over_the_time_limit_the_first_queries_are_reported(self):
        report = self.bench("--queries", "2000", "--time-limit", "0.02", "--quick", "--methods", "irf,certified", "--sets",
                            "simulation-edge-edge", "--studies", "comparison")
        runs = {r["method"]: r for r in report["runs"]}
        self.assertEqual(runs["irf"]["status"], "timeout")
        self.assertTrue(0 < runs["irf"]["queries"] < 2000)
        self.assertIn("time limit", runs["irf"]["message"])
        self.assertEqual(runs["irf"]["false_negatives"], 0)
        self.assertIn("*", self.out)

    def test_a_method_that_never_answers_is_killed(self):
        report = self.bench(*FEW, "--time-limit", "0.05", "--sets", "simulation", FIRSTCONTACT_BENCH_HANG="fprf")
        for run in report["runs"]:
            self.assertEqual(run["status"], "timeout" if run["method"] == "fprf" else "done", run["method"])
            self.assertEqual(run["queries"], 10 if run["method"] == "fprf" else 20)

    def test_a_method_that_crashes_is_reported_and_the_rest_goes_on(self):
        report = self.bench(*FEW, FIRSTCONTACT_BENCH_CRASH="fprf")
        for run in report["runs"]:
            self.assertEqual(run["status"], "crashed" if run["method"] == "fprf" else "done")
            self.assertEqual(run["queries"], 10 if run["method"] == "fprf" else 20)
        self.assertIn("Abort", next(r["message"] for r in report["runs"] if r["method"] == "fprf"))

    def test_a_crash_of_our_own_method_is_a_fault(self):
        self.bench(*FEW, FIRSTCONTACT_BENCH_CRASH="certified", code=3)
        self.assertIn("WRONG: certified", self.out)

    def test_what_a_method_cannot_do_is_refused(self):
        report = self.bench(*SMALL, "--sets", "simulation-vertex-face", "--methods", "rp,msrf", "--studies", "separation,max_checks")
        status = {(r["study"], r["method"]): (r["status"], r["message"]) for r in report["runs"]}
        self.assertEqual(status["separation", "rp"], ("refused", "takes no separation"))
        self.assertEqual(status["separation", "msrf"], ("done", ""))
        self.assertEqual(status["max_checks", "msrf"][0], "refused")

    def test_query_files_become_sample_sets(self):
        subprocess.run([COMMAND, "generate", self.path("data"), "--classes", "random", "--count", "7"], check=True, capture_output=True)
        arguments = ["--data", self.path("data"), "--sets", "samples", "--methods", "fprf", "--studies", "comparison"]
        report = self.bench(*arguments)
        self.assertEqual([(s["name"], s["queries"]) for s in report["sets"]], [("samples-vertex-face", 7), ("samples-edge-edge", 7)])
        self.assertIn("7 queries in 1 file", report["sets"][0]["source"])
        subprocess.run([COMMAND, "generate", self.path("data"), "--classes", "random", "--count", "8"], check=True, capture_output=True)
        self.assert_refused([self.folder.name, *arguments], "samples-", "--fresh")

    def test_several_at_a_time_give_the_same_counts(self):
        one = self.bench(*FEW)
        two = self.bench(*FEW, "--jobs", "3", "--fresh")

        def counts(report):
            return [(r["method"], r["set"], r["positives"], r["false_positives"], r["false_negatives"], r["repeats"])
                    for r in report["runs"]]
        self.assertEqual(counts(one), counts(two))

    def test_bad_usage(self):
        self.assert_refused([self.folder.name, "--methods", "no-such"], "no-such")
        self.assert_refused([self.folder.name, "--studies", "no-such"], "no-such")
        self.assert_refused([self.folder.name, "--sets", "no-such"], "no-such")
        self.assert_refused([self.folder.name, "--sets", "samples"], "samples")
        self.assert_refused([self.folder.name, "--repeats", "0"], "repeats")
        self.assert_refused([self.folder.name, "--time-limit", "0"], "time-limit")
        self.assert_refused([self.folder.name, "--data", self.path("nowhere")], "nowhere")
        self.assert_refused([self.path("out"), *FEW, "--json", self.path("out", "runs.jsonl")], "runs.jsonl")
        self.assert_refused([self.write("", "a-file") + "/below", *FEW], "a-file/below: this folder cannot be made")
        self.assertFalse(os.path.exists(self.path("runs.jsonl")))

    def test_all_forms_of_the_report_appear_together_or_not_at_all(self):
        out, page, report = self.path("out"), self.path("page.html"), self.path("report.json")
        for asked in (["--html", "/dev/full", "--json", report], ["--html", page, "--json", "/dev/full"]):
            self.assert_refused([out, *FEW, *asked], "/dev/full")
            self.assertEqual((os.listdir(self.folder.name), os.listdir(out)), (["out"], ["runs.jsonl"]))
        code, printed, err = bench(out, *FEW, "--html", page, "--json", report)
        self.assertEqual(code, 0, printed + err)
        self.assertEqual(sorted(os.listdir(out)), ["report.csv", "report.html", "report.json", "runs.jsonl"])
        self.assertEqual(read_text(report), read_text(os.path.join(out, "report.json")))
        self.assertEqual(read_text(page), read_text(os.path.join(out, "report.html")))


if __name__ == "__main__":
    unittest.main()
