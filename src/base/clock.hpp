// SPDX-License-Identifier: Apache-2.0
// Time. Every part that needs it takes a Clock; only base reads the system's (the tidy test sees to it).
#pragma once

#include <cstdint>
#include <string>

namespace amqpace {

// Nanoseconds: a duration, or an instant of the monotonic clock. Instants "since t0" say so.
using Nanos = std::int64_t;

inline constexpr Nanos kMicrosecond = 1'000;
inline constexpr Nanos kMillisecond = 1'000'000;
inline constexpr Nanos kSecond = 1'000'000'000;
inline constexpr Nanos kMinute = 60 * kSecond;
inline constexpr Nanos kHour = 60 * kMinute;
inline constexpr Nanos kNever = INT64_MAX;  // a deadline that does not come

class Clock {
 public:
  virtual ~Clock() = default;
  virtual Nanos now() const = 0;        // monotonic
  virtual Nanos wall_now() const = 0;   // since the Unix epoch, for names and time stamps only
};

class SystemClock final : public Clock {
 public:
  Nanos now() const override;
  Nanos wall_now() const override;
};

// CPU time of the calling thread and of this process, user and system.
Nanos thread_cpu_time();
Nanos process_cpu_time();

// Moved by hand, or by the simulated network.
class SimClock final : public Clock {
 public:
  Nanos now() const override { return now_; }
  Nanos wall_now() const override { return wall_at_zero_ + now_; }
  void set(Nanos t) { now_ = t; }
  void advance(Nanos d) { now_ += d; }

 private:
  Nanos now_ = 0;
  Nanos wall_at_zero_ = 1'767'225'600 * kSecond;  // 2026-01-01T00:00:00Z
};

// "20261130-190000" (UTC) and "2026-11-30T19:00:00.123Z".
std::string utc_stamp(Nanos wall);
std::string utc_iso(Nanos wall);

}  // namespace amqpace
