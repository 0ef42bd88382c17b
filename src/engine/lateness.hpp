// SPDX-License-Identifier: Apache-2.0
// Whose fault it is that a publisher is late (measurement.md, "Lateness has a cause"). A publisher is late while its oldest
// unsent slot is more than 10 ms overdue; the time of each loop turn is charged to the cause that stood at the turn's start.
#pragma once

#include <optional>

#include "base/clock.hpp"
#include "model/record.hpp"

namespace amqpace::engine {

inline constexpr Nanos kLateAfter = 10 * kMillisecond;
inline constexpr Nanos kSlowConfirm = 100 * kMillisecond;

// What stands between a publisher and its oldest unsent slot, at one instant.
struct Obstacles {
  bool connected = true;
  bool blocked = false;
  bool window_full = false;
  Nanos oldest_unanswered_sent = kNever;  // absolute
  bool socket_full = false;
};

// Absent: nothing is in the way.
std::optional<model::Cause> cause_of(const Obstacles& o, Nanos now);

class Lateness {
 public:
  // At the end of a turn. `oldest_due`: absolute due time of the oldest unsent slot, kNever when there is none.
  void settle(Nanos oldest_due, const Obstacles& o, Nanos now);
  // At the start of the next turn, or at the end of the run: charges what has passed since settle().
  void charge(Nanos now, model::LateTime& into);

 private:
  Nanos settled_at_ = 0;
  Nanos oldest_due_ = kNever;
  Nanos lag_ = 0;
  model::Cause cause_ = model::Cause::generator;
  bool late_ = false, obstructed_ = false;
};

}  // namespace amqpace::engine
