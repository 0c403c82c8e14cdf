"""firstcontact verify on proofs about scenes: verdicts, exit codes, refusals."""
import json
import unittest

from command import CommandTest, read_text, run

IDENTITY = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
TRIANGLES = {"kind": "scene-triangles", "vertices": [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]],
             "triangles": [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]], "order": [3, 1, 0, 2]}
POINT = {"kind": "scene-triangles", "vertices": [[0, 0, 0]], "triangles": [[0, 0, 0]], "order": [0]}


def shift(x, y, z):
    return {"linear": IDENTITY, "offset": [x, y, z]}


# An arm turns about z and its hand, 5 away, turns back; a roof rests 4 above; a lamp hangs 3 below the roof's middle, on the axis.
SCENE = {"kind": "scene", "t_max": 1,
         "frames": [{"parent": -1, "before": shift(0, 0, 0), "angle_t0": 0.5, "angle": 3, "travel": [0, 0, 0.5], "after": shift(0, 0, 0)},
                    {"parent": 0, "before": shift(5, 0, 0), "angle_t0": 0, "angle": -3, "travel": [0, 0, 0], "after": shift(0, 0, 0)},
                    {"parent": -1, "fixed": shift(0, 0, 4)}],
         "shapes": [{"name": "arm", "triangles": 0, "frame": 0}, {"name": "hand", "triangles": 0, "frame": 1},
                    {"name": "roof", "triangles": 0, "frame": 2}, {"name": "tip", "triangles": 1, "frame": 1}],
         "pairs": [{"a": 0, "b": 2, "base": -1, "separation": 0.25}, {"a": 1, "b": 2, "base": -1, "separation": 0},
                   {"a": 0, "b": 3, "base": 0, "separation": 3}]}
PAIRS = [{"kind": "scene-pair", "pair": 0, "entries": [{"t0": 0, "t1": 1, "n": [0, 0, 1], "a": [0, 4], "b": [0, 4]}]},
         {"kind": "scene-pair", "pair": 1, "entries": [{"t0": 0, "t1": 0.5, "n": [0, 0, 1], "a": [0, 4], "b": [0, 4]},
                                                       {"t0": 0.5, "t1": 1, "n": [0, 0, 2], "a": [0, 1], "b": [0, 4]},
                                                       {"t0": 0.5, "t1": 1, "n": [0, 0, 3], "a": [1, 4], "b": [0, 4]}]},
         {"kind": "scene-pair", "pair": 2, "entries": [{"t0": 0, "t1": 1, "n": [1, 0, 0], "a": [0, 4], "b": [0, 1]}]}]
FILE = [TRIANGLES, POINT, SCENE, *PAIRS]
POINTS = {"kind": "point-point", "points": [[0, 0, 1], [0, 0, 0]] * 2, "separation": 0, "norm": "l2", "t_max": 1,
          "segments": [{"t0": 0, "t1": 1, "n0": [0, 0, 1], "n1": [0, 0, 1]}]}


def text_of(objects):
    return "".join(json.dumps(o) + "\n" for o in objects)


def replaced(value, *place):
    """FILE with the value at file[place[0]][place[1]]… replaced."""
    file = json.loads(json.dumps(FILE))
    at = file
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = value
    return file


def without(*place):
    file = replaced(None, *place)
    at = file
    for step in place[:-1]:
        at = at[step]
    del at[place[-1]]
    return file


