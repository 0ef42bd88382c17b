#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Do the fuzzers find anything? Builds the decoder with one bug planted at a time (AMQPACE_PLANT_BUG) and gives a fuzzer
# 60 seconds, from the seeds alone, which do not show them. Exit 0 only when all three are found.
#   1  a short string is read without looking whether it fits      2  tables may be nested without limit
#   3  a body may be larger than its header announced
set -euo pipefail
cd "$(dirname "$0")/.."
missed=0
for bug in ${*:-1:server 2:table 3:client}; do
  number=${bug%:*} subject=${bug#*:}
  build=build/fuzz-planted
  cmake --preset fuzz -B "$build" -DAMQPACE_PLANT_BUG="$number" --log-level=WARNING >/dev/null
  cmake --build "$build" --target "fuzz_$subject" -- --quiet >/dev/null
  rm -rf "$build/seeds"
  tools/fuzz_seeds.py "$subject" >"$build/seeds.txt"
  tools/fuzz_corpus.py expand "$build/seeds.txt" "$build/seeds"
  log=$build/$number.log
  dictionary=fuzz/connection.dict
  [[ $subject != table ]] || dictionary=fuzz/table.dict
  begun=$SECONDS
  if "$build/fuzz/fuzz_$subject" -max_total_time=60 -max_len=1024 -dict="$dictionary" -artifact_prefix="$build/$number-" \
    "$build/seeds" >"$log" 2>&1; then
    echo "bug $number: not found by fuzz_$subject in 60 s"
    missed=1
  else
    echo "bug $number: found by fuzz_$subject after $((SECONDS - begun)) s: $(grep -m1 -oE 'untrue: .*|ERROR: AddressSanitizer: [a-z-]+|runtime error: .*' "$log")"
  fi
done
exit $missed
