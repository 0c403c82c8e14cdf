"""Turns the comments of headers into Markdown: paragraphs, lists, tables, examples, and links from
names to where they are explained."""
import re

PAGE = re.compile(r"\bdocs/([\w/-]+\.md)")
HEADER = re.compile(r"(?:firstcontact/)?\b(\w+\.h)\b")
# Type::member, or a type's name of two words or more.
NAME = re.compile(r"\b[A-Z]\w*::\w+\b|\b[A-Z][a-z]+(?:[A-Z][a-z0-9]+)+\b")
TERM = re.compile(r"^\s+(\w+) {2,}(\S.*)$")


class Prose:
    def __init__(self, places, namespace, headers, owner=""):
        self.places, self.namespace, self.headers, self.owner = places, namespace, headers, owner

    def inside(self, owner):
        """The same for comments of a type's members: their names come first."""
        return Prose(self.places, self.namespace, self.headers, owner)

    def place(self, name):
        """Where a name is explained, or None."""
        spaces = [self.places.get(self.namespace, {}), self.places.get("firstcontact", {})]
        for space in spaces:
            for full in (f"{self.owner}::{name}", name) if self.owner else (name,):
                if full in space:
                    return space[full]
        for prefix, space in self.places.items():
            short = prefix.rpartition("::")[2] + "::"
            if name.startswith(short) and name[len(short):] in space:
                return space[name[len(short):]]
        return None

    # Within a line ----------------------------------------------------------------------------

    def line(self, text):
        """Prose with its code spans: escaped, with links."""
        parts = re.split(r"(`[^`]*`)", text)
        return "".join(self.span(p) if p.startswith("`") else self.words(p) for p in parts)

    def span(self, code):
        place = self.place(code.strip("`"))
        shown = code.replace("{{", "{ {")
        return f"[{shown}](./{place})" if place else shown

    def words(self, text):
        found = []

        def keep(markdown):
            found.append(markdown)
            return f"\0{len(found) - 1}\0"

        text = PAGE.sub(lambda m: keep(f"[{m[0]}](../{m[1]})"), text)
        text = HEADER.sub(lambda m: keep(f"[{m[0]}](./{m[1][:-2]}.md)")
                          if m[1] in self.headers else m[0], text)
        text = NAME.sub(lambda m: keep(f"[{m[0]}](./{self.place(m[0])})")
                        if self.place(m[0]) else m[0], text)
        text = re.sub(r"([\\*\[\]])", r"\\\1", text)
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        text = text.replace("{{", "&#123;&#123;").replace("}}", "&#125;&#125;")
        return re.sub(r"\0(\d+)\0", lambda m: found[int(m[1])], text)

    # Blocks -----------------------------------------------------------------------------------

    def markdown(self, lines):
        lines = [l[1:] if l.startswith(" ") else l for l in lines]
        out, at = [], 0
        while at < len(lines):
            line = lines[at]
            if not line.strip():
                at += 1
            elif re.match(r"\s*- ", line):
                at = self.items(lines, at, out)
            elif line.startswith("|"):
                end = next((i for i in range(at, len(lines)) if not lines[i].startswith("|")),
                           len(lines))
                out.append("\n".join(self.row(l) for l in lines[at:end]))
                at = end
            elif line.startswith("  "):
                end = next((i for i in range(at, len(lines)) if lines[i] and lines[i][0] != " "),
                           len(lines))
                out.append(self.example([l for l in lines[at:end]]))
                at = end
            else:
                end = at + 1
                while end < len(lines) and lines[end].strip() and not lines[end].startswith("  ") \
                        and not lines[end].startswith("|") and not re.match(r"\s*- ", lines[end]):
                    end += 1
                out.append(self.line(" ".join(l.strip() for l in lines[at:end])))
                at = end
        return "\n\n".join(out)

    def items(self, lines, at, out):
        items = []
        while at < len(lines) and lines[at].strip():
            if m := re.match(r"\s*- (.*)", lines[at]):
                items.append(m[1])
            elif lines[at].startswith(" "):
                items[-1] += " " + lines[at].strip()
            else:
                break
            at += 1
        out.append("\n".join("- " + self.line(item) for item in items))
        return at

    def row(self, line):
        if re.fullmatch(r"[|\s:-]+", line):
            return line
        return "|".join(self.line(cell) for cell in line.split("|"))

    def example(self, lines):
        """Indented lines: names and what they do become a list, everything else stays as it is."""
        said = [l for l in lines if l.strip()]
        terms = [TERM.match(l) for l in said]
        if all(m and self.place(m[1]) for m in terms):
            return "\n".join(f"- {self.span(f'`{m[1]}`')}: {self.line(m[2])}" for m in terms)
        while lines and not lines[-1].strip():
            lines = lines[:-1]
        margin = min(len(l) - len(l.lstrip()) for l in said)
        language = "cpp" if any(l.rstrip().endswith(";") or "::rows<" in l for l in said) else "text"
        body = "\n".join(l[margin:] for l in lines)
        return f"```{language}\n{body}\n```"
