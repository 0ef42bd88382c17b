// SPDX-License-Identifier: Apache-2.0
// Which values a counter of an HdrHistogram stands for, from the three numbers in its header. Ours
// (hist/histogram.hpp) is the layout of (1, one hour, 2 or 3 digits); logs of other programs may have
// another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/error.hpp"

namespace amqpace::hist {

class HdrLayout {
 public:
  // malformed, in the words of a sentence, when no HdrHistogram has these numbers.
  static Result<HdrLayout> of(std::int64_t lowest_discernible, std::int64_t highest_trackable,
                              std::int32_t digits);

  std::size_t counters() const { return counters_; }
  // Of i < counters(); at the top of the range they stop at INT64_MAX.
  std::int64_t lowest_at(std::size_t i) const;
  std::int64_t highest_at(std::size_t i) const;

 private:
  std::uint64_t first_at(std::size_t i) const;

  int unit_magnitude_ = 0;  // log2 of the width of the narrowest counter
  int half_magnitude_ = 0;  // log2 of half the sub-buckets
  std::size_t counters_ = 0;
};

}  // namespace amqpace::hist
