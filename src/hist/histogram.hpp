// SPDX-License-Identifier: Apache-2.0
// HDR histogram: log-linear buckets, counts exact, values within 1 part in 10^digits, 1 ns to 1 h.
// Terms as in HdrHistogram (sub-bucket, highest equivalent value). Nothing is clamped silently: values above
// 1 h and negative ones are counted apart and never enter a bucket. Not thread-safe: one writer, merged at
// interval ends.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/clock.hpp"

namespace amqpace::hist {

inline constexpr Nanos kHighest = kHour;

class Histogram {
 public:
  explicit Histogram(int digits = 3);  // 2 or 3 significant decimal digits

  // No allocation, ~1 ns. 0 is recorded as 0. Negative or > 1 h: counted in negatives() / out_of_range()
  // only.
  void record(Nanos value) { record(value, 1); }
  void record(Nanos value, std::uint64_t n) {
    if (value < 0 || value > kHighest) return record_apart(value, n);
    if (n == 0) return;
    counts_[index_of(value)] += n;
    count_ += n;
    sum_ += static_cast<double>(value) * static_cast<double>(n);
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
  }
  void merge(const Histogram& other);  // digits may differ: re-recorded at the middle of the other's buckets
  void reset();                        // keeps its memory

  int digits() const { return digits_; }
  std::uint64_t count() const { return count_; }
  std::uint64_t negatives() const { return negatives_; }
  std::uint64_t out_of_range() const { return out_of_range_; }
  Nanos min() const;  // exact; 0 when empty
  Nanos max() const;  // exact
  double mean() const;
  // Highest equivalent value of the bucket that holds rank ceil(q * count), never above max(). q in (0, 1].
  Nanos value_at_quantile(double q) const;
  // Samples in buckets whose values are all <= the highest equivalent of `value`.
  std::uint64_t count_at_or_below(Nanos value) const;

  // Bucket access, for hlog and charts: index -> lowest value, highest equivalent, count.
  std::size_t bucket_count() const { return counts_.size(); }
  std::uint64_t count_at_index(std::size_t i) const { return counts_[i]; }
  Nanos lowest_at_index(std::size_t i) const;
  Nanos highest_at_index(std::size_t i) const;
  std::size_t index_of(Nanos value) const {
    const auto v = static_cast<std::uint64_t>(std::clamp<Nanos>(value, 0, kHighest));
    const int magnitude = sub_bucket_half_count_magnitude_;
    const std::uint64_t half = std::uint64_t{1} << magnitude;
    const int bucket = std::bit_width(v | (2 * half - 1)) - (magnitude + 1);
    return ((static_cast<std::uint64_t>(bucket) + 1) << magnitude) + (v >> bucket) - half;
  }

 private:
  void record_apart(Nanos value, std::uint64_t n);

  int digits_;
  int sub_bucket_half_count_magnitude_;
  std::uint64_t count_ = 0, negatives_ = 0, out_of_range_ = 0;
  Nanos min_ = kNever, max_ = 0;
  double sum_ = 0;
  std::vector<std::uint64_t> counts_;
};

}  // namespace amqpace::hist
