#!/usr/bin/env python3
"""Checks that every snippet of the documents is tested.

A Markdown file in docs, examples or the root that has a ```cpp or ```c block must be named by a
CMakeLists.txt of tests or bindings, which compiles and runs it; so must a block with a name
(```cpp NAME, see extract_snippet.py), behind its page. One with a ```console block must be listed in
tests/apps/console_pages_test.py, which runs its commands. Code of other libraries is marked ```c++
theirs and is not compiled. Python is marked ```python, which bindings/python/tests/snippets_test.py
runs on every page, or ```python theirs. Prints "file:line: why" for every fault and exits with 1 if there is any.

    check_snippets.py [ROOT]         ROOT is the repository; by default the one this script lies in
    check_snippets.py --self-test    checks the checker on a tree made for it
"""
import re
import sys

import checker

FENCE = re.compile(r"^```(\S+)(?: +(\S+))?")
CONSOLE_TEST = "tests/apps/console_pages_test.py"


def pages(root):
    yield from sorted(root.glob("*.md"))
    for folder in ("docs", "examples"):
        yield from sorted((root / folder).rglob("*.md"))


def check(root):
    builds = "".join(p.read_text(encoding="utf-8") for folder in ("tests", "bindings")
                     for p in sorted((root / folder).rglob("CMakeLists.txt")))
    console = root / CONSOLE_TEST
    consoles = console.read_text(encoding="utf-8") if console.is_file() else ""
    found = []
    for page in pages(root):
        name = page.relative_to(root).as_posix()
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            m = FENCE.match(line)
            if not m:
                continue
            part = m[2] if m[2] and m[2] != "ours" else None
            wanted = rf"(?<![\w-]){re.escape(name)}\b" + (rf"[^)]*\b{part}\b" if part else "")
            if m[1] in ("cpp", "c") and not re.search(wanted, builds):
                language = "C++" if m[1] == "cpp" else "C"
                found.append(f"{name}:{number}: no test compiles this page's {language}")
            elif m[1] == "console" and f'"{name}"' not in consoles:
                found.append(f"{name}:{number}: {CONSOLE_TEST} does not run this page's commands")
            elif m[1].lower() in ("c++", "cxx", "cc") and m[2] != "theirs":
                found.append(f"{name}:{number}: C++ is marked ```cpp, or ```c++ theirs")
            elif m[1].lower() in ("py", "python3", "pycon"):
                found.append(f"{name}:{number}: Python is marked ```python, or ```python theirs")
    return found


SELF_TEST = {
    "README.md": ("```cpp\nint main() {}\n```\n```\nplain\n```\n", []),
    "docs/a.md": ("# A\n```cpp ours\nx\n```\n```c++ theirs\ny\n```\n```c++\nz\n```\n",
                  [(2, "compiles"), (8, "theirs")]),
    "docs/b/c.md": ("```console\n$ ls\n```\n", [(1, "commands")]),
    "docs/d.md": ("```console\n$ ls\n```\n```cpp\nint main() {}\n```\n```cpp part\nx\n```\n", []),
    "docs/f.md": ("```c\nint main(void) {}\n```\n", [(1, "this page's C")]),
    "docs/g.md": ("```python\nx = 1\n```\n```py\nx\n```\n```python theirs\ny\n```\n", [(4, "Python is")]),
    "docs/e.md": ("```cpp\nint main() {}\n```\n```cpp part\nx\n```\n", [(4, "compiles")]),
    "tests/x/CMakeLists.txt": ("snippet(one README.md \"x\")\nsnippet(two docs/d.md)\n"
                               "extract(docs/d.md x.h part)\nsnippet(three docs/e.md)\n", []),
    CONSOLE_TEST: ('PAGES = ["docs/d.md"]\n', []),
}


def self_test():
    return checker.judge_self_test(*checker.find_in_tree(SELF_TEST, check))


if __name__ == "__main__":
    sys.exit(checker.main(sys.argv[1:], __doc__, "docs", check, self_test))
