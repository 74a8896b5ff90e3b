#!/usr/bin/env bash
# A well-behaved client beside hostile ones: bench/hostile.sh [CONNECTIONS] [EVENTS] [SECONDS]
# Serves generated events and measures REQs to EOSE alone, beside so many hostile connections with addresses of their own,
# and beside as many of one address, each for so many seconds. No client is trusted; a proxy's header names addresses.
set -euo pipefail

connections=${1:-200}
events=${2:-50000}
seconds=${3:-15}
root=$(cd "$(dirname "$0")/.." && pwd)
sluice=$root/app/sluice
work=$(mktemp -d)
. "$root/bench/unit"
serving=
trap '[ -z "$serving" ] || { kill "$serving"; wait "$serving" || true; }; rm -rf "$work"' EXIT

cat > "$work/config.toml" << END
[serve]
listen = "127.0.0.1:0"
trusted_proxies = ["127.0.0.1"]
trusted = []
END
"$sluice" sample "$events" | "$sluice" import --no-verify --data "$work/data" > /dev/null 2> "$work/log"
"$sluice" serve --data "$work/data" --config "$work/config.toml" 2> "$work/serve" &
serving=$!
until url=$(sed -n 's/^serving .* on \(ws:.*\)/\1/p' "$work/serve") && [ -n "$url" ]; do
  kill -0 "$serving"
  sleep 0.2
done
"$java" -cp "$root/bench/target/benchmarks.jar" dev.sluice.bench.BesideHostile "$url" "$connections" "$seconds"
