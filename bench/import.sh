#!/usr/bin/env bash
# Whole-process import with verification: bench/import.sh [EVENTS]
# Prints events per second and CPU microseconds per event, start and end of the process included, and both in units of
# what a signature check costs in the same minute.
set -euo pipefail

events=${1:-100000}
root=$(cd "$(dirname "$0")/.." && pwd)
sluice=$root/app/sluice
. "$root/bench/unit"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$sluice" sample "$events" > "$work/sample.jsonl"
# once with few events, so that the measured run finds the jar and the file cache warm
head -n 100 "$work/sample.jsonl" | "$sluice" import --data "$work/warm" > /dev/null 2>&1

before=$(signature)
TIMEFORMAT='%R %U %S'
{ time "$sluice" import --data "$work/data" --json "$work/sample.jsonl" > "$work/summary" 2> "$work/log"; } 2> "$work/times"
cat "$work/summary"
per_event import "$events" "$work/times" "$before" "$(signature)"
du -sh "$work/data" | awk '{ print "archive: " $1 }'
