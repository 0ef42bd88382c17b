// SPDX-License-Identifier: Apache-2.0
#include "engine/routes.hpp"

#include <algorithm>

namespace amqpace::engine {

namespace {

bool holds(const std::vector<std::size_t>& queues, std::size_t queue) {
  return std::find(queues.begin(), queues.end(), queue) != queues.end();
}

void route_key(const model::Plan& plan, std::size_t p, std::size_t key, RunSetup& setup) {
  const auto& producer = plan.producers[p];
  const routing::Router router(plan);
  const auto queues = router.queues_for(producer.exchange, producer.routing_keys[key], producer.publish.headers);
  for (std::size_t q = 0; queues && q < plan.queues.size(); ++q) setup.routes[q][p].push_back(holds(*queues, q));
  // Where it goes alive is not computable, so neither is where it dies.
  routing::DeadLetters unknown;
  unknown.from.resize(plan.queues.size());
  setup.dead_letters[p].push_back(queues ? routing::dead_letters_of(plan, *queues, producer.routing_keys[key],
                                                                     producer.publish.headers) : unknown);
}

}  // namespace

void work_out_routes(const model::Plan& plan, RunSetup& setup) {
  setup.routes.assign(plan.queues.size(), std::vector<std::vector<bool>>(plan.producers.size()));
  setup.dead_letters.assign(plan.producers.size(), {});
  for (std::size_t p = 0; p < plan.producers.size(); ++p)
    for (std::size_t key = 0; key < plan.producers[p].routing_keys.size(); ++key) route_key(plan, p, key, setup);
  setup.feeders.assign(plan.queues.size(), {});
  for (const auto& keys : setup.dead_letters) {
    for (const auto& dead : keys) {
      for (std::size_t from = 0; from < dead.from.size(); ++from) {
        for (const std::size_t to : dead.from[from].value_or(std::vector<std::size_t>{}))
          if (!holds(setup.feeders[to], from)) setup.feeders[to].push_back(from);
      }
    }
  }
}

void work_out_links(const model::Plan& plan, RunSetup& setup) {
  setup.linked_from.assign(plan.queues.size(), {});
  const auto shares_a_key = [&](std::size_t a, std::size_t b) {
    for (std::size_t p = 0; p < plan.producers.size(); ++p) {
      const auto &keys = setup.routes[a][p], &others = setup.routes[b][p];
      for (std::size_t key = 0; key < std::min(keys.size(), others.size()); ++key)
        if (keys[key] && others[key]) return true;
    }
    return false;
  };
  for (std::size_t to = 0; to < plan.queues.size(); ++to) {
    if (!plan.queues[to].elsewhere()) continue;
    for (std::size_t from = 0; from < plan.queues.size(); ++from) {
      const auto& queue = plan.queues[from];
      if (!queue.elsewhere() && queue.consumers.concurrency == 0 && shares_a_key(from, to))
        setup.linked_from[to].push_back(from);
    }
  }
}

bool feeds_a_link(const RunSetup& setup, std::size_t queue) {
  return std::any_of(setup.linked_from.begin(), setup.linked_from.end(),
                     [queue](const auto& from) { return holds(from, queue); });
}

std::vector<bool> keys_that_may_die_into(const RunSetup& setup, std::size_t queue, std::size_t producer) {
  std::vector<bool> out;
  for (const auto& dead : setup.dead_letters[producer]) {
    out.push_back(std::any_of(dead.from.begin(), dead.from.end(),
                              [queue](const routing::Queues& to) { return !to || holds(*to, queue); }));
  }
  return out;
}

}  // namespace amqpace::engine
