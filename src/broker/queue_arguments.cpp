// SPDX-License-Identifier: Apache-2.0
#include "broker/queue_arguments.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "broker/interval.hpp"

namespace amqpace::broker {
namespace {

constexpr std::uint8_t kClassic = 1, kQuorum = 2, kStream = 4;
constexpr std::int64_t kMostPriority = 255;

// What is wrong with a value, as it stands behind the colon; "" when nothing is.
using Fault = std::string;
using Read = Fault (*)(const Argument& argument, QueueArguments& into);

bool integer_type(std::string_view type) {
  return type == "byte" || type == "short" || type == "signedint" || type == "long";
}

std::int64_t number_of(const Argument& argument) {
  std::int64_t number = 0;
  std::from_chars(argument.value.data(), argument.value.data() + argument.value.size(), number);
  return number;
}

Fault not_negative(const Argument& argument) {
  if (!integer_type(argument.type)) return "\"expected integer, got " + argument.type + "\"";
  if (number_of(argument) < 0) return "{value_negative," + argument.value + "}";
  return "";
}

Fault unacceptable(const Argument& argument) {
  return "{unacceptable_type," + argument.type + "}";
}

Fault milliseconds(const Argument& argument, Nanos& into) {
  if (Fault fault = not_negative(argument); !fault.empty()) return fault;
  if (number_of(argument) > kMostMilliseconds) return "{value_too_large," + argument.value + "}";
  into = number_of(argument) * kMillisecond;
  return "";
}

Fault read_expires(const Argument& argument, QueueArguments& into) {
  if (Fault fault = milliseconds(argument, into.expires); !fault.empty()) return fault;
  return into.expires == 0 ? "{value_zero,0}" : "";
}

Fault read_ttl(const Argument& argument, QueueArguments& into) {
  return milliseconds(argument, into.ttl);
}

Fault count(const Argument& argument, std::optional<std::uint64_t>& into) {
  if (Fault fault = not_negative(argument); !fault.empty()) return fault;
  into = static_cast<std::uint64_t>(number_of(argument));
  return "";
}

Fault read_max_length(const Argument& argument, QueueArguments& into) {
  return count(argument, into.max_length);
}

Fault read_max_bytes(const Argument& argument, QueueArguments& into) {
  return count(argument, into.max_bytes);
}

Fault read_delivery_limit(const Argument& argument, QueueArguments& into) {
  return count(argument, into.delivery_limit);
}

Fault read_dead_letter_exchange(const Argument& argument, QueueArguments& into) {
  into.dead_letter_exchange = argument.value;
  return "";
}

Fault read_dead_letter_key(const Argument& argument, QueueArguments& into) {
  if (argument.type != "longstr") return unacceptable(argument);
  if (!into.dead_letter_exchange) return "routing_key_but_no_dlx_defined";
  into.dead_letter_key = argument.value;
  return "";
}

Fault read_strategy(const Argument& argument, QueueArguments&) {
  if (argument.type != "longstr") return unacceptable(argument);
  return argument.value == "at-most-once" || argument.value == "at-least-once" ? "" : "invalid_dlx_strategy";
}

Fault read_max_priority(const Argument& argument, QueueArguments& into) {
  if (Fault fault = not_negative(argument); !fault.empty()) return fault;
  if (number_of(argument) > kMostPriority) return "{max_value_exceeded," + argument.value + "}";
  into.max_priority = static_cast<std::uint8_t>(number_of(argument));
  return "";
}

Fault read_overflow(const Argument& argument, QueueArguments& into) {
  if (argument.type != "longstr") return unacceptable(argument);
  if (argument.value == "drop-head") return "";
  if (argument.value == "reject-publish") {
    into.overflow = Overflow::reject_publish;
  } else if (argument.value == "reject-publish-dlx") {
    // RabbitMQ's quorum queues do not know it and drop from the head.
    into.overflow = into.type == QueueType::quorum ? Overflow::drop_head : Overflow::reject_publish_dlx;
  } else {
    return "invalid_overflow";
  }
  return "";
}

Fault read_mode(const Argument& argument, QueueArguments&) {
  if (argument.type != "longstr") return unacceptable(argument);
  if (argument.value == "default" || argument.value == "lazy") return "";
  return "\"unsupported queue mode '" + argument.value + "'\"";
}

Fault read_version(const Argument& argument, QueueArguments&) {
  if (!integer_type(argument.type)) return "\"expected integer, got " + argument.type + "\"";
  const std::int64_t version = number_of(argument);
  return version == 1 || version == 2 ? "" : "\"unsupported queue version '" + argument.value + "'\"";
}

Fault read_single_active(const Argument& argument, QueueArguments& into) {
  if (argument.type != "bool") return unacceptable(argument);
  into.single_active = argument.value == "true";
  return "";
}

Fault read_max_age(const Argument& argument, QueueArguments& into) {
  if (argument.type != "longstr") return unacceptable(argument);
  const auto age = read_interval(argument.value);
  if (!age) return "invalid_max_age";
  into.max_age = *age;
  return "";
}

Fault read_segment_bytes(const Argument& argument, QueueArguments& into) {
  return count(argument, into.segment_bytes);
}

Fault read_nothing(const Argument&, QueueArguments&) {
  return "";
}

struct Known {
  std::string_view key;
  std::uint8_t types;
  Read read;
};
// In the order in which RabbitMQ looks at them.
constexpr std::array kKnown = {
    Known{"x-expires", kClassic | kQuorum, read_expires},
    Known{"x-message-ttl", kClassic | kQuorum, read_ttl},
    Known{"x-dead-letter-exchange", kClassic | kQuorum, read_dead_letter_exchange},
    Known{"x-dead-letter-routing-key", kClassic | kQuorum, read_dead_letter_key},
    Known{"x-dead-letter-strategy", kQuorum, read_strategy},
    Known{"x-max-length", kClassic | kQuorum, read_max_length},
    Known{"x-max-length-bytes", kClassic | kQuorum | kStream, read_max_bytes},
    Known{"x-max-in-memory-length", kQuorum, read_nothing},
    Known{"x-max-in-memory-bytes", kQuorum, read_nothing},
    Known{"x-max-priority", kClassic, read_max_priority},
    Known{"x-overflow", kClassic | kQuorum, read_overflow},
    Known{"x-queue-mode", kClassic, read_mode},
    Known{"x-queue-version", kClassic, read_version},
    Known{"x-single-active-consumer", kClassic | kQuorum, read_single_active},
    Known{"x-delivery-limit", kQuorum, read_delivery_limit},
    Known{"x-max-age", kStream, read_max_age},
    Known{"x-stream-max-segment-size-bytes", kStream, read_segment_bytes},
    Known{"x-initial-cluster-size", kStream, read_nothing},
    Known{"x-quorum-initial-group-size", kQuorum, read_nothing},
    Known{"x-queue-leader-locator", kQuorum | kStream, read_nothing},
    Known{"x-queue-master-locator", kClassic, read_nothing},
};

std::uint8_t bit_of(QueueType type) {
  return static_cast<std::uint8_t>(1 << static_cast<int>(type));
}

std::string about(std::string_view key, const std::string& resource_text) {
  return "invalid arg '" + std::string(key) + "' for " + resource_text;
}

Outcome<QueueType> read_type(const Arguments& arguments, const std::string& resource_text) {
  const Argument* given = find_argument(arguments, "x-queue-type");
  if (!given) return QueueType::classic;
  const std::string start = about("x-queue-type", resource_text) + ": ";
  if (given->type != "longstr") return refuse(kPreconditionFailed, start + unacceptable(*given));
  for (QueueType type : {QueueType::classic, QueueType::quorum, QueueType::stream})
    if (queue_type_name(type) == given->value) return type;
  return refuse(kPreconditionFailed, start + "\"unsupported queue type '" + given->value + "'\"");
}

}  // namespace

std::string_view queue_type_name(QueueType type) {
  switch (type) {
    case QueueType::classic:
      return "classic";
    case QueueType::quorum:
      return "quorum";
    case QueueType::stream:
      return "stream";
  }
  return "";
}

Outcome<QueueArguments> read_queue_arguments(const Arguments& arguments, const std::string& resource_text) {
  // Looked at before anything else is, whatever the type.
  const Argument* exchange = find_argument(arguments, "x-dead-letter-exchange");
  if (exchange && exchange->type != "longstr")
    return refuse(kPreconditionFailed, "invalid type '" + exchange->type +
                                           "' for arg 'x-dead-letter-exchange' in " + resource_text);
  const auto type = read_type(arguments, resource_text);
  if (!type) return tl::unexpected<Refusal>(type.error());
  QueueArguments found;
  found.type = *type;
  for (const Known& known : kKnown) {
    const Argument* given = find_argument(arguments, known.key);
    if (!given || (known.types & bit_of(*type)) == 0) continue;
    if (const Fault fault = known.read(*given, found); !fault.empty())
      return refuse(kPreconditionFailed, about(known.key, resource_text) + ": " + fault);
  }
  for (const Known& known : kKnown) {
    if (!find_argument(arguments, known.key) || (known.types & bit_of(*type)) != 0) continue;
    return refuse(kPreconditionFailed, about(known.key, resource_text) + " of queue type rabbit_" +
                                           std::string(queue_type_name(*type)) + "_queue");
  }
  const Argument* strategy = find_argument(arguments, "x-dead-letter-strategy");
  if (strategy && strategy->value == "at-least-once")
    return refuse(kNotImplemented,
                  "the embedded broker does not dead-letter at-least-once, as asked for " + resource_text);
  return found;
}

std::span<const std::string_view> compared_arguments(QueueType type) {
  static const auto names = [] {
    std::array<std::vector<std::string_view>, 3> all;
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const Known& known : kKnown)
        if ((known.types & bit_of(static_cast<QueueType>(i))) != 0) all[i].push_back(known.key);
    return all;
  }();
  return names[static_cast<std::size_t>(type)];
}

}  // namespace amqpace::broker
