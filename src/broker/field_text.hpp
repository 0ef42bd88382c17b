// SPDX-License-Identifier: Apache-2.0
// Types and values of table fields as RabbitMQ's sentences show them. Used wherever arguments are compared
// or refused.
#pragma once

#include <string>
#include <string_view>

#include "amqp091/table.hpp"

namespace amqpace::broker {

// "longstr", "signedint", "bool" …
std::string_view type_name(char type);
// Integers of any width are of one class, and so are floating-point numbers: RabbitMQ compares them.
std::string_view type_class(char type);
std::string value_text(const amqp091::FieldView& value);

}  // namespace amqpace::broker
