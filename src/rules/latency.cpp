// SPDX-License-Identifier: Apache-2.0
// Rules about how far the latencies of a run can be read.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "model/pooled.hpp"
#include "rules/checks.hpp"
#include "rules/words.hpp"

namespace amqpace::rules {

namespace {

constexpr double kExtreme = 10;

std::string value_text(const hist::Quantile& q) {
  return (q.open ? "≥ " : "") + time_text(q.value);
}

}  // namespace

Outcome tail_is_not_extreme(const model::Record& record) {
  const auto latency = model::pooled_end_to_end(record);
  const auto p50 = latency.quantile(0.5).value_or(hist::Quantile{});
  const auto p99 = latency.quantile(0.99).value_or(hist::Quantile{});
  const auto max = latency.max().value_or(hist::Quantile{});
  const double ratio = static_cast<double>(p99.value) / static_cast<double>(std::max<Nanos>(p50.value, 1));
  const auto times = ratio < kExtreme ? fmt::format("{:.1f}", std::floor(ratio * 10) / 10)
                                      : count_text(static_cast<std::int64_t>(std::llround(ratio)));
  auto observed =
      fmt::format("p99 is {}{} times the median (p50={}, p99={}, max={})", p99.open ? "at least " : "", times,
                  value_text(p50), value_text(p99), value_text(max));
  if (ratio < kExtreme) return passed(std::move(observed));
  return fired(
      std::move(observed),
      "most messages are fast and a small fraction are far slower. A mean or median latency from this run "
      "would describe almost nobody's experience");
}

Outcome unthrottled_latency(const model::Record& record) {
  return fired(fmt::format("{} consumers measured latency while the publishers had no schedule",
                           count_text(model::consumer_count(record))),
               "without a due time a stall of the broker also stalls the generator, so latency gets better "
               "as the stall "
               "gets worse. The throughput can be read, the latencies cannot");
}

}  // namespace amqpace::rules
