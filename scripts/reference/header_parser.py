"""Reads a public header: which names it declares, and what its comments say about them.

This is no parser of C++. It knows the shapes that our headers have, and refuses what it does not
know, so that no name can be passed over in silence.

  - `///` before a declaration, or `///<` behind it, is its comment. The `///` block behind
    `#pragma once` is the header's own.
  - A declaration without a comment, directly below another one, shares that one's comment.
  - Members that are private or protected, friends that are functions, and namespaces inside another
    namespace (declarations that the implementation needs) are not public.
"""
import re
from dataclasses import dataclass, field


class Unknown(Exception):
    """A declaration of a shape that is not known."""


@dataclass
class Entity:
    """A public name: what it is, its declaration as in the header, and its comment."""
    kind: str  # struct, class, enum, enumerator, field, function, constructor, alias, constant, macro
    name: str
    line: int
    text: str = ""
    doc: list = field(default_factory=list)   # lines, without `///`
    own_doc: bool = False                     # the comment is its own, not that of a group
    group: int = 0                            # entities with one comment have the same number
    members: list = field(default_factory=list)
    trivial: bool = False                     # defaulted, a destructor, a copy or a move
    exported: bool = False                    # marked for the shared library
    needs_export: bool = False                # what it declares is compiled into the library

    def is_type(self):
        return self.kind in ("struct", "class", "enum")


@dataclass
class Header:
    name: str
    source: str = ""                          # its file in the repository
    namespace: str = "firstcontact"
    doc: list = field(default_factory=list)
    includes: list = field(default_factory=list)
    entities: list = field(default_factory=list)


OPERATOR = re.compile(r"\boperator\s*(?:\(\)|\[\]|<=>|[-+*/%&|^!=<>~]+)")
EXPORT = re.compile(r"\bFIRSTCONTACT_API\s+")
SCOPE = re.compile(r"(?:template\s*<[^{;]*>\s*)?(struct|class|enum class|enum)\s+"
                   r"(?:FIRSTCONTACT_API\s+)?(\w+)"
                   r"(?:\s+final)?\s*(?::[^{;]*)?$")
OPENERS, CLOSERS = "([{", ")]}"


def split_list(text):
    """Splits at commas that no bracket encloses. `<` directly behind a name is a bracket too."""
    parts, depth, angle, start = [], 0, 0, 0
    for i, c in enumerate(text):
        if c in OPENERS:
            depth += 1
        elif c in CLOSERS:
            depth -= 1
        elif c == "<" and (text[i - 1].isalnum() or text[i - 1] == "_"):
            angle += 1
        elif c == ">" and angle:
            angle -= 1
        elif c == "," and depth == 0 and angle == 0:
            parts.append(text[start:i])
            start = i + 1
    return parts + [text[start:]]


def without_template_arguments(text):
    """The text with everything between `<` and `>` blanked, of the same length."""
    out, depth = [], 0
    for i, c in enumerate(text):
        if c == "<":
            depth += 1
        out.append(" " if depth else c)
        if c == ">" and depth:
            depth -= 1
    return "".join(out)


def top_level_position(text, wanted):
    """Where one of the characters stands outside of all brackets, or -1."""
    depth = 0
    for i, c in enumerate(text):
        if depth == 0 and c in wanted:
            return i
        depth += (c in OPENERS) - (c in CLOSERS)
    return -1


