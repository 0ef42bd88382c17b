// SPDX-License-Identifier: Apache-2.0
// Rules about the window as such: was it blocked, long enough, ended by its schedule, and did the connections
// stand.
#include <fmt/format.h>

#include <csignal>

#include "base/clock.hpp"
#include "base/units.hpp"
#include "rules/checks.hpp"
#include "rules/words.hpp"

namespace amqpace::rules {

namespace {

constexpr Nanos kLongEnough = 30 * kSecond;

std::string signal_name(int signal) {
  if (signal == SIGINT) return "SIGINT";
  if (signal == SIGTERM) return "SIGTERM";
  return fmt::format("signal {}", signal);
}

}  // namespace

Outcome broker_not_blocked(const model::Record& record) {
  if (record.blocked == 0) return passed("connection.blocked was never in force");
  const double share =
      record.window > 0 ? static_cast<double>(record.blocked) / static_cast<double>(record.window) : 1;
  auto observed = fmt::format("connection.blocked was in force for {} ({} of the window)",
                              time_text(record.blocked), share_text(share));
  if (!record.blocked_reason.empty()) observed += ": " + record.blocked_reason;
  return fired(
      std::move(observed),
      "the broker had stopped reading from publishers because of an alarm of its own. This run measured the "
      "alarm, not what the broker can do");
}

Outcome run_was_long_enough(const model::Record& record) {
  auto observed = fmt::format("the window was {}", window_text(record.window));
  if (record.window >= kLongEnough) return passed(std::move(observed));
  return fired(
      observed + ", shorter than 30s",
      "one pause, or whatever was still settling, weighs heavily in a window this short. The same run again "
      "may well give other percentiles");
}

Outcome run_was_not_stopped_early(const model::Record& record) {
  if (!record.stopped_early) return passed("the window ended when its schedule said");
  auto observed = fmt::format("the window ended after {}", window_text(record.window));
  observed += record.plan.until_drained ? ", before the queues were drained"
                                        : " of " + window_text(record.plan.run_for);
  if (record.signal != 0) observed += ", by " + signal_name(record.signal);
  return fired(std::move(observed),
               "the numbers are sound for the shorter window, and are not those of the run the file "
               "describes");
}

namespace {

constexpr std::size_t kOutagesTold = 10;

// Counted from where the schedule began, as everything with "elapsed" is; the window begins a warm-up later.
std::string outage_text(const model::Outage& outage, const model::Record& record) {
  auto text = fmt::format("{}: ", outage.connection);
  text += outage.to ? fmt::format("gone for {}, {} after the start", time_text(*outage.to - outage.from), window_text(outage.from))
                    : fmt::format("gone {} after the start and not back", window_text(outage.from));
  if (record.started_at > 0) text += ", at " + utc_iso(record.started_at + outage.from - record.warmup);
  return text + " (" + outage.why + ")";
}

// What the losses left in the account.
std::string aftermath(const model::Record& record) {
  std::uint64_t unknown = 0, redelivered = 0;
  for (const auto& producer : record.producers) unknown += producer.ledger.unknown;
  for (const auto& queue : record.queues) redelivered += queue.ledger.redelivered;
  return fmt::format("{} publishes were never answered, {} redelivered", count(unknown), messages(redelivered));
}

}  // namespace

Outcome connections_held(const model::Record& record) {
  auto observed = fmt::format("{} connections lost, {} channels closed by the broker, {} consumers cancelled",
                              count(record.connections_lost), count(record.channels_closed),
                              count(record.consumers_cancelled));
  if (record.outages.empty()) return passed(std::move(observed));
  Nanos longest = 0;
  std::size_t gone = 0;
  std::string detail;
  for (std::size_t i = 0; i < record.outages.size(); ++i) {
    const model::Outage& outage = record.outages[i];
    gone += outage.to ? 0 : 1;
    if (outage.to) longest = std::max(longest, *outage.to - outage.from);
    if (i < kOutagesTold) detail += outage_text(outage, record) + "; ";
  }
  if (record.outages.size() > kOutagesTold)
    detail += fmt::format("and {} more; ", record.outages.size() - kOutagesTold);
  if (gone < record.outages.size()) observed += fmt::format("; the longest outage took {}", time_text(longest));
  if (gone > 0) observed += fmt::format("; {} of {} did not come back", gone, record.outages.size());
  return fired(std::move(observed),
               "what happened around the loss is part of this run: unanswered publishes, redeliveries and the time "
               "without a connection are in its numbers",
               detail + aftermath(record));
}

Outcome cleared_away(const model::Record& record) {
  const bool purged = record.plan.after == model::After::purge;
  if (record.not_cleared.empty()) return passed(purged ? "what was declared was purged" : "what was declared was deleted");
  std::string list;
  for (const auto& one : record.not_cleared) list += (list.empty() ? "" : "; ") + one;
  return fired(fmt::format("{} of what was declared could not be {} after the run", count(record.not_cleared.size()),
                           purged ? "purged" : "deleted"),
               "it still stands on the broker with what it holds: delete it by hand, or the next run finds it", list);
}

}  // namespace amqpace::rules
