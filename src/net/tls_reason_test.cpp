// SPDX-License-Identifier: Apache-2.0
// Why a connection does not come to stand: each cause has a sentence of its own.
#include "net/tls_reason.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "net/sim.hpp"
#include "net/tls_for_test.hpp"

namespace amqpace::net {
namespace {

struct Attempt {
  TlsOptions client = {};
  TestServerOptions server = {};
  const Issued* identity = nullptr;  // of the server; the PKI's
  std::string host = "localhost";
  bool first_read = false;  // the client sends something, as TLS 1.3 refuses certificates after the handshake
};

Error failure_of(const Attempt& attempt, const TestPki& pki) {
  SimNet net;
  SimLoop client_loop{net}, server_loop{net};
  const Issued& identity = attempt.identity != nullptr ? *attempt.identity : pki.server;
  TlsAcceptor acceptor(server_loop, server_context(identity, attempt.server));
  const auto listener = server_loop.listen(Address::tcp(attempt.host, 5671), acceptor).value();
  FakePeer client;
  if (attempt.first_read) client.when_connected = [&] { client.send("AMQP"); };
  client.stream = connect_tls(client_loop, Address::tcp(attempt.host, 5671), kNever, client,
                              TlsContext::make(attempt.client).value());
  while (!net.idle()) client_loop.turn(kNever);
  EXPECT_EQ(client.failures, 1);
  EXPECT_EQ(client.failure.kind, ErrorKind::unreachable);
  EXPECT_NE(client.failure.hint, "");
  return client.failure;
}

TEST(TlsReason, IsAnUnknownCaWhenAnotherOneSigned) {
  const TestPki pki;
  const Issued other = issue({.common_name = "other CA", .names = "", .ca = true});
  const std::string file = pki.folder.write("other.pem", other.certificate.get());
  const Error e = failure_of({.client = {.ca = file}}, pki);
  EXPECT_EQ(e.detail, "the broker's certificate is signed by an unknown CA: \"CN=test CA\"");
  EXPECT_NE(e.hint.find("'" + file + "' (tls.ca)"), std::string::npos) << e.hint;
}

TEST(TlsReason, IsAnUnknownCaAlsoWhenItHasTheSameName) {
  const TestPki pki;
  const Issued twin = issue({.common_name = "test CA", .names = "", .ca = true});
  const std::string file = pki.folder.write("twin.pem", twin.certificate.get());
  const Error e = failure_of({.client = {.ca = file}}, pki);
  EXPECT_EQ(e.detail, "the broker's certificate is signed by an unknown CA: \"CN=test CA\"");
}

TEST(TlsReason, SpeaksOfTheSystemsCasWhenNoneIsGiven) {
  const TestPki pki;
  const Error e = failure_of({}, pki);
  EXPECT_EQ(e.detail, "the broker's certificate is signed by an unknown CA: \"CN=test CA\"");
  EXPECT_EQ(
      e.hint,
      "only the system's CAs are trusted; if it is a CA of your own, name its certificate's file as tls.ca");
}

TEST(TlsReason, IsASelfSignedCertificate) {
  const TestPki pki;
  const Issued self = issue({.common_name = "alone"});
  const Error e = failure_of({.client = {.ca = pki.ca_file}, .identity = &self}, pki);
  EXPECT_EQ(e.detail,
            "the broker's certificate \"CN=alone\" is self-signed, and nothing says that it is trusted");
}

TEST(TlsReason, SaysWhichNamesTheCertificateHas) {
  const TestPki pki;
  const Issued named = issue({.names = "DNS:localhost,DNS:*.broker.example,IP:10.0.0.1,IP:::1"}, &pki.ca);
  const Attempt number{.client = {.ca = pki.ca_file}, .identity = &named, .host = "127.0.0.1"};
  EXPECT_EQ(
      failure_of(number, pki).detail,
      "the broker's certificate is not for \"127.0.0.1\" but for localhost, *.broker.example, 10.0.0.1, ::1");
  const Attempt name{.client = {.ca = pki.ca_file, .server_name = "a.b.broker.example"}, .identity = &named};
  EXPECT_EQ(failure_of(name, pki).detail,
            "the broker's certificate is not for \"a.b.broker.example\" but for localhost, *.broker.example, "
            "10.0.0.1, ::1");
  const Issued unnamed = issue({.common_name = "old.example", .names = ""}, &pki.ca);
  EXPECT_EQ(failure_of({.client = {.ca = pki.ca_file}, .identity = &unnamed}, pki).detail,
            "the broker's certificate is not for \"localhost\" but for old.example");
}

TEST(TlsReason, SaysWhenACertificateExpired) {
  const TestPki pki;
  const Issued old = issue({.common_name = "late", .from_seconds = -7200, .until_seconds = -3600}, &pki.ca);
  const Error e = failure_of({.client = {.ca = pki.ca_file}, .identity = &old}, pki);
  EXPECT_EQ(e.detail, "the certificate \"CN=late\" expired on " + facts_of(old.certificate.get()).not_after);
  EXPECT_EQ(e.detail.size(),
            std::string("the certificate \"CN=late\" expired on 2026-11-30 22:59:00 UTC").size());
}

TEST(TlsReason, SaysWhenACertificateBegins) {
  const TestPki pki;
  const Issued early = issue({.common_name = "early", .from_seconds = 3600, .until_seconds = 7200}, &pki.ca);
  const Error e = failure_of({.client = {.ca = pki.ca_file}, .identity = &early}, pki);
  EXPECT_EQ(e.detail, "the certificate \"CN=early\" is not valid before " +
                          facts_of(early.certificate.get()).not_before);
}

TEST(TlsReason, IsAMissingClientCertificate) {
  const TestPki pki;
  const char* const missing = "the broker requires a client certificate, and none is given";
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    const Attempt attempt{.client = {.ca = pki.ca_file},
                          .server = {.max_version = version, .client_ca = &pki.ca, .require_client = true},
                          .first_read = true};
    EXPECT_EQ(failure_of(attempt, pki).detail, missing);
  }
}

TEST(TlsReason, IsAClientCertificateThatIsNotAccepted) {
  const TestPki pki;
  const Issued other_ca = issue({.common_name = "other CA", .names = "", .ca = true});
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    const Attempt attempt{
        .client = {.ca = pki.ca_file, .certificate = pki.client_file, .key = pki.client_key_file},
        .server = {.max_version = version, .client_ca = &other_ca, .require_client = true},
        .first_read = true};
    EXPECT_EQ(failure_of(attempt, pki).detail, "the broker does not accept the client certificate '" +
                                                   pki.client_file +
                                                   "': signed by a CA the broker does not know");
  }
}

