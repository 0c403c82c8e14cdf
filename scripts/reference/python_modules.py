"""Reads the Python package without importing it: its public names and their docstrings.

What a module lists in `__all__` is public. It is defined there, in a private module of the package
that it is imported from, or in the native module. Of the latter, the stub has the signatures, and
the C++ that binds it has the docstrings.
"""
import ast
import re
from dataclasses import dataclass, field


class Unknown(Exception):
    """A name whose definition was not found, as "file:line: why"."""


@dataclass
class Entity:
    """A public name: what it is, its signature, its docstring."""
    kind: str  # class, enum, function, method, property, field, member, constant
    name: str
    file: str
    line: int
    text: str = ""
    doc: str = ""
    members: list = field(default_factory=list)


@dataclass
class Module:
    name: str                                     # "pairs"; "" is the package itself
    file: str
    doc: str = ""
    entities: list = field(default_factory=list)  # what is explained on its page
    shared: dict = field(default_factory=dict)    # names that another module's page explains
    aliases: dict = field(default_factory=dict)   # names of types: what they stand for


COLUMNS = 90


def shown(node):
    """An expression without the quotes and module names that a reader does not need."""
    text = ast.unparse(node)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value
    return re.sub(r"\b(_native|np|enum|dataclasses)\.(?=\w)", "", text).replace("'", '"')


def default_text(node, source):
    """A default value as it is written."""
    return ast.get_source_segment(source, node) or ast.unparse(node)


def signature(name, node, source, method=False):
    """`name(arguments) -> result`, on several lines if one is too short."""
    parts = split_arguments(node.args, source)[1 if method else 0:]
    result = f" -> {shown(node.returns)}" if node.returns else ""
    line = f"{name}({', '.join(parts)}){result}"
    if len(line) <= COLUMNS:
        return line
    lines, current = [], "   "
    for i, part in enumerate(parts):
        part += "," if i + 1 < len(parts) else f"){result}"
        if len(current) + 1 + len(part) > COLUMNS and current.strip():
            lines.append(current)
            current = "   "
        current += " " + part
    return "\n".join([f"{name}(", *lines, current])


def split_arguments(arguments, source):
    """The arguments one by one, as they are written."""
    parts, plain = [], [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(plain) - len(arguments.defaults)) + arguments.defaults

    def one(argument, default=None):
        text = argument.arg + (f": {shown(argument.annotation)}" if argument.annotation else "")
        if default is None:
            return text
        equals = " = " if argument.annotation else "="
        return text + equals + default_text(default, source)

    for i, (argument, default) in enumerate(zip(plain, defaults)):
        parts.append(one(argument, default))
        if arguments.posonlyargs and i + 1 == len(arguments.posonlyargs):
            parts.append("/")
    if arguments.vararg:
        parts.append("*" + one(arguments.vararg))
    elif arguments.kwonlyargs:
        parts.append("*")
    parts += [one(a, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    return parts + (["**" + one(arguments.kwarg)] if arguments.kwarg else [])


def decorators(node):
    return {ast.unparse(d).split("(")[0].rpartition(".")[2] for d in node.decorator_list}


def text_behind(body, i):
    """The string that stands on its own behind a statement: its docstring."""
    value = getattr(body[i + 1], "value", None) if i + 1 < len(body) else None
    if isinstance(value, ast.Constant) and isinstance(value.value, str) \
            and isinstance(body[i + 1], ast.Expr):
        return re.sub(r"\n +", "\n", value.value)
    return ""


def function(node, file, source, kind="function", owner=""):
    marks, doc = decorators(node), ast.get_docstring(node) or ""
    if kind == "method" and marks & {"property", "cached_property"}:
        result = f": {shown(node.returns)}" if node.returns else ""
        return Entity("property", node.name, file, node.lineno, node.name + result, doc)
    name = f"{owner}.{node.name}" if marks & {"staticmethod", "classmethod"} else node.name
    text = signature(name, node, source, kind == "method" and "staticmethod" not in marks)
    return Entity(kind, node.name, file, node.lineno, text, doc)


def class_of(node, file, source):
    """A class with its public members."""
    bases = [shown(b) for b in node.bases]
    kind = "enum" if any(re.fullmatch(r"(Int)?(Enum|Flag)", b) for b in bases) else "class"
    entity = Entity(kind, node.name, file, node.lineno,
                    f"class {node.name}" + (f"({', '.join(bases)})" if bases else ""),
                    ast.get_docstring(node) or "")
    for i, part in enumerate(node.body):
        if isinstance(part, ast.FunctionDef):
            if part.name == "__init__":
                if not any(a.arg == "native" for a in part.args.args):  # made by users
                    made = signature(node.name, part, source, True)
                    entity.text = f"class {made.removesuffix(' -> None')}"
                entity.members += attributes_of(part, file)
            elif not part.name.startswith("_") and not decorators(part) & {"setter", "overload"}:
                entity.members.append(function(part, file, source, "method", node.name))
        elif member := member_of(part, kind, file, source):
            member.doc = text_behind(node.body, i)
            entity.members.append(member)
    return entity


def attributes_of(constructor, file):
    """What a constructor declares as `self.name: type = …`, or `self.name = name`."""
    types = {a.arg: a.annotation for a in constructor.args.args if a.annotation}
    for i, part in enumerate(constructor.body):
        target = part.targets[0] if isinstance(part, ast.Assign) else getattr(part, "target", None)
        if not isinstance(target, ast.Attribute) or target.attr.startswith("_"):
            continue
        kind = getattr(part, "annotation", None) or types.get(getattr(part.value, "id", None))
        text = target.attr + (f": {shown(kind)}" if kind else "")
        doc = text_behind(constructor.body, i)
        yield Entity("field", target.attr, file, part.lineno, text, doc)


def member_of(part, kind, file, source):
    """A field of a class or a member of an enumeration, or None."""
    if isinstance(part, ast.AnnAssign) and not part.target.id.startswith("_"):
        value = default_text(part.value, source) if part.value else ""
        text = f"{part.target.id}: {shown(part.annotation)}"
        text += f" = {value}" if value and "field(" not in value else ""
        return Entity("field", part.target.id, file, part.lineno, text)
    if kind == "enum" and isinstance(part, ast.Assign):
        text = f"{part.targets[0].id} = {default_text(part.value, source)}"
        return Entity("member", part.targets[0].id, file, part.lineno, text)
    return None


class Source:
    """A module's file: what it defines and imports."""

    def __init__(self, root, folder, name):
        self.name, self.file = name, f"{folder}/{name}"
        self.text = (root / self.file).read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.imports, self.definitions, self.aliases, self.all = {}, {}, {}, None
        for i, node in enumerate(self.tree.body):
            self.read(node, i)

    def read(self, node, i):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            for alias in node.names:
                self.imports[alias.asname or alias.name] = (node.module, alias.name)
        elif isinstance(node, ast.FunctionDef):
            self.definitions[node.name] = function(node, self.file, self.text)
        elif isinstance(node, ast.ClassDef):
            self.definitions[node.name] = class_of(node, self.file, self.text)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            self.assign(node, node.targets[0].id, i)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            self.constant(node, node.target.id, i)

    def assign(self, node, name, i):
        if name == "__all__":
            self.all, self.all_line = ast.literal_eval(node.value), node.lineno
            return
        self.constant(node, name, i)
        if re.match(r"[A-Z][a-z]", name):
            self.aliases[name] = shown(node.value)

    def constant(self, node, name, i):
        self.definitions[name] = Entity("constant", name, self.file, node.lineno, ast.unparse(node),
                                        text_behind(self.tree.body, i))


def literal(text):
    """The value of C++ string literals that stand side by side."""
    return "".join(ast.literal_eval(part) for part in re.findall(r'"(?:\\.|[^"\\])*"', text))


BOUND_CLASS = (r'py::class_<[^;{]*?>\(\s*m,\s*"(\w+)"(.*?)'
               r'(?=\n\s*py::class_<|;\s*\n\}|;\s*\n  m\.|\Z)')
STRINGS = r'((?:"(?:\\.|[^"\\])*"\s*)+)'


def native_docs(root, folder):
    """{Class or Class.member or name: docstring} of what pybind11 binds."""
    docs = {}
    for path in sorted((root / folder).glob("*.cpp")):
        text = re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))
        for m in re.finditer(BOUND_CLASS, text, re.S):
            own, *chunks = re.split(r"\n\s*\.def(?=\w*\()", m[2])
            if doc := re.match(r"\s*,\s*" + STRINGS + r"\)", own):
                docs[m[1]] = literal(doc[1])
            for chunk in chunks:
                name = re.match(r'\w*\(\s*"(\w+)"', chunk)
                doc = re.search(r",\s*" + STRINGS + r"\)\s*;?\s*$", chunk)
                if name and doc:
                    docs[f"{m[1]}.{name[1]}"] = literal(doc[1])
        errors = dict(re.findall(r'(\w+) = py::register_exception<.*?>\(m, "(\w+)"', text))
        for m in re.finditer(r'\b(\w+)\.attr\("__doc__"\) =\s*' + STRINGS, text):
            docs[errors.get(m[1], m[1])] = literal(m[2])
    return docs


