// SPDX-License-Identifier: Apache-2.0
#include "model/record.hpp"

#include <numeric>

namespace amqpace::model {

std::string_view cause_name(Cause cause) {
  static constexpr std::array<std::string_view, kCauses> names{"reconnecting", "blocked", "credit", "confirms",
                                                               "socket", "window", "generator"};
  return names[static_cast<std::size_t>(cause)];
}

std::string_view verdict_name(Verdict v) {
  return v == Verdict::passed ? "PASSED" : v == Verdict::failed ? "FAILED" : "INVALID";
}

std::string_view severity_name(Severity s) {
  static constexpr std::array<std::string_view, 4> names{"INFO", "WARNING", "FAILED", "INVALID"};
  return names[static_cast<std::size_t>(s)];
}

Nanos LateTime::total() const { return std::accumulate(by.begin(), by.end(), Nanos{0}); }

Nanos LateTime::ours() const { return (*this)[Cause::window] + (*this)[Cause::generator]; }

bool ProducerLedger::balances() const {
  if (due != sent + never_sent) return false;
  return confirms_off || sent == confirmed + returned + nacked + failed + unknown;
}

bool QueueLedger::balances() const {
  if (deliveries != delivered + redelivered + recycled + duplicates + leftovers + foreign) return false;
  return !expected_known || expected + dead_in + extra == delivered + dead_out + queued + dropped + forwarded + missing;
}

Totals totals(const Record& record) {
  Totals t;
  bool throttled = !record.producers.empty();
  double offered_rate = 0;
  for (const auto& p : record.producers) {
    t.offered += p.offered;
    t.published += p.published;
    t.sent_in_window += p.sent_in_window;
    t.confirmed += p.members_confirmed;
    t.failed += p.members_refused();
    throttled = throttled && p.offered_rate.has_value();
    offered_rate += p.offered_rate.value_or(0);
    for (std::size_t c = 0; c < kCauses; ++c) t.late.by[c] += p.late.by[c];
  }
  if (throttled) t.offered_rate = offered_rate;
  for (const auto& q : record.queues) {
    t.consumed += q.consumed;
    if (q.depth_at_end) t.depth_at_end = t.depth_at_end.value_or(0) + *q.depth_at_end;
    const auto& l = q.ledger;
    t.ledger.missing += l.missing;
    t.ledger.duplicates += l.duplicates;
    t.ledger.redelivered += l.redelivered;
    t.ledger.recycled += l.recycled;
    t.ledger.out_of_order += l.out_of_order;
    t.ledger.leftovers += l.leftovers;
    t.ledger.foreign += l.foreign;
    t.ledger.missing_is_lower_bound = t.ledger.missing_is_lower_bound || l.missing_is_lower_bound;
  }
  if (record.window > 0) {
    const double seconds = static_cast<double>(record.window) / 1e9;
    t.publish_rate = static_cast<double>(t.published) / seconds;
    t.consume_rate = static_cast<double>(t.consumed) / seconds;
  }
  return t;
}

}  // namespace amqpace::model
