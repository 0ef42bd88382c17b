// SPDX-License-Identifier: Apache-2.0
#include "api/series.hpp"

#include <memory>

namespace amqpace::api {

Series in_order(std::vector<model::Plan> plans) {
  const auto shared = std::make_shared<const std::vector<model::Plan>>(std::move(plans));  // both functions look at it
  Series series;
  series.next = [shared](std::span<const model::Record> done) -> std::optional<model::Plan> {
    if (done.size() >= shared->size()) return std::nullopt;
    return (*shared)[done.size()];
  };
  series.left_out = [shared](std::size_t done) {
    std::string names;
    for (std::size_t i = done; i < shared->size(); ++i) {
      const char* before = i == done ? "" : i + 1 == shared->size() ? " and " : ", ";
      names += before + ("'" + (*shared)[i].name + "'");
    }
    const bool one = done + 1 == shared->size();
    return names.empty() ? "" : names + (one ? " was" : " were") + " not run: a signal ended the suite here";
  };
  return series;
}

std::vector<model::Record> run_series(const Series& series, const SeriesHooks& hooks) {
  std::vector<model::Record> records;
  bool stopped = false;
  while (!stopped) {
    const auto plan = series.next(records);
    if (!plan) break;
    if (hooks.on_begin) hooks.on_begin(*plan);
    records.push_back(run_plan(*plan, hooks.hooks_of ? hooks.hooks_of(*plan) : RunHooks{}));
    stopped = hooks.signals != nullptr && hooks.signals->load() > 0;
    if (stopped) {
      if (const auto sentence = series.left_out(records.size()); !sentence.empty())
        records.back().notes.push_back(sentence);
    }
    if (hooks.on_end) hooks.on_end(records.back());
  }
  return records;
}

}  // namespace amqpace::api