TEST(TlsReason, IsAVersionThatIsTooLow) {
  const TestPki pki;
  const Attempt attempt{.client = {.ca = pki.ca_file, .min_version = TlsVersion::v1_3},
                        .server = {.max_version = TLS1_2_VERSION}};
  const Error e = failure_of(attempt, pki);
  EXPECT_EQ(e.detail, "the broker's TLS version is too low: it does not speak TLS 1.3");
  EXPECT_EQ(e.hint, "enable TLS 1.3 on the broker, or set tls.minVersion to 1.2");
}

// A port that answers, or not, without TLS.
Error answered_with(const std::string& text) {
  const TestPki pki;
  SimNet net;
  SimLoop client_loop{net}, server_loop{net};
  FakeAcceptor plain;
  plain.when_accepted = [&](FakePeer& peer) {
    peer.when_read = [&peer, &text] {
      if (!peer.stream) return;
      peer.send(text);
      peer.stream.reset();
    };
  };
  const auto listener = server_loop.listen(Address::tcp("localhost", 5672), plain).value();
  FakePeer client;
  client.stream = connect_tls(client_loop, Address::tcp("localhost", 5672), kNever, client,
                              TlsContext::make({.ca = pki.ca_file}).value());
  while (!net.idle()) client_loop.turn(kNever);
  EXPECT_EQ(client.failures, 1);
  EXPECT_EQ(client.failure.kind, ErrorKind::unreachable);
  return client.failure;
}

TEST(TlsReason, IsAPortWithoutTls) {
  EXPECT_EQ(answered_with(std::string("AMQP\0\0\x09\x01", 8)).detail, "this port answers without TLS");
  EXPECT_EQ(answered_with("HTTP/1.1 400 Bad Request\r\n\r\n").detail, "this port answers without TLS");
  EXPECT_EQ(answered_with("220 mail.example ESMTP\r\n").detail, "this port answers without TLS");
}

TEST(TlsReason, IsAConnectionThatWasClosed) {
  EXPECT_EQ(answered_with("").detail, "the connection was closed in the TLS handshake");
}

TEST(TlsReason, IsNoMatterWhenNothingIsVerified) {
  const TestPki pki;
  const Issued self = issue({.common_name = "alone", .names = "", .until_seconds = -10});
  SimNet net;
  SimLoop client_loop{net}, server_loop{net};
  TlsAcceptor acceptor(server_loop, server_context(self));
  const auto listener = server_loop.listen(Address::tcp("localhost", 5671), acceptor).value();
  FakePeer client;
  client.stream = connect_tls(client_loop, Address::tcp("localhost", 5671), kNever, client,
                              TlsContext::make({.verify = false}).value());
  while (!net.idle()) client_loop.turn(kNever);
  EXPECT_TRUE(client.connected) << client.failure.detail;
}

TEST(TlsReason, AcceptsWhatIsRight) {
  const TestPki pki;
  const Issued numbered = issue({.names = "IP:127.0.0.1,IP:::1"}, &pki.ca);
  for (const std::string host : {"127.0.0.1", "::1"}) {
    SimNet net;
    SimLoop client_loop{net}, server_loop{net};
    TlsAcceptor acceptor(server_loop,
                         server_context(numbered, {.client_ca = &pki.ca, .require_client = true}));
    const auto listener = server_loop.listen(Address::tcp(host, 5671), acceptor).value();
    FakePeer client;
    client.stream = connect_tls(
        client_loop, Address::tcp(host, 5671), kNever, client,
        TlsContext::make({.ca = pki.ca_file, .certificate = pki.client_file, .key = pki.client_key_file})
            .value());
    while (!net.idle()) client_loop.turn(kNever);
    EXPECT_TRUE(client.connected) << client.failure.detail;
    const CertificateHandle seen(SSL_get1_peer_certificate(acceptor.ssl(0)));
    ASSERT_NE(seen, nullptr);
    EXPECT_EQ(facts_of(seen.get()).subject, "CN=walker");
  }
}

}  // namespace
}  // namespace amqpace::net
