#!/usr/bin/env bash
# One REQ for everything over the served port: bench/large-answer.sh [EVENTS]
# Serves generated events with max_limit raised, and reads them all by one REQ: three times alone, and three times beside a
# client that has asked for the same and reads nothing. The first turn is cold.
set -euo pipefail

events=${1:-100000}
root=$(cd "$(dirname "$0")/.." && pwd)
sluice=$root/app/sluice
. "$root/app/find-java"
home=$(java_home java) || exit 3
work=$(mktemp -d)
serving=
trap '[ -z "$serving" ] || { kill "$serving"; wait "$serving" || true; }; rm -rf "$work"' EXIT

(cd "$root" && mvn -q -B -DskipTests -pl app,bench -am package)
"$sluice" sample "$events" | "$sluice" import --no-verify --data "$work/data" > /dev/null 2> "$work/log"
printf '[serve]\nlisten = "127.0.0.1:0"\n[limits]\nmax_limit = 1000000\n' > "$work/sluice.toml"
"$sluice" serve -c "$work/sluice.toml" --data "$work/data" 2> "$work/serve" &
serving=$!
until url=$(sed -n 's/^serving .* on \(ws:.*\)/\1/p' "$work/serve") && [ -n "$url" ]; do
  kill -0 "$serving"
  sleep 0.2
done
head -n 1 "$work/serve"
"$home/bin/java" -Xmx2g -cp "$root/bench/target/benchmarks.jar" dev.sluice.bench.LargeAnswer "$url" "$events"
