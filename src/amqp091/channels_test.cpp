// SPDX-License-Identifier: Apache-2.0
#include "amqp091/channels.hpp"

#include <gtest/gtest.h>

namespace amqpace::amqp091 {
namespace {

TEST(Channels, HandsOutTheLowestClosedNumber) {
  Channels channels;
  channels.set_highest(3);
  for (const std::uint16_t number : {1, 2, 3}) {
    EXPECT_EQ(channels.lowest_closed(), number);
    channels.set(number, ChannelState::open);
  }
  EXPECT_EQ(channels.lowest_closed(), 0);
  channels.set(2, ChannelState::closing);
  EXPECT_EQ(channels.lowest_closed(), 0);
  channels.set(2, ChannelState::closed);
  EXPECT_EQ(channels.lowest_closed(), 2);
}

TEST(Channels, ReachTheHighestNumberThereIs) {
  Channels channels;
  channels.set_highest(UINT16_MAX);
  for (std::uint32_t number = 1; number < UINT16_MAX; ++number)
    channels.set(static_cast<std::uint16_t>(number), ChannelState::open);
  EXPECT_EQ(channels.lowest_closed(), UINT16_MAX);
  channels.set(UINT16_MAX, ChannelState::open);
  EXPECT_EQ(channels.lowest_closed(), 0);
}

TEST(Channels, UseTheMemoryOfAnAssemblyAgain) {
  Channels channels;
  channels.set_highest(2);
  channels.set(1, ChannelState::open);
  channels.set(2, ChannelState::open);
  Assembly* const first = &channels.begin_assembly(1);
  const std::vector<std::byte> part(100);
  channels.set_header(*first, part);
  channels.add_body(*first, part);
  EXPECT_EQ(channels.assembling_bytes(), 200u);
  EXPECT_EQ(channels.assembly(2), nullptr);
  channels.set(1, ChannelState::closed);
  EXPECT_EQ(channels.assembling_bytes(), 0u);
  Assembly& second = channels.begin_assembly(2);
  EXPECT_EQ(&second, first);
  EXPECT_TRUE(second.body.empty());
  EXPECT_EQ(second.awaits, Assembly::Awaits::header);
}

}  // namespace
}  // namespace amqpace::amqp091
