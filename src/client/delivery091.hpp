// SPDX-License-Identifier: Apache-2.0
// What the two ways of consuming over AMQP 0-9-1, pushed and asked for, have in common: a content as the seam's Delivery,
// and the refusal when a connection has no channel left.
#pragma once

#include <string>

#include "client/session_core.hpp"

namespace amqpace::client {

// A view into the content; `queue` is the one consumed from. Reads no text and allocates nothing.
Delivery delivery_of(const amqp091::Content& content, std::uint64_t tag, bool redelivered, std::string_view queue);

// `what` could not be done: "consume from queue q".
Error no_channel_left(const std::string& what, SessionCore& core);

}  // namespace amqpace::client
