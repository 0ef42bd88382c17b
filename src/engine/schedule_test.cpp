// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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

// How many slots a profile has had at an instant, by adding up small steps: the midpoint rule is exact for straight lines.
double slots_at(const ScheduleSpec& spec, Nanos instant) {
  constexpr Nanos kStep = 100 * kMicrosecond;
  double sum = 0;
  for (Nanos t = 0; t < instant; t += kStep) {
    const Nanos middle = t + kStep / 2;
    double rate = middle < spec.profile_at ? spec.profile.front().from : spec.profile.back().to;
    Nanos start = spec.profile_at;
    for (const auto& step : spec.profile) {
      if (middle >= start && middle < start + step.length)
        rate = step.from + (step.to - step.from) * static_cast<double>(middle - start) / static_cast<double>(step.length);
      start += step.length;
    }
    sum += rate * static_cast<double>(kStep) / 1e9;
  }
  return sum;
}

const std::vector<model::RateStep> kShape{{1000, 1000, 2 * kSecond},
                                          {1000, 5000, 3 * kSecond},
                                          {0, 0, kSecond},
                                          {300, 0, 4 * kSecond},
                                          {0, 700, kSecond},
                                          {50, 50, kSecond}};

ScheduleSpec shaped(model::Arrivals arrivals = model::Arrivals::uniform) {
  return {.rate = 1000, .phase = 0, .arrivals = arrivals, .seed = 42, .profile = kShape, .profile_at = kSecond};
}

TEST(Schedule, OfAProfileIsExactAtItsSteps) {
  Schedule s(shaped());
  EXPECT_EQ(s.due(0), 0);
  EXPECT_EQ(s.due(999), 999 * kMillisecond);
  EXPECT_EQ(s.slots_before(kSecond), 1000u);         // the warm-up
  EXPECT_EQ(s.slots_before(3 * kSecond), 3000u);     // 2 s of 1,000/s
  EXPECT_EQ(s.slots_before(6 * kSecond), 12'000u);   // 3 s from 1,000/s to 5,000/s: 9,000
  EXPECT_EQ(s.slots_before(7 * kSecond), 12'000u);   // a pause
  EXPECT_EQ(s.due(12'000), 7 * kSecond);             // reached when the pause begins, due at its end
  EXPECT_EQ(s.slots_before(11 * kSecond), 12'600u);  // 4 s from 300/s to nothing: 600
  EXPECT_EQ(s.slots_before(12 * kSecond), 12'950u);
  EXPECT_EQ(s.slots_before(13 * kSecond), 13'000u);
  EXPECT_EQ(s.slots_before(23 * kSecond), 13'500u);  // the last rate holds
}

TEST(Schedule, OfAProfileAgreesWithTheIntegralOfTheRate) {
  Schedule s(shaped());
  for (Nanos t = 0; t <= 14 * kSecond; t += 317 * kMillisecond)
    EXPECT_NEAR(static_cast<double>(s.slots_before(t)), slots_at(shaped(), t), 1.0) << t;
  for (std::uint64_t slot = 1; slot < 13'100; slot += 37)
    EXPECT_NEAR(slots_at(shaped(), s.due(slot)), static_cast<double>(slot), 0.6) << slot;
}

TEST(Schedule, OfAProfileIsAPureFunctionOfTheSlot) {
  for (const auto arrivals : {model::Arrivals::uniform, model::Arrivals::poisson}) {
    Schedule forward(shaped(arrivals)), jumping(shaped(arrivals));
    std::vector<Nanos> dues;
    for (std::uint64_t slot = 0; slot < 13'500; ++slot) dues.push_back(forward.due(slot));
    EXPECT_TRUE(std::is_sorted(dues.begin(), dues.end()));
    for (std::uint64_t k = 0; k < 500; ++k) {
      const std::uint64_t slot = k * 7919 % 13'500;
      ASSERT_EQ(jumping.due(slot), dues[slot]);
    }
    EXPECT_EQ(jumping.slots_before(dues[5000]), 5000u);
    EXPECT_EQ(jumping.slots_before(dues[5000] + 1), 5001u);
  }
}

TEST(Schedule, OfAPoissonProfileHasItsStepsRates) {
  Schedule s(shaped(model::Arrivals::poisson));
  const auto between = [&](Nanos a, Nanos b) { return static_cast<double>(s.slots_before(b) - s.slots_before(a)); };
  EXPECT_NEAR(between(kSecond, 3 * kSecond), 2000, 4 * std::sqrt(2000.0));
  EXPECT_NEAR(between(3 * kSecond, 6 * kSecond), 9000, 4 * std::sqrt(9000.0));
  EXPECT_EQ(between(6 * kSecond, 7 * kSecond), 0);
}

TEST(Schedule, OfAProfileThatEndsInSilenceEnds) {
  const std::vector<model::RateStep> steps{{0, 0, kSecond}, {100, 100, kSecond}, {0, 0, kSecond}};
  for (const auto arrivals : {model::Arrivals::uniform, model::Arrivals::poisson}) {
    Schedule s({.rate = 33, .phase = 0, .arrivals = arrivals, .seed = 1, .profile = steps, .profile_at = kSecond});
    EXPECT_EQ(s.slots_before(2 * kSecond), 0u);
    EXPECT_EQ(s.due(1'000'000), kNeverDue);
    EXPECT_EQ(s.slots_before(kHour), s.slots_before(3 * kSecond));
    EXPECT_EQ(s.slots_before(kNever), s.slots_before(3 * kSecond));
  }
  Schedule s({.rate = 33, .phase = 0, .arrivals = model::Arrivals::uniform, .profile = steps, .profile_at = kSecond});
  EXPECT_EQ(s.due(0), 2 * kSecond);
  EXPECT_EQ(s.slots_before(kHour), 100u);
}

TEST(Schedule, SpreadsTheProfilesOfSeveralProducers) {
  // The second of two: half a slot later, and its steps begin on time all the same.
  const std::vector<model::RateStep> steps{{10, 10, kSecond}, {1000, 1000, kSecond}};
  Schedule s({.rate = 10, .phase = 50 * kMillisecond, .arrivals = model::Arrivals::uniform, .profile = steps});
  EXPECT_EQ(s.due(0), 50 * kMillisecond);
  EXPECT_EQ(s.due(9), 950 * kMillisecond);
  EXPECT_EQ(s.due(10), kSecond + kMillisecond / 2);
  EXPECT_EQ(s.due(11), kSecond + 3 * kMillisecond / 2);
}

}  // namespace
}  // namespace amqpace::engine
