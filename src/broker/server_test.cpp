// SPDX-License-Identifier: Apache-2.0
#include "broker/server.hpp"

#include <gtest/gtest.h>

#include "amqp091/table_value.hpp"
#include "broker/wire_for_test.hpp"

namespace amqpace::broker {
namespace {

using namespace amqp091;

TEST_F(ServerTest, CarriesAMessageThroughAndConfirmsIt) {
  serve();
  WireClient& a = ready_client();
  WireClient& b = ready_client();
  EXPECT_EQ(declare(a, "q"), (Lines{"q: 0 messages, 0 consumers"}));
  b.send(1, BasicQos{0, 10, false});
  b.send(1, BasicConsume{.queue = "q", .consumer_tag = "c"});
  a.send(1, ConfirmSelect{});
  run(kMillisecond);
  EXPECT_EQ(b.take(), (Lines{"basic.qos-ok", "basic.consume-ok"}));
  EXPECT_EQ(a.take(), (Lines{"confirm.select-ok"}));
  const Nanos sent = loop_->now();
  const std::string large(300'000, 'x');
  a.publish(1, "", "q", "hello");
  run(kMillisecond);
  a.publish(1, "", "q", large);
  run(kMillisecond);
  ASSERT_EQ(b.arrivals.size(), 2u);
  EXPECT_EQ(b.arrivals[0].body, "hello");
  EXPECT_EQ(b.arrivals[1].body, large);
  EXPECT_EQ(b.arrivals[0].at - sent, 100 * kMicrosecond)
      << "two ways through the network, no time in the broker";
  EXPECT_EQ(a.take(), (Lines{"ack 1", "ack 2"}));
  b.send(1, BasicAck{2, true});
  run(kMillisecond);
  EXPECT_EQ(declare(a, "q"), (Lines{"q: 0 messages, 1 consumers"}));
  EXPECT_EQ(server_->totals().published, 2u);
  EXPECT_EQ(server_->totals().delivered, 2u);
}

TEST_F(ServerTest, TooLargeAMessageCostsItsChannelOnly) {
  serve();
  WireClient& a = ready_client();
  declare(a, "q");
  a.publish(1, "", "q", std::string((std::size_t{128} << 20) + 1, 'x'));
  run(kSecond);
  EXPECT_EQ(a.take(), (Lines{"406 PRECONDITION_FAILED - message size 134217729 is larger than configured max size "
                             "134217728 (60,40)"}));
  a.connection().open_channel();
  a.flush();
  run(kMillisecond);
  EXPECT_TRUE(a.connection().is_open());
}

TEST_F(ServerTest, AnswersAllThatCameInOneTurnAtOnce) {
  serve();
  WireClient& a = ready_client();
  declare(a, "q");
  a.send(1, ConfirmSelect{});
  run(kMillisecond);
  a.take();
  for (int i = 0; i < 5; ++i)
    a.connection().send_content(1, BasicPublish{"", "q", true, false}, Properties().with_delivery_mode(1),
                                {});
  a.flush();
  run(kMillisecond);
  EXPECT_EQ(a.take().back().substr(0, 5), "ack 5");
}

TEST_F(ServerTest, LetsInWhoKnowsThePasswordAndTheHost) {
  serve();
  WireClient& wrong = client(WireClient::as("guest", "nope"));
  WireClient& no_vhost = client(WireClient::as("guest", "guest", "nope"));
  WireClient& not_his = client(WireClient::as("limited", "limited", "other"));
  run(10 * kMillisecond);
  EXPECT_EQ(wrong.take(),
            (Lines{"closed 403 ACCESS_REFUSED - Login was refused using authentication mechanism PLAIN. "
                   "For details see the broker logfile.",
                   "end"}));
  EXPECT_EQ(no_vhost.take(), (Lines{"closed 530 NOT_ALLOWED - vhost nope not found", "end"}));
  EXPECT_EQ(not_his.take(),
            (Lines{"closed 530 NOT_ALLOWED - access to vhost 'other' refused for user 'limited'", "end"}));
  run(5 * kSecond);
  EXPECT_EQ(server_->connections(), 0u);
}

TEST_F(ServerTest, ClosesTheChannelWithTheSentenceAndTheMethod) {
  serve();
  WireClient& a = ready_client();
  a.send(1, QueueDeclare{.queue = "x", .passive = true});
  run(kMillisecond);
  EXPECT_EQ(a.take(), (Lines{"404 NOT_FOUND - no queue 'x' in vhost '/' (50,10)"}));
  reopen(a);
  a.send(1, QueueDeclare{.queue = "x", .durable = true});
  a.send(1, QueueDeclare{.queue = "x"});
  run(kMillisecond);
  EXPECT_EQ(
      a.take(),
      (Lines{"x: 0 messages, 0 consumers",
             "406 PRECONDITION_FAILED - inequivalent arg 'durable' for queue 'x' in vhost '/': received "
             "'false' but current is 'true' (50,10)"}));
  reopen(a);
  a.publish(1, "nowhere", "k", "m");
  run(kMillisecond);
  EXPECT_EQ(a.take(), (Lines{"404 NOT_FOUND - no exchange 'nowhere' in vhost '/' (60,40)"}));
  reopen(a);
  a.send(1, BasicAck{7, false});
  run(kMillisecond);
  EXPECT_EQ(a.take(), (Lines{"406 PRECONDITION_FAILED - unknown delivery tag 7 (60,80)"}));
  EXPECT_TRUE(a.connection().is_open());
}

TEST_F(ServerTest, ClosesTheConnectionOverWhatItDoesNotDo) {
  serve();
  const ByteArray stream = encode_table({{"x-queue-type", "stream"}});
  const ByteArray strategy =
      encode_table({{"x-queue-type", "quorum"}, {"x-dead-letter-strategy", "at-least-once"}});
  const auto told = [this](const auto& method) {
    WireClient& a = ready_client();
    a.send(1, method);
    run(10 * kMillisecond);
    return a.take().front();
  };
  EXPECT_EQ(told(QueueDeclare{.queue = "log", .durable = true, .arguments = TableView(stream)}),
            "log: 0 messages, 0 consumers");
  EXPECT_EQ(
      told(QueuePurge{.queue = "log"}),
      "closed 540 NOT_IMPLEMENTED - queue.purge not supported by stream queues queue 'log' in vhost '/'");
  EXPECT_EQ(
      told(QueueDeclare{.queue = "s", .durable = true, .arguments = TableView(strategy)}),
      "closed 540 NOT_IMPLEMENTED - the embedded broker does not dead-letter at-least-once, as asked for "
      "queue 's' in vhost '/'");
  EXPECT_EQ(told(ExchangeDeclare{.exchange = "e", .type = "odd"}),
            "closed 503 COMMAND_INVALID - unknown exchange type 'odd'");
  EXPECT_EQ(told(BasicQos{.prefetch_size = 5}), "closed 540 NOT_IMPLEMENTED - prefetch_size!=0 (5)");
  EXPECT_EQ(told(ChannelFlow{false}), "closed 540 NOT_IMPLEMENTED - active=false");
  EXPECT_EQ(told(BasicRecover{false}), "closed 540 NOT_IMPLEMENTED - requeue=false");
}

TEST_F(ServerTest, KeepsALimitedUserToItsPrefix) {
  serve();
  WireClient& a = client(WireClient::as("limited", "limited"));
  run(kMillisecond);
  a.open_channel();
  run(kMillisecond);
  a.send(1, QueueDeclare{.queue = "lim-q"});
  a.send(1, QueueDeclare{.queue = "q"});
  run(kMillisecond);
  EXPECT_EQ(
      a.take(),
      (Lines{"opened", "channel.open-ok", "lim-q: 0 messages, 0 consumers",
             "403 ACCESS_REFUSED - access to queue 'q' in vhost '/' refused for user 'limited' (50,10)"}));
}

TEST_F(ServerTest, ReturnsGetsAndRequeues) {
  serve();
  WireClient& a = ready_client();
  declare(a, "q");
  a.send(1, ConfirmSelect{});
  a.publish(1, "", "nowhere", "lost", true);
  run(kMillisecond);
  EXPECT_EQ(a.take(), (Lines{"confirm.select-ok", "return 312 NO_ROUTE lost", "ack 1"}));
  a.publish(1, "", "q", "one");
  a.publish(1, "", "q", "two");
  run(kMillisecond);
  a.take();
  a.send(1, BasicGet{"q", false});
  a.send(1, BasicNack{1, false, true});
  a.send(1, BasicGet{"", true});
  a.send(1, BasicGet{"q", true});
  a.send(1, BasicGet{"q", true});
  run(kMillisecond);
  EXPECT_EQ(a.take(), (Lines{"got one, left 1", "got one!, left 1", "got two, left 0", "basic.get-empty"}));
}

TEST_F(ServerTest, BindsUnbindsPurgesAndDeletes) {
  serve();
  WireClient& a = ready_client();
  a.send(1, ExchangeDeclare{.exchange = "t", .type = "topic"});
  a.send(1, QueueDeclare{.queue = "q"});
  a.send(1, QueueBind{.queue = "q", .exchange = "t", .routing_key = "a.*"});
  a.publish(1, "t", "a.b", "m");
  a.publish(1, "t", "b.b", "m");
  a.send(1, QueuePurge{.queue = "q"});
  a.send(1, QueueUnbind{.queue = "q", .exchange = "t", .routing_key = "a.*"});
  a.publish(1, "t", "a.b", "m");
  a.send(1, QueueDeclare{.queue = "q", .passive = true});
  a.send(1, QueueDelete{.queue = "q"});
  a.send(1, ExchangeDelete{.exchange = "t"});
  run(kMillisecond);
  EXPECT_EQ(a.take(), (Lines{"exchange.declare-ok", "q: 0 messages, 0 consumers", "queue.bind-ok",
                             "queue.purge-ok", "queue.unbind-ok", "q: 0 messages, 0 consumers",
                             "queue.delete-ok", "exchange.delete-ok"}));
}

TEST_F(ServerTest, TellsAConsumerThatItsQueueIsGone) {
  serve();
  WireClient& a = ready_client();
  declare(a, "q");
  a.send(1, BasicConsume{.queue = "q", .consumer_tag = "c"});
  a.send(1, QueueDelete{.queue = "q"});
  run(kMillisecond);
  EXPECT_EQ(a.take(), (Lines{"basic.consume-ok", "basic.cancel", "queue.delete-ok"}));
}

TEST_F(ServerTest, GivesBackWhatADroppedConnectionHeld) {
  serve();
  WireClient& a = ready_client();
  WireClient& b = ready_client();
  declare(a, "q");
  b.send(1, QueueDeclare{.queue = "mine", .exclusive = true});
  b.send(1, BasicConsume{.queue = "q"});
  a.publish(1, "", "q", "m");
  run(kMillisecond);
  ASSERT_EQ(b.arrivals.size(), 1u);
  b.drop();
  run(kMillisecond);
  EXPECT_EQ(server_->connections(), 1u);
  EXPECT_EQ(declare(a, "q"), (Lines{"q: 1 messages, 0 consumers"}));
  EXPECT_EQ(declare(a, "mine"), (Lines{"mine: 0 messages, 0 consumers"}));
}

TEST_F(ServerTest, ClosesInOrder) {
  serve();
  WireClient& a = ready_client();
  a.connection().close();
  a.flush();
  run(kMillisecond);
  EXPECT_EQ(a.take(), (Lines{"closed 200 ", "end"}));
  a.drop();
  run(kMillisecond);
  EXPECT_EQ(server_->connections(), 0u);
}

TEST_F(ServerTest, DropsWhoDoesNotFinishTheHandshakeAndWhoIsSilent) {
  serve();
  auto options = WireClient::as("guest", "guest");
  options.heartbeat = 2;
  WireClient& silent = client(options);
  run(kMillisecond);
  EXPECT_EQ(silent.take(), (Lines{"opened"}));
  run(3 * kSecond);
  EXPECT_EQ(server_->connections(), 1u);
  run(5 * kSecond);
  EXPECT_EQ(server_->connections(), 0u);
}

TEST_F(ServerTest, StopsDeliveringToWhoDoesNotRead) {
  net::SimOptions network;
  network.capacity = 64 * 1024;
  serve("", network);
  WireClient& a = ready_client();
  WireClient& b = ready_client();
  declare(a, "q");
  b.send(1, BasicConsume{.queue = "q", .no_ack = true});
  run(kMillisecond);
  b.read_nothing(true);
  const std::string body(10'000, 'x');
  for (int i = 0; i < 1000; ++i) a.publish(1, "", "q", body);
  run(kSecond);
  // One megabyte of room and what the network holds; the rest stays in the queue.
  a.send(1, QueueDeclare{.queue = "q", .passive = true});
  run(kMillisecond);
  const auto told = a.take();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0], "q: 889 messages, 1 consumers");
  b.read_nothing(false);
  run(kSecond);
  EXPECT_EQ(b.arrivals.size(), 1000u);
  EXPECT_EQ(declare(a, "q"), (Lines{"q: 0 messages, 1 consumers"}));
}

TEST_F(ServerTest, SurvivesAClientThatSpeaksNonsense) {
  serve();
  WireClient& a = ready_client();
  const std::string nonsense(100, '\x07');
  a.connection().out().append(std::as_bytes(std::span(nonsense)));
  a.flush();
  run(5 * kSecond);
  EXPECT_EQ(a.take().front().substr(0, 10), "closed 501");
  EXPECT_EQ(server_->connections(), 0u);
  ready_client();
}

}  // namespace
}  // namespace amqpace::broker
