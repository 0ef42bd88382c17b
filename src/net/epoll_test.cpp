// SPDX-License-Identifier: Apache-2.0
// What only real sockets, threads and signals show. Safety deadlines are generous and no time is asserted.
#include "net/epoll.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "net/endpoint.hpp"
#include "net/fake_peer.hpp"

namespace amqpace::net {
namespace {

struct Epoll : testing::Test {
  static constexpr Nanos kSafety = 60 * kSecond;
  std::unique_ptr<EpollLoop> loop = EpollLoop::open().value();
  FakeAcceptor acceptor;
  FakePeer client;

  bool run_until(const std::function<bool()>& done) {
    const Nanos end = loop->now() + kSafety;
    while (!done() && loop->now() < end) loop->turn(loop->now() + 10 * kMillisecond);
    return done();
  }
  void connect(const Address& to, Nanos timeout = kSafety) {
    client.stream = loop->connect(to, loop->now() + timeout, client);
  }
};

TEST_F(Epoll, RunsWorkPostedByOtherThreads) {
  constexpr int kThreads = 4, kEach = 1000;
  int done = 0;  // the loop's thread only
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kEach; ++i) loop->post([&done] { ++done; });
    });
  }
  EXPECT_TRUE(run_until([&] { return done == kThreads * kEach; }));
  for (std::thread& thread : threads) thread.join();
}

TEST_F(Epoll, IsWokenFromAnEndlessWaitByAThread) {
  std::atomic<bool> stop = false;
  std::thread other([&] {
    stop = true;
    loop->wake();
  });
  while (!stop) loop->turn(kNever);
  other.join();
}

EpollLoop* woken_by_signal = nullptr;

TEST_F(Epoll, IsWokenFromAnEndlessWaitByASignalHandler) {
  woken_by_signal = loop.get();
  struct sigaction action {
  }, before{};
  action.sa_handler = [](int) { woken_by_signal->wake(); };
  sigaction(SIGUSR1, &action, &before);
  raise(SIGUSR1);
  loop->turn(kNever);
  sigaction(SIGUSR1, &before, nullptr);
}

TEST_F(Epoll, NamesAHostThatDoesNotExist) {
  connect(Address::tcp("no-such-host.invalid", 5672));
  ASSERT_TRUE(run_until([&] { return client.failures > 0; }));
  EXPECT_EQ(client.failure.kind, ErrorKind::unreachable);
  EXPECT_EQ(client.failure.what.find("no-such-host.invalid:5672: "), 0U);
}

// The loopback net has many addresses; a name may stand for several.
Result<std::vector<Endpoint>> three_addresses(const Address& to) {
  std::vector<Endpoint> endpoints;
  for (const char* host : {"127.0.0.2", "127.0.0.3", "127.0.0.4"}) {
    endpoints.push_back(resolve(Address::tcp(host, to.port), ResolveFor::connecting).value().front());
  }
  return endpoints;
}

TEST_F(Epoll, TriesEveryAddressOfANameInTurn) {
  loop = EpollLoop::open({.resolver = three_addresses}).value();
  auto listener = loop->listen(Address::tcp("127.0.0.4", 0), acceptor).value();
  const Address to = Address::tcp("three", listener->port());
  connect(to);
  EXPECT_TRUE(run_until([&] { return client.connected; }));
  EXPECT_EQ(client.failures, 0);
  listener.reset();
  connect(to);
  ASSERT_TRUE(run_until([&] { return client.failures == 1; }));
  EXPECT_EQ(client.failure.what, to.text() +
                                     ": 127.0.0.2 connection refused, 127.0.0.3 connection refused, "
                                     "127.0.0.4 connection refused");
}

TEST_F(Epoll, GivesUpConnectingAtTheDeadline) {
  // A listener whose queue is full answers nothing.
  const auto endpoint = resolve(Address::tcp("127.0.0.1", 0), ResolveFor::listening).value().front();
  const int full = open_socket(endpoint);
  ASSERT_EQ(bind(full, reinterpret_cast<const sockaddr*>(&endpoint.address), endpoint.size), 0);
  ASSERT_EQ(listen(full, 0), 0);
  const Address to = Address::tcp("127.0.0.1", local_endpoint(full).port());
  FakePeer fills[3];
  for (FakePeer& fill : fills) fill.stream = loop->connect(to, kNever, fill);
  loop->turn(loop->now() + 10 * kMillisecond);
  connect(to, 50 * kMillisecond);
  EXPECT_TRUE(run_until([&] { return client.failures > 0; }));
  EXPECT_EQ(client.failure.what, to.text() + ": 127.0.0.1 connection timed out");
  EXPECT_EQ(client.failure.kind, ErrorKind::unreachable);
  close(full);
}

