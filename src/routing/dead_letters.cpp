// SPDX-License-Identifier: Apache-2.0
#include "routing/dead_letters.hpp"

#include <algorithm>
#include <deque>
#include <set>

namespace amqpace::routing {

namespace {

bool is_of_the_file(const model::Plan& plan, const std::string& exchange) {
  return exchange.empty() || std::any_of(plan.exchanges.begin(), plan.exchanges.end(),
                                         [&](const auto& e) { return e.name == exchange; });
}

}  // namespace

DeadLetters dead_letters_of(const model::Plan& plan, const std::vector<std::size_t>& alive, const std::string& routing_key,
                            const model::Arguments& headers) {
  DeadLetters out;
  out.from.resize(plan.queues.size(), Queues(std::in_place));
  const Router router(plan);
  // A message is on a queue with a key: its own, or what an x-dead-letter-routing-key on the way made of it.
  using Where = std::pair<std::size_t, std::string>;
  std::deque<Where> open;
  std::set<Where> seen;
  std::vector<bool> known(plan.queues.size(), false);
  const auto reach = [&](std::size_t queue, const std::string& key) {
    if (seen.emplace(queue, key).second) open.emplace_back(queue, key);
  };
  for (const std::size_t queue : alive) reach(queue, routing_key);
  while (!open.empty()) {
    const auto [queue, key] = open.front();
    open.pop_front();
    const auto& arguments = plan.queues[queue].arguments;
    const auto exchange = text_argument(arguments, "x-dead-letter-exchange");
    if (!exchange || !is_of_the_file(plan, *exchange)) continue;
    const std::string next = text_argument(arguments, "x-dead-letter-routing-key").value_or(key);
    const Queues targets = router.queues_for(*exchange, next, headers);
    // Two ways to come here that lead on to different queues: which one a message took is not told by its key.
    out.from[queue] = !known[queue] || out.from[queue] == targets ? targets : std::nullopt;
    known[queue] = true;
    if (!targets) continue;
    for (const std::size_t target : *targets) reach(target, next);
  }
  return out;
}

}  // namespace amqpace::routing
