// SPDX-License-Identifier: Apache-2.0
// The arguments of basic.consume: who is served first (x-priority), and where in a stream to begin
// (x-stream-offset). Which type of queue knows which is as in RabbitMQ 3.10. Used by Channel.
#pragma once

#include <cstdint>
#include <string>

#include "base/clock.hpp"
#include "broker/arguments.hpp"
#include "broker/queue_arguments.hpp"

namespace amqpace::broker {

// Where a reader of a stream begins.
struct StreamStart {
  enum class At : std::uint8_t { first, last, next, offset, time, ago };
  At at = At::next;
  std::int64_t offset = 0;
  Nanos time = 0;  // time: since the Unix epoch; ago: before now
};

struct ConsumerArguments {
  std::int64_t priority = 0;
  StreamStart start;
};

// How a consumer wants to be served.
struct ConsumeMode {
  bool no_ack = false;
  std::uint32_t prefetch = 0;
  bool channel_prefetch = false;  // basic.qos global
};
// What no consumer of a queue of this type may ask for.
Outcome<void> may_consume(QueueType type, const ConsumeMode& mode, const std::string& resource_text);

Outcome<ConsumerArguments> read_consumer_arguments(const Arguments& arguments, QueueType type,
                                                   const std::string& resource_text);

}  // namespace amqpace::broker
