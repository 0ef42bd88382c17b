// SPDX-License-Identifier: Apache-2.0
// The arguments of basic.consume: those of the options as they are, and those that the options have names for
// (x-priority, x-stream-offset) with the AMQP types a broker wants. Set-up only.
#pragma once

#include "client/encode091.hpp"

namespace amqpace::client {

amqp091::Table consume_arguments(const ConsumerOptions& options);

}  // namespace amqpace::client
