"""Proofs of mesh steps: firstcontact check --certificates, verify, and verify --meshes."""
import gzip
import json
import os
import random
import unittest

from check_test import obj
from command import read_text, run
from verify_inputs_test import InputsTest, lines_of


def grid(size, height, first=0, scale=1.0):
    """Vertices over the unit square at z = height(x, y), and faces whose vertices count from `first`."""
    at = lambda i, j: first + i * size + j
    vertices = [(scale * i / (size - 1), scale * j / (size - 1), height(i / (size - 1), j / (size - 1)))
                for i in range(size) for j in range(size)]
    faces = [face for i in range(size - 1) for j in range(size - 1)
             for face in ((at(i, j), at(i + 1, j), at(i, j + 1)), (at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)))]
    return vertices, faces


def bump(x, y):
    return 0.25 * (x - 0.5) ** 2 + 0.125 * y * y


class MeshProofs(InputsTest):
    def setUp(self):
        super().setUp()
        self.low, self.faces = grid(4, bump)
        self.count = len(self.low)
        self.both = self.faces + grid(4, bump, self.count)[1]

    def sheets(self, *gaps, name="sheets"):
        """Frames of a sheet over a sheet, one mesh; the gap is vertical. The swept boxes of the sheets overlap."""
        return [self.write(obj(self.low + [(x, y, z + gap) for x, y, z in self.low], self.both), f"{name}{i}.obj")
                for i, gap in enumerate(gaps)]

    def proofs(self, frames, *more):
        return self.prove("check", *frames, *more, "--certificates")

    def dropped(self, proofs, index, recount=True):
        def change(objects):
            del objects[index]
            if recount:
                objects[0]["pairs"] -= 1
        return self.changed(proofs, change)

    def assert_fails(self, words, proofs, *arguments):
        """A proof is refused by itself, whatever the inputs."""
        code, out, err = run("verify", proofs, *arguments)
        self.assertEqual((code, err), (1, ""), out)
        self.assertIn(words, out)

    def test_a_sheet_over_a_sheet(self):
        frames = self.sheets(0.5, 0.125)
        proofs = self.proofs(frames)
        objects = lines_of(proofs)
        self.assertEqual({k: v for k, v in objects[0].items() if k != "pairs"},
                         {"kind": "step", "step": 0, "vertices": 32, "edges": 66, "faces": 36, "objects": [32], "self": True,
                          "separation": 0, "norm": "l2", "t_max": 1})
        self.assertEqual(objects[0]["pairs"], len(objects) - 1)
        self.assertGreater(len(objects), 100)
        code, out, err = run("verify", proofs)
        self.assertEqual((code, err), (0, ""), out)
        self.assertIn("step, line", out)
        _, inputs = self.assert_fits(proofs, "--meshes", *frames)
        self.assertEqual((inputs["steps"], inputs["steps_covered"], inputs["without_proof"]), (1, 1, 0))
        self.assertGreater(inputs["close_pairs"], 100)

    def test_the_file_is_the_same_for_any_threads_and_broad_phase(self):
        frames = self.sheets(0.5, 0.125)
        expected = read_text(self.proofs(frames, "--threads", 1))
        for more in (["--threads", 3], ["--broad-phase", "sweep"], ["--broad-phase", "hash"], ["--broad-phase", "brute"], ["--all"]):
            self.assertEqual(read_text(self.proofs(frames, *more)), expected, more)
        packed = self.path("packed.jsonl.gz")
        self.assertEqual(run("check", *frames, "--certificates", packed)[0], 0)
        with gzip.open(packed, "rt") as file:
            self.assertEqual(file.read(), expected)
        self.assert_fits(packed, "--meshes", *frames)

    def test_every_dropped_line_is_missed(self):
        frames = self.sheets(0.5, 0.125)
        proofs = self.proofs(frames)
        for index in (1, 2, 50, len(lines_of(proofs)) - 1):
            changed = self.dropped(proofs, index)
            self.assertEqual(run("verify", changed)[0], 0)  # a proof of fewer pairs, valid by itself
            self.assert_differs("1 of ", changed, "--meshes", *frames)
            self.assert_differs("pairs that come near each other have no valid proof", changed, "--meshes", *frames)
            self.assert_fails("1 of", self.dropped(proofs, index, recount=False))
        self.assertEqual(run("verify", self.dropped(proofs, 0, recount=False))[0], 2)  # no step before the pairs

    def test_moved_vertices_differ(self):
        frames = self.sheets(0.5, 0.125)
        proofs = self.proofs(frames)
        for file in (0, 1):
            for vertex in (0, 5, 31):
                lines = read_text(frames[file]).splitlines()
                x, y, z = map(float, lines[vertex].split()[1:])
                lines[vertex] = f"v {x!r} {y!r} {z + 2.0 ** -40!r}"
                moved = list(frames)
                moved[file] = self.write("\n".join(lines) + "\n", "moved.obj")
                self.assert_differs(f"vertex {vertex} at t = {file} is at", proofs, "--meshes", *moved)
        self.assert_differs("not about these meshes", proofs, "--meshes", *reversed(frames))

    def test_another_topology_differs(self):
        frames = self.sheets(0.5, 0.125)
        proofs = self.proofs(frames)
        vertices = [self.low + [(x, y, z + gap) for x, y, z in self.low] for gap in (0.5, 0.125)]
        flipped = [(0, 5, 4), (0, 1, 5)] + self.both[2:]  # another diagonal in the first square
        for faces, edges, words in ((flipped, (), "no such pair of elements"), (self.both[:-1], (), "the meshes have 35"),
                                    (self.both, [(0, 31)], "the meshes have 67"),
                                    ([self.both[1], self.both[0]] + self.both[2:], (), "not about these meshes")):
            other = [self.write(obj(v, faces, edges), f"other{i}.obj") for i, v in enumerate(vertices)]
            self.assert_differs(words, proofs, "--meshes", *other)
        more = [self.write(obj(v + [(0.5, 0.5, 0.3)], self.both), f"more{i}.obj") for i, v in enumerate(vertices)]
        self.assert_differs("the meshes have 33", proofs, "--meshes", *more)

    def test_separation_norm_and_time(self):
        frames = self.sheets(0.5, 0.125)
        separation = ["--separation", 0.03125]
        proofs = self.proofs(frames, *separation)
        self.assert_fits(proofs, "--meshes", *frames, *separation)
        self.assert_fits(proofs, "--meshes", *frames)  # more than is needed
        self.assert_fits(proofs, "--meshes", *frames, "--separation", 0.03)
        self.assert_differs("less than 0.04", proofs, "--meshes", *frames, "--separation", 0.04)
        self.assert_differs("in l2, not in linf", proofs, "--meshes", *frames, *separation, "--norm", "linf")
        plain = self.proofs(frames)
        self.assert_differs("less than 0.03125", plain, "--meshes", *frames, *separation)
        box = self.proofs(frames, *separation, "--norm", "linf")
        self.assert_fits(box, "--meshes", *frames, *separation, "--norm", "linf")
        self.assert_fits(box, "--meshes", *frames, *separation)
        half = self.proofs(frames, "--t-max", 0.3)
        self.assert_fits(half, "--meshes", *frames, "--t-max", 0.3)
        self.assert_fits(half, "--meshes", *frames, "--t-max", 0.25)
        self.assert_differs("ends at t = 0.3, before t = 1", half, "--meshes", *frames)

    def test_claims_that_say_more_than_their_pairs_fail(self):
        frames = self.sheets(0.5, 0.125)
        proofs = self.proofs(frames)
        for change, words in ((lambda o: o[0].update(separation=0.01), "its separation is less than that of the step"),
                              (lambda o: o[0].update(pairs=o[0]["pairs"] + 1), "1 of"),
                              (lambda o: o[0].update(pairs=o[0]["pairs"] - 1), "more pairs follow"),
                              (lambda o: o.insert(2, o[1]) or o.pop(3), "ascending order"),
                              (lambda o: o.reverse() or o.insert(0, o.pop()), "ascending order"),
                              (lambda o: o[1]["segments"].clear(), "there are no segments"),
                              (lambda o: o[0].update(objects=[31]), "as many vertices"),
                              (lambda o: o[0].update(separation=-1), "negative")):
            self.assert_fails(words, self.changed(proofs, change))
            self.assert_fails(words, self.changed(proofs, change), "--meshes", *frames)
        short = self.changed(self.proofs(frames, "--t-max", 0.5), lambda o: o[0].update(t_max=1))
        self.assert_fails("it ends before the step", short)

    def test_altered_points_of_a_pair_differ(self):
        frames = self.sheets(0.5, 0.125)

        def lift(objects):  # still a valid proof, about another pair
            pair = next(o for o in objects[1:] if o["kind"] == "vertex-face" and o["elements"][0] >= 16 and o["elements"][1] < 18)
            pair["points"][0][2] += 2.0 ** -30
            pair["points"][4][2] += 2.0 ** -30
        proofs = self.changed(self.proofs(frames), lift)
        self.assertEqual(run("verify", proofs)[0], 0)
        self.assert_differs("is at (", proofs, "--meshes", *frames)

        def rename(objects):  # the proof of one pair under the name of another
            objects[1]["elements"], objects[2]["elements"] = objects[2]["elements"], objects[1]["elements"]
            objects[1], objects[2] = objects[2], objects[1]
        self.assert_differs("is at (", self.changed(self.proofs(frames), rename), "--meshes", *frames)

    def test_lines_of_another_form_are_refused(self):
        frames = self.sheets(0.5, 0.125)
        proofs = self.proofs(frames)
        for change, words in ((lambda o: o[0].pop("self"), ":1: self"), (lambda o: o[0].update(self=1), ":1: self"),
                              (lambda o: o[0].update(more=1), ":1: more"), (lambda o: o[0].update(pairs=-1), ":1: pairs"),
                              (lambda o: o[0].update(norm="l1"), ":1: norm"), (lambda o: o[0].update(objects=[1.5]), ":1: objects"),
                              (lambda o: o[1].update(elements=[1]), ":2: elements"),
                              (lambda o: o[1].update(elements=[[1, 2], 3]), ":2: elements[0]"),
                              (lambda o: o[1].update(elements=[0, -3]), ":2: elements[1]"),
                              (lambda o: o.pop(0), ":1: elements: no step comes before")):
            self.assert_refused(["verify", self.changed(proofs, change)], words)

    def test_a_step_that_boxes_prove_needs_the_meshes(self):
        triangle = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]
        frames = [self.write(obj(triangle + [(x, y, z + height) for x, y, z in triangle], [(0, 1, 2), (3, 4, 5)]), f"far{height}.obj")
                  for height in (5, 4)]
        proofs = self.proofs(frames)
        self.assertEqual([o["pairs"] for o in lines_of(proofs)], [0])
        self.assert_fails("proves nothing without the meshes", proofs)
        self.assert_fits(proofs, "--meshes", *frames)
        near = [frames[0], self.write(obj(triangle + triangle, [(0, 1, 2), (3, 4, 5)]), "near.obj")]
        self.assert_differs("have no valid proof; the first is vertex 0 and face 1", proofs, "--meshes", *near)
        # Apart by exactly the separation is contact; by more, it is not.
        self.assert_differs("less than 4", proofs, "--meshes", *frames, "--separation", 4)
        wide = self.proofs(frames, "--separation", 3.99)
        self.assert_fits(wide, "--meshes", *frames, "--separation", 3.99)

    def test_cloth_against_itself(self):
        flat, faces = grid(6, lambda x, y: 0.0)
        source = random.Random(5)
        folded = [(x if x < 0.5 else 1 - x + 0.01, y, 0.0 if x < 0.5 else 0.25 + 0.01 * source.random()) for x, y, _ in flat]
        closer = [(x, y, 0.6 * z) for x, y, z in folded]
        frames = [self.write(obj(v, faces), f"cloth{i}.obj") for i, v in enumerate((folded, closer))]
        proofs = self.proofs(frames)
        self.assertGreater(len(lines_of(proofs)), 150)
        self.assert_fits(proofs, "--meshes", *frames)
        self.assert_differs("have no valid proof", self.dropped(proofs, 7), "--meshes", *frames)

    def test_two_objects(self):
        high = lambda gap: self.write(obj([(x, y, z + gap) for x, y, z in self.low], self.faces), f"high{gap}.obj")
        low = self.write(obj(self.low, self.faces), "low.obj")
        frames = [high(0.5), high(0.125), "--object", low, low]
        proofs = self.write(read_text(self.proofs(frames)), "all.jsonl")
        self.assertEqual(lines_of(proofs)[0]["objects"], [16, 16])
        self.assert_fits(proofs, "--meshes", *frames)
        self.assert_fits(proofs, "--meshes", *frames, "--no-self")
        alone = self.proofs(frames, "--no-self")
        self.assertLess(len(lines_of(alone)), len(lines_of(proofs)))
        self.assert_fits(alone, "--meshes", *frames, "--no-self")
        self.assert_differs("leaves out pairs within one object", alone, "--meshes", *frames)
        # The same vertices and faces as one object, or in the other order.
        self.assert_differs("other objects", alone, "--meshes", *self.sheets(0.5, 0.125))
        self.assert_differs("not about these meshes", alone, "--meshes", low, low, "--object", *frames[:2], "--no-self")

    def test_outlines_in_the_plane_hair_and_points(self):
        square = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0)]
        outline = [(0, 1), (1, 2), (2, 3), (3, 0)]
        both = outline + [(a + 4, b + 4) for a, b in outline]
        points = [(0.5, 1.5, 0.0), (0.75, 1.5, 0.0)]

        def scene(step):
            # A square that stands on its corner beyond the corner (1, 1) of the first: boxes of their edges overlap.
            other = [(x - step, y, 0.0) for x, y in ((1.35, 0.85), (1.5, 1.0), (1.0, 1.5), (0.85, 1.35))]
            return square + other + [(x - 0.5 * step, y - step, z) for x, y, z in points]
        frames = [self.write(obj(scene(step), (), both), f"plane{step}.obj") for step in (0.0, 0.08)]
        proofs = self.proofs(frames)
        kinds = {o["kind"] for o in lines_of(proofs)}
        self.assertIn("edge-edge", kinds)
        self.assert_fits(proofs, "--meshes", *frames)
        wide = ["--separation", 0.05]
        close = [self.write(obj([(0.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.5, 0.25, z), (0.75, 0.3, z)], (), [(0, 1)]), f"hair{z}.obj")
                 for z in (0.0, 0.5)]
        proofs = self.proofs(close, *wide)
        self.assertEqual({o["kind"] for o in lines_of(proofs)}, {"step", "point-edge"})
        self.assertEqual(lines_of(proofs)[1]["elements"], [2, [0, 1]])
        self.assert_fits(proofs, "--meshes", *close, *wide)
        self.assert_differs("vertex 2 and edge 0-1", self.dropped(proofs, 1), "--meshes", *close, *wide)
        cross = [self.write(obj(p, ()), f"points{i}.obj")
                 for i, p in enumerate(([(0.0, 0.0, 0.0), (1.0, 0.25, 0.0)], [(1.0, 1.0, 0.0), (0.0, 0.25, 0.0)]))]
        proofs = self.proofs(cross)
        self.assertEqual(lines_of(proofs)[1]["elements"], [0, 1])
        self.assert_fits(proofs, "--meshes", *cross)

    def test_several_steps(self):
        frames = self.sheets(0.5, 0.25, 0.125, 0.375)
        proofs = self.write(read_text(self.proofs(frames)), "all.jsonl")
        self.assertEqual([o["step"] for o in lines_of(proofs) if o["kind"] == "step"], [0, 1, 2])
        _, inputs = self.assert_fits(proofs, "--meshes", *frames)
        self.assertEqual(inputs["steps_covered"], 3)
        self.assert_differs("step 2 (", self.proofs(frames[:3]), "--meshes", *frames)
        self.assert_differs("the proof is of step 2, the frames have 2 steps", proofs, "--meshes", *frames[:3])

        def drop_first(objects):
            second = next(i for i, o in enumerate(objects) if o.get("step") == 1)
            del objects[:second]
        self.assert_differs("step 0 (", self.changed(proofs, drop_first), "--meshes", *frames)
        twice = self.write(read_text(proofs) * 2, "twice.jsonl")
        self.assert_differs("comes again", twice, "--meshes", *frames)

    def test_steps_with_contact_have_no_proof(self):
        frames = self.sheets(0.5, 0.125, -0.5, -0.75)
        proofs, report = self.path("proofs.jsonl"), self.path("report.json")
        code, out, err = run("check", *frames, "--certificates", proofs, "--json", report)
        self.assertEqual((code, err), (1, ""))
        self.assertIn("1 step is not free and has no proof", out)
        steps = json.loads(read_text(report))["steps"]
        self.assertEqual([s["certificates"] is None for s in steps], [False, True, False])
        self.assertEqual([o["step"] for o in lines_of(proofs) if o["kind"] == "step"], [0, 2])
        self.assert_differs("step 1 (", proofs, "--meshes", *frames)

    def test_crossings_at_the_start_leave_no_proof(self):
        crossing = [(0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 4.0, 0.0), (1.0, 1.0, -1.0), (1.0, 1.0, 1.0), (1.5, 1.2, 1.0)]
        frame = self.write(obj(crossing, [(0, 1, 2), (3, 4, 5)]), "cross.obj")
        proofs = self.path("proofs.jsonl")
        code, out, _ = run("check", frame, frame, "--certificates", proofs)
        self.assertEqual(code, 1)
        self.assertIn("none, because elements cross or touch in the first frame", out)
        self.assertEqual(read_text(proofs), "")
        self.assertEqual(run("verify", proofs, "--meshes", frame, frame)[0], 2)

    def test_outputs_appear_together_or_not_at_all(self):
        frames = self.sheets(0.5, 0.125)
        proofs, report = self.path("proofs.jsonl"), self.path("report.json")
        self.assert_refused(["check", *frames, self.path("none.obj"), "--certificates", proofs, "--json", report], "no such file")
        self.assert_refused(["check", *frames, "--certificates", proofs, "--json", proofs], "proofs.jsonl")
        self.assert_refused(["check", *frames, "--certificates", frames[0]], frames[0])
        self.assertFalse(os.path.exists(proofs) or os.path.exists(report))

    def test_bad_usage(self):
        frames = self.sheets(0.5, 0.125)
        proofs = self.proofs(frames)
        for more, words in ((["--meshes", frames[0]], "--meshes"), (["--object", *frames], "--object"), (["--no-self"], "--no-self"),
                            (["--meshes", *frames, "--no-self"], "--no-self"), (["--separation", 1], "--separation"),
                            (["--meshes", *frames, "--object", frames[0]], "--object"),
                            (["--meshes", *frames, "--queries", "x"], "--meshes"),
                            (["--meshes", *frames, "--separation", -1], "--separation"),
                            (["--meshes", *frames, "--t-max", 2], "--t-max"),
                            (["--meshes", frames[0], self.path("none.obj")], "none.obj"),
                            (["--meshes", frames[0], self.write("v 0 0 0\n", "one.obj")], "one.obj")):
            self.assert_refused(["verify", proofs, *more], words)

    def test_pairs_too_close_for_doubles_are_proven(self):
        # The vertex ends so close to the face that only exact arithmetic tells it from contact.
        face = [(0.13436424411240122, 0.8474337369372327, 0.763774618976614),
                (0.2550690257394217, 0.49543508709194095, 0.4494910647887381),
                (0.651592972722763, 0.7887233511355132, 0.0938595867742349)]
        x, y, z = 0.34700874752486194, 0.7105307250548956, 0.43570842351319566
        frames = [self.write(obj(face + [(x, y, z + lift)], [(0, 1, 2)]), f"close{i}.obj") for i, lift in enumerate((0.5, 2.0 ** -52))]
        proofs = self.path("proofs.jsonl")
        code, out, _ = run("check", *frames, "--exact", "--certificates", proofs)
        self.assertEqual(code, 0, out)
        self.assertNotIn("no certificate", out)
        self.assertIn('"feature"', read_text(proofs))
        code, out, err = run("verify", proofs, "--meshes", *frames)
        self.assertEqual(code, 0, out + err)


if __name__ == "__main__":
    unittest.main()
