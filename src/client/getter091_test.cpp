// SPDX-License-Identifier: Apache-2.0
// Asking for messages one at a time, on a simulated network.
#include "client/getter091.hpp"

#include <gtest/gtest.h>

#include "client/rig_for_test.hpp"

namespace amqpace::client {
namespace {

using Lines = std::vector<std::string>;

ConsumerOptions get_from(std::string queue) {
  ConsumerOptions options = consume_from(std::move(queue));
  options.get = true;
  return options;
}

// A broker with so many messages; a get finds the next one or nothing.
struct GetRig : Rig {
  explicit GetRig(int messages, const ConsumerOptions& options = get_from("q"))
      : left(messages), consumer(session->add_consumer(options, seen)) {
    broker.when_asked = [this](FakePeer& peer, std::uint16_t channel, const amqp091::Method& method) {
      if (const auto* m = std::get_if<amqp091::BasicGet>(&method)) return answer(peer, channel, *m);
      return false;
    };
    open();
  }
  bool answer(FakePeer& peer, std::uint16_t channel, const amqp091::BasicGet& get) {
    asked_at.push_back(loop.now());
    last_queue = get.queue;
    last_no_ack = get.no_ack;
    if (silent) return true;
    if (left == 0) {
      peer.connection.send(channel, amqp091::BasicGetEmpty{});
    } else {
      --left;
      peer.connection.send_content(channel, amqp091::BasicGetOk{++tag, tag == 2, "ex", "key", 0}, amqp091::Properties{},
                                   wire::as_bytes("body"));
    }
    return true;
  }
  int left;
  std::uint64_t tag = 0;
  bool silent = false, last_no_ack = false;
  std::string last_queue;
  std::vector<Nanos> asked_at;
  Consumer& consumer;
};

TEST(Getter, AsksOnceAndThenWhenItIsToldTo) {
  GetRig rig(3);
  rig.settle();
  EXPECT_EQ(rig.broker.asked, (Lines{"1 channel.open", "1 basic.get"}));
  EXPECT_EQ(rig.seen.take(), (Lines{"open", "got 1 body"}));
  EXPECT_TRUE(rig.consumer.subscribed());
  EXPECT_EQ(rig.session->unsettled(), 0u);
  rig.consumer.next();
  rig.consumer.next();  // one at a time
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"got 2 body, redelivered"}));
  EXPECT_EQ(rig.asked_at.size(), 2u);
}

TEST(Getter, PausesWhenTheQueueIsEmpty) {
  GetRig rig(0);
  rig.run_until([&] { return rig.asked_at.size() == 3; });
  ASSERT_EQ(rig.asked_at.size(), 3u);
  // The pause begins with the answer, which takes as long as the question.
  EXPECT_EQ(rig.asked_at[2] - rig.asked_at[1], rig.asked_at[1] - rig.asked_at[0]);
  EXPECT_GE(rig.asked_at[1] - rig.asked_at[0], 10 * kMillisecond);
  EXPECT_LT(rig.asked_at[1] - rig.asked_at[0], 11 * kMillisecond);
  const auto asked = rig.asked_at.size();
  rig.consumer.next();  // the pause holds
  EXPECT_EQ(rig.asked_at.size(), asked);
}

TEST(Getter, AsksForWhatItsOptionsSay) {
  ConsumerOptions options = get_from("q.one");
  options.auto_ack = true;
  options.start_now = false;
  options.poll_interval = 0;
  GetRig rig(1, options);
  rig.settle();
  EXPECT_EQ(rig.asked_at.size(), 0u);
  rig.consumer.subscribe();
  rig.settle();
  EXPECT_EQ(rig.last_queue, "q.one");
  EXPECT_TRUE(rig.last_no_ack);
  rig.consumer.next();
  rig.run_until([&] { return rig.asked_at.size() > 5; });
  EXPECT_EQ(rig.asked_at.size(), 6u);  // an empty queue is asked again at once
  rig.consumer.cancel();
}

TEST(Getter, IsCancelledAtOnceWhenNothingIsAskedFor) {
  GetRig rig(1);
  rig.settle();
  rig.seen.take();
  rig.consumer.cancel();
  EXPECT_EQ(rig.seen.take(), (Lines{"cancelled"}));
  EXPECT_FALSE(rig.consumer.subscribed());
  rig.consumer.requeue_all();
  rig.settle();
  EXPECT_EQ(rig.broker.asked.back(), "1 basic.nack");
  EXPECT_EQ(rig.asked_at.size(), 1u);
}

TEST(Getter, IsCancelledWhenItsLastQuestionIsAnswered) {
  GetRig rig(0);
  rig.silent = true;
  rig.settle();
  rig.seen.take();
  rig.consumer.cancel();
  EXPECT_EQ(rig.seen.take(), (Lines{}));
  rig.broker.connection().send_content(1, amqp091::BasicGetOk{1, false, "ex", "key", 0}, amqp091::Properties{}, wire::as_bytes("late"));
  rig.broker.peer().flush();
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"got 1 late", "cancelled"}));
  EXPECT_EQ(rig.asked_at.size(), 1u);
}

TEST(Getter, SaysWhyTheBrokerRefusesIt) {
  GetRig rig(0);
  rig.silent = true;
  rig.settle();
  rig.seen.take();
  rig.broker.connection().close_channel(1, amqp091::ReplyCode::not_found, "NOT_FOUND - no queue 'q' in vhost '/'");
  rig.broker.peer().flush();
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"consumer closed"}));
  EXPECT_EQ(rig.seen.error.what, "could not get from queue q");
  EXPECT_EQ(rig.seen.error.detail, "NOT_FOUND - no queue 'q' in vhost '/'");
}

TEST(Getter, AsksNothingMoreOnceTheConnectionIsLost) {
  GetRig rig(0);
  rig.run_until([&] { return rig.asked_at.size() == 2; });
  rig.seen.take();
  rig.broker.peer().drop();
  rig.settle();
  EXPECT_EQ(rig.seen.take(), (Lines{"lost"}));
  EXPECT_FALSE(rig.consumer.subscribed());
  EXPECT_EQ(rig.asked_at.size(), 2u);
}

}  // namespace
}  // namespace amqpace::client
