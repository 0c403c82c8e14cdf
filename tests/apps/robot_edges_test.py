"""firstcontact robot --edges: every edge is answered as by --from and --to; files of edges, rows, reports, refusals, exit codes."""
import gzip
import json
import os
import random
import unittest

from command import CommandTest, read_csv, read_text, run
from robot_test import ARM, POST, SRDF

SEED = 20261118
STATUS = {0: "Free", 1: "Contact", 4: "Undecided"}


def random_edges(count, seed=SEED):
    """Half of them swing past the post at x = 1.5, the others stay on one side, mostly."""
    generator = random.Random(seed)
    edges = []
    for i in range(count):
        angle = generator.uniform(-2, 2)
        other = -angle if i % 2 else angle + generator.uniform(-0.5, 0.5)
        edges.append((angle, generator.uniform(-0.8, 0.8), other, generator.uniform(-0.8, 0.8)))
    return edges


def rows(edges):
    return "".join(",".join(map(repr, edge)) + "\n" for edge in edges)


def without_times(path):
    return [{key: value for key, value in row.items() if key != "time_us"} for row in read_csv(path)]


class EdgesTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.arm = self.write(ARM, "arm.urdf")
        self.scene = self.write(json.dumps({"objects": [POST]}), "scene.json")
        self.csv, self.json = self.path("a.csv"), self.path("a.json")

    def edges(self, file, *more):
        """Exit code, rows, report; the words are kept in self.printed and self.warned."""
        code, self.printed, self.warned = run("robot", self.arm, "--scene", self.scene, "--edges", file, "--csv", self.csv, "--json", self.json,
                                              *more)
        self.assertIn(code, (0, 1, 2, 4), self.printed + self.warned)
        self.assertTrue(os.path.exists(self.json), self.warned)
        return code, read_csv(self.csv), json.loads(read_text(self.json))

    def one(self, edge, *more):
        """The report of a single motion."""
        path = self.path("one.json")
        code, out, err = run("robot", self.arm, "--scene", self.scene, f"--from={edge[0]!r},{edge[1]!r}", f"--to={edge[2]!r},{edge[3]!r}",
                             "--json", path, *more)
        report = json.loads(read_text(path))
        self.assertEqual(report["status"], STATUS[code], out + err)
        return report

    def assert_same(self, row, one, clearance):
        def text(value):
            return "" if value is None else value if isinstance(value, str) else float(value)

        def number(name):
            return float(row[name]) if row[name] else ""
        paired = one["status"] == "Contact" or clearance
        self.assertEqual((row["status"], row["proven"]), (one["status"], str(int(one["proven"]))))
        self.assertEqual([number(name) for name in ("toi", "toi_upper", "distance")], [text(one[name]) for name in ("toi", "toi_upper", "distance")])
        self.assertEqual([row["a"], row["b"]], [one[side]["body"] if paired and one[side] else "" for side in "ab"])
        for name in "clearance", "clearance_upper":
            self.assertEqual(number(name), text(one[name]) if clearance else "")
        if clearance or one["status"] != "Free":
            self.assertEqual(int(row["checks"]), one["counts"]["checks"])

    def compare(self, edges, file, *options, clearance=False, flags=()):
        code, found, report = self.edges(file, *options, *flags)
        self.assertEqual(len(found), len(edges))
        for index, (edge, row) in enumerate(zip(edges, found)):
            self.assertEqual(int(row["index"]), index)
            self.assert_same(row, self.one(edge, *options), clearance)
        counts = {name: sum(row["status"] == status for row in found)
                  for name, status in (("free", "Free"), ("contact", "Contact"), ("undecided", "Undecided"), ("invalid", "InvalidInput"))}
        self.assertEqual({name: report["totals"][name] for name in counts}, counts)
        self.assertEqual(report["totals"]["edges"], len(edges))
        self.assertEqual(report["totals"]["checks"], sum(int(row["checks"]) for row in found))
        self.assertEqual(code, 1 if counts["contact"] else 4 if counts["undecided"] else 0)
        return counts


