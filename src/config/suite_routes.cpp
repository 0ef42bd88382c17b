// SPDX-License-Identifier: Apache-2.0
#include "config/suite_routes.hpp"

#include <algorithm>

#include "routing/router.hpp"

namespace amqpace::config {
namespace {

using model::Plan;
using model::Route;

void add(std::vector<Route>& routes, Route route) {
  if (!route.exchange.empty() && std::find(routes.begin(), routes.end(), route) == routes.end())
    routes.push_back(std::move(route));
}

bool has_queue(const Plan& plan, const std::string& name) {
  return std::any_of(plan.queues.begin(), plan.queues.end(), [&](const auto& queue) { return queue.name == name; });
}

// What this plan binds its own queues to, and what it publishes with: nobody else of the suite may have it.
std::vector<Route> own_routes(const Plan& plan) {
  std::vector<Route> routes;
  for (const auto& queue : plan.queues) {
    if (queue.elsewhere()) continue;
    for (const auto& binding : queue.bindings) add(routes, {"", binding.exchange, binding.routing_key, binding.arguments});
  }
  for (const auto& producer : plan.producers)
    for (const auto& key : producer.routing_keys) add(routes, {"", producer.exchange, key, {}});
  return routes;
}

// Whether what `plan` publishes comes to a queue of another entry over this one binding of it: by its pattern, through
// exchanges that are bound to one another in either entry.
bool takes_from(const Plan& plan, const Plan& other, const model::Binding& binding) {
  Plan joined;
  joined.exchanges = plan.exchanges;
  for (const auto& exchange : other.exchanges) {
    const auto same = std::find_if(joined.exchanges.begin(), joined.exchanges.end(),
                                   [&](const auto& e) { return e.name == exchange.name; });
    if (same == joined.exchanges.end()) {
      joined.exchanges.push_back(exchange);
    } else {
      same->bindings.insert(same->bindings.end(), exchange.bindings.begin(), exchange.bindings.end());
    }
  }
  joined.queues.resize(1);
  joined.queues[0].bindings = {binding};
  const routing::Router router(joined);
  for (const auto& producer : plan.producers) {
    for (const auto& key : producer.routing_keys) {
      if (producer.exchange.empty()) continue;
      const auto reached = router.queues_for(producer.exchange, key, producer.publish.headers);
      if (!reached || !reached->empty()) return true;  // not computable: rather unbound than measured
    }
  }
  return false;
}

std::vector<Route> routes_to_others(const std::vector<Plan>& plans, const Plan& plan) {
  std::vector<Route> out;
  const auto own = own_routes(plan);
  for (const auto& other : plans) {
    for (const auto& queue : other.queues) {
      if (has_queue(plan, queue.name) || queue.elsewhere()) continue;
      for (const auto& route : own) add(out, {queue.name, route.exchange, route.routing_key, route.arguments});
      for (const auto& binding : queue.bindings) {
        if (takes_from(plan, other, binding))
          add(out, {queue.name, binding.exchange, binding.routing_key, binding.arguments});
      }
    }
  }
  return out;
}

}  // namespace

bool takes_from(const Plan& plan, const model::Binding& binding) { return takes_from(plan, Plan{}, binding); }

void keep_apart(std::vector<Plan>& plans) {
  std::vector<std::string> queues;
  for (const auto& plan : plans)
    for (const auto& queue : plan.queues)
      if (std::find(queues.begin(), queues.end(), queue.name) == queues.end()) queues.push_back(queue.name);
  for (auto& plan : plans) {
    plan.entry.queues = queues;
    plan.entry.unbind = routes_to_others(plans, plan);
  }
}

}  // namespace amqpace::config
