// SPDX-License-Identifier: Apache-2.0
// The arguments of a queue that change what it does, checked and read once when it is declared. Which type of
// queue knows which argument, and what is said of a wrong one, is as in RabbitMQ 3.10. Used by VHost and
// Queue.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "broker/arguments.hpp"

namespace amqpace::broker {

// The longest time to live: ten years of 365 days.
inline constexpr std::int64_t kMostMilliseconds = 315'360'000'000;

enum class QueueType : std::uint8_t { classic, quorum, stream };
std::string_view queue_type_name(QueueType type);

// What becomes of the message that is one too many.
enum class Overflow : std::uint8_t {
  drop_head,           // the oldest one goes
  reject_publish,      // the new one is nacked
  reject_publish_dlx,  // the same, and it is dead-lettered
};

struct QueueArguments {
  QueueType type = QueueType::classic;
  Nanos ttl = kNever;                                  // x-message-ttl
  Nanos expires = kNever;                              // x-expires: of the queue itself, while nobody uses it
  std::optional<std::uint64_t> max_length, max_bytes;  // ready messages, and bytes of their bodies
  Overflow overflow = Overflow::drop_head;
  std::optional<std::string> dead_letter_exchange, dead_letter_key;
  std::uint8_t max_priority = 0;
  bool single_active = false;
  std::optional<std::uint64_t> delivery_limit;
  Nanos max_age = kNever;  // of messages in a stream
  std::optional<std::uint64_t> segment_bytes;

  bool limits_length() const { return max_length || max_bytes; }
};

// Refused with 406 where RabbitMQ does so, with 540 where the embedded broker does not do what is asked for.
Outcome<QueueArguments> read_queue_arguments(const Arguments& arguments, const std::string& resource_text);
// What must be the same when the queue is declared again, its type aside.
std::span<const std::string_view> compared_arguments(QueueType type);

}  // namespace amqpace::broker
