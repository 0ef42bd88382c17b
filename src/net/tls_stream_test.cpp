// SPDX-License-Identifier: Apache-2.0
// TLS over the simulated net, which cuts reads at random places, and over real sockets.
#include "net/tls_stream.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "net/epoll.hpp"
#include "net/sim.hpp"
#include "net/tls_for_test.hpp"

namespace amqpace::net {
namespace {

std::shared_ptr<const TlsContext> trusting(const TestPki& pki, TlsOptions options = {}) {
  options.ca = pki.ca_file;
  return TlsContext::make(options).value();
}

// A client and a server with TLS between them.
struct Tunnel {
  explicit Tunnel(const SimOptions& options = {}, TlsOptions client_options = {},
                  TestServerOptions server = {})
      : net(options), acceptor(server_loop, server_context(pki.server, with_ca(server))) {
    listener = server_loop.listen(Address::tcp("localhost", 5671), acceptor).value();
    client.stream = connect_tls(client_loop, Address::tcp("localhost", 5671), deadline, client,
                                trusting(pki, std::move(client_options)));
  }
  TestServerOptions with_ca(TestServerOptions server) const {
    if (server.require_client) server.client_ca = &pki.ca;
    return server;
  }
  FakePeer& server() { return *acceptor.peers.at(0); }
  void settle() {
    while (!net.idle()) client_loop.turn(kNever);
  }
  Tunnel& connect() {
    settle();
    EXPECT_TRUE(client.connected) << client.failure.detail;
    return *this;
  }

