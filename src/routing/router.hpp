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

// Whether a message with these headers passes a binding of a headers exchange. x-match: all (the default), any,
// all-with-x, any-with-x; without -with-x, arguments that begin with "x-" are not compared.
bool headers_match(const model::Arguments& binding, const model::Arguments& headers);

// Indexes into plan.queues, ascending, each once. Absent: it cannot be computed from the file.
using Queues = std::optional<std::vector<std::size_t>>;

class Router {
 public:
  explicit Router(const model::Plan& plan) : plan_(&plan) {}  // the plan must outlive it

  // Absent: an exchange on the way has a type that cannot be computed here (a plugin's), or is not of the file; or the
  // headers CC and BCC, whose texts are routing keys as well (RabbitMQ), have placeholders. Goes from exchange to exchange,
  // and to the alternate exchange of one that sends a message nowhere. A queue on another broker gets what its bindings
  // would give it here, over a link that the file does not know; without bindings everything.
  Queues queues_for(std::string_view exchange, std::string_view routing_key, const model::Arguments& headers = {}) const;

 private:
  struct Search;
  bool visit(std::string_view exchange, Search& search) const;

  const model::Plan* plan_;
};

// The text of an argument; absent when there is none of that name or it is no text.
std::optional<std::string> text_argument(const model::Arguments& arguments, std::string_view name);

}  // namespace amqpace::routing
