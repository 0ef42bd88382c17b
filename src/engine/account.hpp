// SPDX-License-Identifier: Apache-2.0
// When the run is over: the workers' counts become the Record's producers and queues, the ledger is drawn up and every member that
// never came becomes an open sample (measurement.md, "Ledger", "What never came is counted too").
#pragma once

#include <optional>
#include <vector>

#include "engine/worker.hpp"
#include "model/record.hpp"

namespace amqpace::engine {

struct Ended {
  Nanos t0 = 0, w0 = 0, w1 = 0, drain_end = 0;       // absolute
  std::vector<std::optional<std::uint64_t>> depth_at_end, depth_after;  // by queue
  std::vector<bool> created;
  std::vector<std::uint64_t> depth_before;
};

void draw_up(const RunSetup& setup, std::vector<std::unique_ptr<Worker>>& workers, const Ended& ended,
             model::Record& record);

}  // namespace amqpace::engine
