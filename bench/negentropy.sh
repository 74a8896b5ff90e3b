#!/bin/sh
# Whole rounds with both sides in one process: bench/negentropy.sh [ITEMS A SIDE]
# Sealed sets with prefix sums and live sets beside a walk without prefix sums, in the same run.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/app/find-java"
home=$(java_home java) || exit 3

(cd "$root" && mvn -q -B -DskipTests -pl bench -am package)
"$home/bin/java" -cp "$root/bench/target/benchmarks.jar" dev.sluice.negentropy.NegentropyRounds "${1:-1000000}"
