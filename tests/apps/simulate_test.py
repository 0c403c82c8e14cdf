"""firstcontact simulate: what it writes, that a killed run goes on with the same bits, what it refuses. docs/guide/simulate.md"""
import array
import fcntl
import json
import math
import os
import random
import resource
import signal
import struct
import subprocess
import tempfile
import time
import unittest

from command import COMMAND, CommandTest, read_text, run

SCENE = "cloth-on-ball"
# Small and short; the cloth starts fast, so that it meets something soon.
SMALL = [SCENE, "--size", "60", "--set", "speed=3"]
STEPS = 9
# A block between a floor and a press that comes down without mercy.
PRESS = {"size": 20, "gravity": [0, 0, 0], "steps": 20, "objects": [
    {"name": "block", "solid": {"shape": "box", "size": [0.1, 0.1, 0.1]}},
    {"name": "floor", "obstacle": {"shape": "box", "size": [1, 1, 0.1]}, "elements": 12, "translate": [0, 0, -0.11]},
    {"name": "press", "obstacle": {"shape": "box", "size": [1, 1, 0.1]}, "elements": 12, "translate": [0, 0, 0.11],
     "motion": {"velocity": [0, 0, -2]}}]}
# Two tetrahedra with a common face; %s is the second one's fourth node.
GMSH = """$MeshFormat
2.2 0 8
$EndMeshFormat
$Nodes
5
1 0 0 0
2 1 0 0
3 0 1 0
4 0.1 0.1 1
5 %s
$EndNodes
$Elements
2
1 4 2 0 1 1 2 3 4
2 4 2 0 1 1 2 3 5
$EndElements
"""


