"""Writes the pages of the reference as Markdown: one a header, and an index of all names."""
import json
import re
from pathlib import Path

from reference.prose import Prose

TARGETS = {"io": "firstcontact::io", "proof": "firstcontact::proof"}
TITLES = {"pairs.h": "Pairs", "mesh_step.h": "Mesh steps", "rigid_bodies.h": "Rigid bodies",
          "robots.h": "Robots", "io.h": "Files", "proof.h": "Proofs",
          "c.h": "C", "ompl.h": "Adapter for OMPL", "ipc_names.h": "Names of the IPC Toolkit"}
COMMON = "What all groups share"


def page_of(header):
    """The page's name. A name that ends in .h.md would look like a header to some servers."""
    return header.removesuffix(".h") + ".md"


def target_of(header):
    """The CMake target that a program links to use the header."""
    if not header.namespace:
        return "firstcontact::c"
    return TARGETS.get(header.namespace.rpartition("::")[2], "firstcontact::firstcontact")


def groups_of(headers):
    """(title, headers) of the groups: each umbrella header with what it includes, then the rest."""
    by_name = {h.name: h for h in headers}
    groups, placed = [], {"firstcontact.h"}
    umbrellas = [name for name in TITLES if name in by_name]
    for name in umbrellas:
        parts = [name] + [n for n in by_name[name].includes
                          if n in by_name and n not in placed and n not in umbrellas
                          and not (by_name[name].entities and n not in ("proof_types.h",))]
        placed.update(parts)
        groups.append((TITLES[name], parts))
    rest = [h.name for h in headers if h.name not in placed]
    groups.append((COMMON, ["firstcontact.h"] * ("firstcontact.h" in by_name) + rest))
    return groups


def first_sentence(lines):
    """Up to the first full stop, or to a colon that more than a word or two stand before."""
    text = re.sub(r"\s+", " ", " ".join(lines)).strip()
    ends = (m.start() for m in re.finditer(r"[.:](?=\s|$)", text) if m[0] == "." or m.start() > 30)
    return text[:next(ends, len(text))].rstrip(":.") + "."


def names_of(headers):
    """Where every public name is explained: {namespace: {name or Type::member: page#anchor}}."""
    places = {}
    for header in headers:
        space = places.setdefault(header.namespace, {})
        for entity in header.entities:
            space.setdefault(entity.name, f"{page_of(header.name)}#{anchor(entity.name)}")
            for member in entity.members:
                add_member(space, page_of(header.name), entity.name, member)
    return places


def add_member(space, page, owner, member):
    if member.trivial or member.name == owner.rpartition("::")[2]:
        return
    name = f"{owner}::{member.name}"
    space.setdefault(name, f"{page}#{anchor(name)}")
    for inner in member.members:
        add_member(space, page, name, inner)


def anchor(name):
    """An anchor that is the name, as far as an address can have it."""
    words = {"<=>": "compare", "==": "equal", "<": "less", "[]": "index", "()": "call"}
    for symbol, word in words.items():
        name = name.replace("operator" + symbol, "operator-" + word)
    return name.replace("::", ".")


