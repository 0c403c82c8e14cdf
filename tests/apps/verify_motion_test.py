"""firstcontact verify on proofs about moving bodies: verdicts, exit codes, refusals."""
import json
import unittest

from command import CommandTest, read_text, run

IDENTITY = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
VERTICES = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]
TRIANGLES = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]]
# Turns by a quarter about z, with the angle a = 1.5: velocity = a z × x, bend = a z × velocity.
SCREW = {"type": "screw", "angle": 1.5, "start": {"linear": IDENTITY, "offset": [0, 0, 0]},
         "velocity": {"linear": [[0, -1.5, 0], [1.5, 0, 0], [0, 0, 0]], "offset": [0, 0, 0]},
         "bend": {"linear": [[-2.25, 0, 0], [0, -2.25, 0], [0, 0, 0]], "offset": [0, 0, 0]}, "drift": [0, 0, -1]}
LINEAR = {"type": "linear", "from": {"linear": IDENTITY, "offset": [-5, 0, 4]}, "to": {"linear": IDENTITY, "offset": [5, 0, 4]}}
REST = {"type": "rest", "where": {"linear": IDENTITY, "offset": [0, 0, 4]}}
# A turns and sinks from z = 0 to −1, B goes past above it.
PROOF = {"kind": "motion", "a": {"vertices": VERTICES, "triangles": TRIANGLES, "motion": SCREW},
         "b": {"vertices": VERTICES, "triangles": TRIANGLES, "motion": LINEAR}, "separation": 0.5, "t_max": 1,
         "order_a": [3, 1, 0, 2], "order_b": [0, 1, 2, 3],
         "entries": [{"t0": 0, "t1": 0.5, "n": [0, 0, 1], "a": [0, 4], "b": [0, 4]},
                     {"t0": 0.5, "t1": 1, "n": [0, 0, 2], "a": [0, 1], "b": [0, 4]},
                     {"t0": 0.5, "t1": 1, "n": [0, 0.1, 3], "a": [1, 4], "b": [0, 4]}]}
PAIR = {"kind": "point-point", "points": [[0, 0, 1], [0, 0, 0]] * 2, "separation": 0, "norm": "l2", "t_max": 1,
        "segments": [{"t0": 0, "t1": 1, "n0": [0, 0, 1], "n1": [0, 0, 1]}]}


def lines(*proofs):
    return "".join(json.dumps(proof) + "\n" for proof in proofs)


def fresh():
    """A copy of PROOF in which nothing is shared, neither with PROOF nor between its bodies."""
    return json.loads(json.dumps(PROOF))


def changed(change):
    proof = fresh()
    change(proof)
    return proof


def replaced(value, *place):
    """PROOF with the value at proof[place[0]][place[1]]… replaced."""
    proof = fresh()
    at = proof
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = value
    return proof


class MotionVerdicts(CommandTest):
    def verify(self, text, *arguments):
        return run("verify", self.write(text, "proofs.jsonl"), *arguments)

    def test_valid_proofs_of_both_kinds_are_exit_0(self):
        code, out, err = self.verify(lines(PROOF, PAIR, replaced(REST, "b", "motion")))
        self.assertEqual((code, err), (0, ""), out)
        self.assertIn("3 of 3 proofs are valid, 7 segments", out)

    def test_every_part_of_a_proof_matters(self):
        for bad, words in ((replaced([0, 0, -1], "entries", 1, "n"), "entry 2: its direction does not keep the triangles apart"),
                           (replaced([0, 0, 0], "entries", 1, "n"), "entry 2: its direction is zero"),
                           (replaced(0.25, "entries", 0, "t1"), "from t = 0.25 to 0.5"),
                           (replaced(1.5, "entries", 1, "t1"), "entry 2: its interval leaves [0, t_max]"),
                           (replaced([0, 2], "entries", 2, "b"), "no entry covers triangle"),
                           (replaced([2, 4], "entries", 2, "a"), "no entry covers triangle 1 of a"),
                           (replaced([1, 5], "entries", 2, "a"), "entry 3: its range of a is empty or out of bounds"),
                           (changed(lambda p: p["entries"].pop()), "no entry covers triangle"),
                           (replaced([], "entries"), "there are no entries"),
                           (replaced([3, 1, 1, 2], "order_a"), "body a: its order names triangle 1 twice"),
                           (replaced([0, 1, 2], "order_b"), "body b: its order does not have one place for each triangle"),
                           (replaced([0, 0, 4], "a", "motion", "drift"), "does not keep the triangles apart"),
                           (replaced(1001, "a", "motion", "angle"), "body a: its angle is beyond 1000"),
                           (replaced([5, 0, 1], "b", "motion", "to", "offset"), "does not keep the triangles apart"),
                           (replaced([-1, -1, 4], "a", "vertices", 3), "does not keep the triangles apart"),
                           (replaced([1, 3, 4], "b", "triangles", 3), "body b: triangle 3: vertex 4 does not exist"),
                           (replaced(2.5, "separation"), "does not keep the triangles apart"),
                           (replaced(2, "separation"), "entry 1: its direction leaves too little room"),
                           (replaced(-1, "separation"), "separation must be"),
                           (replaced(2, "t_max"), "t_max must lie in [0, 1]")):
            code, out, err = self.verify(lines(PAIR, bad))
            self.assertEqual(code, 1, f"{bad}: {out}{err}")
            self.assertIn("proofs.jsonl:2: not proven: ", out)
            self.assertIn(words, out)
            self.assertIn("1 of 2 proofs are valid", out)

    def test_report_has_the_lines_of_both_kinds(self):
        report = self.path("report.json")
        code, _, _ = self.verify(lines(PROOF, PAIR, replaced([], "entries")), "--json", report)
        self.assertEqual(code, 1)
        report = json.loads(read_text(report))
        self.assertEqual((report["proofs"], report["proven"], report["segments"]), (3, 2, 4))
        self.assertEqual(report["files"][0]["failures"], [{"line": 3, "reason": "there are no entries"}])


