#!/usr/bin/env python3
"""Checks that the links of the documents lead somewhere.

In every Markdown file a relative link must name a file or folder that exists, and its #anchor a
heading of that page. docs/README.md must link to every page in docs. A path like
docs/guide/check.md in a comment of the sources must exist too. Prints "file:line: why" for every
fault and exits with 1 if there is any. Links to other sites are not looked at.

    check_links.py [ROOT]         ROOT is the repository; by default the one this script lies in
    check_links.py --self-test    checks the checker on a tree made for it
"""
import re
import sys
from pathlib import Path

import checker
from urllib.parse import unquote

INDEX = "docs/README.md"
# Folders with pages or with sources whose comments name pages. Files in the root are pages too.
FOLDERS = ["apps", "baselines", "bench", "bindings", "cmake", "docs", "examples", "fuzz", "include",
           "scripts", "sim", "src", "tests"]
SOURCES = {".h", ".hpp", ".cpp", ".cc", ".inl", ".py", ".sh", ".cmake", ".txt", ".js"}
# These scripts have names of pages that do not exist, for their self-tests.
EXEMPT = {"scripts/check_links.py", "scripts/check_snippets.py", "scripts/make_reference.py"}

FENCE = re.compile(r"^\s*(```|~~~)")
CODE = re.compile(r"(`+)(?:(?!\n\n).)*?\1", re.S)
LINK = re.compile(r"\[(?:(?!\n\n)[^\]])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$")
SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:", re.I)
MENTION = re.compile(r"(?<![\w/.-])docs/[\w./-]*\.(?:md|svg|png)\b")


def prose(text):
    """The text with its fenced blocks and code spans blanked; lines stay where they are."""
    lines, inside = [], False
    for line in text.splitlines():
        fence = FENCE.match(line)
        lines.append("" if fence or inside else line)
        inside = inside != bool(fence)
    return CODE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), "\n".join(lines))


def links(text):
    """(line number, target) of every link to a file of the repository."""
    text = prose(text)
    for m in LINK.finditer(text):
        if not SCHEME.match(m[1]) and not m[1].startswith("//"):
            yield text.count("\n", 0, m.start()) + 1, m[1]


def anchors(text):
    """The anchors that GitHub gives to the headings of a page."""
    found = set()
    inside = False
    for line in text.splitlines():
        inside = inside != bool(FENCE.match(line))
        if not inside and (m := HEADING.match(line)):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", m[1])
            slug = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
            count = 0
            while (name := f"{slug}-{count}" if count else slug) in found:
                count += 1
            found.add(name)
    return found


def page_violations(root, page):
    for number, link in links(page.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = (page.parent / unquote(name)).resolve() if name else page
        if not target.exists():
            yield page, number, f"there is no {link}"
        elif not target.is_relative_to(root):
            yield page, number, f"{link} leads out of the repository"
        elif (anchor and target.suffix == ".md"
              and anchor not in anchors(target.read_text(encoding="utf-8"))):
            yield page, number, f"{target.relative_to(root)} has no heading #{anchor}"


def index_violations(root, pages):
    index = root / INDEX
    if not index.is_file():
        return
    linked = {(index.parent / unquote(link.partition("#")[0])).resolve()
              for _, link in links(index.read_text(encoding="utf-8"))}
    for page in pages:
        if page.is_relative_to(root / "docs") and page != index and page not in linked:
            yield page, 1, f"{INDEX} does not link to this page"


def source_violations(root, path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for m in MENTION.finditer(line):
            if not (root / m[0]).is_file():
                yield path, number, f"there is no {m[0]}"


def check(root):
    files = [p for p in root.iterdir() if p.is_file()]
    for folder in FOLDERS:
        files += (p for p in (root / folder).rglob("*") if p.is_file())
    pages = sorted(p for p in files if p.suffix == ".md")
    sources = sorted(p for p in files
                     if p.suffix in SOURCES and p.relative_to(root).as_posix() not in EXEMPT)
    found = [v for page in pages for v in page_violations(root, page)]
    found += index_violations(root, pages)
    found += (v for path in sources for v in source_violations(root, path))
    return [f"{path.relative_to(root)}:{line}: {why}" for path, line, why in found]


# file -> (content, the violations that the checker must find in it: line and words of the reason)
SELF_TEST = {
    "README.md": ("[a](docs/guide/a.md#two-words) [b](docs) [c](https://example.org/none.md)\n"
                  "`[d](none.md)`\n```\n[e](none.md)\n```\n[f](none.md)\n"
                  "[g](docs/guide/a.md#three)\n![h](docs/none.svg)\n[i](../up.md)\n"
                  "[over\nlines](no)\n",
                  [(6, "none.md"), (7, "#three"), (8, "docs/none.svg"), (9, "../up.md"),
                   (10, "no")]),
    "docs/README.md": ("[a](guide/a.md) and [b](guide/b.md#b)\n", []),
    "docs/guide/a.md": ("# A\n## Two *words*\n[b](b.md) [a](#a) [twice](b.md#b-1) [no](#no)\n",
                        [(3, "#no")]),
    "docs/guide/b.md": ("# B\n# `B`\n[up](../../src/x.cpp \"title\")\n", []),
    "docs/guide/lost.md": ("# Lost\n", [(1, "docs/README.md does not link")]),
    "src/x.cpp": ("// See docs/guide/a.md, docs/guide/none.md.\n// other/docs/none.md\n",
                  [(1, "docs/guide/none.md")]),
    "build/free.md": ("[x](none.md)\n", []),
}


def self_test():
    return checker.judge_self_test(*checker.find_in_tree(SELF_TEST, check))


if __name__ == "__main__":
    sys.exit(checker.main(sys.argv[1:], __doc__, "docs", check, self_test))
