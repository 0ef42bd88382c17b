// SPDX-License-Identifier: Apache-2.0
#include "engine/trail_flow.hpp"

#include <algorithm>
#include <set>

namespace amqpace::engine {

TrailFlow::TrailFlow(std::vector<TrailSeen> seen, std::size_t queues, Targets targets)
    : seen_(std::move(seen)), queues_(queues), targets_(std::move(targets)) {}

std::vector<std::vector<std::size_t>> TrailFlow::beginnings() const {
  std::set<std::vector<std::size_t>> all;
  for (const auto& seen : seen_)
    for (auto end = seen.queues.begin(); end != seen.queues.end(); ++end) all.emplace(seen.queues.begin(), end + 1);
  return {all.begin(), all.end()};
}

std::uint64_t TrailFlow::deaths_at_end_of(const std::vector<std::size_t>& beginning) const {
  std::uint64_t deaths = 0;
  const auto& targets = targets_(beginning.back());
  for (std::size_t to = 0; !targets && to < queues_; ++to) deaths = std::max(deaths, accounted_at(beginning, to));
  if (targets)
    for (const std::size_t to : *targets) deaths = std::max(deaths, accounted_at(beginning, to));
  return deaths;
}

std::uint64_t TrailFlow::accounted_at(const std::vector<std::size_t>& beginning, std::size_t queue) const {
  std::uint64_t handled = 0;
  bool further = false;
  for (const auto& seen : seen_) {
    if (seen.queues == beginning && seen.at == queue) handled += seen.count;
    further = further || (seen.queues.size() > beginning.size() && seen.queues[beginning.size()] == queue &&
                          std::equal(beginning.begin(), beginning.end(), seen.queues.begin()));
  }
  if (!further) return handled;
  auto longer = beginning;
  longer.push_back(queue);
  return handled + deaths_at_end_of(longer);
}

}  // namespace amqpace::engine
