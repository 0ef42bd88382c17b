// SPDX-License-Identifier: Apache-2.0
// Heartbeats on time that is moved by hand: 10 s are agreed, so one goes out after 5 s without another byte,
// and after 20 s of silence the peer is missed.
#include <gtest/gtest.h>

#include "amqp091/pair_for_test.hpp"

namespace amqpace::amqp091 {
namespace {

constexpr std::size_t kHeartbeatSize = 8;

TEST(Heartbeat, GoesOutAfterHalfAnIntervalOfOurSilence) {
  Pair pair;
  pair.open();
  EXPECT_EQ(pair.client.next_tick(), 2500 * kMillisecond);
  EXPECT_EQ(pair.client.tick(5 * kSecond - 1), Tick::ok);
  EXPECT_TRUE(pair.client.out().empty());
  EXPECT_EQ(pair.client.tick(5 * kSecond), Tick::ok);
  EXPECT_EQ(wire::as_text(pair.client.out().view()), wire::as_text(raw_frame(8, 0, {})));
  EXPECT_EQ(pair.client.next_tick(), 7500 * kMillisecond);
}

TEST(Heartbeat, IsPutOffByAnythingSent) {
  Pair pair;
  pair.open();
  pair.client.tick(4 * kSecond);
  pair.client.open_channel();  // at some time between 4 s and 6 s
  const std::size_t size = pair.client.out().size();
  pair.client.tick(6 * kSecond);
  EXPECT_EQ(pair.client.out().size(), size);
  pair.client.tick(9 * kSecond - 1);
  EXPECT_EQ(pair.client.out().size(), size);
  pair.client.tick(9 * kSecond);
  EXPECT_EQ(pair.client.out().size(), size + kHeartbeatSize);
  pair.client.tick(14 * kSecond - 1);
  EXPECT_EQ(pair.client.out().size(), size + kHeartbeatSize);
  pair.client.tick(14 * kSecond);
  EXPECT_EQ(pair.client.out().size(), size + 2 * kHeartbeatSize);
}

TEST(Heartbeat, KeepsAnIdlePairAliveForAnHour) {
  Pair pair;
  pair.open();
  while (pair.now < kHour) {
    pair.now = std::min(pair.client.next_tick(), pair.server.next_tick());
    ASSERT_EQ(pair.client.tick(pair.now), Tick::ok);
    ASSERT_EQ(pair.server.tick(pair.now), Tick::ok);
    pair.run();
  }
  EXPECT_TRUE(pair.client_notes.lines.empty());
  EXPECT_TRUE(pair.server_notes.lines.empty());
}

TEST(Heartbeat, IsMissedAfterTwoIntervalsOfTheirSilence) {
  Pair pair;
  pair.open();
  EXPECT_EQ(pair.client.tick(20 * kSecond - 1), Tick::ok);
  EXPECT_EQ(pair.client.tick(20 * kSecond), Tick::heartbeat_missed);
  pair.client.receive(Bytes(raw_frame(8, 0, {})).first(1), 21 * kSecond,
                      pair.client_notes);  // any byte counts
  EXPECT_EQ(pair.client.tick(41 * kSecond - 1), Tick::ok);
  EXPECT_EQ(pair.client.tick(41 * kSecond), Tick::heartbeat_missed);
}

TEST(Heartbeat, IsOffWhenBothSidesWantNone) {
  Options wants = client_options(), offers = server_options();
  wants.heartbeat = offers.heartbeat = 0;
  Pair pair(wants, offers);
  pair.open();
  EXPECT_EQ(pair.client.next_tick(), kNever);
  EXPECT_EQ(pair.client.tick(kHour), Tick::ok);
  EXPECT_TRUE(pair.client.out().empty());
}

}  // namespace
}  // namespace amqpace::amqp091
