#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs each fuzz target over the corpus and then on inputs of its own, for SECONDS each (20). Stops at the first finding,
# which is left in build/fuzz/; add it to fuzz/corpus once it is mended (tools/fuzz_corpus.py).
#
# usage: fuzz_smoke.sh [SECONDS]
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-20}
build=build/fuzz
cmake --preset fuzz --log-level=WARNING >/dev/null
cmake --build "$build" --target fuzz_client fuzz_server fuzz_table -- --quiet >/dev/null
for subject in client server table; do
  rm -rf "$build/corpus/$subject"
  python3 tools/fuzz_corpus.py expand "fuzz/corpus/$subject.txt" "$build/corpus/$subject"
  mkdir -p "$build/found/$subject"  # what is new goes there and is tried again next time
  log=$build/$subject.log
  dictionary=fuzz/connection.dict
  [[ $subject != table ]] || dictionary=fuzz/table.dict
  if ! "$build/fuzz/fuzz_$subject" -max_total_time="$seconds" -max_len=8192 -dict="$dictionary" -artifact_prefix="$build/$subject-" \
    "$build/found/$subject" "$build/corpus/$subject" >"$log" 2>&1; then
    tail -40 "$log"
    echo "fuzz: $subject, a finding, see $log"
    exit 1
  fi
  echo "fuzz: $subject, nothing found in $(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$log") runs"
done
