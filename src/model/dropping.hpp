// SPDX-License-Identifier: Apache-2.0
// What lets a broker take messages away by the file's own order. The ledger counts what they took as dropped,
// never as missing, so `check` refuses noMessagesLost beside them.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "model/plan.hpp"

namespace amqpace::model {

// The first such argument's name; "" when there is none. Valid as long as `arguments`.
inline std::string_view dropping_argument(const Arguments& arguments) {
  static constexpr std::array<std::string_view, 6> dropping{"x-message-ttl",      "x-expires", "x-max-length",
                                                            "x-max-length-bytes", "x-max-age", "x-delivery-limit"};
  for (const auto& argument : arguments)
    if (std::find(dropping.begin(), dropping.end(), argument.first) != dropping.end()) return argument.first;
  return {};
}

// Whether what is in this queue leaves it in time, nothing more being published: handled by consumers, or expired.
inline bool empties_itself(const Plan& plan, const QueueSpec& queue) {
  const auto expires = [](const ProducerSpec& p) { return p.publish.properties.expiration.has_value(); };
  const auto lets_expire = [](const auto& argument) { return argument.first == "x-message-ttl" || argument.first == "x-expires"; };
  return queue.consumers.concurrency > 0 || std::any_of(queue.arguments.begin(), queue.arguments.end(), lets_expire) ||
         std::any_of(plan.producers.begin(), plan.producers.end(), expires);
}

// Whether the broker may take away what is in this queue: by an argument of the queue, or because messages expire.
inline bool may_drop(const Plan& plan, const QueueSpec& queue) {
  const auto expires = [](const ProducerSpec& p) { return p.publish.properties.expiration.has_value(); };
  return queue.auto_delete || queue.consumers.exclusive || !dropping_argument(queue.arguments).empty() ||
         std::any_of(plan.producers.begin(), plan.producers.end(), expires);
}

}  // namespace amqpace::model
