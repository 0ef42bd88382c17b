// SPDX-License-Identifier: Apache-2.0
// The instants of a run as one worker sees them in one loop turn: a plain copy of Control, refreshed at the turn's start.
#pragma once

#include "base/clock.hpp"

namespace amqpace::engine {

struct View {
  Nanos t0 = kNever, w0 = kNever, w1 = kNever;  // absolute
  Nanos drain_end = kNever;

  bool started() const { return t0 != kNever; }
  // Membership is by due time, traffic by the instant it happened; both half-open.
  bool in_window(Nanos instant) const { return instant >= w0 && instant < w1; }
};

}  // namespace amqpace::engine