  TestPki pki;
  SimNet net;
  SimLoop client_loop{net}, server_loop{net};
  Nanos deadline = kNever;
  TlsAcceptor acceptor;
  std::unique_ptr<Listener> listener;
  FakePeer client;
};

TEST(TlsStream, ConnectsAfterTheHandshake) {
  Tunnel t;
  t.settle();
  EXPECT_TRUE(t.client.connected);
  EXPECT_TRUE(t.server().connected);
  EXPECT_EQ(SSL_version(t.acceptor.ssl(0)), TLS1_3_VERSION);
  EXPECT_STREQ(SSL_get_servername(t.acceptor.ssl(0), TLSEXT_NAMETYPE_host_name), "localhost");
}

TEST(TlsStream, CarriesBytesBothWaysWhateverTheReadsAreCutInto) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Tunnel t({.seed = seed, .capacity = 30'000});
    t.connect();
    const std::string up = pattern(700'001), down = pattern(300'003);
    t.client.send(up);
    t.server().send(down);
    t.settle();
    ASSERT_EQ(t.server().received, up) << "seed " << seed;
    ASSERT_EQ(t.client.received, down) << "seed " << seed;
    ASSERT_EQ(t.client.unsent(), 0U);
  }
}

TEST(TlsStream, AnswersForABurstOnlyWhenTheSocketTookIt) {
  Tunnel t({.capacity = 20'000});
  t.connect();
  t.net.freeze(t.server_loop, t.net.clock().now() + kSecond);
  t.client.send(pattern(50'000));
  EXPECT_EQ(t.client.sent, 0U);
  t.settle();
  EXPECT_EQ(t.client.sent, 50'000U);
  EXPECT_EQ(t.server().received, pattern(50'000));
}

// Reads little by little, and only when it is called.
class Sipper final : public StreamEvents {
 public:
  std::unique_ptr<Stream> stream;
  std::string received;
  int calls = 0;
  void on_readable() override {
    ++calls;
    std::array<std::byte, 100> some;
    const IoResult result = stream->read(some);
    if (result.status == IoStatus::ok)
      received.append(reinterpret_cast<const char*>(some.data()), result.bytes);
  }
  void on_failed(const Error& error) override { FAIL() << error.what << error.detail; }
};

TEST(TlsStream, CallsForBytesThatWaitDecrypted) {
  Tunnel t;
  Sipper sipper;
  sipper.stream =
      connect_tls(t.client_loop, Address::tcp("localhost", 5671), kNever, sipper, trusting(t.pki));
  t.settle();
  t.acceptor.peers.at(1)->send(pattern(10'000));
  t.settle();
  EXPECT_EQ(sipper.received, pattern(10'000));
  EXPECT_GE(sipper.calls, 100);
}

TEST(TlsStream, KeepsQuietWhileNobodyWantsToRead) {
  Tunnel t;
  t.connect();
  t.client.stream->want_readable(false);
  t.server().send(pattern(10'000));
  t.settle();
  EXPECT_EQ(t.client.received, "");
  t.client.stream->want_readable(true);
  t.settle();
  EXPECT_EQ(t.client.received, pattern(10'000));
}

TEST(TlsStream, EndsInOrderEachWay) {
  Tunnel t;
  t.connect();
  t.client.send("last words");
  t.client.stream->shutdown_write();
  t.settle();
  EXPECT_EQ(t.server().received, "last words");
  EXPECT_TRUE(t.server().closed);
  t.server().send("an answer");
  t.settle();
  EXPECT_EQ(t.client.received, "an answer");
  EXPECT_FALSE(t.client.closed);
  t.server().stream.reset();
  t.settle();
  EXPECT_TRUE(t.client.closed);
  EXPECT_EQ(t.client.failures, 0);
}

TEST(TlsStream, TellsOfALostConnection) {
  Tunnel t;
  t.connect();
  t.server().send("x");
  t.settle();
  t.net.cut(*t.acceptor.below.at(0));
  t.settle();
  EXPECT_EQ(t.client.failures, 1);
  EXPECT_EQ(t.client.failure.kind, ErrorKind::lost);
}

TEST(TlsStream, FollowsNewKeys) {
  Tunnel t;
  t.connect();
  ASSERT_EQ(SSL_key_update(t.acceptor.ssl(0), SSL_KEY_UPDATE_REQUESTED), 1);
  t.server().send("with new keys");
  t.settle();
  t.client.send("and back");
  t.settle();
  EXPECT_EQ(t.client.received, "with new keys");
  EXPECT_EQ(t.server().received, "and back");
  EXPECT_EQ(t.client.failures + t.server().failures, 0);
}

TEST(TlsStream, MayBeDroppedInAnyOfItsCallbacks) {
  for (int when = 0; when < 3; ++when) {
    Tunnel t({}, {.server_name = when == 2 ? "elsewhere" : ""});
    const auto drop = [&] { t.client.stream.reset(); };
    if (when == 0) t.client.when_connected = drop;
    if (when == 1) t.client.when_read = drop;
    if (when == 2) t.client.when_failed = drop;
    t.settle();
    if (!t.acceptor.peers.empty() && t.server().connected) t.server().send(pattern(100'000));
    t.settle();
    EXPECT_EQ(t.client.stream, nullptr) << when;
  }
}

TEST(TlsStream, IsUnreachableWhenNobodyAnswersTheHandshakeInTime) {
  TestPki pki;
  SimNet net;
  SimLoop client_loop{net}, server_loop{net};
  FakeAcceptor silent;
  const auto listener = server_loop.listen(Address::tcp("localhost", 5671), silent).value();
  FakePeer client;
  client.stream =
      connect_tls(client_loop, Address::tcp("localhost", 5671), 2 * kSecond, client, trusting(pki));
  while (!net.idle()) client_loop.turn(kNever);
  EXPECT_EQ(client.failures, 1);
  EXPECT_EQ(client.failure.kind, ErrorKind::unreachable);
  EXPECT_EQ(client.failure.detail, "no answer to the TLS handshake");
  EXPECT_EQ(net.clock().now(), 2 * kSecond);
}

TEST(TlsStream, SaysThatNobodyListensAsAPlainStreamDoes) {
  TestPki pki;
  SimNet net;
  SimLoop loop{net};
  FakePeer client;
  client.stream = connect_tls(loop, Address::tcp("localhost", 1), kNever, client, trusting(pki));
  while (!net.idle()) loop.turn(kNever);
  EXPECT_EQ(client.failures, 1);
  EXPECT_NE(client.failure.what.find("refused"), std::string::npos) << client.failure.what;
}

TEST(TlsStream, WorksOnSocketsAsWell) {
  const auto loop = EpollLoop::open().value();
  TestPki pki;
  TlsAcceptor acceptor(*loop, server_context(pki.server));
  const auto listener = loop->listen(Address::tcp("localhost", 0), acceptor).value();
  FakePeer client;
  client.stream =
      connect_tls(*loop, Address::tcp("localhost", listener->port()), kNever, client, trusting(pki));
  while (!client.connected && client.failures == 0) loop->turn(kNever);
  ASSERT_TRUE(client.connected) << client.failure.detail;
  const std::string text = pattern(3'000'000);
  client.send(text);
  while (acceptor.peers.at(0)->received.size() < text.size() && client.failures == 0) loop->turn(kNever);
  EXPECT_EQ(acceptor.peers.at(0)->received, text);
  acceptor.peers.at(0)->send(text);
  while (client.received.size() < text.size() && client.failures == 0) loop->turn(kNever);
  EXPECT_EQ(client.received, text);
  client.stream.reset();
  while (!acceptor.peers.at(0)->closed) loop->turn(kNever);
  EXPECT_EQ(acceptor.peers.at(0)->failures, 0);
}

}  // namespace
}  // namespace amqpace::net
