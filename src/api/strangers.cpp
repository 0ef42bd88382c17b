// SPDX-License-Identifier: Apache-2.0
#include "api/strangers.hpp"

#include <algorithm>

#include "config/suite_routes.hpp"

namespace amqpace::api {

namespace {

// Bindings of a headers exchange are in their arguments, which are not asked for.
std::vector<std::string> exchanges_of(const model::Plan& plan) {
  std::vector<std::string> names;
  for (const auto& exchange : plan.exchanges)
    if (exchange.type != "headers") names.push_back(exchange.name);
  return names;
}

}  // namespace

Result<void> refuse_strangers(const model::Plan& plan, const mgmt::Options& management, const Clock& clock) {
  if (plan.entry.number == 0 || plan.management.empty()) return {};
  const auto bound = mgmt::read_bindings(management, exchanges_of(plan), clock);
  if (!bound) return {};  // the run says that management did not answer
  const auto& ours = plan.entry.queues;
  for (const auto& [exchange, queue, key] : *bound) {
    if (std::find(ours.begin(), ours.end(), queue) != ours.end()) continue;
    if (!config::takes_from(plan, {exchange, key, {}})) continue;
    return fail(ErrorKind::bad_input,
                "queue " + queue + ", which this suite does not name, is bound to exchange " + exchange + " with the key '" +
                    key + "': it would take this entry's messages too",
                {}, "unbind or delete it, or give the entry an exchange or a routing key of its own");
  }
  return {};
}

}  // namespace amqpace::api
