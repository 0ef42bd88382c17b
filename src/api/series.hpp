// SPDX-License-Identifier: Apache-2.0
// Plans run one after the other, a Record each, for one report: the entries of a suite. The next plan is asked for when the one
// before it is done and judged, so it may depend on what came out (the steps of a ramp) or be the same again (repeats).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/run_plan.hpp"

namespace amqpace::api {

struct Series {
  // Given what came out so far. Absent: it is over.
  std::function<std::optional<model::Plan>(std::span<const model::Record>)> next;
  // Of a series that a signal ends after so many runs: a sentence about those that were left out, "" when there are none.
  std::function<std::string(std::size_t done)> left_out;
};

Series in_order(std::vector<model::Plan> plans);

struct SeriesHooks {
  std::function<void(const model::Plan&)> on_begin;
  std::function<RunHooks(const model::Plan&)> hooks_of;  // of each run
  std::function<void(const model::Record&)> on_end;      // as soon as it is judged
  const std::atomic<int>* signals = nullptr;             // any: the run it came in is the last
};

// A run that never began loses none of the others.
std::vector<model::Record> run_series(const Series& series, const SeriesHooks& hooks);

}  // namespace amqpace::api
