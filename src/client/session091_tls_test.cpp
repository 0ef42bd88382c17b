// SPDX-License-Identifier: Apache-2.0
// Sessions over TLS and the ways to log in, on a simulated network: what stands, and what a user is told when
// it does not.
#include <gtest/gtest.h>

#include "client/rig_for_test.hpp"
#include "net/tls_for_test.hpp"

namespace amqpace::client {
namespace {

using Lines = std::vector<std::string>;

std::shared_ptr<const net::TlsContext> trusting(const net::TestPki& pki) {
  return net::TlsContext::make({.ca = pki.ca_file}).value();
}

// A TLS port in front of the scripted broker: bytes go through as they come.
class Terminator final : public net::AcceptEvents {
 public:
  Terminator(net::Loop& loop, net::ContextHandle context) : loop_(loop), context_(std::move(context)) {}

  void on_accept(std::unique_ptr<net::ServerStream> accepted) override {
    relays_.push_back(std::make_unique<Relay>());
    Relay& relay = *relays_.back();
    net::SslHandle ssl(SSL_new(context_.get()));
    SSL_set_accept_state(ssl.get());
    auto stream = std::make_unique<net::TlsStream>(loop_, std::move(ssl), relay.outside, nullptr);
    accepted->set_events(*stream);
    stream->carry(std::move(accepted), "", kNever);
    stream->on_connected();
    relay.outside.stream = std::move(stream);
    relay.inside.stream = loop_.connect(net::Address::tcp("localhost", 5672), kNever, relay.inside);
    const auto pass = [](net::FakePeer& from, net::FakePeer& to) {
      if (!to.stream || !to.connected) return;
      to.send(from.received);
      from.received.clear();
      if (from.closed) to.stream->shutdown_write();
    };
    relay.outside.when_read =
        relay.inside.when_connected = [&relay, pass] { pass(relay.outside, relay.inside); };
    relay.inside.when_read = [&relay, pass] { pass(relay.inside, relay.outside); };
  }

 private:
  struct Relay {
    net::FakePeer outside, inside;
  };
  net::Loop& loop_;
  net::ContextHandle context_;
  std::vector<std::unique_ptr<Relay>> relays_;
};

struct TlsRig : Rig {
  TlsRig() : terminator(loop, net::server_context(pki.server)) {
    listener = loop.listen(net::Address::tcp("localhost", 5671), terminator).value();
  }
  // As whoever read the file would ask for it.
  void use(const std::string& address, std::shared_ptr<const net::TlsContext> tls) {
    ConnectOptions connect;
    connect.uri = *parse_uri(address);
    connect.tls = std::move(tls);
    connect.name = "rig";
    session = make_session(loop, net::Address::tcp(connect.uri.host, connect.uri.port), connect, seen);
  }

  net::TestPki pki;
  Terminator terminator;
  std::unique_ptr<net::Listener> listener;
};

TEST(SessionTls, OpensAndClosesThroughTls) {
  TlsRig rig;
  rig.use("amqps://anna:pw@localhost/test", trusting(rig.pki));
  rig.open();
  EXPECT_EQ(rig.seen.take(), (Lines{"open"}));
  EXPECT_EQ(rig.broker.user, "anna");
  rig.session->close();
  rig.until_said();
  EXPECT_EQ(rig.seen.take(), (Lines{"closed"}));
}

TEST(SessionTls, SaysWhyTheHandshakeFailedAndWhatToDo) {
  TlsRig rig;
  rig.use("amqps://anna:pw@localhost", net::TlsContext::make({}).value());
  rig.open();
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::unreachable);
  EXPECT_EQ(rig.seen.error.what, "could not connect to amqps://anna:***@localhost:5671");
  EXPECT_EQ(rig.seen.error.detail, "the broker's certificate is signed by an unknown CA: \"CN=test CA\"");
  EXPECT_NE(rig.seen.error.hint.find("tls.ca"), std::string::npos);
}

TEST(SessionTls, SaysThatAPortHasNoTls) {
  TlsRig rig;
  rig.broker.silent_at = Step::greeting;
  rig.use("amqps://anna:pw@localhost:5672", trusting(rig.pki));
  rig.open();
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::unreachable);
  EXPECT_EQ(rig.seen.error.detail, "no answer within 5s, waiting for the connection and its TLS handshake");
}

TEST(SessionTls, SaysThatAPortHasTls) {
  Rig rig;
  net::FakeAcceptor encrypted;
  encrypted.when_accepted = [](net::FakePeer& peer) {
    peer.when_read = [&peer] {
      peer.send(std::string("\x15\x03\x03\0\2\2\x46", 7));  // as RabbitMQ does: fatal, protocol version
      peer.stream.reset();
    };
  };
  const auto listener = rig.loop.listen(net::Address::tcp("localhost", 5671), encrypted).value();
  rig.connect_to(5671);
  rig.open();
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::unreachable);
  EXPECT_EQ(rig.seen.error.detail, "this looks like a TLS port: it answered with a TLS alert");
  EXPECT_EQ(rig.seen.error.hint, "use amqps:// for it");
}

TEST(SessionTls, SaysWhatElseIsSpokenThere) {
  Rig rig;
  net::FakeAcceptor web;
  web.when_accepted = [](net::FakePeer& peer) { peer.when_read = [&peer] { peer.send("HTTP/1.1 400 Bad Request\r\n\r\n"); }; };
  const auto listener = rig.loop.listen(net::Address::tcp("localhost", 5671), web).value();
  rig.connect_to(5671);
  rig.open();
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::unreachable);
  EXPECT_EQ(rig.seen.error.detail, "what answers there speaks HTTP, not AMQP");
}

TEST(SessionTls, ThinksOfTlsWhenAPortHangsUpAtOnce) {
  Rig rig;
  net::FakeAcceptor rude;
  rude.when_accepted = [](net::FakePeer& peer) { peer.when_read = [&peer] { peer.stream.reset(); }; };
  const auto listener = rig.loop.listen(net::Address::tcp("localhost", 5671), rude).value();
  rig.connect_to(5671);
  rig.open();
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::unreachable);
  EXPECT_EQ(rig.seen.error.hint, "if this is a TLS port, use amqps://; else the broker's log says more");
}

TEST(SessionTls, LogsInWithTheMechanismOfTheAddress) {
  Rig rig;
  rig.connect_to("amqp://anna:pw@localhost/test?auth_mechanism=amqplain");
  rig.open();
  EXPECT_EQ(rig.seen.take(), (Lines{"open"}));
  EXPECT_EQ(rig.broker.user, "anna");
  EXPECT_EQ(rig.broker.password, "pw");
}

TEST(SessionTls, SaysThatTheBrokerDoesNotOfferTheMechanism) {
  Rig rig;
  rig.connect_to("amqp://localhost/test?auth_mechanism=external");
  rig.open();
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::refused);
  EXPECT_NE(rig.seen.error.detail.find("the server offers no login of kind EXTERNAL but: PLAIN AMQPLAIN"),
            std::string::npos);
}

}  // namespace
}  // namespace amqpace::client
