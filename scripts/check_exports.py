#!/usr/bin/env python3
"""Checks that the shared library exports the symbols of cmake/exported_symbols.txt and no others.

    check_exports.py LIBRARY           compares; exits with 1 if there is a difference
    check_exports.py LIBRARY --update  writes the list anew, from the library
    check_exports.py --self-test       checks the checker on lists made for it

The list has demangled names, sorted, each once. A symbol that is gone, or has other arguments, breaks
programs that were linked before: such a change needs a new firstcontact_soversion
(cmake/FirstContactShared.cmake). One that is new breaks nothing. A table of virtual functions that is
not on the list is none of these: without optimisation, compilers make more of them.
"""
import os
import subprocess
import sys
from pathlib import Path

LIST = Path(__file__).resolve().parent.parent / "cmake/exported_symbols.txt"
OURS = ("firstcontact::", "typeinfo for firstcontact::", "typeinfo name for firstcontact::",
        "vtable for firstcontact::")


def exported(library):
    """The demangled names that the library defines for others, and which of them are weak tables."""
    listing = subprocess.run(["nm", "-DC", "--defined-only", "--without-symbol-versions", library],
                             env=os.environ | {"LC_ALL": "C"}, check=True, capture_output=True,
                             text=True).stdout
    # "address type name"; the node of the version script is an absolute symbol (A).
    rows = [line.split(" ", 2) for line in listing.splitlines()]
    return (sorted({name for _, kind, name in rows if kind != "A"}),
            {name for _, kind, name in rows if kind == "V"})


def differences(listed, found, weak=frozenset()):
    """One line for every symbol that is gone, new, or not ours."""
    yield from (f"gone: {name}" for name in sorted(set(listed) - set(found)))
    yield from (f"new: {name}" for name in sorted(set(found) - set(listed) - weak))
    yield from (f"not ours: {name}" for name in found if not name.startswith(OURS))
    if list(listed) != sorted(set(listed)):
        yield "the list is not sorted, or has a name twice"


def check(library):
    faults = list(differences(LIST.read_text(encoding="utf-8").splitlines(), *exported(library)))
    if not faults:
        return 0
    print("\n".join(faults))
    print(f"""
The symbols of {library} are not those of cmake/exported_symbols.txt. If the change is meant:
  scripts/check_exports.py {library} --update
and, if anything is gone, raise firstcontact_soversion in cmake/FirstContactShared.cmake.
If a name is missing, its declaration in include/firstcontact lacks FIRSTCONTACT_API.""")
    return 1


def self_test():
    same = ["firstcontact::solve()", "vtable for firstcontact::Rest"]
    table, std = same[1:], ["std::sort()"]
    cases = [((same, same), []), ((same, same[:1]), [f"gone: {table[0]}"]),
             ((same[:1], same), [f"new: {table[0]}"]), ((same[:1], same, set(table)), []),
             ((std, std), ["not ours: std::sort()"]),
             ((same[::-1], same), ["the list is not sorted, or has a name twice"])]
    wrong = [lists for lists, faults in cases if list(differences(*lists)) != faults]
    for lists in wrong:
        print(f"self-test: {lists} gave {list(differences(*lists))}")
    print(f"self-test: {len(cases)} comparisons, {len(wrong)} wrong")
    return 1 if wrong else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if not arguments or arguments[0].startswith("-") or arguments[1:] not in ([], ["--update"]):
        print(__doc__, file=sys.stderr)
        return 2
    if not Path(arguments[0]).is_file():
        print(f"{arguments[0]}: there is no such library", file=sys.stderr)
        return 2
    if arguments[1:]:
        LIST.write_text("".join(f"{name}\n" for name in exported(arguments[0])[0]), encoding="utf-8")
        return 0
    return check(arguments[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
