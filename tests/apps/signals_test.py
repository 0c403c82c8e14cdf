"""Ctrl-C and other signals: the program ends, and no temporary file stays."""
import os
import signal
import subprocess
import time
import unittest

from check_test import crumpled_grid, obj
from command import COMMAND, CommandTest, run
from every_verb import EveryVerbTest

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGXCPU, signal.SIGALRM, signal.SIGUSR1,
           signal.SIGUSR2)


def files_below(folder):
    return sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names)


def children_of(pid):
    """Processes whose parent is `pid`."""
    children = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8") as file:
                if int(file.read().rpartition(")")[2].split()[1]) == pid:
                    children.append(int(entry))
        except OSError:
            pass
    return children


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Signals(CommandTest):
    def start(self, *arguments, **options):
        process = subprocess.Popen([COMMAND, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def wait_until(self, condition, process):
        while not condition():
            self.assertIsNone(process.poll(), "it ended by itself: make its task larger")
            time.sleep(0.01)

    def temporary_files(self):
        return [path for path in files_below(self.folder.name) if ".tmp-" in path]

    def assert_ends_cleanly(self, number, arguments, ready=None):
        """Its temporary files appear, and are gone after the signal."""
        before = files_below(self.folder.name)
        process = self.start(*arguments)
        self.wait_until(ready or self.temporary_files, process)
        process.send_signal(number)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, -number, out + err)
        self.assertEqual((out, err), ("", ""))
        self.assertEqual(files_below(self.folder.name), before)

    def long_queries(self):
        folder = self.path("queries")
        self.assertEqual(run("generate", folder, "--handcrafted", "--packed")[0], 0)
        return folder

    def test_solve_leaves_nothing(self):
        queries = self.long_queries()
        for number in SIGNALS:
            self.assert_ends_cleanly(number, ["solve", queries, "--method", "exact", "--threads", "1", "--csv", self.path("a.csv"), "--json",
                                              self.path("r.json")])

    def test_generate_leaves_nothing(self):
        for number in SIGNALS:
            self.assert_ends_cleanly(number, ["generate", self.path("made"), "--classes", "random", "--count", "100000000", "--threads", "1"])

    def test_check_leaves_no_recording(self):
        frames = [self.write(obj(*crumpled), f"{i}.obj") for i, crumpled in enumerate(self.frames())]
        recording = self.path("recording")
        self.assert_ends_cleanly(signal.SIGINT, ["check", *frames, "--record", recording, "--json", self.path("r.json")],
                                 lambda: any(path.startswith(recording) for path in files_below(self.folder.name)))
        self.assertFalse(os.path.exists(recording))

    @staticmethod
    def frames():
        """A grid that is crumpled: far more candidates than can be decided before the signal comes."""
        flat, crumpled, faces = crumpled_grid(7, 60)
        return [(flat, faces), (crumpled, faces)]

    def test_an_ignored_signal_stays_ignored(self):
        """As nohup has it."""
        process = self.start("generate", self.path("made"), "--classes", "random", "--count", "100000000", "--threads", "1",
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.wait_until(self.temporary_files, process)
        process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertEqual(self.temporary_files(), [])

    def test_bench_ends_with_its_workers_and_goes_on_later(self):
        arguments = ["bench", self.path("bench"), "--quick", "--queries", "10", "--max-checks", "1000", "--methods", "certified", "--studies",
                     "comparison", "--sets", "handcrafted"]
        environment = {**os.environ, "FIRSTCONTACT_BENCH_HANG": "certified"}
        for number in SIGNALS:
            process = self.start(*arguments, "--time-limit", "1000", env=environment)
            self.wait_until(lambda: children_of(process.pid), process)
            workers = children_of(process.pid)
            process.send_signal(number)
            out, err = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 128 + number, out + err)
            self.assertIn("interrupted; the same command goes on", err)
            self.assertEqual([pid for pid in workers if is_running(pid)], [])
            self.assertEqual(self.temporary_files(), [])
        code, out, err = run(*arguments, "--time-limit", "1000")
        self.assertEqual(code, 0, out + err)


class ClosedPipe(EveryVerbTest):
    def test_who_stops_reading_ends_the_program_silently(self):
        """As `firstcontact … | head -0` does."""
        for verb, arguments in [*self.commands(), ("--help", []), ("generate", ["--list"])]:
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run([COMMAND, verb, *arguments], stdout=writer, stderr=subprocess.PIPE, text=True, timeout=120)
            os.close(writer)
            self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, ""), f"{verb} {arguments}")
        self.assertEqual([path for path in files_below(self.folder.name) if ".tmp-" in path], [])


if __name__ == "__main__":
    unittest.main()
