// SPDX-License-Identifier: Apache-2.0
// The life of a session on a simulated network: handshake, refusals, time-outs, heartbeats, closing, being
// dropped.
#include "client/session091.hpp"

#include <gtest/gtest.h>

#include "client/rig_for_test.hpp"

namespace amqpace::client {
namespace {

using Lines = std::vector<std::string>;

TEST(Session, OpensWithTheNameAndPasswordOfTheAddress) {
  Rig rig;
  rig.open();
  EXPECT_EQ(rig.seen.take(), (Lines{"open"}));
  EXPECT_TRUE(rig.session->is_open());
  EXPECT_EQ(rig.session->unsettled(), 0u);
  EXPECT_EQ(rig.broker.user, "anna");
  EXPECT_EQ(rig.broker.password, "p@ss:w/rd");
  EXPECT_EQ(rig.broker.vhost, "test");
  EXPECT_EQ(rig.session->server_product(), "Fake 1.2");
}

TEST(Session, SaysThatNobodyListens) {
  Rig rig;
  rig.connect_to(1);
  rig.open();
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::unreachable);
  EXPECT_EQ(rig.seen.error.what, "could not connect to amqp://anna:***@localhost:1/test");
  EXPECT_EQ(rig.seen.error.detail, "localhost:1: localhost connection refused");
  EXPECT_FALSE(rig.session->is_open());
  EXPECT_EQ(rig.session->unsettled(), 0u);
}

TEST(Session, GivesUpConnectingWhenTheTimeIsOver) {
  Rig rig;
  rig.net.swallow_connects(net::Address::tcp("localhost", 5672));
  rig.open();
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::unreachable);
  EXPECT_EQ(rig.loop.now(), 5 * kSecond);
}

TEST(Session, GivesUpAtEveryStepOfTheHandshake) {
  const std::pair<Step, std::string> steps[] = {
      {Step::greeting, "no answer within 5s, waiting for the broker's greeting (connection.start)"},
      {Step::tune, "no answer within 5s, waiting for the answer to the login (connection.tune)"},
      {Step::open, "no answer within 5s, waiting for the virtual host (connection.open-ok)"},
  };
  for (const auto& [step, words] : steps) {
    Rig rig;
    rig.broker.silent_at = step;
    rig.open();
    EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
    EXPECT_EQ(rig.seen.error.kind, ErrorKind::unreachable);
    EXPECT_EQ(rig.seen.error.detail, words);
    EXPECT_EQ(rig.loop.now(), 5 * kSecond);
  }
}

TEST(Session, RepeatsTheBrokersWordsWhenTheLoginIsRefused) {
  Rig rig;
  rig.broker.login_refusal = "ACCESS_REFUSED - Login was refused using authentication mechanism PLAIN.";
  rig.open();
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::refused);
  EXPECT_EQ(rig.seen.error.what, "could not connect to amqp://anna:***@localhost:5672/test");
  EXPECT_EQ(rig.seen.error.detail,
            "ACCESS_REFUSED - Login was refused using authentication mechanism PLAIN.");
  EXPECT_EQ(rig.seen.error.hint, "check user and password in the broker's address");
}

TEST(Session, RepeatsTheBrokersWordsWhenTheVirtualHostIsRefused) {
  Rig rig;
  rig.broker.vhost_refusal = {amqp091::ReplyCode::not_allowed, "NOT_ALLOWED - vhost test not found"};
  rig.open();
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::refused);
  EXPECT_EQ(rig.seen.error.detail, "NOT_ALLOWED - vhost test not found");
  EXPECT_EQ(rig.seen.error.hint,
            "check the virtual host in the broker's address ('test') and the user's access to it");
}

TEST(Session, SaysWhereTheHandshakeWasWhenTheSocketIsDropped) {
  Rig rig;
  rig.broker.silent_at = Step::open;
  rig.session->open();
  rig.run_until([&] { return !rig.broker.vhost.empty(); });
  rig.broker.peer().drop();
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::unreachable);
  EXPECT_EQ(
      rig.seen.error.detail,
      "the broker closed the socket without saying why, waiting for the virtual host (connection.open-ok)");
}

TEST(Session, DoesNotSpeakEveryProtocol) {
  Rig rig;
  rig.connect_to("amqp10://anna:secret@localhost");
  rig.open();
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::bad_input);
  EXPECT_EQ(rig.seen.error.detail, "this version does not speak this protocol");
  EXPECT_TRUE(rig.broker.peers.empty());
}

TEST(Session, IsLostWhenTheConnectionIsCut) {
  Rig rig;
  rig.open();
  rig.seen.take();
  rig.net.cut(*rig.broker.peer().stream);
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::lost);
  EXPECT_EQ(rig.seen.error.what, "lost the connection to amqp://anna:***@localhost:5672/test");
}

TEST(Session, IsLostWhenTheBrokerClosesIt) {
  Rig rig;
  rig.open();
  rig.seen.take();
  rig.broker.connection().close(amqp091::ReplyCode::connection_forced,
                                "CONNECTION_FORCED - closed by the test");
  rig.broker.peer().flush();
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::lost);
  EXPECT_EQ(rig.seen.error.what, "the broker closed the connection to amqp://anna:***@localhost:5672/test");
  EXPECT_EQ(rig.seen.error.detail, "CONNECTION_FORCED - closed by the test");
  EXPECT_EQ(rig.broker.ends, (Lines{"closed 320"}));
}

