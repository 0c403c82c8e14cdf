"""The Python of the documents prints what the page says.

A block that is marked ```python and has the words "It prints" behind it is a program of its own. It
runs in an empty folder, and what it prints is compared with the indented lines or the `code` behind
those words. pages_test.py runs all other blocks, and compares those with ``>>>``.
"""
import contextlib
import io
import os
import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["FIRSTCONTACT_SOURCE"])
BLOCK = re.compile(r"^```python(?: +(\S+))?\n(.*?)^```$", re.M | re.S)
PRINTS = re.compile(r"\s*It prints(?::|\.)?\s*?(?:`([^`]+)`|\n\n((?: {4}[^\n]*\n|\n)+))")


def pages():
    yield from sorted(ROOT.glob("*.md"))
    for folder in ("docs", "examples"):
        yield from sorted((ROOT / folder).rglob("*.md"))


def blocks(text):
    """(line, program, what it prints) of every program of a page that says what it prints."""
    for block in BLOCK.finditer(text):
        said = PRINTS.match(text, block.end())
        if said and block[1] != "theirs" and ">>> " not in block[2]:
            output = said[1] + "\n" if said[1] else re.sub("(?m)^ {4}", "", said[2]).rstrip("\n") + "\n"
            yield text.count("\n", 0, block.start()) + 1, block[2], output


def output_of(program, name):
    """What a program prints."""
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(printed):
        here = os.getcwd()
        os.chdir(folder)
        try:
            exec(compile(program, name, "exec"), {"__name__": "__main__"})
        finally:
            os.chdir(here)
    return printed.getvalue()


class Snippets(unittest.TestCase):
    def test_they_print_what_the_page_says(self):
        compared = 0
        for page in pages():
            for line, program, output in blocks(page.read_text(encoding="utf-8")):
                name = f"{page.relative_to(ROOT)}:{line}"
                with self.subTest(name):
                    self.assertEqual(output_of(program, name), output)
                    compared += 1
        self.assertGreaterEqual(compared, 10)

    def test_blocks_are_found(self):
        page = ("```python\nprint(1)\n```\n\nIt prints `1`.\n\n```python ours\nprint(2)\nprint(3)\n```\nIt prints\n\n    2\n    3\n\n"
                "More.\n\n```python theirs\nfcl()\n```\n\n```python\nx = 1\n```\n\nIt does not say.\n")
        self.assertEqual(list(blocks(page)), [(1, "print(1)\n", "1\n"), (7, "print(2)\nprint(3)\n", "2\n3\n")])
        self.assertEqual(output_of("print(1)", "one"), "1\n")


if __name__ == "__main__":
    unittest.main()
