// SPDX-License-Identifier: Apache-2.0
// A message as it comes from its publisher: stored with what the broker itself reads of its properties
// (priority, expiration, CC and BCC). Used by Requests and by tests.
#pragma once

#include <span>

#include "amqp091/methods.hpp"
#include "broker/message.hpp"
#include "broker/refusal.hpp"

namespace amqpace::broker {

// `raw`: exchange, routing key and property bytes; `properties`: the same properties, decoded.
Outcome<MessageRef> message_from(MessagePool& pool, const Envelope& raw,
                                 const amqp091::Properties& properties, std::span<const std::byte> body);

}  // namespace amqpace::broker
