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
    if (plan.queues[queue].elsewhere()) continue;  // and so is its dead-letter exchange
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

bool drops_are_seen(const model::Plan& plan, std::size_t queue) {
  const auto& spec = plan.queues[queue];
  const bool vanishes = spec.auto_delete || std::any_of(spec.arguments.begin(), spec.arguments.end(),
                                                        [](const auto& a) { return a.first == "x-expires"; });
  if (vanishes) return false;  // with the queue, its messages go without a trace
  const auto is_consumed = [&plan](std::size_t q) { return plan.queues[q].consumers.concurrency > 0; };
  const Router router(plan);
  bool any = false;
  for (const auto& producer : plan.producers) {
    for (const auto& key : producer.routing_keys) {
      const Queues alive = router.queues_for(producer.exchange, key, producer.publish.headers);
      if (!alive) return false;
      if (std::find(alive->begin(), alive->end(), queue) == alive->end()) continue;
      const Queues dead = dead_letters_of(plan, *alive, key, producer.publish.headers).from[queue];
      if (!dead || dead->empty() || !std::all_of(dead->begin(), dead->end(), is_consumed)) return false;
      any = true;
    }
  }
  return any;
}

}  // namespace amqpace::routing
