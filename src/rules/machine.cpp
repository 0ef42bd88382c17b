// SPDX-License-Identifier: Apache-2.0
// Rules about the machine the run was made on, and about the broker's own facts.
#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"
#include "model/pooled.hpp"
#include "rules/checks.hpp"
#include "rules/words.hpp"

namespace amqpace::rules {

namespace {

constexpr double kStealLimit = 0.05;
constexpr double kWorkerLimit = 0.9;

}  // namespace

Outcome generator_noise(const model::Record& record) {
  const auto& instrument = record.instrument;
  double busiest = 0;
  for (const double share : instrument.worker_cpu) busiest = std::max(busiest, share);
  auto observed =
      fmt::format("the busiest worker used {} of its core, {} of the window was stolen from this machine",
                  share_text(busiest), share_text(instrument.steal_share));
  bool noisy = busiest > kWorkerLimit || instrument.steal_share > kStealLimit;
  const auto p50 = model::pooled_end_to_end(record).quantile(0.5);
  if (instrument.canary_p50) {
    observed += fmt::format(", a bare timer was {} late at the median", time_text(*instrument.canary_p50));
    if (p50 && !p50->open) {
      observed += fmt::format(" against an end-to-end p50 of {}", time_text(p50->value));
      noisy = noisy || 2 * *instrument.canary_p50 > p50->value;
    }
  }
  if (!noisy) return passed(std::move(observed));
  return fired(std::move(observed),
               "part of these latencies is this machine's and not the broker's: the generator was close to "
               "its own limit "
               "or was kept from running");
}

Outcome management_was_read(const model::Record& record) {
  if (record.facts.management_read) return passed("the management API answered");
  return fired(record.facts.management_error.empty()
                   ? "the management API did not answer"
                   : record.facts.management_error,
               "whether the broker declared what the file asks for could not be checked. The measurement "
               "does not depend "
               "on it");
}

Outcome broker_is_embedded(const model::Record& record) {
  std::string detail;
  for (const auto& [fault, injected] : record.facts.faults) {
    detail += fmt::format("{}{} ({})", detail.empty() ? "faults: " : ", ", fault, injected);
  }
  return fired("the broker ran inside this program", "the numbers say nothing about any other broker",
               std::move(detail));
}

}  // namespace amqpace::rules
