// SPDX-License-Identifier: Apache-2.0
// The properties of a message: read where they lie, and written anew where the broker changes one. Nothing
// here is asked for on the way of a plain message.
#pragma once

#include <string_view>

#include "amqp091/methods.hpp"
#include "amqp091/table_value.hpp"
#include "broker/message.hpp"

namespace amqpace::broker {

// Views into the message.
amqp091::Properties read_properties(const Message& message);
// Flags and values, as Envelope takes them.
amqp091::ByteArray write_properties(const amqp091::Properties& properties);
// Puts into `into` the message's properties with one header more, or with that one replaced. Allocates
// nothing once `into` has its size: x-delivery-count and x-stream-offset are added to each delivery.
void with_header(const Message& message, std::string_view name, std::int64_t value, amqp091::ByteArray& into);
// Replaces the field of that name, or adds it. The table is sorted by name, as RabbitMQ leaves it.
void set_field(amqp091::Table& table, std::string_view name, amqp091::FieldValue value);
const amqp091::FieldValue* find_field(const amqp091::Table& table, std::string_view name);

}  // namespace amqpace::broker
