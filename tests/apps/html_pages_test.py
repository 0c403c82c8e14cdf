"""--html of every verb: one page with the viewer, the report and what is drawn of it inside, and nothing from elsewhere."""
import base64
import gzip
import json
import math
import os
import re
import shutil
import subprocess
import unittest

from check_test import BOTH_FACES, TRIANGLE, obj, spike
from command import COMMAND, VIEWER, CommandTest, read_text, run
from every_verb import EveryVerbTest
from robot_test import ARM, POST
from screw_test import CUBE, CUBE_FACES, SPIKE, SPIKE_FACES
from solve_command_test import FREE, HIT

OPENED, CLOSED = '<script type="application/json" id="firstcontact-files">[', "]</script>"


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def turned(q, v):
    """The vector v turned by the quaternion q = (w, x, y, z)."""
    w, *u = q
    cross = lambda a, b: [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    twice = [2 * x for x in cross(u, v)]
    return [x + w * t + c for x, t, c in zip(v, twice, cross(u, twice))]


class PageTest(CommandTest):
    def page(self, *arguments, codes=(0, 1)):
        """The files in the page that a command writes, by name, in their order."""
        path = self.path("page.html")
        code, out, err = run(*arguments, "--html", path)
        self.assertIn(code, codes, out + err)
        return self.files_in(path)

    def files_in(self, path):
        text = read_text(path)
        before, _, rest = text.partition(OPENED)
        data, _, after = rest.partition(CLOSED)
        self.assertEqual(before + OPENED + CLOSED + after, read_text(VIEWER), "the rest of the page is the viewer")
        self.assertNotIn("<", data)
        files = {}
        for entry in json.loads("[" + data + "]"):
            self.assertNotIn(entry["name"], files)
            files[entry["name"]] = entry["text"].encode() if "text" in entry else base64.b64decode(entry["base64"], validate=True)
        return files

    @staticmethod
    def drawn_at(body, times, time, vertex):
        """Where a drawing has a vertex of a body at `time`."""
        poses = body["poses"]
        at = poses[7 * times.index(time):][:7] if len(poses) > 7 else poses
        return [x + y for x, y in zip(at[:3], turned(at[3:], body["positions"][3 * vertex:][:3]))]

    def assert_body_is_at(self, body, times, time, vertex, point):
        for x, y in zip(self.drawn_at(body, times, time, vertex), point):
            self.assertAlmostEqual(x, y, places=6)


class View(PageTest):
    def test_the_files_are_inside_bit_by_bit(self):
        contents = {"a.csv": b"1,2\n", "b.stl": bytes(range(256)) * 4000, "empty.ply": b"", "one.off": b"x", "two.off": b"xy", "c.json": b'{"a": 1}'}
        paths = {self.write(content, name): content for name, content in contents.items()}
        self.assertEqual(self.page("view", *paths), paths)

    def test_text_cannot_leave_its_element(self):
        hostile = "</script><script>alert(1)</script> <!--<script> \u2028\u2029 \\ \" \u00e9 ]"
        name = hostile.replace("/", "")
        path = self.write(json.dumps({"version": hostile}), name + ".json")
        files = self.page("view", path)
        self.assertEqual(files, {path: read_bytes(path)})
        page = read_text(self.path("page.html"))
        for mark in ("<script", "</script", "<!--"):
            self.assertEqual(page.count(mark), read_text(VIEWER).count(mark), mark)
        self.assertNotRegex(page, "[\u2028\u2029]")

    def test_the_page_loads_nothing_from_elsewhere(self):
        self.page("view", self.write("x", "x.csv"))
        page = read_text(self.path("page.html"))
        self.assertNotRegex(page, r"(?i)https?://|\bsrc\s*=|@import|url\(")
        self.assertIn("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'", page)

    def test_it_appears_whole_or_not_at_all(self):
        file = self.write("x", "x.csv")
        old = self.write("old", "page.html")
        self.assert_refused(["view", file, self.path("absent"), "--html", old], "absent")
        self.assert_refused(["view", file, "--html", old, "--json", "/dev/full"], "/dev/full")
        self.assertEqual(read_text(old), "old")
        self.assert_refused(["view", file, "--html", file], "x.csv")
        self.assert_refused(["view", file, "--html", "/dev/full"], "/dev/full")
        self.assert_refused(["view", file, "--html", os.path.join(file, "page.html")], "page.html")
        for flags in (["--port", "8080"], ["--no-browser"]):
            self.assert_refused(["view", file, "--html", old, *flags], flags[0])
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["page.html", "x.csv"])

    def test_files_that_are_too_large_for_a_page_are_refused(self):
        path = self.path("large.fct")
        with open(path, "wb") as file:
            file.truncate(300 << 20)
        self.assert_refused(["view", path, "--html", self.path("page.html")], "300 MB", "too many for one page")
        self.assertEqual(os.listdir(self.folder.name), ["large.fct"])


