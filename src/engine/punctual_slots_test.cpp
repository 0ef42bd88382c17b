// SPDX-License-Identifier: Apache-2.0
#include "engine/punctual_slots.hpp"

#include <gtest/gtest.h>

namespace amqpace::engine {
namespace {

constexpr Nanos kMs = kMillisecond;

TEST(PunctualSlots, RecoverAtTheEndOfTheLastMissBeforeAGoodSecond) {
  PunctualSlots slots;
  for (Nanos due = 2'000 * kMs; due < 5'000 * kMs; due += kMs) slots.missed(due);
  slots.missed(5'995 * kMs);  // less than a second later: not recovered before it
  EXPECT_EQ(slots.recovered_after(2'100 * kMs, 20 * kSecond), 3'900 * kMs);
}

TEST(PunctualSlots, RecoverAtOnceWhereNothingWasMissed) {
  PunctualSlots slots;
  slots.missed(500 * kMs);
  EXPECT_EQ(slots.recovered_after(2 * kSecond, 20 * kSecond), 0);
}

TEST(PunctualSlots, AreNotKnownToRecoverInTheLastSecond) {
  PunctualSlots slots;
  slots.missed(9'500 * kMs);
  EXPECT_EQ(slots.recovered_after(9 * kSecond, 10 * kSecond), std::nullopt);
  EXPECT_EQ(slots.recovered_after(9 * kSecond, 10'510 * kMs), 510 * kMs);
}

TEST(PunctualSlots, OfTwoWorkersMissWhatEitherMissed) {
  PunctualSlots a, b;
  a.missed(1'000 * kMs);
  b.missed(1'700 * kMs);
  a.merge(b);
  EXPECT_EQ(a.recovered_after(kSecond, 20 * kSecond), 710 * kMs);
}

}  // namespace
}  // namespace amqpace::engine
