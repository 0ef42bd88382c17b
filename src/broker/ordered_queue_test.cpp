// SPDX-License-Identifier: Apache-2.0
// What queues do with messages that are too old, too many, urgent or brought back.
#include "broker/ordered_queue.hpp"

#include <gtest/gtest.h>

#include "broker/client_for_test.hpp"

namespace amqpace::broker {
namespace {

using amqp091::Properties;
using Told = std::vector<std::string>;

Argument text(const char* key, const char* value) {
  return {key, "longstr", value};
}
Argument number(const char* key, int value) {
  return {key, "signedint", std::to_string(value)};
}

class OrderedQueueTest : public testing::Test {
 protected:
  void send(const char* queue, std::string_view bodies) {
    for (std::size_t i = 0; i < bodies.size(); ++i) ASSERT_TRUE(a.publish("", queue, bodies.substr(i, 1)));
    core.finish_turn();
  }
  void send_for(const char* queue, const char* body, const char* milliseconds) {
    ASSERT_TRUE(a.publish("", queue, body, Properties().with_expiration(milliseconds)));
    core.finish_turn();
  }
  void send_urgent(const char* queue, const char* body, std::uint8_t priority) {
    ASSERT_TRUE(a.publish("", queue, body, Properties().with_priority(priority)));
  }
  std::string drain(const char* queue) {
    std::string bodies;
    while (true) {
      const auto got = b.channel().get(queue, true);
      if (!got || !*got) return bodies;
      bodies += as_text((*got)->entry.message->body());
    }
  }
  const QueueTruth& truth(const char* queue) { return core.injector().queue("/", queue); }

