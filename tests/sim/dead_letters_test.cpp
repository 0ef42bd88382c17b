// SPDX-License-Identifier: Apache-2.0
// Scenarios on simulated time: what reaches which queue, and the account of what died on the way.
#include <gtest/gtest.h>

#include "sim_run.hpp"

namespace amqpace::testing {
namespace {

constexpr const char* kHead = "name: s\nbroker: amqp://guest:guest@broker\nwarmup: 1s\nrunFor: 5s\ndrain: 10s\n";

model::Record scenario(const std::string& lines) {
  SimSetup setup{.yaml = kHead + lines, .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  auto record = run_simulated(setup).record;
  EXPECT_FALSE(record.error) << record.error->what << ": " << record.error->detail;
  for (const auto& q : record.queues) EXPECT_TRUE(q.ledger.balances()) << q.name;
  return record;
}

TEST(Scenarios, ReachTheQueuesTheirBindingsSay) {
  const auto r = scenario(
      "exchanges: [{name: in, type: topic, arguments: {alternate-exchange: rest}}, {name: rest, type: fanout},\n"
      "  {name: narrow, type: direct, bindings: [{exchange: in, routingKey: \"order.#\"}]}]\n"
      "queues: [{name: all, bindings: [{exchange: in, routingKey: \"order.*\"}], consumers: {}},\n"
      "  {name: paid, bindings: [{exchange: narrow, routingKey: order.paid}], consumers: {}},\n"
      "  {name: others, bindings: [{exchange: rest}], consumers: {}}]\n"
      "producers: [{name: p, exchange: in, routingKeys: [order.new, order.paid, other, order.gone], rate: 400}]\n");
  EXPECT_EQ(r.queues.at(0).ledger.delivered, 1800u);
  EXPECT_EQ(r.queues.at(1).ledger.delivered, 600u);
  EXPECT_EQ(r.queues.at(2).ledger.delivered, 600u);
  for (const auto& q : r.queues) {
    EXPECT_EQ(q.ledger.expected, q.ledger.delivered) << q.name;
    EXPECT_EQ(q.misrouted, 0u) << q.name;
  }
  EXPECT_EQ(r.exit_code, 0);
}

TEST(DeadLetterLedger, ExpectsEveryRejectAtTheDeadLetterQueue) {
  const auto r = scenario(
      "exchanges: [{name: dead, type: fanout}]\n"
      "queues: [{name: work, deadLetterExchange: dead, consumers: {concurrency: 2, failureRate: 10%}},\n"
      "  {name: dlq, bindings: [{exchange: dead}], consumers: {}, expect: {noMessagesLost: true}}]\n"
      "producers: [{name: p, routingKeys: work, rate: 500}]\n");
  const auto &work = r.queues.at(0), &dlq = r.queues.at(1);
  EXPECT_GT(work.rejected, 200u);
  EXPECT_EQ(dlq.ledger.dead_in, work.rejected);
  EXPECT_EQ(dlq.ledger.delivered, work.rejected);
  EXPECT_EQ(dlq.ledger.missing + dlq.ledger.duplicates + dlq.misrouted, 0u);
  EXPECT_EQ(r.exit_code, 0);
}

TEST(DeadLetterLedger, KnowsWhatComesBackInARetryCycle) {
  const auto r = scenario(
      "queues: [{name: work, deadLetterExchange: \"\", deadLetterRoutingKey: wait, consumers: {failureRate: 20%}},\n"
      "  {name: wait, messageTtl: 300ms, deadLetterExchange: \"\", deadLetterRoutingKey: work}]\n"
      "producers: [{name: p, routingKeys: work, rate: 500}]\n");
  const auto &work = r.queues.at(0).ledger, &wait = r.queues.at(1).ledger;
  const auto rejected = r.queues.at(0).rejected;
  EXPECT_GT(rejected, 500u);
  EXPECT_EQ(work.recycled, rejected);
  EXPECT_EQ(work.duplicates + work.missing + work.dead_in, 0u);
  EXPECT_EQ(work.delivered, 3000u);
  EXPECT_EQ(wait.dead_in, rejected);
  EXPECT_EQ(wait.dead_out, rejected);
  EXPECT_EQ(wait.dropped, 0u);
}

TEST(DeadLetterLedger, CountsWhatExpiresAsDropped) {
  const auto r = scenario(
      "queues: [{name: q, messageTtl: 500ms, consumers: {prefetch: 1, handlerTime: 100ms}}]\n"
      "producers: [{name: p, routingKeys: q, rate: 100}]\n");
  const auto& l = r.queues.at(0).ledger;
  EXPECT_EQ(l.missing, 0u);
  EXPECT_GT(l.dropped, 500u);
  EXPECT_EQ(l.expected, l.delivered + l.queued + l.dropped);
}

TEST(DeadLetterLedger, SeesWhatExpiresIntoAQueueThatIsConsumed) {
  const auto r = scenario(
      "queues: [{name: q, messageTtl: 500ms, deadLetterExchange: \"\", deadLetterRoutingKey: late,\n"
      "    consumers: {prefetch: 1, handlerTime: 100ms}},\n"
      "  {name: late, consumers: {}}]\n"
      "producers: [{name: p, routingKeys: q, rate: 100}]\n");
  const auto &q = r.queues.at(0).ledger, &late = r.queues.at(1).ledger;
  EXPECT_GT(q.dead_out, 500u);
  EXPECT_EQ(q.expected, q.delivered + q.dead_out);
  EXPECT_EQ(late.dead_in, q.dead_out);
  EXPECT_EQ(late.delivered, q.dead_out);
  EXPECT_EQ(q.dropped + q.missing + late.missing, 0u);
}

// The same message once alive and once dead is two deliveries, and neither is a duplicate.
TEST(DeadLetterLedger, TellsADeadLetterFromTheMessageItself) {
  const auto r = scenario(
      "exchanges: [{name: x, type: fanout}]\n"
      "queues: [{name: work, bindings: [{exchange: x}], deadLetterExchange: \"\", deadLetterRoutingKey: audit,\n"
      "    consumers: {failureRate: 10%}},\n"
      "  {name: audit, bindings: [{exchange: x}], consumers: {}}]\n"
      "producers: [{name: p, exchange: x, rate: 500}]\n");
  const auto& audit = r.queues.at(1).ledger;
  EXPECT_EQ(audit.expected, 3000u);
  EXPECT_EQ(audit.dead_in, r.queues.at(0).rejected);
  EXPECT_EQ(audit.delivered, 3000u + r.queues.at(0).rejected);
  EXPECT_EQ(audit.duplicates + audit.recycled + audit.missing, 0u);
}

}  // namespace
}  // namespace amqpace::testing
