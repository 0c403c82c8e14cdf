"""The border to the native module: whatever is given, the answer is right or a ValueError names the argument.

Each case takes a function of border_entries.py with good arguments and changes one thing: the layout of an array (the answer must be
that of a plain copy), its values (the same), or an argument into one that must be refused by name. The seed is fixed. The number of
cases is FIRSTCONTACT_BORDER_CASES; .ci/run takes 100,000.
"""
import collections
import importlib
import os
import unittest

import numpy as np

# Lists of entries: module, attribute.
MODULES = [("border_entries", "ENTRIES")]
SEED = 20261118
CASES = int(os.environ.get("FIRSTCONTACT_BORDER_CASES", "30000"))


class Shouting:
    """Reads as the array it holds, by its own method."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array


class Breaking:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("broken")


class Lying:
    """A sequence that says it has entries and does not give them."""

    def __len__(self):
        return 4

    def __getitem__(self, i):
        raise KeyError(i)


def strided(array, rng):
    """The same numbers, some steps apart, in the middle of others."""
    steps = [int(rng.integers(1, 4)) for _ in array.shape]
    big = np.full([size * step + 2 for size, step in zip(array.shape, steps)], 77, array.dtype)
    view = big[tuple(slice(1, 1 + size * step, step) for size, step in zip(array.shape, steps))]
    view[...] = array
    return view


def reversed_in_memory(array, rng):
    axes = tuple(slice(None, None, -1 if rng.random() < 0.7 else 1) for _ in array.shape)
    return array[axes].copy()[axes]


def unaligned(array, rng):
    raw = np.zeros(array.nbytes + 16, np.uint8)
    offset = int(rng.integers(1, 8))
    view = raw[offset:offset + array.nbytes].view(array.dtype).reshape(array.shape)
    view[...] = array
    return view


def in_records(array, rng):
    """A field of packed records: strides that are no multiples of the size of a number."""
    records = np.zeros(array.shape, [("tag", "u1"), ("x", array.dtype)])
    records["x"] = array
    return records["x"]


def read_only(array, rng):
    view = array.view()
    view.flags.writeable = False
    return view


def transposed(array, rng):
    order = rng.permutation(array.ndim)
    return np.ascontiguousarray(array.transpose(order)).transpose(np.argsort(order))


# The same meaning in another layout or type.
LAYOUTS = {
    "plain": lambda a, rng: a,
    "fortran": lambda a, rng: np.asfortranarray(a),
    "transposed": transposed,
    "strided": strided,
    "reversed": reversed_in_memory,
    "unaligned": unaligned,
    "records": in_records,
    "read-only": read_only,
    "other byte order": lambda a, rng: a.astype(a.dtype.newbyteorder()),
    "list": lambda a, rng: a.tolist(),
    "tuple of arrays": lambda a, rng: tuple(a),
    "memoryview": lambda a, rng: memoryview(a),
    "own __array__": lambda a, rng: Shouting(a),
    "masked array without mask": lambda a, rng: np.ma.MaskedArray(a),
    "subclass": lambda a, rng: a.view(type("Own", (np.ndarray,), {})),
}
FLOAT_LAYOUTS = {
    "float32": lambda a, rng: strided(a.astype(np.float32), rng),
    "float16": lambda a, rng: a.astype(np.float16),
    "long double": lambda a, rng: a.astype(np.longdouble),
    "float32 of other byte order": lambda a, rng: a.astype(np.float32).astype(">f4"),
}
INTEGER_LAYOUTS = {
    "int32": lambda a, rng: strided(a.astype(np.int32), rng),
    "uint8": lambda a, rng: a.astype(np.uint8),
    "uint64": lambda a, rng: a.astype(np.uint64),
}

# Arrays that must be refused.
WRONG = {
    "no first axis": lambda a, rng: a[0],
    "one more axis": lambda a, rng: a[None, None],
    "last axis too short": lambda a, rng: a[..., :-1],
    "last axis too long": lambda a, rng: np.concatenate([a, a[..., :1]], axis=-1),
    "complex": lambda a, rng: a.astype(complex),
    "text": lambda a, rng: a.astype(str),
    "objects": lambda a, rng: a.astype(object),
    "objects of any kind": lambda a, rng: np.full(a.shape, None),
    "dates": lambda a, rng: np.zeros(a.shape, "M8[s]"),
    "records": lambda a, rng: np.zeros(a.shape, [("x", float)]),
    "bytes": lambda a, rng: np.zeros(a.shape, "S3"),
    "ragged": lambda a, rng: [a.tolist(), [1]],
    "None": lambda a, rng: None,
    "a number": lambda a, rng: 3.5,
    "a word": lambda a, rng: "points",
    "a dict": lambda a, rng: {"points": a},
    "a set": lambda a, rng: {1.0, 2.0},
    "a generator": lambda a, rng: (row for row in a),
    "a type": lambda a, rng: float,
    "broken __array__": lambda a, rng: Breaking(),
    "lying sequence": lambda a, rng: Lying(),
    "masked entries": lambda a, rng: np.ma.MaskedArray(a, mask=np.ones(a.shape)),
    "huge shape without memory": lambda a, rng: np.lib.stride_tricks.as_strided(np.zeros(1), (2 ** 20, 2 ** 20, 2 ** 17), (0, 0, 0)),
}
WRONG_FLOATS = {
    "bool": lambda a, rng: a > 0,
    "large integers": lambda a, rng: np.full(a.shape, 2 ** 53 + 1, np.int64),
    "long double that no double is": lambda a, rng: np.full(a.shape, np.longdouble(1) / 3, np.longdouble),
}
WRONG_INTEGERS = {
    "floats": lambda a, rng: a.astype(float),
    "large integers": lambda a, rng: np.full(a.shape, 2 ** 40),
    "no such vertex": lambda a, rng: np.full(a.shape, 10 ** 6),
    "negative": lambda a, rng: np.full(a.shape, -1),
}

ODD_NUMBERS = [np.inf, -np.inf, np.nan, 1.7e308, -1.7e308, 5e-324, -0.0, 1e-300, 2.0 ** 53, 1e16]


class BorderFuzz(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(SEED)
        self.seen = collections.Counter()

    def call(self, entry, arguments):
        return entry.answer(entry.function(**arguments))

    def check_refused(self, entry, arguments, name, what):
        try:
            entry.function(**arguments)
        except (ValueError, TypeError) as error:
            self.assertIn(name, str(error), f"{entry.name}: {name}: {what}")
            self.seen["refused"] += 1
            return
        self.fail(f"{entry.name} took {name}: {what}")

    def check_same(self, entry, plain, arguments, what):
        """The same answer, or the same refusal."""
        try:
            wanted = self.call(entry, plain)
        except ValueError as error:
            with self.assertRaises(ValueError, msg=f"{entry.name}: {what}") as got:
                self.call(entry, arguments)
            self.assertEqual(str(got.exception).split(":")[-1], str(error).split(":")[-1])
            return
        self.assertEqual(self.call(entry, arguments), wanted, f"{entry.name}: {what}")
        self.seen["answered"] += 1

    def pick(self, table):
        names = sorted(table)
        name = names[int(self.rng.integers(len(names)))]
        return name, table[name]

    def layouts_of(self, array):
        if array.dtype.kind == "f":
            return {**LAYOUTS, **FLOAT_LAYOUTS}
        return {**LAYOUTS, **(INTEGER_LAYOUTS if array.dtype.kind == "i" else {})}

    def change_layout(self, entry, plain, name):
        array = plain[name]
        layout, make = self.pick(self.layouts_of(array))
        self.check_same(entry, plain, {**plain, name: make(array, self.rng)}, f"{name} as {layout}")

    def change_values(self, entry, plain, name):
        """Odd numbers, in a layout that keeps them."""
        array = plain[name]
        if array.dtype.kind != "f" or array.size == 0:
            return
        array = array.copy()
        for _ in range(int(self.rng.integers(1, 4))):
            array.flat[int(self.rng.integers(array.size))] = ODD_NUMBERS[int(self.rng.integers(len(ODD_NUMBERS)))]
        plain = {**plain, name: array}
        if entry.nan_is_refused and not np.isfinite(array).all():
            self.check_refused(entry, plain, "finite", f"{name} with {array}")
        layout, make = self.pick(LAYOUTS)
        self.check_same(entry, plain, {**plain, name: make(array, self.rng)}, f"{name} with odd numbers as {layout}")

    def spoil_array(self, entry, plain, name):
        array = plain[name]
        extra = {"f": WRONG_FLOATS, "i": WRONG_INTEGERS}.get(array.dtype.kind, {})
        what, make = self.pick({**WRONG, **extra})
        wrong = make(array, self.rng)
        # Faults that only the library sees are about a face or an edge, and named so.
        words = name[:4] if what in ("no such vertex", "negative") else name
        self.check_refused(entry, {**plain, name: wrong}, words, what)

    def change_option(self, entry, plain):
        name = sorted(entry.options)[int(self.rng.integers(len(entry.options)))]
        good, bad = entry.options[name]
        if len(good) > 0 and self.rng.random() < 0.3:
            value = good[int(self.rng.integers(len(good)))]
            entry.function(**{**plain, name: value})
            self.seen["option taken"] += 1
            return
        value = bad[int(self.rng.integers(len(bad)))]
        self.check_refused(entry, {**plain, name: value}, name, repr(value))

    def one_case(self, entry):
        plain = entry.arguments(self.rng)
        arrays = [name for name, value in plain.items() if isinstance(value, np.ndarray)]
        way = self.rng.random()
        if not arrays or (entry.options and way < 0.25):
            self.change_option(entry, plain)
            return
        name = arrays[int(self.rng.integers(len(arrays)))]
        if way < 0.55:
            self.change_layout(entry, plain, name)
        elif way < 0.7:
            self.change_values(entry, plain, name)
        elif way < 0.72 and name in entry.may_be_empty:
            self.check_same(entry, {**plain, name: plain[name][:0]}, {**plain, name: []}, f"{name}: empty")
        else:
            self.spoil_array(entry, plain, name)

    def run_cases(self, entries, cases):
        for _ in range(cases):
            self.one_case(entries[int(self.rng.integers(len(entries)))])
        self.assertGreater(self.seen["answered"], cases // 4, self.seen)
        self.assertGreater(self.seen["refused"], cases // 4, self.seen)

    def test_every_function_answers_rightly_or_names_the_argument(self):
        entries = [entry for module, name in MODULES for entry in getattr(importlib.import_module(module), name)]
        self.run_cases(entries, CASES)

    def test_files_are_written_rightly_or_the_argument_is_named(self):
        self.run_cases(importlib.import_module("border_entries").FILE_ENTRIES, max(100, CASES // 100))


if __name__ == "__main__":
    unittest.main()