  Core core{CoreOptions{}};
  TestClient a{core};
  TestClient b{core};
};

TEST_F(OrderedQueueTest, DropsMessagesAtTheEndOfTheirTime) {
  ASSERT_TRUE(a.queue("q", {number("x-message-ttl", 100)}));
  send("q", "1");
  run_until(core, 50 * kMillisecond);
  send("q", "2");
  run_until(core, 100 * kMillisecond - 1);
  EXPECT_EQ(a.depth("q"), 2u);
  run_until(core, 100 * kMillisecond);
  EXPECT_EQ(a.depth("q"), 1u);
  run_until(core, 150 * kMillisecond);
  EXPECT_EQ(core.pool().living(), 0u);
  EXPECT_EQ(truth("q").expired, 2u);
}

TEST_F(OrderedQueueTest, LooksAtTheHeadOnly) {
  ASSERT_TRUE(a.queue("q"));
  send_for("q", "1", "100");
  send_for("q", "2", "10");
  run_until(core, 99 * kMillisecond);
  EXPECT_EQ(a.depth("q"), 2u);
  run_until(core, 100 * kMillisecond);
  EXPECT_EQ(a.depth("q"), 0u);
}

TEST_F(OrderedQueueTest, LeavesTimeToWhatWasDeliveredAndTakesItBackAsItWas) {
  ASSERT_TRUE(a.queue("q", {number("x-message-ttl", 100)}));
  b.consume("q", "c", 1);
  send("q", "1");
  run_until(core, kSecond);
  ASSERT_TRUE(b.channel().reject(1, false, true));
  core.finish_turn();
  EXPECT_EQ(b.bodies(), "1");
  EXPECT_EQ(truth("q").expired, 1u);
}

TEST_F(OrderedQueueTest, DeliversWithoutTimeToLiveToWhoWaits) {
  ASSERT_TRUE(a.queue("q", {number("x-message-ttl", 0)}));
  b.consume("q", "c", 1, true);
  send("q", "12");
  EXPECT_EQ(b.bodies(), "1 2");
  b.channel().cancel("c");
  send("q", "3");
  EXPECT_EQ(a.depth("q"), 0u);
  EXPECT_EQ(truth("q").expired, 1u);
}

TEST_F(OrderedQueueTest, DropsFromTheHeadWhatIsTooMany) {
  ASSERT_TRUE(a.queue("q", {number("x-max-length", 2)}));
  ASSERT_TRUE(a.queue("bytes", {number("x-max-length-bytes", 10)}));
  a.channel().select_confirms();
  send("q", "1234");
  EXPECT_EQ(a.told, (Told{"ack 4 and before"}));
  EXPECT_EQ(drain("q"), "34");
  EXPECT_EQ(truth("q").dropped_by_length, 2u);
  for (const char* body : {"aaaa", "bbbb", "cccc"}) ASSERT_TRUE(a.publish("", "bytes", body));
  EXPECT_EQ(drain("bytes"), "bbbbcccc");
}

TEST_F(OrderedQueueTest, CountsOnlyWhatWaitsAndWhatComesBack) {
  ASSERT_TRUE(a.queue("q", {number("x-max-length", 1)}));
  b.consume("q", "c", 2);
  send("q", "123");
  EXPECT_EQ(b.bodies(), "1 2");
  EXPECT_EQ(a.depth("q"), 1u);
  b.channel().cancel("c");
  ASSERT_TRUE(b.channel().reject(2, true, true));
  EXPECT_EQ(drain("q"), "3");
  EXPECT_EQ(truth("q").dropped_by_length, 2u);
}

TEST_F(OrderedQueueTest, RefusesThePublisherWhatIsTooMany) {
  ASSERT_TRUE(a.queue("q", {number("x-max-length", 1), text("x-overflow", "reject-publish")}));
  ASSERT_TRUE(a.queue("other"));
  ASSERT_TRUE(a.bind("amq.fanout", "q", ""));
  ASSERT_TRUE(a.bind("amq.fanout", "other", ""));
  a.channel().select_confirms();
  for (const char* body : {"1", "2"}) ASSERT_TRUE(a.publish("amq.fanout", "", body));
  core.finish_turn();
  EXPECT_EQ(a.told, (Told{"ack 1", "nack 2"})) << "one queue that refuses is enough";
  EXPECT_EQ(drain("q"), "1");
  EXPECT_EQ(drain("other"), "12");
  EXPECT_EQ(truth("q").refused, 1u);
}

TEST_F(OrderedQueueTest, DeadLettersWhatItRefuses) {
  ASSERT_TRUE(a.queue("d"));
  ASSERT_TRUE(a.queue("q", {number("x-max-length", 1), text("x-overflow", "reject-publish-dlx"),
                            text("x-dead-letter-exchange", ""), text("x-dead-letter-routing-key", "d")}));
  a.channel().select_confirms();
  send("q", "12");
  EXPECT_EQ(a.told, (Told{"ack 1", "nack 2"}));
  EXPECT_EQ(drain("q"), "1");
  EXPECT_EQ(drain("d"), "2");
}

TEST_F(OrderedQueueTest, HandsOutTheUrgentFirstAndDropsThemFirst) {
  ASSERT_TRUE(a.queue("q", {number("x-max-priority", 5)}));
  send_urgent("q", "a", 1);
  send_urgent("q", "b", 9);
  send_urgent("q", "c", 3);
  send_urgent("q", "d", 5);
  send("q", "e");
  const auto got = b.channel().get("q", false);
  EXPECT_EQ(as_text((*got)->entry.message->body()), "b");
  ASSERT_TRUE(b.channel().reject((*got)->tag, false, true));
  EXPECT_EQ(drain("q"), "bdcae");
  ASSERT_TRUE(a.queue("short", {number("x-max-priority", 5), number("x-max-length", 2)}));
  send_urgent("short", "1", 1);
  send_urgent("short", "5", 5);
  send_urgent("short", "3", 3);
  EXPECT_EQ(drain("short"), "31");
}

TEST_F(OrderedQueueTest, TakesBackBehindInAQuorumQueueAndInFrontWithADeliveryLimit) {
  const auto order = [this](const char* queue) {
    send(queue, "01234");
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(*b.channel().get(queue, false));
    return [this, queue](std::uint64_t first) {
      for (const std::uint64_t tag : {first + 2, first, first + 1})
        EXPECT_TRUE(b.channel().reject(tag, false, true));
      return drain(queue);
    };
  };
  ASSERT_TRUE(a.queue("q", {text("x-queue-type", "quorum")}));
  EXPECT_EQ(order("q")(1), "34201");
  ASSERT_TRUE(a.queue("l", {text("x-queue-type", "quorum"), number("x-delivery-limit", 9)}));
  EXPECT_EQ(order("l")(9), "20134");
  ASSERT_TRUE(a.queue("c", {text("x-queue-type", "quorum")}));
  send("c", "0123");
  {
    TestClient gone(core);
    gone.consume("c", "c", 2);
    core.settle();
    EXPECT_EQ(gone.seen[0].added.name, "");
  }
  const auto got = b.channel().get("c", true);
  EXPECT_EQ((*got)->added.name, "x-delivery-count");
  EXPECT_EQ((*got)->added.value, 1);
  EXPECT_EQ(drain("c"), "123") << "what a closed channel held comes first";
  ASSERT_TRUE(a.publish("", "c", "4"));
  EXPECT_EQ((*b.channel().get("c", true))->added.value, 0);
}

TEST_F(OrderedQueueTest, IsGoneWhenNobodyUsedItForSoLong) {
  ASSERT_TRUE(a.queue("q", {number("x-expires", 1000)}));
  run_until(core, 900 * kMillisecond);
  EXPECT_FALSE(*b.channel().get("q", true));
  run_until(core, 1800 * kMillisecond);
  EXPECT_EQ(a.depth("q"), 0u) << "declared passively, and so used";
  run_until(core, 2700 * kMillisecond);
  b.consume("q", "c");
  run_until(core, 5 * kSecond);
  b.channel().cancel("c");
  run_until(core, 6 * kSecond - 1);
  EXPECT_EQ(core.open_vhost(*core.login("guest", "guest"), "/").value()->queues().size(), 1u);
  run_until(core, 6 * kSecond);
  EXPECT_EQ(a.vhost().queues().size(), 0u);
}

TEST_F(OrderedQueueTest, ServesHigherConsumersFirst) {
  ASSERT_TRUE(a.queue("q"));
  const auto consume = [&](const char* tag, int priority) {
    ASSERT_TRUE(b.channel().consume({"q", tag, false, false, {number("x-priority", priority)}}));
  };
  b.channel().set_prefetch(1, false);
  consume("low", -5);
  consume("high", 10);
  b.consume("q", "plain", 1);
  send("q", "1234");
  Told tags;
  for (const auto& one : b.seen) tags.push_back(one.consumer);
  EXPECT_EQ(tags, (Told{"high", "plain", "low"}));
  ASSERT_TRUE(b.channel().ack(2, true));
  core.settle();
  EXPECT_EQ(b.seen.back().consumer, "high");
  EXPECT_EQ(
      b.channel().consume({"q", "x", false, false, {text("x-priority", "a")}}).error().text,
      "PRECONDITION_FAILED - invalid arg 'x-priority' for queue 'q' in vhost '/': \"expected integer, got "
      "longstr\"");
}

TEST_F(OrderedQueueTest, KeepsToOneConsumerAsLongAsItStays) {
  ASSERT_TRUE(a.queue("q", {{"x-single-active-consumer", "bool", "true"}}));
  b.consume("q", "one", 1);
  b.consume("q", "two", 1);
  send("q", "123");
  EXPECT_EQ(b.bodies(), "1");
  ASSERT_TRUE(b.channel().ack(1, false));
  core.settle();
  EXPECT_EQ(b.seen.back().consumer, "one");
  b.channel().cancel("one");
  core.settle();
  EXPECT_EQ(b.seen.back().consumer, "two");
  EXPECT_EQ(b.seen.back().body, "3");
  EXPECT_EQ(b.channel().consume({"q", "alone", false, true}).error().text,
            "ACCESS_REFUSED - queue 'q' in vhost '/' in exclusive use");
}

}  // namespace
}  // namespace amqpace::broker
