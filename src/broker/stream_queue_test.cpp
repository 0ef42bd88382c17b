// SPDX-License-Identifier: Apache-2.0
// Streams, as RabbitMQ 3.10 was seen to serve and refuse.
#include "broker/stream_queue.hpp"

#include <gtest/gtest.h>

#include "broker/client_for_test.hpp"
#include "broker/consumer_arguments.hpp"

namespace amqpace::broker {
namespace {

class StreamQueueTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(a.queue("s", kStream)); }
  void send(std::string_view bodies) {
    for (std::size_t i = 0; i < bodies.size(); ++i) ASSERT_TRUE(a.publish("", "s", bodies.substr(i, 1)));
    core.finish_turn();
  }
  // What a reader of its own gets at once.
  std::string read(const Argument& start) {
    TestClient reader(core);
    reader.channel().set_prefetch(100, false);
    EXPECT_TRUE(reader.channel().consume({"s", "r", false, false, {start}}));
    core.settle();
    return reader.bodies();
  }
  static Argument from(const char* type, const char* value) { return {"x-stream-offset", type, value}; }
  static std::string refused(const Outcome<std::string>& outcome) {
    return outcome ? "accepted" : std::to_string(outcome.error().code) + " " + outcome.error().text;
  }

  const Arguments kStream = {{"x-queue-type", "longstr", "stream"}};
  Core core{CoreOptions{}};
  TestClient a{core};
  TestClient b{core};
  TestClient c{core};
};

TEST_F(StreamQueueTest, IsReadByEachConsumerForItselfAndKeepsItsMessages) {
  send("123");
  b.channel().set_prefetch(2, false);
  ASSERT_TRUE(b.channel().consume({"s", "b", false, false, {from("longstr", "first")}}));
  core.settle();
  EXPECT_EQ(b.bodies(), "1 2");
  ASSERT_TRUE(b.channel().ack(1, false));
  core.settle();
  EXPECT_EQ(b.bodies(), "1 2 3");
  EXPECT_EQ(b.seen[2].added.name, "x-stream-offset");
  EXPECT_EQ(b.seen[2].added.value, 2);
  c.consume("s", "c", 10);
  send("4");
  EXPECT_EQ(c.bodies(), "4") << "from the next one on, without an offset";
  ASSERT_TRUE(b.channel().ack(3, true));
  core.settle();
  EXPECT_EQ(b.bodies(), "1 2 3 4");
  EXPECT_EQ(a.depth("s"), 4u);
  EXPECT_EQ(read(from("longstr", "first")), "1 2 3 4") << "no copy is a redelivery";
  EXPECT_EQ(a.depth("s"), 4u);
}

TEST_F(StreamQueueTest, BeginsWhereTheReaderAsks) {
  for (int i = 0; i < 6; ++i) {
    core.set_now(i * kMinute);
    send(std::to_string(i));
  }
  EXPECT_EQ(read(from("longstr", "last")), "5");
  EXPECT_EQ(read(from("longstr", "next")), "");
  EXPECT_EQ(read(from("signedint", "3")), "3 4 5");
  EXPECT_EQ(read(from("signedint", "-1")), "0 1 2 3 4 5");
  EXPECT_EQ(read(from("longstr", "2m")), "3 4 5");
  EXPECT_EQ(read(from("longstr", "1h")), "0 1 2 3 4 5");
  const std::string two_minutes = std::to_string(core.wall_now() / kSecond - 180);
  EXPECT_EQ(read(from("timestamp", two_minutes.c_str())), "2 3 4 5");
  b.channel().set_prefetch(10, false);
  ASSERT_TRUE(b.channel().consume({"s", "b", false, false, {from("long", "7")}}));
  send("678");
  EXPECT_EQ(b.bodies(), "7 8");
}

TEST_F(StreamQueueTest, RefusesWhatStreamsDoNotDo) {
  EXPECT_EQ(refused(b.channel().consume({"s", "b"})),
            "406 PRECONDITION_FAILED - consumer prefetch count is not set for 'queue 's' in vhost '/''");
  b.channel().set_prefetch(10, false);
  EXPECT_EQ(refused(b.channel().consume({"s", "b", true})),
            "540 NOT_IMPLEMENTED - automatic acknowledgement not supported by stream queues queue 's' in "
            "vhost '/'");
  EXPECT_EQ(refused(b.channel().consume({"s", "b", false, false, {{"x-priority", "signedint", "1"}}})),
            "406 PRECONDITION_FAILED - invalid arg 'x-priority' for queue 's' in vhost '/' of queue type "
            "rabbit_stream_queue");
  EXPECT_EQ(refused(b.channel().consume({"s", "b", false, false, {from("longstr", "zz")}})),
            "541 INTERNAL_ERROR");
  EXPECT_EQ(b.channel().get("s", true).error().text,
            "NOT_IMPLEMENTED - basic.get not supported by stream queues queue 's' in vhost '/'");
  EXPECT_EQ(a.vhost().purge_queue(a.caller(), "s").error().text,
            "NOT_IMPLEMENTED - queue.purge not supported by stream queues queue 's' in vhost '/'");
  ASSERT_TRUE(b.channel().consume({"s", "b"}));
  send("1");
  EXPECT_EQ(
      b.channel().reject(1, false, true).error().text,
      "NOT_IMPLEMENTED - basic.nack and basic.reject not supported by stream queues queue 's' in vhost '/'");
  DeclareQueue passive;
  passive.name = "s";
  passive.passive = true;
  EXPECT_EQ(a.vhost().declare_queue(a.caller(), passive)->consumers, 0u) << "RabbitMQ does not count readers";
  EXPECT_EQ(a.vhost().delete_queue(a.caller(), {"s", true, true}).value(), 0u)
      << "whatever is in it or reads it";
  EXPECT_EQ(b.told, (std::vector<std::string>{"cancelled b"}));
}

TEST_F(StreamQueueTest, GoesOnWithWhatIsLeftWhenRetentionWasFaster) {
  Arguments arguments = kStream;
  arguments.push_back({"x-max-length-bytes", "signedint", "4"});
  arguments.push_back({"x-stream-max-segment-size-bytes", "signedint", "2"});
  ASSERT_TRUE(a.queue("short", arguments));
  b.channel().set_prefetch(1, false);
  ASSERT_TRUE(b.channel().consume({"short", "b", false, false, {from("longstr", "first")}}));
  for (const char* body : {"0", "1", "2", "3", "4", "5", "6"}) ASSERT_TRUE(a.publish("", "short", body));
  core.settle();
  EXPECT_EQ(a.depth("short"), 3u);
  ASSERT_TRUE(b.channel().ack(1, false));
  core.settle();
  EXPECT_EQ(b.bodies(), "4 5");
}

TEST_F(StreamQueueTest, KeepsWhatAClosedReaderHadNotAcked) {
  {
    TestClient reader(core);
    reader.consume("s", "r", 5);
    send("12");
    EXPECT_EQ(reader.bodies(), "1 2");
  }
  EXPECT_EQ(a.depth("s"), 2u);
  EXPECT_EQ(core.pool().living(), 2u);
  EXPECT_EQ(read(from("longstr", "first")), "1 2");
}

}  // namespace
}  // namespace amqpace::broker
