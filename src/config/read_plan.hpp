// SPDX-License-Identifier: Apache-2.0
// A tree without variables, of one workload or scenario, to its Plan: tables, then what only the whole can be checked for.
#pragma once

#include "model/fields.hpp"
#include "model/plan.hpp"

namespace amqpace::config {

// Problems are the reader's. What it already has before (a variable that is missing) leaves holes that checks would only
// repeat, so there are none then.
model::Plan read_plan(const model::Node& root, model::Reader& reader);

}  // namespace amqpace::config
