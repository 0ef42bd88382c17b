// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace amqpace::engine {
namespace {

TEST(Schedule, IsExactAtRoundRates) {
  Schedule s({.rate = 5000});
  for (std::uint64_t slot = 1; slot < 200'000; ++slot) ASSERT_EQ(s.due(slot) - s.due(slot - 1), 200'000);
  EXPECT_EQ(s.slots_before(30 * kSecond), 150'000u);
  EXPECT_EQ(s.slots_before(0), 0u);
  EXPECT_EQ(s.slots_before(1), 1u);
}

TEST(Schedule, DoesNotDriftAtUnevenRates) {
  Schedule s({.rate = 3000});
  EXPECT_EQ(s.due(3000), kSecond);
  EXPECT_EQ(s.due(3000ULL * 86'400), 86'400 * kSecond);
  EXPECT_EQ(s.slots_before(kSecond), 3000u);
}

TEST(Schedule, TakesFractionalRates) {
  Schedule s({.rate = 0.5});
  EXPECT_EQ(s.due(1), 2 * kSecond);
  EXPECT_EQ(s.slots_before(10 * kSecond), 5u);
}

TEST(Schedule, ShiftsByThePhase) {
  Schedule s({.rate = 1000, .phase = 250'000});
  EXPECT_EQ(s.due(0), 250'000);
  EXPECT_EQ(s.slots_before(250'000), 0u);
  EXPECT_EQ(s.slots_before(250'001), 1u);
}

TEST(Schedule, PoissonIsAPureFunctionOfSeedAndSlot) {
  const ScheduleSpec spec{.rate = 10'000, .phase = 0, .arrivals = model::Arrivals::poisson, .seed = 42};
  Schedule forward(spec), jumping(spec);
  std::vector<Nanos> dues;
  for (std::uint64_t slot = 0; slot < 2000; ++slot) dues.push_back(forward.due(slot));
  for (const std::uint64_t slot : {1999u, 0u, 1024u, 255u, 256u, 257u}) EXPECT_EQ(jumping.due(slot), dues[slot]);
  Schedule other({.rate = 10'000, .phase = 0, .arrivals = model::Arrivals::poisson, .seed = 43});
  EXPECT_NE(other.due(100), dues[100]);
  EXPECT_EQ(jumping.slots_before(dues[1500]), 1500u);
  EXPECT_EQ(jumping.slots_before(dues[1500] + 1), 1501u);
}

TEST(Schedule, PoissonCountsHaveThePoissonVariance) {
  Schedule s({.rate = 10'000, .phase = 0, .arrivals = model::Arrivals::poisson, .seed = 7});
  std::vector<double> bins;
  for (std::uint64_t slot = 0; slot < 1'000'000; ++slot) {
    const auto bin = static_cast<std::size_t>(s.due(slot) / (100 * kMillisecond));
    if (bins.size() <= bin) bins.resize(bin + 1);
    bins[bin] += 1;
  }
  bins.pop_back();  // cut by the last slot
  double mean = 0, variance = 0;
  for (const double b : bins) mean += b / static_cast<double>(bins.size());
  for (const double b : bins) variance += (b - mean) * (b - mean) / static_cast<double>(bins.size() - 1);
  EXPECT_NEAR(mean, 1000, 10);
  EXPECT_GE(variance / mean, 0.9);
  EXPECT_LE(variance / mean, 1.1);
}

}  // namespace
}  // namespace amqpace::engine
