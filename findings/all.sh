#!/usr/bin/env bash
# Runs every finding of this folder, one after the other, and prints a table: name, result, seconds.
#
# A result is `as stated`, `CHANGED` (the program no longer does what the script states) or `failed` (it did not come to that:
#   no registry, no Node.js, …). What a script that is not as stated printed follows below the table. Exits with 1 if there is one.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
said=$(mktemp -d)
trap 'rm -rf "$said"' EXIT

wrong=()
printf '%-38s %-10s %7s\n' name result seconds
for script in "$here"/*.sh; do
  name=$(basename "$script" .sh)
  [ "$name" = all ] && continue
  began=$SECONDS
  if bash "$script" >"$said/$name" 2>&1 </dev/null; then
    result="as stated"
  else
    wrong+=("$name")
    result=failed
    if grep -q '^CHANGED' "$said/$name"; then result=CHANGED; fi
  fi
  printf '%-38s %-10s %7d\n' "$name" "$result" $((SECONDS - began))
done

for name in "${wrong[@]+"${wrong[@]}"}"; do
  printf '\n%s\n' "== $name"
  cat "$said/$name"
done
[ ${#wrong[@]} -eq 0 ]
