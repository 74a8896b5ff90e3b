#!/usr/bin/env bash
# NEG-OPEN for everything over the served port: bench/neg-open.sh [EVENTS] [DATA]
# Serves an archive of generated events, or the one in DATA, and opens it again and again; the first opening is the cold
# one.
set -euo pipefail

events=${1:-1000000}
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/app/find-java"
home=$(java_home java) || exit 3
work=$(mktemp -d)
serving=
trap '[ -z "$serving" ] || { kill "$serving"; wait "$serving" || true; }; rm -rf "$work"' EXIT

(cd "$root" && mvn -q -B -DskipTests -pl bench -am package)
data=${2:-$work/data}
bench() {
  "$home/bin/java" -Xmx2g -cp "$root/bench/target/benchmarks.jar" "dev.sluice.bench.$@"
}
[ -d "$data" ] || bench ArchiveWrite "$events" 10000 "$data" | tail -n 2
"$root/app/sluice" serve --data "$data" --listen 127.0.0.1:0 2> "$work/serve" &
serving=$!
until url=$(sed -n 's/^serving .* on \(ws:.*\)/\1/p' "$work/serve") && [ -n "$url" ]; do
  kill -0 "$serving"
  sleep 0.2
done
head -n 1 "$work/serve"
bench NegOpen "$url"
