"""Writes the pages of the Python reference as Markdown: one a module, and an index of all names."""
import json
import re
from pathlib import Path

from reference.pages import first_sentence
from reference.prose import Prose

LINK = "/reference/python/"
# A line of a docstring about an argument, or several.
ARGUMENT = re.compile(r"(\w+(?:, \w+)*): (.*)")


INDEX_HEAD = """---
title: Python reference
outline: 2
prev: false
next: false
---

# Python reference

Every public name of the package `firstcontact`, with its docstring. Tests run the examples in it.
[Python in five minutes](../../start/python.md) is the place to start. What every answer promises is
in [guarantees](../../guide/guarantees.md). The names of C++ are in the
[API reference](../index.md)."""


def page_of(module):
    return f"{module or 'package'}.md"


def title_of(module):
    return f"firstcontact.{module}" if module else "firstcontact"


class PythonProse(Prose):
    """Docstrings: paragraphs, lists, doctests, tables of reStructuredText, `names`."""

    def __init__(self, places, page, arguments=()):
        super().__init__(places, "", ())
        self.page, self.arguments = page, arguments

    def place(self, name):
        name = re.sub(r"\(.*\)$", "", name.removeprefix("firstcontact."))
        found = self.places.get(f"{self.page}.{name}") or self.places.get(name)
        return found

    def words(self, text):
        text = re.sub(r"\\([*_|])", r"\1", text)
        return re.sub(r"\]\(\.\./", "](../../", super().words(text))

    def markdown(self, text):
        lines = re.sub(r"``([^`]+)``", r"`\1`", text).split("\n")
        out, plain, at = [], [], 0

        def flush():
            if any(line.strip() for line in plain):
                spaced = [" " + line if line else line for line in plain]
                out.append(super(PythonProse, self).markdown(spaced))
            plain.clear()

        while at < len(lines):
            line = lines[at]
            argument = ARGUMENT.match(line)
            if line.lstrip().startswith(">>> ") or re.match(r"=+( +=+)+$", line):
                flush()
                at = (self.doctest if ">" in line else self.table)(lines, at, out)
            elif argument and argument[1].split(",")[0] in self.arguments:
                flush()
                at = self.argument(lines, at, out)
            else:
                plain.append(line)
                at += 1
        flush()
        return "\n\n".join(out)

    def doctest(self, lines, at, out):
        end = at
        while end < len(lines) and lines[end].strip():
            end += 1
        margin = len(lines[at]) - len(lines[at].lstrip())
        body = "\n".join(line[margin:] for line in lines[at:end])
        if out and out[-1].startswith("```py\n"):
            out[-1] = out[-1].removesuffix("\n```") + "\n\n" + body + "\n```"
        else:
            out.append(f"```py\n{body}\n```")
        return end

    def argument(self, lines, at, out):
        """Lines "name: what it is" about arguments become a list."""
        items = []
        while at < len(lines) and lines[at].strip():
            m = ARGUMENT.match(lines[at])
            if m and m[1].split(",")[0] in self.arguments:
                items.append([m[1], m[2]])
            else:
                items[-1][1] += " " + lines[at].strip()
            at += 1
        out.append("\n".join(f"- `{name.replace(', ', '`, `')}`: {self.line(text)}"
                             for name, text in items))
        return at

    def table(self, lines, at, out):
        starts = [m.start() for m in re.finditer("=+", lines[at])]
        spans = list(zip(starts, [*starts[1:], None]))
        rows, end = [], at + 1
        while end < len(lines) and lines[end].strip():
            if not re.match(r"=+( +=+)*$", lines[end]):
                rows.append([self.line(lines[end][a:b].strip()) for a, b in spans])
            elif len(rows) == 1 and "".join(lines[end + 1:end + 2]).strip():
                rows.append(["---"] * len(spans))  # the row between two rules is the head
            end += 1
        if rows[1:2] != [["---"] * len(spans)]:
            rows = [[" "] * len(spans), ["---"] * len(spans), *rows]
        out.append("\n".join(f"| {' | '.join(row)} |" for row in rows))
        return end


def groups_of(members):
    """Members without a docstring stand together with those before them that have none either."""
    groups = []
    for member in members:
        if groups and not member.doc and not groups[-1][-1].doc:
            groups[-1].append(member)
        else:
            groups.append([member])
    return groups


def fence(text):
    return f"```python\n{text}\n```"


