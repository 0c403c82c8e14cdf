#!/usr/bin/env bash
# Checks that clang-format (.clang-format) would change no source. Names those it would change.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
wrong=$(git ls-files '*.h' '*.cpp' | xargs -n 50 clang-format --dry-run 2>&1 |
  sed -n 's/^\([^:]*\):[0-9]*:[0-9]*: warning.*/\1/p' | sort -u)
[ -z "$wrong" ] && exit 0
printf '%s\n' "$wrong" | sed 's/$/: not formatted: clang-format -i it/'
exit 1
