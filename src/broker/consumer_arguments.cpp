// SPDX-License-Identifier: Apache-2.0
#include "broker/consumer_arguments.hpp"

#include <charconv>
#include <optional>

#include "broker/interval.hpp"

namespace amqpace::broker {
namespace {

std::int64_t number_of(const Argument& argument) {
  std::int64_t number = 0;
  std::from_chars(argument.value.data(), argument.value.data() + argument.value.size(), number);
  return number;
}

bool is_integer(const Argument& argument) {
  return argument.type == "byte" || argument.type == "short" || argument.type == "signedint" ||
         argument.type == "long";
}

std::optional<StreamStart> read_start(const Argument& argument) {
  using At = StreamStart::At;
  if (is_integer(argument)) return StreamStart{At::offset, number_of(argument), 0};
  if (argument.type == "timestamp") return StreamStart{At::time, 0, number_of(argument) * kSecond};
  if (argument.type != "longstr") return std::nullopt;
  if (argument.value == "first") return StreamStart{At::first, 0, 0};
  if (argument.value == "last") return StreamStart{At::last, 0, 0};
  if (argument.value == "next") return StreamStart{At::next, 0, 0};
  if (const auto ago = read_interval(argument.value)) return StreamStart{At::ago, 0, *ago};
  return std::nullopt;
}

}  // namespace

Outcome<void> may_consume(QueueType type, const ConsumeMode& mode, const std::string& resource_text) {
  if (type == QueueType::quorum && mode.channel_prefetch)
    return refuse(kNotImplemented, resource_text + " does not support global qos");
  if (type != QueueType::stream) return {};
  if (mode.prefetch == 0)
    return refuse(kPreconditionFailed, "consumer prefetch count is not set for '" + resource_text + "'");
  if (mode.no_ack)
    return refuse(kNotImplemented,
                  "automatic acknowledgement not supported by stream queues " + resource_text);
  return {};
}

Outcome<ConsumerArguments> read_consumer_arguments(const Arguments& arguments, QueueType type,
                                                   const std::string& resource_text) {
  ConsumerArguments found;
  const Argument* priority = find_argument(arguments, "x-priority");
  const Argument* start = find_argument(arguments, "x-stream-offset");
  const auto not_here = [&](std::string_view key) {
    return refuse(kPreconditionFailed, "invalid arg '" + std::string(key) + "' for " + resource_text +
                                           " of queue type rabbit_" + std::string(queue_type_name(type)) +
                                           "_queue");
  };
  if (priority && type != QueueType::stream && !is_integer(*priority))
    return refuse(kPreconditionFailed, "invalid arg 'x-priority' for " + resource_text +
                                           ": \"expected integer, got " + priority->type + "\"");
  if (priority && type == QueueType::stream) return not_here("x-priority");
  if (start && type != QueueType::stream) return not_here("x-stream-offset");
  if (priority) found.priority = number_of(*priority);
  if (!start) return found;
  const auto read = read_start(*start);
  if (!read) return refuse(kInternalError, "");  // RabbitMQ stumbles over it, and says no more than that
  found.start = *read;
  return found;
}

}  // namespace amqpace::broker
