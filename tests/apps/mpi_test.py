"""firstcontact-mpi: the same files and words as firstcontact, but for times, for any number of ranks; nothing finished is done again."""
import fcntl
import glob
import json
import os
import random
import re
import shutil
import signal
import subprocess
import time
import unittest

from check_test import crumpled_grid, obj
from command import CommandTest, read_text, run
from robot_edges_test import random_edges, rows
from robot_test import ARM, POST

MPI = os.environ.get("FIRSTCONTACT_MPI_COMMAND", "build/release/firstcontact-mpi")
MPIRUN = os.environ.get("FIRSTCONTACT_MPIRUN") or shutil.which("mpirun") or "mpirun"
os.environ.pop("FIRSTCONTACT_DATA", None)  # the tool and the job are compared on the same sets
# Containers run as root, have few cores, and forbid processes to read each other's memory.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
               "OMPI_MCA_btl_vader_single_copy_mechanism": "none", "OMPI_MCA_mpi_yield_when_idle": "1",
               "OMPI_MCA_odls_base_sigkill_timeout": "0"}
SEED = 20261118
TIMES = re.compile(r'("(?:\w+_us|seconds|started|finished|spread|repeats)": )(\[[^]]*\]|[^,\n]*)')
NUMBER = re.compile(r"[0-9][0-9.,e+-]*( k|M| s| ms)?")


def setUpModule():
    if shutil.which(MPIRUN) is None:
        raise unittest.SkipTest(f"there is no {MPIRUN} (Debian: openmpi-bin)")


def start(ranks, *arguments):
    """A running job; 0 ranks: without mpirun."""
    words = [MPI, *map(str, arguments)]
    if ranks:
        words = [MPIRUN, "--quiet", "--bind-to", "none", "-n", str(ranks), *words]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", env=ENVIRONMENT,
                            start_new_session=True)


def job(ranks, *arguments):
    """Exit code, standard output, standard error."""
    process = start(ranks, *arguments)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def without_times(text):
    """Text of a report, or of a CSV file, whose column of times, if there is one, is the last."""
    header, _, rest = text.partition("\n")
    if header.endswith(",time_us"):
        return header + "\n" + re.sub(r",[0-9.]+$", "", rest, flags=re.M)
    return TIMES.sub(r"\1 0", text)


def children(process):
    """The processes of ranks that a running job has."""
    found = []
    for status in glob.glob("/proc/[0-9]*/stat"):
        try:
            words = read_text(status).rsplit(")", 1)[1].split()
        except (OSError, IndexError):
            continue
        if int(words[1]) == process.pid:
            found.append(int(status.split("/")[2]))
    return sorted(found)


class MpiTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder.name)

    def compare(self, ranks, arguments, outputs, *more):
        """Runs both programs with the same output names; everything but times is the same."""
        expected = run(*arguments)
        files = {}
        for name in outputs:
            files[name] = read_text(name)
            os.remove(name)
        code, out, err = job(ranks, *arguments, *more)
        self.assertEqual(code, expected[0], out + err)
        for name in outputs:
            self.assertEqual(without_times(read_text(name)), without_times(files[name]), f"{name}, {ranks} ranks")
        return expected, (code, out, err)

    def queries(self, count=400, *more):
        self.assertEqual(run("generate", "queries", "--count", count, "--seed", SEED, "--classes", "random,sliver,touch-at-end", *more)[0], 0)

    def frames(self, count=7):
        for seed in range(count):
            flat, moved, faces = crumpled_grid(seed, size=6)
            self.write(obj(moved if seed else flat, faces), f"frame{seed}.obj")
        return [f"frame{seed}.obj" for seed in range(count)]


