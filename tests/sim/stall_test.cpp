// SPDX-License-Identifier: Apache-2.0
// The stalls of the contract: what an open-loop measurement shows, and what measuring from the send would have hidden.
#include <gtest/gtest.h>

#include <iostream>

#include "base/units.hpp"
#include "sim_run.hpp"

namespace amqpace::testing {
namespace {

const char* const kWorkload = R"(
name: stall
broker: amqp://guest:guest@broker
topology: { queue: q }
publishers: { threads: 1, rate: 1000, messageSize: 512, maxInFlight: 8000 }
consumers: { concurrency: 1, prefetch: 0 }
warmup: 0s
runFor: 10s
drain: 10s
)";

// Room in the socket for what piles up in three seconds: the broker stalls, the network does not.
SimSetup setup_of(std::string faults) {
  SimSetup setup{.yaml = kWorkload, .faults = std::move(faults), .net = {}, .overrides = {}, .arrange = {}};
  setup.net.latency = 0;
  setup.net.capacity = 8 << 20;
  return setup;
}

void expect_near(const std::optional<hist::Quantile>& q, Nanos expected, bool open = false) {
  ASSERT_TRUE(q.has_value());
  EXPECT_NEAR(static_cast<double>(q->value), static_cast<double>(expected), 0.01 * static_cast<double>(expected))
      << time_text(q->value);
  EXPECT_EQ(q->open, open);
}

void print_both(const model::QueueRecord& queue) {
  const auto line = [](const char* name, const hist::Latency& l) {
    std::cout << "  " << name << " n=" << l.count() << " open=" << l.open_count();
    for (const double q : {0.5, 0.9, 0.99}) {
      const auto v = l.quantile(q);
      std::cout << "  p" << q * 100 << "=" << (v ? (v->open ? ">= " : "") + time_text(v->value) : "n/a");
    }
    std::cout << "  max=" << (l.max() ? time_text(l.max()->value) : "n/a") << "\n";
  };
  line("from the due time: ", queue.end_to_end);
  line("from the send time:", queue.service_time);
}

TEST(Stall, ThatEndsInTheWindowIsInTheLatencies) {
  const auto result = run_simulated(setup_of("deliverDelay=7ms,stall=4s+3s"));
  ASSERT_FALSE(result.record.error) << result.record.error->what << result.record.error->detail;
  const auto& queue = result.record.queues.at(0);
  print_both(queue);
  EXPECT_EQ(queue.end_to_end.count(), 10'000u);
  EXPECT_EQ(queue.end_to_end.open_count(), 0u);
  expect_near(queue.end_to_end.quantile(0.5), 7 * kMillisecond);
  expect_near(queue.end_to_end.quantile(0.9), 2'007 * kMillisecond);
  expect_near(queue.end_to_end.quantile(0.99), 2'907 * kMillisecond);
  expect_near(queue.end_to_end.max(), 3'007 * kMillisecond);
}

TEST(Stall, ThatLastsToTheEndIsCountedAsOpen) {
  auto setup = setup_of("deliverDelay=7ms,stall=7s+");
  setup.yaml += "expect: { p99Below: 50ms }\n";
  const auto result = run_simulated(setup);
  ASSERT_FALSE(result.record.error) << result.record.error->what;
  const auto& queue = result.record.queues.at(0);
  print_both(queue);
  EXPECT_EQ(queue.end_to_end.count(), 10'000u);
  EXPECT_NEAR(static_cast<double>(queue.end_to_end.open_count()), 3'000, 30);
  expect_near(queue.end_to_end.quantile(0.5), 7 * kMillisecond);
  const auto p90 = queue.end_to_end.quantile(0.9), p99 = queue.end_to_end.quantile(0.99);
  ASSERT_TRUE(p90 && p99);
  EXPECT_TRUE(p90->open && p99->open);
  EXPECT_GE(p90->value, static_cast<Nanos>(0.99 * 12.0 * kSecond));
  EXPECT_GE(p99->value, static_cast<Nanos>(0.99 * 12.9 * kSecond));
  EXPECT_LE(p99->value, static_cast<Nanos>(1.01 * 13.0 * kSecond));
  // A percentile that is open fails its budget: its lower bound is beyond it already.
  EXPECT_EQ(result.record.exit_code, 1);
}

TEST(Stall, IsHiddenFromMeasuringAtTheSendWhereTheWindowIsSmall) {
  auto setup = setup_of("deliverDelay=7ms,stall=4s+3s");
  setup.overrides.push_back({"publishers.maxInFlight", "20", "--set publishers.maxInFlight"});
  const auto result = run_simulated(setup);
  const auto& queue = result.record.queues.at(0);
  print_both(queue);
  EXPECT_GE(queue.end_to_end.quantile(0.9)->value, 2 * kSecond);
  EXPECT_LE(queue.service_time.quantile(0.99)->value, 10 * kMillisecond);
  // The stall is the broker's, and the lateness says so.
  const auto& late = result.record.producers.at(0).late;
  EXPECT_GT(late[model::Cause::confirms], 2'800 * kMillisecond);
  EXPECT_EQ(late[model::Cause::generator], 0);
  EXPECT_EQ(result.record.exit_code, 1);  // broker-took-the-load
}

}  // namespace
}  // namespace amqpace::testing
