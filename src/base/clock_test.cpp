// SPDX-License-Identifier: Apache-2.0
#include "base/clock.hpp"

#include <gtest/gtest.h>

namespace amqpace {
namespace {

TEST(Clock, PrintsUtc) {
  EXPECT_EQ(utc_stamp(0), "19700101-000000");
  EXPECT_EQ(utc_iso(0), "1970-01-01T00:00:00.000Z");
  const Nanos wall = 1'796'068'800 * kSecond + 123'999'999;
  EXPECT_EQ(utc_stamp(wall), "20261130-200000");
  EXPECT_EQ(utc_iso(wall), "2026-11-30T20:00:00.123Z");
}

TEST(Clock, OfASimulationMovesByHand) {
  SimClock clock;
  EXPECT_EQ(clock.now(), 0);
  EXPECT_EQ(utc_stamp(clock.wall_now()), "20260101-000000");
  clock.advance(90 * kSecond);
  EXPECT_EQ(clock.now(), 90 * kSecond);
  EXPECT_EQ(utc_iso(clock.wall_now()), "2026-01-01T00:01:30.000Z");
  clock.set(kHour);
  EXPECT_EQ(clock.now(), kHour);
}

TEST(Clock, OfTheSystemDoesNotRunBackwards) {
  const SystemClock clock;
  Nanos last = clock.now();
  for (int i = 0; i < 1'000; ++i) {
    const Nanos now = clock.now();
    ASSERT_GE(now, last);
    last = now;
  }
  EXPECT_GT(clock.wall_now(), 1'767'225'600 * kSecond);
}

}  // namespace
}  // namespace amqpace