class Solve(MpiTest):
    OUTPUTS = ["a.csv", "a.json"]
    ARGUMENTS = ["solve", "queries", "--csv", "a.csv", "--json", "a.json"]

    def test_csv_files_give_the_same_bytes_for_any_number_of_ranks(self):
        self.queries()
        for ranks, chunk in (0, 1000), (1, 64), (2, 37), (4, 100):
            expected, got = self.compare(ranks, self.ARGUMENTS, self.OUTPUTS, "--chunk", chunk)
            self.assertEqual(NUMBER.sub("", got[1]).split(), NUMBER.sub("", expected[1]).split())
            self.assertEqual(got[2], "")

    def test_packed_files_and_proofs_give_the_same_bytes(self):
        self.queries(300, "--packed")
        self.compare(2, [*self.ARGUMENTS, "--exact", "--certificates", "p.jsonl"], [*self.OUTPUTS, "p.jsonl"], "--chunk", 50)
        self.compare(4, [*self.ARGUMENTS, "--separation", "0.01", "--norm", "linf", "--method", "tight-inclusion",
                         "--max-checks", "500"], self.OUTPUTS)

    def test_more_ranks_than_chunks_and_compressed_files(self):
        self.queries(20)
        subprocess.run(["gzip", "queries/random/vertex-face/queries.csv"], check=True)
        # Rank 0 of so many only merges.
        self.compare(18, self.ARGUMENTS, self.OUTPUTS)

    def test_rows_with_carriage_returns_a_byte_order_mark_and_blank_lines_at_the_end(self):
        self.queries(50)
        path = "queries/random/vertex-face/queries.csv"
        text = read_text(path)
        self.write(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() + b"\r\n" * 300, path)
        self.compare(2, self.ARGUMENTS, self.OUTPUTS, "--chunk", 7)

    def test_one_message_for_bad_input_and_the_same_as_of_one_process(self):
        self.queries(100)
        path = "queries/sliver/edge-edge/queries.csv"
        lines = read_text(path).splitlines()
        for change in ("7/3", "", None):
            bad = list(lines)
            if change is None:
                del bad[-3]
            else:
                bad[531] = change
            self.write("\n".join(bad) + "\n", path)
            expected = run(*self.ARGUMENTS)
            self.assertEqual(expected[0], 2)
            self.assertEqual(job(3, *self.ARGUMENTS, "--chunk", 16), expected)
            self.assertFalse(os.path.exists("a.csv"))

    def test_refusals_are_said_once(self):
        for arguments, words in ((["solve"], "PATH is required"), (["solve", "nowhere"], "nowhere"), (["fly"], "no verb 'fly'"),
                                 (["solve", "x", "--resume"], "--resume requires --journal"), (["solve", "x", "--chunk", "0"], "--chunk")):
            code, out, err = job(3, *arguments)
            self.assertEqual((code, out), (2, ""), err)
            self.assertEqual(err.count(words), 1, err)
        self.queries(5)
        self.write("", "queries/random/vertex-face/empty.csv")
        code, _, err = job(2, *self.ARGUMENTS)
        self.assertEqual(code, 2)
        self.assertEqual(err.count("holds no query"), 1)

    def test_help_has_examples(self):
        code, out, err = job(2, "--help")
        self.assertEqual((code, err, out.count("mpirun -n 4 firstcontact-mpi solve")), (0, "", 1))
        self.assertIn("--journal", job(0, "solve", "--help")[1])

    def test_a_page_is_made_by_one_process_and_says_so(self):
        self.queries(5)
        code, _, err = job(2, *self.ARGUMENTS, "--html", "a.html")
        self.assertEqual(code, 0, err)
        self.assertIn("--html is made by one process", err)
        self.assertTrue(os.path.exists("a.html"))