TEST_F(Epoll, ListensOnTheHostsNameAndIsReachedByIt) {
  const auto listener = loop->listen(Address::tcp("localhost", 0), acceptor).value();
  connect(Address::tcp("localhost", listener->port()));
  EXPECT_TRUE(run_until([&] { return client.connected; }));
}

struct SocketFile : Epoll {
  std::string path =
      (std::filesystem::temp_directory_path() / ("amqpace-net-" + std::to_string(getpid()))).string();
  ~SocketFile() override { std::filesystem::remove(path); }
};

TEST_F(SocketFile, IsRemovedAtTheEndAndReplacedWhenLeftBehind) {
  const Address at = Address::unix_path(path);
  const auto endpoint = resolve(at, ResolveFor::listening).value().front();
  const int dead = open_socket(endpoint);
  ASSERT_EQ(bind(dead, reinterpret_cast<const sockaddr*>(&endpoint.address), endpoint.size), 0);
  close(dead);
  auto listener = loop->listen(at, acceptor).value();
  connect(at);
  EXPECT_TRUE(run_until([&] { return client.connected; }));
  EXPECT_FALSE(loop->listen(at, acceptor));  // somebody is there now
  listener.reset();
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(SocketFile, ThatIsNoSocketIsLeftAlone) {
  std::ofstream(path) << "precious";
  const auto listener = loop->listen(Address::unix_path(path), acceptor);
  ASSERT_FALSE(listener);
  EXPECT_EQ(listener.error().what, "could not listen on unix:" + path);
  EXPECT_EQ(listener.error().detail, "address already in use");
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST_F(Epoll, ReportsAResetToAStreamThatOnlyWaits) {
  const auto listener = loop->listen(Address::tcp("127.0.0.1", 0), acceptor).value();
  connect(Address::tcp("127.0.0.1", listener->port()));
  ASSERT_TRUE(run_until([&] { return client.connected && acceptor.peers.size() == 1; }));
  FakePeer& peer = *acceptor.peers[0];
  peer.stream->want_readable(false);
  client.stream->want_readable(false);
  client.send("never read");
  loop->turn(loop->now() + 10 * kMillisecond);
  peer.stream.reset();
  EXPECT_TRUE(run_until([&] { return client.failures == 1; }));
  EXPECT_EQ(client.failure.what, client.stream->peer() + ": Connection reset by peer");
}

TEST_F(Epoll, IsQuietAboutAClosedStreamThatWaitsForNothing) {
  const auto listener = loop->listen(Address::tcp("127.0.0.1", 0), acceptor).value();
  connect(Address::tcp("127.0.0.1", listener->port()));
  ASSERT_TRUE(run_until([&] { return client.connected && acceptor.peers.size() == 1; }));
  client.stream->shutdown_write();
  ASSERT_TRUE(run_until([&] { return acceptor.peers[0]->closed; }));
  acceptor.peers[0]->stream.reset();
  ASSERT_TRUE(run_until([&] { return client.closed; }));
  // Hung up for good: an endless wait must be ended by the timer and by nothing else.
  int turns = 0;
  bool fired = false;
  Timer timer(*loop, [&] { fired = true; });
  timer.arm(loop->now() + 20 * kMillisecond);
  while (!fired) {
    loop->turn(kNever);
    ++turns;
  }
  EXPECT_LE(turns, 2);
}

TEST_F(Epoll, WaitsForDescriptorsToComeBack) {
  const auto listener = loop->listen(Address::tcp("127.0.0.1", 0), acceptor).value();
  connect(Address::tcp("127.0.0.1", listener->port()));
  rlimit before{}, none{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  none = before;
  none.rlim_cur = 3;  // whatever is open stays open
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  loop->turn(loop->now() + 10 * kMillisecond);
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_TRUE(acceptor.peers.empty());
  EXPECT_TRUE(run_until([&] { return acceptor.peers.size() == 1; }));
}

}  // namespace
}  // namespace amqpace::net
