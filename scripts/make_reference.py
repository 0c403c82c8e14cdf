#!/usr/bin/env python3
"""Writes the API reference from the comments of the public headers, as Markdown.

    make_reference.py OUTPUT       writes one page a header, index.md and sidebar.json
    make_reference.py --check      only checks the headers
    make_reference.py --self-test  checks the checker on a header made for it

Every public type, function, alias, constant and macro must have a comment, of its own or one that
it shares with the declaration directly above. A field or an enumerator may leave it to the comment
of its type. A declaration of a shape that is not known is a fault, so that no name is passed over,
and every name must be on its page. What is compiled into the library must be marked for the shared
library (export.h): functions, types with functions that are virtual or not inline, exceptions. Prints
"file:line: why" for every fault and exits with 1 if there is any.
"""
import re
import sys
from pathlib import Path

import checker
from reference.header_parser import Unknown, parse
from reference.pages import PageWriter, anchor, page_of

FOLDER = "include/firstcontact"
# Headers that are installed beside those of FOLDER, by the names that they have then. What is behind
# this comment in them is implementation.
ADAPTERS = {"ompl.h": "bindings/ompl/firstcontact_ompl.h"}
# The header for C, whose names are in no namespace.
C_HEADER = "c.h"
IMPLEMENTATION = "\n// Implementation.\n"


def interface(text):
    """The text of an adapter without what is behind the declarations, its namespace closed."""
    declared, mark, _ = text.partition(IMPLEMENTATION)
    return declared + "\n}\n" if mark else text


def as_cpp(text):
    """The text of the C header as the declarations of C++ that it stands for: line by line."""
    text = re.sub(r"^#if defined\(__cplusplus\)\n[^\n]*\n#endif$", "\n\n", text, flags=re.M)
    text = re.sub(r"^FIRSTCONTACT_C_API ", "", text, flags=re.M)
    text = re.sub(r"\(void\);", "();", text)
    text = re.sub(r"^typedef struct (\w+) \1;", r"class \1 {};", text, flags=re.M)  # a handle
    text = re.sub(r"^typedef (struct \w+ \{)", r"\1", text, flags=re.M)
    text = re.sub(r"^\} \w+;", "};", text, flags=re.M)
    return re.sub(r"^typedef (\w+) (\w+);", r"using \2 = \1;", text, flags=re.M)


def read_headers(root):
    """(headers, faults) of all public headers, in the order of their names."""
    headers, faults = [], []
    files = {path.name: f"{FOLDER}/{path.name}" for path in (root / FOLDER).glob("*.h")}
    files |= {name: file for name, file in ADAPTERS.items() if (root / file).exists()}
    for name, file in sorted(files.items()):
        try:
            text = interface((root / file).read_text(encoding="utf-8"))
            headers.append(parse(as_cpp(text) if name == C_HEADER else text, name))
            if name == C_HEADER:
                headers[-1].namespace = ""
            headers[-1].source = file
        except Unknown as unknown:
            faults.append(f"{file}:{unknown}")
    if not headers and not faults:
        faults.append(f"{FOLDER}:1: there are no headers")
    return headers, faults


def undocumented(entities, owner=None, prefix=""):
    """(entity, its full name) of everything that needs a comment and has none."""
    for entity in entities:
        name = prefix + entity.name
        left_to_type = owner is not None and owner.doc and (
            entity.kind in ("field", "enumerator", "constructor", "constant")
            or "override" in entity.text)
        if not entity.doc and not entity.trivial and not left_to_type:
            yield entity, name
        yield from undocumented(entity.members, entity, name + "::")


def unmarked(header):
    """What the shared library would hide, and those that need no mark although they have one."""
    for entity in header.entities:
        if entity.needs_export and not entity.exported:
            yield entity, "is compiled into the library and lacks FIRSTCONTACT_API"
        elif entity.exported and not entity.needs_export:
            yield entity, "has FIRSTCONTACT_API, but nothing of it is compiled into the library"


def check(root):
    headers, faults = read_headers(root)
    for header in headers:
        if not header.doc:
            faults.append(f"{header.source}:1: the header has no comment")
        for entity, name in undocumented(header.entities):
            faults.append(f"{header.source}:{entity.line}: {name} has no comment")
        # c.h is the interface of another library, which has a mark and a list of symbols of its own.
        if header.source.startswith(FOLDER) and header.name != "c.h":
            faults += (f"{header.source}:{entity.line}: {entity.name} {why}"
                       for entity, why in unmarked(header))
    writer = PageWriter(headers)
    for header in headers:
        page = writer.page(header)
        faults += (f"{header.source}:{line}: {name} is not on its page"
                   for name, line in missing(header, page))
    return faults