class PythonPageWriter:
    def __init__(self, package):
        self.package = package
        self.places = {}
        for module in package.modules:
            page = page_of(module.name)
            for entity in module.entities:
                self.add(module.name, entity.name, f"{page}#{entity.name}")
                for member in entity.members:
                    name = f"{entity.name}.{member.name}"
                    self.add(module.name, name, f"{page}#{name}")
            if module.name:
                self.places.setdefault(module.name, page)

    def add(self, module, name, place):
        self.places.setdefault(f"{module}.{name}" if module else name, place)
        self.places.setdefault(name, place)

    def page(self, module):
        arguments = set().union(*(arguments_of(entity) for entity in module.entities))
        prose = PythonProse(self.places, module.name, arguments)
        title = title_of(module.name)
        how = f"from firstcontact import {module.name}" if module.name else "import firstcontact"
        out = [f"---\ntitle: {title}\noutline: 2\nprev: false\nnext: false\n---", f"# {title}",
               f'<div class="fc-facts">\n\n`{how}`\n\n</div>', prose.markdown(module.doc)]
        for entity in module.entities:
            out.append(self.entity(module, entity))
        if module.shared:
            links = ", ".join(f"[{n}](./{page_of(home)}#{n})"
                              for n, home in sorted(module.shared.items()))
            out.append(f"## Explained elsewhere\n\nThese names are here, too: {links}.")
        out.append(self.aliases(module, "\n".join(out)))
        out.append('<p class="fc-source">The module itself: '
                   f'<a href="../../source/{module.file}.html">{module.file}</a></p>')
        return "\n\n".join(part for part in out if part) + "\n"

    def aliases(self, module, text):
        """What the names of types in the signatures of a page stand for."""
        code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.S))
        known, queue = {}, [n for n in module.aliases if re.search(rf"\b{n}\b", code)]
        while queue:
            name = queue.pop(0)
            if name in known or any(name == e.name for e in module.entities):
                continue
            known[name] = module.aliases[name]
            queue += [n for n in module.aliases if re.search(rf"\b{n}\b", known[name])]
        rows = {name: "`" + value.replace("|", "\\|") + "`" for name, value in known.items()}
        if "ArrayLike" in code:
            rows["ArrayLike"] = "an array, or what NumPy makes one of (`numpy.typing.ArrayLike`)"
        if not rows:
            return ""
        return "## Types in these signatures\n\n| name | stands for |\n|---|---|\n" + "\n".join(
            f"| `{name}` | {value} |" for name, value in sorted(rows.items()))

    def entity(self, module, entity):
        prose = PythonProse(self.places, module.name, arguments_of(entity))
        out = [f"## {entity.name} {{#{entity.name}}}", fence(entity.text),
               prose.markdown(entity.doc)]
        owner = f"{module.name}.{entity.name}" if module.name else entity.name
        for group in groups_of(entity.members):
            spots = "".join(f'<a id="{entity.name}.{m.name}"></a>' for m in group)
            body = PythonProse(self.places, owner, arguments_of(group[0])).markdown(group[0].doc)
            code = fence("\n".join(m.text for m in group))
            out.append(f'<div class="fc-member">{spots}\n\n{code}\n\n'
                       + (f"{body}\n\n" if body else "") + "</div>")
        return "\n\n".join(part for part in out if part)

    def index(self):
        rows = []
        for module in self.package.modules:
            prose = PythonProse(self.places, module.name)
            what = prose.line(first_sentence(module.doc.split("\n")))
            rows.append(f"| [{title_of(module.name)}](./{page_of(module.name)}) | {what} |")
        out = [INDEX_HEAD, "| module | what it is for |\n|---|---|\n" + "\n".join(rows),
               "## All names"]
        letters = {}
        for module in self.package.modules:
            for entity in module.entities:
                shown = f"{module.name}.{entity.name}" if module.name else entity.name
                letters.setdefault(entity.name[0].upper(), []).append(
                    (entity.name.lower(), f"[{shown}](./{page_of(module.name)}#{entity.name})"))
        out += [f"**{letter}** " + " · ".join(link for _, link in sorted(entries))
                for letter, entries in sorted(letters.items())]
        return "\n\n".join(out) + "\n"

    def sidebar(self):
        items = [{"text": title_of(m.name), "link": LINK + page_of(m.name).removesuffix(".md")}
                 for m in self.package.modules]
        return json.dumps(items, indent=1)

    def pages(self):
        made = {"index.md": self.index(), "sidebar.json": self.sidebar()}
        return made | {page_of(m.name): self.page(m) for m in self.package.modules}

    def write(self, folder):
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        pages = self.pages()
        for old in set(p.name for p in folder.glob("*.md")) - set(pages):
            (folder / old).unlink()
        for name, text in pages.items():
            path = folder / name
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")


def arguments_of(entity):
    """The names of a function's arguments, which its docstring may explain line by line."""
    return set(re.findall(r"[(,]\s*\*{0,2}(\w+)(?=[:,=)])", entity.text))
