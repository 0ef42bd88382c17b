// SPDX-License-Identifier: Apache-2.0
// What queues do, through the wire.
#include "broker/server.hpp"

#include <gtest/gtest.h>

#include "amqp091/table_value.hpp"
#include "broker/wire_for_test.hpp"

namespace amqpace::broker {
namespace {

using namespace amqp091;

TEST_F(ServerTest, RoutesByHeadersAndDeadLettersOverTheWire) {
  serve();
  WireClient& a = ready_client();
  const ByteArray to_dead =
      encode_table({{"x-dead-letter-exchange", "amq.headers"}, {"x-message-ttl", std::int32_t{5}}});
  const ByteArray expired = encode_table({{"x-match", "all-with-x"}, {"x-first-death-reason", "expired"}});
  a.send(1, QueueDeclare{.queue = "dead"});
  a.send(1, QueueBind{.queue = "dead", .exchange = "amq.headers", .arguments = TableView(expired)});
  a.send(1, QueueDeclare{.queue = "q", .arguments = TableView(to_dead)});
  a.send(1, BasicConsume{.queue = "dead", .no_ack = true});
  run(kMillisecond);
  a.take();
  const Nanos sent = loop_->now();
  a.publish(1, "", "q", "m");
  run(kSecond);
  ASSERT_EQ(a.arrivals.size(), 1u);
  EXPECT_EQ(a.arrivals[0].at - sent, 5 * kMillisecond + 100 * kMicrosecond);
  EXPECT_EQ(server_->injector().queue("/", "q").dead_lettered, 1u);
  a.connection().send_content(1, BasicPublish{"", "q"}, Properties().with_expiration("soon"), {});
  a.flush();
  run(kMillisecond);
  EXPECT_EQ(a.take(), (Lines{"406 PRECONDITION_FAILED - invalid expiration 'soon': no_integer (60,40)"}));
}

TEST_F(ServerTest, ServesAStreamFromTheOffsetAskedFor) {
  serve();
  WireClient& a = ready_client();
  const ByteArray stream = encode_table({{"x-queue-type", "stream"}});
  const ByteArray second = encode_table({{"x-stream-offset", std::int64_t{1}}});
  a.send(1, QueueDeclare{.queue = "s", .durable = true, .arguments = TableView(stream)});
  for (const char* body : {"0", "1", "2"}) a.publish(1, "", "s", body);
  a.send(1, BasicQos{0, 1, false});
  a.send(1, BasicConsume{.queue = "s", .consumer_tag = "r", .arguments = TableView(second)});
  run(kMillisecond);
  a.send(1, BasicAck{1, false});
  run(kMillisecond);
  ASSERT_EQ(a.arrivals.size(), 2u);
  EXPECT_EQ(a.arrivals[1].body, "2");
  EXPECT_EQ(a.arrivals[1].headers, (Table{{"x-stream-offset", std::int64_t{2}}}));
  a.send(1, QueueDelete{.queue = "s"});
  run(kMillisecond);
  EXPECT_EQ(a.take().back(), "queue.delete-ok");
}

TEST_F(ServerTest, BlocksPublishersWhileMessagesTakeTooMuchMemory) {
  BrokerOptions options;
  options.memory_limit = 1'000'000;
  serve("", {}, options);
  WireClient& a = ready_client();
  WireClient& b = ready_client();
  declare(a, "q");
  const std::string body(900, 'x');
  for (int i = 0; i < 3000; ++i) a.publish(1, "", "q", body);
  run(kSecond);
  EXPECT_EQ(a.take(), (Lines{"connection.blocked"}));
  const std::uint64_t before = server_->totals().published;
  EXPECT_GT(before, 900u);
  EXPECT_LT(before, 1300u) << "no more than the reads of one turn over the limit";
  b.send(1, BasicConsume{.queue = "q", .no_ack = true});
  run(kSecond);
  EXPECT_EQ(b.arrivals.size(), 3000u);
  EXPECT_EQ(b.take(), (Lines{"basic.consume-ok"})) << "it does not publish, and is not blocked";
  EXPECT_EQ(a.take().front(), "connection.unblocked");
}

TEST_F(ServerTest, HoldsPublishersToThePaceOfConsumersWhenTheBacklogIsLong) {
  BrokerOptions options;
  options.memory_limit = 4'000'000;
  serve("serviceRate=1000", {}, options);
  WireClient& a = ready_client();
  WireClient& b = ready_client();
  declare(a, "q");
  b.send(1, BasicConsume{.queue = "q", .no_ack = true});
  run(kMillisecond);
  const std::string body(900, 'x');
  for (int i = 0; i < 5000; ++i) a.publish(1, "", "q", body);
  run(kSecond);
  EXPECT_GT(server_->totals().published, 1500u);
  EXPECT_LT(server_->totals().published, 2500u) << "a quarter of the memory, and what left in a second";
  run(5 * kSecond);
  EXPECT_EQ(b.arrivals.size(), 5000u);
  EXPECT_TRUE(a.take().empty()) << "no alarm";
}

}  // namespace
}  // namespace amqpace::broker
