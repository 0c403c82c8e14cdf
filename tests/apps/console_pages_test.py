"""The commands in ```console blocks of documents run and print what the documents show."""
import os
import re
import subprocess
import unittest
from pathlib import Path

from command import COMMAND, CommandTest, read_text

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ["docs/start/command-line.md", "docs/readers/data-sets.md"]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)


def commands_of(text):
    """(command, the lines it should print) of all blocks, in their order."""
    found = []
    for block in BLOCK.findall(text):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def matches(shown, printed):
    """Whether the lines agree. `…` stands for anything in its line, a line of it alone for any
    number of lines. Spaces in a row count as one."""
    if not shown:
        return not printed
    if shown[0] == "…":
        return any(matches(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    if not printed:
        return False
    words = [re.escape(" ".join(part.split())) for part in shown[0].split("…")]
    pattern = r"\s*.*?\s*".join(words)
    return bool(re.fullmatch(pattern, " ".join(printed[0].split()))) and matches(shown[1:], printed[1:])


class ConsolePages(CommandTest):
    def test_matching_itself(self):
        self.assertTrue(matches(["a  … c", "…", "z"], ["a 5 c", "x", "y", "z"]))
        self.assertTrue(matches(["t = 0.2…"], ["t = 0.25, here"]))
        self.assertFalse(matches(["a"], ["a", "b"]))
        self.assertFalse(matches(["a … c"], ["a b d"]))
        self.assertFalse(matches(["…", "z"], ["x", "y"]))

    def test_pages_print_what_they_show(self):
        os.symlink(os.path.abspath(COMMAND), self.path("bin", "firstcontact"))
        environment = dict(os.environ, PATH=f"{self.path('bin')}:{os.environ['PATH']}")
        for page in PAGES:
            commands = commands_of(read_text(ROOT / page))
            self.assertGreater(len(commands), 2, page)
            work = os.path.dirname(self.path(page.replace("/", "-"), "x"))
            for command, shown in commands:
                with self.subTest(page=page, command=command):
                    done = subprocess.run(["bash", "-c", command], cwd=work, env=environment, text=True,
                                          capture_output=True, timeout=300)
                    self.assertEqual(done.stderr, "")
                    self.assertTrue(matches(shown, done.stdout.splitlines()),
                                    f"printed:\n{done.stdout}\nthe page shows:\n" + "\n".join(shown))


if __name__ == "__main__":
    unittest.main()
