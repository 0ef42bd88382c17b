// SPDX-License-Identifier: Apache-2.0
// A scenario's page: its producers and queues, a row each, and what leads from one to the other.
#include <fmt/format.h>

#include "base/units.hpp"
#include "report/html.hpp"
#include "report/html_text.hpp"
#include "report/scenario_text.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

using model::Record;

namespace {

std::string key_text(const std::string& key) { return key.empty() ? "\"\"" : key; }

std::string bindings_text(const std::vector<model::Binding>& bindings) {
  std::string text;
  for (const auto& b : bindings)
    text += fmt::format("{}{} [{}]", text.empty() ? "" : ", ", b.exchange, key_text(b.routing_key));
  return text;
}

std::string dead_letters_text(const model::QueueSpec& queue) {
  for (const auto& [name, value] : queue.arguments) {
    if (name != "x-dead-letter-exchange") continue;
    const auto* exchange = value.as<std::string>();
    return exchange == nullptr || exchange->empty() ? "(default)" : *exchange;
  }
  return {};
}

std::string producers(const Record& record) {
  std::string rows;
  for (std::size_t i = 0; i < record.producers.size(); ++i) {
    const auto& p = record.producers[i];
    const auto& spec = record.plan.producers.at(i);
    std::string keys;
    for (const auto& key : spec.routing_keys) keys += (keys.empty() ? "" : ", ") + key_text(key);
    rows += html_row({html(p.name), html(spec.exchange.empty() ? "(default)" : spec.exchange), html(keys),
                      html_escape(offered_text(p)), rate_text(per_second(p.published, record.window)) + "/s",
                      count_text(p.members_refused())});
  }
  return html_table({"producer", "publishes to", "with", "offered", "achieved", "failed"}, rows);
}

std::string queues(const Record& record) {
  std::string rows;
  for (std::size_t i = 0; i < record.queues.size(); ++i) {
    const auto& q = record.queues[i];
    const auto& spec = record.plan.queues.at(i);
    const auto at = [&](double quantile) {
      return q.consumers > 0 ? html_escape(quantile_text(q.end_to_end, quantile)) : std::string("–");
    };
    const auto name = q.broker.empty() ? q.name : q.name + " on " + q.broker;
    rows += html_row({html(name), html(q.type), html(bindings_text(spec.bindings)), html(dead_letters_text(spec)),
                      count_text(static_cast<std::uint64_t>(q.consumers)),
                      q.consumers > 0 ? rate_text(per_second(q.consumed, record.window)) + "/s" : "–", at(0.5), at(0.99),
                      at(0.999), html_escape(depth_text(q).substr(6)), count_text(q.rejected)});
  }
  return html_table({"queue", "type", "gets from", "dead letters to", "consumers", "consumed", "p50", "p99", "p99.9",
                     "depth", "rejected"},
                    rows);
}

std::string exchanges(const Record& record) {
  std::string rows;
  for (const auto& e : record.plan.exchanges)
    rows += html_row({html(e.name), html(e.type), html(bindings_text(e.bindings))});
  return rows.empty() ? "" : html_table({"exchange", "type", "gets from"}, rows);
}

}  // namespace

std::string html_nodes(const Record& record) {
  return producers(record) + exchanges(record) + queues(record);
}

}  // namespace amqpace::report
