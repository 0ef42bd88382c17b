// SPDX-License-Identifier: Apache-2.0
// What may be lost with a connection besides messages: rejects on their way, and a queue that belonged to it.
#include <gtest/gtest.h>

#include "restarting.hpp"

namespace amqpace::testing {
namespace {

std::string rejecting(const std::string& more) {
  return "name: r\nbroker: amqp://guest:guest@broker\nwarmup: 500ms\nrunFor: 1s\ndrain: 6s\nseed: 7\n"
         "exchanges: [{name: dead, type: fanout}]\n"
         "producers: [{name: p, routingKeys: work, rate: 2000}]\n"
         "queues: [{name: work, deadLetterExchange: dead, consumers: {concurrency: 2, failureRate: 50%}},\n" +
         more;
}

TEST(RejectsLostWithTheirConnection, AreNoDeadLettersAndNoneIsMissing) {
  std::uint64_t redelivered = 0;
  for (Nanos at = 1'000 * kMillisecond; at < 1'006 * kMillisecond; at += 700 * kMicrosecond) {
    const auto r = run_simulated(restarting(rejecting("  {name: dlq, bindings: [{exchange: dead}], consumers: {}}]\n"), at,
                                            at + 300 * kMillisecond))
                       .record;
    ASSERT_FALSE(r.error) << r.error->what;
    expect_sound(r);
    const auto &work = r.queues.at(0), &dlq = r.queues.at(1);
    redelivered += work.ledger.redelivered;
    EXPECT_EQ(work.ledger.missing + dlq.ledger.missing + dlq.ledger.duplicates + dlq.misrouted, 0u) << at;
    EXPECT_EQ(dlq.ledger.delivered, work.rejected) << at;
    EXPECT_EQ(dlq.ledger.dead_in, work.rejected) << at;
    EXPECT_EQ(dlq.ledger.extra, 0u) << at;
  }
  EXPECT_GT(redelivered, 0u);
}

TEST(RejectsLostWithTheirConnection, LeaveAnExactAccountOfARetryCycle) {
  for (Nanos at = 1'000 * kMillisecond; at < 1'006 * kMillisecond; at += 2'300 * kMicrosecond) {
    auto yaml = rejecting("  {name: wait, messageTtl: 200ms, deadLetterExchange: back, bindings: [{exchange: dead}]}]\n");
    yaml.replace(yaml.find("exchanges: ["), 12, "exchanges: [{name: back, type: fanout}, ");
    yaml.replace(yaml.find("consumers: {concurrency"), 0, "bindings: [{exchange: back}], ");
    const auto r = run_simulated(restarting(yaml, at, at + 300 * kMillisecond)).record;
    ASSERT_FALSE(r.error) << r.error->what;
    expect_sound(r);
    const auto &work = r.queues.at(0), &wait = r.queues.at(1);
    EXPECT_EQ(work.ledger.missing + wait.ledger.missing + work.ledger.duplicates, 0u) << at;
    EXPECT_EQ(work.ledger.recycled, work.rejected) << at;
    EXPECT_EQ(wait.ledger.dead_in, work.rejected) << at;
  }
}

// Where the broker does not come back nobody can say whether it got the last rejects.
TEST(RejectsLostWithTheirConnection, AreNotHeldAgainstABrokerThatStaysAway) {
  const auto r = run_simulated(restarting(rejecting("  {name: dlq, bindings: [{exchange: dead}], consumers: {}}]\n"),
                                          1'200 * kMillisecond, 60 * kSecond))
                     .record;
  expect_sound(r);
  EXPECT_EQ(r.queues.at(1).ledger.missing, 0u);
}

TEST(AnExclusiveQueueLostWithItsConnection, IsDeclaredAgainAndWhatItHeldIsMissing) {
  const auto r = run_simulated(
                     restarting("name: r\nbroker: amqp://guest:guest@broker\ntopology: { queue: q, exchange: x, durable: false }\n"
                                "publishers: { rate: 1000, persistent: false, confirms: true }\n"
                                "consumers: { concurrency: 2, exclusive: true, handlerTime: 1ms }\n"
                                "warmup: 1s\nrunFor: 5s\ndrain: 2s\n",
                                3 * kSecond, 4 * kSecond))
                     .record;
  ASSERT_FALSE(r.error) << r.error->what;
  expect_sound(r);
  const auto& p = r.producers.at(0).ledger;
  const auto& q = r.queues.at(0).ledger;
  EXPECT_EQ(p.sent, 6000u);
  EXPECT_EQ(p.sent, p.confirmed + p.returned + p.unknown);
  ASSERT_EQ(r.outages.size(), 3u);  // the control connection's too
  for (const auto& outage : r.outages) EXPECT_TRUE(outage.to);
  EXPECT_EQ(q.expected + q.extra, q.delivered + q.missing);
  EXPECT_GT(q.delivered, 4000u);  // of those due before and after
}

}  // namespace
}  // namespace amqpace::testing
