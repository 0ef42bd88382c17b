#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy over the sources of src/ (not their tests), two at a time; any finding fails. Files named as arguments are
# the only ones looked at. Needs the compile commands of the `tidy` preset, which it makes.
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --preset tidy --log-level=WARNING >/dev/null
# Generated sources are named by the compile commands too; make them, and nothing else.
ninja -C build/tidy -t targets all | sed -n 's/^\(.*\.\(hpp\|inc\)\): CUSTOM_COMMAND$/\1/p' |
  xargs -r ninja -C build/tidy >/dev/null

if (($# > 0)); then
  files=("$@")
else
  mapfile -t files < <(find src -name '*.cpp' ! -name '*_test.cpp' | sort)
fi
out=$(mktemp)
trap 'rm -f "$out"' EXIT
status=0
printf '%s\0' "${files[@]}" |
  xargs -0 -n 4 -P "$(nproc)" clang-tidy-14 -p build/tidy --quiet >"$out" 2>&1 || status=1
grep -vE '^[0-9]+ warnings? generated|^Suppressed|^Use -header-filter|^$' "$out" || true
if ((status == 0)); then
  echo "lint: ${#files[@]} files, nothing found"
else
  echo "lint: findings in the lines above"
fi
exit $status
