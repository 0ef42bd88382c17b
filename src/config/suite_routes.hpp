// SPDX-License-Identifier: Apache-2.0
// Entries of a suite that share an exchange: an earlier one's queue is still bound when a later one publishes, and would take
// its messages too. Works out what has to be unbound before each of them.
#pragma once

#include <vector>

#include "model/plan.hpp"

namespace amqpace::config {

// Whether a queue bound like this, which the plan does not name, takes what the plan publishes.
bool takes_from(const model::Plan& plan, const model::Binding& binding);

// Fills `entry.unbind` and `entry.queues` of all plans.
void keep_apart(std::vector<model::Plan>& plans);

}  // namespace amqpace::config
