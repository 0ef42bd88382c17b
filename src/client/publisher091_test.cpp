// SPDX-License-Identifier: Apache-2.0
// Publishing on a simulated network: every message one answer, whatever the broker does.
#include "client/publisher091.hpp"

#include <gtest/gtest.h>

#include <map>

#include "amqp091/table_value.hpp"
#include "base/random.hpp"
#include "client/rig_for_test.hpp"

namespace amqpace::client {
namespace {

using Lines = std::vector<std::string>;

// A session with one publisher, open.
struct PublishRig : Rig {
  explicit PublishRig(const PublisherOptions& options = {}, const net::SimOptions& sim = {})
      : Rig(sim),
        publisher(session->add_publisher(options, seen)),
        id(publisher.add_template(stamped_template())) {
    open();
    settle();
    EXPECT_EQ(seen.take(), (Lines{"open"}));
    EXPECT_TRUE(publisher.open());
    EXPECT_EQ(session->unsettled(), 0u);
  }
  void send(std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t n = first; n <= last; ++n) EXPECT_TRUE(publish(publisher, id, n));
    session->flush(loop.now());
    settle();
  }
  void say(const std::function<void(amqp091::Connection&)>& what) {
    what(broker.connection());
    broker.peer().flush();
    settle();
  }
  Publisher& publisher;
  TemplateId id;
};

const PublisherOptions kNoConfirms{false, 1000};

TEST(Publisher, TheChannelIsOpenedAndConfirmsAreSelected) {
  PublishRig rig;
  EXPECT_EQ(rig.broker.asked, (Lines{"1 channel.open", "1 confirm.select"}));
}

TEST(Publisher, WithoutConfirmsNoneAreSelected) {
  PublishRig rig(kNoConfirms);
  EXPECT_EQ(rig.broker.asked, (Lines{"1 channel.open"}));
}

TEST(Publisher, MayBeAddedAfterTheSessionIsOpen) {
  PublishRig rig;
  Publisher& second = rig.session->add_publisher({}, rig.seen);
  EXPECT_EQ(rig.session->unsettled(), 1u);
  EXPECT_FALSE(publish(second, second.add_template(stamped_template()), 1));
  rig.settle();
  EXPECT_EQ(rig.session->unsettled(), 0u);
  EXPECT_TRUE(second.open());
}

TEST(Publisher, SendsTheTemplateWithTheStampOfEachMessage) {
  PublishRig rig;
  rig.send(1, 2);
  ASSERT_EQ(rig.broker.published.size(), 2u);
  EXPECT_EQ(rig.broker.published[1].exchange, "ex");
  EXPECT_EQ(rig.broker.published[1].routing_key, "key");
  EXPECT_EQ(rig.broker.published[0].body, stamp_of(1) + "bbbbbbbb");
  EXPECT_EQ(rig.broker.published[1].body, stamp_of(2) + "bbbbbbbb");
}

TEST(Publisher, PropertiesAndHeadersArriveAsGiven) {
  PublishRig rig;
  MessageTemplate message = stamped_template();
  message.properties.content_type = "text/plain";
  message.properties.content_encoding = "utf-8";
  message.properties.correlation_id = "c";
  message.properties.reply_to = "r";
  message.properties.expiration = "60000";
  message.properties.message_id = "m";
  message.properties.type = "t";
  message.properties.user_id = "u";
  message.properties.app_id = "a";
  message.properties.priority = 5;
  message.properties.timestamp = 1234;
  message.properties.persistent = true;
  message.properties.headers = {
      {"flag", true}, {"count", std::int64_t{-7}}, {"share", 0.5}, {"word", std::string("w")}};
  amqp091::Table headers;
  std::string words;
  int mode = 0, priority = 0;
  std::uint64_t timestamp = 0;
  rig.broker.when_published = [&](FakePeer&, const amqp091::Content& content) {
    const amqp091::Properties& p = content.header.properties;
    headers = amqp091::copy_table(p.headers);
    for (const std::string_view part : {p.content_type, p.content_encoding, p.correlation_id, p.reply_to,
                                        p.expiration, p.message_id, p.type, p.user_id, p.app_id})
      words.append(part).append(" ");
    mode = p.delivery_mode;
    priority = p.priority;
    timestamp = p.timestamp;
  };
  EXPECT_TRUE(publish(rig.publisher, rig.publisher.add_template(message), 1));
  rig.session->flush(rig.loop.now());
  rig.settle();
  EXPECT_EQ(words, "text/plain utf-8 c r 60000 m t u a ");
  EXPECT_EQ(mode, 2);
  EXPECT_EQ(priority, 5);
  EXPECT_EQ(timestamp, 1234u);
  EXPECT_EQ(headers,
            (amqp091::Table{{"flag", true}, {"count", std::int64_t{-7}}, {"share", 0.5}, {"word", "w"}}));
}

TEST(Publisher, TheStampMayBeAHeader) {
  PublishRig rig;
  MessageTemplate message = stamped_template();
  message.body = "mine";
  message.stamp_in_header = true;
  std::string stamp;
  rig.broker.when_published = [&](FakePeer&, const amqp091::Content& content) {
    stamp = wire::as_text(*content.header.properties.headers.find("x-amqpace")->byte_array());
  };
  EXPECT_TRUE(publish(rig.publisher, rig.publisher.add_template(message), 77));
  rig.session->flush(rig.loop.now());
  rig.settle();
  EXPECT_EQ(rig.broker.published.at(0).body, "mine");
  EXPECT_EQ(stamp, stamp_of(77));
}

TEST(Publisher, AnswersConfirmsSingleAndMultiple) {
  PublishRig rig;
  rig.send(1, 5);
  EXPECT_EQ(rig.seen.take(), (Lines{"sent 1", "sent 2", "sent 3", "sent 4", "sent 5"}));
  EXPECT_EQ(rig.publisher.in_flight(), 5u);
  rig.say([](amqp091::Connection& c) { c.send(1, amqp091::BasicAck{2, false}); });
  rig.say([](amqp091::Connection& c) { c.send(1, amqp091::BasicAck{4, true}); });
  EXPECT_EQ(rig.seen.take(), (Lines{"2 confirmed", "1 confirmed", "3 confirmed", "4 confirmed"}));
  EXPECT_EQ(rig.publisher.in_flight(), 1u);
  rig.say([](amqp091::Connection& c) { c.send(1, amqp091::BasicNack{5, false, false}); });
  EXPECT_EQ(rig.seen.take(), (Lines{"5 nacked"}));
  EXPECT_EQ(rig.publisher.oldest_unanswered_sent(), kNever);
}

TEST(Publisher, AReturnedMessageIsAnsweredOnceAsReturned) {
  PublishRig rig;
  rig.send(1, 3);
  rig.seen.take();
  rig.say([](amqp091::Connection& c) {
    c.send_content(1, amqp091::BasicReturn{312, "NO_ROUTE", "ex", "key"}, amqp091::Properties{},
                   wire::as_bytes(stamp_of(2) + "rest"));
    c.send(1, amqp091::BasicAck{3, true});
  });
  EXPECT_EQ(rig.seen.take(), (Lines{"1 confirmed", "2 returned", "3 confirmed"}));
}

TEST(Publisher, AReturnedMessageIsKnownByItsHeaderToo) {
  PublishRig rig;
  MessageTemplate message = stamped_template();
  message.stamp_in_header = true;
  const TemplateId id = rig.publisher.add_template(message);
  EXPECT_TRUE(publish(rig.publisher, id, 9));
  rig.session->flush(rig.loop.now());
  rig.settle();
  rig.seen.take();
  const std::string stamp = stamp_of(9);
  const wire::Bytes bytes = wire::as_bytes(stamp);
  const amqp091::ByteArray table =
      amqp091::encode_table({{"x-amqpace", amqp091::ByteArray(bytes.begin(), bytes.end())}});
  rig.broker.connection().send_content(1, amqp091::BasicReturn{312, "NO_ROUTE", "ex", "key"},
                                       amqp091::Properties{}.with_headers(amqp091::TableView(table)),
                                       wire::as_bytes("some body that is the user's own, and long enough"));
  rig.broker.connection().send(1, amqp091::BasicAck{1, false});
  rig.broker.peer().flush();
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"9 returned"}));
}

