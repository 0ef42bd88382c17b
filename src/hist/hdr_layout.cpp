// SPDX-License-Identifier: Apache-2.0
#include "hist/hdr_layout.hpp"

#include <algorithm>
#include <bit>

namespace amqpace::hist {

namespace {

// A value of 63 bits and a sub-bucket must fit together.
constexpr int kMostMagnitude = 61;
constexpr std::int32_t kMostDigits = 5;

}  // namespace

Result<HdrLayout> HdrLayout::of(std::int64_t lowest_discernible, std::int64_t highest_trackable,
                                std::int32_t digits) {
  if (digits < 0 || digits > kMostDigits)
    return fail(ErrorKind::malformed,
                "a histogram has 0 to 5 significant digits, not " + std::to_string(digits));
  if (lowest_discernible < 1 || highest_trackable / 2 < lowest_discernible) {
    return fail(ErrorKind::malformed, "a histogram cannot range from " + std::to_string(lowest_discernible) +
                                          " to " + std::to_string(highest_trackable));
  }
  std::uint64_t single_units = 2;
  for (std::int32_t i = 0; i < digits; ++i) single_units *= 10;
  HdrLayout layout;
  layout.unit_magnitude_ = std::bit_width(static_cast<std::uint64_t>(lowest_discernible)) - 1;
  layout.half_magnitude_ = std::bit_width(single_units - 1) - 1;
  if (layout.unit_magnitude_ + layout.half_magnitude_ > kMostMagnitude) {
    return fail(ErrorKind::malformed, "a histogram from " + std::to_string(lowest_discernible) + " with " +
                                          std::to_string(digits) + " digits does not fit into 64 bits");
  }
  // Each bucket after the first doubles the range; the last one is the first that holds the highest value.
  const int first_bits = layout.unit_magnitude_ + layout.half_magnitude_ + 1;
  const int bits = std::bit_width(static_cast<std::uint64_t>(highest_trackable));
  const auto buckets = static_cast<std::size_t>(std::max(bits - first_bits, 0) + 1);
  layout.counters_ = (buckets + 1) << layout.half_magnitude_;
  return layout;
}

std::uint64_t HdrLayout::first_at(std::size_t i) const {
  const std::uint64_t half = std::uint64_t{1} << half_magnitude_;
  const std::uint64_t bucket = i >> half_magnitude_;
  if (bucket == 0) return static_cast<std::uint64_t>(i) << unit_magnitude_;
  return ((i & (half - 1)) + half) << (bucket - 1 + static_cast<std::uint64_t>(unit_magnitude_));
}

std::int64_t HdrLayout::lowest_at(std::size_t i) const {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(first_at(i), INT64_MAX));
}

std::int64_t HdrLayout::highest_at(std::size_t i) const {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(first_at(i + 1) - 1, INT64_MAX));
}

}  // namespace amqpace::hist
