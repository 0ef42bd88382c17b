// SPDX-License-Identifier: Apache-2.0
// Flow control of publishers, short of the memory alarm. RabbitMQ writes a long backlog to disk; this broker has memory only, so
// once a quarter of it is used, publishers are read from no faster than messages leave. Where none leave (no consumers, or ones
// that wait), there is nothing to keep pace with: the backlog grows until the alarm, as it would elsewhere.
#pragma once

#include <cstdint>

#include "base/clock.hpp"

namespace amqpace::broker {

class Flow {
 public:
  explicit Flow(std::uint64_t memory_limit) : from_(memory_limit / 4) {}

  // `left`: how many messages have left so far. True: publishers are not read from now.
  bool follow(std::uint64_t used, std::uint64_t left, Nanos now) {
    if (left != left_) moved_at_ = now;
    left_ = left;
    on_ = used > from_ && now - moved_at_ < kProgress;
    return on_;
  }
  bool on() const { return on_; }
  // When to follow again though nothing happens.
  Nanos next() const { return on_ ? moved_at_ + kProgress : kNever; }

 private:
  static constexpr Nanos kProgress = 100 * kMillisecond;
  std::uint64_t from_, left_ = 0;
  Nanos moved_at_ = -kProgress;
  bool on_ = false;
};

}  // namespace amqpace::broker
