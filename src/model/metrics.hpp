// SPDX-License-Identifier: Apache-2.0
// The metric table: every number of a Record that a custom rule may name, with its unit and sentence. Rules
// evaluate it, the file's thresholds are checked against it, `amqpace rules` and the reference list it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "model/record.hpp"

namespace amqpace::model {

enum class Unit { duration, rate, share, count };  // base units: ns, 1/s, 1, 1
std::string_view unit_name(Unit unit);             // "duration"
// A threshold as a file writes it, in the base unit; the error says what the unit accepts.
Result<double> parse_threshold(Unit unit, std::string_view text);
// A value as reports print it: "12.8ms", "5,000/s", "5.1%", "1,234".
std::string value_text(Unit unit, double value);

struct MetricValue {
  double value = 0;
  bool at_least = false;  // a percentile on an open sample: the true value is this or more
};

struct Metric {
  std::string name;  // "endToEnd.p99", without a node
  Unit unit = Unit::count;
  std::string sentence;
  // Empty functions: the metric does not exist there. nullopt: it exists and has no value in this run.
  std::function<std::optional<MetricValue>(const Record&)> of_run = {};
  std::function<std::optional<MetricValue>(const QueueRecord&, const Record&)> of_queue = {};
  std::function<std::optional<MetricValue>(const ProducerRecord&, const Record&)> of_producer = {};
  // Per interval, for rules with `for`; only of the whole run.
  std::function<std::optional<double>(const Sample&)> of_sample = {};
};

const std::vector<Metric>& metrics();

// A metric as a rule names it: "endToEnd.p99", "queue(ex.work).consumeRate", "producer(jobs).sendLag.p99".
struct MetricRef {
  enum class Scope { run, queue, producer };
  const Metric* metric = nullptr;
  Scope scope = Scope::run;
  std::string node;
};

// Fails with the nearest name, or with where the metric does exist. Whether the node does is the caller's to
// check.
Result<MetricRef> find_metric(std::string_view name);
// nullopt: not measured in this run (nothing recorded, no such node).
std::optional<MetricValue> metric_value(const MetricRef& ref, const Record& record);

}  // namespace amqpace::model
