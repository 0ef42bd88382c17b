// SPDX-License-Identifier: Apache-2.0
// The seam between a worker that records and the coordinator that reads: two histograms, one being written,
// one handed over at each interval end. The only lock is taken once an interval. One writer, one reader.
#pragma once

#include <mutex>

#include "hist/histogram.hpp"

namespace amqpace::hist {

class IntervalRecorder {
 public:
  IntervalRecorder() : active_(2), done_(2) {}
  // Writer: no lock, no allocation.
  void record(Nanos v) { active_.record(v); }
  // Writer, at interval ends: adds what was recorded to the hand-over histogram and starts anew. No
  // allocation.
  void hand_over();
  // Reader: merges what was handed over into `into` and empties it.
  void take(Histogram& into);

 private:
  Histogram active_, done_;
  std::mutex mutex_;
};

}  // namespace amqpace::hist
