// SPDX-License-Identifier: Apache-2.0
// Consuming on a simulated network.
#include "client/consumer091.hpp"

#include <gtest/gtest.h>

#include "client/encode091.hpp"
#include "client/headers.hpp"
#include "client/rig_for_test.hpp"

namespace amqpace::client {
namespace {

using Lines = std::vector<std::string>;

struct ConsumeRig : Rig {
  explicit ConsumeRig(const ConsumerOptions& options = consume_from("q"), const net::SimOptions& sim = {})
      : Rig(sim), consumer(session->add_consumer(options, seen)) {
    broker.when_asked = [this](FakePeer&, std::uint16_t, const amqp091::Method& method) {
      if (const auto* m = std::get_if<amqp091::BasicAck>(&method))
        settled.push_back("ack " + std::to_string(m->delivery_tag) + (m->multiple ? " multiple" : ""));
      if (const auto* m = std::get_if<amqp091::BasicReject>(&method))
        settled.push_back("reject " + std::to_string(m->delivery_tag) + (m->requeue ? " requeue" : ""));
      if (const auto* m = std::get_if<amqp091::BasicNack>(&method))
        settled.push_back("nack " + std::to_string(m->delivery_tag) + (m->multiple ? " multiple" : "") +
                          (m->requeue ? " requeue" : ""));
      return false;
    };
    open();
    settle();
    EXPECT_EQ(seen.take(), (Lines{"open"}));
    EXPECT_EQ(session->unsettled(), 0u);
  }
  void say(const std::function<void(amqp091::Connection&)>& what) {
    what(broker.connection());
    broker.peer().flush();
    settle();
  }
  void deliver(std::uint64_t tag, std::string_view body, const amqp091::Properties& properties = {},
               bool redelivered = false) {
    say([&](amqp091::Connection& c) {
      c.send_content(1, amqp091::BasicDeliver{"amqpace-1", tag, redelivered, "ex", "key"}, properties,
                     wire::as_bytes(body));
    });
  }
  Consumer& consumer;
  Lines settled;
};

TEST(Consumer, IsSetUpStepByStep) {
  ConsumeRig rig;
  EXPECT_EQ(rig.broker.asked, (Lines{"1 channel.open", "1 basic.qos", "1 basic.consume"}));
  EXPECT_TRUE(rig.consumer.subscribed());
}

TEST(Consumer, AsksForWhatItsOptionsSay) {
  Rig rig;
  ConsumerOptions options = consume_from("q.one");
  options.prefetch = 321;
  options.auto_ack = true;
  options.exclusive = true;
  options.arguments = {{"x-priority", std::int64_t{5}}};
  rig.session->add_consumer(options, rig.seen);
  int prefetch = 0;
  bool right = false;
  rig.broker.when_asked = [&](FakePeer&, std::uint16_t, const amqp091::Method& method) {
    if (const auto* m = std::get_if<amqp091::BasicQos>(&method))
      prefetch = m->global ? -1 : m->prefetch_count;
    if (const auto* m = std::get_if<amqp091::BasicConsume>(&method))
      right = m->queue == "q.one" && m->no_ack && m->exclusive &&
              amqp091::copy_table(m->arguments) == amqp091::Table{{"x-priority", std::int64_t{5}}};
    return false;
  };
  rig.open();
  rig.settle();
  EXPECT_EQ(prefetch, 321);
  EXPECT_TRUE(right);
}

TEST(Consumer, HandsOnDeliveries) {
  ConsumeRig rig;
  rig.deliver(1, "hello");
  rig.deliver(2, "");
  rig.deliver(3, "again", {}, true);
  EXPECT_EQ(rig.seen.take(), (Lines{"got 1 hello", "got 2 ", "got 3 again, redelivered"}));
}

TEST(Consumer, PutsBodiesOfManyFramesTogether) {
  ConsumeRig rig;
  rig.deliver(1, std::string(1'000'000, 'x'));
  EXPECT_EQ(rig.seen.take(), (Lines{"got 1 1000000 bytes"}));
}

TEST(Consumer, ReadsTheStampHeaderAndTheDeaths) {
  ConsumeRig rig;
  const amqp091::Table here{{"count", std::int64_t{2}}, {"queue", "q"}, {"reason", "rejected"}};
  const amqp091::Table elsewhere{{"queue", "other"}};
  const amqp091::ByteArray stamp{std::byte{'S'}, std::byte{'T'}};
  const amqp091::ByteArray table =
      amqp091::encode_table({{"before", true},
                             {"x-death", amqp091::Array{elsewhere, here, elsewhere}},
                             {"x-amqpace", stamp},
                             {"after", amqp091::Table{{"x-amqpace", "inner"}}}});
  rig.deliver(1, "b", amqp091::Properties{}.with_headers(amqp091::TableView(table)));
  EXPECT_EQ(rig.seen.take(), (Lines{"got 1 b, stamp ST"}));
  EXPECT_EQ(rig.seen.deliveries.at(0).deaths, 3u);
  EXPECT_EQ(rig.seen.deliveries.at(0).deaths_here, 1u);
}

TEST(Consumer, AcksGoOutWithTheNextFlush) {
  ConsumeRig rig;
  rig.deliver(1, "a");
  rig.consumer.ack(1, false);
  rig.run_for(kMillisecond);
  EXPECT_TRUE(rig.settled.empty());
  rig.consumer.ack(3, true);
  rig.consumer.reject(4, false);
  rig.consumer.reject(5, true);
  rig.session->flush(rig.loop.now());
  rig.settle();
  EXPECT_EQ(rig.settled, (Lines{"ack 1", "ack 3 multiple", "reject 4", "reject 5 requeue"}));
}

TEST(Consumer, GivesEverythingBack) {
  ConsumeRig rig;
  rig.consumer.requeue_all();
  rig.settle();
  EXPECT_EQ(rig.settled, (Lines{"nack 0 multiple requeue"}));
}

TEST(Consumer, IsCancelledAndSubscribesAgain) {
  ConsumeRig rig;
  rig.consumer.cancel();
  EXPECT_FALSE(rig.consumer.subscribed());
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"cancelled"}));
  rig.consumer.subscribe();
  EXPECT_EQ(rig.session->unsettled(), 1u);
  rig.settle();
  EXPECT_EQ(rig.session->unsettled(), 0u);
  EXPECT_TRUE(rig.consumer.subscribed());
  rig.deliver(7, "x");
  EXPECT_EQ(rig.seen.take(), (Lines{"got 7 x"}));
}

