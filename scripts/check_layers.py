#!/usr/bin/env python3
"""Checks that includes and linked symbols follow the arrows between the folders.

The arrows are the table "Where things are" in CONTRIBUTING.md: each folder of src/ may include itself, the public headers
<firstcontact/...>, the standard library, and only the folders that the last column of its row names. Public headers include each other, the
standard library, Eigen/Core and Eigen/Geometry. The folders that use the library as anyone would (USERS) include public headers, Eigen, the
standard library and themselves. Prints "file:line: why" for every violation; exit 1 if there is any.

    check_layers.py [ROOT]           ROOT is the repository; by default the one this script lies in
    check_layers.py --symbols BUILD  checks the object files of a build by Ninja: none may need a symbol that only folders define which
                                     its own folder may not include
    check_layers.py --self-test      checks the checker on a tree and on symbols made for it
"""
import re
import subprocess
import sys
from pathlib import Path

import checker

TABLE = "CONTRIBUTING.md"
# Row of the table: | `src/narrow` | what it is | arith, exact |
ROW = re.compile(r"^\|\s*`src/(\w+)`\s*\|[^|]*\|([^|]*)\|\s*$", re.M)
# Words of the last column that are no folders of src/.
NOT_FOLDERS = {"std", "public headers"}

# Libraries of others: what their headers look like, and the folders of src/ that may include them.
LIBRARIES = [
    ("TBB", re.compile(r"(tbb|oneapi)/"), {"parallel"}),
    ("Highway", re.compile(r"hwy/"), {"narrow", "broad", "geometry", "motion"}),
    ("GMP", re.compile(r"gmp(xx)?\.h$"), {"exact", "io"}),
    ("Boost", re.compile(r"boost/"), {"exact", "io"}),
    ("zlib", re.compile(r"zlib\.h$"), {"io"}),
    ("TinyXML", re.compile(r"tinyxml2?\.h$"), {"io"}),
    ("the JSON library", re.compile(r"nlohmann/"), {"io", "proof"}),
    ("fmt", re.compile(r"fmt/"), {"proof"}),
    ]

# These link the core library and may call its public functions, whichever folder defines them.
OUTSIDE_THE_CORE = {"io", "generate", "proof"}

# Folders that use the library as anyone would.
USERS = ("sim", "examples")

SUFFIXES = {".h", ".hpp", ".cpp", ".cc", ".inl"}
# A string (kept) or a comment (blanked): whichever starts first.
COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/', re.S)
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)"|(\S.*))')


def read_table(root):
    """folder of src/ -> the other folders it may include"""
    table = {}
    for folder, last in ROW.findall((root / TABLE).read_text(encoding="utf-8")):
        table[folder] = {word.strip() for word in last.split(",")} - NOT_FOLDERS - {""}
    if not table:
        raise SystemExit(f"{root / TABLE}: no rows of folders of src")
    return table


def includes(path):
    """(line number, name, in quotes) of every include. For an include of a macro the name is its
    text and the last is None."""
    text = COMMENT.sub(lambda m: m[1] or "\n" * m[0].count("\n"), path.read_text(encoding="utf-8"))
    for number, line in enumerate(text.splitlines(), 1):
        if m := INCLUDE.match(line):
            yield (number, m[1], False) if m[1] else (number, m[2], True) if m[2] else (number, m[3].strip(), None)


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES and p.is_file())


def is_standard(name):
    return "/" not in name and "." not in name


# The header for C includes headers of C, and nothing else.
C_HEADER = "include/firstcontact/c.h"
C_STANDARD = {"stddef.h", "stdint.h"}


def public_header_violations(root):
    folder = root / "include" / "firstcontact"
    for path in sources(root / "include"):
        if not path.is_relative_to(folder):
            yield path, 1, "public headers lie in include/firstcontact"
        for line, name, quoted in includes(path):
            if path == root / C_HEADER:
                if name not in C_STANDARD or quoted is not False:
                    yield path, line, f"the header for C may include {' and '.join(sorted(C_STANDARD))} only, not {name}"
            elif quoted:
                yield path, line, f'a public header includes <firstcontact/...> in angle brackets, not "{name}"'
            elif name.startswith("firstcontact/"):
                if not (root / "include" / name).is_file():
                    yield path, line, f"there is no public header <{name}>"
            elif quoted is None or not (is_standard(name) or name in ("Eigen/Core", "Eigen/Geometry")):
                yield path, line, f"a public header may include the standard library, Eigen/Core and Eigen/Geometry only, not {name}"


