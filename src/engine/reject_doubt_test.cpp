// SPDX-License-Identifier: Apache-2.0
#include "engine/reject_doubt.hpp"

#include <gtest/gtest.h>

namespace amqpace::engine {
namespace {

Stamp stamp(std::uint64_t sequence) { return {.prefill = false, .producer = 1, .run_id = 7, .sequence = sequence, .due = 0, .sent = {}}; }
Reject reject(std::uint64_t sequence, std::uint64_t rejected_here = 0) {
  return {.producer = 1, .sequence = sequence, .prefill = false, .rejected_here = rejected_here, .instants = 0};
}

TEST(RecentRejects, KeepsTheLastOnes) {
  RecentRejects recent(2);
  for (const std::uint64_t s : {1, 2, 3}) recent.push(reject(s));
  const auto taken = recent.take();
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[0].sequence + taken[1].sequence, 5u);
  EXPECT_TRUE(recent.take().empty());
}

TEST(RejectDoubts, EndWhenTheMessageComesAgain) {
  RejectDoubts doubts;
  for (const std::uint64_t s : {1, 2, 3}) doubts.add(reject(s, 4));
  EXPECT_EQ(doubts.settle(stamp(9), true, 4), nullptr);
  const Reject* const lost = doubts.settle(stamp(1), true, 4);
  ASSERT_NE(lost, nullptr);
  EXPECT_EQ(lost->sequence, 1u);
  EXPECT_EQ(doubts.settle(stamp(1), true, 4), nullptr);   // once
  EXPECT_EQ(doubts.settle(stamp(2), true, 5), nullptr);   // rejected, came round, and was given again
  EXPECT_EQ(doubts.settle(stamp(3), false, 4), nullptr);  // not the delivery that was rejected
  EXPECT_TRUE(doubts.empty());
}

}  // namespace
}  // namespace amqpace::engine
