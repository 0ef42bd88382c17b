// SPDX-License-Identifier: Apache-2.0
#include "routing/dead_letters.hpp"

#include <algorithm>
#include <deque>
#include <set>

#include "model/dropping.hpp"

namespace amqpace::routing {

namespace {

bool is_of_the_file(const model::Plan& plan, const std::string& exchange) {
  return exchange.empty() || std::any_of(plan.exchanges.begin(), plan.exchanges.end(),
                                         [&](const auto& e) { return e.name == exchange; });
}

bool vanishes(const model::QueueSpec& queue) {
  return queue.auto_delete || std::any_of(queue.arguments.begin(), queue.arguments.end(),
                                          [](const auto& a) { return a.first == "x-expires"; });
}

// Whether all that dies on `queue` is handled somewhere, or dies once more where that can be said of it. What would go round
// without a consumer's reject is dropped by brokers.
bool ends_with_a_consumer(const model::Plan& plan, const DeadLetters& dead, std::size_t queue, std::set<std::size_t>& passed) {
  if (!passed.insert(queue).second || vanishes(plan.queues[queue])) return false;
  const Queues& targets = dead.from[queue];
  return targets && !targets->empty() && std::all_of(targets->begin(), targets->end(), [&](std::size_t target) {
    const auto& next = plan.queues[target];
    return model::may_drop(plan, next) ? ends_with_a_consumer(plan, dead, target, passed) : next.consumers.concurrency > 0;
  });
}

}  // namespace

DeadLetters dead_letters_of(const model::Plan& plan, const std::vector<std::size_t>& alive, const std::string& routing_key,
                            const model::Arguments& headers) {
  DeadLetters out;
  out.from.resize(plan.queues.size(), Queues(std::in_place));
  const Router router(plan);
  // A message is on a queue with a key: its own, or what an x-dead-letter-routing-key on the way made of it.
  // An x-dead-letter-routing-key also takes the place of the keys in CC and BCC.
  struct Where {
    std::size_t queue;
    std::string key;
    bool renamed;
    auto operator<=>(const Where&) const = default;
  };
  model::Arguments unselected = headers;
  std::erase_if(unselected, [](const auto& h) { return h.first == "CC" || h.first == "BCC"; });
  std::deque<Where> open;
  std::set<Where> seen;
  std::vector<bool> known(plan.queues.size(), false);
  const auto reach = [&](const Where& where) {
    if (seen.insert(where).second) open.push_back(where);
  };
  for (const std::size_t queue : alive) reach({queue, routing_key, false});
  while (!open.empty()) {
    const auto [queue, key, was_renamed] = open.front();
    open.pop_front();
    if (plan.queues[queue].elsewhere()) continue;  // and so is its dead-letter exchange
    const auto& arguments = plan.queues[queue].arguments;
    const auto exchange = text_argument(arguments, "x-dead-letter-exchange");
    if (!exchange || !is_of_the_file(plan, *exchange)) continue;
    const auto name = text_argument(arguments, "x-dead-letter-routing-key");
    const bool renamed = was_renamed || name.has_value();
    const std::string next = name.value_or(key);
    const Queues targets = router.queues_for(*exchange, next, renamed ? unselected : headers);
    // Two ways to come here that lead on to different queues: which one a message took is not told by its key.
    out.from[queue] = !known[queue] || out.from[queue] == targets ? targets : std::nullopt;
    known[queue] = true;
    if (!targets) continue;
    for (const std::size_t target : *targets) reach({target, next, renamed});
  }
  return out;
}

bool drops_are_seen(const model::Plan& plan, std::size_t queue) {
  const Router router(plan);
  bool any = false;
  for (const auto& producer : plan.producers) {
    for (const auto& key : producer.routing_keys) {
      const Queues alive = router.queues_for(producer.exchange, key, producer.publish.headers);
      if (!alive) return false;
      const DeadLetters dead = dead_letters_of(plan, *alive, key, producer.publish.headers);
      const bool comes = std::find(alive->begin(), alive->end(), queue) != alive->end() ||
                         std::any_of(dead.from.begin(), dead.from.end(), [queue](const Queues& targets) {
                           return targets && std::find(targets->begin(), targets->end(), queue) != targets->end();
                         });
      std::set<std::size_t> passed;
      if (comes && !ends_with_a_consumer(plan, dead, queue, passed)) return false;
      any = any || comes;
    }
  }
  return any;
}

}  // namespace amqpace::routing
