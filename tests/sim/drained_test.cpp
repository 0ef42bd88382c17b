// SPDX-License-Identifier: Apache-2.0
// runFor: until-drained ends its window the instant after the last handler, whatever it takes to find that out.
#include <gtest/gtest.h>

#include "sim_run.hpp"

namespace amqpace::testing {
namespace {

std::string drained(const std::string& rest) {
  return "name: drained\nbroker: amqp://guest:guest@broker\ntopology: { queue: q }\nrunFor: until-drained\n" + rest;
}

SimSetup setup_of(const std::string& rest) {
  return {.yaml = drained(rest), .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
}

TEST(UntilDrained, APrefillIsConsumedFromT0OnAndNothingElseHappens) {
  const auto record = run_simulated(setup_of("publishers: { threads: 0, messageSize: 64 }\nwarmup: 0s\n"
                                             "prefill: { messages: 1000 }\nconsumers: { handlerTime: 1ms }\n"))
                          .record;
  ASSERT_FALSE(record.error) << record.error->what;
  // 1,000 handlers of a millisecond, the first at t0; and the window is half-open.
  EXPECT_EQ(record.window, kSecond + 1);
  const auto& queue = record.queues.at(0);
  EXPECT_EQ(queue.consumed, 1000u);
  EXPECT_EQ(queue.ledger.expected, 1000u);
  EXPECT_EQ(queue.ledger.delivered, 1000u);
  EXPECT_TRUE(queue.ledger.balances());
  EXPECT_EQ(queue.depth_at_end, 0u);
  EXPECT_EQ(record.producers.at(0).ledger.confirmed, 1000u);
  EXPECT_EQ(record.producers.at(0).offered, 0u);
  EXPECT_FALSE(record.stopped_early);
}

TEST(UntilDrained, MaxMessagesEndTheScheduleAndTheConsumersTheWindow) {
  const auto record = run_simulated(setup_of("publishers: { rate: 1000, messageSize: 64, maxMessages: 500 }\n"
                                             "warmup: 1s\nconsumers: { handlerTime: 4ms }\n"))
                          .record;
  ASSERT_FALSE(record.error) << record.error->what;
  const auto& producer = record.producers.at(0);
  EXPECT_EQ(producer.offered, 500u);
  EXPECT_EQ(producer.published, 500u);
  EXPECT_EQ(producer.ledger.due, 1500u);
  EXPECT_EQ(producer.ledger.confirmed, 1500u);
  const auto& queue = record.queues.at(0);
  EXPECT_EQ(queue.ledger.delivered, 1500u);
  EXPECT_EQ(queue.end_to_end.count(), 500u);
  // 1,500 handlers of 4 ms, one after the other, from the first arrival on: 5 s of the 6 lie after W0.
  EXPECT_GT(record.window, 5 * kSecond);
  EXPECT_LT(record.window, 5 * kSecond + 10 * kMillisecond);
  EXPECT_EQ(record.drain_took / kSecond, 0);
}

TEST(UntilDrained, AnUnthrottledPublisherStopsAtItsMaximum) {
  const auto record = run_simulated(setup_of("publishers: { threads: 2, messageSize: 64, maxMessages: 500 }\n"
                                             "warmup: 0s\nconsumers: { handlerTime: 1ms }\n"))
                          .record;
  ASSERT_FALSE(record.error) << record.error->what;
  EXPECT_EQ(record.producers.at(0).published, 500u);
  EXPECT_EQ(record.queues.at(0).consumed, 500u);
  EXPECT_GT(record.window, 500 * kMillisecond);
  EXPECT_LT(record.window, 510 * kMillisecond);
}

TEST(UntilDrained, WhatAnEarlierRunLeftIsDrainedToo) {
  SimSetup setup = setup_of("publishers: { rate: 100, messageSize: 64, maxMessages: 10 }\nwarmup: 0s\n"
                            "consumers: { handlerTime: 100ms }\n");
  setup.earlier.push_back("name: earlier\nbroker: amqp://guest:guest@broker\ntopology: { queue: q }\n"
                          "publishers: { rate: 100, messageSize: 64, maxMessages: 20 }\n"
                          "consumers: { concurrency: 0 }\nwarmup: 0s\nrunFor: 1s\ndrain: 1s\n");
  const auto record = run_simulated(setup).record;
  ASSERT_FALSE(record.error) << record.error->what;
  const auto& queue = record.queues.at(0);
  EXPECT_EQ(queue.ledger.leftovers, 20u);
  EXPECT_EQ(queue.ledger.delivered, 10u);
  EXPECT_EQ(record.window, 3 * kSecond + 1);  // 30 handlers from t0 on
  EXPECT_EQ(queue.depth_at_end, 0u);
}

TEST(UntilDrained, AMissingMessageIsNotWaitedForForEver) {
  SimSetup setup = setup_of("publishers: { rate: 100, messageSize: 64, maxMessages: 100 }\nwarmup: 0s\n"
                            "consumers: { handlerTime: 1ms }\n");
  setup.faults = "lose=1/10";
  const auto record = run_simulated(setup).record;
  ASSERT_FALSE(record.error) << record.error->what;
  EXPECT_EQ(record.queues.at(0).ledger.missing, 10u);
  EXPECT_LT(record.window, kSecond + 10 * kMillisecond);
}

TEST(UntilDrained, APrefillWithoutPublishersIsPublishedInABoundedRunToo) {
  const auto record = run_simulated({.yaml = "name: prefilled\nbroker: amqp://guest:guest@broker\n"
                                             "topology: { queue: q }\nrunFor: 2s\nwarmup: 0s\n"
                                             "publishers: { threads: 0, messageSize: 64 }\n"
                                             "prefill: { messages: 100 }\nconsumers: { handlerTime: 1ms }\n",
                                     .faults = {}, .net = {}, .overrides = {}, .arrange = {}})
                          .record;
  ASSERT_FALSE(record.error) << record.error->what;
  EXPECT_EQ(record.window, 2 * kSecond);
  EXPECT_EQ(record.queues.at(0).consumed, 100u);
  EXPECT_TRUE(record.queues.at(0).ledger.balances());
}

TEST(Requeue, WithoutEndIsCutByTheDrainAndLosesNothing) {
  const auto record = run_simulated({.yaml = "name: requeue\nbroker: amqp://guest:guest@broker\n"
                                             "topology: { queue: q }\nrunFor: 1s\nwarmup: 0s\ndrain: 2s\n"
                                             "publishers: { rate: 10, messageSize: 64 }\n"
                                             "consumers: { handlerTime: 5ms, failureRate: 100%, onFailure: requeue }\n",
                                     .faults = {}, .net = {}, .overrides = {}, .arrange = {}})
                          .record;
  ASSERT_FALSE(record.error) << record.error->what;
  const auto& queue = record.queues.at(0);
  EXPECT_EQ(record.drain_took, 2 * kSecond);
  EXPECT_EQ(queue.ledger.delivered, 10u);
  EXPECT_GT(queue.ledger.redelivered, 300u);
  EXPECT_EQ(queue.ledger.missing, 0u);
  EXPECT_EQ(queue.ledger.duplicates, 0u);
  EXPECT_EQ(queue.rejected, 0u);
  EXPECT_EQ(queue.depth_after_drain, 10u);
  EXPECT_TRUE(queue.ledger.balances());
}

}  // namespace
}  // namespace amqpace::testing
