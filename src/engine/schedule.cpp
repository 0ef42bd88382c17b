// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule.hpp"

#include <cassert>
#include <cmath>

#include "base/random.hpp"

namespace amqpace::engine {

Schedule::Schedule(const ScheduleSpec& spec) : spec_(spec), interval_(1e9L / static_cast<long double>(spec.rate)) {
  assert(spec.rate > 0);
}

Nanos Schedule::uniform_due(std::uint64_t slot) const {
  return spec_.phase + static_cast<Nanos>(std::llround(static_cast<long double>(slot) * interval_));
}

void Schedule::load_block(std::uint64_t block) {
  if (block_ == UINT64_MAX || block < block_) {
    block_end_ = 0;
    block_ = UINT64_MAX;
  }
  for (std::uint64_t b = block_ + 1; b <= block; ++b) {  // UINT64_MAX + 1 is 0: the first block
    for (std::uint64_t i = 0; i < kBlock; ++i) {
      block_end_ += exponential_draw(spec_.seed, b * kBlock + i);
      sums_[i] = block_end_;
    }
  }
  block_ = block;
}

Nanos Schedule::due(std::uint64_t slot) {
  if (spec_.arrivals == model::Arrivals::uniform) return uniform_due(slot);
  if (slot / kBlock != block_) load_block(slot / kBlock);
  return spec_.phase + static_cast<Nanos>(static_cast<long double>(sums_[slot % kBlock]) * interval_);
}

std::uint64_t Schedule::slots_before(Nanos instant) {
  if (spec_.arrivals == model::Arrivals::uniform) {
    if (instant <= spec_.phase) return 0;
    auto slot = static_cast<std::uint64_t>(static_cast<long double>(instant - spec_.phase) / interval_);
    while (slot > 0 && uniform_due(slot - 1) >= instant) --slot;
    while (uniform_due(slot) < instant) ++slot;
    return slot;
  }
  std::uint64_t slot = 0;
  if (block_ != UINT64_MAX && due(block_ * kBlock) < instant) slot = block_ * kBlock;
  while (due(slot) < instant) ++slot;
  return slot;
}

}  // namespace amqpace::engine
