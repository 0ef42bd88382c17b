// SPDX-License-Identifier: Apache-2.0
// How rules name metrics, and their thresholds.
#include <algorithm>

#include "base/text.hpp"
#include "base/units.hpp"
#include "model/metrics.hpp"

namespace amqpace::model {

std::string_view unit_name(Unit unit) {
  switch (unit) {
    case Unit::duration:
      return "duration";
    case Unit::rate:
      return "rate";
    case Unit::share:
      return "share";
    case Unit::count:
      return "count";
  }
  return "count";
}

Result<double> parse_threshold(Unit unit, std::string_view text) {
  switch (unit) {
    case Unit::duration: {
      const auto value = parse_duration(text);
      if (!value) return tl::unexpected(value.error());
      return static_cast<double>(*value);
    }
    case Unit::rate:
      return parse_rate(text);
    case Unit::share:
      return parse_share(text);
    case Unit::count:
      break;
  }
  auto value = parse_number(text);
  if (!value || *value < 0) {
    return fail(ErrorKind::bad_input, "'" + printable(text, 64) + "' is not a count", {},
                "a count is a plain number, such as 5000");
  }
  return value;
}

std::string value_text(Unit unit, double value) {
  switch (unit) {
    case Unit::duration:
      return time_text(static_cast<Nanos>(value));
    case Unit::rate:
      return rate_text(value) + "/s";
    case Unit::share:
      return share_text(value);
    case Unit::count:
      break;
  }
  return count_text(static_cast<std::int64_t>(value));
}

namespace {

tl::unexpected<Error> unknown_metric(std::string_view name) {
  std::vector<std::string_view> known;
  for (const auto& m : metrics()) known.push_back(m.name);
  const auto near = nearest(name, known);
  const std::string hint =
      near.empty() ? "`amqpace rules` lists all metrics" : "did you mean '" + std::string(near) + "'?";
  return fail(ErrorKind::bad_input, "there is no metric '" + printable(name, 64) + "'", {}, hint);
}

tl::unexpected<Error> not_there(const Metric& metric, MetricRef::Scope scope) {
  static constexpr std::string_view kWhere[] = {"of the whole run", "of a queue", "of a producer"};
  return fail(
      ErrorKind::bad_input,
      "metric '" + metric.name + "' does not exist " + std::string(kWhere[static_cast<std::size_t>(scope)]),
      {}, "`amqpace rules` lists where each one exists");
}

}  // namespace

Result<MetricRef> find_metric(std::string_view name) {
  MetricRef ref;
  std::string_view rest = name;
  for (const auto& [prefix, scope] : {std::pair{std::string_view("queue("), MetricRef::Scope::queue},
                                      std::pair{std::string_view("producer("), MetricRef::Scope::producer}}) {
    if (!name.starts_with(prefix)) continue;
    const std::size_t close = name.rfind(").");
    if (close == std::string_view::npos || close < prefix.size()) {
      return fail(ErrorKind::bad_input, "'" + printable(name, 64) + "' is not a metric", {},
                  "one of a node is written like queue(NAME).consumeRate");
    }
    ref.scope = scope;
    ref.node = std::string(name.substr(prefix.size(), close - prefix.size()));
    rest = name.substr(close + 2);
  }
  const Metric* other_scope = nullptr;
  for (const auto& metric : metrics()) {
    if (metric.name != rest) continue;
    const bool there = ref.scope == MetricRef::Scope::run     ? static_cast<bool>(metric.of_run)
                       : ref.scope == MetricRef::Scope::queue ? static_cast<bool>(metric.of_queue)
                                                              : static_cast<bool>(metric.of_producer);
    if (!there) {
      other_scope = &metric;
      continue;
    }
    ref.metric = &metric;
    return ref;
  }
  if (other_scope != nullptr) return not_there(*other_scope, ref.scope);
  return unknown_metric(rest);
}

std::optional<MetricValue> metric_value(const MetricRef& ref, const Record& record) {
  if (ref.metric == nullptr) return std::nullopt;
  if (ref.scope == MetricRef::Scope::run) return ref.metric->of_run(record);
  if (ref.scope == MetricRef::Scope::queue) {
    for (const auto& q : record.queues) {
      if (q.name == ref.node) return ref.metric->of_queue(q, record);
    }
    return std::nullopt;
  }
  for (const auto& p : record.producers) {
    if (p.name == ref.node) return ref.metric->of_producer(p, record);
  }
  return std::nullopt;
}

}  // namespace amqpace::model
