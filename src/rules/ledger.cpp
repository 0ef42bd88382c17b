// SPDX-License-Identifier: Apache-2.0
// Rules about the accounts: do they add up, and were there messages in them that the file does not explain.
#include <fmt/format.h>

#include <algorithm>

#include "rules/checks.hpp"
#include "rules/words.hpp"

namespace amqpace::rules {

namespace {

std::string producer_lines(const model::ProducerRecord& p) {
  const auto& l = p.ledger;
  auto text = fmt::format("{}: due {} = sent {} + never sent {}", p.name, count(l.due), count(l.sent),
                          count(l.never_sent));
  if (l.confirms_off) return text;
  return text + fmt::format("; sent {} = confirmed {} + returned {} + nacked {} + failed {} + unknown {}",
                            count(l.sent), count(l.confirmed), count(l.returned), count(l.nacked),
                            count(l.failed), count(l.unknown));
}

std::string account_lines(const std::string& name, const model::QueueLedger& l) {
  return fmt::format(
      "{}: expected {} + dead-in {} + extra {} = delivered {} + dead-out {} + queued {} + dropped {} + "
      "forwarded {} + missing {}; "
      "deliveries {} = delivered {} + redelivered {} + recycled {} + duplicates {} + leftovers {} + foreign "
      "{}",
      name, count(l.expected), count(l.dead_in), count(l.extra), count(l.delivered), count(l.dead_out),
      count(l.queued), count(l.dropped), count(l.forwarded), count(l.missing), count(l.deliveries), count(l.delivered),
      count(l.redelivered), count(l.recycled), count(l.duplicates), count(l.leftovers), count(l.foreign));
}

}  // namespace

Outcome ledger_balances(const model::Record& record) {
  std::string wrong;
  std::size_t lines = 0;
  for (const auto& p : record.producers) {
    ++lines;
    if (!p.ledger.balances()) wrong += (wrong.empty() ? "" : " · ") + producer_lines(p);
  }
  for (const auto& q : record.queues) {
    ++lines;
    if (!q.ledger.balances()) wrong += (wrong.empty() ? "" : " · ") + account_lines(q.name, q.ledger);
    for (std::size_t i = 0; i < q.readers.size(); ++i) {
      const auto& reader = q.readers[i].ledger;
      if (!reader.balances())
        wrong += (wrong.empty() ? "" : " · ") + account_lines(fmt::format("{}, reader {}", q.name, i + 1), reader);
    }
  }
  if (wrong.empty()) return passed(fmt::format("{} of {} accounts add up", lines, lines));
  return fired(
      "the accounts do not add up: " + wrong,
      "this program miscounted: it is a defect of amqpace, and no number of this run can be relied on");
}

Outcome messages_arrived(const model::Record& record) {
  std::uint64_t missing = 0, expected = 0;
  bool at_least = false;
  std::string where;
  for (const auto& q : record.queues) {
    expected += q.ledger.expected + q.ledger.dead_in - std::min(q.ledger.dead_out, q.ledger.expected + q.ledger.dead_in);
    if (q.ledger.missing == 0) continue;
    missing += q.ledger.missing;
    at_least = at_least || q.ledger.missing_is_lower_bound;
    where += fmt::format("{}{} ({})", where.empty() ? "" : ", ", q.name, count(q.ledger.missing));
  }
  if (missing == 0) return passed(fmt::format("none of {} is missing", messages(expected)));
  return fired(fmt::format("{}{} of {} are missing: {}", at_least ? "at least " : "", count(missing), messages(expected), where),
               "the broker confirmed them, and neither delivered them nor still holds them. No objective of the file judges "
               "that: noMessagesLost does");
}

Outcome no_foreign_messages(const model::Record& record) {
  std::uint64_t leftovers = 0, foreign = 0, standing = 0, before_ours = 0;
  for (const auto& q : record.queues) {
    leftovers += q.ledger.leftovers;
    foreign += q.ledger.foreign;
    before_ours += q.leftovers_before_ours;
    // What a purge removed was seen and is gone; what a stream retains is its nature.
    if (!q.retains && record.plan.before != model::Before::purge) standing += q.depth_before.value_or(0);
  }
  auto observed = fmt::format("{} of an earlier run and {} without our stamp were delivered",
                              messages(leftovers), count(foreign));
  if (standing > 0) observed += fmt::format("; {} stood in the queues before the run", count(standing));
  if (leftovers + foreign + standing == 0) return passed(std::move(observed));
  std::string means =
      "they are in no latency and no rate of this run, and they took the broker's and the consumers' time";
  std::string detail;
  if (before_ours > 0) {
    means += ". They stood before our messages, so our end-to-end latencies contain the wait behind them";
    detail = messages(before_ours) + " were delivered before the first of this run";
  }
  return fired(std::move(observed), std::move(means), std::move(detail));
}

Outcome topology_is_not_the_files(const model::Record& record) {
  std::uint64_t misrouted = 0;
  std::string where;
  for (const auto& q : record.queues) {
    if (q.misrouted == 0) continue;
    misrouted += q.misrouted;
    where += fmt::format("{}{} ({})", where.empty() ? "" : ", ", q.name, count(q.misrouted));
  }
  if (misrouted == 0) return passed("every message of this run arrived where the file's bindings send it");
  return fired(
      fmt::format("{} of this run arrived where the file's bindings do not send them: {}",
                  messages(misrouted), where),
      "the broker holds bindings that the file does not know: what was measured is another topology than the "
      "one described");
}

}  // namespace amqpace::rules
