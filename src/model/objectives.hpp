// SPDX-License-Identifier: Apache-2.0
// What workload and scenario share when their `expect` blocks become objectives.
#pragma once

#include "model/workload.hpp"

namespace amqpace::model {

// One objective for each budget that is stated, in the order of percentiles. `kind`: end_to_end_below or publish_below.
void add_budgets(std::vector<Objective>& out, const LatencyBudgets& budgets, Objective::Kind kind);

}  // namespace amqpace::model
