#!/usr/bin/env bash
# A mirror and a sync over loopback with verification: bench/loopback.sh [EVENTS]
# Serves generated events and brings them into an empty archive as from an owned relay, once by pages and once by
# negentropy and ids; prints events per second and CPU microseconds per event of the fetching process, its start and end
# included.
set -euo pipefail

events=${1:-100000}
root=$(cd "$(dirname "$0")/.." && pwd)
sluice=$root/app/sluice
work=$(mktemp -d)
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
  { time "$sluice" "$@" --owned --json --data "$work/$1" > "$work/summary" 2> "$work/log"; } 2> "$work/times"
  cat "$work/summary"
  awk -v what="$1" -v events="$events" '{
    printf "%s: %d events in %.1f s: %.0f events/s, %.0f us of CPU an event\n",
      what, events, $1, events / $1, ($2 + $3) * 1e6 / events
  }' "$work/times"
}
measure mirror --relay "$url" --filter '{}' --once
measure sync "$url"
