"""Types: mypy --strict accepts the package, and the stubs say what the native module has. Examples in docstrings run."""
import ast
import doctest
import importlib
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import firstcontact
from firstcontact import _native

PACKAGE = Path(firstcontact.__file__).parent
MYPY = shutil.which("mypy") or ("/usr/bin/mypy" if os.path.exists("/usr/bin/mypy") else None)

# What every class of pybind11 has, or is not for users.
HIDDEN = re.compile(r"__(doc|module|name|loader|spec|file|package|init|new|repr|getstate|setstate|dict|weakref|build\w*|"
                    r"pybind11\w*|str|cached|buffer|release_buffer)__$")


def stub_names(body):
    """What a stub declares: name -> names of its arguments, or None for anything but a function, or a dict for a class."""
    found = {}
    for node in body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = stub_names(node.body)
        elif isinstance(node, ast.FunctionDef):
            is_property = any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)
            found[node.name] = None if is_property else [a.arg for a in node.args.args if a.arg != "self"]
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = None
    return found


def arguments_of(function):
    """The names of the arguments that pybind11 writes into the docstring."""
    signature = re.match(r"\w+\((.*)\) -> ", (function.__doc__ or "").splitlines()[0])
    depth, names, word = 0, [], ""
    for letter in signature[1] + ",":
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and depth == 0:
            names.append(word.split(":")[0].split("=")[0].strip())
            word = ""
        else:
            word += letter
    return [name for name in names if name and name != "self"]


class Types(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    def mypy(self, *arguments):
        """Exit code and output of mypy --strict."""
        if MYPY is None:
            self.skipTest("mypy is missing (Debian: mypy)")
        ran = subprocess.run([MYPY, "--strict", "--python-executable", sys.executable, "--cache-dir", self.folder.name, *arguments],
                             capture_output=True, text=True, cwd=PACKAGE.parent,
                             env={**os.environ, "MYPYPATH": str(PACKAGE.parent)})
        return ran.returncode, ran.stdout + ran.stderr

    def test_mypy_strict_accepts_the_package(self):
        code, text = self.mypy("-p", "firstcontact")
        self.assertEqual(code, 0, text)

    def test_mypy_finds_a_wrong_call(self):
        user = Path(self.folder.name, "user.py")
        user.write_text("import firstcontact\nx: float = firstcontact.solve([[0.0]]).toi\n"
                        "y: str = firstcontact.solve([[0.0]]).toi\nfirstcontact.solve_batch([[0.0]], treads=2)\n")
        code, text = self.mypy(str(user))
        self.assertEqual([line.split(":")[1] for line in text.splitlines() if ": error:" in line], ["3", "4"], text)

    def test_stub_and_module_have_the_same_names_and_arguments(self):
        declared = stub_names(ast.parse((PACKAGE / "_native.pyi").read_text(encoding="utf-8")).body)
        self.compare("", declared, _native)

    def compare(self, where, declared, real):
        names = {name for name in vars(real) if name == "__version__" or not HIDDEN.match(name)}
        special = {"__init__", "__iter__", "__next__", "__len__", "__eq__", "__hash__"}
        wanted = {name for name in declared if name not in special} | {n for n in special & set(declared) if n != "__init__"}
        self.assertEqual(sorted(wanted), sorted(names), f"names of _native{where}")
        for name, what in declared.items():
            object_ = getattr(real, name)
            if isinstance(what, dict):
                self.compare(f"{where}.{name}", what, object_) if not issubclass(object_, Exception) else None
            elif what is not None and (not name.startswith("__") or name == "__init__"):
                self.assertEqual(arguments_of(object_), what, f"arguments of _native{where}.{name}")


class Docstrings(unittest.TestCase):
    def test_every_public_name_has_one(self):
        for module in modules():
            for name in getattr(module, "__all__", []):
                thing = getattr(module, name)
                if callable(thing):
                    self.assertTrue((thing.__doc__ or "").strip(), f"{module.__name__}.{name}")

    def test_their_examples_run(self):
        examples = 0
        for module in modules():
            result = doctest.testmod(module)
            self.assertEqual(result.failed, 0, module.__name__)
            examples += result.attempted
        self.assertGreater(examples, 30)


def modules():
    yield firstcontact
    for info in pkgutil.iter_modules(firstcontact.__path__):
        if info.name != "_native":
            yield importlib.import_module(f"firstcontact.{info.name}")


if __name__ == "__main__":
    unittest.main()