def quoted_violation(root, allowed, here, name):
    """Why a quoted include of src/<here> is wrong, or None."""
    target = name.split("/")[0]
    if "/" not in name or name.startswith("."):
        return f'"{name}": write the folder too, as in "{here}/..."'
    if target == "firstcontact":
        return f'"{name}": public headers go in angle brackets'
    if target not in allowed:
        return f'"{name}": src/{target} is not a known folder'
    if target != here and target not in allowed[here]:
        known = ", ".join(sorted(allowed[here])) or "no other folder"
        return f'"{name}": {here} may not include {target} (it may include: {known})'
    if not (root / "src" / name).is_file():
        return f'"{name}": there is no such file in src'
    return None


def library_violation(here, name):
    for library, pattern, folders in LIBRARIES:
        if pattern.match(name) and here not in folders:
            return f"<{name}>: {library} may only be included in " + ", ".join(f"src/{f}" for f in sorted(folders))
    return None


def source_violations(root, allowed):
    for folder, others in allowed.items():
        for other in sorted(others - set(allowed)):
            yield root / TABLE, 1, f"src/{folder} may include {other}, which is no folder of the table"
    for path in sorted((root / "src").iterdir()) if (root / "src").is_dir() else []:
        if path.is_dir() and path.name not in allowed:
            yield path, 1, f"src/{path.name} is not a known folder: give it a row in {TABLE}"
        elif path.is_file() and path.suffix in SUFFIXES:
            yield path, 1, "sources lie in a folder of src, not in src itself"
    for here in allowed:
        for path in sources(root / "src" / here):
            for line, name, quoted in includes(path):
                if quoted:
                    why = quoted_violation(root, allowed, here, name)
                elif quoted is None:
                    why = f"computed include {name}"
                elif name.split("/")[0] in allowed:
                    why = f"<{name}>: our own headers go in quotes"
                else:
                    why = library_violation(here, name)
                if why:
                    yield path, line, why


def app_violations(root):
    """apps/ may include all of src/, but neither TBB nor Highway, which src/ keeps to itself."""
    for path in sources(root / "apps"):
        for line, name, quoted in includes(path):
            for library, pattern, _ in LIBRARIES[:2]:
                if not quoted and pattern.match(name):
                    yield path, line, f"<{name}>: {library} may not be included in apps"


def user_violations(root):
    """USERS see the public headers only, so that they show that these suffice."""
    for user in USERS:
        for path in sources(root / user):
            for line, name, quoted in includes(path):
                if quoted and not name.startswith(f"{user}/"):
                    yield path, line, f'"{name}": {user} may include its own headers and public ones only'
                elif quoted is None or not quoted and not (is_standard(name) or name.startswith(("firstcontact/", "Eigen/"))):
                    yield path, line, f"<{name}>: {user} may include public headers, Eigen and the standard library only"


def check(root):
    found = [*public_header_violations(root), *source_violations(root, read_table(root)), *app_violations(root),
             *user_violations(root)]
    return [f"{path.relative_to(root)}:{line}: {why}" for path, line, why in found]


def linked_objects(build):
    """Paths of the object files that the libraries of src/ are made of."""
    for line in (build / "build.ninja").read_text(encoding="utf-8").splitlines():
        if m := re.match(r"build src/\S+\.a: \S+ ([^|]*)", line):
            yield from m[1].split()


def folder_of_object(build, name):
    """The folder of src/ that an object file comes from."""
    if "/Unity/" in name:
        folders = set(re.findall(r'#include ".*/src/(\w+)/', (build / name.removesuffix(".o")).read_text(encoding="utf-8")))
        if len(folders) != 1:
            raise SystemExit(f"{name}: sources of several folders: {', '.join(sorted(folders))}")
        return folders.pop()
    m = re.match(r"src/(?:(\w+)/)?CMakeFiles/[^/]+/(\w+)/?", name)
    return m[1] or m[2]