TEST(Session, ClosesInOrder) {
  Rig rig;
  rig.open();
  rig.seen.take();
  rig.session->close();
  rig.session->close();
  EXPECT_FALSE(rig.session->is_open());
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"closed"}));
  EXPECT_EQ(rig.broker.ends, (Lines{"closed 200"}));
  rig.session->close();
  rig.settle();
  EXPECT_TRUE(rig.seen.take().empty());
}

TEST(Session, ClosingBeforeItIsOpenIsAnsweredToo) {
  Rig rig;
  rig.session->open();
  rig.session->close();
  EXPECT_TRUE(rig.seen.take().empty());
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"closed"}));
}

TEST(Session, IsLostWhenClosingIsNotAnswered) {
  Rig rig;
  rig.open();
  rig.seen.take();
  rig.net.freeze(*rig.broker.peer().stream, rig.loop.now() + kMinute);
  const Nanos asked = rig.loop.now();
  rig.session->close();
  rig.until_said();
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_EQ(rig.seen.error.detail, "no answer to connection.close within 5s");
  EXPECT_EQ(rig.loop.now(), asked + 5 * kSecond);
}

TEST(Session, IsLostAfterTwoHeartbeatsOfSilence) {
  Rig rig;
  rig.open();
  rig.seen.take();
  rig.net.freeze(*rig.broker.peer().stream, rig.loop.now() + 10 * kMinute);
  const Nanos silent = rig.loop.now();
  rig.run_until([&] { return !rig.seen.lines.empty(); }, kMinute);
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_EQ(rig.seen.error.detail, "nothing came from the broker for 20s");
  EXPECT_GE(rig.loop.now(), silent + 19 * kSecond);
  EXPECT_LE(rig.loop.now(), silent + 26 * kSecond);
}

TEST(Session, AQuietConnectionIsKeptByHeartbeats) {
  Rig rig;
  rig.open();
  rig.seen.take();
  // The fake broker sends none by itself: its answer is what the codec does on each read.
  const auto from_client = [&] { return rig.broker.connection().received(); };
  const std::uint64_t before = from_client();
  rig.run_until([&] { return from_client() >= before + 16; }, 15 * kSecond);
  EXPECT_GE(from_client(), before + 16);
}

TEST(Session, SilenceWhileReadingIsPausedIsNotTheBrokers) {
  Rig rig;
  rig.open();
  rig.seen.take();
  rig.session->pause_reading(true);
  rig.run_for(2 * kMinute);
  EXPECT_TRUE(rig.seen.take().empty());
  rig.session->pause_reading(false);
  rig.run_for(15 * kSecond);
  EXPECT_TRUE(rig.seen.take().empty());
}

TEST(Session, TellsWhenTheBrokerBlocksIt) {
  Rig rig;
  rig.open();
  rig.seen.take();
  rig.broker.connection().send(0, amqp091::ConnectionBlocked{"low on memory"});
  rig.broker.peer().flush();
  rig.settle();
  EXPECT_TRUE(rig.session->blocked());
  rig.broker.connection().send(0, amqp091::ConnectionUnblocked{});
  rig.broker.peer().flush();
  rig.settle();
  EXPECT_FALSE(rig.session->blocked());
  EXPECT_EQ(rig.seen.take(), (Lines{"blocked low on memory", "unblocked"}));
}

TEST(Session, MayBeDestroyedInEveryCallback) {
  for (const std::string when : {"open", "sent 1", "1 confirmed", "got 1 x", "lost", "closed", "2 unknown"}) {
    Rig rig;
    rig.broker.when_published = [](FakePeer& peer, const amqp091::Content& content) {
      peer.connection.send(content.channel, amqp091::BasicAck{1, false});
    };
    Publisher& publisher = rig.session->add_publisher({}, rig.seen);
    rig.session->add_consumer(consume_from("q"), rig.seen);
    const TemplateId id = publisher.add_template(stamped_template());
    bool destroyed = false;
    rig.seen.then = [&](const std::string& line) {
      EXPECT_FALSE(destroyed) << line << " after the end";
      if (line == when) {
        destroyed = true;
        rig.session.reset();
      }
    };
    rig.open();
    rig.settle();
    if (rig.session) {
      EXPECT_TRUE(publish(publisher, id, 1));
      rig.session->flush(rig.loop.now());
    }
    rig.settle();
    if (rig.session) {
      rig.broker.connection().send_content(2, amqp091::BasicDeliver{"amqpace-2", 1, false, "", ""},
                                           amqp091::Properties{}, wire::as_bytes("x"));
      rig.broker.peer().flush();
      rig.settle();
    }
    if (rig.session) {
      EXPECT_TRUE(publish(publisher, id, 2));
      if (when == "lost") {
        rig.net.cut(*rig.broker.peer().stream);
      } else {
        rig.session->close();
      }
    }
    rig.settle();
    EXPECT_TRUE(destroyed) << when;
  }
}

}  // namespace
}  // namespace amqpace::client