TEST(Publisher, WithoutConfirmsAReturnedMessageIsToldAndNothingElse) {
  PublishRig rig(kNoConfirms);
  rig.send(1, 3);
  EXPECT_EQ(rig.publisher.in_flight(), 0u);
  rig.say([](amqp091::Connection& c) {
    c.send_content(1, amqp091::BasicReturn{312, "NO_ROUTE", "ex", "key"}, amqp091::Properties{},
                   wire::as_bytes(stamp_of(2)));
  });
  EXPECT_EQ(rig.seen.take(), (Lines{"sent 1", "sent 2", "sent 3", "2 returned"}));
}

TEST(Publisher, WhatIsOutstandingFailsWithTheChannel) {
  PublishRig rig;
  rig.send(1, 2);
  EXPECT_TRUE(publish(rig.publisher, rig.id, 3));
  rig.seen.take();
  rig.say([](amqp091::Connection& c) {
    c.close_channel(1, amqp091::ReplyCode::not_found, "NOT_FOUND - no exchange 'ex' in vhost '/'");
  });
  EXPECT_EQ(rig.seen.take(), (Lines{"1 failed", "2 failed", "3 failed, unsent", "publisher closed"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::refused);
  EXPECT_EQ(rig.seen.error.what, "could not publish to exchange ex");
  EXPECT_EQ(rig.seen.error.detail, "NOT_FOUND - no exchange 'ex' in vhost '/'");
  EXPECT_FALSE(rig.publisher.open());
  EXPECT_FALSE(publish(rig.publisher, rig.id, 4));
  EXPECT_EQ(rig.publisher.in_flight(), 0u);
  EXPECT_TRUE(rig.session->is_open());
  EXPECT_TRUE(rig.broker.was_asked("1 channel.close-ok"));
}

TEST(Publisher, WhatIsOutstandingIsUnknownWhenTheConnectionIsLost) {
  PublishRig rig;
  rig.send(1, 2);
  EXPECT_TRUE(publish(rig.publisher, rig.id, 3));
  rig.seen.take();
  rig.net.cut(*rig.broker.peer().stream);
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"1 unknown", "2 unknown", "3 unknown, unsent", "lost"}));
  EXPECT_FALSE(publish(rig.publisher, rig.id, 4));
}

