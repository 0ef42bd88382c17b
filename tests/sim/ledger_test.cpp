// SPDX-License-Identifier: Apache-2.0
// The ledger equals the injector's own counts, message for message.
#include <gtest/gtest.h>

#include "sim_run.hpp"

namespace amqpace::testing {
namespace {

std::string workload(int threads, int rate) {
  return "name: ledger\nbroker: amqp://guest:guest@broker\ntopology: { queue: q }\npublishers: { threads: " +
         std::to_string(threads) + ", rate: " + std::to_string(rate) +
         ", messageSize: 256 }\nconsumers: { concurrency: 1, prefetch: 100 }\nwarmup: 1s\nrunFor: 10s\ndrain: 5s\n";
}

SimSetup setup_of(std::string yaml, std::string faults = {}) {
  return {.yaml = std::move(yaml), .faults = std::move(faults), .net = {}, .overrides = {}, .arrange = {}};
}

std::uint64_t first_number(const std::string& text) { return std::stoull(text); }

TEST(Ledger, OfAHealthyRunIsExact) {
  const auto r = run_simulated(setup_of(workload(3, 5000))).record;
  ASSERT_FALSE(r.error) << r.error->what << r.error->detail;
  const auto& p = r.producers.at(0);
  const auto& q = r.queues.at(0);
  EXPECT_EQ(p.offered, 50'000u);
  EXPECT_EQ(p.published, 50'000u);
  EXPECT_EQ(p.ledger.due, 55'000u);
  EXPECT_EQ(p.ledger.confirmed, 55'000u);
  EXPECT_TRUE(p.ledger.balances());
  EXPECT_TRUE(q.ledger.balances());
  EXPECT_EQ(q.ledger.delivered, 55'000u);
  EXPECT_EQ(q.ledger.missing + q.ledger.duplicates + q.ledger.redelivered + q.ledger.out_of_order, 0u);
  EXPECT_EQ(q.end_to_end.count(), 50'000u);
  EXPECT_EQ(p.send_lag.count(), 50'000u);
  EXPECT_EQ(p.publish.count(), 50'000u);
  // The window is slots 5,000 to 54,999; 5,000 belongs to publisher 2.
  EXPECT_EQ(p.offered_per_publisher, (std::vector<std::uint64_t>{16'667, 16'666, 16'667}));
  EXPECT_EQ(r.exit_code, 0);
}

// Between the instant t0 is named and t0 itself nothing is sent, also where no schedule holds it back.
TEST(Ledger, OfAnUnthrottledRunHasWhatWasAllowedAndNoMore) {
  const auto r = run_simulated(setup_of("name: u\nbroker: amqp://guest:guest@broker\ntopology: { queue: q }\n"
                                        "publishers: { unthrottled: true, maxMessages: 1000 }\nconsumers: {}\n"
                                        "warmup: 0s\nrunFor: 5s\n"))
                     .record;
  ASSERT_FALSE(r.error) << r.error->what << r.error->detail;
  EXPECT_EQ(r.producers.at(0).ledger.sent, 1000u);
  EXPECT_EQ(r.producers.at(0).published, 1000u);
  EXPECT_EQ(r.queues.at(0).consumed, 1000u);
  EXPECT_EQ(r.queues.at(0).end_to_end.count(), 1000u);
}

// Each publisher is as far as it got: a slot that a slower one did not come to is no message.
TEST(Ledger, OfUnthrottledPublishersExpectsWhatEachSent) {
  auto setup = setup_of("name: u\nbroker: amqp://guest:guest@broker\ntopology: { queue: q }\n"
                        "publishers: { threads: 5, connections: 2, maxInFlight: 7 }\nconsumers: { prefetch: 0 }\n"
                        "warmup: 50ms\nrunFor: 500ms\n");
  setup.net.bytes_per_second = 1'000'000;  // three share one connection and two the other
  const auto r = run_simulated(setup).record;
  ASSERT_FALSE(r.error) << r.error->what << r.error->detail;
  const auto& q = r.queues.at(0);
  EXPECT_EQ(q.ledger.missing, 0u);
  EXPECT_EQ(q.end_to_end.open_count(), 0u);
  EXPECT_EQ(q.end_to_end.count(), r.producers.at(0).published);
  EXPECT_GT(r.producers.at(0).published, 900u);
}

TEST(Ledger, OfConfirmsBehindTheirDeliveriesSaysNoBacklog) {
  const auto r = run_simulated(setup_of(workload(1, 100), "confirmDelay=200ms")).record;
  EXPECT_EQ(r.queues.at(0).backlog_at_w0, 0);
  EXPECT_EQ(r.queues.at(0).backlog_at_w1, 0);
}

TEST(Ledger, NamesWhatWasLostDuplicatedAndReordered) {
  const auto result = run_simulated(setup_of(workload(1, 5000), "lose=1/1000,duplicate=1/500,reorder=1/500"));
  const auto& q = result.record.queues.at(0).ledger;
  ASSERT_EQ(result.injected.size(), 3u);
  EXPECT_EQ(q.missing, first_number(result.injected[0].second));
  EXPECT_EQ(q.duplicates, first_number(result.injected[1].second));
  EXPECT_EQ(q.out_of_order, first_number(result.injected[2].second));
  EXPECT_GT(q.missing, 0u);
  EXPECT_GT(q.out_of_order, 0u);
  EXPECT_TRUE(q.balances());
}

TEST(Ledger, CountsNacksApart) {
  const auto result = run_simulated(setup_of(workload(2, 1000), "nack=1/100"));
  const auto& p = result.record.producers.at(0);
  EXPECT_EQ(p.ledger.nacked, first_number(result.injected.at(0).second));
  EXPECT_EQ(p.ledger.nacked, 110u);
  EXPECT_EQ(result.record.queues.at(0).ledger.missing, 0u);
  EXPECT_EQ(result.record.exit_code, 1);  // publishes-succeeded
}

TEST(Ledger, TellsLeftoversFromOurs) {
  // The prefill of this run is ours; what another run left is not.
  const auto r = run_simulated(setup_of(workload(1, 1000) + "prefill: { messages: 500 }\n")).record;
  ASSERT_FALSE(r.error) << r.error->what << r.error->detail;
  const auto& q = r.queues.at(0);
  EXPECT_EQ(q.ledger.delivered, 11'500u);
  EXPECT_EQ(q.ledger.leftovers, 0u);
  EXPECT_EQ(q.end_to_end.count(), 10'000u);
  EXPECT_EQ(r.producers.at(0).ledger.due, 11'500u);
  EXPECT_TRUE(r.producers.at(0).ledger.balances());
}

TEST(Ledger, OfASlowConsumerCountsTheBacklogAsQueued) {
  const auto r = run_simulated(setup_of("name: slow\nbroker: amqp://guest:guest@broker\ntopology: { queue: q }\n"
                                        "publishers: { threads: 4, rate: 4000, messageSize: 512 }\n"
                                        "consumers: { concurrency: 4, prefetch: 100, handlerTime: 5ms }\n"
                                        "warmup: 5s\nrunFor: 30s\n"))
                     .record;
  const auto& q = r.queues.at(0);
  EXPECT_EQ(q.end_to_end.count(), 120'000u);
  EXPECT_NEAR(static_cast<double>(q.consumed), 24'000, 8);  // 4 / 5 ms for 30 s
  EXPECT_EQ(q.ledger.missing, 0u);
  EXPECT_EQ(q.ledger.queued, q.ledger.expected - q.ledger.delivered);
  EXPECT_GE(q.end_to_end.quantile(0.5)->value, 5 * kSecond);
  EXPECT_EQ(r.exit_code, 0);
}

}  // namespace
}  // namespace amqpace::testing
