#!/usr/bin/env bash
# Plans the coverage of roots as a whole process: bench/plan.sh [VALUES...]
# Each root is asked for in three fields. Prints seconds and microseconds a value, reading and start of the process
# included, and the most memory where GNU time is there to tell.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/app/find-java"
java_home java > /dev/null || exit 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- 10000 100000 1000000

(cd "$root" && mvn -q -B -DskipTests -pl app -am package)
measured=
[ ! -x /usr/bin/time ] || measured="/usr/bin/time -a -o $work/times -f %M"

watched() {
  printf '{"roots":['
  head -c $(($1 * 32)) /dev/urandom | od -An -v -tx1 -w32 | tr -d ' ' | sed 's/.*/"&",/; $s/,$//'
  printf ']}\n'
}

TIMEFORMAT='%R %U %S'
watched 100 > "$work/few.json"
"$root/app/sluice" plan --watch "$work/few.json" > /dev/null
for values; do
  watched "$values" > "$work/watched.json"
  : > "$work/times"
  { time $measured "$root/app/sluice" plan --watch "$work/watched.json" --json > "$work/plan"; } 2>> "$work/times"
  awk -v values="$values" '
    NF == 1 { memory = sprintf(", %.0f MB", $1 / 1024) }
    NF == 3 { printf "%d values: %.2f s, CPU %.2f s, %.1f us of CPU a value%s\n", values, $1, $2 + $3, ($2 + $3) * 1e6 / values, memory }
  ' "$work/times"
done