TEST(Consumer, DeliveriesThatCrossACancelStillArrive) {
  ConsumeRig rig;
  rig.consumer.cancel();
  rig.deliver(1, "late");
  EXPECT_EQ(rig.seen.take(), (Lines{"got 1 late", "cancelled"}));
}

TEST(Consumer, TheBrokerMayCancelIt) {
  ConsumeRig rig;
  rig.seen.then = [&](const std::string& line) {
    if (line == "cancelled by broker") rig.consumer.subscribe();
  };
  rig.say([](amqp091::Connection& c) { c.send(1, amqp091::BasicCancel{"amqpace-1", true}); });
  EXPECT_EQ(rig.seen.take(), (Lines{"cancelled by broker"}));
  EXPECT_TRUE(rig.consumer.subscribed());
}

TEST(Consumer, BothMayCancelAtOnce) {
  ConsumeRig rig;
  rig.consumer.cancel();
  rig.say([](amqp091::Connection& c) { c.send(1, amqp091::BasicCancel{"amqpace-1", true}); });
  EXPECT_EQ(rig.seen.take(), (Lines{"cancelled by broker"}));
}

TEST(Consumer, MayBeHeldUntilItIsToldToStart) {
  ConsumerOptions options = consume_from("q");
  options.start_now = false;
  ConsumeRig rig(options);
  EXPECT_EQ(rig.broker.asked, (Lines{"1 channel.open", "1 basic.qos"}));
  EXPECT_FALSE(rig.consumer.subscribed());
  rig.consumer.subscribe();
  rig.settle();
  EXPECT_TRUE(rig.consumer.subscribed());
}

TEST(Consumer, CancelledBeforeItStandsIsCancelledWhenItDoes) {
  Rig rig;
  Consumer& consumer = rig.session->add_consumer(consume_from("q"), rig.seen);
  rig.session->open();
  rig.run_until([&] { return rig.broker.was_asked("1 basic.consume"); });
  consumer.cancel();
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"open", "cancelled"}));
}

TEST(Consumer, ARefusedQueueClosesIt) {
  Rig rig;
  rig.session->add_consumer(consume_from("nowhere"), rig.seen);
  rig.broker.when_asked = [](FakePeer& peer, std::uint16_t channel, const amqp091::Method& method) {
    if (!std::holds_alternative<amqp091::BasicConsume>(method)) return false;
    peer.connection.close_channel(channel, amqp091::ReplyCode::not_found, "NOT_FOUND - no queue 'nowhere'");
    return true;
  };
  rig.open();
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"open", "consumer closed"}));
  EXPECT_EQ(rig.seen.error.kind, ErrorKind::refused);
  EXPECT_EQ(rig.seen.error.what, "could not consume from queue nowhere");
  EXPECT_EQ(rig.seen.error.detail, "NOT_FOUND - no queue 'nowhere'");
  EXPECT_EQ(rig.session->unsettled(), 0u);
}

TEST(Consumer, AClosedOneSettlesNothingOnTheChannelOfAnother) {
  ConsumeRig rig;
  rig.say([](amqp091::Connection& c) { c.close_channel(1, amqp091::ReplyCode::precondition_failed, "no"); });
  Recorder other;
  rig.session->add_consumer(consume_from("r"), other);
  rig.settle();
  EXPECT_TRUE(rig.broker.was_asked("1 basic.consume"));
  rig.consumer.ack(1, true);
  rig.consumer.reject(1, true);
  rig.consumer.requeue_all();
  rig.consumer.cancel();
  rig.session->flush(rig.loop.now());
  rig.settle();
  EXPECT_TRUE(rig.settled.empty());
}

TEST(Consumer, NothingIsReadWhileReadingIsPaused) {
  ConsumeRig rig;
  rig.session->pause_reading(true);
  rig.deliver(1, "a");
  EXPECT_TRUE(rig.seen.take().empty());
  rig.session->pause_reading(false);
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"got 1 a"}));
}

TEST(Consumer, AnySplitOfTheBytesGivesTheSameDeliveries) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    net::SimOptions sim;
    sim.seed = seed;
    sim.capacity = 3000;
    ConsumeRig rig(consume_from("q"), sim);
    Lines expected;
    for (std::uint64_t tag = 1; tag <= 60; ++tag) {
      const std::string body((tag * 7919 * seed) % (tag % 10 == 0 ? 300'000 : 900), 'x');
      rig.broker.connection().send_content(1, amqp091::BasicDeliver{"amqpace-1", tag, false, "", "q"},
                                           amqp091::Properties{}, wire::as_bytes(body));
      expected.push_back("got " + std::to_string(tag) + " " +
                         (body.size() <= 16 ? body : std::to_string(body.size()) + " bytes"));
    }
    rig.broker.peer().flush();
    rig.run_until([&] { return rig.seen.lines.size() == expected.size(); });
    EXPECT_EQ(rig.seen.take(), expected) << "seed " << seed;
  }
}

}  // namespace
}  // namespace amqpace::client