class PageWriter:
    def __init__(self, headers):
        self.headers = headers
        self.places = names_of(headers)
        self.known = {h.name for h in headers}
        self.order = {name: title for title, names in groups_of(headers) for name in names}

    # One header -------------------------------------------------------------------------------

    def page(self, header):
        prose = Prose(self.places, header.namespace, self.known)
        facts = [f"`#include <firstcontact/{header.name}>`", f"link `{target_of(header)}`"]
        if header.entities and header.namespace:
            facts.insert(1, f"namespace `{header.namespace}`")
        out = [f"---\ntitle: {header.name}\noutline: 2\nprev: false\nnext: false\n---", f"# {header.name}",
               '<div class="fc-facts">\n\n' + " · ".join(facts) + "\n\n</div>",
               prose.markdown(header.doc)]
        if header.includes:
            listed = ", ".join(f"[{n}](./{page_of(n)})" for n in header.includes if n in self.known)
            out.append(f"Includes {listed}.")
        done = set()
        for entity in header.entities:
            if entity.is_type():
                out.append(self.type(entity, prose, 2, entity.name))
            elif entity.group not in done:
                done.add(entity.group)
                out.append(self.free_group([e for e in header.entities if e.group == entity.group
                                            and not e.is_type()], prose))
        out.append(f"<p class=\"fc-source\">The header itself: "
                   f"<a href=\"../source/{header.source}.html\">{header.source}</a></p>")
        return "\n\n".join(part for part in out if part) + "\n"

    def free_group(self, group, prose):
        """Functions, aliases, constants that share a comment, under one heading."""
        names = list(dict.fromkeys(e.name for e in group))
        head = ", ".join(n.replace("<", "\\<").replace("operator\\<=>", "operator\\<=\\>")
                         for n in names)
        out = [f"## {head} {{#{self.heading_anchor(names[0])}}}"]
        out += [f'<a id="{anchor(n)}"></a>' for n in names[1:]
                if self.heading_anchor(n) == anchor(n)]
        out += [code(group), prose.markdown(group[0].doc)]
        return "\n\n".join(out)

    def heading_anchor(self, name):
        """Overloads in several groups get anchors of their own; the first has the plain name."""
        self.used = getattr(self, "used", {})
        count = self.used[name] = self.used.get(name, 0) + 1
        return anchor(name) if count == 1 else f"{anchor(name)}-{count}"

    def type(self, entity, prose, level, name):
        # The name of a struct and of a function of two headers may be the same; pages are apart.
        self.used = {}
        head = [f"{'#' * level} {name} {{#{anchor(name)}}}"]
        prose = prose.inside(name)
        if entity.kind == "enum":
            return "\n\n".join(head + [self.enum(entity, name, prose)])
        bases = entity.text if ":" in entity.text else f"{entity.kind} {entity.name}"
        out = head + [fence(bases), prose.markdown(entity.doc)]
        done = set()
        for member in entity.members:
            if member.is_type():
                out.append(self.type(member, prose, level + 1, f"{name}::{member.name}"))
            elif member.group not in done:
                done.add(member.group)
                out.append(self.member_group([m for m in entity.members if m.group == member.group
                                              and not m.is_type()], name, prose))
        return "\n\n".join(part for part in out if part)

    def member_group(self, group, owner, prose):
        ids = list(dict.fromkeys(anchor(f"{owner}::{m.name}") for m in group))
        ids = [i for i in ids if i not in self.used]
        self.used.update(dict.fromkeys(ids, 1))
        spots = "".join(f'<a id="{i}"></a>' for i in ids)
        body = prose.markdown(group[0].doc)
        return (f'<div class="fc-member">{spots}\n\n{code(group)}\n\n'
                + (f"{body}\n\n" if body else "") + "</div>")

    def enum(self, entity, name, prose):
        lines = [f'- <a id="{anchor(f"{name}::{m.name}")}"></a>**`{m.name}`** '
                 + prose.markdown(m.doc).replace("\n\n", "\n\n  ") for m in entity.members]
        return "\n\n".join([fence(entity.text), prose.markdown(entity.doc),
                            "\n".join(line.rstrip() for line in lines)])

    # The index --------------------------------------------------------------------------------

    def index(self):
        out = ["---\ntitle: API reference\noutline: 2\nprev: false\nnext: false\n---", "# API reference",
               "Every public name of the library, with the comments of the headers it is declared "
               "in. The four groups have one header each; `<firstcontact/firstcontact.h>` "
               "includes them all. What every answer promises is in "
               "[guarantees](../guide/guarantees.md), how they look in "
               "[conventions](../guide/conventions.md)."]
        by_name = {h.name: h for h in self.headers}
        for title, names in groups_of(self.headers):
            rows = [f"| [{n}](./{page_of(n)}) | "
                    f"{Prose(self.places, by_name[n].namespace, self.known).line(first_sentence(by_name[n].doc))} |"
                    for n in names]
            out.append(f"## {title}\n\n| header | what it is for |\n|---|---|\n" + "\n".join(rows))
        out.append("## All names")
        letters = {}
        for space, names in sorted(self.places.items()):
            for name, place in names.items():
                if "::" not in name:
                    shown = f"{space}::{name}".removeprefix("firstcontact::")
                    letters.setdefault(name.replace("operator", "")[0].upper(), []).append(
                        (name.lower(), f"[{shown.replace('<', '&lt;')}](./{place})"))
        out += [f"**{letter}** " + " · ".join(link for _, link in sorted(entries))
                for letter, entries in sorted(letters.items(), key=lambda p: (p[0] < "A", p[0]))]
        return "\n\n".join(out) + "\n"

    def sidebar(self):
        """What the site shows beside the pages."""
        groups = [{"text": title, "collapsed": True,
                   "items": [{"text": n, "link": f"/reference/{page_of(n).removesuffix('.md')}"}
                             for n in names]} for title, names in groups_of(self.headers)]
        return json.dumps(groups, indent=1)

    def write(self, folder):
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        pages = {"index.md": self.index(), "sidebar.json": self.sidebar()}
        pages |= {page_of(h.name): self.page(h) for h in self.headers}
        for old in set(p.name for p in folder.glob("*.md")) - set(pages):
            (folder / old).unlink()
        for name, text in pages.items():
            path = folder / name
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
        return pages


def dedent(text):
    """A declaration as in the header, moved to the left margin."""
    first, *others = text.split("\n")
    margin = min((len(l) - len(l.lstrip()) for l in others if l.strip()), default=0)
    depth = 4 if margin >= 4 else margin
    return "\n".join([first] + [" " * min(depth, 4) + l[margin:] for l in others])


def fence(text):
    return f"```cpp\n{text}\n```"


def code(group):
    """The declarations of a group, each once: fields of one line are one declaration."""
    return fence("\n".join(dict.fromkeys(dedent(e.text) for e in group)))
