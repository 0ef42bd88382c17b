// SPDX-License-Identifier: Apache-2.0
// Faults that strike connections, channels and consumers, through the server on simulated time.
#include "broker/strikes.hpp"

#include <gtest/gtest.h>

#include "broker/wire_for_test.hpp"

namespace amqpace::broker {
namespace {

using namespace amqp091;
using Report = std::vector<std::pair<std::string, std::string>>;

class StrikesTest : public ServerTest {
 protected:
  // Publishes one message, from which the faults' instants are counted.
  void begin(WireClient& who) {
    declare(who, "q");
    who.publish(1, "", "q", "first");
    run(kMillisecond);
    who.take();
  }
  const std::vector<Incident>& incidents() { return server_->injector().incidents(); }
};

TEST_F(StrikesTest, BlocksWhoPublishesForThatTime) {
  serve("block=1s+2s");
  WireClient& a = ready_client();
  WireClient& b = ready_client();
  begin(a);
  run(kSecond);
  EXPECT_EQ(a.take(), (Lines{"connection.blocked"}));
  EXPECT_EQ(b.take(), (Lines{}));
  a.publish(1, "", "q", "second");
  b.publish(1, "", "q", "third");
  run(kSecond);
  EXPECT_EQ(b.take(), (Lines{"connection.blocked"})) << "it began to publish meanwhile, which is read";
  EXPECT_EQ(server_->totals().published, 2u);
  run(kSecond);
  EXPECT_EQ(a.take(), (Lines{"connection.unblocked"}));
  EXPECT_EQ(b.take(), (Lines{"connection.unblocked"}));
  EXPECT_EQ(server_->totals().published, 3u);
  EXPECT_EQ(server_->report(), (Report{{"block=1s+2s", "2 connections blocked"}}));
}

TEST_F(StrikesTest, CutsEveryConnectionAtAnInstant) {
  serve("drop=1s,drop=3s");
  WireClient& a = ready_client();
  WireClient& b = ready_client();
  begin(a);
  const Nanos began = loop_->now();
  b.send(1, BasicConsume{.queue = "q"});
  run(2 * kSecond);
  EXPECT_EQ(a.take(), (Lines{"end"}));
  EXPECT_EQ(b.take(), (Lines{"basic.consume-ok", "end"}));
  EXPECT_EQ(server_->connections(), 0u);
  WireClient& c = ready_client();
  EXPECT_EQ(declare(c, "q"), (Lines{"q: 1 messages, 0 consumers"}));
  run(2 * kSecond);
  EXPECT_EQ(c.take(), (Lines{"end"}));
  EXPECT_EQ(server_->report(), (Report{{"drop=1s,drop=3s", "3 connections cut"}}));
  ASSERT_EQ(incidents().size(), 3u);
  EXPECT_NEAR(static_cast<double>(incidents()[0].at), static_cast<double>(began + kSecond), 2e6);
  EXPECT_EQ(incidents()[0].what, Blow::drop);
  EXPECT_NE(incidents()[0].connection, incidents()[1].connection);
}

TEST_F(StrikesTest, CutsWhoPublishedEveryNthMessageWhichStays) {
  serve("drop=1/3");
  WireClient& a = ready_client();
  WireClient& b = ready_client();
  declare(a, "q");
  a.send(1, ConfirmSelect{});
  run(kMillisecond);
  a.take();
  for (const char* body : {"1", "2"}) a.publish(1, "", "q", body);
  run(kMillisecond);
  for (const char* body : {"3", "4"}) a.publish(1, "", "q", body);
  run(kMillisecond);
  EXPECT_EQ(a.take().back(), "end") << "and no ack of 3";
  EXPECT_EQ(declare(b, "q"), (Lines{"q: 3 messages, 0 consumers"}));
  EXPECT_EQ(server_->report(), (Report{{"drop=1/3", "1 connections cut"}}));
}

TEST_F(StrikesTest, ClosesWithAReplyCode) {
  serve("closeConnection=320@2s,closeChannel=1s,closeChannel=404@1/2");
  WireClient& a = ready_client();
  begin(a);
  run(kSecond);
  EXPECT_EQ(a.take(), (Lines{"406 PRECONDITION_FAILED - closed by the fault closeChannel (0,0)"}));
  reopen(a);
  a.publish(1, "", "q", "second");
  run(kMillisecond);
  EXPECT_EQ(a.take(), (Lines{"404 NOT_FOUND - closed by the fault closeChannel (0,0)"}));
  run(kSecond);
  EXPECT_EQ(a.take(), (Lines{"closed 320 CONNECTION_FORCED - closed by the fault closeConnection", "end"}));
  EXPECT_EQ(server_->report(), (Report{{"closeConnection=320@2s", "1 connections closed"},
                                       {"closeChannel=406@1s,closeChannel=404@1/2", "2 channels closed"}}));
  EXPECT_EQ(incidents()[0].channel, 1);
  EXPECT_EQ(incidents()[1].code, 404);
}

TEST_F(StrikesTest, CancelsConsumersAndLeavesThemTheirMessages) {
  serve("cancel=1s");
  WireClient& a = ready_client();
  WireClient& b = ready_client();
  begin(a);
  b.send(1, BasicConsume{.queue = "q"});
  run(2 * kSecond);
  EXPECT_EQ(b.take(), (Lines{"basic.consume-ok", "basic.cancel"}));
  ASSERT_EQ(b.arrivals.size(), 1u);
  b.send(1, BasicAck{1, false});
  run(kMillisecond);
  EXPECT_EQ(b.take(), (Lines{}));
  EXPECT_EQ(declare(a, "q"), (Lines{"q: 0 messages, 0 consumers"}));
  EXPECT_EQ(server_->report(), (Report{{"cancel=1s", "1 consumers cancelled"}}));
  EXPECT_EQ(incidents()[0].name, "q");
}

TEST_F(StrikesTest, FallsSilentTowardsWhoIsThereAndServesTheNext) {
  serve("silence=1s");
  auto options = WireClient::as("guest", "guest");
  options.heartbeat = 2;
  WireClient& a = ready_client();
  WireClient& b = client(options);
  run(kMillisecond);
  b.open_channel();
  run(kMillisecond);
  declare(b, "q");
  begin(a);
  b.send(1, BasicConsume{.queue = "q"});
  run(kSecond);
  b.take();
  b.publish(1, "", "q", "into the void");
  run(kSecond);
  EXPECT_EQ(b.take(), (Lines{}));
  EXPECT_EQ(server_->totals().published, 1u);
  WireClient& c = ready_client();
  EXPECT_EQ(declare(c, "q"), (Lines{"q: 0 messages, 1 consumers"})) << "b holds one";
  run(6 * kSecond);
  EXPECT_EQ(declare(c, "q"), (Lines{"q: 1 messages, 0 consumers"}))
      << "b missed its heartbeats, in the broker's eyes";
  EXPECT_EQ(server_->connections(), 2u) << "a has none, and stays silent";
  EXPECT_EQ(server_->report(), (Report{{"silence=1s", "2 connections silenced"}}));
}

TEST_F(StrikesTest, SpeaksAgainAfterASilenceWithAnEnd) {
  serve("silence=1s+2s");
  WireClient& a = ready_client();
  begin(a);
  run(kSecond);
  a.publish(1, "", "q", "second");
  run(1900 * kMillisecond);
  EXPECT_EQ(server_->totals().published, 1u);
  run(kSecond);
  EXPECT_EQ(server_->totals().published, 2u);
}

TEST_F(StrikesTest, StrikesWhenATestSaysSo) {
  serve();
  WireClient& a = ready_client();
  server_->strike({.what = Blow::close_channel, .code = 406});
  run(kMillisecond);
  EXPECT_EQ(a.take(), (Lines{"406 PRECONDITION_FAILED - closed by the fault closeChannel (0,0)"}));
  server_->strike({.what = Blow::drop});
  run(kMillisecond);
  EXPECT_EQ(a.take(), (Lines{"end"}));
  EXPECT_EQ(server_->injector().counts().connections_dropped, 1u);
}

}  // namespace
}  // namespace amqpace::broker
