// SPDX-License-Identifier: Apache-2.0
// serviceRate: when the next message may leave a queue, at an even pace. Times are computed from an anchor,
// not added up, so that no rounding and no late timer makes the pace drift.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/clock.hpp"

namespace amqpace::broker {

class Pace {
 public:
  explicit Pace(double per_second) : interval_(per_second > 0 ? 1e9 / per_second : 0) {}
  bool on() const { return interval_ > 0; }
  Nanos next() const { return next_; }
  // One left at `at`, which is not before next().
  void leave(Nanos at) {
    if (at > next_ || since_anchor_ == kReanchor) {
      anchor_ = at;
      since_anchor_ = 0;
    }
    ++since_anchor_;
    next_ = anchor_ + std::llround(interval_ * static_cast<double>(since_anchor_));
  }

 private:
  static constexpr std::int64_t kReanchor = 1'000'000;  // keeps the product exact to the nanosecond
  double interval_;
  Nanos anchor_ = INT64_MIN;
  Nanos next_ = INT64_MIN;
  std::int64_t since_anchor_ = 0;
};

}  // namespace amqpace::broker
