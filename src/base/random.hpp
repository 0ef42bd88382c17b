// SPDX-License-Identifier: Apache-2.0
// Seeded randomness. draw(seed, n) is a pure function of both, so a schedule can be cut anywhere and replayed.
#pragma once

#include <cmath>
#include <cstdint>

namespace amqpace {

// SplitMix64's finalizer over a Weyl sequence (Steele, Lea, Flood 2014).
constexpr std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// Draw number n of the stream `seed`, uniform over 64 bits.
constexpr std::uint64_t draw(std::uint64_t seed, std::uint64_t n) {
  return mix64(mix64(seed + 0x9e3779b97f4a7c15ULL) + (n + 1) * 0x9e3779b97f4a7c15ULL);
}

// Uniform in [0, 1).
constexpr double unit_draw(std::uint64_t seed, std::uint64_t n) {
  return static_cast<double>(draw(seed, n) >> 11) * 0x1.0p-53;
}

// Exponential with mean 1.
inline double exponential_draw(std::uint64_t seed, std::uint64_t n) { return -std::log1p(-unit_draw(seed, n)); }

// A stream with state, for tests and bodies.
class Random {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed) {}
  std::uint64_t next() { return draw(seed_, n_++); }
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  std::uint64_t below(std::uint64_t bound) { return bound == 0 ? 0 : next() % bound; }

 private:
  std::uint64_t seed_;
  std::uint64_t n_ = 0;
};

// Fresh entropy, for run ids and unseeded runs.
std::uint64_t random_seed();

}  // namespace amqpace
