#!/usr/bin/env python3
"""Writes the ```cpp blocks of a document to a file as one program, so that a test can compile and
run it.

A single block is the program. If there are several, the first one holds includes and definitions,
and each of the others becomes a function with a body of its own; main calls them in their order.
Blocks with a name (```cpp NAME) are left out; with NAME as an argument that one block is written as
it is, for a test that includes it. The word `ours`, which tells the site to set a block beside one
of `theirs`, is no name.

If the output's name ends in .c, the ```c blocks are taken; if it ends in .urdf, the ```xml block.

    extract_snippet.py DOCUMENT OUTPUT [NAME]
    extract_snippet.py --self-test
"""
import os
import re
import sys

LANGUAGES = {".c": "c", ".urdf": "xml"}  # others are C++


def program_of(text, name=None, language="cpp"):
    """The program, or the block of that name; an empty text if there is none."""
    named = re.findall(rf"^```{language}(?: +(\w+))?\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    if name:
        return "".join(body for of, body in named if of == name)
    blocks = [body for of, body in named if of in ("", "ours")]
    if len(blocks) < 2:
        return "".join(blocks)
    first, *others = blocks
    none = "void" if language == "c" else ""
    parts = [f"static void snippet_{i}({none}) {{\n{body}}}\n"
             for i, body in enumerate(others, 1)]
    calls = "".join(f"  snippet_{i}();\n" for i in range(1, len(blocks)))
    return first + "\n" + "\n".join(parts) + f"\nint main({none}) {{\n{calls}}}\n"


def self_test():
    faults = []
    for text, expected in [
            ("none\n```c++ theirs\nx();\n```\n", ""),
            ("```cpp\nint main() {}\n```\n", "int main() {}\n"),
            ("```cpp\nint x;\n```\na\n```cpp ours\ny();\n```\n```cpp\nz();\n```\n",
             "int x;\n\nstatic void snippet_1() {\ny();\n}\n\nstatic void snippet_2() {\nz();\n}\n"
             "\nint main() {\n  snippet_1();\n  snippet_2();\n}\n"),
            ("```cpp\nint main() {}\n```\n```cpp part\nb\n```\n", "int main() {}\n")]:
        if program_of(text) != expected:
            faults.append(f"{text!r} became {program_of(text)!r}")
    if program_of("```cpp\na\n```\n```cpp part\nb\n```\n", "part") != "b\n":
        faults.append("the block of a name was not found")
    if program_of("```c\nint x;\n```\n```cpp\nno\n```\n```c\ny();\n```\n", language="c") != (
            "int x;\n\nstatic void snippet_1(void) {\ny();\n}\n\nint main(void) {\n  snippet_1();\n}\n"):
        faults.append("a program in C is not what it should be")
    for fault in faults:
        print(f"self-test: {fault}", file=sys.stderr)
    return 1 if faults else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    document, output, *name = arguments
    with open(document, encoding="utf-8") as file:
        language = LANGUAGES.get(os.path.splitext(output)[1], "cpp")
        program = program_of(file.read(), *name, language=language)
    if not program:
        sys.exit(f"{document}: there is no such ```{language} block")
    with open(output, "w", encoding="utf-8") as file:
        file.write(program)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
