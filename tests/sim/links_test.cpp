// SPDX-License-Identifier: Apache-2.0
// A queue on another broker, on simulated time: two embedded brokers, and a link between them that forwards by hand.
#include <gtest/gtest.h>

#include "sim_run.hpp"

namespace amqpace::testing {
namespace {

const std::string kHead = "name: l\nbroker: amqp://guest:guest@broker\nwarmup: 0s\nrunFor: 2s\ndrain: 3s\n";
const std::string kDown = "{name: down, broker: \"amqp://guest:guest@other\", consumers: {}";

SimResult run_linked(const std::string& nodes) {
  SimSetup setup{.yaml = kHead + nodes, .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  setup.other_broker = true;
  return run_simulated(setup);
}

// Nothing forwards: what is ready before the link is queued, what left it unseen was forwarded.
TEST(Links, WhatWaitsBeforeALinkIsQueuedBehindIt) {
  const auto r = run_linked("queues: [{name: up}, " + kDown + "}]\nproducers: [{name: p, routingKeys: up, rate: 100}]\n").record;
  ASSERT_FALSE(r.error) << r.error->what << ": " << r.error->detail;
  const auto &up = r.queues.at(0), &down = r.queues.at(1);
  EXPECT_EQ(up.ledger.queued, 200u);
  EXPECT_EQ(up.ledger.forwarded, 0u);
  EXPECT_EQ(down.broker, "amqp://guest:***@other:5672");
  EXPECT_TRUE(down.created_by_run);
  EXPECT_EQ(down.ledger.expected, 200u);
  EXPECT_EQ(down.ledger.queued, 200u);
  EXPECT_EQ(down.ledger.missing, 0u);
  EXPECT_EQ(down.end_to_end.open_count(), 200u);
  EXPECT_TRUE(down.ledger.balances());
  EXPECT_EQ(r.drain_took, 3 * kSecond);  // it may come as long as the drain lasts
}

// Its bindings say which messages the link brings; they are made on no broker.
TEST(Links, OnlyWhatTheBindingsSayIsExpectedBehindThem) {
  const auto result = run_linked("exchanges: [{name: x, type: direct}]\nqueues: [{name: up, bindings: [{exchange: x, routingKey: a}]}, " +
                           kDown + ", bindings: [{exchange: x, routingKey: a}]}]\n"
                           "producers: [{name: p, exchange: x, routingKeys: [a, b], mandatory: false, rate: 100}]\n");
  ASSERT_FALSE(result.record.error) << result.record.error->what << ": " << result.record.error->detail;
  EXPECT_EQ(result.record.queues.at(1).ledger.expected, 100u);
  EXPECT_EQ(result.truth.count("down"), 0u);  // on the file's broker there is no such queue
}

TEST(Links, ABrokerThatIsNotThereIsNamedWithItsQueue) {
  SimSetup setup{.yaml = kHead + "queues: [{name: up}, " + kDown + "}]\nproducers: [{name: p, routingKeys: up, rate: 100}]\n",
                 .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  const auto r = run_simulated(setup).record;
  ASSERT_TRUE(r.error);
  EXPECT_TRUE(r.error->what.starts_with("the broker of queue down: ")) << r.error->what;
  EXPECT_EQ(r.exit_code, 4);
}

}  // namespace
}  // namespace amqpace::testing
