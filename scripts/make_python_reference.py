#!/usr/bin/env python3
"""Writes the reference of the Python package from its sources and docstrings, as Markdown.

    make_python_reference.py OUTPUT       writes one page a module, index.md and sidebar.json
    make_python_reference.py --check      only checks the package
    make_python_reference.py --self-test  checks the checker on a package made for it

Nothing is imported or built. Every name in `__all__` of a public module must have a docstring, and
so must the public methods and properties of classes. A field of a dataclass and a member of an
enumeration may leave it to the class. Prints "file:line: why" for every fault and exits with 1 if
there is any.
"""
import sys
from pathlib import Path

import checker
from reference.python_modules import Package
from reference.python_pages import PythonPageWriter

FOLDER = "bindings/python/firstcontact"
NATIVE = "bindings/python/src"


def check(root):
    if not (root / FOLDER / "__init__.py").is_file():
        return [f"{FOLDER}:1: there is no package"]
    package = Package(root, FOLDER, NATIVE)
    faults = list(package.faults)
    for module in package.modules:
        if not module.doc:
            faults.append(f"{module.file}:1: the module has no docstring")
        for entity in module.entities:
            if not entity.doc:
                faults.append(f"{entity.file}:{entity.line}: {entity.name} has no docstring")
            faults += [f"{m.file}:{m.line}: {entity.name}.{m.name} has no docstring"
                       for m in entity.members
                       if not m.doc and m.kind in ("method", "property")]
    pages = PythonPageWriter(package).pages()
    for module in package.modules:
        page = pages[f"{module.name or 'package'}.md"]
        faults += [f"{e.file}:{e.line}: {e.name} is not on its page" for e in module.entities
                   if f"{{#{e.name}}}" not in page]
    return faults


SELF_TEST = {
    f"{FOLDER}/__init__.py": ('''"""A package."""
from . import good
from ._names import Colour
from ._native import Handle
from .good import add

__all__ = ["Colour", "Handle", "add", "good", "lost"]
''', [(7, "lost is in __all__")]),
    f"{FOLDER}/_names.py": ('''"""Names."""
import enum


class Colour(enum.Enum):
    """Colours."""

    RED = 1
    """Like blood."""
''', []),
    f"{FOLDER}/_native.pyi": ('''class Handle:
    def size(self) -> int: ...
    def bare(self) -> int: ...
''', [(3, "Handle.bare")]),
    f"{NATIVE}/native.cpp": ('''void bind(py::module_& m) {
  py::class_<Handle>(m, "Handle", "Holds on "
                     "to it.")
      .def("size", [](const Handle& h) { return text("x"); }, "How many.")
      .def("bare", &Handle::bare);
}
''', []),
    f"{FOLDER}/good.py": ('''"""Good things. See docs/README.md.

====  ====
kind  size
====  ====
a     1
====  ====

====  ====
bare  2
====  ====

b, c: of all
    functions.
"""
from __future__ import annotations
import dataclasses
from typing import Union

__all__ = ["Pair", "Bare", "add", "naked"]

Number = Union[int, float]


@dataclasses.dataclass(frozen=True)
class Pair:
    """Two things, as `add` takes them."""

    first: Number
    """The first."""
    second: Number = 0

    @property
    def both(self) -> bool:
        return True


class Bare:
    def __init__(self, x: int, *, y: int = 2) -> None:
        self.x = x
        self._hidden_too = y
        self.z: float = 0.0
        """A length."""

    def _hidden(self): ...


def add(a: Number, /, b: Number = 2, *rest: int, c: str = "x", **more: int) -> Number:
    """Adds.

    >>> add(1)
    3

    b: what is added
    """


def naked(): ...
''', [(34, "Pair.both"), (38, "Bare has"), (58, "naked")]),
    f"{FOLDER}/mute.py": ("x = 1\n", [(1, "no __all__"), (1, "no docstring")]),
}

PARTS = {
    "good.md": [
        'add(a: Number, /, b: Number = 2, *rest: int, c: str = "x", **more: int) -> Number',
        "class Bare(x: int, *, y: int = 2)", "```python\nx: int\n```",
        "```python\nz: float\n```\n\nA length.", "| kind | size |\n| --- |",
        "|   |   |\n| --- | --- |\n| bare | 2 |",
        "- `b`, `c`: of all functions.", "```py\n>>> add(1)\n3\n```",
        "- `b`: what is added", "[`add`](./good.md#add)", "(../../README.md)",
        '<a id="Pair.first">', "| `Number` | `Union[int, float]` |"],
    "package.md": ["Holds on to it.", "How many.", "Like blood.", "good.md#add"],
}


def self_test():
    faults = []

    def check_and_look(root):
        pages = PythonPageWriter(Package(root, FOLDER, NATIVE)).pages()
        for page, parts in PARTS.items():
            faults.extend(f"{page} has no {part!r}" for part in parts if part not in pages[page])
        return check(root)

    expected, found = checker.find_in_tree(SELF_TEST, check_and_look)
    return checker.judge_self_test(expected, found, faults)


def main(arguments):
    root = Path(__file__).resolve().parent.parent
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) != 1 or arguments[0].startswith("-") and arguments[0] != "--check":
        print(__doc__, file=sys.stderr)
        return 2
    if code := checker.report(check(root)):
        return code
    if arguments[0] != "--check":
        PythonPageWriter(Package(root, FOLDER, NATIVE)).write(arguments[0])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
