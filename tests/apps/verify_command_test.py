"""firstcontact verify, and the certificates that solve writes: verdicts, exit codes, refusals."""
import copy
import gzip
import json
import os
import unittest

from command import CommandTest, read_text, run
from proof_rules import holds

FACE = [[0, 0, 0], [4, 0, 0], [0, 4, 0]]
# A point that comes down from z = 3 to z = 1 over the face, and the direction up.
PROOF = {"kind": "vertex-face", "points": [[1, 1, 3]] + FACE + [[1, 1, 1]] + FACE, "separation": 0, "norm": "l2", "t_max": 1,
         "segments": [{"t0": 0, "t1": 0.5, "n0": [0, 0, 1], "n1": [0, 0, 1]}, {"t0": 0.5, "t1": 1, "n0": [0, 0, 1], "n1": [0, 0, 1]}]}


def lines(*proofs):
    return "".join(json.dumps(proof) + "\n" for proof in proofs)


def changed(change):
    proof = copy.deepcopy(PROOF)
    change(proof)
    return proof


def without(name):
    return changed(lambda proof: proof.pop(name))


def replaced(value, *place):
    """PROOF with the value at proof[place[0]][place[1]]… replaced."""
    proof = copy.deepcopy(PROOF)
    at = proof
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = value
    return proof


class Verdicts(CommandTest):
    def verify(self, text, *arguments):
        return run("verify", self.write(text, "proofs.jsonl"), *arguments)

    def test_valid_proofs_are_exit_0(self):
        code, out, err = self.verify(lines(PROOF, PROOF))
        self.assertEqual((code, err), (0, ""))
        self.assertIn("2 of 2 proofs are valid", out)

    def test_a_false_proof_is_exit_1_and_named_with_line_segment_corner_and_reason(self):
        bad = replaced([1, 1, -2], "points", 4)
        code, out, _ = self.verify(lines(PROOF, bad, PROOF))
        self.assertEqual(code, 1)
        self.assertIn("proofs.jsonl:2: not proven: segment 2, corner 1 (p - v0): ", out)
        self.assertIn("negative", out)
        self.assertIn("2 of 3 proofs are valid", out)

    def test_every_part_of_a_proof_matters(self):
        for bad, words in ((replaced([1, 1, 0], "points", 4), "is zero"),
                           (replaced([0, 0, -1], "segments", 0, "n0"), "segment 1, corner 1"),
                           (replaced([0, 0, -1], "segments", 1, "n1"), "segment 2, corner 1"),
                           (replaced([9, 0, 1], "segments", 0, "n1"), "segment 1, corner 2 (p - v1)"),
                           (replaced(0.25, "segments", 0, "t1"), "segment 2 does not start where the one before ends"),
                           (replaced(0.1, "segments", 0, "t0"), "segment 1 does not start at 0"),
                           (replaced(0.75, "segments", 1, "t1"), "does not end at t_max"),
                           (replaced(0.5, "t_max"), "does not end at t_max"),
                           (replaced(2, "t_max"), "t_max must lie in [0, 1]"),
                           (replaced(1, "separation"), "does not exceed the separation"),
                           (replaced(-1, "separation"), "separation must be"),
                           (changed(lambda p: p["segments"].pop(0)), "segment 1 does not start at 0"),
                           (changed(lambda p: p["segments"].pop(1)), "segment 1, the last, does not end at t_max"),
                           (changed(lambda p: p["segments"].reverse()), "segment 1 does not start at 0"),
                           (changed(lambda p: p["segments"].append(p["segments"][1])), "segment 3 does not start"),
                           (replaced([], "segments"), "there are no segments")):
            code, out, err = self.verify(lines(bad))
            self.assertEqual(code, 1, f"{bad}: {err}")
            self.assertIn(words, out)

    def test_distance_equal_to_the_separation_is_contact_in_both_norms(self):
        for norm in ("l2", "linf"):
            proof = changed(lambda p: p.update(norm=norm, separation=0.9999999999999999))
            self.assertEqual(self.verify(lines(proof))[0], 0)
            self.assertEqual(self.verify(lines(dict(proof, separation=1)))[0], 1)

    def test_t_max_0_is_one_segment_without_length(self):
        proof = changed(lambda p: p.update(t_max=0, segments=[{"t0": 0, "t1": 0, "n0": [0, 0, 1], "n1": [0, 0, 1]}]))
        self.assertEqual(self.verify(lines(proof))[0], 0)

    def test_kinds_with_fewer_points_have_fewer_rows(self):
        points = {"edge-edge": [[0, 0, 1], [1, 0, 1], [0, 0, 0], [0, 1, 0]], "point-edge": [[0, 0, 1], [0, 0, 0], [0, 1, 0]],
                  "point-point": [[0, 0, 1], [0, 0, 0]], "point-segment-2d": [[0, 1, 0], [0, 0, 0], [1, 0, 0]]}
        for kind, rows in points.items():
            up = [0, 1, 0] if kind == "point-segment-2d" else [0, 0, 1]
            proof = dict(PROOF, kind=kind, points=rows + rows, segments=[{"t0": 0, "t1": 1, "n0": up, "n1": up}])
            code, out, err = self.verify(lines(proof))
            self.assertEqual(code, 0, out + err)
            self.assertEqual(self.verify(lines(dict(proof, points=rows + [rows[-1]] + rows[1:])))[0], 1)

    def test_a_long_line_is_read(self):
        count = 20000
        segments = [{"t0": i / count, "t1": (i + 1) / count, "n0": [0, 0, 1], "n1": [0, 0, 1]} for i in range(count)]
        code, out, err = self.verify(lines(dict(PROOF, segments=segments), PROOF))
        self.assertEqual(code, 0, err)
        self.assertIn("20,002 segments", out)

    def test_report_and_thread_counts(self):
        path = self.write(lines(*([PROOF, replaced([], "segments")] * 50)), "proofs.jsonl")
        other = self.write(lines(PROOF), "other.jsonl")
        outputs = set()
        for threads in (1, 2, 5):
            report = self.path("report.json")
            code, out, _ = run("verify", path, other, "--json", report, "--threads", threads)
            self.assertEqual(code, 1)
            outputs.add(out + read_text(report))
        self.assertEqual(len(outputs), 1)
        report = json.loads(read_text(report))
        self.assertEqual((report["proofs"], report["proven"], report["segments"]), (101, 51, 102))
        self.assertEqual([file["file"] for file in report["files"]], [path, other])
        self.assertEqual([failure["line"] for failure in report["files"][0]["failures"]], list(range(2, 101, 2)))
        self.assertIn("no segments", report["files"][0]["failures"][0]["reason"])
        self.assertEqual(report["files"][1]["failures"], [])


