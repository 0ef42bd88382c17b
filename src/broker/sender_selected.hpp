// SPDX-License-Identifier: Apache-2.0
// Routing by the sender: the keys in the headers CC and BCC count beside the routing key, and nobody gets to
// see BCC. Most messages have neither and are left as they are. Used when a message is published.
#pragma once

#include <optional>

#include "amqp091/methods.hpp"
#include "amqp091/table_value.hpp"
#include "broker/refusal.hpp"

namespace amqpace::broker {

struct SenderSelected {
  amqp091::ByteArray keys;        // as KeyList reads them
  amqp091::ByteArray properties;  // without BCC; empty: as they came
};

// Nothing for a message without them; 406 when one of them is no array.
Outcome<std::optional<SenderSelected>> sender_selected(const amqp091::Properties& properties);

}  // namespace amqpace::broker
