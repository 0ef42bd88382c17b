// SPDX-License-Identifier: Apache-2.0
// Streams on simulated time: each consumer is a reader with an account of its own, from the place where it began.
#include <gtest/gtest.h>

#include "sim_run.hpp"

namespace amqpace::testing {
namespace {

std::string stream_of(const std::string& consumers, const std::string& more = {}) {
  return "name: s\nbroker: amqp://guest:guest@broker\nwarmup: 1s\nrunFor: 5s\ndrain: 10s\n"
         "topology: {queue: s, queueType: stream}\npublishers: {rate: 200, messageSize: 100}\n"
         "consumers: " + consumers + "\n" + more;
}

SimSetup setup_of(const std::string& yaml) {
  return {.yaml = yaml, .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
}

model::QueueRecord read_by(const SimSetup& setup) {
  const auto result = run_simulated(setup);
  EXPECT_FALSE(result.record.error) << result.record.error->what << ": " << result.record.error->detail;
  const auto& queue = result.record.queues.at(0);
  EXPECT_TRUE(queue.ledger.balances());
  for (const auto& reader : queue.readers) EXPECT_TRUE(reader.ledger.balances());
  return queue;
}

TEST(StreamReaders, EachIsExpectedToSeeEverything) {
  const auto result = run_simulated(setup_of(stream_of("{concurrency: 3}", "expect: {noMessagesLost: true}")));
  const auto& queue = result.record.queues.at(0);
  ASSERT_EQ(queue.readers.size(), 3u);
  for (const auto& reader : queue.readers) {
    EXPECT_EQ(reader.ledger.expected, 1200u);
    EXPECT_EQ(reader.ledger.delivered, 1200u);
    EXPECT_EQ(reader.ledger.missing + reader.ledger.duplicates + reader.ledger.out_of_order, 0u);
    EXPECT_EQ(reader.consumed, 1000u);
  }
  EXPECT_EQ(queue.consumed, 1000u);
  EXPECT_EQ(queue.ledger.delivered, 3600u);
  EXPECT_EQ(queue.end_to_end.count(), 3000u);
  EXPECT_TRUE(queue.retains);
  EXPECT_EQ(result.record.exit_code, 0);
  EXPECT_LT(result.record.drain_took, kSecond);  // nobody waits for the depth of a stream
}

TEST(StreamReaders, WhoBeginsWithWhatComesNextDoesNotSeeThePrefill) {
  const std::string prefill = "prefill: {messages: 50}";
  const auto next = read_by(setup_of(stream_of("{concurrency: 2}", prefill)));
  const auto first = read_by(setup_of(stream_of("{concurrency: 2, streamOffset: first}", prefill)));
  for (const auto& reader : next.readers) EXPECT_EQ(reader.ledger.expected, 1200u);
  for (const auto& reader : first.readers) EXPECT_EQ(reader.ledger.expected, 1250u);
  for (const auto& readers : {next.readers, first.readers})
    for (const auto& reader : readers) EXPECT_EQ(reader.ledger.delivered, reader.ledger.expected);
}

TEST(StreamReaders, SeeFromAnOffsetOnWhatStandsBehindIt) {
  const auto queue = read_by(setup_of(stream_of("{concurrency: 2, streamOffset: 300}")));
  for (const auto& reader : queue.readers) {
    EXPECT_EQ(reader.ledger.expected, 900u);
    EXPECT_EQ(reader.ledger.delivered, 900u);
    EXPECT_EQ(reader.ledger.missing, 0u);
  }
  EXPECT_EQ(queue.end_to_end.open_count(), 0u);
}

TEST(StreamReaders, NothingIsKnownOfWhoBeginsBehindTheEnd) {
  const auto queue = read_by(setup_of(stream_of("{streamOffset: 100000}")));
  EXPECT_FALSE(queue.ledger.expected_known);
  EXPECT_EQ(queue.ledger.delivered, 0u);
}

TEST(StreamReaders, ReadAnEarlierRunAsLeftovers) {
  auto setup = setup_of(stream_of("{concurrency: 2, streamOffset: first}"));
  setup.earlier = {stream_of("{concurrency: 0}")};
  const auto queue = read_by(setup);
  for (const auto& reader : queue.readers) {
    EXPECT_EQ(reader.ledger.leftovers, 1200u);
    EXPECT_EQ(reader.ledger.delivered, 1200u);
    EXPECT_EQ(reader.ledger.missing, 0u);
  }
}

// 50 of 200 a second are handled; what the drain leaves is unread, and nobody claims that it is lost.
TEST(StreamReaders, WhatIsUnreadWhenTheDrainRunsOutIsNotMissing) {
  const auto queue = read_by(setup_of(stream_of("{concurrency: 2, handlerTime: 20ms, prefetch: 10}")));
  for (const auto& reader : queue.readers) {
    EXPECT_EQ(reader.ledger.missing, 0u);
    EXPECT_GT(reader.ledger.queued, 200u);
    EXPECT_EQ(reader.ledger.expected, reader.ledger.delivered + reader.ledger.queued);
  }
}

// A broker that loses messages loses them for all readers, and each says so after two quiet seconds.
TEST(StreamReaders, CountWhatIsLostEachForItself) {
  auto setup = setup_of(stream_of("{concurrency: 3}", "expect: {noMessagesLost: true}"));
  setup.faults = "lose=1/100";
  const auto result = run_simulated(setup);
  const auto& queue = result.record.queues.at(0);
  std::uint64_t missing = 0;
  for (const auto& reader : queue.readers) {
    EXPECT_EQ(reader.ledger.missing, queue.readers.at(0).ledger.missing);
    EXPECT_GT(reader.ledger.missing, 0u);
    missing += reader.ledger.missing;
  }
  EXPECT_EQ(queue.ledger.missing, missing);
  EXPECT_EQ(result.record.exit_code, 1);
  EXPECT_GE(result.record.drain_took, 2 * kSecond);
  EXPECT_LT(result.record.drain_took, 3 * kSecond);
}

// A reader that lost its connection goes on where it was: nothing is left out, and nothing is read from the start again.
TEST(StreamReaders, ComeBackToTheirPlace) {
  for (const std::string offset : {"first", "next"}) {
    auto setup = setup_of(stream_of("{concurrency: 2, streamOffset: " + offset + "}"));
    setup.faults = "closeConnection=320@3s";
    const auto result = run_simulated(setup);
    EXPECT_GT(result.record.connections_lost, 0u);
    for (const auto& reader : result.record.queues.at(0).readers) {
      EXPECT_TRUE(reader.ledger.balances());
      EXPECT_EQ(reader.ledger.missing, 0u) << offset;
      EXPECT_LE(reader.ledger.duplicates + reader.ledger.redelivered, 100u) << offset;  // no more than the prefetch
    }
  }
}

TEST(StreamReaders, ComeBackWhenTheBrokerCancelledThem) {
  auto setup = setup_of(stream_of("{concurrency: 2, streamOffset: first}"));
  setup.faults = "cancel=3s";
  const auto result = run_simulated(setup);
  EXPECT_GT(result.record.consumers_cancelled, 0u);
  for (const auto& reader : result.record.queues.at(0).readers) {
    EXPECT_EQ(reader.ledger.delivered, 1200u);
    EXPECT_EQ(reader.ledger.duplicates + reader.ledger.missing, 0u);
  }
}

}  // namespace
}  // namespace amqpace::testing