def read_symbols(path):
    """The symbols that an object file defines, and those that it needs."""
    defined, needed = set(), set()
    output = subprocess.run(["nm", "--format=posix", path], check=True, capture_output=True, text=True).stdout
    for line in output.splitlines():
        symbol, kind = line.split()[:2]
        if kind == "U":
            needed.add(symbol)
        elif kind.isupper() and kind not in "w":
            defined.add(symbol)
    return defined, needed


def is_internal(symbol, folders):
    """Whether a mangled name is in a namespace firstcontact::<folder>."""
    m = re.search(r"12firstcontact(\d+)", symbol)
    return m is not None and symbol[m.end():m.end() + int(m[1])] in folders


def symbol_violations(objects, allowed):
    """objects: (name, folder, symbols it defines, symbols it needs)."""
    folders_of = {}
    for _, folder, defined, _ in objects:
        for symbol in defined:
            folders_of.setdefault(symbol, set()).add(folder)
    for name, folder, _, needed in objects:
        for symbol in sorted(needed):
            owners = folders_of.get(symbol, set())
            if not owners or owners & (allowed[folder] | {folder}):
                continue
            if folder in OUTSIDE_THE_CORE and not is_internal(symbol, set(allowed)):
                continue
            yield f"{name}: {folder} may not need {symbol} of {', '.join(sorted(owners))}"


def check_symbols(root, build):
    allowed = read_table(root)
    objects = [(name, folder_of_object(build, name), *read_symbols(build / name)) for name in linked_objects(build)]
    if not objects:
        raise SystemExit(f"{build}: no object files of src")
    return list(symbol_violations(objects, allowed))


# file -> (content, the violations it must give: line ("folder" for the folder itself) and words of the reason)
SELF_TEST_TABLE = """
| folder | what | may include |
|---|---|---|
| `include/firstcontact` | public | std |
| `src/arith` | numbers | std |
| `src/exact` | integers | arith |
| `src/narrow` | pairs | arith, exact |
| `src/broad` | boxes | arith, parallel |
| `src/step` | meshes | arith, narrow, broad, parallel |
| `src/parallel` | threads | arith |
| `src/verify` | checker | exact |
| `src/io` | files | public headers, arith |
| `src/generate` | scenes | public headers, arith, exact, io |
| `apps` | all | everything |
"""