class MotionRefusals(CommandTest):
    def refused(self, text, *words):
        return self.assert_refused(["verify", self.write(text, "proofs.jsonl")], "proofs.jsonl", *words)

    def test_missing_and_unknown_fields(self):
        for name in PROOF:
            if name != "kind":
                self.refused(lines(PROOF, changed(lambda p: p.pop(name))), f"proofs.jsonl:2: {name}: missing")
        for name in PROOF["a"]:
            self.refused(lines(changed(lambda p: p["a"].pop(name))), f"proofs.jsonl:1: a.{name}: missing")
        for name in SCREW:
            self.refused(lines(changed(lambda p: p["a"]["motion"].pop(name))), f"proofs.jsonl:1: a.motion.{name}: missing")
        for name in PROOF["entries"][0]:
            self.refused(lines(changed(lambda p: p["entries"][2].pop(name))), f"proofs.jsonl:1: entries[2].{name}: missing")
        self.refused(lines(replaced("l2", "norm")), "proofs.jsonl:1: norm: unknown field")
        self.refused(lines(replaced(0, "b", "motion", "angle")), "b.motion.angle: unknown field")
        self.refused(lines(PROOF).replace('"t_max": 1', '"t_max": 1, "t_max": 1'), "proofs.jsonl:1: t_max: comes twice")

    def test_wrong_types_and_lengths(self):
        for bad, words in ((replaced(None, "a"), "a: not an object"), (replaced({}, "a", "vertices"), "a.vertices: not an array"),
                           (replaced([0, 0], "a", "vertices", 2), "a.vertices[2]: 2 entries, not 3"),
                           (replaced([0, 1], "b", "triangles", 0), "b.triangles[0]: 2 entries, not 3"),
                           (replaced(1.0, "b", "triangles", 0, 2), "b.triangles[0][2]: not an integer"),
                           (replaced(2**31, "b", "triangles", 0, 2), "b.triangles[0][2]: beyond the range"),
                           (replaced(-2**31 - 1, "order_a", 2), "order_a[2]: beyond the range"),
                           (replaced(2**64, "order_a", 2), "order_a[2]"),
                           (replaced("spline", "a", "motion", "type"), "a.motion.type: 'spline' is none of rest, linear and screw"),
                           (replaced(7, "a", "motion", "type"), "a.motion.type: not a string"),
                           (replaced([], "a", "motion"), "a.motion: not an object"),
                           (replaced([[1, 0, 0]], "a", "motion", "bend", "linear"), "a.motion.bend.linear: 1 entries, not 3"),
                           (replaced("0", "a", "motion", "bend", "linear", 1, 2), "a.motion.bend.linear[1][2]: not a number"),
                           (replaced([1], "entries", 1, "a"), "entries[1].a: 1 entries, not 2"),
                           (replaced(3, "entries", 1), "entries[1]: not an object"),
                           (replaced(True, "entries", 1, "t0"), "entries[1].t0: not a number"),
                           (replaced("x", "separation"), "separation: not a number")):
            self.refused(lines(bad), f"proofs.jsonl:1: {words}")

    def test_numbers_that_are_not_finite(self):
        for text in ("NaN", "Infinity", "1e999"):
            self.refused(lines(PROOF).replace('"t_max": 1', f'"t_max": {text}'), "proofs.jsonl:1: json: ")


if __name__ == "__main__":
    unittest.main()
