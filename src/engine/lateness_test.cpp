// SPDX-License-Identifier: Apache-2.0
#include "engine/lateness.hpp"

#include <gtest/gtest.h>

namespace amqpace::engine {
namespace {
using model::Cause;

constexpr Nanos ms(Nanos n) { return n * kMillisecond; }

TEST(Cause, IsTheFirstThatApplies) {
  EXPECT_EQ(cause_of({}, 0), std::nullopt);
  EXPECT_EQ(cause_of({.connected = false, .blocked = true}, 0), Cause::reconnecting);
  EXPECT_EQ(cause_of({.blocked = true, .window_full = true}, 0), Cause::blocked);
  EXPECT_EQ(cause_of({.window_full = true, .oldest_unanswered_sent = 0, .socket_full = true}, ms(100)), Cause::confirms);
  EXPECT_EQ(cause_of({.window_full = true, .oldest_unanswered_sent = 0, .socket_full = true}, ms(99)), Cause::socket);
  EXPECT_EQ(cause_of({.window_full = true, .oldest_unanswered_sent = 0}, ms(99)), Cause::window);
}

TEST(Lateness, IsChargedOnlyBeyondTenMilliseconds) {
  Lateness l;
  model::LateTime t;
  l.settle(ms(100), {.window_full = true, .oldest_unanswered_sent = ms(95)}, ms(100));
  l.charge(ms(150), t);
  EXPECT_EQ(t[Cause::window], ms(40));  // 110..150
  EXPECT_EQ(t.total(), ms(40));
}

TEST(Lateness, ChangesItsCauseWithTheObstacle) {
  Lateness l;
  model::LateTime t;
  const Obstacles full{.window_full = true, .oldest_unanswered_sent = 0};
  l.settle(0, full, ms(50));
  l.charge(ms(100), t);
  l.settle(0, full, ms(100));
  l.charge(ms(400), t);
  EXPECT_EQ(t[Cause::window], ms(50));
  EXPECT_EQ(t[Cause::confirms], ms(300));
}

TEST(Lateness, StaysWithTheCauseWhileCatchingUp) {
  Lateness l;
  model::LateTime t;
  l.settle(0, {.blocked = true}, ms(20));
  l.charge(ms(500), t);
  l.settle(ms(300), {}, ms(501));  // 201 ms behind, was 500: catching up
  l.charge(ms(510), t);
  l.settle(ms(290), {}, ms(520));  // 230 ms behind: falling back with nothing in the way
  l.charge(ms(530), t);
  EXPECT_EQ(t[Cause::blocked], ms(480) + ms(9));
  EXPECT_EQ(t[Cause::generator], ms(10));
}

TEST(Lateness, CountsNothingOnSchedule) {
  Lateness l;
  model::LateTime t;
  l.settle(kNever, {}, ms(1));
  l.charge(ms(1000), t);
  l.settle(ms(1000), {}, ms(1005));
  l.charge(ms(1010), t);
  EXPECT_EQ(t.total(), 0);
}

}  // namespace
}  // namespace amqpace::engine