class Refusals(CommandTest):
    def refused(self, text, *words):
        return self.assert_refused(["verify", self.write(text, "proofs.jsonl")], "proofs.jsonl", *words)

    def test_missing_unknown_and_doubled_fields(self):
        for name in PROOF:
            self.refused(lines(PROOF, without(name)), f"proofs.jsonl:2: {name}: missing")
        for name in PROOF["segments"][0]:
            self.refused(lines(changed(lambda p: p["segments"][1].pop(name))), f"proofs.jsonl:1: segments[1].{name}: missing")
        self.refused(lines(replaced("screw", "motion")), "proofs.jsonl:1: motion: unknown field")
        self.refused(lines(PROOF).replace('"t_max": 1', '"t_max": 1, "t_max": 1'), "proofs.jsonl:1: t_max: comes twice")

    def test_wrong_types_and_lengths(self):
        for bad, words in ((replaced("x", "t_max"), "t_max: not a number"), (replaced(True, "separation"), "separation: not a number"),
                           (replaced(None, "points", 3, 1), "points[3][1]: not a number"), (replaced("0", "points", 3, 1), "points[3][1]"),
                           (replaced([0, 0], "points", 7), "points[7]: 2 entries, not 3"),
                           (changed(lambda p: p["points"].pop()), "points: 7 entries, not 8"), (replaced({}, "points"), "points: not an array"),
                           (replaced("cube-cube", "kind"), "kind: 'cube-cube'"), (replaced(3, "kind"), "kind: not a string"),
                           (replaced("point-point", "kind"), "points: 8 entries, not 4"), (replaced("l1", "norm"), "norm: 'l1'"),
                           (replaced({}, "segments"), "segments: not an array"), (replaced(7, "segments", 0), "segments[0]: not an object"),
                           (replaced([0, 0, 1, 0], "segments", 1, "n1"), "segments[1].n1: 4 entries, not 3"),
                           (replaced([0, "a", 1], "segments", 1, "n1"), "segments[1].n1[1]: not a number"), ([1], "json: not an object")):
            self.refused(lines(bad), f"proofs.jsonl:1: {words}")

    def test_numbers_that_are_not_finite(self):
        for text in ("NaN", "Infinity", "-Infinity", "1e999", "-1e999"):
            self.refused(lines(PROOF).replace('"t_max": 1', f'"t_max": {text}'), "proofs.jsonl:1: json: ")

    def test_what_is_not_json(self):
        for text in ("not json\n", lines(PROOF)[:-20], "\n", lines(PROOF) + "\n", '{"kind": "\xff"}\n'.encode("latin-1"), b"\0\n"):
            self.refused(text, "json: not JSON")

    def test_an_empty_file_proves_nothing(self):
        self.refused("", "no certificates")

    def test_a_file_that_is_not_there(self):
        self.assert_refused(["verify", self.path("none.jsonl")], "none.jsonl")
        self.assert_refused(["verify", self.folder.name], self.folder.name)
        self.assertEqual(run("verify")[0], 2)

    def test_an_unreadable_file_does_not_hide_the_verdict_on_the_others(self):
        bad = self.write("{}\n", "bad.jsonl")
        failing = self.write(lines(replaced([], "segments")), "failing.jsonl")
        good = self.write(lines(PROOF), "good.jsonl")
        code, out, err = run("verify", bad, failing, good)
        self.assertEqual(code, 2)
        self.assertIn("bad.jsonl:1: ", err)
        self.assertIn("failing.jsonl:1: not proven", out)
        self.assertIn("1 of 2 proofs are valid", out)

    def test_numbers_and_features_that_cannot_be_are_refused(self):
        proof = {"kind": "point-point", "points": [[1, 0, 0], [0, 0, 0], [1, 0, 0], [0, 0, 0]], "separation": 0, "norm": "l2", "t_max": 1,
                 "segments": [{"t0": 0, "t1": "1/3", "feature": "corner", "corners": [0]}, {"t0": "2/6", "t1": 1, "feature": "corner", "corners": [0]}]}
        code, out, err = run("verify", self.write(lines(proof), "thirds.jsonl"))
        self.assertEqual((code, err), (0, ""), out)
        for text, words in (("1/0", "denominator"), ("1/-3", "fraction"), ("0.5", "fraction"), ("", "fraction"), ("1" * 30000, "characters"), ("1/" + "1" * 30000, "characters")):
            mutated = json.loads(json.dumps(proof))
            mutated["segments"][0]["t1"] = text
            self.refused(lines(mutated), words)
        for name, value, words in (("feature", "edge", "feature"), ("feature", 1, "feature"), ("corners", [-1], "corners"), ("corners", "0", "corners")):
            mutated = json.loads(json.dumps(proof))
            mutated["segments"][0][name] = value
            self.refused(lines(mutated), words)
        contact = {"toi": 0.5, "toi_upper": 0.5, "at": 0.5, "weights": [1]}
        for name, value, words in (("weights", [], "weights"), ("weights", ["x"], "weights"), ("more", 1, "more"), ("at", None, "at")):
            mutated = {**json.loads(json.dumps(proof)), "contact": {**contact, name: value}}
            self.refused(lines(mutated), words)


