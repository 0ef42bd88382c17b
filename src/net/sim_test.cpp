// SPDX-License-Identifier: Apache-2.0
// What only the simulated net has: exact times, faults, one order per seed.
#include "net/sim.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "net/fake_peer.hpp"

namespace amqpace::net {
namespace {

struct Pair {
  explicit Pair(const SimOptions& options = {}) : net(options) {
    listener = server_loop.listen(Address::tcp("broker", 5672), acceptor).value();
    client.stream = client_loop.connect(Address::tcp("broker", 5672), kNever, client);
    while (!client.connected) client_loop.turn(kNever);
    server = acceptor.peers.at(0).get();
  }
  void run_to(Nanos t) {
    while (net.clock().now() < t) client_loop.turn(t);
    client_loop.turn(t);
  }
  SimNet net;
  SimLoop client_loop{net}, server_loop{net};
  FakeAcceptor acceptor;
  std::unique_ptr<Listener> listener;
  FakePeer client;
  FakePeer* server = nullptr;
};

TEST(SimNet, TakesOneRoundTripToConnectAndOneWayForBytes) {
  Pair p({.latency = 100});
  EXPECT_EQ(p.net.clock().now(), 200);
  Nanos arrived = 0;
  p.server->when_read = [&] { arrived = p.net.clock().now(); };
  p.client.send("x");
  p.run_to(1000);
  EXPECT_EQ(arrived, 300);
  EXPECT_EQ(p.net.clock().now(), 1000);
}

TEST(SimNet, TakesTheTimeOfTheBytesWhenTheLineIsSlow) {
  Pair p({.latency = 100, .bytes_per_second = 1'000'000, .segment_reads = false});
  std::vector<Nanos> arrivals;
  p.server->when_read = [&] { arrivals.push_back(p.net.clock().now()); };
  p.client.send(std::string(10, 'a'));
  p.client.send(std::string(20, 'b'));
  p.run_to(kSecond);
  EXPECT_EQ(arrivals, (std::vector<Nanos>{200 + 10'000 + 100, 200 + 30'000 + 100}));
}

TEST(SimNet, JumpsToTheTimeAskedForWhenNothingIsToCome) {
  SimNet net;
  SimLoop loop(net);
  EXPECT_TRUE(loop.idle());
  loop.turn(5 * kSecond);
  EXPECT_EQ(loop.now(), 5 * kSecond);
  loop.turn(kNever);
  EXPECT_EQ(loop.now(), 5 * kSecond);
  loop.turn(1);  // in the past
  EXPECT_EQ(loop.now(), 5 * kSecond);
}

TEST(SimNet, RunsTheHandlersOfEveryLoopWhoeverTurns) {
  SimNet net;
  SimLoop one(net), two(net);
  std::string order;
  Timer a(one, [&] { order += 'a'; });
  Timer b(two, [&] { order += 'b'; });
  Timer c(one, [&] { order += 'c'; });
  c.arm(20);
  b.arm(20);
  a.arm(10);
  EXPECT_FALSE(one.idle());
  one.turn(kNever);
  EXPECT_EQ(order, "a");
  one.turn(kNever);
  EXPECT_EQ(order, "acb");  // equal times in the order of arming, across loops
  EXPECT_TRUE(two.idle());
}

TEST(SimNet, HasNoRoomBeyondItsCapacity) {
  Pair p({.capacity = 1000});
  p.net.freeze(p.server_loop, kSecond);
  p.client.send(std::string(2500, 'x'));
  EXPECT_EQ(p.client.sent, 1000U);
  p.run_to(kSecond - 1);
  EXPECT_EQ(p.client.sent, 1000U);
  EXPECT_EQ(p.server->received.size(), 0U);
  p.run_to(2 * kSecond);
  EXPECT_EQ(p.server->received.size(), 2500U);
}

TEST(SimNet, StopsAFrozenLoopWithItsTimersAndPostedWork) {
  Pair p({.latency = 100});
  Nanos fired = 0, worked = 0, read = 0;
  Timer timer(p.server_loop, [&] { fired = p.net.clock().now(); });
  timer.arm(1000);
  p.server->when_read = [&] { read = p.net.clock().now(); };
  p.net.freeze(p.server_loop, 5000);
  p.server_loop.post([&] { worked = p.net.clock().now(); });
  p.client.send("x");
  p.run_to(4999);
  EXPECT_EQ(fired + worked + read, 0);
  p.run_to(10000);
  EXPECT_EQ(fired, 5000);
  EXPECT_EQ(worked, 5000);
  EXPECT_EQ(read, 5000);
}

TEST(SimNet, StopsAFrozenStreamAlone) {
  Pair p({.latency = 100});
  Nanos fired = 0, read = 0;
  Timer timer(p.server_loop, [&] { fired = p.net.clock().now(); });
  timer.arm(1000);
  p.server->when_read = [&] { read = p.net.clock().now(); };
  p.net.freeze(*p.server->stream, 5000);
  p.client.send("x");
  EXPECT_EQ(p.server->stream->write(std::as_bytes(std::span("y", 1))).status, IoStatus::would_block);
  p.run_to(10000);
  EXPECT_EQ(fired, 1000);
  EXPECT_EQ(read, 5000);
}

TEST(SimNet, AcceptsLateWhenTheListenersLoopIsFrozen) {
  SimNet net({.latency = 100});
  SimLoop client_loop(net), server_loop(net);
  FakeAcceptor acceptor;
  const auto listener = server_loop.listen(Address::tcp("", 1), acceptor).value();
  net.freeze(server_loop, 5000);
  FakePeer client;
  client.when_connected = [&] { client.send("early"); };
  client.stream = client_loop.connect(Address::tcp("anywhere", 1), kNever, client);
  while (net.clock().now() < 4999) client_loop.turn(4999);
  EXPECT_TRUE(client.connected);
  EXPECT_TRUE(acceptor.peers.empty());
  client.stream.reset();
  while (!net.idle()) client_loop.turn(kNever);
  EXPECT_EQ(acceptor.peers.at(0)->received, "early");
  EXPECT_TRUE(acceptor.peers.at(0)->closed);
}

TEST(SimNet, CutsBothEndsAtOnce) {
  Pair p;
  p.client.send("on its way");
  p.net.cut(*p.client.stream);
  EXPECT_EQ(p.client.failures, 0);  // never from inside a call
  EXPECT_EQ(p.client.stream->write(std::as_bytes(std::span("y", 1))).status, IoStatus::failed);
  while (!p.net.idle()) p.server_loop.turn(kNever);
  for (const FakePeer* peer : {&p.client, p.server}) {
    EXPECT_EQ(peer->failures, 1);
    EXPECT_EQ(peer->failure.kind, ErrorKind::lost);
    EXPECT_EQ(peer->stream->last_error(), "Connection reset by peer");
    EXPECT_EQ(peer->failure.what, peer->stream->peer() + ": Connection reset by peer");
    EXPECT_EQ(peer->received, "");
  }
}

TEST(SimNet, AnswersNothingWhereConnectsAreSwallowed) {
  SimNet net;
  SimLoop loop(net);
  net.swallow_connects(Address::tcp("hole", 1));
  FakePeer client;
  client.stream = loop.connect(Address::tcp("hole", 1), 3 * kSecond, client);
  while (!net.idle()) loop.turn(kNever);
  EXPECT_EQ(net.clock().now(), 3 * kSecond);
  EXPECT_EQ(client.failure.what, "hole:1: hole connection timed out");
  EXPECT_EQ(client.failure.kind, ErrorKind::unreachable);
}

// Five clients echo against one server, and everything that happens is written down with its time.
std::string diary(std::uint64_t seed) {
  SimNet net({.seed = seed, .bytes_per_second = 50'000'000, .capacity = 3000});
  SimLoop client_loop(net), server_loop(net);
  FakeAcceptor acceptor;
  acceptor.when_accepted = [](FakePeer& peer) {
    peer.when_read = [&peer] { peer.send(std::exchange(peer.received, {})); };
  };
  const auto listener = server_loop.listen(Address::tcp("broker", 5672), acceptor).value();
  std::string text;
  std::vector<std::unique_ptr<FakePeer>> clients;
  for (int i = 0; i < 5; ++i) {
    clients.push_back(std::make_unique<FakePeer>());
    FakePeer& client = *clients.back();
    client.when_connected = [&client] { client.send(pattern(20'000)); };
    client.when_read = [&, i] {
      text += std::to_string(net.clock().now()) + ":" + std::to_string(i) + ":" +
              std::to_string(client.received.size()) + "\n";
    };
    client.stream = client_loop.connect(Address::tcp("broker", 5672), kNever, client);
  }
  Nanos before = 0;
  while (!net.idle()) {
    client_loop.turn(net.clock().now() + 700 * kMicrosecond);
    server_loop.turn(net.clock().now() + 300 * kMicrosecond);
    EXPECT_GE(net.clock().now(), before);
    before = net.clock().now();
  }
  for (const auto& client : clients) EXPECT_TRUE(client->received == pattern(20'000));
  return text;
}

TEST(SimNet, RepeatsItselfExactlyFromTheSameSeed) {
  const std::string first = diary(42);
  EXPECT_FALSE(first.empty());
  EXPECT_EQ(first, diary(42));
  EXPECT_NE(first, diary(43));
}

}  // namespace
}  // namespace amqpace::net
