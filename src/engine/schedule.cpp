// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/random.hpp"

namespace amqpace::engine {

Schedule::Schedule(const ScheduleSpec& spec) : spec_(spec), interval_(1e9L / static_cast<long double>(spec.rate)) {
  assert(spec.rate > 0);
}

ScheduleSpec schedule_of(const model::Plan& plan, std::size_t producer, std::uint64_t run_seed) {
  const auto& publish = plan.producers[producer].publish;
  const auto n = static_cast<double>(std::max<std::size_t>(1, plan.producers.size()));
  const double rate = publish.throttled() ? *publish.rate : 1;
  return {.rate = rate,
          .phase = static_cast<Nanos>(static_cast<double>(producer) / n / rate * 1e9),
          .arrivals = publish.arrivals,
          .seed = draw(run_seed, producer),
          .profile = publish.profile,
          .profile_at = plan.warmup};
}

namespace {
// The warm-up is a step of the first rate; what follows the last step has no end.
model::RateStep segment_of(const ScheduleSpec& spec, std::size_t segment) {
  if (segment == 0) return {spec.profile.front().from, spec.profile.front().from, spec.profile_at};
  if (segment <= spec.profile.size()) return spec.profile[segment - 1];
  return {spec.profile.back().to, spec.profile.back().to, kNeverDue};
}

// How long from the start of a step until `slots` (in 1/kSecond) have come; it has more than that.
long double time_into(const model::RateStep& step, long double slots) {
  const long double from = step.from;
  if (slots <= 0) return 0;
  if (step.from == step.to) return slots / from;
  // from·t + (to − from)/(2·length)·t² = slots, in the form that loses no digits when the slope is small.
  const long double slope = (static_cast<long double>(step.to) - from) / static_cast<long double>(step.length);
  const long double root = std::sqrt(std::max(0.0L, from * from + 2 * slope * slots));
  return std::min(2 * slots / (from + root), static_cast<long double>(step.length));
}
}  // namespace

long double Schedule::segment_slots() const {
  const model::RateStep step = segment_of(spec_, segment_);
  const long double mean = (static_cast<long double>(step.from) + static_cast<long double>(step.to)) / 2;
  return mean * static_cast<long double>(step.length);
}

void Schedule::next_segment() {
  slots_before_segment_ += segment_slots();
  segment_start_ += segment_of(spec_, segment_).length;
  ++segment_;
}

Nanos Schedule::profile_due(long double slots) {
  // The phase is a part of a slot: the steps begin on time for every producer.
  slots = slots * static_cast<long double>(kSecond) + static_cast<long double>(spec_.phase) * spec_.rate;
  if (slots < slots_before_segment_) {
    segment_ = 0;
    segment_start_ = 0;
    slots_before_segment_ = 0;
  }
  while (segment_ <= spec_.profile.size() && slots >= slots_before_segment_ + segment_slots()) next_segment();
  const model::RateStep step = segment_of(spec_, segment_);
  if (segment_ > spec_.profile.size() && step.from == 0) return kNeverDue;
  const long double into = time_into(step, slots - slots_before_segment_);
  if (into >= static_cast<long double>(kNeverDue - segment_start_)) return kNeverDue;
  return segment_start_ + static_cast<Nanos>(std::llround(into));
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
  const bool uniform = spec_.arrivals == model::Arrivals::uniform;
  if (uniform && spec_.profile.empty()) return uniform_due(slot);
  if (uniform) return profile_due(static_cast<long double>(slot));
  if (slot / kBlock != block_) load_block(slot / kBlock);
  if (!spec_.profile.empty()) return profile_due(sums_[slot % kBlock]);
  return spec_.phase + static_cast<Nanos>(static_cast<long double>(sums_[slot % kBlock]) * interval_);
}

std::uint64_t Schedule::profile_slots_before(Nanos instant) {
  // Due times never go down: halve what is between a slot that is due before and one that is not.
  std::uint64_t low = 0, high = 1;
  while (due(high - 1) < instant) {
    low = high;
    high *= 2;
  }
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    due(middle) < instant ? low = middle + 1 : high = middle;
  }
  return low;
}

std::uint64_t Schedule::slots_before(Nanos instant) { return std::min(spec_.limit, unlimited_before(instant)); }

std::uint64_t Schedule::unlimited_before(Nanos instant) {
  instant = std::min(instant, kNeverDue);
  if (spec_.arrivals == model::Arrivals::uniform && !spec_.profile.empty()) return profile_slots_before(instant);
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
