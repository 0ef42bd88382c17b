// SPDX-License-Identifier: Apache-2.0
// Did the consumers keep up? The backlog is counted by us (confirmed and routed here, less delivered) at both
// ends of the window, so neither a boundary nor an old figure of the broker decides.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "rules/backlog.hpp"
#include "rules/checks.hpp"
#include "rules/words.hpp"

namespace amqpace::rules {

namespace {

// What may pile up without a word: 1 s of the queue's traffic, or a tenth of a window shorter than 10 s.
double tolerated(const model::Record& record, std::uint64_t offered) {
  const double allowed = std::min<double>(kSecond, static_cast<double>(record.window) / 10);
  return record.window > 0 ? static_cast<double>(offered) * allowed / static_cast<double>(record.window) : 0;
}

// Messages that can never be consumed: what is lost is not queued, and what is unanswered may not be.
std::string gone(const model::QueueRecord& queue, std::uint64_t refused, std::uint64_t unanswered) {
  std::string text;
  const auto add = [&text](std::uint64_t n, const char* word) {
    if (n > 0) text += fmt::format(", {} {}", count(n), word);
  };
  add(queue.ledger.missing, "missing");
  add(unanswered, "unanswered");
  add(refused, "refused");
  return text;
}

// A consumer that takes everything and acknowledges at once leaves no backlog to the broker.
bool waits_here(const model::Record& record, const std::string& queue) {
  for (const auto& spec : record.plan.queues) {
    if (spec.name != queue) continue;
    return spec.consumers.mode == model::ConsumeMode::push && spec.consumers.prefetch == 0;
  }
  return false;
}

std::string grown(const model::Record& record, const model::QueueRecord& queue, std::uint64_t published) {
  std::string text;
  std::uint64_t refused = 0, unanswered = 0;
  for (const auto& p : record.producers) {
    refused += p.members_refused();
    unanswered += p.members_unknown;
  }
  const std::uint64_t past = queue.consumed + refused + unanswered + queue.ledger.missing;
  if (published > queue.consumed) {
    const auto left = published > past ? published - past : 0;
    text = fmt::format("{} were published and {} consumed, leaving {} ({}) {} at the end{}; ", messages(published),
                       count(queue.consumed), count(left), share_of(left, published),
                       waits_here(record, queue.name) ? "waiting in this program or in the queue" : "still queued",
                       gone(queue, refused, unanswered));
  }
  return text + fmt::format("the backlog of {} grew from {} to {}", queue.name,
                            count_text(queue.backlog_at_w0), count_text(queue.backlog_at_w1));
}

// A scenario's queue, in which the run's totals are not its business.
std::string grown_node(const model::QueueRecord& queue, std::uint64_t offered) {
  auto text = fmt::format("{} grew from {} to {} messages over the window", queue.name, count_text(queue.backlog_at_w0),
                          count_text(queue.backlog_at_w1));
  if (offered > queue.consumed) {
    const auto left = offered - queue.consumed;
    text += fmt::format("; {} came to it and {} were consumed, leaving {} ({})", messages(offered), count(queue.consumed),
                        count(left), share_of(left, offered));
  }
  return text;
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

Backlog backlog_of(const model::Record& record, const model::QueueRecord& queue) {
  const auto totals = model::totals(record);
  Backlog b;
  b.offered = queue.offered + queue.dead_lettered_in_window;
  // Without a schedule the queue was offered what was sent.
  if (!totals.offered_rate.has_value()) b.offered = std::max(b.offered, totals.published);
  // What is lost will not be consumed however fast consumers are.
  b.growth = queue.backlog_at_w1 - queue.backlog_at_w0 - static_cast<std::int64_t>(queue.ledger.missing);
  const double limit = tolerated(record, b.offered);
  b.grew = static_cast<double>(b.growth) > limit;
  b.quiet = fmt::format("the backlog of {} went from {} to {} (up to {} more is tolerated)", queue.name,
                        count_text(queue.backlog_at_w0), count_text(queue.backlog_at_w1),
                        count_text(static_cast<std::int64_t>(std::floor(limit))));
  return b;
}

Outcome consumers_kept_up(const model::Record& record) {
  const bool of_nodes = record.plan.kind == model::FileKind::scenario;
  std::string quiet;
  Outcome worst;
  std::int64_t worst_growth = 0;
  for (const auto& queue : record.queues) {
    if (queue.consumers == 0 || queue.retains) continue;
    const Backlog backlog = backlog_of(record, queue);
    quiet += (quiet.empty() ? "" : "; ") + backlog.quiet;
    if (!backlog.grew || backlog.growth <= worst_growth) continue;
    worst_growth = backlog.growth;
    if (of_nodes) {
      worst = fired(grown_node(queue, backlog.offered),
                    "its consumers took less than came to it for the whole window, so the backlog was still growing when "
                    "the window ended. Its end-to-end latency is a function of the run's length",
                    consumers_of(record, queue.name));
      continue;
    }
    // With several queues the messages of one are those offered to it; the run's total is not its business.
    const auto published = record.queues.size() == 1 ? model::totals(record).published : backlog.offered;
    worst = fired(
        grown(record, queue, published),
        "the consumers did not keep up, so the queue grew for the whole run. The end-to-end latency is a "
        "function of the run's length rather than of the broker: a longer run would report a worse p99 from "
        "the same system",
        consumers_of(record, queue.name));
  }
  return worst.fired ? worst : passed(std::move(quiet));
}

Outcome no_backlog(const model::Record& record, const model::QueueRecord& queue) {
  if (queue.retains) return passed(queue.name + " is a stream: it keeps what it was given, and has no backlog");
  const Backlog backlog = backlog_of(record, queue);
  if (!backlog.grew) return {false, backlog.quiet, "the objective was met", {}};
  return fired(fmt::format("{} went from {} to {} messages, and was asked not to grow", queue.name,
                           count_text(queue.backlog_at_w0), count_text(queue.backlog_at_w1)),
               "work arrived faster than it was handled for the whole window");
}

}  // namespace amqpace::rules
