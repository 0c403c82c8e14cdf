#!/usr/bin/env python3
"""Checks the recipes of packaging/ against the library: version and dependencies.

    check_recipes.py [ROOT]        checks the recipes
    check_recipes.py --self-test   checks the checker on recipes made for it

Every recipe must parse (JSON, Python, YAML), have the version of version.h, and name what CMake looks
for to build the libraries, under the package manager's own names. Prints "file:line: why" for every
fault (line 1 if it is about the whole file) and exits with 1 if there is any.
"""
import ast
import json
import os
import re
import sys
from pathlib import Path

import checker

FOLDER = "packaging"
# What CMake calls it: its name in vcpkg, in Conan and on conda-forge.
NAMES = {
    "Eigen3": ("eigen3", "eigen", "eigen"),
    "TBB": ("tbb", "onetbb", "tbb-devel"),
    "ZLIB": ("zlib", "zlib", "zlib"),
    "fmt": ("fmt", "fmt", "fmt"),
    "gmp": ("gmp", "gmp", "gmp"),
    "hwy": ("highway", "highway", "libhwy"),
    "nlohmann_json": ("nlohmann-json", "nlohmann_json", "nlohmann_json"),
    "tinyxml2": ("tinyxml2", "tinyxml2", "tinyxml2"),
}
SYSTEM = {"Threads"}  # comes with the compiler
LINKED_BY_NAME = {"hwy", "gmp"}  # without find_package


def needed(root):
    """What CMake looks for to build the libraries: those of src, but not of src/generate."""
    files = [root / "cmake/FirstContactTargets.cmake", *sorted(root.glob("src/**/CMakeLists.txt"))]
    text = "\n".join(f.read_text(encoding="utf-8") for f in files if f.parent.name != "generate")
    text = re.sub(r"#.*", "", text)
    linked = {name for call in re.findall(r"target_link_libraries\(([^)]*)\)", text)
              for name in call.split() if name in LINKED_BY_NAME}
    return (set(re.findall(r"find_package\((\w+)", text)) | linked) - SYSTEM


def read_vcpkg(text):
    recipe = json.loads(text)
    dependencies = [d for d in recipe["dependencies"] if isinstance(d, str)]
    return recipe["version"], dependencies


def read_conan(text):
    """Without Conan: the calls self.requires("name/version"). The version is read from version.h."""
    calls = [n for n in ast.walk(ast.parse(text))
             if isinstance(n, ast.Call) and getattr(n.func, "attr", "") == "requires"]
    names = [call.args[0].value.split("/")[0] for call in calls]
    return (None if "version.h" in text else "not read from version.h"), names


def read_conda(text):
    import yaml
    # Expressions of Jinja, such as {{ compiler('cxx') }}, are texts here.
    recipe = yaml.safe_load(re.sub(r"\{\{\s*(.*?)\s*\}\}", r'"\1"', text))
    return recipe["package"]["version"], recipe["requirements"]["host"]


RECIPES = {  # file: (how to read it, the manager's column in NAMES)
    "packaging/vcpkg/vcpkg.json": (read_vcpkg, 0),
    "packaging/conan/conanfile.py": (read_conan, 1),
    "packaging/conda/meta.yaml": (read_conda, 2),
}


def check(root):
    header = (root / "include/firstcontact/version.h").read_text(encoding="utf-8")
    version = re.search(r'FIRSTCONTACT_VERSION "([0-9.]+)"', header)[1]
    for name in sorted(needed(root) - NAMES.keys()):
        yield f"scripts/check_recipes.py:1: CMake looks for {name}: add its names to NAMES"
    for file, (read, column) in RECIPES.items():
        try:
            said, dependencies = read((root / file).read_text(encoding="utf-8"))
        except ImportError:
            yield f"{file}:1: cannot be read without python3-yaml"
            continue
        except Exception as error:  # whatever a parser throws: the recipe is not readable
            yield f"{file}:1: does not parse: {type(error).__name__}: {error}".replace("\n", " ")
            continue
        if said not in (None, version):
            yield f"{file}:1: the version is {said}, that of version.h is {version}"
        wanted = {NAMES[name][column] for name in needed(root) & NAMES.keys()}
        for name in sorted(wanted - set(dependencies)):
            yield f"{file}:1: the dependency {name} is missing"
        for name in sorted(set(dependencies) - wanted):
            yield f"{file}:1: CMake does not look for {name}"


VERSION_H = '#define FIRSTCONTACT_VERSION "1.2.3"\n'
TARGETS = "find_package(Threads)\nfind_package(fmt) # find_package(none)\n"
SELF_TEST = {
    "include/firstcontact/version.h": (VERSION_H, []),
    "cmake/FirstContactTargets.cmake": (TARGETS, []),
    "src/io/CMakeLists.txt": ("find_package(ZLIB)\ntarget_link_libraries(x PRIVATE gmp)\n", []),
    "src/new/CMakeLists.txt": ("find_package(Novelty)\n", []),
    "src/generate/CMakeLists.txt": ("find_package(NotOfTheLibraries)\n", []),
    "scripts/check_recipes.py": ("", [(1, "Novelty")]),
    "packaging/vcpkg/vcpkg.json": ('{"version": "1.2.4", "dependencies": ["fmt", "zlib"]}',
                                   [(1, "1.2.4"), (1, "gmp is missing")]),
    "packaging/conan/conanfile.py": ('self.requires("fmt/[>=9]")\nself.requires("zlib/1")\n'
                                     'self.requires("gmp/6")\nself.requires("qt/6")\n# version.h\n',
                                     [(1, "not look for qt")]),
    "packaging/conda/meta.yaml": ("package: {version: [\n", [(1, "does not parse")]),
}


def self_test():
    expected, found = checker.find_in_tree(SELF_TEST, check)
    return checker.judge_self_test(expected, found)


def find_yaml():
    """Goes on with the system's Python, which python3-yaml is for, if this one cannot read YAML."""
    system = "/usr/bin/python3"
    try:
        import yaml  # noqa: F401
    except ImportError:
        if sys.executable != system and Path(system).exists():
            os.execv(system, [system, *sys.argv])


if __name__ == "__main__":
    find_yaml()
    sys.exit(checker.main(sys.argv[1:], __doc__, FOLDER, check, self_test))
