"""What the scripts check_*.py share: their self-tests, their arguments and how they report."""
import sys
import tempfile
from pathlib import Path


def find_in_tree(files, check, place_of="{file}:{line}: ".format):
    """Writes a tree made for a test and checks it. `files` maps a path to (content, violations), each
    violation a line and a word of the reason. Returns the expected places and what `check` found."""
    expected = []
    with tempfile.TemporaryDirectory() as name:
        root = Path(name).resolve()
        for file, (content, violations) in files.items():
            path = root / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
            expected += [(place_of(file=file, line=line), word) for line, word in violations]
        return expected, list(check(root))


def judge_self_test(expected, found, faults=()):
    """Compares what a self-test expected with what it found; `faults` are said as they are. Returns
    the exit code."""
    missing = [e for e in expected if not any(f.startswith(e[0]) and e[1] in f for f in found)]
    surplus = [f for f in found if not any(f.startswith(e[0]) and e[1] in f for e in expected)]
    for place, word in missing:
        print(f"self-test: not found: {place}... {word}")
    for violation in surplus:
        print(f"self-test: found by mistake: {violation}")
    for fault in faults:
        print(f"self-test: {fault}")
    print(f"self-test: {len(expected)} violations made, {len(expected) - len(missing)} found, "
          f"{len(surplus)} by mistake")
    return 1 if missing or surplus or faults else 0


def report(violations):
    """Prints one violation a line. Returns the exit code."""
    violations = list(violations)
    print("\n".join(violations), end="\n" if violations else "")
    return 1 if violations else 0


def main(arguments, usage, folder, check, self_test):
    """The arguments [ROOT] and --self-test; `folder` must exist in the root. Returns the exit code."""
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) > 1 or any(a.startswith("-") for a in arguments):
        print(usage, file=sys.stderr)
        return 2
    root = Path(arguments[0] if arguments else Path(__file__).parent.parent).resolve()
    if not (root / folder).is_dir():
        print(f"{root}: no {folder} folder here", file=sys.stderr)
        return 2
    return report(check(root))
