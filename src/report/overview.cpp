// SPDX-License-Identifier: Apache-2.0
#include "report/overview.hpp"

#include <algorithm>
#include <array>

#include "base/units.hpp"
#include "model/pooled.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

using model::Record;

namespace {

constexpr std::array<std::string_view, 8> kNumbers{"result", "offered", "published", "consumed",
                                                   "p50",    "p99",     "p99.9",     "queue at end"};
constexpr const char* kNothing = "–";

std::array<std::string, kNumbers.size()> numbers_of(const Record& record) {
  const std::string nothing = kNothing;
  const auto verdict = std::string(model::verdict_name(record.verdict));
  if (record.error) return {verdict, nothing, nothing, nothing, nothing, nothing, nothing, nothing};
  const auto totals = model::totals(record);
  const bool consumers = model::consumer_count(record) > 0, publishing = model::is_publishing(record);
  const auto latency = model::pooled_end_to_end(record);
  const auto at = [&](double q) { return consumers ? quantile_text(latency, q) : nothing; };
  return {verdict,
          publishing ? offered_text(totals) : nothing,
          publishing ? rate_text(totals.publish_rate) + "/s" : nothing,
          consumers ? rate_text(totals.consume_rate) + "/s" : nothing,
          at(0.5),
          at(0.99),
          at(0.999),
          depth_text(record)};
}

std::vector<std::string> axes_of(std::span<const Record> records) {
  std::vector<std::string> paths;
  for (const auto& record : records)
    for (const auto& [path, value] : record.plan.entry.axes)
      if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
  return paths;
}

std::string last_part(const std::string& path) { return path.substr(path.find_last_of('.') + 1); }

// "messageSize" of "publishers.messageSize", unless two axes end so.
std::string title_of(const std::string& path, const std::vector<std::string>& paths) {
  const auto same = [&](const std::string& other) { return last_part(other) == last_part(path); };
  return shown(std::count_if(paths.begin(), paths.end(), same) > 1 ? path : last_part(path));
}

std::string value_on(const Record& record, const std::string& path) {
  for (const auto& [name, value] : record.plan.entry.axes)
    if (name == path) return shown(value);
  return kNothing;
}

}  // namespace

Overview overview_of(std::span<const Record> records) {
  Overview out;
  const auto axes = axes_of(records);
  out.axes = axes.size();
  out.columns.emplace_back("workload");
  for (const auto& axis : axes) out.columns.push_back(title_of(axis, axes));
  out.columns.insert(out.columns.end(), kNumbers.begin(), kNumbers.end());
  for (const auto& record : records) {
    std::vector<std::string> row{shown(record.plan.name)};
    for (const auto& axis : axes) row.push_back(value_on(record, axis));
    for (auto& cell : numbers_of(record)) row.push_back(std::move(cell));
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace amqpace::report
