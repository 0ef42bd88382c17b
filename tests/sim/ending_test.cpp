// SPDX-License-Identifier: Apache-2.0
// Runs that end early: before they began, at a second signal, or by a loss. What they say is still exact.
#include <gtest/gtest.h>

#include "base/units.hpp"
#include "sim_run.hpp"

namespace amqpace::testing {
namespace {

std::string workload_on(const std::string& broker) {
  return "name: ending\nbroker: amqp://guest:guest@" + broker +
         "\ntopology: { queue: q, exchange: x }\npublishers: { rate: 100 }\nconsumers: {}\n"
         "warmup: 1s\nrunFor: 1s\nafter: delete\n";
}

TEST(Ending, BeforeAnythingWasDeclaredClearsNothingAway) {
  const auto result = run_simulated(
      {.yaml = workload_on("nobody"), .faults = {}, .net = {}, .overrides = {}, .arrange = {}});
  ASSERT_TRUE(result.record.error);
  EXPECT_EQ(result.record.error->kind, ErrorKind::unreachable);
  EXPECT_EQ(result.record.exit_code, 4);
}

// A broker that falls silent at `silent`, and a signal half a second in.
SimResult stopped_while_waiting(Nanos silent) {
  std::atomic<int> signals{0};
  SimSetup setup{.yaml = workload_on("broker"), .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  setup.net.latency = kMillisecond;
  setup.signals = &signals;
  std::unique_ptr<net::Timer> silence, signal;
  setup.arrange = [&](net::SimNet& net, net::SimLoop& client, net::SimLoop& broker) {
    silence = std::make_unique<net::Timer>(client, [&] { net.freeze(broker, kNever); });
    signal = std::make_unique<net::Timer>(client, [&] { ++signals; });
    silence->arm(client.now() + silent);
    signal->arm(client.now() + 500 * kMillisecond);
  };
  return run_simulated(setup);
}

TEST(Ending, ASignalIsHeededWhileTheBrokerDoesNotGreet) {
  const auto result = stopped_while_waiting(0);
  ASSERT_TRUE(result.record.error);
  EXPECT_EQ(result.record.error->what, "stopped before the window began: nothing was measured");
  EXPECT_GE(result.took, 500 * kMillisecond);
  EXPECT_LT(result.took, 520 * kMillisecond);
}

TEST(Ending, ASignalIsHeededWhileARequestIsUnanswered) {
  const auto result = stopped_while_waiting(10 * kMillisecond);
  ASSERT_TRUE(result.record.error);
  EXPECT_EQ(result.record.error->what,
            "could not look for exchange x: stopped before the window began: nothing was measured");
  EXPECT_GE(result.took, 500 * kMillisecond);
  EXPECT_LE(result.took, 1'520 * kMillisecond);  // a second to take leave
}

// A handler of 100 ms takes 10/s of 100/s. The second signal ends the run without asking the queue anything.
TEST(Ending, AtOnceClaimsNothingMissingThatMayStillBeQueued) {
  std::atomic<int> signals{0};
  SimSetup setup{.yaml = workload_on("broker"), .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  setup.overrides = {{"consumers.handlerTime", "100ms", "--set"},
                     {"runFor", "10s", "--set"},
                     {"expect.noMessagesLost", "true", "--set"}};
  setup.signals = &signals;
  std::unique_ptr<net::Timer> signal;
  setup.arrange = [&](net::SimNet&, net::SimLoop& client, net::SimLoop&) {
    signal = std::make_unique<net::Timer>(client, [&] { signals += 2; });
    signal->arm(client.now() + 3 * kSecond);
  };
  const auto record = run_simulated(setup).record;
  ASSERT_FALSE(record.error) << record.error->what;
  const auto& queue = record.queues.at(0);
  EXPECT_FALSE(queue.depth_after_drain);
  EXPECT_EQ(queue.ledger.missing, 0u);
  EXPECT_EQ(queue.ledger.queued, queue.ledger.expected - queue.ledger.delivered);
  EXPECT_GT(queue.ledger.queued, 200u);
  EXPECT_TRUE(queue.ledger.balances());
  // Counted at W1 although no turn of the worker came after it.
  EXPECT_LT(queue.backlog_at_w1, static_cast<std::int64_t>(queue.ledger.queued) + 10);
  EXPECT_GE(queue.backlog_at_w1, 200);
  EXPECT_EQ(record.exit_code, 2);  // no-messages-lost cannot be judged
}

// The broker stops reading: what the socket takes no more is in the session when the heartbeats give up.
TEST(Ending, WithABrokerThatStaysSilentCountsWhatWasTakenAndNeverWritten) {
  SimSetup setup{.yaml = workload_on("broker"), .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  setup.overrides = {{"publishers.rate", "5000", "--set"},
                     {"publishers.maxInFlight", "20000", "--set"},
                     {"runFor", "10s", "--set"},
                     {"heartbeat", "1s", "--set"}};
  setup.net.capacity = 64 << 10;
  std::unique_ptr<net::Timer> silence;
  setup.arrange = [&](net::SimNet& net, net::SimLoop& client, net::SimLoop& broker) {
    silence = std::make_unique<net::Timer>(client, [&] { net.freeze(broker, kNever); });
    silence->arm(client.now() + 2 * kSecond);
  };
  const auto record = run_simulated(setup).record;
  ASSERT_FALSE(record.error) << record.error->what;
  EXPECT_GE(record.connections_lost, 2u);
  EXPECT_FALSE(record.outages.at(0).to);
  const auto& producer = record.producers.at(0);
  EXPECT_GT(producer.members_never_sent, 0u);
  EXPECT_EQ(producer.send_lag.count(), producer.offered);
  EXPECT_EQ(producer.send_lag.open_count(), producer.members_never_sent);
  EXPECT_TRUE(producer.ledger.balances());
  EXPECT_EQ(record.exit_code, 1);
}

}  // namespace
}  // namespace amqpace::testing