SELF_TEST = {
    "include/firstcontact/good.h": ("#include <Eigen/Core>\n#include <Eigen/Geometry>\n#include <firstcontact/other.h>\n", []),
    "include/firstcontact/other.h": ("#pragma once\n/* #include <gmp.h>\n */\n// #include <tbb/tbb.h>\n", []),
    "include/firstcontact/bad.h": (
        '#include <Eigen/Dense>\n#include <gmp.h>\n#include "narrow/a.h"\n#include <firstcontact/none.h>\n',
        [(1, "Eigen/Dense"), (2, "gmp.h"), (3, "narrow/a.h"), (4, "no public header")]),
    "include/firstcontact/c.h": ("#include <stddef.h>\n#include <stdint.h>\n#include <firstcontact/good.h>\n#include <vector>\n",
                                 [(3, "for C"), (4, "for C")]),
    "include/stray.h": ("", [(1, "include/firstcontact")]),
    "src/arith/a.h": ("#include <cmath>\n#include <firstcontact/good.h>\n", []),
    "src/arith/bad.cpp": ('#include "exact/a.h"\n#  include "arith/a.h"\n#include <boost/version.hpp>\n',
                          [(1, "may not include exact"), (3, "Boost")]),
    "src/exact/a.h": ('#include <gmp.h>\n#include <boost/multiprecision/cpp_int.hpp>\n#include "arith/a.h"\n', []),
    "src/exact/bad.cpp": ('#include "a.h"\n#include "exact/none.h"\n#include <arith/a.h>\n#include SOME_MACRO\n',
                          [(1, "write the folder"), (2, "no such file"), (3, "in quotes"), (4, "computed")]),
    "src/narrow/a.h": ('#include <hwy/highway.h>\n#include "exact/a.h"\n', []),
    "src/narrow/bad.cpp": ('/* two\nlines */ int x;\n#include <tbb/parallel_for.h>\n#include <gmpxx.h>\n#include "io/a.h"\n',
                           [(3, "TBB"), (4, "GMP"), (5, "may not include io")]),
    "src/narrow/hidden.cpp": ('// see src/*.h\n#include <tbb/tbb.h>\nauto s = "/*";\n#include <zlib.h> // */\n',
                              [(2, "TBB"), (4, "zlib")]),
    "src/parallel/a.h": ("#include <tbb/parallel_for.h>\n#include <oneapi/tbb.h>\n", []),
    "src/broad/a.h": ('#include "parallel/a.h"\n#include <hwy/highway.h>\n', []),
    "src/broad/bad.h": ('#include "narrow/a.h"\n#include "../arith/a.h"\n',
                        [(1, "may not include narrow"), (2, "write the folder")]),
    "src/step/a.h": ('#include "narrow/a.h"\n#include "broad/a.h"\n#include "parallel/a.h"\n', []),
    "src/step/json.cpp": ("#include <nlohmann/json.hpp>\n#include <fmt/format.h>\n", [(1, "JSON library"), (2, "fmt")]),
    "src/step/bad.h": ('#include "exact/a.h"\n#include <hwy/highway.h>\n', [(1, "may not include exact"), (2, "Highway")]),
    "src/verify/bad.h": ('#include "narrow/a.h"\n#include <tinyxml2.h>\n',
                         [(1, "may not include narrow"), (2, "TinyXML")]),
    "src/io/a.h": ("#include <firstcontact/good.h>\n#include <zlib.h>\n#include <tinyxml2.h>\n", []),
    "src/io/bad.h": ('#include "exact/a.h"\n#include "firstcontact/good.h"\n#include "misc/a.h"\n',
                     [(1, "may not include exact"), (2, "angle brackets"), (3, "not a known folder")]),
    "src/generate/a.h": ('#include "io/a.h"\n#include "exact/a.h"\n', []),
    "sim/good.cpp": ('#include "sim/good.h"\n#include <firstcontact/good.h>\n#include <Eigen/Sparse>\n#include <cmath>\n', []),
    "sim/bad.cpp": ('#include "step/a.h"\n#include <tbb/tbb.h>\n', [(1, "its own headers"), (2, "public headers, Eigen")]),
    "src/stray.cpp": ("", [(1, "not in src itself")]),
    "src/misc/a.h": ("", [("folder", "not a known folder")]),
    "apps/tool/main.cpp": ('#include <nlohmann/json.hpp>\n#include "io/a.h"\n#include "narrow/a.h"\n', []),
    "apps/tool/bad.cpp": ("#include <tbb/tbb.h>\n", [(1, "TBB")]),
    "tests/narrow/free.cpp": ('#include <gmp.h>\n#include "io/a.h"\n', []),
}


# Object files, and what symbol_violations must say of them.
SELF_TEST_OBJECTS = [
    ("a.o", "arith", {"_ZN12firstcontact5arith3addEv"}, {"malloc"}),
    ("n.o", "narrow", {"_ZN12firstcontact6narrow4pairEv", "_ZN12firstcontact5solveEv"}, {"_ZN12firstcontact5arith3addEv"}),
    ("bad.o", "arith", set(), {"_ZN12firstcontact5solveEv"}),
    ("i.o", "io", set(), {"_ZN12firstcontact5solveEv", "_ZN12firstcontact6narrow4pairEv"}),
    ("v.o", "verify", set(), {"_ZN12firstcontact5solveEv"}),
]
SELF_TEST_SYMBOLS = [
    "bad.o: arith may not need _ZN12firstcontact5solveEv of narrow",
    "i.o: io may not need _ZN12firstcontact6narrow4pairEv of narrow",
    "v.o: verify may not need _ZN12firstcontact5solveEv of narrow",
]


def self_test():
    def place_of(file, line):
        return f"{Path(file).parent}:1: " if line == "folder" else f"{file}:{line}: "

    expected, found = checker.find_in_tree({TABLE: (SELF_TEST_TABLE, []), **SELF_TEST}, check, place_of)
    symbols = list(symbol_violations(
        SELF_TEST_OBJECTS, {"arith": set(), "narrow": {"arith"}, "io": {"arith"}, "verify": set()}))
    faults = [] if symbols == SELF_TEST_SYMBOLS else [f"symbols: found {symbols}"]
    return checker.judge_self_test(expected, found, faults)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--symbols":
        root = Path(__file__).parent.parent.resolve()
        return checker.report(check_symbols(root, Path(arguments[1])))
    return checker.main(arguments, __doc__, "src", check, self_test)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