class Answers(EdgesTest):
    def test_every_edge_is_answered_as_by_from_and_to(self):
        edges = random_edges(40)
        counts = self.compare(edges, self.write(rows(edges), "edges.csv"))
        self.assertGreaterEqual(min(counts["free"], counts["contact"]), 8)

    def test_options_mean_what_they_mean_for_one_motion(self):
        edges = random_edges(12, SEED + 1)
        file = self.write(rows(edges), "edges.csv")
        hits = self.compare(edges, file, "--separation", "0.02", clearance=True, flags=["--clearance"])
        self.assertGreater(min(hits["free"], hits["contact"]), 0)
        self.compare(edges, file, "--decide", "--t-max", "0.5")
        self.compare(edges, file, "--method", "advancement", "--tolerance", "1e-4")
        self.assertGreater(self.compare(edges, file, "--max-checks", "30")["undecided"], 0)
        self.compare(edges, file, "--srdf", self.write(SRDF, "arm.srdf"))

    def test_all_ways_to_write_the_file_give_the_same_rows(self):
        edges = random_edges(10, SEED + 2)
        self.edges(self.write(rows(edges), "edges.csv"), "--threads", "1")
        expected = without_times(self.csv)
        commented = "\ufeff# two joints\r\n\r\n" + rows(edges).replace("\n", "\r\n\r\n# more\r\n")
        named = "elbow,shoulder,shoulder,elbow\n" + rows([(b, a, c, d) for a, b, c, d in edges])
        lists = json.dumps([[edge[:2], edge[2:]] for edge in edges])
        objects = json.dumps([[{"elbow": b, "shoulder": a}, {"shoulder": c, "elbow": d}] for a, b, c, d in edges])
        for name, text in (("comments.csv", commented), ("named.csv", named), ("lists.json", lists), ("objects.json", objects),
                           ("packed.csv.gz", gzip.compress(rows(edges).encode())), ("no_end.csv", rows(edges).rstrip("\n"))):
            self.edges(self.write(text, name), "--threads", "3")
            self.assertEqual(without_times(self.csv), expected, name)

    def test_degrees_and_joints_without_a_column(self):
        self.edges(self.write("shoulder,shoulder\n90,-90\n", "edges.csv"), "--degrees")
        row = read_csv(self.csv)[0]
        path = self.path("one.json")
        run("robot", self.arm, "--scene", self.scene, "--degrees", "--from=90,0", "--to=-90,0", "--json", path)
        self.assert_same(row, json.loads(read_text(path)), False)
        self.assertEqual(row["status"], "Contact")

    def test_exit_codes_and_words(self):
        free, contact = "1,0,1.2,0\n", "1,0,-1,0\n"
        code, _, report = self.edges(self.write(free, "free.csv"))
        self.assertEqual((code, report["totals"]["free"]), (0, 1))
        self.assertTrue(self.printed.startswith("free          all of 1 edge, proven\n"), self.printed)
        code, _, _ = self.edges(self.write(free + contact + free, "mixed.csv"))
        self.assertEqual(code, 1)
        self.assertTrue(self.printed.startswith("contact       on 1 of 3 edges; 2 free, proven\n"), self.printed)
        self.assertIn("mean µs", self.printed)
        code, _, report = self.edges(self.write(free + contact, "budget.csv"), "--max-checks", "1")
        self.assertEqual((code, report["totals"]["contact"]), (4, 0))
        self.assertTrue(self.printed.startswith("undecided "), self.printed)

    def test_an_edge_that_cannot_be_answered_is_counted_and_named(self):
        code, found, report = self.edges(self.write("1,0,1.2,0\n1,-900,1.2,900\n1,0,-1,0\n", "edges.csv"))
        self.assertEqual(code, 2)
        self.assertEqual([row["status"] for row in found], ["Free", "InvalidInput", "Contact"])
        self.assertEqual(report["totals"]["invalid"], 1)
        self.assertIn("edges.csv: 1 edge could not be answered; the first, edge 1: ", self.warned)
        self.assertTrue(self.printed.startswith("contact       on 1 of 3 edges; 1 free, proven; 1 invalid\n"), self.printed)
        self.assertEqual(self.edges(self.write("1,0,1.2,0\n1,-900,1.2,900\n", "edges.csv"))[0], 2)
        self.assertTrue(self.printed.startswith("invalid       1 of 2 edges; 1 free, proven\n"), self.printed)

    def test_a_robot_with_nothing_to_keep_apart(self):
        self.scene = self.write(json.dumps({"allowed": [["base", "*"], ["upper", "*"], ["lower", "*"]]}), "scene.json")
        code, found, report = self.edges(self.write("1,0,1.2,0\n", "edges.csv"))
        self.assertEqual((code, report["nothing_to_check"], found[0]["proven"]), (0, True, "0"))
        self.assertIn("nothing       to check", self.printed)

    def test_more_edges_than_a_block(self):
        edges = [(1 + i * 1e-5, 0, 1.1, 0) for i in range(5000)]
        code, found, _ = self.edges(self.write(rows(edges), "edges.csv"), "--decide")
        self.assertEqual((code, [int(row["index"]) for row in found]), (0, list(range(5000))))


