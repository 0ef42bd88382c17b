#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# How much of the AMQP 0-9-1 decoder the fuzz corpus reaches, in lines; fails below 85 %.
# The decoder: everything that stands between received bytes and an event.
set -euo pipefail
cd "$(dirname "$0")/.."
least=85
build=build/fuzz-coverage
cmake --preset tidy -B "$build" -DCMAKE_CXX_FLAGS="-fprofile-instr-generate -fcoverage-mapping" --log-level=WARNING
cmake --build "$build" --target amqp091_test -- --quiet
LLVM_PROFILE_FILE=$build/raw "$build/amqp091_test" --gtest_filter='Corpus.*' --gtest_brief=1
llvm-profdata-14 merge -o "$build/data" "$build/raw"
rooms=$PWD/$build/rooms
decoder=("$rooms/wire/wire/cursor.hpp" "$rooms/amqp091/amqp091"/{table,frame}.hpp
  src/amqp091/{table,content,login,channels,connection_receive,connection_methods}.cpp
  "$PWD/$build/generated/amqp091/amqp091/methods.cpp")
llvm-cov-14 report "$build/amqp091_test" -instr-profile="$build/data" "${decoder[@]}" |
  awk -v least=$least '
    /\.(c|h)pp / { name = $1; sub(/.*\//, "", name); printf "%-24s %5d lines, %4d not reached\n", name, $8, $9 }
    /^TOTAL/ { lines = $8; missed = $9 }
    END {
      share = lines ? 100 * (lines - missed) / lines : 0
      printf "reached: %.1f %% of %d lines\n", share, lines
      exit share < least
    }'
