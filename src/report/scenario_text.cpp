// SPDX-License-Identifier: Apache-2.0
#include "report/scenario_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/units.hpp"
#include "report/readers_text.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

namespace {

constexpr std::size_t kNameWidth = 20, kTypeWidth = 9, kConsumersWidth = 11, kOfferedWidth = 12, kRateWidth = 14;

std::string right(const std::string& text, std::size_t width) {
  const std::size_t has = width_of(text);
  return (has < width ? std::string(width - has, ' ') : "") + text;
}

std::string producer_line(const model::ProducerRecord& p, Nanos window) {
  const auto failed = p.members_refused();
  return fmt::format("  {} {} offered{} achieved  {} failed\n", padded(shown(p.name), kNameWidth),
                     right(offered_text(p), kOfferedWidth), right(rate_text(per_second(p.published, window)) + "/s", kRateWidth),
                     count_text(failed));
}

std::string queue_line(const model::QueueRecord& q, Nanos window) {
  std::string text = fmt::format("  {} {} {}", padded(shown(q.name), kNameWidth), padded(q.type, kTypeWidth),
                                 padded(fmt::format("{} consumer{}", q.consumers, q.consumers == 1 ? "" : "s"), kConsumersWidth));
  if (q.consumers > 0) {
    text += right(rate_text(per_second(q.consumed, window)) + "/s", kRateWidth);
    for (const auto& [name, quantile] : {std::pair{"p50", 0.5}, std::pair{"p99", 0.99}, std::pair{"p99.9", 0.999}})
      text += fmt::format("  {} {}", name, quantile_text(q.end_to_end, quantile));
  }
  text += "  " + depth_text(q);
  const auto& l = q.ledger;
  const auto append = [&text](const char* word, std::uint64_t n) {
    if (n > 0) text += fmt::format("  {} {}", word, count_text(n));
  };
  append("rejected", q.rejected);
  append("dead-in", l.dead_in);
  append("dead-out", l.dead_out);
  append("recycled", l.recycled);
  append("dropped", l.dropped);
  append("forwarded", l.forwarded);
  append("missing", l.missing);
  if (!q.broker.empty()) text += "  on " + shown(q.broker);
  text += "\n";
  for (const auto& reader : reader_lines(q)) text += "      " + reader + "\n";
  return text;
}

}  // namespace

double per_second(std::uint64_t n, Nanos window) {
  return window > 0 ? static_cast<double>(n) * 1e9 / static_cast<double>(window) : 0;
}

std::string offered_text(const model::ProducerRecord& producer) {
  return producer.offered_rate ? rate_text(*producer.offered_rate) + "/s" : "unthrottled";
}

std::string depth_text(const model::QueueRecord& queue) {
  if (!queue.depth_at_end) return "depth unknown";
  return fmt::format("depth {}{}", *queue.depth_at_end, queue.retains ? " retained" : "");
}

std::string scenario_header(const model::Record& record) {
  auto text = fmt::format("{} -- {}{}\n", shown(record.plan.name), length_text(record.error ? record.plan.run_for : record.window),
                          record.stopped_early ? " (stopped early)" : "");
  if (!record.plan.description.empty()) text += shown(record.plan.description) + "\n";
  return text;
}

std::string scenario_nodes(const model::Record& record) {
  std::string text = "producers\n";
  for (const auto& producer : record.producers) text += producer_line(producer, record.window);
  text += "\nqueues\n";
  for (const auto& queue : record.queues) text += queue_line(queue, record.window);
  return text;
}

std::string objectives_met_text(const model::Record& record) {
  const auto met = std::count_if(record.results.begin(), record.results.end(), [](const auto& r) {
    return r.objective && r.state == model::RuleResult::State::passed;
  });
  if (met == 0) return {};
  return fmt::format("{} objective{} met", met, met == 1 ? "" : "s");
}

}  // namespace amqpace::report
