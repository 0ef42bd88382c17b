// SPDX-License-Identifier: Apache-2.0
// The objectives a file states ("expect:"). A missed one is FAILED; one that this run cannot answer is
// INVALID. "Below" is strictly below and "at least" includes equality, both on the unrounded number.
#pragma once

#include <string>

#include "rules/outcome.hpp"

namespace amqpace::rules {

// fired: missed, or not answerable (severity invalid). Not fired: met, `means` says so.
// `queue`: the queue that states it; nullptr for a producer's.
Outcome judge_objective(const model::Record& record, const model::Objective& objective,
                        const model::QueueRecord* queue);

// What the objective asks for, as a sentence.
std::string objective_sentence(const model::Objective& objective);

}  // namespace amqpace::rules
