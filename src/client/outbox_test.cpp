// SPDX-License-Identifier: Apache-2.0
// Send times to the nanosecond, on a socket that takes as much as the test says; and that the message path
// allocates nothing.
#include "client/outbox.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "client/hand_loop_for_test.hpp"
#include "client/recorder_for_test.hpp"
#include "client/session091.hpp"

namespace {
std::size_t allocations = 0;
}  // namespace

// Not inlined: g++ 12 would take the free() below for a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace amqpace::client {
namespace {

using Lines = std::vector<std::string>;

struct HandRig {
  HandRig() {
    ConnectOptions options;
    options.uri = *parse_uri("amqp://localhost");
    session = make_session(loop, net::Address::tcp("localhost", 5672), options, seen);
    publisher = &session->add_publisher({}, seen);
    session->open();
    loop.events->on_connected();
    broker.run();
    EXPECT_EQ(session->unsettled(), 0u);
    seen.take();
    seen.with_send_times = true;
  }
  ~HandRig() { session.reset(); }

  HandLoop loop;
  HandBroker broker{loop};
  Recorder seen;
  std::unique_ptr<Session> session;
  Publisher* publisher = nullptr;
};

// Method, header and body frames of a stamped_template() with a body of 40: 22 + 23 + 48 bytes.
constexpr std::size_t kMessage = 93;

TEST(Outbox, OneWriteGivesAllItsMessagesTheTimeBeforeIt) {
  HandRig rig;
  const TemplateId id = rig.publisher->add_template(stamped_template());
  for (std::uint64_t n = 1; n <= 3; ++n) EXPECT_TRUE(publish(*rig.publisher, id, n));
  EXPECT_EQ(rig.session->unsent_bytes(), 3 * kMessage);
  rig.loop.wire.write_takes = 7;
  rig.loop.time.set(1000);
  rig.session->flush(1000);
  EXPECT_EQ(rig.seen.take(), (Lines{"sent 1 at 1000", "sent 2 at 1000", "sent 3 at 1000"}));
  EXPECT_EQ(rig.loop.now(), 1007);
}

TEST(Outbox, AMessageIsSentWithTheWriteThatCarriesItsLastByte) {
  HandRig rig;
  const TemplateId id = rig.publisher->add_template(stamped_template());
  for (std::uint64_t n = 1; n <= 3; ++n) EXPECT_TRUE(publish(*rig.publisher, id, n));
  rig.loop.time.set(1000);
  rig.loop.wire.room = 2 * kMessage - 1;
  rig.session->flush(1000);
  EXPECT_EQ(rig.seen.take(), (Lines{"sent 1 at 1000"}));
  EXPECT_EQ(rig.session->unsent_bytes(), kMessage + 1);
  EXPECT_TRUE(rig.loop.wire.want_writable);
  rig.loop.time.set(2000);
  rig.loop.wire.room = 1;
  rig.loop.events->on_writable();
  EXPECT_EQ(rig.seen.take(), (Lines{"sent 2 at 2000"}));
  rig.loop.time.set(3000);
  rig.loop.wire.room = SIZE_MAX;
  rig.loop.events->on_writable();
  EXPECT_EQ(rig.seen.take(), (Lines{"sent 3 at 3000"}));
  EXPECT_FALSE(rig.loop.wire.want_writable);
  EXPECT_EQ(rig.publisher->oldest_unanswered_sent(), 1000);
}

TEST(Outbox, LaterWritesOfOneFlushReadTheClockAgain) {
  HandRig rig;
  const TemplateId id = rig.publisher->add_template(stamped_template(60'000));
  for (std::uint64_t n = 1; n <= 3; ++n) EXPECT_TRUE(publish(*rig.publisher, id, n));
  rig.loop.time.set(1000);
  rig.loop.wire.write_takes = 10;
  rig.loop.wire.writes.clear();
  rig.session->flush(1000);
  EXPECT_EQ(rig.loop.wire.writes, (std::vector<std::size_t>{65'536, 65'536, 180'159 - 2 * 65'536}));
  EXPECT_EQ(rig.seen.take(), (Lines{"sent 1 at 1000", "sent 2 at 1010", "sent 3 at 1020"}));
}

TEST(Outbox, AFullSocketTakesNothing) {
  HandRig rig;
  const TemplateId id = rig.publisher->add_template(stamped_template());
  EXPECT_TRUE(publish(*rig.publisher, id, 1));
  rig.loop.wire.room = 0;
  rig.session->flush(500);
  EXPECT_TRUE(rig.seen.take().empty());
  EXPECT_EQ(rig.publisher->oldest_unanswered_sent(), kNever);
  EXPECT_EQ(rig.publisher->in_flight(), 1u);
  EXPECT_TRUE(rig.loop.wire.want_writable);
}

TEST(Outbox, AFlushFromInsideACallbackIsServedByTheOneUnderWay) {
  HandRig rig;
  const TemplateId id = rig.publisher->add_template(stamped_template());
  rig.seen.then = [&](const std::string& line) {
    if (line != "sent 1 at 100") return;
    EXPECT_TRUE(publish(*rig.publisher, id, 2));
    rig.session->flush(rig.loop.now());
  };
  EXPECT_TRUE(publish(*rig.publisher, id, 1));
  rig.loop.time.set(100);
  rig.loop.wire.write_takes = 1;
  rig.session->flush(100);
  EXPECT_EQ(rig.seen.take(), (Lines{"sent 1 at 100", "sent 2 at 101"}));
}

TEST(Outbox, AWriteThatFailsWaitsForTheLossToBeTold) {
  HandRig rig;
  const TemplateId id = rig.publisher->add_template(stamped_template());
  EXPECT_TRUE(publish(*rig.publisher, id, 1));
  rig.loop.wire.fails = true;
  rig.session->flush(100);
  EXPECT_TRUE(rig.seen.take().empty());
  rig.loop.events->on_failed(Error{ErrorKind::lost, "Connection reset by peer", {}, {}, {}});
  EXPECT_EQ(rig.seen.take(), (Lines{"1 unknown, unsent", "lost"}));
  EXPECT_EQ(rig.seen.error.detail, "Connection reset by peer");
}

// Counts without keeping anything.
struct Counter final : PublisherEvents, ConsumerEvents {
  void on_sent(const InFlight&) override { ++sent; }
  void on_answer(const InFlight&, Answer, Nanos) override { ++answered; }
  void on_publisher_closed(const Error&) override {}
  void on_delivery(const Delivery& delivery, Nanos) override {
    ++delivered;
    consumer->ack(delivery.tag, false);
  }
  void on_cancelled(bool) override {}
  void on_consumer_closed(const Error&) override {}
  std::uint64_t sent = 0, answered = 0, delivered = 0;
  Consumer* consumer = nullptr;
};

TEST(Outbox, TheMessagePathAllocatesNothingOnceWarm) {
  HandRig rig;
  Counter count;
  Publisher& publisher = rig.session->add_publisher({}, count);
  count.consumer = &rig.session->add_consumer(consume_from("q"), count);
  rig.broker.run();
  ASSERT_EQ(rig.session->unsettled(), 0u);
  const TemplateId id = publisher.add_template(stamped_template(512));
  const std::string stamp = stamp_of(1);
  const std::string body(512, 'x');
  std::uint64_t tag = 0;
  std::size_t counted = 0;
  rig.loop.wire.writes.reserve(1000);
  for (int round = 0; round < 200; ++round) {
    const std::size_t before = allocations;
    for (std::uint64_t n = 0; n < 50; ++n) EXPECT_TRUE(publisher.publish(id, n, 0, wire::as_bytes(stamp)));
    rig.session->flush(rig.loop.now());
    const std::size_t published = allocations - before;
    rig.broker.take();
    for (int n = 0; n < 25; ++n) {
      rig.broker.server.send(2, amqp091::BasicAck{tag += 2, true});
      rig.broker.server.send_content(3, amqp091::BasicDeliver{"amqpace-3", tag, false, "ex", "key"},
                                     amqp091::Properties{}, wire::as_bytes(body));
    }
    rig.loop.wire.to_client.insert(rig.loop.wire.to_client.end(), rig.broker.server.out().view().begin(),
                                   rig.broker.server.out().view().end());
    rig.broker.server.out().clear();
    const std::size_t reading = allocations;
    rig.loop.events->on_readable();
    rig.session->flush(rig.loop.now());
    if (round >= 20) counted += published + (allocations - reading);
  }
  EXPECT_EQ(counted, 0u);
  EXPECT_EQ(count.sent, 10'000u);
  EXPECT_EQ(count.answered, 10'000u);
  EXPECT_EQ(count.delivered, 5'000u);
  rig.broker.take();
  EXPECT_EQ(rig.broker.acks, 5'000u);
}

TEST(Outbox, MessagesThatWaitForAFullSocketAllocateNothing) {
  HandRig rig;
  Counter count;
  Publisher& publisher = rig.session->add_publisher({true, 100'000}, count);
  rig.broker.run();
  const TemplateId id = publisher.add_template(stamped_template(40));
  const std::string stamp = stamp_of(1);
  rig.loop.wire.writes.reserve(1000);
  rig.loop.wire.to_broker.reserve(std::size_t{3} << 20);
  const std::size_t before = allocations;
  std::uint64_t taken = 0;
  for (int round = 0; round < 3; ++round) {
    while (publisher.publish(id, taken, 0, wire::as_bytes(stamp))) ++taken;
    rig.loop.wire.room = std::size_t{600} << 10;
    rig.session->flush(rig.loop.now());
  }
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(taken, (Outbox::kMessageBytes + 2 * (std::size_t{600} << 10)) / kMessage);
  rig.loop.wire.room = SIZE_MAX;
  rig.loop.events->on_writable();
  EXPECT_EQ(count.sent, taken);
}

}  // namespace
}  // namespace amqpace::client
