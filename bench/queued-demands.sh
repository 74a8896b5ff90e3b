#!/usr/bin/env bash
# Demands that wait for slots of one ledger, as a whole process: bench/queued-demands.sh [DEMANDS]
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/app/find-java"
home=$(java_home java) || exit 3

(cd "$root" && mvn -q -B -DskipTests -pl bench -am package)
exec "$home/bin/java" -Xmx512m -cp "$root/bench/target/benchmarks.jar" dev.sluice.bench.QueuedDemands "${1:-10000}"
