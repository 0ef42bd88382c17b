// SPDX-License-Identifier: Apache-2.0
// From what happened to what it means: fills a Record's results, findings, verdict and exit code. Pure: reads
// nothing but the Record. The app calls it once after a run; reports only read.
#pragma once

#include "base/error.hpp"
#include "model/record.hpp"

namespace amqpace::rules {

// Replaces what an earlier call filled in.
void judge(model::Record& record);

// 3 or 4: a run that ended before its window.
int exit_code_of(const Error& error);

// Always-on rules and objectives and custom rules a run of this plan is held against ("rules N" of
// --dry-run).
std::size_t rule_count(const model::Plan& plan);

}  // namespace amqpace::rules
