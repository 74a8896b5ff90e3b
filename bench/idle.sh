#!/usr/bin/env bash
# Connections that only listen: bench/idle.sh [CONNECTIONS]
# Opens so many with one subscription each to an empty relay; prints heap after a collection and resident memory for each,
# and how long an event takes to all of them. Each side needs an open file a connection: ulimit -n.
set -euo pipefail

connections=${1:-5000}
[ "$(ulimit -n)" -ge $((connections + 1000)) ] || { echo "ulimit -n is $(ulimit -n), $((connections + 1000)) are needed" >&2; exit 1; }
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
. "$root/bench/unit"
serving=
trap '[ -z "$serving" ] || { kill "$serving"; wait "$serving" || true; }; rm -rf "$work"' EXIT

"$root/app/sluice" serve --data "$work/data" --listen 127.0.0.1:0 2> "$work/serve" &
serving=$!
until url=$(sed -n 's/^serving .* on \(ws:.*\)/\1/p' "$work/serve") && [ -n "$url" ]; do
  kill -0 "$serving"
  sleep 0.2
done
"$java" -cp "$root/bench/target/benchmarks.jar" dev.sluice.bench.IdleConnections "$url" "$connections" "$serving"
