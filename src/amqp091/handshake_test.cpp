// SPDX-License-Identifier: Apache-2.0
// The ways a connection comes to be, or does not.
#include <gtest/gtest.h>

#include "amqp091/login.hpp"
#include "amqp091/pair_for_test.hpp"
#include "amqp091/table_value.hpp"

namespace amqpace::amqp091 {
namespace {

using Lines = std::vector<std::string>;

struct Numbers {
  std::uint32_t frame_max;
  std::uint16_t channel_max, heartbeat;
};

Tuning agreed(const Numbers& client, const Numbers& server) {
  Options wants = client_options(), offers = server_options();
  wants.frame_max = client.frame_max, wants.channel_max = client.channel_max,
  wants.heartbeat = client.heartbeat;
  offers.frame_max = server.frame_max, offers.channel_max = server.channel_max,
  offers.heartbeat = server.heartbeat;
  Pair pair(wants, offers);
  pair.open();
  EXPECT_TRUE(pair.client.is_open() && pair.server.is_open());
  EXPECT_EQ(pair.client.tuning().frame_max, pair.server.tuning().frame_max);
  EXPECT_EQ(pair.client.tuning().channel_max, pair.server.tuning().channel_max);
  EXPECT_EQ(pair.client.tuning().heartbeat, pair.server.tuning().heartbeat);
  return pair.client.tuning();
}

void expect_tuning(const Tuning& found, const Numbers& expected) {
  EXPECT_EQ(found.frame_max, expected.frame_max);
  EXPECT_EQ(found.channel_max, expected.channel_max);
  EXPECT_EQ(found.heartbeat, expected.heartbeat);
}

TEST(Handshake, TakesTheSmallerOfBothSides) {
  expect_tuning(agreed({131072, 2047, 10}, {8192, 100, 60}), {8192, 100, 10});
  expect_tuning(agreed({4096, 10, 30}, {131072, 2047, 5}), {4096, 10, 5});
}

TEST(Handshake, LogsInWithTheMechanismAskedFor) {
  Options wants = client_options();
  wants.mechanism = "AMQPLAIN";
  Pair pair(wants, server_options());
  pair.start();
  pair.run();
  EXPECT_EQ(pair.server_notes.take(), (Lines{"login AMQPLAIN guest/secret", "vhost /"}));
}

TEST(Handshake, ZeroGivesWayToTheOtherSide) {
  expect_tuning(agreed({0, 0, 0}, {8192, 100, 60}), {8192, 100, 60});
  expect_tuning(agreed({8192, 100, 60}, {0, 0, 0}), {8192, 100, 60});
  expect_tuning(agreed({0, 0, 0}, {0, 0, 0}), {0, 0, 0});
}

TEST(Handshake, RaisesATooSmallFrameMaxToTheLeastAllowed) {
  expect_tuning(agreed({100, 1, 1}, {131072, 1, 1}), {4096, 1, 1});
}

TEST(Handshake, WithoutLimitsOneFrameTakesABodyOfAnySize) {
  Options wants = client_options(), offers = server_options();
  wants.frame_max = offers.frame_max = 0;
  Pair pair(wants, offers);
  pair.open();
  pair.client.open_channel();
  pair.run();
  const std::string body(300'000, 'x');
  pair.server_notes.take();
  ASSERT_EQ(pair.client.send_content(1, BasicPublish{}, Properties{}, wire::as_bytes(body)), SendStatus::ok);
  pair.run(10'000);
  EXPECT_EQ(pair.server_notes.take(), (Lines{"1 content basic.publish 300000 xxxxxxxxxxxxxxxx"}));
}

TEST(Handshake, TellsTheClientThatItsLoginIsRefused) {
  Pair pair;
  pair.server_notes.accept = false;
  pair.start();
  pair.run();
  EXPECT_EQ(pair.client_notes.take(), (Lines{"closed by peer 403 ACCESS_REFUSED - no"}));
  EXPECT_EQ(pair.server_notes.take(),
            (Lines{"login PLAIN guest/secret", "closed by us 403 ACCESS_REFUSED - no"}));
  EXPECT_TRUE(pair.client.is_over() && pair.server.is_over());
}

TEST(Handshake, AServerMayRefuseTheVirtualHost) {
  struct Refuser : Notes {
    void on_vhost(std::string_view) override {
      self->close(ReplyCode::not_allowed, "NOT_ALLOWED - no such vhost");
    }
  } refuser;
  Pair pair;
  refuser.self = &pair.server;
  pair.start();
  while (pair.carry(pair.client, pair.server, refuser) ||
         pair.carry(pair.server, pair.client, pair.client_notes)) {
  }
  EXPECT_EQ(pair.client_notes.take(), (Lines{"closed by peer 530 NOT_ALLOWED - no such vhost"}));
  EXPECT_EQ(refuser.lines.back(), "closed by us 530 NOT_ALLOWED - no such vhost");
}

TEST(Handshake, AServerMayAnswerLater) {
  Pair pair;
  pair.server_notes.self = nullptr;
  pair.start();
  pair.run();
  EXPECT_EQ(pair.server_notes.take(), (Lines{"login PLAIN guest/secret"}));
  pair.server.accept_vhost();  // not yet: nothing happens
  pair.server.accept_login();
  pair.run();
  EXPECT_EQ(pair.server_notes.take(), (Lines{"vhost /"}));
  EXPECT_FALSE(pair.client.is_open());
  pair.server.accept_vhost();
  pair.run();
  EXPECT_TRUE(pair.client.is_open());
}

TEST(Handshake, AServerAnswersAnotherProtocolWithItsOwnHeader) {
  Pair pair;
  pair.start();
  const std::string_view amqp10("AMQP\0\1\0\0", 8);
  pair.server.receive(wire::as_bytes(amqp10), 0, pair.server_notes);
  EXPECT_EQ(pair.server_notes.take(), (Lines{"error 540 at 5"}));
  EXPECT_EQ(wire::as_text(pair.server.out().view()), std::string_view("AMQP\0\0\11\1", 8));

  pair.client.receive(pair.server.out().view(), 0, pair.client_notes);
  EXPECT_EQ(pair.client_notes.error.kind, ErrorKind::refused);
  EXPECT_EQ(pair.client_notes.error.error().what,
            "the server does not speak AMQP 0-9-1 but asks for protocol header 0-0-9-1");
}

TEST(Handshake, AClientIsToldOfAnotherProtocolByteByByte) {
  Pair pair;
  pair.start();
  for (const char c : std::string_view("AMQP\3\1\0\0", 8)) {
    EXPECT_FALSE(pair.client.is_over());
    pair.client.receive(wire::as_bytes({&c, 1}), 0, pair.client_notes);
  }
  EXPECT_EQ(pair.client_notes.error.what,
            "the server does not speak AMQP 0-9-1 but asks for protocol header 3-1-0-0");
  EXPECT_EQ(pair.client_notes.error.offset, 4u);
}

// A server played by hand.
struct ByHand {
  explicit ByHand(Options options = client_options()) : client(std::move(options)) {
    client.start(0);
    client.out().clear();
  }
  template <class M>
  std::string answer_to(const M& method) {
    client.receive(method_frame(0, method), 0, notes);
    return notes.lines.empty() ? "" : notes.take().back();
  }
  Connection client;
  Notes notes;
};

TEST(Handshake, AClientRefusesServersItCannotTalkTo) {
  EXPECT_EQ(
      ByHand().answer_to(ConnectionStart{.version_major = 8, .version_minor = 0, .mechanisms = "PLAIN"}),
      "error 540 at 7");
  EXPECT_EQ(ByHand().answer_to(ConnectionStart{.version_minor = 9, .mechanisms = "EXTERNAL"}),
            "error 540 at 7");
  ByHand small;
  EXPECT_EQ(small.answer_to(ConnectionStart{.version_minor = 9, .mechanisms = "EXTERNAL PLAIN"}), "");
  const std::uint64_t at = small.client.received();
  EXPECT_EQ(small.answer_to(ConnectionTune{.frame_max = 4095}), "error 502 at " + std::to_string(at + 7));
}

TEST(Handshake, AClientKnowsNoFurtherLoginSteps) {
  ByHand hand;
  hand.answer_to(ConnectionStart{.version_minor = 9, .mechanisms = "PLAIN"});
  const std::uint64_t at = hand.client.received();
  EXPECT_EQ(hand.answer_to(ConnectionSecure{.challenge = "?"}), "error 503 at " + std::to_string(at + 7));
}

TEST(Handshake, AVirtualHostOfMoreThan255BytesIsSaidSo) {
  Options options = client_options();
  options.vhost = std::string(256, 'v');
  ByHand hand(options);
  hand.answer_to(ConnectionStart{.version_minor = 9, .mechanisms = "PLAIN"});
  hand.answer_to(ConnectionTune{.frame_max = 131072});
  EXPECT_EQ(hand.notes.error.kind, ErrorKind::bad_input);
}

// A client played by hand, up to the tune.
struct ServerByHand {
  ServerByHand() : server(server_options()) {
    notes.self = &server;
    server.start(0);
    server.receive(kProtocolHeader, 0, notes);
  }
  template <class M>
  std::string answer_to(const M& method) {
    at = server.received();
    server.receive(method_frame(0, method), 0, notes);
    return notes.lines.empty() ? "" : notes.take().back();
  }
  std::uint64_t at = 0;
  Connection server;
  Notes notes;
};

TEST(Handshake, AServerReadsAmqplain) {
  ServerByHand hand;
  EXPECT_EQ(
      hand.answer_to(ConnectionStartOk{.mechanism = "AMQPLAIN", .response = amqplain_response("u", "p")}),
      "login AMQPLAIN u/p");
}

TEST(Handshake, AServerRefusesLoginsItCannotRead) {
  EXPECT_EQ(ServerByHand().answer_to(ConnectionStartOk{.mechanism = "EXTERNAL"}), "error 503 at 15");
  EXPECT_EQ(ServerByHand().answer_to(ConnectionStartOk{.mechanism = "PLAIN", .response = "guest"}),
            "error 502 at 15");
}

TEST(Handshake, AServerHoldsTheClientToWhatItOffered) {
  const auto tuned = [](const ConnectionTuneOk& tune_ok) {
    ServerByHand hand;
    hand.answer_to(ConnectionStartOk{.mechanism = "PLAIN", .response = plain_response("u", "p")});
    const std::string answer = hand.answer_to(tune_ok);
    return answer.substr(0, answer.find(" at"));
  };
  EXPECT_EQ(tuned({2047, 131072, 0}), "");
  EXPECT_EQ(tuned({1, 4096, 0}), "");
  EXPECT_EQ(tuned({2047, 131073, 0}), "error 530");
  EXPECT_EQ(tuned({2047, 4095, 0}), "error 530");
  EXPECT_EQ(tuned({2047, 0, 0}), "error 530");
  EXPECT_EQ(tuned({2048, 131072, 0}), "error 530");
  EXPECT_EQ(tuned({0, 131072, 0}), "error 530");
}

TEST(Handshake, ARefusedClientThatDoesNotUnderstandIsToldNothing) {
  ServerByHand hand;
  hand.notes.accept = false;
  hand.server.out().clear();
  hand.answer_to(ConnectionStartOk{.mechanism = "PLAIN", .response = plain_response("u", "p")});
  EXPECT_TRUE(hand.server.is_over());
  EXPECT_TRUE(hand.server.out().empty());
}

TEST(Handshake, StepsOutOfTurnAreErrors) {
  ServerByHand tune_first;
  EXPECT_EQ(tune_first.answer_to(ConnectionTuneOk{}), "error 503 at 15");
  ServerByHand twice;
  twice.notes.self = nullptr;
  twice.answer_to(ConnectionStartOk{.mechanism = "PLAIN", .response = plain_response("u", "p")});
  const std::string again =
      twice.answer_to(ConnectionStartOk{.mechanism = "PLAIN", .response = plain_response("u", "p")});
  EXPECT_EQ(again, "error 503 at " + std::to_string(twice.at + 7));
  // Its close says why.
  EXPECT_NE(wire::as_text(twice.server.out().view())
                .find("COMMAND_INVALID - connection.start-ok does not come next"),
            std::string_view::npos);
}

}  // namespace
}  // namespace amqpace::amqp091
