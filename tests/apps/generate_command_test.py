"""firstcontact generate: files that solve reads back, the same from the same seed, refusals."""
import filecmp
import json
import os
import unittest

from command import CommandTest, read_csv, run


class Generate(CommandTest):
    def classes(self):
        code, out, _ = run("generate", "--list")
        self.assertEqual(code, 0)
        return [line.split()[0] for line in out.splitlines()[2:]]

    def test_every_class_is_listed_and_made_and_read_back(self):
        code, _, err = run("generate", self.folder.name, "--count", "20", "--seed", "5")
        self.assertEqual(code, 0, err)
        self.assertEqual(sorted(os.listdir(self.folder.name)), sorted(self.classes()))
        for method in ("certified", "exact", "tight-inclusion", "tight-inclusion-fast"):
            code, out, err = run("solve", self.folder.name, "--method", method, "--max-checks", "5000")
            self.assertEqual(code, 0, out + err)

    def test_the_companion_file_has_the_exact_times(self):
        name = self.classes()[0]
        run("generate", self.folder.name, "--classes", name, "--count", "30")
        kind = os.listdir(self.path(name, "x")[:-2])[0]
        answers = self.path("answers.csv")
        run("solve", self.path(name, kind, "queries.csv"), "--method", "exact", "--csv", answers)
        times = read_csv(self.path(name, kind, "queries.toi"))
        solved = read_csv(answers)
        self.assertEqual([(r["truth"], r["toi"], r["toi_upper"]) for r in times], [(r["truth"], r["toi"], r["toi_upper"]) for r in solved])

    def test_the_same_seed_makes_the_same_files_on_any_number_of_threads(self):
        name = self.classes()[0]
        for folder, seed, threads in (("a", 7, 1), ("b", 7, 2), ("c", 8, 2)):
            run("generate", self.path(folder), "--classes", name, "--count", "50", "--seed", seed, "--threads", threads)
        kind = os.listdir(self.path("a", name))[0]
        files = [self.path(folder, name, kind, "queries.csv") for folder in "abc"]
        self.assertTrue(filecmp.cmp(files[0], files[1], shallow=False))
        self.assertFalse(filecmp.cmp(files[0], files[2], shallow=False))

    def test_a_cloth_step_is_made_for_check(self):
        code, out, err = run("generate", self.folder.name, "--cloth", "20", "--json", self.path("made.json"))
        self.assertEqual(code, 0, err)
        with open(self.path("made.json"), encoding="utf-8") as file:
            frames = json.load(file)["files"]
        self.assertEqual([os.path.basename(f) for f in frames], ["cloth_0.ply", "cloth_1.ply"])
        self.assertIn("722 faces", out)  # 19 x 19 cells of two triangles
        code, out, err = run("check", *frames)
        self.assertEqual(code, 1, out + err)
        self.assertEqual(run("check", frames[0], frames[0])[0], 0)

    def test_refusals(self):
        self.assert_refused(["generate", self.folder.name, "--cloth", "1"], "cloth")
        self.assert_refused(["generate", self.folder.name, "--cloth", "9", "--count", "5"], "cloth")
        self.assert_refused(["generate"], "DIR")
        self.assert_refused(["generate", self.folder.name, "--classes", "no-such-class"], "no-such-class")
        self.assert_refused(["generate", self.folder.name, "--count", "0"], "count")
        self.assert_refused(["generate", self.folder.name, "--seed", "-1"], "seed")
        self.assert_refused(["generate", self.write("", "a-file") + "/below"], "a-file")


if __name__ == "__main__":
    unittest.main()