class Killed(MpiTest):
    """Jobs that are killed at moments chosen from a seed, and resumed."""
    ARGUMENTS = ["solve", "queries", "--method", "exact", "--csv", "a.csv", "--json", "a.json"]
    JOURNAL = ["--journal", "work", "--chunk", "50", "--threads", "1"]

    def setUp(self):
        super().setUp()
        self.queries(6000, "--packed")
        self.assertEqual(run(*self.ARGUMENTS)[0], 0)
        self.expected = [without_times(read_text(name)) for name in ("a.csv", "a.json")]
        os.remove("a.csv"), os.remove("a.json")

    def test_killed_edges_resume_to_the_same_bytes(self):
        edges = random_edges(6000)
        self.write(ARM, "arm.urdf")
        self.write(json.dumps({"objects": [POST]}), "scene.json")
        self.write(rows(edges), "edges.csv")
        arguments = ["robot", "arm.urdf", "--scene", "scene.json", "--edges", "edges.csv", "--clearance", "--csv", "a.csv", "--json", "a.json"]
        self.assertEqual(run(*arguments)[0], 1)
        expected = [without_times(read_text(name)) for name in ("a.csv", "a.json")]
        os.remove("a.csv"), os.remove("a.json")
        process = start(4, *arguments, *self.JOURNAL)
        self.assertTrue(self.kill_when(process, 100_000, 2), "the job was too short to be killed")
        process.communicate(timeout=60)
        self.assertFalse(os.path.exists("a.csv"))
        self.assertGreater(self.records(), 0)
        code, out, err = job(2, *arguments, *self.JOURNAL, "--resume")
        self.assertEqual(code, 1, out + err)
        self.assertEqual([without_times(read_text(name)) for name in ("a.csv", "a.json")], expected)
        # What was finished is not done again: nothing is left to do now.
        size = self.records()
        self.assertEqual(job(1, *arguments, *self.JOURNAL, "--resume")[0], 1)
        self.assertEqual(self.records(), size)

    def records(self):
        return sum(os.path.getsize(part) for part in glob.glob("work/*.chunks"))

    def kill_when(self, process, done, victim):
        """Ends a rank, or the job (-1), once the journal has `done` bytes; False if the job was faster."""
        ranks = []
        while self.records() < done and process.poll() is None:
            ranks = children(process)  # looked for beforehand, because the job goes on meanwhile
        if process.poll() is not None or len(ranks) <= victim:
            return False
        if victim < 0:
            for one in [process.pid, *ranks]:
                os.kill(one, signal.SIGKILL)
        else:
            os.kill(ranks[victim], signal.SIGKILL)
        return True

    def test_a_killed_rank_or_job_resumes_to_the_same_bytes(self):
        generator = random.Random(SEED)
        killed = 0
        for victim in (3, 0, -1):
            shutil.rmtree("work", ignore_errors=True)
            process = start(4, *self.ARGUMENTS, *self.JOURNAL)
            hit = self.kill_when(process, generator.randrange(1, 1_000_000), victim)
            process.communicate(timeout=60)
            if os.path.exists("a.csv"):  # the job was done; a file is written whole or not at all
                self.assertEqual(without_times(read_text("a.csv")), self.expected[0])
            elif hit and process.returncode != 0:
                killed += 1
            before = self.records()
            code, out, err = job(2, *self.ARGUMENTS, *self.JOURNAL, "--resume")
            self.assertEqual(code, 0, out + err)
            self.assertEqual([without_times(read_text(name)) for name in ("a.csv", "a.json")], self.expected)
            self.assertGreater(before, 0)
            os.remove("a.csv")
            # What was finished is not done again: nothing is left to do now.
            size = self.records()
            self.assertEqual(job(1, *self.ARGUMENTS, *self.JOURNAL, "--resume")[0], 0)
            self.assertEqual(self.records(), size)
            self.assertEqual(without_times(read_text("a.csv")), self.expected[0])
            os.remove("a.csv")
        self.assertGreaterEqual(killed, 2, "the jobs were too short to be killed")

    def refused(self, *words, arguments=None, chunk="50", more=("--resume",)):
        code, out, err = job(2, *(arguments or self.ARGUMENTS), "--journal", "work", "--chunk", chunk, *more)
        self.assertEqual(code, 2, out + err)
        for word in words:
            self.assertEqual(err.count(word), 1, err)

    def test_stale_foreign_and_damaged_journals(self):
        # --resume begins where there is nothing yet.
        self.assertEqual(job(2, *self.ARGUMENTS, *self.JOURNAL, "--resume")[0], 0)
        self.refused("holds a journal already", more=())
        self.refused("of another command", arguments=[*self.ARGUMENTS, "--t-max", "0.5"])
        self.refused("chunks of another size", chunk="60")
        self.refused("chunks of another size", chunk="51")  # as many of them: 30 a file
        with open("work/journal.json", encoding="utf-8") as used:
            fcntl.flock(used, fcntl.LOCK_EX)
            self.refused("another job is using this journal")
        # A damaged record is done again, one that is cut off too.
        part = max(glob.glob("work/*.chunks"), key=os.path.getsize)
        with open(part, "r+b") as file:
            file.seek(os.path.getsize(part) // 2)
            byte = file.read(1)[0]
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([byte ^ 1]))
            file.truncate(os.path.getsize(part) - 5)
        size = self.records()
        code, _, err = job(2, *self.ARGUMENTS, *self.JOURNAL, "--resume")
        self.assertEqual((code, err.count("done again")), (0, 1), err)
        self.assertEqual(without_times(read_text("a.csv")), self.expected[0])
        self.assertGreater(self.records(), size)
        # The same queries, written again, are another file.
        path = "queries/random/vertex-face/queries.fcq"
        os.utime(path, (1, 1))
        self.refused("stale", "queries.fcq has changed")
        self.write("{", "work", "journal.json")
        self.refused("damaged")
        shutil.rmtree("work")
        self.write("hello", "work", "notes.txt")
        self.refused("holds no journal")