def contents(folder):
    """Every file below a folder: name -> bytes."""
    found = {}
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def read_trace(path):
    """After docs/formats/traces.md: description, triangles, frames as (values, positions)."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89FCT\r\n\x1a\n"
    version, order, text, vertices, triangles, values, frame_bytes, zero = struct.unpack_from("<IIQQQQQQ", data, 8)
    assert (version, order, zero) == (1, 0x01020304, 0)
    description = json.loads(data[64:64 + text])
    at = 64 + text
    faces = struct.unpack_from(f"<{3 * triangles}I", data, at)
    at += (12 * triangles + 7) // 8 * 8
    assert frame_bytes == (8 * values + 12 * vertices + 7) // 8 * 8
    frames = []
    for k in range((len(data) - at) // frame_bytes):
        start = at + k * frame_bytes
        numbers = struct.unpack_from(f"<{values}d", data, start)
        frames.append((dict(zip(description["values"], numbers)), struct.unpack_from(f"<{3 * vertices}f", data, start + 8 * values)))
    return description, faces, frames


def read_frame(path):
    """Doubles and triangles of a binary PLY file that we wrote."""
    with open(path, "rb") as file:
        data = file.read()
    head, _, body = data.partition(b"end_header\n")
    lines = head.decode().splitlines()
    vertices, faces = (int(line.split()[2]) for line in lines if line.startswith(("element vertex", "element face")))
    positions = struct.unpack_from(f"<{3 * vertices}d", body)
    at, corners = 24 * vertices, []
    for _ in range(faces):
        corners.extend(struct.unpack_from("<3i", body, at + 1))
        at += 13
    return positions, corners


class Simulate(CommandTest):
    def setUp(self):
        """In memory where that can be: the program waits for the disk after every file."""
        memory = "/dev/shm"
        self.folder = tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None)
        self.addCleanup(self.folder.cleanup)

    def simulate(self, *arguments, steps=STEPS, expect=0):
        code, out, err = run("simulate", *SMALL, "--steps", steps, *arguments)
        self.assertEqual(code, expect, out + err)
        return out

    def report(self, *arguments, **options):
        path = self.path("report.json")
        self.simulate(*arguments, "--json", path, **options)
        return json.loads(read_text(path))

    def assert_same_folder(self, one, other):
        self.assert_same(contents(one), contents(other))

    def assert_same(self, one, other):
        """Not assertEqual: whole files in a message help nobody."""
        self.assertEqual(sorted(one), sorted(other))
        self.assertEqual([name for name in one if one[name] != other[name]], [])


class Usage(Simulate):
    def test_the_list_has_every_scene_and_its_parameters(self):
        code, out, err = run("simulate", "--list")
        self.assertEqual(code, 0, err)
        self.assertIn(SCENE, out)
        self.assertIn("--set ", out)

    def test_help_names_methods_and_exit_codes(self):
        out = run("simulate", "--help")[1]
        for word in ("certified", "tight-inclusion-fast", "fprf", "accd", "--resume", "--deduplicate", "Exit codes"):
            self.assertIn(word, out)

    def test_bad_flags_are_named(self):
        for arguments, words in ((["--steps", "-1"], ["--steps"]), (["--dt", "0"], ["--dt", "greater than 0"]),
                                 (["--dt", "nan"], ["--dt"]), (["--response", "penalty"], ["--response"]),
                                 (["--method", "fpfr"], ["--method", "did you mean 'fprf'"]), (["--size", "0"], ["--size"]),
                                 (["--set", "speed"], ["--set", "NAME=VALUE"]), (["--set", "speed=fast"], ["--set", "NAME=VALUE"]),
                                 (["--set", "gravity=1", "--set", "gravity=2"], ["--set", "twice"]), (["--resume"], ["--output"]),
                                 (["--deduplicate"], ["--record"]), (["--tolerance", "-1"], ["--tolerance"]),
                                 (["--method", "rp", "--tolerance", "1"], ["--tolerance", "rp has none"]),
                                 (["--method", "accd", "--tolerance", "1"], ["--tolerance", "between 0 and 1"]),
                                 (["--no-room", "--response", "active-set"], ["--no-room", "line-search"])):
            self.assert_refused(["simulate", SCENE, *arguments], *words)
        self.assert_refused(["simulate"], "SCENE")

    def test_a_scene_that_is_none_is_named(self):
        self.assert_refused(["simulate", "cloth-on-bal"], "cloth-on-bal")
        self.assert_refused(["simulate", self.path("none.json")], "none.json")
        self.assert_refused(["simulate", self.folder.name], self.folder.name)
        self.assert_refused(["simulate", self.write("{", "broken.json")], "broken.json")
        self.assert_refused(["simulate", SCENE, "--set", "no_such_parameter=1"], "no_such_parameter")

    def test_outputs_that_would_mix_are_refused(self):
        out = self.path("out")
        for arguments in (["--output", out, "--record", os.path.join(out, "q")], ["--output", os.path.join(out, "o"), "--record", out],
                          ["--output", out, "--json", os.path.join(out, "r.json")],
                          ["--record", out, "--json", os.path.join(out, "r.json")]):
            self.assert_refused(["simulate", *SMALL, *arguments], out)
        self.assertFalse(os.path.exists(out))

    def test_a_mesh_that_the_scene_reads_is_not_overwritten(self):
        meshes = {"solid": ("body.msh", GMSH % "0.1 0.1 -1"), "cloth": ("sheet.obj", "v 0 0 9\nv 1 0 9\nv 0 1 9\nf 1 2 3\n"),
                  "obstacle": ("wall.obj", "v 0 0 5\nv 1 0 5\nv 0 1 5\nf 1 2 3\n")}
        scene = self.write(json.dumps({"steps": 1, "objects": [{kind: {"file": name}} for kind, (name, _) in meshes.items()]}),
                           "folder", "scene.json")
        for name, text in meshes.values():
            mesh = self.write(text, "folder", name)
            os.symlink(mesh, self.path("link to " + name))
        for name, text in meshes.values():
            for option in ("--json", "--html"):
                for output in (self.path("folder", name), self.path("link to " + name)):
                    self.assert_refused(["simulate", scene, option, output], name, "is also an input")
            self.assertEqual(read_text(self.path("folder", name)), text)
        code, out, err = run("simulate", scene, "--json", self.path("folder", "report.json"))
        self.assertEqual(code, 0, out + err)


class Output(Simulate):
    def test_frames_and_trace_show_the_same(self):
        out = self.path("out")
        report = self.report("--output", out)
        self.assertEqual(sorted(os.listdir(out)),
                         ["checkpoint.fcs", *(f"frame_{k:04}.ply" for k in range(STEPS + 1)), "scene.json", "trace.fct"])
        description, faces, frames = read_trace(os.path.join(out, "trace.fct"))
        self.assertEqual(len(frames), STEPS + 1)
        self.assertEqual(description["scene"], SCENE)
        self.assertEqual(sum(body["vertices"] for body in description["bodies"]), len(frames[0][1]) // 3)
        self.assertEqual(len(description["values"]), len(description["value_units"]))
        for k, (values, positions) in enumerate(frames):
            exact, corners = read_frame(os.path.join(out, f"frame_{k:04}.ply"))
            self.assertEqual(list(positions), list(array.array("f", exact)))
            self.assertEqual(list(faces), corners)
            self.assertAlmostEqual(values["time"], k * description["time_step"])
            if k > 0:
                step = report["steps"][k - 1]
                energies = [values[name] for name in ("kinetic_energy", "elastic_energy", "gravity_energy", "contact_energy")]
                self.assertAlmostEqual(step["energy"], sum(energies))
                for name in ("kinetic_energy", "elastic_energy", "gravity_energy", "contact_energy", "newton_iterations", "contacts",
                             "questions"):
                    self.assertEqual(values[name], step[name])
        start = frames[0][0]
        self.assertAlmostEqual(2 * start["kinetic_energy"], -3 * start["momentum_z"])
        self.assertGreater(start["kinetic_energy"], 0)
        self.assertAlmostEqual(start["elastic_energy"], 0)
        self.assertTrue(math.isnan(start["newton_iterations"]))
        self.assertEqual(json.loads(read_text(os.path.join(out, "scene.json")))["name"], SCENE)

    def test_the_report_describes_itself_and_adds_up(self):
        report = self.report("--intersections")
        self.assertEqual((report["scene"], report["method"], report["steps_done"], report["stopped"]), (SCENE, "certified", STEPS, None))
        steps, totals = report["steps"], report["totals"]
        self.assertEqual([step["step"] for step in steps], list(range(1, STEPS + 1)))
        for name in ("newton_iterations", "contacts", "questions", "candidates", "intersections"):
            self.assertEqual(totals[name], sum(step[name] for step in steps), name)
        self.assertEqual(report["converged"], all(step["converged"] for step in steps))
        self.assertGreater(totals["questions"], 0)
        self.assertGreater(totals["seconds"], 0)
        self.assertLessEqual(totals["ccd_seconds"], totals["seconds"])

    def test_the_same_files_for_any_number_of_threads(self):
        for threads in (1, 2):
            self.simulate("--output", self.path(f"t{threads}"), "--record", self.path(f"q{threads}"), "--threads", threads)
        self.assert_same_folder(self.path("t1"), self.path("t2"))
        self.assert_same_folder(self.path("q1"), self.path("q2"))

    def test_every_method_runs(self):
        for method in ("exact", "tight-inclusion", "tight-inclusion-fast", "irf", "uirf", "fprf", "tccd", "rp", "rrp", "bsc", "msrf", "accd"):
            report = self.path("report.json")
            code, out, err = run("simulate", "two-heads", "--size", 20, "--steps", 1, "--method", method, "--json", report)
            self.assertEqual(code, 0, out + err)
            self.assertEqual(json.loads(read_text(report))["method"], method)

    def test_a_folder_with_other_things_is_refused(self):
        mine = self.write("mine", "out", "letter.txt")
        for resume in ([], ["--resume"]):
            self.assert_refused(["simulate", *SMALL, "--output", os.path.dirname(mine), *resume], "letter.txt")
        self.assertEqual(contents(os.path.dirname(mine)), {"letter.txt": b"mine"})
        self.assert_refused(["simulate", *SMALL, "--output", mine], "not a folder")
        frame = self.write("mine", "frames", "frame_0007.ply")  # a name that a simulation would use
        self.assert_refused(["simulate", *SMALL, "--output", os.path.dirname(frame), "--resume"], "frame_0007.ply")
        self.assertEqual(contents(os.path.dirname(frame)), {"frame_0007.ply": b"mine"})
        self.simulate("--output", self.path("new"), steps=1)
        self.assert_refused(["simulate", *SMALL, "--output", self.path("new")], "has a simulation already", "--resume")


class Resume(Simulate):
    def start(self, *arguments, **options):
        process = subprocess.Popen([COMMAND, "simulate", *SMALL, "--steps", str(STEPS), *arguments], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True, **options)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_more_steps_later_are_the_same_as_at_once(self):
        self.simulate("--output", self.path("whole"))
        for steps in (0, 5, 5, STEPS):
            self.simulate("--output", self.path("parts"), "--resume", steps=steps)
        self.assert_same_folder(self.path("whole"), self.path("parts"))
        report = self.report("--output", self.path("parts"), "--resume", steps=STEPS + 1)
        self.assertEqual((report["resumed_from"], report["steps_done"], report["totals"]["steps_timed"]), (STEPS, STEPS + 1, 1))
        self.assertIsNone(report["steps"][0]["seconds"])

    def test_a_scene_file_has_the_same_name_by_every_path(self):
        scene, out = self.write(json.dumps(PRESS), "press.json"), self.path("out")
        self.assertEqual(run("simulate", scene, "--steps", 1, "--output", out)[0], 0)
        other = os.path.join(os.path.dirname(scene), ".", "press.json")
        code, text, err = run("simulate", other, "--steps", 2, "--output", out, "--resume")
        self.assertEqual(code, 0, text + err)

    def test_killed_at_random_moments_it_goes_on_with_the_same_bits(self):
        """The seed is fixed, the moments are not: they depend on the machine. Runs are killed at a random time, or as soon as a
        random number of files is there."""
        for response, deduplicate in (("line-search", ["--deduplicate"]), ("active-set", [])):
            self.assertGreater(self.kills_of_runs_that_go_on(response, deduplicate), 2)

    def kills_of_runs_that_go_on(self, response, deduplicate):
        seed = random.Random(14)
        whole = self.path(response, "whole")
        began = time.monotonic()
        self.simulate("--output", os.path.join(whole, "out"), "--record", os.path.join(whole, "q"), "--response", response, *deduplicate)
        whole_seconds = time.monotonic() - began
        kills = 0
        for trial in range(4):
            folder = self.path(response, str(trial))
            arguments = ["--output", os.path.join(folder, "out"), "--record", os.path.join(folder, "q"), "--response", response,
                         *deduplicate, "--resume"]
            for _ in range(2):
                process = self.start(*arguments)
                if trial % 2 == 0:
                    time.sleep(seed.random() * whole_seconds)
                else:
                    files = seed.randrange(2 * STEPS)
                    while process.poll() is None and sum(len(names) for _, _, names in os.walk(folder)) < files:
                        time.sleep(0.0005)
                process.kill()
                process.wait()
                kills += process.returncode == -signal.SIGKILL
            self.simulate(*arguments)
            self.assert_same_folder(whole, folder)
        return kills

    def test_ctrl_c_leaves_no_temporary_files_and_it_goes_on(self):
        self.simulate("--output", self.path("whole"))
        process = self.start("--output", self.path("out"))
        while not os.path.exists(self.path("out", "frame_0001.ply")):
            self.assertIsNone(process.poll(), "it ended by itself: make its task larger")
            time.sleep(0.0005)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertFalse([name for name in contents(self.path("out")) if ".tmp-" in name])
        self.simulate("--output", self.path("out"), "--resume")
        self.assert_same_folder(self.path("whole"), self.path("out"))

    def test_what_is_newer_than_the_checkpoint_is_discarded(self):
        out, queries = self.path("out"), self.path("q")
        record = ["--output", out, "--record", queries]
        self.simulate(*record, steps=5)
        older = {name: data for name, data in contents(out).items() if name == "checkpoint.fcs"}
        self.simulate(*record, "--resume")
        whole, recorded = contents(out), contents(queries)
        # As if killed after the frames and the trace of a later step, in the middle of writing one more of each.
        self.write(older["checkpoint.fcs"], "out", "checkpoint.fcs")
        self.write(whole["trace.fct"] + b"half a frame", "out", "trace.fct")
        self.write(b"half", "out", "frame_0006.ply.tmp-123-0")
        self.write(b"half", "out", "checkpoint.fcs.tmp-123-1")
        self.write(b"half", "q", SCENE, "edge-edge", "000099.fcq.tmp-123-2")
        self.simulate(*record, "--resume")
        self.assert_same(contents(out), whole)
        self.assert_same(contents(queries), recorded)

    def test_another_simulation_is_refused_by_field(self):
        out = self.path("out")
        self.simulate("--output", out, steps=1)
        before = contents(out)
        for arguments, field in ((["--dt", "0.123"], "settings.time_step"), (["--response", "active-set"], "settings.response"),
                                 (["--method", "fprf"], "method"), (["--tolerance", "0.001"], "tolerance"),
                                 (["--intersections"], "intersections"), (["--record", self.path("q")], "record")):
            self.assert_refused(["simulate", *SMALL, "--output", out, "--resume", *arguments], "scene.json", f"{field} is", "was")
        self.assert_refused(["simulate", SCENE, "--size", "200", "--output", out, "--resume"], "scene.json", "bodies[")
        self.assertEqual(contents(out), before)
        self.assertFalse(os.path.exists(self.path("q")))

    def test_damaged_files_are_refused_and_kept(self):
        out = self.path("out")
        self.simulate("--output", out, steps=2)
        good = contents(out)
        checkpoint = bytearray(good["checkpoint.fcs"])
        checkpoint[len(checkpoint) // 2] ^= 1
        for name, data, word in (("checkpoint.fcs", bytes(checkpoint), "checksum"), ("checkpoint.fcs", good["checkpoint.fcs"][:-1], "bytes"),
                                 ("checkpoint.fcs", b"", "no checkpoint"), ("trace.fct", good["trace.fct"][:-1], "has 2 frames"),
                                 ("trace.fct", b"x" + good["trace.fct"][1:], "not the trace"), ("scene.json", b"{", "json"),
                                 ("scene.json", b"[]", "another simulation")):
            self.write(data, "out", name)
            self.assert_refused(["simulate", *SMALL, "--output", out, "--resume"], name, word)
            self.assertEqual(contents(out), {**good, name: data})
            self.write(good[name], "out", name)
        self.simulate("--output", out, "--resume", steps=3)

    def test_a_recording_of_something_else_is_refused_and_kept(self):
        out, queries = self.path("out"), self.path("q")
        self.simulate("--output", out, "--record", queries)
        good = contents(queries)
        again = ["simulate", *SMALL, "--output", out, "--record", queries, "--resume", "--steps", STEPS + 1]
        files = [name for name in good if name.endswith(".fcq")]
        self.assertTrue(files)
        os.remove(os.path.join(queries, files[0]))
        self.assert_refused(again, queries, "checkpoint says")
        self.write(good[files[0]], "q", files[0])
        self.write(b"{}", "q", SCENE, "recording.json")
        self.assert_refused(again, "recording.json", "another simulation")
        self.assert_refused(["simulate", *SMALL, "--record", queries], "not empty")
        self.write(good[os.path.join(SCENE, "recording.json")], "q", SCENE, "recording.json")
        self.assertEqual(contents(queries), good)
        self.assertEqual(run(*again)[0], 0)

    def test_one_folder_takes_one_run_at_a_time(self):
        out = self.path("out")
        self.simulate("--output", out, steps=1)
        descriptor = os.open(out, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            self.assert_refused(["simulate", *SMALL, "--output", out, "--resume"], "another simulation is writing")
        finally:
            os.close(descriptor)

    def test_a_full_disk_leaves_the_checkpoint(self):
        """The limit of a file's size fails like a full disk: first the trace becomes too long."""
        self.simulate("--output", self.path("whole"))
        whole = contents(self.path("whole"))
        limit = (len(whole["trace.fct"]) + max(len(data) for name, data in whole.items() if name != "trace.fct")) // 2
        self.assertLess(limit, len(whole["trace.fct"]) - 100)

        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        process = self.start("--output", self.path("out"), preexec_fn=limited)
        _, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 2, err)
        self.assertIn("trace.fct: cannot be written", err)
        self.assertFalse([name for name in contents(self.path("out")) if ".tmp-" in name])
        self.assertGreater(len(contents(self.path("out"))), 5)
        self.simulate("--output", self.path("out"), "--resume")
        self.assert_same_folder(self.path("whole"), self.path("out"))


