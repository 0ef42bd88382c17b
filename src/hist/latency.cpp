// SPDX-License-Identifier: Apache-2.0
#include "hist/latency.hpp"

#include <algorithm>
#include <cmath>

#include "hist/rank.hpp"

namespace amqpace::hist {

void Latency::merge(const Latency& other) {
  closed_.merge(other.closed_);
  open_.merge(other.open_);
}

std::uint64_t Latency::samples_needed(double q) {
  if (q <= 0.5 || q >= 1) return 1;
  // Rounded, because 1 - 0.9 is a little less than 0.1 and the ceiling of its inverse would be 11.
  return static_cast<std::uint64_t>(std::llround(1 / (1 - q)));
}

std::optional<Quantile> Latency::quantile(double q) const {
  if (count() < samples_needed(q)) return std::nullopt;
  return quantile_any(q);
}

std::optional<Quantile> Latency::quantile_any(double q) const {
  if (count() == 0) return std::nullopt;
  const std::uint64_t rank = rank_of(q, count());
  std::uint64_t seen = 0, open_seen = 0;
  for (std::size_t i = 0; i < closed_.bucket_count(); ++i) {
    open_seen += open_.count_at_index(i);
    seen += closed_.count_at_index(i) + open_.count_at_index(i);
    // The true value of an open sample can only be higher, so a percentile above every open sample's bound
    // stays what it is, and one with an open sample at or below it can only rise.
    if (seen >= rank) {
      const Nanos highest = std::max(closed_.max(), open_.max());
      return Quantile{std::min(closed_.highest_at_index(i), highest), open_seen > 0};
    }
  }
  return max();
}

std::optional<Quantile> Latency::max() const {
  if (count() == 0) return std::nullopt;
  return Quantile{std::max(closed_.max(), open_.max()), open_.count() > 0};
}

double Latency::mean() const {
  if (count() == 0) return 0;
  const double closed = closed_.mean() * static_cast<double>(closed_.count());
  const double open = open_.mean() * static_cast<double>(open_.count());
  return (closed + open) / static_cast<double>(count());
}

}  // namespace amqpace::hist
