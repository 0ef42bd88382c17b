// SPDX-License-Identifier: Apache-2.0
// The rules a file states itself ("rules:"): a metric of the table (model/metrics.hpp) against thresholds.
#pragma once

#include <string>

#include "base/error.hpp"  // tl::expected
#include "rules/outcome.hpp"

namespace amqpace::rules {

// The unexpected case is the reason why the rule does not apply to this run: its metric has no value in it,
// or only a lower bound that leaves the answer open.
tl::expected<Outcome, std::string> judge_custom_rule(const model::Record& record,
                                                     const model::CustomRule& rule);

// "endToEnd.p999 was above 250ms", "consumeRate was below 4000 for 5s".
std::string custom_sentence(const model::CustomRule& rule);

}  // namespace amqpace::rules
