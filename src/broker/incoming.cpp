// SPDX-License-Identifier: Apache-2.0
#include "broker/incoming.hpp"

#include <cstring>

#include "broker/expiration.hpp"
#include "broker/sender_selected.hpp"

namespace amqpace::broker {

Outcome<MessageRef> message_from(MessagePool& pool, const Envelope& raw,
                                 const amqp091::Properties& properties, std::span<const std::byte> body) {
  Envelope envelope = raw;
  if (properties.has(amqp091::Properties::kPriority)) envelope.priority = properties.priority;
  if (properties.has(amqp091::Properties::kExpiration)) {
    const auto ttl = read_expiration(properties.expiration);
    if (!ttl) return pass_on(ttl.error());
    envelope.ttl = *ttl;
  }
  const auto selected = sender_selected(properties);
  if (!selected) return pass_on(selected.error());
  if (*selected) {
    envelope.more_keys = (*selected)->keys;
    if (!(*selected)->properties.empty()) envelope.properties = (*selected)->properties;
  }
  MessageRef message = pool.make(envelope, body.size());
  if (!body.empty()) std::memcpy(message->body_room().data(), body.data(), body.size());
  return message;
}

}  // namespace amqpace::broker
