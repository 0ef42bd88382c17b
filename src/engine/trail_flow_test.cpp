// SPDX-License-Identifier: Apache-2.0
#include "engine/trail_flow.hpp"

#include <gtest/gtest.h>

#include <map>

namespace amqpace::engine {
namespace {

using Targets = std::optional<std::vector<std::size_t>>;

struct Flow {
  std::map<std::size_t, std::uint64_t> died;
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> led;
};

Flow walk(std::vector<TrailSeen> seen, std::vector<Targets> targets) {
  const std::size_t queues = targets.size();
  const TrailFlow flow(std::move(seen), queues, [&targets](std::size_t q) -> const Targets& { return targets[q]; });
  Flow out;
  flow.walk([&out](std::size_t from, std::uint64_t n) { out.died[from] += n; },
            [&out](std::size_t from, std::size_t to, std::uint64_t n) { out.led[{from, to}] += n; });
  return out;
}

TEST(TrailFlow, CountsADeathOnEachQueueOfALadder) {
  const auto flow = walk({{{0, 1}, 2, 50}}, {{{1}}, {{2}}, {{}}});
  EXPECT_EQ(flow.died, (std::map<std::size_t, std::uint64_t>{{0, 50}, {1, 50}}));
  EXPECT_EQ((flow.led.at({0, 1})), 50u);
  EXPECT_EQ((flow.led.at({1, 2})), 50u);
}

TEST(TrailFlow, AddsWhatWasHandledOnTheWayToWhatWentFurther) {
  const auto flow = walk({{{0}, 1, 30}, {{0, 1}, 2, 20}}, {{{1}}, {{2}}, {{}}});
  EXPECT_EQ(flow.died.at(0), 50u);
  EXPECT_EQ(flow.died.at(1), 20u);
  EXPECT_EQ((flow.led.at({0, 1})), 50u);
}

TEST(TrailFlow, TakesTheCopyThatAccountsForMost) {
  // 0 is copied to 1 and 2; 1 has handled 40 of them so far, 2 all 50.
  const auto flow = walk({{{0}, 1, 40}, {{0}, 2, 50}}, {{{1, 2}}, {{}}, {{}}});
  EXPECT_EQ(flow.died.at(0), 50u);
  EXPECT_EQ((flow.led.at({0, 1})), 50u);
  EXPECT_EQ((flow.led.at({0, 2})), 50u);
}

TEST(TrailFlow, ExpectsNothingOfQueuesThatAreNotKnownToGetThem) {
  const auto flow = walk({{{0}, 2, 5}}, {std::nullopt, {{}}, {{}}});
  EXPECT_EQ(flow.died.at(0), 5u);
  EXPECT_EQ(flow.led, (std::map<std::pair<std::size_t, std::size_t>, std::uint64_t>{{{0, 2}, 5}}));
}

}  // namespace
}  // namespace amqpace::engine
