// SPDX-License-Identifier: Apache-2.0
#include "broker/flow.hpp"

#include <gtest/gtest.h>

namespace amqpace::broker {
namespace {

TEST(Flow, HoldsPublishersBackWhileALongBacklogGetsShorter) {
  Flow flow(4000);
  EXPECT_FALSE(flow.follow(1000, 1, kSecond));
  EXPECT_TRUE(flow.follow(1001, 2, kSecond));
  EXPECT_EQ(flow.next(), kSecond + 100 * kMillisecond);
  EXPECT_TRUE(flow.follow(1001, 2, kSecond + 99 * kMillisecond));
  EXPECT_FALSE(flow.follow(999, 3, kSecond + 99 * kMillisecond));
  EXPECT_EQ(flow.next(), kNever);
}

TEST(Flow, LetsThemGoOnWhereNothingLeaves) {
  Flow flow(4000);
  EXPECT_FALSE(flow.follow(2000, 0, kSecond));
  EXPECT_TRUE(flow.follow(2000, 1, 2 * kSecond));
  EXPECT_FALSE(flow.follow(2000, 1, 2 * kSecond + 100 * kMillisecond));
}

}  // namespace
}  // namespace amqpace::broker