class Certificates(CommandTest):
    """What `solve --certificates` writes."""

    def setUp(self):
        super().setUp()
        self.queries = self.path("queries")
        code, _, err = run("generate", self.queries, "--classes", "near-miss,two-roots,sliver", "--count", 60, "--seed", 5)
        self.assertEqual(code, 0, err)

    def solve(self, *arguments):
        code, out, err = run("solve", self.queries, *arguments)
        self.assertEqual(code, 0, err)
        return out

    def test_every_free_answer_has_a_line_and_all_verify(self):
        for arguments in ((), ("--exact",), ("--separation", 1e-3), ("--separation", 1e-3, "--norm", "linf", "--t-max", 0.5), ("--t-max", 0)):
            path, csv = self.path("proofs.jsonl"), self.path("answers.csv")
            out = self.solve("--certificates", path, "--csv", csv, *arguments)
            free, contacts = read_text(csv).count(",Free,"), read_text(csv).count(",Contact,")
            exact = "--exact" in arguments
            proofs = [json.loads(line) for line in read_text(path).splitlines()]
            self.assertGreater(len(proofs), 100)
            self.assertEqual(sum("contact" not in proof for proof in proofs), free)
            self.assertEqual(sum("contact" in proof for proof in proofs), contacts if exact else 0)
            self.assertTrue(contacts > 10 or "--t-max" in arguments)
            self.assertIn(f"certificates: {len(proofs)} written", out)
            self.assertEqual("contacts are without a proof" in out, contacts > 0 and not exact)
            self.assertEqual({proof["kind"] for proof in proofs}, {"vertex-face", "edge-edge"})
            for proof in proofs:
                self.assertEqual([name for name in proof if name != "contact"], ["kind", "points", "separation", "norm", "t_max", "segments"])
                self.assertEqual([len(row) for row in proof["points"]], [3] * 8)
            code, out, err = run("verify", path)
            self.assertEqual(code, 0, out + err)
            self.assertIn(f"{len(proofs)} of {len(proofs)} proofs are valid", out)

    def test_thread_counts_and_gzip_give_the_same_lines(self):
        texts = set()
        for threads, name in ((1, "a.jsonl"), (2, "b.jsonl"), (3, "c.jsonl.gz")):
            path = self.path(name)
            self.solve("--certificates", path, "--threads", threads)
            with (gzip.open if name.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
                texts.add(file.read())
            self.assertEqual(run("verify", path)[0], 0)
        self.assertEqual(len(texts), 1)

    def test_changed_lines_fail(self):
        path = self.path("proofs.jsonl")
        self.solve("--certificates", path)
        proofs = [json.loads(line) for line in read_text(path).splitlines()]
        for proof in proofs:
            segment = proof["segments"][-1]
            segment["n1"] = [-x for x in segment["n1"]]
        code, out, _ = run("verify", self.write(lines(*proofs), "negated.jsonl"))
        self.assertEqual(code, 1)
        self.assertIn(f"0 of {len(proofs)} proofs are valid", out)

    def test_only_the_certified_method_gives_certificates(self):
        path = self.path("proofs.jsonl")
        for method in ("exact", "tight-inclusion"):
            self.assert_refused(["solve", self.queries, "--method", method, "--certificates", path], "certificate")
            self.assertFalse(os.path.exists(path))

    def test_every_exact_answer_has_a_proof_that_the_rules_accept(self):
        kinds = set()
        for name, arguments in (("close", ()), ("ball", ("--separation", 0.01)), ("cube", ("--separation", 0.01, "--norm", "linf", "--t-max", 0.75))):
            self.queries = self.path(name)
            classes = "one-ulp-beside,double-root,coplanar,random,vertex-on-vertex"
            code, _, err = run("generate", self.queries, "--classes", classes, "--count", 40, "--seed", 5)
            self.assertEqual(code, 0, err)
            path, report = self.path("proofs.jsonl"), self.path("report.json")
            self.solve("--exact", "--certificates", path, "--json", report, *arguments)
            proofs = [json.loads(line) for line in read_text(path).splitlines()]
            for proof in proofs:
                self.assertTrue(holds(proof), proof)
            with open(report, encoding="utf-8") as file:
                report = json.load(file)
            written = report["certificates"]
            self.assertEqual((written["without_proof"], written["inexact_contacts_without_proof"]), (0, 0))
            self.assertEqual(len(proofs), report["totals"]["queries"])
            groups = {name: group for name, group in written.items() if isinstance(group, dict)}
            self.assertEqual(sum(group["proofs"] for group in groups.values()), len(proofs))
            self.assertEqual(sum(group["bytes"] for group in groups.values()), os.path.getsize(path))
            kinds |= {name for name, group in groups.items() if group["proofs"] > 0}
            code, out, err = run("verify", path, "--queries", self.queries, *arguments)
            self.assertEqual(code, 0, out + err)
            self.assertIn(" 0 touch by exact arithmetic", out)
        self.assertEqual(kinds, {"free_directions", "free_features", "contact_instant", "contact_crossing", "contact_root"})

    def test_the_rules_refuse_what_the_verifier_refuses(self):
        path = self.path("proofs.jsonl")
        self.solve("--exact", "--certificates", path)
        proofs = [json.loads(line) for line in read_text(path).splitlines()]
        contacts = [proof for proof in proofs if "contact" in proof]
        self.assertGreater(len(contacts), 20)
        changed = []
        for i, proof in enumerate(contacts):
            mutated = json.loads(json.dumps(proof))
            contact = mutated["contact"]
            if i % 3 == 0:
                contact["toi_upper"] = contact["toi"] / 2
            elif i % 3 == 1:
                mutated["points"][i % 4][i % 3] += 1
            else:
                contact["toi"] = 0
                mutated["segments"] = []
            changed.append(mutated)
        report = self.path("verdicts.json")
        code, _, err = run("verify", self.write(lines(*changed), "changed.jsonl"), "--json", report)
        self.assertEqual(code, 1, err)
        with open(report, encoding="utf-8") as file:
            refused = {failure["line"] for failure in json.load(file)["files"][0]["failures"]}
        self.assertEqual(refused, {i + 1 for i, proof in enumerate(changed) if not holds(proof)})
        self.assertGreater(len(refused), len(changed) // 2)


if __name__ == "__main__":
    unittest.main()
