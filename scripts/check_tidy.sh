#!/usr/bin/env bash
# Runs clang-tidy (.clang-tidy says which checks) on the library, as the release build compiles it:
# several sources at a time. Silent when there is nothing to say.
#
#     scripts/check_tidy.sh [PATTERN]   instead: the sources of src and apps whose path matches. Those of
#                                       the command line take a minute each.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
database=build/release/compile_commands.json
[ -f "$database" ] || { echo "there is no $database: configure the release build first" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# clang cannot read precompiled headers of gcc, nor all its flags.
python3 - "$database" "$work" "${1:-/src/}" <<'PYTHON'
import json, re, sys
database, work, pattern = sys.argv[1:]
entries = json.load(open(database))
for entry in entries:
    entry["command"] = re.sub(r"-Winvalid-pch|-include \S+cmake_pch\S*", "", entry["command"])
    entry["command"] += " -Wno-unknown-warning-option"
# Tests compile some sources once more, in other ways.
ours = [entry for entry in entries if re.search(r" -o (src|apps)/", entry["command"])]
json.dump(ours, open(f"{work}/compile_commands.json", "w"))
with open(f"{work}/sources", "w") as out:
    for path in sorted({entry["file"] for entry in ours}):
        if "cmake_pch" not in path and re.search(pattern, path):
            print(path, file=out)
PYTHON
log=$work/log
xargs -a "$work/sources" -P "$(nproc)" -n 1 \
  clang-tidy -p "$work" --quiet --warnings-as-errors='*' >"$log" 2>/dev/null
found=$(grep -E '(warning|error):' "$log" | sort -u)
[ -z "$found" ] && exit 0
printf '%s\n' "$found"
exit 1
