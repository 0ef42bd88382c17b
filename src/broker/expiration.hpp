// SPDX-License-Identifier: Apache-2.0
// The property `expiration`: milliseconds as text. What RabbitMQ says of a wrong one is said here too.
#pragma once

#include <string_view>

#include "base/clock.hpp"
#include "broker/refusal.hpp"

namespace amqpace::broker {

Outcome<Nanos> read_expiration(std::string_view text);

}  // namespace amqpace::broker
