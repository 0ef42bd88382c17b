// SPDX-License-Identifier: Apache-2.0
// Recorded values are pinned: a schedule drawn from a seed today must be the same one in ten years.
#include "base/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace amqpace {
namespace {

TEST(Random, IsAPureFunctionOfSeedAndNumber) {
  Random random(42);
  for (std::uint64_t n = 0; n < 100; ++n) EXPECT_EQ(random.next(), draw(42, n));
  static_assert(draw(1, 2) == draw(1, 2));
  EXPECT_NE(draw(1, 0), draw(2, 0));
  EXPECT_NE(draw(1, 0), draw(1, 1));
}

TEST(Random, DrawsTheSameForever) {
  EXPECT_EQ(draw(0, 0), 0xa706dd2f4d197e6fULL);
  EXPECT_EQ(draw(42, 7), 0xbc16a3d4cc48678eULL);
}

TEST(Random, DoesNotRepeatItselfInNeighbouringStreams) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (std::uint64_t n = 0; n < 100; ++n) seen.insert(draw(seed, n));
  EXPECT_EQ(seen.size(), 10'000U);
}

TEST(Random, IsUniformOverTheUnitInterval) {
  constexpr std::uint64_t kDraws = 100'000;
  std::array<int, 10> bins{};
  double sum = 0;
  for (std::uint64_t n = 0; n < kDraws; ++n) {
    const double u = unit_draw(3, n);
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    ++bins[static_cast<std::size_t>(u * 10)];
    sum += u;
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 0.005);
  for (const int bin : bins) EXPECT_NEAR(bin, 10'000, 400);
}

TEST(Random, IsExponentialWithMeanOne) {
  constexpr std::uint64_t kDraws = 100'000;
  double sum = 0, squares = 0;
  for (std::uint64_t n = 0; n < kDraws; ++n) {
    const double x = exponential_draw(5, n);
    ASSERT_GE(x, 0.0);
    sum += x;
    squares += x * x;
  }
  const double mean = sum / kDraws;
  EXPECT_NEAR(mean, 1.0, 0.02);
  EXPECT_NEAR(squares / kDraws - mean * mean, 1.0, 0.05);
}

TEST(Random, StaysBelowItsBound) {
  Random random(9);
  for (int i = 0; i < 1'000; ++i) EXPECT_LT(random.below(7), 7U);
  EXPECT_EQ(random.below(0), 0U);
  EXPECT_EQ(random.below(1), 0U);
}

TEST(Random, HasFreshSeeds) {
  EXPECT_NE(random_seed(), random_seed());
}

}  // namespace
}  // namespace amqpace
