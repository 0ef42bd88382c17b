// SPDX-License-Identifier: Apache-2.0
#include "broker/channel.hpp"

#include <gtest/gtest.h>

#include "broker/client_for_test.hpp"

namespace amqpace::broker {
namespace {

using Told = std::vector<std::string>;

class ChannelTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(a.queue("q")); }
  void send(std::string_view bodies) {
    for (std::size_t at = 0; at < bodies.size(); ++at) ASSERT_TRUE(a.publish("", "q", bodies.substr(at, 1)));
    core.finish_turn();
  }

  Core core{CoreOptions{}};
  TestClient a{core};
  TestClient b{core};
};

TEST_F(ChannelTest, DeliversAtMostThePrefetchAndGoesOnWithTheAcks) {
  b.consume("q", "c", 2);
  send("12345");
  EXPECT_EQ(b.bodies(), "1 2");
  EXPECT_EQ(a.depth("q"), 3u);
  ASSERT_TRUE(b.channel().ack(1, false));
  core.settle();
  EXPECT_EQ(b.bodies(), "1 2 3");
  ASSERT_TRUE(b.channel().ack(3, true));
  core.settle();
  EXPECT_EQ(b.bodies(), "1 2 3 4 5");
  ASSERT_TRUE(b.channel().ack(0, true));
  EXPECT_EQ(core.pool().living(), 0u);
  EXPECT_TRUE(b.channel().ack(0, true));
}

TEST_F(ChannelTest, HasNoLimitWithPrefetchZeroAndNoAcksWithNoAck) {
  b.consume("q", "c", 0);
  send("123");
  EXPECT_EQ(b.bodies(), "1 2 3");
  b.channel().cancel("c");
  b.consume("q", "n", 1, true);
  send("456");
  EXPECT_EQ(b.bodies(), "1 2 3 4 5 6");
  EXPECT_EQ(b.seen.back().tag, 6u);
  EXPECT_EQ(core.pool().living(), 3u);
  ASSERT_TRUE(b.channel().ack(3, true));
  EXPECT_EQ(core.pool().living(), 0u);
}

TEST_F(ChannelTest, LimitsAWholeChannel) {
  b.channel().set_prefetch(3, true);
  b.consume("q", "one");
  b.consume("q", "two");
  send("12345");
  EXPECT_EQ(b.bodies(), "1 2 3");
  ASSERT_TRUE(b.channel().ack(1, false));
  core.settle();
  EXPECT_EQ(b.bodies(), "1 2 3 4");
  b.channel().set_prefetch(0, true);
  core.settle();
  EXPECT_EQ(b.bodies(), "1 2 3 4 5");
}

TEST_F(ChannelTest, GivesConsumersTheirTurns) {
  b.consume("q", "one", 2);
  b.consume("q", "two", 2);
  send("12345");
  Told tags;
  for (const auto& one : b.seen) tags.push_back(one.consumer);
  EXPECT_EQ(tags, (Told{"one", "two", "one", "two"}));
  ASSERT_TRUE(b.channel().ack(2, false));
  core.settle();
  EXPECT_EQ(b.seen.back().consumer, "two");
  EXPECT_EQ(b.seen.back().body, "5");
}

TEST_F(ChannelTest, PutsRequeuedMessagesBackInTheirPlace) {
  b.consume("q", "c", 4);
  send("123456");
  ASSERT_TRUE(b.channel().reject(2, false, true));
  core.settle();
  EXPECT_EQ(b.bodies(), "1 2 3 4 2!");
  ASSERT_TRUE(b.channel().reject(4, true, true));
  core.settle();
  EXPECT_EQ(b.bodies(), "1 2 3 4 2! 1! 3! 4!");
  ASSERT_TRUE(b.channel().reject(5, false, false));
  core.settle();
  EXPECT_EQ(b.seen.back().body, "5");
  EXPECT_EQ(core.pool().living(), 5u);
}

TEST_F(ChannelTest, RequeuesWhatAClosedChannelHeld) {
  {
    TestClient c(core);
    c.consume("q", "c", 3);
    send("1234");
    EXPECT_EQ(c.bodies(), "1 2 3");
    ASSERT_TRUE(c.channel().ack(2, false));
  }
  EXPECT_EQ(a.depth("q"), 3u);
  b.consume("q", "b");
  core.settle();
  EXPECT_EQ(b.bodies(), "1! 3! 4");
  b.channel().recover();
  core.settle();
  EXPECT_EQ(b.bodies(), "1! 3! 4 1! 3! 4!");
}

