"""Long calls: they leave the GIL to other threads, and Ctrl-C ends them."""
import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np

import firstcontact
from border import FALLING

# Ten million pairs in 192 bytes: one pair, seen again and again.
MANY = np.broadcast_to(FALLING, (10_000_000, 8, 3))

INTERRUPTED = """
import threading, os, signal, time, numpy as np, firstcontact
from border import FALLING
many = np.broadcast_to(FALLING, (10_000_000, 8, 3))
seen = []
def first_report(done, total):
    seen.append(done)
    if len(seen) == 1:
        os.kill(os.getpid(), signal.SIGINT)
try:
    firstcontact.solve_batch(many, method="exact", threads=THREADS, progress=first_report)
except KeyboardInterrupt:
    print("interrupted", max(seen) < 10_000_000)
print("still works", firstcontact.solve(FALLING).status.name)
"""


LEFT_BEHIND = """
import threading, time, numpy as np, firstcontact
from border import FALLING
many = np.broadcast_to(FALLING, (10_000_000, 8, 3))
begun = threading.Event()
def solve():
    firstcontact.solve_batch(many, method="exact", progress=lambda done, total: begun.set())
threading.Thread(target=solve, daemon=True).start()
begun.wait()
print("ends", firstcontact.solve(FALLING).status.name)
"""

# Threads that Python does not wait for are in callbacks, of a mesh that is asked on the calling thread.
LEFT_IN_CALLBACKS = """
import threading, time, firstcontact
x0 = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.25, 0.25, 1]]
x1 = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.25, 0.25, -1]]
mesh = firstcontact.Mesh(4, faces=[[0, 1, 2]])
begun = threading.Event()
def energy(step):
    begun.set()
    time.sleep(0.001)
    return -step
def search():
    while True:
        firstcontact.line_search(mesh, x0, x1, energy=energy, slope=-1)
for _ in range(3):
    threading.Thread(target=search, daemon=True).start()
begun.wait()
time.sleep(0.05)
"""

# A process is forked while another thread waits for the GIL, which it does not get before.
FORKED = """
import atexit, os, resource, sys, threading, time, numpy as np, firstcontact
from border import FALLING
many = np.broadcast_to(FALLING, (10_000_000, 8, 3))
begun = threading.Event()
def solve():
    firstcontact.solve_batch(many, method="exact", progress=lambda done, total: begun.set())
threading.Thread(target=solve, daemon=True).start()
begun.wait()
sys.setswitchinterval(100)
time.sleep(0.01)
until = time.monotonic() + 0.2
while time.monotonic() < until:
    pass
child = os.fork()
if child == 0:
    print(firstcontact.solve(FALLING).status.name)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw
    atexit._run_exitfuncs()
    waits = resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw - before  # thousands for a thread that is not there
    print("soon" if waits < 1000 else "late", flush=True)
    os._exit(0)
os.waitpid(child, 0)
os._exit(0)
"""


class LongCalls(unittest.TestCase):
    def test_ctrl_c_ends_a_batch_of_ten_millions(self):
        for threads in (1, 0):
            ran = subprocess.run([sys.executable, "-B", "-c", INTERRUPTED.replace("THREADS", str(threads))], capture_output=True,
                                 text=True, timeout=300, cwd=os.path.dirname(os.path.abspath(__file__)))
            self.assertEqual(ran.stdout.split("\n")[:2], ["interrupted True", "still works CONTACT"], ran.stderr)

    def test_python_ends_well_while_a_daemon_thread_solves(self):
        ran = subprocess.run([sys.executable, "-B", "-c", LEFT_BEHIND], capture_output=True, text=True, timeout=300,
                             cwd=os.path.dirname(os.path.abspath(__file__)))
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "ends CONTACT\n", ""))

    def test_python_ends_well_while_daemon_threads_are_in_callbacks(self):
        for _ in range(5):
            ran = subprocess.run([sys.executable, "-B", "-c", LEFT_IN_CALLBACKS], capture_output=True, text=True, timeout=300)
            self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "", ""))

    def test_a_forked_process_does_not_wait_for_threads_that_it_does_not_have(self):
        ran = subprocess.run([sys.executable, "-B", "-c", FORKED], capture_output=True, text=True, timeout=300,
                             cwd=os.path.dirname(os.path.abspath(__file__)))
        self.assertEqual((ran.returncode, ran.stdout), (0, "CONTACT\nsoon\n"), ran.stderr)

    def test_other_threads_run_meanwhile(self):
        answers = []
        worker = threading.Thread(target=lambda: answers.append(firstcontact.solve_batch(MANY[:100_000], method="exact")))
        worker.start()
        turns = 0
        while worker.is_alive():
            turns += 1
            time.sleep(0)
        self.assertTrue((answers[0].toi == 0.5).all())
        # A call that held the GIL would leave a handful of turns.
        self.assertGreater(turns, 100)

    def test_threads_of_python_solve_at_the_same_time_with_the_same_bits(self):
        pairs = np.random.default_rng(3).random((50_000, 8, 3))
        wanted = firstcontact.solve_batch(pairs)
        answers = [None] * 4

        def run(i):
            answers[i] = firstcontact.solve_batch(pairs, threads=1 + i % 2)
        workers = [threading.Thread(target=run, args=(i,)) for i in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        for answer in answers:
            self.assertEqual(answer.toi.tobytes(), wanted.toi.tobytes())

    def test_an_exception_of_progress_stops_the_work(self):
        reports = []

        def progress(done, total):
            reports.append(done)
            raise RuntimeError("enough")
        with self.assertRaisesRegex(RuntimeError, "enough"):
            firstcontact.solve_batch(MANY, method="exact", progress=progress)
        self.assertEqual(len(reports), 1)
        self.assertLess(reports[0], len(MANY))

    def test_a_handler_of_signals_runs_during_the_call(self):
        ticks = []
        before = signal.signal(signal.SIGALRM, lambda *_: ticks.append(1))
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        seen = []

        def progress(done, total):
            if not seen:
                signal.raise_signal(signal.SIGALRM)
            seen.append(len(ticks))
        firstcontact.solve_batch(MANY[:100_000], method="exact", progress=progress)
        self.assertEqual(len(ticks), 1)


if __name__ == "__main__":
    unittest.main()
