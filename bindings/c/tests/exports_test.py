"""The shared library shows the functions of firstcontact/c.h, all of them and nothing else.

    exports_test.py LIBRARY HEADER NM
"""
import re
import subprocess
import sys

DECLARATION = re.compile(r"^FIRSTCONTACT_C_API\s[^;]*?\b(\w+)\(", re.MULTILINE)


def main(library, header, nm):
    with open(header, encoding="utf-8") as file:
        declared = set(DECLARATION.findall(file.read()))
    listing = subprocess.run([nm, "-D", "--defined-only", library], check=True,
                             capture_output=True, text=True).stdout
    shown = {line.split()[-1].partition("@")[0] for line in listing.splitlines() if line.strip()}
    for name in sorted(declared - shown):
        print(f"{name} is declared in the header but the library does not show it")
    for name in sorted(shown - declared):
        print(f"{name} can be seen from outside but is not declared in the header")
    for name in sorted(name for name in declared if not name.startswith("fc_")):
        print(f"{name} does not begin with fc_")
    if len(declared) < 40:
        print(f"only {len(declared)} declarations were found in {header}")
    return 0 if shown == declared and len(declared) >= 40 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
