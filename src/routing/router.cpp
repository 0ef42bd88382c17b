// SPDX-License-Identifier: Apache-2.0
#include "routing/router.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace amqpace::routing {

bool topic_matches(std::string_view pattern, std::string_view key) {
  // An empty key or pattern has no words, as RabbitMQ has it.
  const auto words_of = [](std::string_view text) {
    return text.empty() ? std::vector<std::string_view>{} : split(text, '.');
  };
  const auto words = words_of(pattern), parts = words_of(key);
  // row[j]: the words so far match the first j parts.
  std::vector<bool> row(parts.size() + 1);
  row[0] = true;
  for (const auto word : words) {
    if (word == "#") {
      for (std::size_t j = 1; j < row.size(); ++j) row[j] = row[j] || row[j - 1];
      continue;
    }
    for (std::size_t j = row.size() - 1; j > 0; --j) row[j] = row[j - 1] && (word == "*" || word == parts[j - 1]);
    row[0] = false;
  }
  return row.back();
}

namespace {
// Headers exchange: this program's messages carry no headers of their own that a binding could name yet, so only a binding
// without conditions matches.
bool headers_match(const model::Binding& binding) {
  return std::all_of(binding.arguments.begin(), binding.arguments.end(),
                     [](const auto& argument) { return argument.first.starts_with("x-"); });
}
}  // namespace

std::optional<std::vector<std::size_t>> Router::queues_for(std::string_view exchange,
                                                           std::string_view routing_key) const {
  std::vector<std::size_t> found;
  if (exchange.empty()) {
    for (std::size_t i = 0; i < plan_->queues.size(); ++i)
      if (plan_->queues[i].name == routing_key) found.push_back(i);
    return found;
  }
  const auto spec = std::find_if(plan_->exchanges.begin(), plan_->exchanges.end(),
                                 [&](const auto& e) { return e.name == exchange; });
  if (spec == plan_->exchanges.end()) return std::nullopt;
  const auto matches = [&](const model::Binding& b) {
    if (b.exchange != exchange) return false;
    if (spec->type == "fanout") return true;
    if (spec->type == "direct") return b.routing_key == routing_key;
    if (spec->type == "topic") return topic_matches(b.routing_key, routing_key);
    return headers_match(b);
  };
  if (spec->type != "fanout" && spec->type != "direct" && spec->type != "topic" && spec->type != "headers")
    return std::nullopt;
  for (std::size_t i = 0; i < plan_->queues.size(); ++i) {
    const auto& bindings = plan_->queues[i].bindings;
    if (std::any_of(bindings.begin(), bindings.end(), matches)) found.push_back(i);
  }
  return found;
}

}  // namespace amqpace::routing
