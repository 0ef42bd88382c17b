// SPDX-License-Identifier: Apache-2.0
// When each message is due (measurement.md, "Open loop"). One schedule per producer, shared by its K publishers: publisher k
// owns the slots s ≡ k (mod K). The broker never moves a slot.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/clock.hpp"
#include "model/plan.hpp"

namespace amqpace::engine {

// The due time of a slot that never comes, because the rate stays 0. Far enough from the largest number that t0 can be added.
inline constexpr Nanos kNeverDue = kNever / 2;

struct ScheduleSpec {
  double rate = 1;   // messages per second, > 0; of a profile the mean
  Nanos phase = 0;   // (i/n)/r of producer i of n, so that equal producers do not fire together
  model::Arrivals arrivals = model::Arrivals::uniform;
  std::uint64_t seed = 0;  // of Poisson arrivals, and of random bodies
  std::span<const model::RateStep> profile = {};  // the Plan's
  Nanos profile_at = 0;                           // where it begins: W0
  std::uint64_t limit = UINT64_MAX;  // slots from this one on are never due (maxMessages until drained; no publishers)
};

// Producer i's slots: the seed is drawn from the run's.
ScheduleSpec schedule_of(const model::Plan& plan, std::size_t producer, std::uint64_t run_seed);

// Which routing key slot s of K publishers uses: (⌊s/K⌋ + k) mod keys with k = s mod K. Exact shares, no publisher stuck on one.
inline std::size_t key_of_slot(std::uint64_t slot, std::uint64_t publishers, std::size_t keys) {
  if (keys == 1) return 0;  // asked several times a message: three divisions less
  return static_cast<std::size_t>((slot / publishers + slot % publishers) % keys);
}

// With a profile slot s is due where the integral of the rate has reached s and goes on: a slot that is reached just when a
// pause begins is due at the pause's end. Before the profile its first rate holds, after it its last.
//
// Due times are a pure function of (spec, slot). A Poisson schedule is read through a cursor, cheap for slots that do not go
// down (blocks of kBlock draws); going back starts again from slot 0. Copy it freely: one cursor a reader.
class Schedule {
 public:
  explicit Schedule(const ScheduleSpec& spec);

  Nanos due(std::uint64_t slot);              // since t0
  bool has(std::uint64_t slot) const { return slot < spec_.limit; }
  std::uint64_t slots_before(Nanos instant);  // how many slots are due before this instant (since t0)
  const ScheduleSpec& spec() const { return spec_; }

 private:
  std::uint64_t unlimited_before(Nanos instant);
  static constexpr std::uint64_t kBlock = 256;
  Nanos uniform_due(std::uint64_t slot) const;
  void load_block(std::uint64_t block);
  std::uint64_t profile_slots_before(Nanos instant);
  Nanos profile_due(long double slots);
  long double segment_slots() const;  // of the whole segment, in 1/kSecond slots
  void next_segment();

  ScheduleSpec spec_;
  long double interval_;  // ns
  std::uint64_t block_ = UINT64_MAX;
  double block_end_ = 0;  // sum of all draws through the loaded block, in mean intervals
  std::array<double, kBlock> sums_{};
  // Where a profile is being read: the warm-up, its steps, what follows. Sums in 1/kSecond slots are whole for whole rates.
  std::size_t segment_ = 0;
  Nanos segment_start_ = 0;
  long double slots_before_segment_ = 0;
};

}  // namespace amqpace::engine
