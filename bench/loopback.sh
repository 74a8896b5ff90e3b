#!/usr/bin/env bash
# A mirror and a sync over loopback with verification: bench/loopback.sh [EVENTS]
# Serves generated events and brings them into an empty archive as from an owned relay, once by pages and twice by
# negentropy and ids; prints events per second and CPU microseconds per event of the fetching process, its start and end
# included, and both in units of what a signature check costs in the same minute. The serving process is cold at first.
set -euo pipefail

events=${1:-100000}
root=$(cd "$(dirname "$0")/.." && pwd)
sluice=$root/app/sluice
work=$(mktemp -d)
. "$root/bench/unit"
serving=
trap '[ -z "$serving" ] || { kill "$serving"; wait "$serving" || true; }; rm -rf "$work"' EXIT

"$sluice" sample "$events" | "$sluice" import --no-verify --data "$work/from" > /dev/null 2> "$work/log"
"$sluice" serve --data "$work/from" --listen 127.0.0.1:0 2> "$work/serve" &
serving=$!
until url=$(sed -n 's/^serving .* on \(ws:.*\)/\1/p' "$work/serve") && [ -n "$url" ]; do
  kill -0 "$serving"
  sleep 0.2
done

TIMEFORMAT='%R %U %S'
measure() {
  before=$(signature)
  rm -rf "$work/to"
  { time "$sluice" "$@" --owned --json --data "$work/to" > "$work/summary" 2> "$work/log"; } 2> "$work/times"
  cat "$work/summary"
  per_event "$1" "$events" "$work/times" "$before" "$(signature)"
}
measure mirror --relay "$url" --filter '{}' --once
measure sync "$url"
measure sync "$url"
