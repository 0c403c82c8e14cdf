#!/usr/bin/env bash
# Runs clang-tidy (.clang-tidy says which checks) on the library and the command line, as the release
# build compiles them: several sources at a time. Silent when there is nothing to say.
#
#     scripts/check_tidy.sh [PATTERN]     only the sources whose path matches
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
database=build/release/compile_commands.json
[ -f "$database" ] || { echo "there is no $database: configure the release build first" >&2; exit 2; }
sources=$(python3 - "$database" "${1:-}" <<'PYTHON'
import json, re, sys
for entry in json.load(open(sys.argv[1])):
    path = entry["file"]
    if re.search(r"/build/release/(src|apps)/|/(src|apps)/", path) and "/tests/" not in path:
        if "cmake_pch" not in path and re.search(sys.argv[2] or ".", path):
            print(path)
PYTHON
)
log=$(mktemp)
printf '%s\n' "$sources" | xargs -P "$(nproc)" -n 1 \
  clang-tidy -p build/release --quiet --warnings-as-errors='*' >"$log" 2>/dev/null
found=$(grep -E '(warning|error):' "$log" | sort -u)
rm -f "$log"
[ -z "$found" ] && exit 0
printf '%s\n' "$found"
exit 1
