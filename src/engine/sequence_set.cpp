// SPDX-License-Identifier: Apache-2.0
#include "engine/sequence_set.hpp"

#include <bit>

namespace amqpace::engine {

SequenceSet::SequenceSet(std::uint64_t bits) : words_(std::bit_ceil(bits / 64 + 1)), mask_(words_.size() - 1) {}

void SequenceSet::grow_to(std::uint64_t end) {
  const std::uint64_t first = base_ / 64, needed = end / 64 - first;
  if (needed > words_.size()) {
    std::vector<std::uint64_t> bigger(std::bit_ceil(needed));
    for (std::uint64_t i = first; i < end_ / 64; ++i) bigger[i & (bigger.size() - 1)] = word(i);
    words_ = std::move(bigger);
    mask_ = words_.size() - 1;
  }
  for (std::uint64_t i = end_ / 64; i < end / 64; ++i) word(i) = 0;
  end_ = end;
}

bool SequenceSet::insert(std::uint64_t sequence) {
  if (sequence < base_) return false;
  if (sequence >= end_) grow_to((sequence / 64 + 1) * 64);
  std::uint64_t& w = word(sequence / 64);
  const std::uint64_t bit = std::uint64_t{1} << (sequence % 64);
  if ((w & bit) != 0) return false;
  w |= bit;
  ++size_;
  while (base_ < end_ && word(base_ / 64) == UINT64_MAX) base_ += 64;
  return true;
}

bool SequenceSet::contains(std::uint64_t sequence) const {
  if (sequence < base_) return true;
  if (sequence >= end_) return false;
  return (word(sequence / 64) >> (sequence % 64) & 1) != 0;
}

}  // namespace amqpace::engine
