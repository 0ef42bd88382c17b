// SPDX-License-Identifier: Apache-2.0
#include "base/clock.hpp"

#include <fmt/format.h>
#include <time.h>

namespace amqpace {

namespace {
Nanos read_clock(clockid_t id) {
  timespec ts{};
  clock_gettime(id, &ts);
  return static_cast<Nanos>(ts.tv_sec) * kSecond + ts.tv_nsec;
}

tm utc(Nanos wall) {
  const time_t seconds = static_cast<time_t>(wall / kSecond);
  tm parts{};
  gmtime_r(&seconds, &parts);
  return parts;
}
}  // namespace

Nanos SystemClock::now() const { return read_clock(CLOCK_MONOTONIC); }
Nanos SystemClock::wall_now() const { return read_clock(CLOCK_REALTIME); }

Nanos thread_cpu_time() { return read_clock(CLOCK_THREAD_CPUTIME_ID); }
Nanos process_cpu_time() { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

std::string utc_stamp(Nanos wall) {
  const tm t = utc(wall);
  return fmt::format("{:04}{:02}{:02}-{:02}{:02}{:02}", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour, t.tm_min,
                     t.tm_sec);
}

std::string utc_iso(Nanos wall) {
  const tm t = utc(wall);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour,
                     t.tm_min, t.tm_sec, wall / kMillisecond % 1000);
}

}  // namespace amqpace