class Faults(Simulate):
    def test_a_simulation_that_cannot_go_on_names_step_and_pair_and_keeps_the_steps_before(self):
        scene, out, queries = self.write(json.dumps(PRESS), "press.json"), self.path("out"), self.path("q")
        command = ["simulate", scene, "--output", out, "--record", queries, "--intersections", "--json", self.path("report.json")]
        code, text, err = run(*command)
        self.assertEqual(code, 4, text + err)
        report = json.loads(read_text(self.path("report.json")))
        done = report["steps_done"]
        self.assertTrue(0 < done < 20)
        self.assertTrue(report["stopped"].startswith(f"step {done + 1}: "), report["stopped"])
        self.assertIn(" of block", report["stopped"])
        self.assertEqual(report["totals"]["intersections"], 0)
        self.assertIn(f"stopped     after {done} steps", text)
        self.assertEqual(sum(name.startswith("frame_") for name in os.listdir(out)), done + 1)
        self.assertEqual(len(read_trace(os.path.join(out, "trace.fct"))[2]), done + 1)
        before, recorded = contents(out), contents(queries)
        self.assertEqual(run(*command, "--resume")[0], 4)
        self.assert_same(contents(out), before)
        self.assert_same(contents(queries), recorded)
        self.assertEqual(run(*command, "--resume", "--steps", done)[0], 0)

    def test_without_room_the_distances_become_tiny(self):
        self.assertLess(self.report("--no-room")["totals"]["smallest_distance"], self.report()["totals"]["smallest_distance"] / 1000)

    def test_a_start_that_intersects_is_refused_by_name(self):
        deeper = json.loads(json.dumps(PRESS))
        deeper["objects"][1]["translate"] = [0, 0, -0.08]
        self.assert_refused(["simulate", self.write(json.dumps(deeper), "deep.json"), "--output", self.path("out")],
                            "deep.json", "intersect", "at the start", "block", "floor")
        self.assertFalse(os.path.exists(self.path("out")))

    def test_tetrahedra_that_are_folded_over_or_flat_are_refused(self):
        scene = self.write(json.dumps({"objects": [{"name": "body", "solid": {"file": "body.msh"}}]}), "scene.json")
        for node, words in (("0.3 0.1 -1", None), ("0.5 0.1 0.7", ["scene.json", "intersect", "body"]), ("2 3 0", ["body.msh:15", "volume"])):
            self.write(GMSH % node, "body.msh")
            command = ["simulate", scene, "--steps", "1"]
            if words:
                self.assert_refused(command, *words)
            else:
                self.assertEqual(run(*command)[0], 0)