class Verbs(PageTest):
    def test_check_has_the_frames_and_the_impacts(self):
        frames = [self.write(obj(TRIANGLE + spike(z), BOTH_FACES), f"frame{z}.obj") for z in (1, -1, -2)]
        floor = self.write(obj(TRIANGLE, [(0, 1, 2)]), "floor.obj")
        csv = self.path("impacts.csv")
        files = self.page("check", *frames, "--all", "--output", csv, "--object", floor, floor, floor)
        report = json.loads(files["report.json"])
        self.assertEqual(list(files)[0], "report.json")
        self.assertEqual(report["command"][0], "check")
        for frame in (*report["objects"][0]["frames"], *report["objects"][1]["frames"]):
            self.assertEqual(files[frame], read_bytes(frame))
        self.assertEqual(files["impacts.csv"], read_bytes(csv))
        self.assertGreater(files["impacts.csv"].count(b"\n"), 1)
        self.assertEqual(set(files), {"report.json", *frames, floor, "impacts.csv"})
        self.assertEqual(self.page("check", *frames, "--all", "--object", floor, floor, floor)["impacts.csv"], read_bytes(csv))

    def test_screw_has_both_bodies_in_motion(self):
        cube, tip = self.write(obj(CUBE, CUBE_FACES), "cube.obj"), self.write(obj(SPIKE, SPIKE_FACES), "spike.obj")
        arguments = ["screw", cube, tip, "--a-to", "1,0,0", "--b-from", "0,0,5", "--b-to", "0,0,0/0,0,1@90"]
        files = self.page(*arguments, "--json", self.path("plain.json"), codes=(1,))
        report = json.loads(files["report.json"])
        self.assertEqual(list(files), ["report.json"])
        poses = report["poses"]
        self.assertEqual(poses["a"], {"from": {"position": [0, 0, 0], "quaternion": [1, 0, 0, 0]},
                                      "to": {"position": [1, 0, 0], "quaternion": [1, 0, 0, 0]}})
        for got, wanted in zip(poses["b"]["to"]["quaternion"], (math.sqrt(0.5), 0, 0, math.sqrt(0.5))):
            self.assertAlmostEqual(got, wanted, places=15)
        drawing = report.pop("drawing")
        plain = json.loads(read_text(self.path("plain.json")))
        self.assertNotIn("drawing", plain)
        self.assertEqual({**plain, "seconds": 0}, {**report, "seconds": 0})
        times, (a, b) = drawing["times"], drawing["bodies"]
        self.assertEqual(times, sorted(set(times)))
        self.assertEqual((times[0], times[-1]), (0, 1))
        self.assertGreaterEqual(len(times), 65)
        self.assertEqual([len(a["poses"]), len(b["poses"])], [7 * len(times)] * 2)
        self.assertEqual(a["positions"], [x for vertex in CUBE for x in vertex])
        self.assertEqual(len(b["triangles"]), 3 * len(b["faces"]))
        self.assertEqual(set(b["faces"]), set(range(len(SPIKE_FACES))))
        self.assert_body_is_at(a, times, 1, 0, [CUBE[0][0] + 1, *CUBE[0][1:]])
        self.assert_body_is_at(b, times, 0, 0, [SPIKE[0][0], SPIKE[0][1], SPIKE[0][2] + 5])
        self.assert_body_is_at(b, times, 1, 0, [-SPIKE[0][1], SPIKE[0][0], SPIKE[0][2]])
        touching = [c for c in report["collisions"] if c["kind"] == "FV"]
        self.assertTrue(touching)
        for collision in touching:
            self.assert_body_is_at(b, times, collision["time"], collision["b"], collision["point"])
        self.assertEqual(len(b["boxes"]) % 11, 0)
        self.assertEqual(b["boxes"][0], 0)

    def test_a_drawing_in_a_report_only_if_it_is_asked_for(self):
        cube, tip = self.write(obj(CUBE, CUBE_FACES), "cube.obj"), self.write(obj(SPIKE, SPIKE_FACES), "spike.obj")
        arm = self.write(ARM, "arm.urdf")
        for arguments in (["screw", cube, tip, "--b-to", "0,0,9"], ["robot", arm, "--from", "0,1", "--to=0,2"]):
            path = self.path("report.json")
            self.assertIn(run(*arguments, "--json", path, "--drawing")[0], (0, 1))
            drawn = json.loads(read_text(path))
            self.assertIn("poses", drawn["drawing"]["bodies"][0])
            inside = json.loads(self.page(*arguments)["report.json"])
            self.assertEqual(drawn["drawing"], inside["drawing"])
            self.assert_refused([*arguments, "--drawing"], "--drawing", "--json")

    def test_robot_has_all_bodies_along_the_path(self):
        arm = self.write(ARM, "arm.urdf")
        scene = self.write(json.dumps({
            "objects": [POST, {"name": "ball", "sphere": {"radius": 0.25}, "position": [5, 6, 7]}],
            "attached": [{"name": "tool", "link": "lower", "box": {"size": [0.125, 0.25, 0.5]}, "position": [0.25, 0, 0]}]}), "scene.json")
        path = self.write("1.5,0\n1.25,0.5\n1,0\n-1.5,0\n", "path.csv")
        files = self.page("robot", arm, "--path", path, "--scene", scene, codes=(1,))
        report = json.loads(files["report.json"])
        drawing = report["drawing"]
        times = drawing["times"]
        self.assertIn(report["toi"], times)
        self.assertGreaterEqual(len([t for t in times if t <= 1 / 3]), 17)
        bodies = {body["name"]: body for body in drawing["bodies"]}
        self.assertEqual(list(bodies), [body["name"] for body in report["bodies"]])
        self.assertEqual({name: body["role"] for name, body in bodies.items() if body["role"] != "link"},
                         {"post": "object", "ball": "object", "tool": "attached"})
        self.assertEqual([len(bodies[name]["poses"]) for name in ("post", "ball", "tool")], [7, 7, 7 * len(times)])
        ball = bodies["ball"]
        self.assertEqual(ball["shapes"][0]["radius"], 0.25)
        points = [ball["positions"][i:i + 3] for i in range(0, len(ball["positions"]), 3)]
        self.assertEqual(points[0], [5, 6, 7])
        self.assertGreater(len(points), 100)
        for point in points[1:]:
            self.assertAlmostEqual(math.dist(point, (5, 6, 7)), 0.25, places=7)
        counts = report["segment_counts"]
        self.assertEqual(len(counts), report["segment"] + 1)
        self.assertGreater(len(counts), 1)
        self.assertEqual({segment["pairs"] for segment in counts}, {report["counts"]["pairs"]})
        for name in ("after_spatial", "after_temporal", "checks", "steps"):
            self.assertEqual(sum(segment[name] for segment in counts), report["counts"][name])
            self.assertGreaterEqual(min(segment[name] for segment in counts), 0)
        for contact in (report["a"], report["b"]):  # edges that touch are where the drawing has them
            body = bodies[contact["body"]]
            self.assertEqual((contact["feature"], len(contact["vertices"])), ("edge", 2))
            first = body["shapes"][contact["shape"]]["first_vertex"]
            start, end = (self.drawn_at(body, times, report["toi"], first + vertex) for vertex in contact["vertices"])
            point = contact["point"]
            self.assertAlmostEqual(math.dist(start, point) + math.dist(point, end), math.dist(start, end), places=6)
        tool, lower = bodies["tool"], bodies["lower"]
        self.assertEqual(tool["poses"][3:7], lower["poses"][3:7])
        offset = turned(lower["poses"][3:7], [0.25, 0, 0])
        for k in range(3):
            self.assertAlmostEqual(tool["poses"][k], lower["poses"][k] + offset[k], places=7)

    def test_solve_has_the_queries_the_answers_and_what_every_method_says(self):
        queries = self.path("queries")
        self.assertEqual(run("generate", queries, "--classes", "random,hourglass", "--count", "6")[0], 0)
        csv = self.path("answers.csv")
        files = self.page("solve", queries, "--csv", csv)
        self.assertEqual(list(files)[0], "report.json")
        self.assertEqual(json.loads(files["report.json"])["totals"]["queries"], 24)
        on_disk = {os.path.join(at, name) for at, _, names in os.walk(queries) for name in names if name.startswith("queries.")}
        self.assertEqual(set(files) - {"report.json", "answers.csv", "verdicts.csv"}, on_disk)
        for path in on_disk:
            self.assertEqual(files[path], read_bytes(path))
        self.assertEqual(files["answers.csv"], read_bytes(csv))
        answers = [line.split(",") for line in files["answers.csv"].decode().splitlines()[1:]]
        truth = {(row[0], row[1]): row[3] == "1" for row in answers}
        rows = [line.split(",") for line in files["verdicts.csv"].decode().splitlines()]
        self.assertEqual(rows[0], ["file", "index", "method", "status", "toi"])
        self.assertEqual(len(rows), 1 + 24 * 14)
        for file, index, method, status, _ in rows[1:]:
            if method in ("exact", "certified-exact"):
                self.assertEqual(status != "Free", truth[file, index])
            if method in ("certified", "tight-inclusion", "tight-inclusion-fast") and truth[file, index]:
                self.assertNotEqual(status, "Free")
        self.assertEqual({row[2] for row in self.verdicts("solve", queries, "--separation", "0.001")}, {
            "certified", "certified-exact", "exact", "msrf", "accd"} | self.with_separation())

    def test_solve_cuts_large_files_and_keeps_their_names_apart(self):
        large = self.write((HIT + FREE).encode() + b"\n" * (64 << 20), "vertex-face", "a.csv")  # blank lines may end a file
        self.write(gzip.compress(FREE.encode()), "vertex-face", "a.csv.gz")
        self.write(HIT, "vertex-face", "a.csv.csv")
        files = self.page("solve", self.path("vertex-face"))
        contents = {name: len(data.splitlines()) // 8 for name, data in files.items() if "vertex-face" in name}
        self.assertEqual(contents, {large: 2, large + ".csv": 1, large + ".gz.csv": 1})
        for table in ("answers.csv", "verdicts.csv"):
            named = {tuple(line.split(",")[:2]) for line in files[table].decode().splitlines()[1:]}
            self.assertEqual(named, {(large, "0"), (large, "1"), (large + ".csv", "0"), (large + ".gz.csv", "0")})

    def verdicts(self, *arguments):
        return [line.split(",") for line in self.page(*arguments)["verdicts.csv"].decode().splitlines()[1:]]

    @staticmethod
    def with_separation():
        """Published methods that take a separation, as the help says."""
        return {line.split()[0] for line in re.findall(r"(?m)^  (\S+ .*takes --separation)", run("solve", "--help")[1])}

    def test_simulate_has_the_trace(self):
        arguments = ["simulate", "cloth-on-ball", "--size", "20", "--steps", "3"]
        files = self.page(*arguments, "--output", self.path("out"))
        self.assertEqual(list(files), ["report.json", "trace.fct"])
        self.assertEqual(files["trace.fct"], read_bytes(self.path("out", "trace.fct")))
        self.assertEqual(json.loads(files["report.json"])["steps_done"], 3)
        self.assertEqual(self.page(*arguments)["trace.fct"], files["trace.fct"])
        self.assert_refused([*arguments, "--output", self.path("out2"), "--html", self.path("out2", "page.html")], "page.html")
        self.assert_refused([*arguments[:-1], "1000000000", "--html", self.path("large.html")], "too many for one page")

    def test_bench_has_its_report_in_the_folder_and_where_it_was_asked_for(self):
        out, page = self.path("bench"), self.path("page.html")
        arguments = ["bench", out, "--quick", "--queries", "5", "--methods", "certified", "--studies", "comparison", "--sets", "simulation"]
        files = self.page(*arguments)
        self.assertEqual(files, {"report.json": read_bytes(os.path.join(out, "report.json"))})
        self.assertEqual(read_text(os.path.join(out, "report.html")), read_text(page))
        self.assertEqual(self.page("view", out), {os.path.join(out, "report.json"): files["report.json"]})
        os.remove(os.path.join(out, "report.html"))
        environment = {name: value for name, value in os.environ.items() if name != "FIRSTCONTACT_VIEWER"}
        program = self.path("place", "firstcontact")  # with no viewer beside it
        shutil.copy(COMMAND, program)
        done = subprocess.run([program, *arguments, "--fresh"], capture_output=True, text=True, env=environment, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no viewer.html", done.stdout)
        self.assertFalse(os.path.exists(os.path.join(out, "report.html")))


class EveryVerb(EveryVerbTest):
    def test_without_a_viewer_nothing_is_begun(self):
        absent = self.path("absent.html")
        for verb, arguments in self.commands("first"):
            if verb in ("generate", "verify", "view"):
                continue
            page, report = self.path("page.html"), self.path("report.json")
            arguments = [self.path("new") if argument in (self.path("firstsimulated"), self.path("firstbench")) else argument
                         for argument in arguments]
            done = subprocess.run([COMMAND, verb, *arguments, "--html", page, "--json", report], capture_output=True, text=True, timeout=60,
                                  env={**os.environ, "FIRSTCONTACT_VIEWER": absent})
            self.assertEqual((done.returncode, done.stdout), (2, ""), verb)
            self.assertIn("absent.html", done.stderr)
            for path in (page, report, self.path("new")):
                self.assertFalse(os.path.exists(path), (verb, path))

    def test_the_page_and_the_report_appear_together_or_not_at_all(self):
        for verb, arguments in self.commands():
            if verb in ("generate", "verify", "view"):
                continue
            page = self.path("page.html")
            self.assert_refused([verb, *arguments, "--html", page, "--json", "/dev/full"], "/dev/full")
            self.assertFalse(os.path.exists(page), verb)
            self.assert_refused([verb, *arguments, "--html", page, "--json", page], "page.html")
            self.assert_refused([verb, *arguments, "--html", os.path.join(self.path("no"), "folder", "page.html")], "page.html")


if __name__ == "__main__":
    unittest.main()
