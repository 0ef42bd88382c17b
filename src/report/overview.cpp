// SPDX-License-Identifier: Apache-2.0
#include "report/overview.hpp"

#include "base/units.hpp"
#include "model/pooled.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

std::array<std::string, kOverviewColumns.size()> overview_row(const model::Record& record) {
  const std::string nothing = "–";
  const auto name = shown(record.plan.name);
  const auto verdict = std::string(model::verdict_name(record.verdict));
  if (record.error) return {name, verdict, nothing, nothing, nothing, nothing, nothing, nothing, nothing};
  const auto totals = model::totals(record);
  const bool consumers = model::consumer_count(record) > 0, publishing = model::is_publishing(record);
  const auto latency = model::pooled_end_to_end(record);
  const auto at = [&](double q) { return consumers ? quantile_text(latency, q) : nothing; };
  return {name,
          verdict,
          publishing ? offered_text(totals) : nothing,
          publishing ? rate_text(totals.publish_rate) + "/s" : nothing,
          consumers ? rate_text(totals.consume_rate) + "/s" : nothing,
          at(0.5),
          at(0.99),
          at(0.999),
          depth_text(record)};
}

}  // namespace amqpace::report