class Recording(Simulate):
    def test_the_recording_is_read_by_solve_and_bench_with_nothing_missed(self):
        queries = self.path("q")
        report = self.report("--record", queries)
        counts = {kind["kind"]: kind for kind in report["recording"]["kinds"]}
        self.assertEqual(report["recording"]["questions"], report["totals"]["questions"])
        self.assertGreater(sum(kind["queries"] for kind in counts.values()), 100)
        self.assertGreater(sum(kind["contacts"] for kind in counts.values()), 0)
        for exact in ([], ["--exact"]):
            code, out, err = run("solve", queries, *exact, "--json", self.path("solve.json"))
            self.assertEqual(code, 0, out + err)
        solved = json.loads(read_text(self.path("solve.json")))
        for kind, count in counts.items():
            found = [group for group in solved["groups"] if group["scene"] == SCENE and group["kind"] == kind]
            self.assertEqual(sum(group["queries"] for group in found), count["queries"])
            self.assertEqual(sum(group["false_negatives"] + group["false_positives"] for group in found), 0)
        code, out, err = run("bench", self.path("bench"), "--quick", "--queries", 20, "--methods", "certified", "--studies", "comparison",
                             "--sets", "samples", "--data", queries)
        self.assertEqual(code, 0, out + err)

    def test_without_repeats_it_has_every_query_once(self):
        self.simulate("--record", self.path("all"))
        self.simulate("--record", self.path("once"), "--deduplicate")

        def queries(folder):
            found = []
            for name, data in sorted(contents(folder).items()):
                if name.endswith(".fcq"):
                    found += [data[16:20] + data[at:at + 192] for at in range(64, len(data), 216)]
            return found

        every, once = queries(self.path("all")), queries(self.path("once"))
        self.assertEqual(len(once), len(set(once)))
        self.assertEqual(set(every), set(once))


if __name__ == "__main__":
    unittest.main()
