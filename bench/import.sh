#!/usr/bin/env bash
# Whole-process import with verification: bench/import.sh [EVENTS]
# Prints events per second and CPU microseconds per event, start and end of the process included.
set -euo pipefail

events=${1:-100000}
root=$(cd "$(dirname "$0")/.." && pwd)
sluice=$root/app/sluice
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$sluice" sample "$events" > "$work/sample.jsonl"
# once with few events, so that the measured run finds the jar and the file cache warm
head -n 100 "$work/sample.jsonl" | "$sluice" import --data "$work/warm" > /dev/null 2>&1

TIMEFORMAT='%R %U %S'
{ time "$sluice" import --data "$work/data" --json "$work/sample.jsonl" > "$work/summary" 2> "$work/log"; } 2> "$work/times"
cat "$work/summary"
awk -v events="$events" '{
  printf "%d events in %.1f s: %.0f events/s, %.0f us of CPU an event\n",
    events, $1, events / $1, ($2 + $3) * 1e6 / events
}' "$work/times"
du -sh "$work/data" | awk '{ print "archive: " $1 }'
