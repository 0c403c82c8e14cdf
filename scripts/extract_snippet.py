#!/usr/bin/env python3
"""Writes the only ```cpp block of a document to a file, so that a test can compile it.

    extract_snippet.py DOCUMENT OUTPUT
"""
import re
import sys


def main():
    document, output = sys.argv[1:]
    with open(document, encoding="utf-8") as file:
        blocks = re.findall(r"^```cpp\n(.*?)^```", file.read(), re.DOTALL | re.MULTILINE)
    if len(blocks) != 1:
        sys.exit(f"{document}: expected one ```cpp block, found {len(blocks)}")
    with open(output, "w", encoding="utf-8") as file:
        file.write(blocks[0])


if __name__ == "__main__":
    main()
