// SPDX-License-Identifier: Apache-2.0
// What both loops promise, tested on both. No time is asserted here but the simulated one's order.
#include "net/loop.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "net/epoll.hpp"
#include "net/fake_peer.hpp"
#include "net/sim.hpp"

namespace amqpace::net {
namespace {

struct RealNet {
  std::unique_ptr<EpollLoop> loop = EpollLoop::open().value();
  Loop& client() { return *loop; }
  Loop& server() { return *loop; }
};
struct OldKernelNet : RealNet {
  OldKernelNet() { loop = EpollLoop::open({.precise = false}).value(); }
};
struct SimulatedNet {
  SimNet net;
  SimLoop client_loop{net}, server_loop{net};
  Loop& client() { return client_loop; }
  Loop& server() { return server_loop; }
};

template <class Net>
struct Loops : testing::Test {
  static constexpr Nanos kSafety = 60 * kSecond;
  Net net;
  FakeAcceptor acceptor;
  std::unique_ptr<Listener> listener;
  FakePeer client;

  bool run_until(const std::function<bool()>& done) {
    const Nanos end = net.client().now() + kSafety;
    while (!done()) {
      if (net.client().now() >= end) return false;
      net.client().turn(net.client().now() + kMillisecond);
      if (&net.client() != &net.server()) net.server().turn(net.server().now());
    }
    return true;
  }
  void listen() { listener = net.server().listen(Address::tcp("127.0.0.1", 0), acceptor).value(); }
  void connect(FakePeer& peer) {
    const Address to = Address::tcp("127.0.0.1", listener->port());
    peer.stream = net.client().connect(to, net.client().now() + kSafety, peer);
  }
  FakePeer& accepted() { return *acceptor.peers.at(0); }
  void join() {
    listen();
    connect(client);
    ASSERT_TRUE(run_until([&] { return client.connected && acceptor.peers.size() == 1; }));
  }
};

using Nets = testing::Types<RealNet, OldKernelNet, SimulatedNet>;
TYPED_TEST_SUITE(Loops, Nets);

TYPED_TEST(Loops, ConnectAndEcho) {
  this->listen();
  EXPECT_NE(this->listener->port(), 0);
  this->connect(this->client);
  EXPECT_FALSE(this->client.connected);  // never from inside connect()
  this->acceptor.when_accepted = [](FakePeer& peer) {
    peer.when_read = [&peer] { peer.send(std::exchange(peer.received, {})); };
  };
  this->client.when_connected = [this] { this->client.send("a word"); };
  EXPECT_TRUE(this->run_until([&] { return this->client.received == "a word"; }));
  EXPECT_EQ(this->client.stream->peer(), "127.0.0.1:" + std::to_string(this->listener->port()));
  EXPECT_EQ(this->client.failures, 0);
}

TYPED_TEST(Loops, CarryTenMegabytesThroughFullBuffers) {
  this->join();
  const std::string text = pattern(10'000'000);
  this->client.send(text);
  EXPECT_GT(this->client.unsent(), 0U);  // the stream took what it has room for and no more
  ASSERT_TRUE(this->run_until([&] { return this->accepted().received.size() >= text.size(); }));
  EXPECT_TRUE(this->accepted().received == text);
  EXPECT_EQ(this->client.unsent(), 0U);
}

TYPED_TEST(Loops, KeepUnreadBytesWhileReadingIsOff) {
  this->join();
  this->accepted().stream->want_readable(false);
  this->client.send("kept");
  bool later = false;
  Timer timer(this->net.client(), [&] { later = true; });
  timer.arm(this->net.client().now() + 5 * kMillisecond);
  ASSERT_TRUE(this->run_until([&] { return later; }));
  EXPECT_EQ(this->accepted().received, "");
  this->accepted().stream->want_readable(true);
  EXPECT_TRUE(this->run_until([&] { return this->accepted().received == "kept"; }));
}

TYPED_TEST(Loops, SayWhoRefusedAConnection) {
  this->listen();
  const std::uint16_t port = this->listener->port();
  this->connect(this->client);
  this->client.stream.reset();
  this->listener.reset();
  const Address to = Address::tcp("127.0.0.1", port);
  this->client.stream =
      this->net.client().connect(to, this->net.client().now() + this->kSafety, this->client);
  EXPECT_EQ(this->client.failures, 0);
  ASSERT_TRUE(this->run_until([&] { return this->client.failures > 0; }));
  EXPECT_EQ(this->client.failure.kind, ErrorKind::unreachable);
  EXPECT_EQ(this->client.failure.what, to.text() + ": 127.0.0.1 connection refused");
  EXPECT_EQ(this->client.stream->write(std::as_bytes(std::span("x"))).status, IoStatus::failed);
  this->net.client().turn(this->net.client().now());
  EXPECT_EQ(this->client.failures, 1);
  EXPECT_FALSE(this->client.connected);
}

TYPED_TEST(Loops, CloseInOrderAfterTheLastByteAndCanAnswerStill) {
  this->join();
  this->client.send("last words");
  this->client.stream->shutdown_write();
  ASSERT_TRUE(this->run_until([&] { return this->accepted().closed; }));
  EXPECT_EQ(this->accepted().received, "last words");
  this->accepted().send("answer");
  ASSERT_TRUE(this->run_until([&] { return this->client.received == "answer"; }));
  this->accepted().stream.reset();
  ASSERT_TRUE(this->run_until([&] { return this->client.closed; }));
  EXPECT_EQ(this->client.failures + this->accepted().failures, 0);
}

TYPED_TEST(Loops, TellBothOfAPeerThatIsGone) {
  this->join();
  this->accepted().stream->want_readable(false);
  this->client.send("unread");
  this->net.client().turn(this->net.client().now() + kMillisecond);
  this->accepted().stream.reset();
  ASSERT_TRUE(this->run_until([&] { return this->client.failures > 0 || this->client.closed; }));
  if (!this->client.closed) {
    EXPECT_EQ(this->client.failure.kind, ErrorKind::lost);
    EXPECT_EQ(this->client.stream->last_error(), "Connection reset by peer");
  }
}

TYPED_TEST(Loops, SurviveWritingToAPeerThatIsGone) {
  this->join();
  this->client.stream->want_readable(false);
  this->accepted().stream.reset();
  ASSERT_TRUE(this->run_until([&] {
    if (this->client.failures == 0) this->client.send("anybody there?");
    return this->client.failures > 0;
  }));
  EXPECT_EQ(this->client.failure.kind, ErrorKind::lost);
  EXPECT_EQ(this->client.failures, 1);
}

TYPED_TEST(Loops, LetAHandlerDestroyItsStreamAndItself) {
  this->listen();
  auto doomed = std::make_unique<FakePeer>();
  doomed->when_read = [&] { doomed.reset(); };
  this->connect(*doomed);
  this->acceptor.when_accepted = [](FakePeer& peer) { peer.send("bang"); };
  EXPECT_TRUE(this->run_until([&] { return doomed == nullptr && this->acceptor.peers[0]->closed; }));
}

TYPED_TEST(Loops, LetAHandlerDestroyStreamsThatAreReadyToo) {
  this->listen();
  std::vector<std::unique_ptr<FakePeer>> peers;
  int reads = 0;
  for (int i = 0; i < 20; ++i) {
    peers.push_back(std::make_unique<FakePeer>());
    this->connect(*peers.back());
  }
  ASSERT_TRUE(this->run_until([&] { return this->acceptor.peers.size() == peers.size(); }));
  for (auto& peer : peers) {
    peer->when_read = [&] {
      ++reads;
      peers.clear();
    };
  }
  for (auto& peer : this->acceptor.peers) peer->send("all at once");
  ASSERT_TRUE(this->run_until([&] { return peers.empty(); }));
  this->net.client().turn(this->net.client().now() + kMillisecond);
  EXPECT_EQ(reads, 1);
}

TYPED_TEST(Loops, LetAHandlerStopListening) {
  this->listen();
  FakePeer second;
  this->acceptor.when_accepted = [this](FakePeer&) { this->listener.reset(); };
  this->connect(this->client);
  this->connect(second);
  EXPECT_TRUE(this->run_until([&] { return this->client.connected && this->acceptor.peers.size() == 1; }));
}

TYPED_TEST(Loops, ForgetAConnectionThatIsGivenUpWhileConnecting) {
  this->listen();
  this->connect(this->client);
  this->client.stream.reset();
  this->net.client().turn(this->net.client().now() + kMillisecond);
  EXPECT_FALSE(this->client.connected);
  EXPECT_EQ(this->client.failures, 0);
}

TYPED_TEST(Loops, FireTimersInOrderBesideTheStreams) {
  this->join();
  std::string order;
  const Nanos start = this->net.client().now();
  Timer b(this->net.client(), [&] { order += 'b'; });
  Timer a(this->net.client(), [&] { order += 'a'; });
  Timer c(this->net.client(), [&] { order += 'c'; });
  c.arm(start + 3 * kMillisecond);
  b.arm(start + 2 * kMillisecond);
  a.arm(start + 1 * kMillisecond);
  ASSERT_TRUE(this->run_until([&] { return order.size() == 3; }));
  EXPECT_EQ(order, "abc");
  EXPECT_GE(this->net.client().now(), start + 3 * kMillisecond);
}

TYPED_TEST(Loops, DoNotReturnBeforeTheTimeAskedForWhenNothingHappens) {
  const Nanos until = this->net.client().now() + 3 * kMillisecond;
  this->net.client().turn(until, 100 * kMicrosecond);
  EXPECT_GE(this->net.client().now(), until);
}

TYPED_TEST(Loops, RunPostedWorkInOrderAndWorkPostedByItInALaterTurn) {
  std::string order;
  Loop& loop = this->net.client();
  loop.post([&] {
    order += 'a';
    loop.post([&] { order += 'c'; });
  });
  loop.post([&] { order += 'b'; });
  loop.turn(kNever);
  EXPECT_EQ(order, "ab");
  loop.turn(kNever);
  EXPECT_EQ(order, "abc");
}

TYPED_TEST(Loops, ReturnAtOnceWhenWokenBefore) {
  bool fired = false;
  Timer timer(this->net.client(), [&] { fired = true; });
  timer.arm(this->net.client().now() + kHour);
  this->net.client().wake();
  this->net.client().turn(kNever);
  EXPECT_FALSE(fired);
}

TYPED_TEST(Loops, RefuseToListenWhereSomebodyListens) {
  this->listen();
  const auto second =
      this->net.server().listen(Address::tcp("127.0.0.1", this->listener->port()), this->acceptor);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::bad_input);
  EXPECT_NE(second.error().detail.find("address already in use"), std::string::npos);
}

TYPED_TEST(Loops, SpeakOverSocketNames) {
  const Address name = Address::unix_path("@amqpace-loop-test-" + std::to_string(random_seed()));
  this->listener = this->net.server().listen(name, this->acceptor).value();
  this->client.when_connected = [this] { this->client.send("by name"); };
  this->client.stream = this->net.client().connect(name, kNever, this->client);
  EXPECT_TRUE(this->run_until(
      [&] { return this->acceptor.peers.size() == 1 && this->accepted().received == "by name"; }));
}

}  // namespace
}  // namespace amqpace::net
