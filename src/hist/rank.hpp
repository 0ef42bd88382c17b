// SPDX-License-Identifier: Apache-2.0
// Which sample a percentile is. Shared by the histogram and by what lays two of them over each other.
#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>

namespace amqpace::hist {

// ceil(q * n) within [1, n], n > 0. A product that is whole but for the rounding of q counts as whole: 0.07 *
// 100 is 7.
inline std::uint64_t rank_of(double q, std::uint64_t n) {
  const double exact = q * static_cast<double>(n);
  const double whole = std::round(exact);
  const double rank = std::fabs(exact - whole) <= 4 * DBL_EPSILON * exact ? whole : std::ceil(exact);
  if (rank >= static_cast<double>(n)) return n;
  return rank >= 1 ? static_cast<std::uint64_t>(rank) : 1;
}

}  // namespace amqpace::hist
