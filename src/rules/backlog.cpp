// SPDX-License-Identifier: Apache-2.0
// Did the consumers keep up? The backlog is counted by us (confirmed and routed here, less delivered) at both
// ends of the window, so neither a boundary nor an old figure of the broker decides.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "rules/checks.hpp"
#include "rules/words.hpp"

namespace amqpace::rules {

namespace {

// What may pile up without a word: 1 s of the queue's traffic, or a tenth of a window shorter than 10 s.
double tolerated(const model::Record& record, std::uint64_t offered) {
  const double allowed = std::min<double>(kSecond, static_cast<double>(record.window) / 10);
  return record.window > 0 ? static_cast<double>(offered) * allowed / static_cast<double>(record.window) : 0;
}

std::string grown(const model::QueueRecord& queue, std::uint64_t published) {
  std::string text;
  if (published > queue.consumed) {
    const auto left = published - queue.consumed;
    text = fmt::format("{} were published and {} consumed, leaving {} ({}) still queued at the end; ",
                       messages(published), count(queue.consumed), count(left), share_of(left, published));
  }
  return text + fmt::format("the backlog of {} grew from {} to {}", queue.name,
                            count_text(queue.backlog_at_w0), count_text(queue.backlog_at_w1));
}

std::string consumers_of(const model::Record& record, const std::string& queue) {
  for (const auto& spec : record.plan.queues) {
    if (spec.name != queue) continue;
    return fmt::format("consumer concurrency={}, prefetch={}, handler time={}", spec.consumers.concurrency,
                       spec.consumers.prefetch, model::handler_time_spec(spec.consumers.handler_time));
  }
  return {};
}

}  // namespace

Outcome consumers_kept_up(const model::Record& record) {
  const auto totals = model::totals(record);
  const bool unthrottled = !totals.offered_rate.has_value();
  std::string quiet;
  Outcome worst;
  std::int64_t worst_growth = 0;
  for (const auto& queue : record.queues) {
    if (queue.consumers == 0 || queue.retains) continue;
    // Without a schedule the queue was offered what was sent.
    const auto offered = unthrottled ? std::max(queue.offered, totals.published) : queue.offered;
    const auto growth = queue.backlog_at_w1 - queue.backlog_at_w0;
    const double limit = tolerated(record, offered);
    quiet += fmt::format("{}the backlog of {} went from {} to {} (up to {} more is tolerated)",
                         quiet.empty() ? "" : "; ", queue.name, count_text(queue.backlog_at_w0),
                         count_text(queue.backlog_at_w1),
                         count_text(static_cast<std::int64_t>(std::floor(limit))));
    if (static_cast<double>(growth) <= limit || growth <= worst_growth) continue;
    worst_growth = growth;
    // With several queues the messages of one are those offered to it; the run's total is not its business.
    const auto published = record.queues.size() == 1 ? totals.published : offered;
    worst = fired(
        grown(queue, published),
        "the consumers did not keep up, so the queue grew for the whole run. The end-to-end latency is a "
        "function of the run's length rather than of the broker: a longer run would report a worse p99 from "
        "the same system",
        consumers_of(record, queue.name));
  }
  return worst.fired ? worst : passed(std::move(quiet));
}

}  // namespace amqpace::rules
