#!/bin/sh
# The archive by itself, a process each: bench/archive.sh [EVENTS] [EVENTS A WRITE]
# Writes generated events with all indexes and fsync, then asks for them.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/app/find-java"
home=$(java_home java) || exit 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$root" && mvn -q -B -DskipTests -pl bench -am package)
archive() {
    main=$1
    shift
    "$home/bin/java" -Xmx2g -cp "$root/bench/target/benchmarks.jar" "dev.sluice.bench.$main" "$@"
}
archive ArchiveWrite "${1:-100000}" "${2:-1000}" "$work/data"
archive ArchiveQuery "$work/data"
echo "groups of 1,000:"
archive ArchiveWrite "${1:-100000}" 1000 "$work/small" alone
