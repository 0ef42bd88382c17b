// SPDX-License-Identifier: Apache-2.0
// Faults through the server, on simulated time: what clients see, to the nanosecond.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "broker/threaded.hpp"
#include "broker/wire_for_test.hpp"
#include "net/epoll.hpp"

namespace amqpace::broker {
namespace {

using namespace amqp091;
using Report = std::vector<std::pair<std::string, std::string>>;

class StallTest : public ServerTest {
 protected:
  // 1,000 messages a second for 10 s; message i is due at `start_` + i ms. The latency of each, without the
  // network.
  std::vector<Nanos> latencies(std::string_view faults) {
    net::SimOptions network;
    network.latency = 0;
    serve(faults, network);
    WireClient& a = ready_client();
    WireClient& b = ready_client();
    declare(a, "q");
    b.send(1, BasicConsume{.queue = "q", .no_ack = true});
    run(kMillisecond);
    const Nanos start = loop_->now() + kMillisecond;
    for (int i = 0; i < 10'000; ++i) {
      run_to(start + i * kMillisecond);
      a.publish(1, "", "q", std::to_string(i));
    }
    run(10 * kSecond);
    std::vector<Nanos> found;
    for (std::size_t i = 0; i < b.arrivals.size(); ++i) {
      EXPECT_EQ(b.arrivals[i].body, std::to_string(i));
      found.push_back(b.arrivals[i].at - (start + static_cast<Nanos>(i) * kMillisecond));
    }
    std::sort(found.begin(), found.end());
    return found;
  }
};

TEST_F(StallTest, ReadsAndWritesNothingForThatLong) {
  const std::vector<Nanos> found = latencies("deliverDelay=7ms,stall=4s+3s");
  ASSERT_EQ(found.size(), 10'000u);
  EXPECT_EQ(found[4'999], 7 * kMillisecond);
  // The 3,000 messages of the stall itself, and the 7 before it that were not delivered yet when it began.
  EXPECT_EQ(found[8'999], 2'014 * kMillisecond);
  EXPECT_EQ(found[9'899], 2'914 * kMillisecond);
  EXPECT_EQ(found.back(), 3'007 * kMillisecond);
  EXPECT_EQ(server_->report(), (Report{{"deliverDelay=7ms", "10,000 deliveries delayed"},
                                       {"stall=4s+3s", "the broker stalled"}}));
}

TEST_F(StallTest, NeverReturnsFromAnOpenStall) {
  const std::vector<Nanos> found = latencies("deliverDelay=7ms,stall=7s+");
  EXPECT_EQ(found.size(), 6'993u);
  EXPECT_EQ(found.front(), 7 * kMillisecond);
  EXPECT_EQ(found.back(), 7 * kMillisecond);
}

TEST_F(ServerTest, DelaysConfirms) {
  serve("confirmDelay=3ms");
  WireClient& a = ready_client();
  declare(a, "q");
  a.send(1, ConfirmSelect{});
  run(kMillisecond);
  a.take();
  a.publish(1, "", "q", "m");
  run(3 * kMillisecond + 99 * kMicrosecond);
  EXPECT_EQ(a.take(), (Lines{}));
  run(kMicrosecond);
  EXPECT_EQ(a.take(), (Lines{"ack 1"}));
}

TEST_F(ServerTest, StartsAStallWithTheFirstMessage) {
  serve("stall=0s+2s");
  WireClient& a = ready_client();
  declare(a, "q");
  a.send(1, ConfirmSelect{});
  run(10 * kSecond);
  a.take();
  const Nanos sent = loop_->now();
  a.publish(1, "", "q", "m");
  run(kSecond);
  EXPECT_EQ(a.take(), (Lines{}));
  while (loop_->now() < sent + 10 * kSecond && a.take().empty()) loop_->turn(sent + 10 * kSecond);
  EXPECT_EQ(loop_->now() - sent, 2 * kSecond + 100 * kMicrosecond);
}

// On real sockets and a thread: nothing here depends on how long it takes.
class Asker final : public net::StreamEvents, public Handler {
 public:
  explicit Asker(Options options) : connection(std::move(options)) {}
  void on_connected() override { connection.start(0); }
  void on_readable() override {
    std::byte buffer[4096];
    const net::IoResult got = stream->read(buffer);
    if (got.status == net::IoStatus::ok) connection.receive(std::span(buffer).first(got.bytes), 0, *this);
    ended |= got.status == net::IoStatus::closed || got.status == net::IoStatus::failed;
  }
  void on_failed(const Error&) override { ended = true; }
  void on_method(std::uint16_t, const Method& method) override {
    acks += std::holds_alternative<BasicAck>(method) ? 1 : 0;
  }
  void on_content(const Content&) override {}
  void on_closed(const Closed&) override {}
  void on_protocol_error(const ProtocolError&) override {}
  void flush() {
    while (!connection.out().empty()) {
      const net::IoResult put = stream->write(connection.out().view());
      if (put.status != net::IoStatus::ok) return;
      connection.out().consume(put.bytes);
    }
  }

  Connection connection;
  std::unique_ptr<net::Stream> stream;
  int acks = 0;
  bool ended = false;
};

TEST(ThreadedBroker, AnswersOnAThreadOfItsOwnUntilItIsStopped) {
  CoreOptions options;
  options.faults = parse_faults("lose=1/2").value();
  for (const bool tcp : {false, true}) {
    auto broker = tcp ? ThreadedBroker::start(options, net::Address::tcp("127.0.0.1", 0))
                      : ThreadedBroker::start(options);
    ASSERT_TRUE(broker) << broker.error().what;
    auto loop = net::EpollLoop::open();
    ASSERT_TRUE(loop);
    Asker asker(WireClient::as("guest", "guest"));
    const Nanos deadline = (*loop)->now() + 10 * kSecond;
    asker.stream = (*loop)->connect((*broker)->address(), deadline, asker);
    std::uint16_t channel = 0;
    while (asker.acks == 0 && (*loop)->now() < deadline) {
      (*loop)->turn((*loop)->now() + 10 * kMillisecond);
      if (channel == 0 && asker.connection.is_open()) channel = asker.connection.open_channel();
      if (channel != 0 && asker.connection.channel_open(channel) && (*broker)->totals().published == 0) {
        asker.connection.send(channel, QueueDeclare{.queue = "q"});
        asker.connection.send(channel, ConfirmSelect{});
        for (int i = 0; i < 2; ++i)
          asker.connection.send_content(channel, BasicPublish{"", "q"}, Properties(), {});
      }
      asker.flush();
    }
    EXPECT_GE(asker.acks, 1);
    EXPECT_GE((*broker)->totals().published, 2u);
    (*broker)->stop();
    EXPECT_EQ((*broker)->report().front().first, "lose=1/2");
    while (!asker.ended && (*loop)->now() < deadline) (*loop)->turn((*loop)->now() + 10 * kMillisecond);
    EXPECT_TRUE(asker.ended);
  }
}

}  // namespace
}  // namespace amqpace::broker
