// SPDX-License-Identifier: Apache-2.0
// The queues a dead letter left unhandled on its way, worked out from x-death. That names the latest death first; what follows
// RabbitMQ puts in no order once there are three, so the way is then found along the file's dead-letter exchanges.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace amqpace::engine {

// Queues of the plan, newest first, down to the last consumer that rejected the message or to where it was published. -1: no more.
struct Trail {
  static constexpr std::size_t kLongest = 6;
  std::array<std::int16_t, kLongest> queues{-1, -1, -1, -1, -1, -1};
  bool from_publish = true;  // else a reject, or a queue not of the plan, goes before

  bool operator==(const Trail&) const = default;
  bool empty() const { return queues[0] < 0; }
  std::size_t size() const;
  bool names(std::size_t queue) const;
  std::size_t oldest() const { return static_cast<std::size_t>(queues[size() - 1]); }
};

// An entry of x-death.
struct Fate {
  std::int16_t queue = -1;  // of the plan; -1: not of it
  bool rejected = false;
};

// [queue]: those whose dead letters may come to it.
using Feeders = std::vector<std::vector<std::size_t>>;

// Of a message that came to `here`. `fates` as x-death has them, the latest first.
Trail trail_of(std::span<const Fate> fates, const Feeders& feeders, std::size_t here);

}  // namespace amqpace::engine