class SceneVerdicts(CommandTest):
    def verify(self, objects, *arguments):
        return run("verify", self.write(text_of(objects), "proofs.jsonl"), *arguments)

    def test_a_valid_scene_is_exit_0(self):
        for threads in ("1", "3"):
            code, out, err = self.verify(FILE, "--threads", threads)
            self.assertEqual((code, err), (0, ""), out)
            self.assertIn("4 of 4 proofs are valid, 5 segments", out)

    def test_several_scenes_share_triangles_and_mix_with_other_kinds(self):
        code, out, err = self.verify([POINTS, *FILE, POINTS, *FILE[2:], POINTS])
        self.assertEqual((code, err), (0, ""), out)
        self.assertIn("11 of 11 proofs are valid", out)

    def test_order_of_pairs_does_not_matter(self):
        code, out, err = self.verify([TRIANGLES, POINT, SCENE, PAIRS[2], PAIRS[0], PAIRS[1]])
        self.assertEqual((code, err), (0, ""), out)

    def test_a_scene_without_pairs_claims_nothing_and_is_not_proven(self):
        code, out, err = self.verify(replaced([], 2, "pairs")[:3])
        self.assertEqual((code, err), (1, ""), out)
        self.assertIn("proofs.jsonl:3: not proven: it has no pairs, so it claims nothing", out)
        self.assertIn("0 of 1 proofs are valid, 0 segments", out)

    def test_chains_may_be_long(self):
        """A post beside a chain of frames that each turn by a thousandth of what is left over: 3,000 and 20,000 deep."""
        for count in (3000, 20000):
            frames = [{"parent": -1, "fixed": shift(0, 0, 100)}]
            for i in range(1, count):
                parent = -1 if i == 1 else i - 1
                frames.append({"parent": parent, "before": shift(0, 0, 0.001), "angle_t0": 0, "angle": 1 / count, "travel": [0, 0, 0],
                               "after": shift(0, 0, 0)} if i % 3 else {"parent": parent, "fixed": shift(0, 0, 0.001)})
            scene = {"kind": "scene", "t_max": 1, "frames": frames,
                     "shapes": [{"name": "tip", "triangles": 0, "frame": count - 1}, {"name": "roof", "triangles": 0, "frame": 0}],
                     "pairs": [{"a": 0, "b": 1, "base": -1, "separation": 0.25}]}
            good = {"kind": "scene-pair", "pair": 0, "entries": [{"t0": 0, "t1": 1, "n": [0, 0, 1], "a": [0, 4], "b": [0, 4]}]}
            code, out, err = self.verify([TRIANGLES, scene, good])
            self.assertEqual((code, err), (0, ""), out)
            bad = {"kind": "scene-pair", "pair": 0, "entries": [{"t0": 0, "t1": 1, "n": [1, 0, 0], "a": [0, 4], "b": [0, 4]}]}
            code, out, _ = self.verify([TRIANGLES, scene, bad])
            self.assertEqual(code, 1, out)
            self.assertIn("its direction does not keep the triangles apart", out)

    def test_says_what_was_proven(self):
        report = self.path("report.json")
        code, out, _ = self.verify(FILE + [POINTS], "--json", report)
        self.assertEqual(code, 0, out)
        self.assertLessEqual(max(map(len, out.splitlines())), 100, out)
        for word in ("arm", "hand", "roof", "tip", "point-point", "0 to 3", "0.5", "3.5", "surfaces", "inside of a solid"):
            self.assertIn(word, out)
        report = json.loads(read_text(report))
        self.assertEqual((report["command"][0], report["units"]["angle"]), ("verify", "radian"))
        self.assertTrue(report["version"])
        self.assertIn("surfaces", report["limits"])
        claims = report["files"][0]["claims"]
        scene = claims["scenes"][0]
        self.assertEqual((scene["line"], scene["proven"], scene["t_max"], scene["frames"], scene["shapes"]), (3, True, 1, 3, 4))
        self.assertEqual(scene["pairs"], [{"a": "arm", "b": "roof", "separation": 0.25}, {"a": "hand", "b": "roof", "separation": 0},
                                          {"a": "arm", "b": "tip", "separation": 3}])
        self.assertEqual([(m["frame"], m["carries"], m["angle_from"], m["angle_to"], m["travel"]) for m in scene["moving"]],
                         [(0, "arm", 0.5, 3.5, 0.5), (1, "hand, tip", 0, -3, 0)])
        self.assertEqual([(b["name"], b["triangles"], b["pairs"]) for b in scene["bodies"]],
                         [("arm", 4, 2), ("hand", 4, 1), ("roof", 4, 2), ("tip", 1, 1)])
        self.assertEqual(claims["pairs"], [{"kind": "point-point", "norm": "l2", "proofs": 1, "proven": 1, "contacts": 0, "segments": 1,
                                            "separation": {"min": 0, "max": 0}, "t_max": {"min": 1, "max": 1}}])

    def test_long_names_and_many_bodies_keep_tables_narrow(self):
        shapes = [{"name": "x" * 200 + str(i), "triangles": 0, "frame": 0} for i in range(50)] + SCENE["shapes"]
        scene = dict(SCENE, shapes=shapes, pairs=[dict(p, a=p["a"] + 50, b=p["b"] + 50) for p in SCENE["pairs"]])
        code, out, _ = self.verify([TRIANGLES, POINT, scene, *PAIRS])
        self.assertEqual(code, 0, out)
        self.assertLessEqual(max(map(len, out.splitlines())), 100, out)
        self.assertIn("and 34 more bodies", out)

    def test_a_pair_without_proof_fails_the_scene(self):
        for missing, name in ((3, "pair 0, arm and roof"), (4, "pair 1, hand and roof"), (5, "pair 2, arm and tip")):
            for tail in ([], [POINTS], FILE[2:]):
                code, out, _ = self.verify(without(missing) + tail)
                self.assertEqual(code, 1)
                self.assertIn(f"proofs.jsonl:3: not proven: 1 of 3 pairs have no valid proof, the first is {name}", out)
        code, out, _ = self.verify(FILE[:3])
        self.assertEqual(code, 1)
        self.assertIn("3 of 3 pairs have no valid proof", out)
        self.assertIn("0 of 1 proofs are valid", out)

    def test_every_part_of_a_proof_matters(self):
        apart = "its direction does not keep the triangles apart"
        for bad, line, words in ((replaced([0, 0, -1], 3, "entries", 0, "n"), 4, "pair 0, arm and roof: entry 1: " + apart),
                                 (replaced([1, 0, 0], 4, "entries", 1, "n"), 5, "pair 1, hand and roof: entry 2: " + apart),
                                 (replaced(0.25, 4, "entries", 0, "t1"), 5, "from t = 0.25 to 0.5"),
                                 (replaced(1.5, 3, "entries", 0, "t1"), 4, "entry 1: its interval leaves [0, t_max]"),
                                 (replaced([0, 3], 3, "entries", 0, "a"), 4, "no entry covers triangle 2 of a"),
                                 (replaced([0, 2], 5, "entries", 0, "b"), 6, "its range of b is empty or out of bounds"),
                                 (replaced([], 5, "entries"), 6, "there are no entries"),
                                 (replaced(3, 5, "pair"), 6, "there is no pair 3"),
                                 (replaced(2, 2, "pairs", 1, "separation"), 5, apart),
                                 (replaced(-1, 2, "pairs", 2, "base"), 6, apart),
                                 (replaced(0, 2, "pairs", 1, "b"), 5, apart),
                                 (replaced([0, 0, 2.5], 2, "frames", 0, "travel"), 4, apart),
                                 (replaced(1.0, 2, "frames", 0, "angle"), 6, None),
                                 (replaced([1, 0, 0], 2, "frames", 1, "before", "offset"), 6, apart),
                                 (replaced([0, 0, 2.5], 2, "frames", 2, "fixed", "offset"), 4, apart),
                                 (replaced(2, 2, "shapes", 1, "frame"), 5, apart),
                                 (replaced([-1, -1, 4], 0, "vertices", 3), 4, apart)):
            code, out, err = self.verify(bad)
            if words is None:  # seen from the arm, its own turn does not matter
                self.assertEqual(code, 0, out)
                continue
            self.assertEqual(code, 1, f"{words}: {out}{err}")
            self.assertIn(f"proofs.jsonl:{line}: not proven: ", out)
            self.assertIn(words, out)
            self.assertIn("proofs.jsonl:3: not proven: ", out)

    def test_a_claim_that_makes_no_sense_is_not_proven(self):
        for bad, words in ((replaced(2, 2, "t_max"), "t_max must lie in [0, 1]"),
                           (replaced(1, 2, "frames", 1, "parent"), "frame 1: its parent does not come before it"),
                           (replaced(1001, 2, "frames", 1, "angle"), "frame 1: an angle is beyond 1000 radians"),
                           (replaced(2, 2, "shapes", 1, "triangles"), "shape 1: its geometry does not exist"),
                           (replaced(3, 2, "shapes", 1, "frame"), "shape 1: its frame does not exist"),
                           (replaced(4, 2, "pairs", 1, "a"), "pair 1: a shape does not exist"),
                           (replaced(2, 2, "pairs", 1, "a"), "pair 1: it is of one shape"),
                           (replaced(0, 2, "pairs", 1, "base"), "pair 1: its base does not carry both shapes"),
                           (replaced(-1, 2, "pairs", 1, "separation"), "pair 1: separation must be"),
                           (replaced([3, 1, 1, 2], 0, "order"), "shape 0: geometry 0: its order names triangle 1 twice"),
                           (replaced([1, 3, 4], 0, "triangles", 3), "geometry 0: triangle 3: vertex 4 does not exist")):
            code, out, err = self.verify(bad)
            self.assertEqual(code, 1, f"{words}: {out}{err}")
            self.assertIn("proofs.jsonl:3: not proven: ", out)
            self.assertIn(words, out)

    def test_report_has_the_lines(self):
        report = self.path("report.json")
        code, _, _ = self.verify(replaced([], 5, "entries"), "--json", report)
        self.assertEqual(code, 1)
        report = json.loads(read_text(report))
        self.assertEqual((report["proofs"], report["proven"], report["segments"]), (4, 2, 4))
        self.assertEqual(report["files"][0]["failures"],
                         [{"line": 6, "reason": "pair 2, arm and tip: there are no entries"},
                          {"line": 3, "reason": "1 of 3 pairs have no valid proof, the first is pair 2, arm and tip"}])


