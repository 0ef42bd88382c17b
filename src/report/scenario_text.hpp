// SPDX-License-Identifier: Apache-2.0
// A scenario as the terminal shows it: a line for each producer and each queue instead of a workload's numbers.
#pragma once

#include <string>

#include "model/record.hpp"

namespace amqpace::report {

// "queue-types -- 30s" and the description below it.
std::string scenario_header(const model::Record& record);
// The blocks "producers" and "queues", a line for each node.
std::string scenario_nodes(const model::Record& record);
// "7 objectives met"; "" when none was stated, or none met.
std::string objectives_met_text(const model::Record& record);

// "3,000/s", or "unthrottled".
std::string offered_text(const model::ProducerRecord& producer);
// "depth 0", "depth 127376 retained", "depth unknown".
std::string depth_text(const model::QueueRecord& queue);
double per_second(std::uint64_t n, Nanos window);

}  // namespace amqpace::report