class Parser:
    def __init__(self, text):
        self.text, self.at, self.groups = text, 0, 0

    def line(self, at=None):
        return self.text.count("\n", 0, self.at if at is None else at) + 1

    def fail(self, why, at=None):
        raise Unknown(f"{self.line(at)}: {why}")

    # Characters -------------------------------------------------------------------------------

    def skip_block(self):
        """From an opening bracket to behind the closing one; comments and texts are passed over."""
        start, depth = self.at, 0
        skipped = re.compile(r"//[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'|[()\[\]{}]")
        for m in skipped.finditer(self.text, start):
            depth += (m[0] in OPENERS) - (m[0] in CLOSERS) if len(m[0]) == 1 else 0
            if depth == 0:
                self.at = m.end()
                return
        self.fail("a bracket is never closed", start)

    def declaration(self):
        """(text, what ended it): up to `;`, to the `{` of a scope, or behind a function's body."""
        start, angle, parens, equals, initialisers = self.at, 0, False, False, False
        while self.at < len(self.text):
            if m := OPERATOR.match(self.text, self.at):
                self.at = m.end()
                continue
            c = self.text[self.at]
            said = self.text[start:self.at]
            if c == ";":
                self.at += 1
                return said, ";"
            if c == "{":
                if not equals and not parens and (SCOPE.match(said.strip())
                                                  or said.strip().startswith("namespace")):
                    self.at += 1
                    return said, "{"
                member = initialisers and (self.text[self.at - 1].isalnum()
                                           or self.text[self.at - 1] == "_")
                body = parens and not equals and not member
                end = self.at
                self.skip_block()
                if body:
                    return self.text[start:end], "body"
                continue
            if c in "([":
                parens = parens or (c == "(" and angle == 0)
                self.skip_block()
                continue
            if c == "<" and not equals:
                angle += 1
            elif c == ">" and not equals and angle:
                angle -= 1
            elif c == "=" and angle == 0:
                equals = True
            elif c == ":" and parens and self.text[self.at - 1] != ":" \
                    and self.text[self.at + 1] != ":":
                initialisers = True
            elif self.text.startswith("//", self.at):
                self.at = self.text.find("\n", self.at)
            self.at += 1
        self.fail("the header ends within a declaration", start)

    def comment_lines(self, marker):
        """The lines of a comment that starts here, without the marker; on consecutive lines."""
        lines = []
        pattern = re.compile(r"[ \t]*" + marker + r"([^\n]*)\n")
        while m := pattern.match(self.text, self.at):
            lines.append(m[1].rstrip())
            self.at = m.end()
        return lines

    # Scopes -----------------------------------------------------------------------------------

    def header(self, name):
        header = Header(name)
        self.header_body(header)
        self.read_scope(header.entities, header, None, True)
        return header

    def header_body(self, header):
        """The lines before the first namespace: pragma, comment, includes, macros."""
        m = re.match(r"#pragma once\n", self.text)
        if not m:
            self.fail("does not start with #pragma once")
        self.at = m.end()
        header.doc = self.comment_lines("///")

    def read_scope(self, entities, header, owner, public):
        """Fills `entities` up to the end of the scope. `owner` is the struct or class, or None."""
        doc, doc_group, fresh = [], 0, False  # the last comment, and whether it is unused
        while True:
            if m := re.compile(r"[ \t]+").match(self.text, self.at):
                self.at = m.end()
            if self.at >= len(self.text):
                if owner or public is None:
                    self.fail("a scope is never closed")
                return
            c = self.text[self.at]
            if c == "\n":
                self.at += 1
                if self.text.startswith("\n", self.at) and not fresh:
                    doc, doc_group = [], 0
            elif c == "}":
                self.at += 1
                return
            elif self.text.startswith("///<", self.at):
                # Behind a declaration; the next lines may go on.
                if not entities:
                    self.fail("a comment behind nothing")
                self.trailing(entities)
            elif self.text.startswith("///", self.at):
                doc, fresh = self.comment_lines("///(?!<)"), True
                self.groups += 1
                doc_group = self.groups
            elif self.text.startswith("//", self.at):
                self.at = self.text.find("\n", self.at)
            elif c == "#":
                self.directive(entities, header, doc, doc_group, fresh)
                fresh = False
            elif m := re.compile(r"(public|private|protected):").match(self.text, self.at):
                self.at, public, doc, doc_group, fresh = m.end(), m[1] == "public", [], 0, False
            else:
                start = self.at
                text, ending = self.declaration()
                if not doc_group:
                    self.groups += 1
                    doc_group = self.groups
                made = self.entity(text, ending, start, header, owner, entities)
                for entity in made:
                    entity.doc = entity.doc or doc
                    entity.own_doc = entity.own_doc or (fresh and bool(doc))
                    entity.group = doc_group
                if public:
                    entities += made
                fresh = False
                if ending == "{":
                    doc, doc_group = [], 0

    def trailing(self, entities):
        line = self.line()
        lines = self.comment_lines("///<")
        for entity in entities:
            if entity.line == line or entity is entities[-1]:
                entity.doc, entity.own_doc = lines, True
                self.groups += 1
                entity.group = self.groups

    def directive(self, entities, header, doc, group, fresh):
        m = re.compile(r"#(?:[^\n\\]|\\\n|\\.)*").match(self.text, self.at)
        line, text = self.line(), m[0]
        self.at = m.end()
        if include := re.match(r"#include <firstcontact/(\S+)>", text):
            header.includes.append(include[1])
        elif define := re.match(r"#define (\w+)", text):
            # Of the same macro for several compilers, the first one is shown.
            known = any(e.kind == "macro" and e.name == define[1] for e in entities)
            if f"#undef {define[1]}" not in self.text and not known:
                entities.append(Entity("macro", define[1], line, text, doc if fresh else header.doc,
                                       fresh or bool(header.doc), group))
        elif not re.match(r"#(include|undef|if|else|elif|endif|error)\b", text):
            self.fail(f"an unknown directive: {text}")

    # Declarations -----------------------------------------------------------------------------

    def entity(self, raw, ending, start, header, owner, before):
        exported, line = EXPORT.search(raw), self.line(start)
        text = self.without_export(raw.strip())
        made = self.entity_of(text, ending, line, start, header, owner, before)
        for entity in made:
            entity.exported = bool(exported)
        return made

    @staticmethod
    def without_export(text):
        """The declaration without the mark, and its further lines as far to the left as before it."""
        plain = EXPORT.sub("", text, count=1)
        indent = len(text) - len(plain)
        return re.sub(rf"\n {{{indent}}}", "\n", plain) if indent else text

    def entity_of(self, text, ending, line, start, header, owner, before):
        if text.startswith("namespace"):
            return self.namespace(text, header, owner, before)
        if ending == "{":
            return [self.type(text, line, header)]
        if text.startswith("friend"):
            if ending == ";" and "(" in text and "operator" not in text:
                return []
            if re.match(r"friend (class|struct) \w+$", text):
                return []
            return [Entity("function", OPERATOR.search(text)[0], line, text + ";", trivial=True)] \
                if "default" in text else []
        if re.fullmatch(r"(?:template\s*<[^<>]*>\s*)?(?:struct|class) \w+", text) or text == "":
            return []  # declared here, defined elsewhere; or the `;` behind a scope
        if re.match(r"using [\w:]+::(\w+)$", text):
            return [Entity("constructor", text.split(":")[-1], line, text + ";", trivial=True)]
        if m := re.match(r"(?:template\s*<.*?>\s*)?using (\w+)\s*=", text, re.S):
            return [Entity("alias", m[1], line, text + ";")]
        if text.startswith(("static_assert", "extern ")):
            self.fail("static_assert and extern are not expected in a public header", start)
        plain = without_template_arguments(OPERATOR.sub(lambda m: "O" * len(m[0]), text))
        paren, equals = plain.find("("), top_level_position(plain, "=")
        if paren >= 0 and (equals < 0 or paren < equals):
            return self.function(text, plain, paren, ending, line, owner, before)
        return self.variables(text, line, owner, start)

    def namespace(self, text, header, owner, before):
        m = re.fullmatch(r"namespace ([\w:]+)", text)
        if owner or not m:
            self.fail(f"an unknown namespace: {text}")
        depth, header.depth = getattr(header, "depth", 0), getattr(header, "depth", 0) + 1
        inner = []
        if depth == 0:
            header.namespace = m[1]
        self.read_scope(inner, header, None, None if depth else True)
        header.depth = depth
        if depth == 0:
            before += inner
        return []

    def type(self, text, line, header):
        m = SCOPE.match(text)
        if not m:
            self.fail(f"an unknown scope: {text}")
        kind = "enum" if m[1].startswith("enum") else m[1]
        # The type information of an exception must be the same on both sides.
        thrown = bool(re.search(r":.*(\bstd::|Error$)", text))
        entity = Entity(kind, m[2], line, text, needs_export=thrown)
        if kind == "enum":
            self.enumerators(entity)
        else:
            self.read_scope(entity.members, header, entity, kind == "struct")
        m = re.compile(r"\s*;").match(self.text, self.at)
        if not m:
            self.fail(f"no ; behind {entity.name}")
        self.at = m.end()
        return entity

    def enumerators(self, entity):
        doc = []
        pattern = re.compile(r"[ \t]*(\w+)(?:\s*=\s*[^,}\n]+)?[ \t]*(,|(?=[\s}]))[ \t]*")
        while True:
            if m := re.compile(r"\s+").match(self.text, self.at):
                self.at = m.end()
            if self.text[self.at] == "}":
                self.at += 1
                return
            if self.text.startswith("///<", self.at):
                line, lines = self.line(), self.comment_lines("///<")
                if not entity.members or entity.members[-1].line != line:
                    self.fail("a comment behind nothing")
                entity.members[-1].doc, entity.members[-1].own_doc = lines, True
            elif self.text.startswith("///", self.at):
                doc = self.comment_lines("///(?!<)")
            elif m := pattern.match(self.text, self.at):
                self.groups += 1
                entity.members.append(Entity("enumerator", m[1], self.line(), m[1], doc, bool(doc),
                                             self.groups))
                self.at, doc = m.end(), []
            else:
                self.fail("an unknown enumerator")

    def function(self, text, plain, paren, ending, line, owner, before):
        m = OPERATOR.search(text)
        if m and m.end() <= paren + 2:
            name = m[0]
        elif m := re.search(r"(~?\w+)\s*$", plain[:paren]):
            name = m[1]
        else:
            self.fail(f"a function without a name: {text}")
        depth, end = 0, len(plain)  # what comes behind the `:` of a constructor is no interface
        for i, c in enumerate(plain):
            depth += (c in OPENERS) - (c in CLOSERS)
            if depth == 0 and c == ":" and i > paren and plain[i - 1] != ":" \
                    and plain[i + 1:i + 2] != ":":
                end = i
                break
        signature = text[:end].rstrip() + ";"
        constructor = owner is not None and name.lstrip("~") == owner.name
        trivial = constructor and bool(
            name.startswith("~") or "= default" in text
            or re.search(rf"\((?:const )?{name}\s*&&?\)", text))
        trivial = trivial or (name.startswith("operator=") and not name.startswith("operator=="))
        if ending == "body" and any(e.name == name and e.kind == "function" for e in before) \
                and not owner and self.documented_above(text):
            return []  # the body of a function that is declared and explained above
        here = r"\b(inline|constexpr|template)\b|= (default|delete|0)$"
        compiled = ending == ";" and not re.search(here, text)
        if owner and (compiled or "virtual" in text):
            owner.needs_export = True
        return [Entity("constructor" if constructor else "function", name, line, signature,
                       trivial=trivial, needs_export=compiled and not owner)]

    def documented_above(self, text):
        """Whether the same function was declared before, with default arguments."""
        declared = re.sub(r"\s+", " ", re.sub(r" = [^,()]*(?:\{\})?(?=[,)])", "",
                                              self.text[:self.at - len(text)]))
        return re.sub(r"\s+", " ", text.strip()) + ";" in declared

    def variables(self, text, line, owner, start):
        kind = "constant" if "constexpr" in text or owner is None else "field"
        if owner is None and "constexpr" not in text:
            self.fail(f"neither a function nor a constant: {text}", start)
        made = []
        for part in split_list(text):
            end = top_level_position(part, "={")
            declarator = part[:end] if end >= 0 else part
            m = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)?$", without_template_arguments(declarator))
            if not m:
                self.fail(f"a variable without a name: {text}", start)
            made.append(Entity(kind, m[1], line, text + ";"))
        return made


def parse(text, name):
    """The Header that a text declares. Throws Unknown, with the line, for what is not known."""
    return Parser(text).header(name)
