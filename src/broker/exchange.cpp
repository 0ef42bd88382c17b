// SPDX-License-Identifier: Apache-2.0
#include "broker/exchange.hpp"

#include <algorithm>

#include "broker/message_properties.hpp"

namespace amqpace::broker {

std::string_view exchange_type_name(ExchangeType type) {
  switch (type) {
    case ExchangeType::direct:
      return "direct";
    case ExchangeType::fanout:
      return "fanout";
    case ExchangeType::topic:
      return "topic";
    case ExchangeType::headers:
      return "headers";
  }
  return "";
}

Exchange::~Exchange() {
  for (const Leading& one : bindings_)
    std::erase_if(one.to->bound_, [this](const Bound& bound) { return bound.source == this; });
}

Outcome<void> Exchange::bind(Destination& to, const BindingKey& key) {
  for (const Bound& bound : to.bound_)
    if (bound.source == this && bound.key == key) return {};
  HeadersPattern pattern;
  if (settings_.type == ExchangeType::headers) {
    auto parsed = HeadersPattern::parse(key.arguments);
    if (!parsed) return tl::unexpected<Refusal>(parsed.error());
    pattern = std::move(*parsed);
  }
  if (settings_.type == ExchangeType::direct) direct_.try_emplace(key.key).first->second.push_back(&to);
  if (settings_.type == ExchangeType::topic) topic_.add(key.key, to);
  bindings_.push_back({&to, key, std::move(pattern)});
  to.bound_.push_back({this, key});
  return {};
}

bool Exchange::unbind(Destination& to, const BindingKey& key) {
  if (!take(to, key)) return false;
  std::erase_if(to.bound_,
                [this, &key](const Bound& bound) { return bound.source == this && bound.key == key; });
  return true;
}

bool Exchange::take(Destination& to, const BindingKey& key) {
  const auto found = std::find_if(bindings_.begin(), bindings_.end(), [&to, &key](const Leading& one) {
    return one.to == &to && one.key == key;
  });
  if (found == bindings_.end()) return false;
  bindings_.erase(found);
  // The same key with other arguments is another binding, and leads there still.
  const auto same_way = [&to, &key](const Leading& one) { return one.to == &to && one.key.key == key.key; };
  if (std::ranges::any_of(bindings_, same_way)) return true;
  if (settings_.type == ExchangeType::topic) topic_.remove(key.key, to);
  if (settings_.type == ExchangeType::direct) {
    const auto entry = direct_.find(key.key);
    std::erase(entry->second, &to);
    if (entry->second.empty()) direct_.erase(entry);
  }
  return true;
}

void Exchange::unbind_all(Destination& to, std::vector<Exchange*>& sources) {
  for (const Bound& bound : to.bound_) {
    bound.source->take(to, bound.key);
    sources.push_back(bound.source);
  }
  to.bound_.clear();
}

void Exchange::match(const Message& message, std::vector<Destination*>& out) const {
  if (settings_.type == ExchangeType::fanout) {
    for (const Leading& one : bindings_) out.push_back(one.to);
    return;
  }
  if (settings_.type == ExchangeType::headers) return match_headers(message, out);
  match_key(message.routing_key(), out);
  message.more_keys().each([this, &out](std::string_view key) { match_key(key, out); });
}

void Exchange::match_key(std::string_view key, std::vector<Destination*>& out) const {
  if (settings_.type == ExchangeType::topic) return topic_.match(key, out);
  if (const auto found = direct_.find(key); found != direct_.end())
    out.insert(out.end(), found->second.begin(), found->second.end());
}

void Exchange::match_headers(const Message& message, std::vector<Destination*>& out) const {
  const amqp091::TableView headers = read_properties(message).headers;
  for (const Leading& one : bindings_)
    if (one.pattern.matches(headers)) out.push_back(one.to);
}

}  // namespace amqpace::broker
