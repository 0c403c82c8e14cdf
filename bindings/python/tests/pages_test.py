"""The Python in ```python blocks of the documents runs, and prints what the documents show.

The blocks of a page are one program. A block with ``>>>`` is compared with what it prints; others are run.
"""
import doctest
import os
import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ.get("FIRSTCONTACT_SOURCE", Path(__file__).resolve().parents[3]))
BLOCK = re.compile(r"^```python(?! theirs)[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)


def pages():
    yield ROOT / "README.md"
    for folder in ("docs", "examples"):
        yield from sorted((ROOT / folder).rglob("*.md"))


def run_page(path):
    """How many blocks ran. Throws for one that fails."""
    text = path.read_text(encoding="utf-8")
    names = {"__name__": "page"}
    count = 0
    for block in BLOCK.finditer(text):
        count += 1
        line = text.count("\n", 0, block.start())
        if ">>> " not in block[1]:
            exec(compile("\n" * (line + 1) + block[1], str(path), "exec"), names)
            continue
        example = doctest.DocTestParser().get_doctest(block[1], names, path.name, str(path), line + 1)
        runner = doctest.DebugRunner(verbose=False)
        runner.run(example, clear_globs=False)
        names = example.globs
    return count


class Pages(unittest.TestCase):
    def test_their_python_runs(self):
        blocks = {}
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        for page in pages():
            name = str(page.relative_to(ROOT))
            if name == "docs/guide/c.md" and "LD_LIBRARY_PATH" not in os.environ:
                print(f"{name} is left out: the library for C is not built")
                continue
            with tempfile.TemporaryDirectory() as folder, self.subTest(page=name):
                os.chdir(folder)
                try:
                    blocks[name] = run_page(page)
                except doctest.DocTestFailure as failure:
                    self.fail(f"{failure.example.source}expected {failure.example.want}got {failure.got}")
                except doctest.UnexpectedException as failure:
                    raise failure.exc_info[1]
                finally:
                    os.chdir(here)
        self.assertGreater(blocks["docs/guide/python.md"], 4)
        self.assertGreater(blocks["README.md"], 0)


if __name__ == "__main__":
    unittest.main()