TEST(Publisher, WithoutConfirmsOnlyWhatWasNotWrittenIsAnsweredWhenTheConnectionIsLost) {
  PublishRig rig(kNoConfirms);
  rig.send(1, 2);
  EXPECT_TRUE(publish(rig.publisher, rig.id, 3));
  rig.seen.take();
  rig.net.cut(*rig.broker.peer().stream);
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"3 unknown, unsent", "lost"}));
}

TEST(Publisher, ClosingTheSessionAnswersWhatIsOutstanding) {
  PublishRig rig;
  rig.send(1, 1);
  rig.seen.take();
  rig.session->close();
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"1 unknown", "closed"}));
}

TEST(Publisher, GivingUpAnswersEverythingAtOnceAndLateConfirmsArePassedOver) {
  PublishRig rig;
  rig.send(1, 2);
  EXPECT_TRUE(publish(rig.publisher, rig.id, 3));
  rig.seen.take();
  rig.publisher.give_up(rig.loop.now());
  EXPECT_EQ(rig.seen.take(), (Lines{"1 unknown", "2 unknown", "3 unknown, unsent"}));
  rig.session->flush(rig.loop.now());
  rig.say([](amqp091::Connection& c) { c.send(1, amqp091::BasicAck{3, true}); });
  EXPECT_TRUE(rig.seen.take().empty());
  EXPECT_TRUE(publish(rig.publisher, rig.id, 4));
  rig.session->flush(rig.loop.now());
  EXPECT_EQ(rig.seen.take(), (Lines{"sent 4"}));
}

TEST(Publisher, WithoutConfirmsGivingUpAnswersWhatWasNotWritten) {
  PublishRig rig(kNoConfirms);
  EXPECT_TRUE(publish(rig.publisher, rig.id, 1));
  rig.publisher.give_up(rig.loop.now());
  rig.publisher.give_up(rig.loop.now());
  rig.session->flush(rig.loop.now());
  EXPECT_EQ(rig.seen.take(), (Lines{"1 unknown, unsent"}));
}

TEST(Publisher, ARefusedConfirmSelectClosesIt) {
  Rig rig;
  rig.broker.when_asked = [](FakePeer& peer, std::uint16_t channel, const amqp091::Method& method) {
    if (!std::holds_alternative<amqp091::ConfirmSelect>(method)) return false;
    peer.connection.close_channel(channel, amqp091::ReplyCode::access_refused, "ACCESS_REFUSED - no");
    return true;
  };
  Publisher& publisher = rig.session->add_publisher({}, rig.seen);
  rig.open();
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"open", "publisher closed"}));
  EXPECT_EQ(rig.seen.error.what, "could not publish");
  EXPECT_FALSE(publisher.open());
  EXPECT_EQ(rig.session->unsettled(), 0u);
}

TEST(Publisher, AMessageThatCannotBeSentClosesItBeforeAnythingIsSent) {
  PublishRig rig;
  MessageTemplate message = stamped_template();
  message.routing_key = std::string(300, 'k');
  rig.publisher.add_template(message);
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"publisher closed"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::bad_input);
  EXPECT_TRUE(rig.session->is_open());
}

