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

bool is_compared(std::string_view name, bool with_x) {
  return name != "x-match" && (with_x || !name.starts_with("x-"));
}

bool has_header(const model::Arguments& headers, const std::pair<std::string, model::ArgumentValue>& wanted) {
  const bool presence_only = wanted.second.as<NoValue>() != nullptr;  // AMQP 0-9-1 §3.1.3.4: a field without a value
  return std::any_of(headers.begin(), headers.end(), [&](const auto& header) {
    return header == wanted || (presence_only && header.first == wanted.first);
  });
}

bool holds(const std::vector<std::string_view>& keys, std::string_view key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace

std::optional<std::string> text_argument(const model::Arguments& arguments, std::string_view name) {
  for (const auto& [key, value] : arguments) {
    if (key != name) continue;
    const auto* text = value.as<std::string>();
    return text == nullptr ? std::nullopt : std::optional<std::string>(*text);
  }
  return std::nullopt;
}

bool headers_match(const model::Arguments& binding, const model::Arguments& headers) {
  const std::string match = text_argument(binding, "x-match").value_or("all");
  const bool any = match.starts_with("any"), with_x = match.ends_with("-with-x");
  for (const auto& wanted : binding) {
    if (is_compared(wanted.first, with_x) && has_header(headers, wanted) == any) return any;
  }
  return !any;
}

// RabbitMQ's sender-selected distribution: the texts in the lists CC and BCC are routing keys too. False: a placeholder
// makes them differ from message to message.
bool add_selected(const model::Arguments& headers, std::string_view name, std::vector<std::string_view>& keys) {
  for (const auto& [key, value] : headers) {
    const auto* list = key == name ? value.as<ArgumentList>() : nullptr;
    if (list == nullptr) continue;
    for (const auto& element : *list) {
      const auto* text = element.as<std::string>();
      if (text == nullptr) continue;
      if (text->find("${") != std::string::npos) return false;
      keys.push_back(*text);
    }
  }
  return true;
}

struct Router::Search {
  std::vector<std::string_view> keys;  // the routing key, and those of CC and BCC
  const model::Arguments& headers;
  std::vector<std::string_view> seen = {};  // exchanges, each asked once
  std::vector<bool> found = {};             // by queue
};

// False: not computable.
bool Router::visit(std::string_view exchange, Search& search) const {
  if (std::find(search.seen.begin(), search.seen.end(), exchange) != search.seen.end()) return true;
  search.seen.push_back(exchange);
  if (exchange.empty()) {
    for (std::size_t i = 0; i < plan_->queues.size(); ++i)
      if (holds(search.keys, plan_->queues[i].name) && !plan_->queues[i].elsewhere()) search.found[i] = true;
    return true;
  }
  const auto spec = std::find_if(plan_->exchanges.begin(), plan_->exchanges.end(),
                                 [&](const auto& e) { return e.name == exchange; });
  if (spec == plan_->exchanges.end()) return false;
  const std::string& type = spec->type;
  if (type != "fanout" && type != "direct" && type != "topic" && type != "headers") return false;
  bool matched = false;
  const auto matches = [&](const model::Binding& b) {
    if (b.exchange != exchange) return false;
    if (type == "direct" && !holds(search.keys, b.routing_key)) return false;
    const auto fits = [&b](std::string_view key) { return topic_matches(b.routing_key, key); };
    if (type == "topic" && std::none_of(search.keys.begin(), search.keys.end(), fits)) return false;
    return type != "headers" || headers_match(b.arguments, search.headers);
  };
  for (std::size_t i = 0; i < plan_->queues.size(); ++i) {
    const auto& bindings = plan_->queues[i].bindings;
    if (!std::any_of(bindings.begin(), bindings.end(), matches)) continue;
    search.found[i] = matched = true;
  }
  for (const auto& next : plan_->exchanges) {
    if (!std::any_of(next.bindings.begin(), next.bindings.end(), matches)) continue;
    matched = true;
    if (!visit(next.name, search)) return false;
  }
  const auto alternate = text_argument(spec->arguments, "alternate-exchange");
  return matched || !alternate || visit(*alternate, search);
}

Queues Router::queues_for(std::string_view exchange, std::string_view routing_key,
                          const model::Arguments& headers) const {
  Search search{.keys = {routing_key}, .headers = headers};
  if (!add_selected(headers, "CC", search.keys) || !add_selected(headers, "BCC", search.keys)) return std::nullopt;
  search.found.assign(plan_->queues.size(), false);
  if (!visit(exchange, search)) return std::nullopt;
  std::vector<std::size_t> queues;
  for (std::size_t i = 0; i < search.found.size(); ++i) {
    const auto& queue = plan_->queues[i];
    if (search.found[i] || (queue.elsewhere() && queue.bindings.empty())) queues.push_back(i);
  }
  return queues;
}

}  // namespace amqpace::routing
