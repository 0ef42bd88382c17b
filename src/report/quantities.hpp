// SPDX-License-Identifier: Apache-2.0
// Which latencies a run, a producer and a queue have, under the names of the JSON. The json and hlog formats
// read this one list, so that they cannot tell of different ones.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/record.hpp"

namespace amqpace::report {

struct Quantity {
  std::string_view name;  // "endToEnd"
  std::optional<hist::Latency>
      latency;  // empty: the run has no such thing (no consumers, confirms off, no rate)
};

// Over all nodes: endToEnd, publish, sendLag, arrival, handled, serviceTime.
std::vector<Quantity> quantities(const model::Record& record);
std::vector<Quantity> quantities(const model::ProducerRecord& producer);  // publish, sendLag
std::vector<Quantity> quantities(const model::QueueRecord& queue);        // the other four

}  // namespace amqpace::report
