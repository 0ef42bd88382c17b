// SPDX-License-Identifier: Apache-2.0
// A value of an AMQP field table as a file may say it: nothing, boolean, whole number, number, text, list or map. The
// arguments of queues, exchanges, bindings and consumers and the headers of messages are made of them. Plain data; what it
// becomes on the wire is the protocol's business (client/encode091.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace amqpace {

struct ArgumentValue;
using ArgumentList = std::vector<ArgumentValue>;
using Arguments = std::vector<std::pair<std::string, ArgumentValue>>;  // in file order
using NoValue = std::monostate;

struct ArgumentValue {
  using Variant = std::variant<NoValue, bool, std::int64_t, double, std::string, ArgumentList, Arguments>;
  Variant value;

  ArgumentValue() = default;
  // Implicit, so that a table can be written down: {{"x-max-length", std::int64_t{5}}, {"x-queue-type", "quorum"}}.
  ArgumentValue(bool v) : value(v) {}
  ArgumentValue(std::int64_t v) : value(v) {}
  ArgumentValue(double v) : value(v) {}
  ArgumentValue(std::string v) : value(std::move(v)) {}
  ArgumentValue(const char* v) : value(std::string(v)) {}
  ArgumentValue(ArgumentList v) : value(std::move(v)) {}
  ArgumentValue(Arguments v) : value(std::move(v)) {}

  template <class T>
  const T* as() const {
    return std::get_if<T>(&value);
  }
  bool operator==(const ArgumentValue& other) const { return value == other.value; }
};

}  // namespace amqpace
