#!/bin/sh
# The incident again, on manual time: bench/incident.sh [PROFILE...]
# Mirrors 869 repositories and 3,632 roots from each relay profile, once cold and once after a cut, and prints what each
# relay had to refuse, how much was open at once, and whether history is complete: as filters in two spellings, and in tiers.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/app/find-java"
home=$(java_home javac) || exit 3
path=$(mktemp)
trap 'rm -f "$path"' EXIT

(cd "$root" && JAVA_HOME=$home mvn -q -B -pl engine test-compile dependency:build-classpath -Dmdep.outputFile="$path" \
  -Dmdep.includeScope=test)
"$home/bin/java" -cp "$root/engine/target/test-classes:$root/engine/target/classes:$(cat "$path")" \
  dev.sluice.sync.IncidentTable "$@" 2> /dev/null
