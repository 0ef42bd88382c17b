// SPDX-License-Identifier: Apache-2.0
// Which messages a binding of a headers exchange wants: the rules of x-match, as RabbitMQ applies them.
// Made once when the binding is; matching allocates nothing. Used by Exchange.
#pragma once

#include <string>
#include <vector>

#include "amqp091/table.hpp"
#include "amqp091/table_value.hpp"
#include "broker/refusal.hpp"

namespace amqpace::broker {

class HeadersPattern {
 public:
  // 406 when x-match is none of all, any, all-with-x, any-with-x.
  static Outcome<HeadersPattern> parse(const amqp091::Table& arguments);
  bool matches(amqp091::TableView headers) const;

 private:
  bool wants_any_ = false;
  amqp091::ByteArray
      fields_;  // what is compared: without x-match, and mostly without names that begin with x-
};

}  // namespace amqpace::broker
