// SPDX-License-Identifier: Apache-2.0
#include "engine/lateness.hpp"

#include <algorithm>

namespace amqpace::engine {

std::optional<model::Cause> cause_of(const Obstacles& o, Nanos now) {
  if (!o.connected) return model::Cause::reconnecting;
  if (o.blocked) return model::Cause::blocked;
  const bool slow = o.oldest_unanswered_sent != kNever && now - o.oldest_unanswered_sent >= kSlowConfirm;
  if (o.window_full && slow) return model::Cause::confirms;
  if (o.socket_full) return model::Cause::socket;
  if (o.window_full) return model::Cause::window;
  return std::nullopt;
}

void Lateness::settle(Nanos oldest_due, const Obstacles& o, Nanos now) {
  const Nanos lag = oldest_due == kNever ? 0 : now - oldest_due;
  const bool was_late = late_;
  settled_at_ = now;
  oldest_due_ = oldest_due;
  late_ = lag > kLateAfter;
  const auto cause = cause_of(o, now);
  if (cause) {
    cause_ = *cause;
  } else if (!was_late || lag > lag_) {
    // Nothing in the way and not catching up: ours. While the lag shrinks the earlier cause stays.
    cause_ = model::Cause::generator;
  }
  obstructed_ = cause.has_value();
  lag_ = lag;
}

void Lateness::charge(Nanos now, model::LateTime& into) {
  if (oldest_due_ == kNever) return;
  const Nanos from = std::max(settled_at_, oldest_due_ + kLateAfter);
  if (now > from) into[cause_] += now - from;
  settled_at_ = std::max(settled_at_, now);
  // Behind an obstacle the lag grows until now; catching up is measured from there.
  if (obstructed_) {
    lag_ = std::max(lag_, now - oldest_due_);
    late_ = late_ || lag_ > kLateAfter;
  }
}

}  // namespace amqpace::engine