TEST(Publisher, PublishersHaveChannelsAndAnswersOfTheirOwn) {
  PublishRig rig;
  Recorder other;
  Publisher& second = rig.session->add_publisher({}, other);
  const TemplateId id = second.add_template(stamped_template());
  rig.settle();
  EXPECT_TRUE(publish(rig.publisher, rig.id, 1));
  EXPECT_TRUE(publish(second, id, 2));
  rig.session->flush(rig.loop.now());
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"sent 1"}));
  EXPECT_EQ(other.take(), (Lines{"sent 2"}));
  rig.say([](amqp091::Connection& c) { c.send(2, amqp091::BasicAck{1, false}); });
  EXPECT_TRUE(rig.seen.take().empty());
  EXPECT_EQ(other.take(), (Lines{"2 confirmed"}));
}

TEST(Publisher, RefusesWhenTheSendBufferIsFullAndGoesOnWhenTheSocketDoes) {
  PublishRig rig;
  MessageTemplate large = stamped_template(100'000);
  const TemplateId id = rig.publisher.add_template(large);
  std::uint64_t taken = 0;
  while (publish(rig.publisher, id, taken + 1)) ++taken;
  EXPECT_EQ(taken, 10u);
  rig.session->flush(rig.loop.now());
  EXPECT_GT(rig.session->unsent_bytes(), 0u);
  rig.settle();
  EXPECT_EQ(rig.session->unsent_bytes(), 0u);
  EXPECT_EQ(rig.broker.published.size(), 10u);
  EXPECT_TRUE(publish(rig.publisher, id, 11));
}

TEST(Publisher, AMessageLargerThanTheSendBufferGoesAlone) {
  PublishRig rig;
  const TemplateId id = rig.publisher.add_template(stamped_template(3'000'000));
  EXPECT_TRUE(publish(rig.publisher, id, 1));
  EXPECT_FALSE(publish(rig.publisher, id, 2));
  rig.session->flush(rig.loop.now());
  rig.settle();
  ASSERT_EQ(rig.broker.published.size(), 1u);
  EXPECT_EQ(rig.broker.published[0].body, stamp_of(1) + std::string(2'999'968, 'b'));
}

// A small, slow, chopped-up network; a broker that answers at random; every message has one end, and the
// broker saw what the client says it sent.
TEST(Publisher, AnyNetworkAnyAnswersEachMessageOnce) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    net::SimOptions sim;
    sim.seed = seed;
    sim.capacity = 2000 + 500 * seed;
    sim.bytes_per_second = 1'000'000;
    PublishRig rig({}, sim);
    Random random(seed);
    std::uint64_t arrived = 0, acked = 0;
    rig.broker.when_published = [&](FakePeer& peer, const amqp091::Content&) {
      ++arrived;
      if (random.below(3) != 0) return;
      const std::uint64_t tag = acked + 1 + random.below(arrived - acked);
      const bool multiple = tag == acked + 1 || random.below(2) == 0;
      peer.connection.send(1, amqp091::BasicAck{tag, multiple});
      if (multiple) acked = tag;
    };
    std::uint64_t taken = 0;
    while (taken < 500) {
      if (publish(rig.publisher, rig.id, taken + 1)) ++taken;
      if (random.below(5) == 0) rig.session->flush(rig.loop.now());
      if (random.below(5) == 0) rig.loop.turn(rig.loop.now() + kMillisecond);
    }
    if (seed % 2 == 0) {
      rig.session->flush(rig.loop.now());
      rig.settle();
      EXPECT_EQ(arrived, 500u);
      rig.session->close();
    } else {
      rig.net.cut(*rig.broker.peer().stream);
    }
    rig.settle();
    std::map<std::string, int> sent, answers;
    std::uint64_t unsent = 0;
    for (const std::string& line : rig.seen.lines) {
      if (line.starts_with("sent ")) ++sent[line.substr(5)];
      if (line.ends_with(" confirmed") || line.ends_with(" unknown"))
        ++answers[line.substr(0, line.find(' '))];
      if (line.ends_with(", unsent")) ++unsent;
    }
    EXPECT_EQ(sent.size() + unsent, 500u) << "seed " << seed;
    EXPECT_EQ(answers.size(), sent.size()) << "seed " << seed;
    for (const auto& [sequence, count] : answers)
      EXPECT_EQ(count, 1) << "seed " << seed << ", message " << sequence;
    EXPECT_GE(sent.size(), arrived) << "seed " << seed;
  }
}

}  // namespace
}  // namespace amqpace::client
