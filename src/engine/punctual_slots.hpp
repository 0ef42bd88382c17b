// SPDX-License-Identifier: Apache-2.0
// Which stretches of the schedule were not served in time, for "recovers within": one bit for every 10 ms of due times, set when a
// slot due there was sent more than 100 ms late, not confirmed within 1 s of its due time, or not at all (rules.md). Written by
// one worker; merged when the run is over.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.hpp"

namespace amqpace::engine {

inline constexpr Nanos kSentInTime = 100 * kMillisecond, kConfirmedInTime = kSecond;

class PunctualSlots {
 public:
  void missed(Nanos due);  // since t0
  void merge(const PunctualSlots& other);
  // From `from` until the first instant after which nothing due in the next second was missed. Absent: no such second ended
  // before `end` (both since t0).
  std::optional<Nanos> recovered_after(Nanos from, Nanos end) const;

 private:
  static constexpr Nanos kStretch = 10 * kMillisecond;
  bool is_missed(std::uint64_t stretch) const {
    return stretch / 64 < bits_.size() && ((bits_[stretch / 64] >> (stretch % 64)) & 1) != 0;
  }
  std::vector<std::uint64_t> bits_;
};

}  // namespace amqpace::engine
