// SPDX-License-Identifier: Apache-2.0
#include "engine/trail.hpp"

#include <gtest/gtest.h>

namespace amqpace::engine {
namespace {

// 0 → 1 → 2 → 3, and what is rejected on 3 goes to 1 as well.
const Feeders kLadder{{}, {0, 3}, {1}, {2}};

std::vector<std::int16_t> queues_of(const Trail& trail) {
  return {trail.queues.begin(), trail.queues.begin() + static_cast<std::ptrdiff_t>(trail.size())};
}

using Queues = std::vector<std::int16_t>;

TEST(Trail, IsWhatIsListedWhereThatIsAWay) {
  const Fate fates[] = {{2, false}, {1, false}, {0, false}};
  const Trail trail = trail_of(fates, kLadder, 3);
  EXPECT_EQ(queues_of(trail), (Queues{2, 1, 0}));
  EXPECT_TRUE(trail.from_publish);
}

TEST(Trail, IsPutInOrderAlongTheDeadLetterExchanges) {
  const Fate fates[] = {{2, false}, {0, false}, {1, false}};
  const Trail trail = trail_of(fates, kLadder, 3);
  EXPECT_EQ(queues_of(trail), (Queues{2, 1, 0}));
  EXPECT_TRUE(trail.from_publish);
}

TEST(Trail, BeginsBehindTheLastReject) {
  const Fate listed[] = {{2, false}, {1, false}, {3, true}, {0, false}};
  EXPECT_EQ(queues_of(trail_of(listed, kLadder, 3)), (Queues{2, 1}));
  EXPECT_FALSE(trail_of(listed, kLadder, 3).from_publish);
  const Fate shuffled[] = {{2, false}, {3, true}, {1, false}};
  EXPECT_EQ(queues_of(trail_of(shuffled, kLadder, 3)), (Queues{2, 1}));
  EXPECT_FALSE(trail_of(shuffled, kLadder, 3).from_publish);
}

TEST(Trail, IsEmptyBehindARejectAndWhereTheFileKnowsNoWay) {
  const Fate rejected[] = {{3, true}, {2, false}, {1, false}};
  EXPECT_TRUE(trail_of(rejected, kLadder, 1).empty());
  const Fate strange[] = {{-1, false}, {1, false}};
  EXPECT_TRUE(trail_of(strange, kLadder, 3).empty());
}

}  // namespace
}  // namespace amqpace::engine
