// SPDX-License-Identifier: Apache-2.0
// Which queues of a Plan a message reaches, worked out from the file's exchanges and bindings. It is the ledger's oracle: what
// was expected where. Never shared with the embedded broker, so that neither can hide the other's mistake.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/plan.hpp"

namespace amqpace::routing {

// AMQP 0-9-1 §3.1.3.3: words divided by dots; '*' is one word, '#' zero or more.
bool topic_matches(std::string_view pattern, std::string_view key);

class Router {
 public:
  explicit Router(const model::Plan& plan) : plan_(&plan) {}  // the plan must outlive it

  // Indexes into plan.queues, ascending, each once. Absent: the exchange's type is none that can be computed here (a
  // plugin's), or the exchange is not of the file.
  std::optional<std::vector<std::size_t>> queues_for(std::string_view exchange, std::string_view routing_key) const;

 private:
  const model::Plan* plan_;
};

}  // namespace amqpace::routing
