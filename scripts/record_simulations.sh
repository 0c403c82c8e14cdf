#!/usr/bin/env bash
# record_simulations.sh DIR [--jobs N]: simulates six scenes and records every query of their loops,
# each once, with exact truth: more than 5 million, in about 1.3 GB. --jobs N (default 1) simulates N
# scenes at a time. A second run goes on where an earlier one was interrupted; finished scenes are kept.
#
# DIR/queries/SCENE gets the queries, for `firstcontact solve` and `firstcontact bench --data`;
# DIR/runs/SCENE the frames, the trace and the checkpoint; DIR/reports/SCENE.json the report.
# docs/benchmarks/simulation-queries.md shows what comes out.
#
# FIRSTCONTACT_COMMAND is the program; default: build/release/firstcontact. FIRSTCONTACT_STEPS
# changes the number of steps, for a quick try.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Scenes and their sizes, chosen so that none has most of the queries.
scenes=(torus-on-cone:2500 figure-on-plane:5000 two-heads:5000 chain:1000 golf-ball:5000 cloth-on-ball:1000)

usage="usage: record_simulations.sh DIR [--jobs N]"
folder="" jobs=1
while [ $# -gt 0 ]; do
  case $1 in
    --jobs) [[ ${2-} =~ ^[1-9][0-9]*$ ]] || die "--jobs needs a number; $usage"; jobs=$2; shift 2 ;;
    -*) die "no option $1; $usage" ;;
    *) [ -z "$folder" ] || die "$usage"; folder=$1; shift ;;
  esac
done
[ -n "$folder" ] || die "$usage"
command=${FIRSTCONTACT_COMMAND:-$(dirname "${BASH_SOURCE[0]}")/../build/release/firstcontact}
[ -x "$command" ] || die "$command is missing: ./run builds it"
threads=$(($(nproc) / jobs))
mkdir -p "$folder/queries" "$folder/reports" "$folder/runs"

# record FOLDER COMMAND THREADS SCENE:SIZE
record() {
  local folder=$1 command=$2 threads=$3 scene=${4%:*} size=${4#*:} log status=0 begin=$SECONDS
  local report=$folder/reports/$scene.json steps=()
  if [ -f "$report" ]; then
    printf '%s: was finished before\n' "$scene"
    return
  fi
  [ -z "${FIRSTCONTACT_STEPS-}" ] || steps=(--steps "$FIRSTCONTACT_STEPS")
  log=$(mktemp)
  "$command" simulate "$scene" --size "$size" "${steps[@]}" --record "$folder/queries" --deduplicate \
    --output "$folder/runs/$scene" --resume --threads "$((threads > 0 ? threads : 1))" --json "$report" >"$log" 2>&1 || status=$?
  # 4: the simulation stopped early. What was recorded until then is good.
  if [ "$status" -ne 0 ] && [ "$status" -ne 4 ]; then
    cat "$log" >&2
    rm -f "$log"
    printf 'error: %s failed (exit status %s)\n' "$scene" "$status" >&2
    return 1
  fi
  printf '%s: %s in %s s\n' "$scene" "$(sed -n '1s/  */ /gp' "$log")" "$((SECONDS - begin))"
  rm -f "$log"
}
export -f record

begin=$SECONDS
printf '%s\0' "${scenes[@]}" | xargs -0 -P "$jobs" -I{} bash -c 'record "$@"' _ "$folder" "$command" "$threads" {}
python3 - "$folder"/reports/*.json <<'PYTHON'
"""The table of all reports, in Markdown."""
import json
import sys

print("\n| scene | kind | queries | contacts | smallest distance m |\n|---|---|---:|---:|---:|")
total = contacts = 0
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    for kind in report["recording"]["kinds"]:
        distance = kind["smallest_distance"]
        print(f"| {report['scene']} | {kind['kind']} | {kind['queries']:,} | {kind['contacts']:,} | "
              f"{'-' if distance is None else format(distance, '.3g')} |")
        total, contacts = total + kind["queries"], contacts + kind["contacts"]
print(f"| all | | {total:,} | {contacts:,} | |\n")
PYTHON
say "$((SECONDS - begin)) s; $(du -sh "$folder/queries" | cut -f1) of queries in $folder/queries, $(du -sh "$folder" | cut -f1) in all"