class SceneRefusals(CommandTest):
    def refused(self, objects, *words):
        return self.assert_refused(["verify", self.write(text_of(objects), "proofs.jsonl")], "proofs.jsonl", *words)

    def test_missing_and_unknown_fields(self):
        for line in (0, 2, 5):
            for name in FILE[line]:
                if name != "kind":
                    self.refused(without(line, name), f"proofs.jsonl:{line + 1}: {name}: missing")
            self.refused(replaced(1, line, "more"), f"proofs.jsonl:{line + 1}: more: unknown field")
        for name in ("before", "angle", "angle_t0", "travel", "after", "parent"):
            self.refused(without(2, "frames", 0, name), f"proofs.jsonl:3: frames[0].{name}: missing")
        for name in SCENE["shapes"][0]:
            self.refused(without(2, "shapes", 1, name), f"proofs.jsonl:3: shapes[1].{name}: missing")
        for name in SCENE["pairs"][0]:
            self.refused(without(2, "pairs", 1, name), f"proofs.jsonl:3: pairs[1].{name}: missing")
        self.refused(replaced(shift(0, 0, 0), 2, "frames", 0, "fixed"), "proofs.jsonl:3: frames[0].after: unknown field")
        self.refused(without(5, "entries", 0, "n"), "proofs.jsonl:6: entries[0].n: missing")

    def test_wrong_types_and_lengths(self):
        for bad, words in ((replaced([0, 0], 0, "vertices", 2), "1: vertices[2]: 2 entries, not 3"),
                           (replaced(1.5, 0, "triangles", 2, 1), "1: triangles[2][1]: not an integer"),
                           (replaced("0", 0, "order", 1), "1: order[1]: not an integer"),
                           (replaced(7, 2, "shapes", 0, "name"), "3: shapes[0].name: not a string"),
                           (replaced({}, 2, "pairs"), "3: pairs: not an array"),
                           (replaced(None, 2, "frames", 1), "3: frames[1]: not an object"),
                           (replaced(2**31, 2, "frames", 1, "parent"), "3: frames[1].parent: beyond the range"),
                           (replaced(-1, 5, "pair"), "6: pair: negative"),
                           (replaced([1], 5, "entries", 0, "a"), "6: entries[0].a: 1 entries, not 2")):
            self.refused(bad, f"proofs.jsonl:{words}")

    def test_a_pair_before_any_scene(self):
        self.refused([TRIANGLES, POINT, PAIRS[0]], "proofs.jsonl:3: kind: no scene comes before this proof of a pair")

    def test_deep_nesting_is_refused_without_a_crash(self):
        for depth in (65, 1000, 1000000):
            for nested in ("[" * depth, "[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth,
                           '{"kind":"scene","frames":' + "[" * depth + "]" * depth + "}"):
                self.assert_refused(["verify", self.write(nested + "\n", "proofs.jsonl")], "proofs.jsonl:1: json: ",
                                    "more than 64 arrays and objects within each other")

    def test_triangles_alone_prove_nothing(self):
        self.refused([TRIANGLES, POINT], "no certificates")


if __name__ == "__main__":
    unittest.main()
