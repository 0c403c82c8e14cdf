#!/usr/bin/env bash
# run_fuzzers.sh FUZZER…: runs each fuzzer for FIRSTCONTACT_FUZZ_SECONDS seconds (default 20), two
# at a time, starting from the inputs in fuzz/corpus/NAME. Shows the output only of those that fail.
# Freed memory is kept aside for a while to find uses of it; in hours that would reach the limit.
# The input that made a fuzzer fail stays in build/fuzz-failures/NAME; pass it to the fuzzer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
failures=build/fuzz-failures
export ASAN_OPTIONS=quarantine_size_mb=32${ASAN_OPTIONS:+:$ASAN_OPTIONS}
rm -rf "$failures"

run_one() {
  local fuzzer=$1 failures=$2 name corpus found log
  name=$(basename "$fuzzer")
  corpus=fuzz/corpus/$name
  found=$(mktemp -d)
  log=$failures/$name/log
  mkdir -p "$failures/$name" "$found/corpus"
  local inputs=("$found/corpus")
  [ -d "$corpus" ] && inputs+=("$corpus")
  local status=0
  "$fuzzer" -max_total_time="${FIRSTCONTACT_FUZZ_SECONDS:-20}" -rss_limit_mb=1024 -timeout=10 -max_len=4096 -print_final_stats=1 \
    -artifact_prefix="$failures/$name/" "${inputs[@]}" >"$log" 2>&1 || status=$?
  rm -rf "$found"
  if [ "$status" -ne 0 ]; then
    { cat "$log"; printf 'error: %s failed (exit status %s); inputs: %s\n' "$name" "$status" "$failures/$name"; } >&2
    return 1
  fi
  printf '%s: %s runs\n' "$name" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")"
  rm -rf "${failures:?}/$name"
}
export -f run_one

printf '%s\0' "$@" | xargs -0 -P 2 -I{} bash -c 'run_one "$1" "$2"' _ {} "$failures"
rmdir "$failures"
