// SPDX-License-Identifier: Apache-2.0
#include "broker/exchange.hpp"

#include <algorithm>

namespace amqpace::broker {

std::string_view exchange_type_name(ExchangeType type) {
  switch (type) {
    case ExchangeType::direct:
      return "direct";
    case ExchangeType::fanout:
      return "fanout";
    case ExchangeType::topic:
      return "topic";
  }
  return "";
}

Exchange::~Exchange() {
  for (const Leading& one : bindings_)
    std::erase_if(one.to->bound_, [this](const Bound& bound) { return bound.source == this; });
}

bool Exchange::bind(Destination& to, std::string_view key) {
  for (const Bound& bound : to.bound_)
    if (bound.source == this && bound.key == key) return false;
  if (settings_.type == ExchangeType::direct)
    direct_.try_emplace(std::string(key)).first->second.push_back(&to);
  if (settings_.type == ExchangeType::topic) topic_.add(key, to);
  bindings_.push_back({&to, std::string(key)});
  to.bound_.push_back({this, std::string(key)});
  return true;
}

bool Exchange::unbind(Destination& to, std::string_view key) {
  if (!take(to, key)) return false;
  std::erase_if(to.bound_,
                [this, key](const Bound& bound) { return bound.source == this && bound.key == key; });
  return true;
}

bool Exchange::take(Destination& to, std::string_view key) {
  const auto found = std::find_if(bindings_.begin(), bindings_.end(),
                                  [&to, key](const Leading& one) { return one.to == &to && one.key == key; });
  if (found == bindings_.end()) return false;
  bindings_.erase(found);
  if (settings_.type == ExchangeType::topic) topic_.remove(key, to);
  if (settings_.type == ExchangeType::direct) {
    const auto entry = direct_.find(key);
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

void Exchange::match(std::string_view key, std::vector<Destination*>& out) const {
  switch (settings_.type) {
    case ExchangeType::fanout:
      for (const Leading& one : bindings_) out.push_back(one.to);
      return;
    case ExchangeType::topic:
      topic_.match(key, out);
      return;
    case ExchangeType::direct:
      if (const auto found = direct_.find(key); found != direct_.end())
        out.insert(out.end(), found->second.begin(), found->second.end());
      return;
  }
}

}  // namespace amqpace::broker