TEST_F(ChannelTest, RefusesTagsThatAreNotOutstanding) {
  b.consume("q", "c", 3);
  send("123");
  ASSERT_TRUE(b.channel().ack(2, false));
  for (const std::uint64_t tag : {std::uint64_t{2}, std::uint64_t{4}, std::uint64_t{0}}) {
    const auto outcome = b.channel().ack(tag, false);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, 406);
    EXPECT_EQ(outcome.error().text, "PRECONDITION_FAILED - unknown delivery tag " + std::to_string(tag));
  }
  ASSERT_TRUE(b.channel().ack(3, true));
  EXPECT_EQ(b.channel().ack(3, true).error().text, "PRECONDITION_FAILED - unknown delivery tag 3");
}

TEST_F(ChannelTest, ConfirmsATurnWithOneMultipleAck) {
  a.channel().select_confirms();
  send("123");
  send("4");
  EXPECT_EQ(a.told, (Told{"ack 3 and before", "ack 4"}));
}

TEST_F(ChannelTest, ReturnsWhatReachesNoQueueAndConfirmsItThen) {
  a.channel().select_confirms();
  ASSERT_TRUE(a.publish("", "nowhere", "m", true));
  core.finish_turn();
  ASSERT_TRUE(a.publish("", "nowhere", "n", false));
  core.finish_turn();
  EXPECT_EQ(a.told, (Told{"return m", "ack 1", "ack 2"}));
  EXPECT_EQ(core.pool().living(), 0u);
}

TEST_F(ChannelTest, GetsOneByOne) {
  send("12");
  auto got = b.channel().get("q", false);
  ASSERT_TRUE(got && *got);
  EXPECT_EQ(as_text((*got)->entry.message->body()), "1");
  EXPECT_EQ((*got)->tag, 1u);
  EXPECT_EQ((*got)->left, 1u);
  got = b.channel().get("q", true);
  EXPECT_EQ((*got)->tag, 2u);
  got = b.channel().get("q", true);
  EXPECT_FALSE(*got);
  ASSERT_TRUE(b.channel().reject(1, false, true));
  got = b.channel().get("q", true);
  EXPECT_TRUE((*got)->entry.redelivered);
}

TEST_F(ChannelTest, HoldsBackWhileTheOutletIsFull) {
  b.consume("q", "c");
  b.room = false;
  send("12");
  EXPECT_EQ(b.bodies(), "");
  b.room = true;
  b.channel().room_again();
  core.settle();
  EXPECT_EQ(b.bodies(), "1 2");
}

TEST_F(ChannelTest, GivesTheOtherConsumersWhatAFullOneCannotTake) {
  b.consume("q", "slow", 1);
  a.consume("q", "fast", 0);
  send("12345");
  EXPECT_EQ(b.bodies(), "1");
  EXPECT_EQ(a.bodies(), "2 3 4 5");
}

TEST_F(ChannelTest, RefusesSecondConsumersWhereOneWantsToBeAlone) {
  ASSERT_TRUE(b.channel().consume({"q", "c", false, true}));
  EXPECT_EQ(a.channel().consume({"q", "d"}).error().text,
            "ACCESS_REFUSED - queue 'q' in vhost '/' in exclusive use");
  EXPECT_EQ(b.channel().consume({"q", "c"}).error().text, "NOT_ALLOWED - attempt to reuse consumer tag 'c'");
  EXPECT_TRUE(b.channel().consume({"q", "c"}).error().closes_connection());
  b.channel().cancel("c");
  ASSERT_TRUE(a.channel().consume({"q", "d"}));
  EXPECT_EQ(b.channel().consume({"q", "e", false, true}).error().code, 403);
}

TEST_F(ChannelTest, MakesConsumerTags) {
  const auto one = b.channel().consume({"q", ""}), two = b.channel().consume({"q", ""});
  EXPECT_EQ(one->substr(0, 9), "amq.ctag-");
  EXPECT_NE(*one, *two);
}

TEST_F(ChannelTest, LetsAcksComeAfterTheConsumerIsGone) {
  b.consume("q", "c", 2);
  send("123");
  b.channel().cancel("c");
  EXPECT_EQ(a.depth("q"), 1u);
  ASSERT_TRUE(b.channel().ack(1, false));
  ASSERT_TRUE(b.channel().reject(2, false, true));
  core.settle();
  EXPECT_EQ(a.depth("q"), 2u);
  EXPECT_EQ(b.bodies(), "1 2");
}

}  // namespace
}  // namespace amqpace::broker