def missing(header, page):
    def walk(entities, owner):
        for entity in entities:
            name = f"{owner}::{entity.name}" if owner else entity.name
            spot = anchor(name)
            if not entity.trivial and f'id="{spot}"' not in page and f"{{#{spot}}}" not in page:
                yield name, entity.line
            yield from walk(entity.members, name)
    return walk(header.entities, "")


SELF_TEST = {
    f"{FOLDER}/good.h": ('''#pragma once
/// A header. See other.h and docs/README.md.
#include <firstcontact/none.h>

namespace firstcontact {
class Later;
namespace hidden {
int helper(Later& x);
}

/// Says how.
enum class How { Fast, Slow };

/// A pair of things.
struct FIRSTCONTACT_API Pair : Later {
  int a = 0, b = 0;
  std::array<int, 4> c = {1, 2}, d{3, 4};
  /// Called when done.
  std::function<bool(int, int)> done = {};

  Pair() = default;
  /// From an int.
  explicit Pair(int x) : a(x), d{1, 2} { b = "}"[0]; }
  /// Less.
  friend bool operator<(const Pair&, const Pair&) { return true; }
  /// Sum.
  template <class T>
  T sum() const {
    return T(a) < T(b) ? T(a) : T(b);
  }

 private:
  int secret() const;
};

/// Adds.
FIRSTCONTACT_API int add(int a,
                         int b = 2);
FIRSTCONTACT_API int add(Pair p);
}  // namespace firstcontact
''', []),
    f"{FOLDER}/bad.h": ('''#pragma once

namespace firstcontact {
enum class Sort { A, B };
struct Bare {
  int x = 0;
};

/// Explained.
int first();

int second();
/// A class.
class Some {
 public:
  int size() const { return 1; }
  int y = 0;  ///< explained
 private:
  int z() const;
};
inline constexpr int kLimit = 3;
using Alias = int;

/// Marked for nothing.
struct FIRSTCONTACT_API Plain {
  int x = 0;
};
}  // namespace firstcontact
''', [(1, "no comment"), (4, "Sort has"), (4, "Sort::A"), (4, "Sort::B"), (5, "Bare has"),
      (6, "Bare::x"), (10, "first is compiled"), (12, "second has no"), (12, "second is compiled"),
      (14, "Some is compiled"), (16, "Some::size"), (21, "kLimit"), (22, "Alias"),
      (25, "nothing of it is compiled")]),
    f"{FOLDER}/c.h": ('''#pragma once
/// A header for C.
#if defined(__cplusplus)
extern "C" {
#endif

/// A number.
typedef int32_t fc_number;
typedef struct fc_handle fc_handle;

/// A struct.
typedef struct fc_pair {
  fc_number a[3], b;  ///< explained
} fc_pair;
typedef struct fc_bare {
  fc_number c;
} fc_bare;
/// Adds.
FIRSTCONTACT_C_API fc_number fc_add(fc_pair* pair);

FIRSTCONTACT_C_API void fc_silent(void);
#if defined(__cplusplus)
}
#endif
''', [(15, "fc_bare has"), (16, "fc_bare::c"), (21, "fc_silent")]),
    f"{FOLDER}/odd.h": ("#pragma once\n/// Odd.\nnamespace firstcontact {\nint global;\n}\n",
                        [(4, "neither a function nor a constant")]),
}


def self_test():
    expected, found = checker.find_in_tree(SELF_TEST, check)
    header = parse(SELF_TEST[f"{FOLDER}/good.h"][0], "good.h")
    names = [e.name for e in header.entities] + [m.name for m in header.entities[1].members]
    wanted = ["How", "Pair", "add", "add", "a", "b", "c", "d", "done", "Pair", "Pair", "sum"]
    faults = [] if names == wanted else [f"read {names} instead of {wanted}"]
    if (shown := header.entities[2].text) != "int add(int a,\n        int b = 2);":
        faults.append(f"the mark of the shared library is shown: {shown}")
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
        PageWriter(read_headers(root)[0]).write(arguments[0])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
