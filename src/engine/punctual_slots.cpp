// SPDX-License-Identifier: Apache-2.0
#include "engine/punctual_slots.hpp"

#include <algorithm>

namespace amqpace::engine {

void PunctualSlots::missed(Nanos due) {
  if (due < 0) return;
  const auto stretch = static_cast<std::uint64_t>(due / kStretch);
  // Doubling: an outage makes a few allocations, not one a stretch.
  if (stretch / 64 >= bits_.size()) bits_.resize(std::max<std::size_t>(2 * bits_.size(), stretch / 64 + 1));
  bits_[stretch / 64] |= std::uint64_t{1} << (stretch % 64);
}

void PunctualSlots::merge(const PunctualSlots& other) {
  if (bits_.size() < other.bits_.size()) bits_.resize(other.bits_.size());
  for (std::size_t i = 0; i < other.bits_.size(); ++i) bits_[i] |= other.bits_[i];
}

std::optional<Nanos> PunctualSlots::recovered_after(Nanos from, Nanos end) const {
  Nanos good_since = from;
  for (auto stretch = static_cast<std::uint64_t>(std::max<Nanos>(0, from) / kStretch);; ++stretch) {
    const Nanos begins = static_cast<Nanos>(stretch) * kStretch;
    if (begins >= good_since + kSecond) return good_since - from;
    if (begins >= end) return std::nullopt;
    if (is_missed(stretch)) good_since = begins + kStretch;
  }
}

}  // namespace amqpace::engine