class Refusals(EdgesTest):
    def refused(self, text, *words, name="edges.csv", more=()):
        before = self.write("kept", "a.csv")
        err = self.assert_refused(["robot", self.arm, "--scene", self.scene, "--edges", self.write(text, name), "--csv", self.csv, *more], *words)
        self.assertEqual(read_text(before), "kept")
        return err

    def test_bad_rows_are_named_by_file_line_and_field(self):
        good = "1,0,1.2,0\n"
        self.refused(good + "1,0,1.2\n", "edges.csv:2: row: 3 values, but an edge has 4: shoulder, elbow at the start")
        self.refused(good + "\n# x\n1,0,4,0\n", "edges.csv:4: end: ", "shoulder")
        self.refused("-4,0,1,0\n", "edges.csv:1: start: ", "shoulder")
        self.refused(good + "1,0,nan,0\n", "edges.csv:2: value 3: ", "not a finite number")
        self.refused(good + "1,,1,0\n", "edges.csv:2: value 2: ", "not a finite number")
        self.refused(good + "shoulder,elbow,shoulder,elbow\n", "edges.csv:2: value 1: ")
        self.refused("shoulder,shoulder\n1\n", "edges.csv:2: row: 1 value, but the header has 2")
        self.refused("shoulder,shoulder\n1,4\n", "edges.csv:2: end: ")
        self.refused("shoulder,shoulder,elbow\n", "edges.csv:1: header: 'elbow' comes once")
        self.refused("elbow,elbow,elbow\n", "edges.csv:1: header: 'elbow' comes three times")
        self.refused("elbow,elbov\n", "edges.csv:1: header: ", "did you mean 'elbow'?")
        self.refused("time,time\n", "edges.csv:1: header: ", "no joint 'time'")
        for text in "", "\n\n# nothing\n", "shoulder,shoulder\n", "[]":
            self.refused(text, "edges.csv: there is no edge in the file")
        self.assertEqual(run("robot", self.arm, "--edges", self.write("4,0,1,0\n", "far.csv"), "--ignore-limits")[0], 0)

    def test_bad_entries_of_json(self):
        for text, words in (("[[[1,0],[1]]]", "[0][1]: 1 value, but the robot has 2"), ("[[[1,0]]]", "[0]: not an array of two"),
                            ("[[[1,0],[4,0]]]", "[0][1]: "), ("[[1,0],[1,0]]", "[0][0]: neither"), ("[[[1,0],{\"time\":1}]]", "no joint 'time'"),
                            ("{}", "edges.json"), ("[", "edges.json:1: json")):
            self.refused(text, words, name="edges.json")

    def test_options_that_do_not_fit(self):
        one = "1,0,1.2,0\n"
        for more, word in ((["--path", "p.csv"], "--path"), (["--from=0,0"], "--from"), (["--to=0,0"], "--to"), (["--html", "a.html"], "--html"),
                           (["--certificates", "c.jsonl"], "--certificates"), (["--json", self.json, "--drawing"], "--drawing")):
            self.refused(one, "--edges", word, "cannot be given too", more=more)
        self.refused(one, "--clearance", "without --decide", more=["--clearance", "--decide"])
        self.assert_refused(["robot", self.arm, "--from=0,0", "--to=1,0", "--csv", self.csv], "--csv", "needs --edges")
        self.assert_refused(["robot", self.arm], "--edges FILE")
        self.assert_refused(["robot", self.arm, "--edges", self.path("none.csv")], "none.csv", "No such file")
        self.assert_refused(["robot", self.arm, "--edges", self.write(one, "a.csv"), "--csv", self.csv], "a.csv")


if __name__ == "__main__":
    unittest.main()
