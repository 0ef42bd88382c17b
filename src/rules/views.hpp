// SPDX-License-Identifier: Apache-2.0
// A scenario's Record cut down to one of its nodes, so that a rule which looks at "the" producer or "the" queue can be asked
// about each of several. Without the time series, which no such rule reads.
#pragma once

#include <vector>

#include "model/record.hpp"

namespace amqpace::rules {

// One for each producer: it alone, with all queues but without their latencies.
std::vector<model::Record> producer_views(const model::Record& record);
// One for each queue: it alone, with all producers.
std::vector<model::Record> queue_views(const model::Record& record);

}  // namespace amqpace::rules
