"""firstcontact/c.h from Python's ctypes, with nothing but Python itself: the answers are those of the
command line, and mistakes get a message.

FIRSTCONTACT_C_LIBRARY names the shared library, FIRSTCONTACT_COMMAND the command line.
"""
import csv
import ctypes
import math
import os
import subprocess
import tempfile
import threading
import unittest
from ctypes import POINTER, byref, c_double, c_int32, c_int64, c_size_t, sizeof
from fractions import Fraction
from pathlib import Path

STATUS = {"InvalidInput": 0, "Free": 1, "Contact": 2, "Undecided": 3, "Cancelled": 4}
KINDS = {"vertex-face": 0, "edge-edge": 1}
OK, INVALID_INPUT, FILE = 0, 1, 2


class Options(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("min_separation", c_double), ("tolerance", c_double),
                ("t_max", c_double), ("toi_width", c_double), ("max_checks", c_int64),
                ("method", c_int32), ("norm", c_int32), ("exact", c_int32),
                ("decide_only", c_int32), ("describe_free", c_int32), ("reserved", c_int32)]


class Result(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("toi", c_double), ("toi_upper", c_double),
                ("checks", c_int64), ("status", c_int32), ("starts_in_contact", c_int32),
                ("point_a", c_double * 3), ("point_b", c_double * 3), ("normal", c_double * 3),
                ("distance", c_double), ("u", c_double), ("v", c_double),
                ("tolerance", c_double)]


class Outcome(ctypes.Structure):
    _fields_ = [("toi", c_double), ("toi_upper", c_double), ("checks", c_int64),
                ("status", c_int32), ("starts_in_contact", c_int32)]


def load_library():
    library = ctypes.CDLL(os.environ["FIRSTCONTACT_C_LIBRARY"])
    library.fc_version.restype = ctypes.c_char_p
    library.fc_error_message.restype = ctypes.c_char_p
    library.fc_status_name.restype = ctypes.c_char_p
    library.fc_options_init.argtypes = [POINTER(Options), c_size_t]
    library.fc_solve.argtypes = [c_int32, POINTER(c_double), POINTER(Options), POINTER(Result)]
    library.fc_solve_batch.argtypes = [c_int32, POINTER(c_double), ctypes.c_ssize_t, c_size_t,
                                       POINTER(Options), POINTER(Outcome), c_size_t]
    library.fc_robot_load.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p,
                                      POINTER(ctypes.c_void_p)]
    return library


LIBRARY = load_library()


def message():
    return LIBRARY.fc_error_message().decode()


def read_points(path):
    """The coordinates of all queries of a CSV file, 24 for each query."""
    with open(path, encoding="utf-8", newline="") as file:
        return [float(Fraction(int(row[2 * k]), int(row[2 * k + 1])))
                for row in csv.reader(file) for k in range(3)]


class CtypesTest(unittest.TestCase):
    def test_layouts_have_no_gaps(self):
        self.assertEqual((sizeof(Options), sizeof(Result), sizeof(Outcome)), (72, 144, 32))
        self.assertEqual(LIBRARY.fc_abi_version(), 0)
        self.assertRegex(LIBRARY.fc_version().decode(), r"^\d+\.\d+\.\d+$")
        for name, value in STATUS.items():
            self.assertEqual(LIBRARY.fc_status_name(value).decode(), name)

    def test_answers_are_those_of_the_command_line(self):
        """5000 generated queries, seed 7, with and without exact arithmetic."""
        command = os.environ["FIRSTCONTACT_COMMAND"]
        with tempfile.TemporaryDirectory() as folder:
            queries = Path(folder, "queries")
            subprocess.run([command, "generate", queries, "--count", "100", "--seed", "7"],
                           check=True, stdout=subprocess.DEVNULL)
            for exact in (False, True):
                answers = Path(folder, "answers.csv")
                subprocess.run([command, "solve", queries, "--csv", answers]
                               + ["--exact"] * exact, check=True, stdout=subprocess.DEVNULL)
                self.compare(answers, exact)

    def compare(self, answers, exact):
        options = Options()
        self.assertEqual(LIBRARY.fc_options_init(byref(options), sizeof(options)), OK)
        options.exact = exact
        by_file = {}
        with open(answers, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                by_file.setdefault(row["file"], []).append(row)
        compared = contacts = 0
        for file, rows in by_file.items():
            numbers = read_points(file)
            points = (c_double * len(numbers))(*numbers)
            self.assertEqual(len(numbers), 24 * len(rows))
            outcomes = (Outcome * len(rows))()
            error = LIBRARY.fc_solve_batch(KINDS[rows[0]["kind"]], points, 24, len(rows),
                                           byref(options), outcomes, sizeof(Outcome))
            self.assertEqual(error, OK, message())
            for row, outcome in zip(rows, outcomes):
                where = f"{file}, query {row['index']}, exact {exact}"
                self.assertEqual(outcome.status, STATUS[row["status"]], where)
                self.assertEqual(outcome.toi, float(row["toi"]), where)
                self.assertEqual(outcome.toi_upper, float(row["toi_upper"]), where)
                self.assertEqual(outcome.checks, int(row["checks"]), where)
                if row["truth"] == "1":
                    self.assertNotEqual(outcome.status, STATUS["Free"], where)
                contacts += outcome.status == STATUS["Contact"]
                compared += 1
        self.assertEqual(compared, 5000)
        self.assertTrue(2000 < contacts < 4000, contacts)

    def test_mistakes_are_named(self):
        points, result = (c_double * 24)(), Result(size=sizeof(Result))
        self.assertEqual(LIBRARY.fc_solve(9, points, None, byref(result)), INVALID_INPUT)
        self.assertEqual(message(), "kind is 9: there is no such value")
        self.assertEqual(LIBRARY.fc_solve(0, None, None, byref(result)), INVALID_INPUT)
        self.assertEqual(message(), "points is NULL")
        points[5] = math.nan
        self.assertEqual(LIBRARY.fc_solve(0, points, None, byref(result)), INVALID_INPUT)
        self.assertEqual(message(), "points[5] is not finite")
        self.assertEqual(LIBRARY.fc_solve(0, points, None, byref(Result())), INVALID_INPUT)
        self.assertEqual(message(), "result->size is 0: it must be sizeof the struct")
        robot = ctypes.c_void_p(1)
        self.assertEqual(LIBRARY.fc_robot_load(b"\xff none.urdf", None, None, byref(robot)), FILE)
        self.assertIsNone(robot.value)
        self.assertIn(b"none.urdf", LIBRARY.fc_error_message())
        long_name = ("\u00e9" * 3000).encode()  # a message is cut between two characters
        self.assertEqual(LIBRARY.fc_robot_load(long_name, None, None, byref(robot)), FILE)
        self.assertLessEqual(len(LIBRARY.fc_error_message()), 2047)
        message()

    def test_every_thread_has_its_own_message(self):
        points, result = (c_double * 24)(), Result(size=sizeof(Result))
        LIBRARY.fc_solve(9, points, None, byref(result))
        seen = []
        thread = threading.Thread(target=lambda: seen.append(message()))
        thread.start()
        thread.join()
        self.assertEqual(seen, [""])
        self.assertEqual(message(), "kind is 9: there is no such value")


if __name__ == "__main__":
    unittest.main()
