// SPDX-License-Identifier: Apache-2.0
#include "hist/interval.hpp"

namespace amqpace::hist {

void IntervalRecorder::hand_over() {
  {
    const std::lock_guard lock(mutex_);
    done_.merge(active_);
  }
  active_.reset();
}

void IntervalRecorder::take(Histogram& into) {
  const std::lock_guard lock(mutex_);
  into.merge(done_);
  done_.reset();
}

}  // namespace amqpace::hist