class Package:
    """The public modules of a package, with every public name on the page of one of them."""

    def __init__(self, root, folder, native):
        self.folder, self.faults = folder, []
        files = sorted(p.name for p in (root / folder).glob("*.py"))
        files += [p.name for p in (root / folder).glob("_*.pyi")]
        self.sources = {name.rsplit(".", 1)[0]: Source(root, folder, name) for name in files}
        self.native, self.docs = native, native_docs(root, native)
        self.modules, self.home = [], {}
        public = [n for n in self.sources if not n.startswith("_")]
        for name in [*public, "__init__"]:
            self.modules.append(self.module(name))
        self.modules = self.modules[-1:] + self.modules[:-1] if self.modules else []

    def module(self, name):
        source = self.sources[name]
        module = Module("" if name == "__init__" else name, source.file,
                        ast.get_docstring(source.tree) or "")
        if source.all is None:
            self.faults.append(f"{source.file}:1: has no __all__")
        for public in source.all or []:
            if name == "__init__" and public in self.sources or public.startswith("__"):
                continue  # a module, or the version
            try:
                entity = self.find(name, public)
            except Unknown as unknown:
                self.faults.append(str(unknown))
                continue
            key = (entity.file, entity.name)
            if key in self.home:
                module.shared[public] = self.home[key]
            else:
                self.home[key] = module.name
                module.entities.append(entity)
        for other in self.sources.values():
            module.aliases = other.aliases | module.aliases
        module.aliases |= source.aliases
        return module

    def find(self, module, name):
        source = self.sources[module]
        if name in source.definitions:
            entity = source.definitions[name]
            return self.with_native_docs(entity) if source.file.endswith(".pyi") else entity
        if name in source.imports:
            origin, original = source.imports[name]
            if origin in self.sources:
                return self.find(origin, original)
        line = getattr(source, "all_line", 1)
        raise Unknown(f"{source.file}:{line}: {name} is in __all__ and not defined")

    def with_native_docs(self, entity):
        entity.doc = entity.doc or self.docs.get(entity.name, "")
        entity.members = [m for m in entity.members if not m.name.startswith("_")]
        for member in entity.members:
            member.doc = member.doc or self.docs.get(f"{entity.name}.{member.name}", "")
        return entity
