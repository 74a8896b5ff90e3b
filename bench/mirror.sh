#!/usr/bin/env bash
# A mirror over loopback with verification: bench/mirror.sh [EVENTS]
# Serves generated events and mirrors them as an owned relay; prints events per second and CPU microseconds per event of
# the mirroring process, its start and end included.
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
{ time "$sluice" mirror --relay "$url" --filter '{}' --once --owned --json --data "$work/to" > "$work/summary" 2> "$work/log"; } \
  2> "$work/times"
cat "$work/summary"
awk -v events="$events" '{
  printf "%d events in %.1f s: %.0f events/s, %.0f us of CPU an event\n",
    events, $1, events / $1, ($2 + $3) * 1e6 / events
}' "$work/times"
