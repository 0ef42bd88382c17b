// SPDX-License-Identifier: Apache-2.0
// The instrument itself: what this machine is and what the program used of it in the window (reports' "instrument" section).
#pragma once

#include "engine/worker.hpp"
#include "hist/histogram.hpp"
#include "model/record.hpp"

namespace amqpace::engine {

// Readings at one instant; the window's figures are differences of two.
struct HostReading {
  Nanos process_cpu = 0;
  std::uint64_t steal_ticks = 0, total_ticks = 0;  // of all cores, /proc/stat
  std::uint64_t involuntary_switches = 0;          // getrusage
};
HostReading read_host();

void describe_host(model::Instrument& into);  // name, kernel, cores, CPU model, clock source
void describe_window(model::Instrument& into, const HostReading& at_w0, const HostReading& at_w1, Nanos window);

// A bare timer, once every kCanaryGap, paced as the publishers are: how late the machine itself is.
class Canary {
 public:
  explicit Canary(net::Loop& loop);
  void start();
  void stop(model::Instrument& into);
  Nanos next() const { return timer_.armed() ? due_ : kNever; }

 private:
  net::Loop& loop_;
  Nanos due_ = 0;
  hist::Histogram lateness_{3};
  net::Timer timer_;
};

inline constexpr Nanos kCanaryGap = 20 * kMillisecond;

}  // namespace amqpace::engine
