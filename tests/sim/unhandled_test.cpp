// SPDX-License-Identifier: Apache-2.0
// What was sent to a consumer that never came to handle it: ours with `ack: auto`, given back with acks, and open in the
// latencies either way; never a latency of the future, and never called lost.
#include <gtest/gtest.h>

#include "sim_run.hpp"

namespace amqpace::testing {
namespace {

SimResult run(const std::string& rest, net::SimOptions net = {}) {
  auto result = run_simulated({.yaml = "name: u\nbroker: amqp://guest:guest@broker\ntopology: { queue: q }\n" + rest,
                               .faults = {},
                               .net = net,
                               .overrides = {},
                               .arrange = {}});
  if (result.record.error) ADD_FAILURE() << result.record.error->what << ": " << result.record.error->detail;
  return result;
}

TEST(Unhandled, AHandlerThatWouldStartAfterTheDrainIsAnOpenSample) {
  const auto result = run(
      "publishers: { rate: 500 }\nconsumers: { ack: auto, prefetch: 0, handlerTime: 100ms, concurrency: 2 }\n"
      "warmup: 1s\nrunFor: 3s\ndrain: 3s\n");
  const auto& q = result.record.queues.at(0);
  // Two handlers are at it for 7 s, 10/s each: that is 140 of the 500 messages of the warm-up.
  EXPECT_EQ(q.ledger.delivered, 2000u);
  EXPECT_EQ(q.ledger.missing, 0u);
  EXPECT_TRUE(q.ledger.balances());
  EXPECT_EQ(q.end_to_end.count(), 1500u);
  EXPECT_EQ(q.end_to_end.open_count(), 1500u);
  EXPECT_EQ(q.handled.open_count(), 1500u);
  EXPECT_EQ(q.arrival.count(), 1500u);
  EXPECT_EQ(q.arrival.open_count(), 0u);
  EXPECT_LE(q.end_to_end.max()->value, 6010 * kMillisecond);
  EXPECT_EQ(q.consumed, 60u);
  EXPECT_EQ(result.samples.back().consumed, 140u);
}

TEST(Unhandled, OfThoseThatDidStartTheLatencyIsTheirs) {
  const auto q = run("publishers: { rate: 40 }\nconsumers: { ack: auto, prefetch: 0, handlerTime: 100ms }\n"
                     "warmup: 0s\nrunFor: 4s\ndrain: 2s\n")
                     .record.queues.at(0);
  EXPECT_EQ(q.end_to_end.count(), 160u);
  EXPECT_EQ(q.end_to_end.open_count(), 100u);  // 6 s, 10/s
  EXPECT_LT(q.end_to_end.closed().max(), 6 * kSecond);
  EXPECT_EQ(q.ledger.delivered, 160u);
}

// 160 MB for a handler that takes a second each: reading pauses at 64 MiB.
std::string slow_and_large(const std::string& ack) {
  return "publishers: { rate: 40, messageSize: 1MB, persistent: false }\nconsumers: { prefetch: 0, ack: " + ack +
         ", handlerTime: 1s }\nwarmup: 0s\nrunFor: 4s\ndrain: 1s\n";
}

TEST(Unhandled, WhatWeStoppedReadingOurselvesIsReadBeforeTheConnectionIsClosed) {
  const auto result = run(slow_and_large("auto") + "expect: { noMessagesLost: true }\n");
  const auto& q = result.record.queues.at(0);
  EXPECT_GT(result.broker.delivered, 67u);  // more than 64 MiB: also what lay unread in between
  EXPECT_EQ(q.ledger.delivered, result.broker.delivered);
  EXPECT_EQ(q.ledger.queued, 160u - result.broker.delivered);
  EXPECT_EQ(q.ledger.missing, 0u);
  EXPECT_TRUE(q.ledger.balances());
  EXPECT_EQ(q.end_to_end.count(), 160u);
  EXPECT_EQ(q.end_to_end.open_count(), 155u);  // five have begun in 5 s
  EXPECT_EQ(result.record.exit_code, 0);
}

// What the broker has in hand for the consumer takes ten seconds on this line, and we wait for three.
TEST(Unhandled, WhatCannotBeReadInTimeIsUnreadAndNotLost) {
  net::SimOptions slow;
  slow.bytes_per_second = 100'000;
  const auto result = run("publishers: { threads: 0 }\nprefill: { messages: 300, messageSize: 10000 }\n"
                          "consumers: { prefetch: 0, ack: auto }\nwarmup: 0s\nrunFor: 4s\ndrain: 1s\n"
                          "expect: { noMessagesLost: true }\n", slow);
  const auto& q = result.record.queues.at(0);
  EXPECT_EQ(q.ledger.expected, 300u);
  EXPECT_LT(q.ledger.delivered, result.broker.delivered);
  EXPECT_EQ(q.ledger.queued, 300u - q.ledger.delivered);
  EXPECT_EQ(q.ledger.missing, 0u);
  EXPECT_TRUE(q.ledger.balances());
}

TEST(Unhandled, WithAcksItGoesBack) {
  const auto result = run(slow_and_large("each") + "expect: { noMessagesLost: true }\n");
  const auto& q = result.record.queues.at(0);
  EXPECT_EQ(q.ledger.delivered, 5u);
  EXPECT_EQ(q.ledger.queued, 155u);
  EXPECT_EQ(q.end_to_end.open_count(), 155u);
  EXPECT_LT(result.took, 8 * kSecond);
}

}  // namespace
}  // namespace amqpace::testing
