// SPDX-License-Identifier: Apache-2.0
// Dead letters: what a message looks like when a queue lets go of it and its dead-letter exchange takes it
// over, and when it is dropped instead because it would go round for ever. As in RabbitMQ 3.10: headers
// x-death and x-first-death-…, CC kept unless the queue names a routing key, no expiration any more.
#pragma once

#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "broker/message.hpp"

namespace amqpace::broker {

enum class Death : std::uint8_t { rejected, expired, maxlen, delivery_limit };
std::string_view death_name(Death reason);

// Where and when.
struct Burial {
  std::string_view queue, exchange;  // the one it leaves, the one that takes it over
  const std::string* key = nullptr;  // its new routing key; null: the old one
  Death reason = Death::rejected;
  Nanos wall = 0;  // since the Unix epoch
};
MessageRef bury(MessagePool& pool, const Message& message, const Burial& burial);

// Whether this dead letter has been in `queue` before and went round since without anybody rejecting it.
bool in_cycle(const Message& dead_letter, Death reason, std::string_view queue);

}  // namespace amqpace::broker
