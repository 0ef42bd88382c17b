#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes what the reports say now the expected text (tests/golden). Read the diff before committing it.
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --preset dev --log-level=WARNING >/dev/null
cmake --build --preset dev --target report_golden_test >/dev/null
AMQPACE_APPROVE=1 build/dev/tests/report/report_golden_test --gtest_brief=1
git --no-pager diff --stat -- tests/golden
git status --short -- tests/golden
