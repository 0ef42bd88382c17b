// SPDX-License-Identifier: Apache-2.0
// What the generated methods.hpp stands on.
#pragma once

#include <cstdint>

namespace amqpace::amqp091 {

struct MethodId {
  std::uint16_t class_id = 0;
  std::uint16_t method_id = 0;
  friend bool operator==(const MethodId&, const MethodId&) = default;
};

// Who may send a method.
enum class Sender : std::uint8_t { client, server, both };

}  // namespace amqpace::amqp091