class OtherVerbs(MpiTest):
    def test_check_gives_the_same_bytes_and_resumes(self):
        frames = self.frames()
        for ranks, more in (1, []), (2, ["--all"]), (4, ["--all", "--exact", "--separation", "0.001"]):
            self.compare(ranks, ["check", *frames, "--json", "a.json", "--output", "a.csv", *more], ["a.json", "a.csv"],
                         "--journal", f"work{ranks}", "--chunk", str(ranks))
        self.assertEqual(job(2, "check", *frames, "--json", "a.json", "--output", "a.csv", *more, "--journal", "work4", "--chunk", "4",
                             "--resume")[0], 1)

    def test_check_writes_the_same_proofs(self):
        flat, _, faces = crumpled_grid(0, size=6)
        for i in range(4):
            self.write(obj([(x, y, i + 0.1 * x * i) for x, y, _ in flat], faces), f"{i}.obj")
        expected, _ = self.compare(2, ["check", "0.obj", "1.obj", "2.obj", "3.obj", "--certificates", "p.jsonl", "--json", "a.json"],
                                   ["p.jsonl", "a.json"])
        self.assertEqual(expected[0], 0)

    def test_check_says_what_is_wrong_once(self):
        frames = self.frames(4)
        self.write("v 0 0 0\n", frames[2])
        expected = run("check", *frames)
        self.assertEqual(expected[0], 2)
        self.assertEqual(job(3, "check", *frames), expected)

    def test_a_rank_that_does_not_see_the_files_is_named(self):
        words = [os.path.abspath(MPI), "check", *self.frames(3)]
        done = subprocess.run([MPIRUN, "--quiet", "--bind-to", "none", "-n", "1", *words, ":", "-n", "1", "bash", "-c",
                               'cd / && exec "$@"', "bash", *words], capture_output=True, text=True, env=ENVIRONMENT, timeout=300)
        self.assertEqual((done.returncode, done.stderr), (2, "firstcontact: rank 1: frame0.obj: no such file\n"))

    def test_robot_gives_the_same_bytes_and_resumes(self):
        self.write(ARM, "arm.urdf")
        self.write(json.dumps({"objects": [POST]}), "scene.json")
        generator = random.Random(SEED)
        for name, end in ("free.csv", 1.0), ("contact.csv", -1.5):
            rows = [(1.6 + (end - 1.6) * i / 40, generator.uniform(-0.1, 0.1)) for i in range(41)]
            self.write("".join(f"{a!r},{b!r}\n" for a, b in rows), name)
            for ranks in (1, 4) if name == "contact.csv" else (2, 4):
                arguments = ["robot", "arm.urdf", "--path", name, "--scene", "scene.json", "--json", "a.json"]
                expected, _ = self.compare(ranks, arguments, ["a.json"], "--chunk", 3, "--journal", f"work-{name}-{ranks}")
                self.assertEqual(expected[0], name == "contact.csv")
            self.assertEqual(job(2, *arguments, "--chunk", 3, "--journal", f"work-{name}-4", "--resume")[0], expected[0])
        self.compare(2, ["robot", "arm.urdf", "--from=1,0", "--to=-1,0", "--scene", "scene.json", "--decide", "--json", "a.json"], ["a.json"])

    def edges(self, text, name="edges.csv"):
        self.write(ARM, "arm.urdf")
        self.write(json.dumps({"objects": [POST]}), "scene.json")
        self.write(text, name)
        return ["robot", "arm.urdf", "--scene", "scene.json", "--edges", name, "--csv", "a.csv", "--json", "a.json"]

    def test_edges_give_the_same_bytes_but_for_times(self):
        edges = random_edges(60)
        lines = rows(edges).splitlines()
        # A header after comments, and lines that are no edges: numbers of edges are not numbers of lines.
        text = "# a\n\n# b\nshoulder,elbow,shoulder,elbow\n" + "\n# c\n\n".join(lines)
        for ranks, chunk in (0, 1000), (1, 7), (2, 1), (4, 16):
            expected, got = self.compare(ranks, self.edges(text), ["a.csv", "a.json"], "--chunk", chunk)
            self.assertEqual((expected[0], got[2]), (1, ""))
            self.assertEqual(NUMBER.sub("", got[1]).split(), NUMBER.sub("", expected[1]).split())
        self.compare(2, [*self.edges(rows(edges)), "--clearance", "--separation", "0.01"], ["a.csv", "a.json"], "--chunk", 5)
        self.compare(2, [*self.edges(rows(edges)), "--max-checks", "30"], ["a.csv", "a.json"])
        self.compare(2, self.edges(json.dumps([[edge[:2], edge[2:]] for edge in edges]), "edges.json"), ["a.csv", "a.json"])

    def test_what_is_wrong_with_edges_is_said_once_and_as_by_one_process(self):
        good = rows(random_edges(30))
        for text in (good + "1,0,4,0\n" + good + "1,0,1\n", good + "1,0\n", "", "# nothing\n", "elbow\n" + good):
            arguments = self.edges(text)
            expected = run(*arguments)
            self.assertEqual(expected[0], 2)
            self.assertEqual(job(3, *arguments, "--chunk", 4), expected)
            self.assertFalse(os.path.exists("a.csv"))
        # Edges that have no answer do not end the run.
        arguments = self.edges(good + "1,-900,1,900\n" + good + "1,900,1,-900\n")
        expected, got = self.compare(3, arguments, ["a.csv", "a.json"], "--chunk", 4)
        self.assertEqual((expected[0], got[2]), (2, expected[2]))
        self.assertIn("the first, edge 30", got[2])

    def test_bench_has_every_timing_once_and_the_same_answers(self):
        arguments = ["--queries", "20", "--max-checks", "2000", "--quick", "--methods", "certified,fprf", "--studies", "comparison"]
        self.assertEqual(run("bench", "one", *arguments)[0], 0)
        code, out, err = job(3, "bench", "three", *arguments)
        self.assertEqual(code, 0, out + err)

        def answers(folder):
            kept = ("study", "method", "set", "status", "queries", "positives", "false_positives", "false_negatives", "exhausted")
            return [[one[key] for key in kept] for one in json.loads(read_text(f"{folder}/report.json"))["runs"]]
        self.assertEqual(answers("three"), answers("one"))
        lines = read_text("three/runs.jsonl").splitlines()
        # The same command finds everything done.
        self.assertEqual(job(2, "bench", "three", *arguments)[0], 0)
        self.assertEqual(read_text("three/runs.jsonl").splitlines(), lines)

    def test_measure_has_a_line_for_each_part(self):
        self.write(b"x" * 1000, "file.bin")
        code, out, err = job(2, "measure", "file.bin", "--operations", 100, "--megabytes", 8)
        self.assertEqual(code, 0, err)
        for words in "taken from the counter", "read by all ranks", "merged by rank 0":
            self.assertIn(words, out)


if __name__ == "__main__":
    unittest.main()
