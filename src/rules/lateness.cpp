// SPDX-License-Identifier: Apache-2.0
// A late schedule has one lag and two possible owners: the generator (the run is invalid) or the broker (it
// failed). The split of the late time by cause decides, and both rules print it.
#include <fmt/format.h>

#include "base/units.hpp"
#include "model/pooled.hpp"
#include "rules/checks.hpp"
#include "rules/words.hpp"

namespace amqpace::rules {

namespace {

constexpr Nanos kTooLate = 100 * kMillisecond;

struct Lag {
  bool too_late = false;
  bool ours = false;
  std::string observed, detail;
};

Lag lag_of(const model::Record& record) {
  const auto lag = model::pooled_send_lag(record);
  const auto totals = model::totals(record);
  const auto p99 = lag.quantile(0.99);
  const auto max = lag.max().value_or(hist::Quantile{});
  // Fewer than 100 slots have no p99: the worst one speaks for them.
  const auto judged = p99.value_or(max);
  Lag answer;
  answer.too_late = judged.value >= kTooLate;
  answer.ours = 2 * totals.late.ours() >= totals.late.total();
  answer.observed = fmt::format(
      "send lag {} was {}{}; offered {}/s, achieved {}/s; {}", p99 ? "p99" : "max", time_or_bound(judged),
      p99 ? fmt::format(" and max {}", time_or_bound(max)) : "", rate_text(totals.offered_rate.value_or(0)),
      rate_text(totals.publish_rate), late_split(totals.late));
  std::uint64_t never_sent = 0;
  for (const auto& p : record.producers) never_sent += p.members_never_sent;
  if (!record.plan.producers.empty()) {
    const auto& spec = record.plan.producers.front().publish;
    answer.detail =
        fmt::format("publisher threads={}, max in flight={} each", spec.threads, spec.max_in_flight);
  }
  if (const auto p50 = lag.quantile(0.5))
    answer.detail += fmt::format(", send lag p50={}{}", p50->open ? "≥ " : "", time_text(p50->value));
  if (never_sent > 0) answer.detail += fmt::format(", {} never sent", messages(never_sent));
  return answer;
}

}  // namespace

Outcome generator_kept_up(const model::Record& record) {
  auto lag = lag_of(record);
  if (!lag.too_late || !lag.ours) return passed(std::move(lag.observed));
  return fired(
      std::move(lag.observed),
      "the load in the file was not offered on its schedule, and most of the lateness was the generator's own. What this "
      "run measured is the client, not the broker at this rate",
      std::move(lag.detail));
}

Outcome broker_took_the_load(const model::Record& record) {
  auto lag = lag_of(record);
  if (!lag.too_late || lag.ours) return passed(std::move(lag.observed));
  return fired(
      std::move(lag.observed),
      "the broker did not take the offered rate: messages waited to be sent, and most of that time they "
      "waited for the broker. The wait is part of the end-to-end latency",
      std::move(lag.detail));
}

}  // namespace amqpace::rules
