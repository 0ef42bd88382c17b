// SPDX-License-Identifier: Apache-2.0
#include "config/scenario_load.hpp"

#include <algorithm>

#include "base/units.hpp"
#include "model/dropping.hpp"
#include "model/handler_time.hpp"
#include "routing/dead_letters.hpp"

namespace amqpace::config {

namespace {

// What comes to the queue at which its consumers keep up; each reader of a stream takes all of it.
std::optional<double> capacity_of(const model::QueueSpec& queue) {
  const auto& consumers = queue.consumers;
  if (consumers.concurrency == 0 || consumers.handler_time.mean() == 0) return std::nullopt;
  return static_cast<double>(queue.is_stream() ? 1 : consumers.concurrency) * 1e9 / static_cast<double>(consumers.handler_time.mean());
}

void add_dead(const model::Plan& plan, const std::vector<std::size_t>& alive, const routing::DeadLetters& dead, double share,
              std::vector<QueueLoad>& loads) {
  for (std::size_t q = 0; q < dead.from.size(); ++q) {
    if (!dead.from[q]) continue;
    const auto& consumers = plan.queues[q].consumers;
    const bool direct = std::find(alive.begin(), alive.end(), q) != alive.end();
    for (const std::size_t target : *dead.from[q]) {
      loads[target].reached = true;
      const bool rejects = consumers.on_failure == model::OnFailure::reject;
      if (consumers.concurrency > 0 && direct && rejects) loads[target].dead_lettered += share * consumers.failure_rate;
      if (!model::dropping_argument(plan.queues[q].arguments).empty()) loads[target].expires_into = true;
    }
  }
}

bool is_bound(const model::Plan& plan, const std::string& exchange) {
  const auto from_it = [&](const auto& node) {
    return std::any_of(node.bindings.begin(), node.bindings.end(), [&](const auto& b) { return b.exchange == exchange; });
  };
  return std::any_of(plan.queues.begin(), plan.queues.end(), from_it) ||
         std::any_of(plan.exchanges.begin(), plan.exchanges.end(), from_it);
}

std::string take_text(const model::ConsumerSpec& consumers) {
  return count_text(consumers.concurrency) + (consumers.concurrency == 1 ? " consumer" : " consumers") +
         " with a handler time of " + model::handler_time_text(consumers.handler_time) +
         (consumers.concurrency == 1 ? " takes at most " : " take at most ");
}

void warn(const model::Plan& plan, std::size_t index, const QueueLoad& load, std::vector<LoadWarning>& out) {
  const auto& queue = plan.queues[index];
  const auto add = [&](const char* key, std::string text) { out.push_back({false, queue.name, key, std::move(text)}); };
  if (!load.reached) {
    add("", "no producer's messages reach '" + queue.name + "': no binding of it fits what is published");
    return;
  }
  const bool linked = std::any_of(plan.queues.begin(), plan.queues.end(), [](const auto& q) { return q.elsewhere(); });
  const bool grows = !queue.is_stream() && model::dropping_argument(queue.arguments).empty();
  if (queue.consumers.concurrency == 0 && grows) {
    if (!linked) add("", "'" + queue.name + "' has no consumers: the queue will only grow");
    return;
  }
  const double in = load.offered + load.dead_lettered;
  if (queue.is_stream() && load.capacity && *load.capacity < in) {
    add("consumers.handlerTime", "a reader with a handler time of " + model::handler_time_text(queue.consumers.handler_time) +
                                     " takes at most " + rate_text(*load.capacity) + "/s, and the bindings deliver " +
                                     rate_text(in) + "/s to '" + queue.name + "': it will only fall behind");
  }
  if (grows && load.capacity && *load.capacity < in) {
    add("consumers.handlerTime", take_text(queue.consumers) + rate_text(*load.capacity) + "/s, and the bindings deliver " +
                                     rate_text(in) + "/s to '" + queue.name + "': the queue will only grow");
  }
}

}  // namespace

std::vector<QueueLoad> load_of(const model::Plan& plan) {
  std::vector<QueueLoad> loads(plan.queues.size());
  for (std::size_t q = 0; q < loads.size(); ++q) loads[q].capacity = capacity_of(plan.queues[q]);
  const routing::Router router(plan);
  for (const auto& producer : plan.producers) {
    const double share = producer.publish.throttled()
                             ? *producer.publish.rate / static_cast<double>(std::max<std::size_t>(1, producer.routing_keys.size()))
                             : 0;
    for (const auto& key : producer.routing_keys) {
      const auto queues = router.queues_for(producer.exchange, key, producer.publish.headers);
      if (!queues) continue;
      for (const std::size_t q : *queues) {
        loads[q].reached = true;
        loads[q].offered += share;
        loads[q].unbounded = loads[q].unbounded || !producer.publish.throttled();
      }
      add_dead(plan, *queues, routing::dead_letters_of(plan, *queues, key, producer.publish.headers), share, loads);
    }
  }
  return loads;
}

std::vector<LoadWarning> load_warnings(const model::Plan& plan) {
  std::vector<LoadWarning> out;
  for (const auto& exchange : plan.exchanges) {
    if (is_bound(plan, exchange.name)) continue;
    out.push_back({true, exchange.name, "", "nothing is bound to '" + exchange.name + "': what it is given is dropped"});
  }
  const auto loads = load_of(plan);
  for (std::size_t q = 0; q < loads.size(); ++q) warn(plan, q, loads[q], out);
  return out;
}

}  // namespace amqpace::config
