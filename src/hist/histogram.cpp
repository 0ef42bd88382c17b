// SPDX-License-Identifier: Apache-2.0
// Layout as in HdrHistogram: with m = 2^(magnitude + 1) sub-buckets, values below m have a slot of their own;
// each further bucket doubles the width and needs only the upper half of its sub-buckets, since the lower
// half is the bucket before it. m is the power of two at or above 2 * 10^digits, so a slot is never wider
// than its values / 10^digits.
#include "hist/histogram.hpp"

#include <algorithm>

#include "hist/rank.hpp"

namespace amqpace::hist {

Histogram::Histogram(int digits)
    : digits_(digits <= 2 ? 2 : 3), sub_bucket_half_count_magnitude_(digits_ == 2 ? 7 : 10) {
  counts_.resize(index_of(kHighest) + 1);
}

Nanos Histogram::lowest_at_index(std::size_t i) const {
  const std::size_t half = std::size_t{1} << sub_bucket_half_count_magnitude_;
  const std::size_t bucket = i >> sub_bucket_half_count_magnitude_;
  if (bucket == 0) return static_cast<Nanos>(i);
  return static_cast<Nanos>(((i & (half - 1)) + half) << (bucket - 1));
}

Nanos Histogram::highest_at_index(std::size_t i) const {
  return lowest_at_index(i + 1) - 1;
}

void Histogram::record_apart(Nanos value, std::uint64_t n) {
  (value < 0 ? negatives_ : out_of_range_) += n;
}

void Histogram::merge(const Histogram& other) {
  negatives_ += other.negatives_;
  out_of_range_ += other.out_of_range_;
  if (other.count_ == 0) return;
  const std::size_t last = other.index_of(other.max_);
  for (std::size_t i = other.index_of(other.min_); i <= last; ++i) {
    if (other.counts_[i] == 0) continue;
    if (digits_ == other.digits_) {
      counts_[i] += other.counts_[i];
    } else {
      const Nanos low = std::max(other.lowest_at_index(i), other.min_);
      const Nanos high = std::min(other.highest_at_index(i), other.max_);
      counts_[index_of(low + (high - low) / 2)] += other.counts_[i];
    }
  }
  count_ += other.count_;
  sum_ += other.sum_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

void Histogram::reset() {
  std::fill(counts_.begin(), counts_.end(), 0);
  count_ = negatives_ = out_of_range_ = 0;
  min_ = kNever;
  max_ = 0;
  sum_ = 0;
}

Nanos Histogram::min() const {
  return count_ == 0 ? 0 : min_;
}
Nanos Histogram::max() const {
  return max_;
}
double Histogram::mean() const {
  return count_ == 0 ? 0 : sum_ / static_cast<double>(count_);
}

Nanos Histogram::value_at_quantile(double q) const {
  if (count_ == 0) return 0;
  const std::uint64_t rank = rank_of(q, count_);
  std::uint64_t seen = 0;
  std::size_t i = index_of(min_);
  for (; i + 1 < counts_.size(); ++i) {
    seen += counts_[i];
    if (seen >= rank) break;
  }
  return std::min(highest_at_index(i), max_);
}

std::uint64_t Histogram::count_at_or_below(Nanos value) const {
  if (value < 0) return 0;
  std::uint64_t seen = 0;
  const std::size_t last = index_of(value);
  for (std::size_t i = 0; i <= last; ++i) seen += counts_[i];
  return seen;
}

}  // namespace amqpace::hist
