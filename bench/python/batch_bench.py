#!/usr/bin/env python3
"""What Python costs: solve_batch against that of C++, two threads of Python against one, and memory.

    PYTHONPATH=build/release/python bench/python/batch_bench.py [--reference build/release/bench/batch_reference] [--pairs 1000000]

The runs take turns, and the fastest of each counts: of processor time against C++, which other programs disturb less, and of the clock
for threads. The answers of both languages must have the same bits. Without the reference
program (-DFIRSTCONTACT_BENCHMARKS=ON builds it) the comparison with C++ is left out.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np

import firstcontact


def make_pairs(count):
    """Pairs as a mesh step has them: small motions, most far apart, some near, a few touching. Seed 1."""
    rng = np.random.default_rng(1)
    pairs = rng.random((count, 8, 3))
    pairs[:, 1:4] += 3 * rng.random((count, 1, 3)) - 1
    pairs[:, 4:] = pairs[:, :4] + 0.2 * rng.random((count, 4, 3))
    return pairs


def seconds_of(run, clock=time.perf_counter):
    begin = clock()
    run()
    return clock() - begin


def compare_with_cpp(reference, pairs, repeats):
    """Processor time of Python and of C++, whose answers go to new memory or to that of an earlier run."""
    with tempfile.TemporaryDirectory() as folder:
        source, answers = os.path.join(folder, "pairs"), os.path.join(folder, "answers")
        pairs.tofile(source)
        program = subprocess.Popen([reference, source, answers], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        ours, fresh, again = [], [], []
        for _ in range(repeats):
            for word, times in (("fresh", fresh), ("again", again)):
                program.stdin.write(word + "\n")
                program.stdin.flush()
                times.append(float(program.stdout.readline()))
            ours.append(seconds_of(lambda: firstcontact.solve_batch(pairs), time.process_time))
        program.communicate()
        rows = np.fromfile(answers).reshape(-1, 3)
    result = firstcontact.solve_batch(pairs)
    same = all(np.array_equal(rows[:, i], column) for i, column in enumerate((result.status, result.toi, result.toi_upper)))
    if not same:
        sys.exit("the answers of Python and C++ differ")
    print(f"{result}, same bits")
    print(f"Python {min(ours) * 1e3:.1f} ms; C++ with new memory for answers {min(fresh) * 1e3:.1f} ms, {min(ours) / min(fresh):.2f} times; "
          f"with memory of an earlier run {min(again) * 1e3:.1f} ms, {min(ours) / min(again):.2f} times")


def compare_threads(pairs, repeats):
    """Two threads of Python that solve a batch each, against one thread that solves both."""
    def run():
        firstcontact.solve_batch(pairs, exact=True)

    def both():
        workers = [threading.Thread(target=run) for _ in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    one, two = [], []
    for _ in range(repeats):
        one.append(seconds_of(lambda: (run(), run())))
        two.append(seconds_of(both))
    print(f"one thread {min(one) * 1e3:.1f} ms, two {min(two) * 1e3:.1f} ms: {min(one) / min(two):.2f} times as fast")


MEMORY = """
import sys, numpy as np, firstcontact
def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) * 1024
count = int(sys.argv[1])
firstcontact.solve_batch(np.zeros((1000, 8, 3)), threads=2)
before = peak()
pairs = np.ones((count, 8, 3))
pairs[:, ::4] = 2
result = firstcontact.solve_batch(pairs, threads=2)
assert result.all_free
used = peak() - before
print(f"input {pairs.nbytes / 1e6:.0f} MB, peak {used / 1e6:.0f} MB: {used / pairs.nbytes:.3f} times")
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reference", default="build/release/bench/batch_reference")
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=15)
    chosen = parser.parse_args()
    with open("/proc/cpuinfo", encoding="utf-8") as cpu:
        print(next((line.split(":")[1].strip() for line in cpu if line.startswith("model name")), "unknown processor"))
    pairs = make_pairs(chosen.pairs)
    if os.path.exists(chosen.reference):
        compare_with_cpp(chosen.reference, pairs, chosen.repeats)
    else:
        print(f"there is no {chosen.reference}: no comparison with C++")
    compare_threads(pairs[:200_000], 10 * chosen.repeats)
    subprocess.run([sys.executable, "-c", MEMORY, str(chosen.pairs)], check=True)


if __name__ == "__main__":
    main()
