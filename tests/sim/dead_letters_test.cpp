// SPDX-License-Identifier: Apache-2.0
// Scenarios on simulated time: what reaches which queue, and the account of what died on the way.
#include <gtest/gtest.h>

#include "operator.hpp"
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

// One message, copied to two queues, dies on both: two dead letters.
TEST(DeadLetterLedger, TellsTheDeadLettersOfTwoQueuesApart) {
  const auto r = scenario(
      "exchanges: [{name: x, type: fanout}, {name: d, type: fanout}]\n"
      "queues: [{name: q1, deadLetterExchange: d, bindings: [{exchange: x}], consumers: {failureRate: 30%}},\n"
      "  {name: q2, deadLetterExchange: d, messageTtl: 50ms, bindings: [{exchange: x}]},\n"
      "  {name: a, bindings: [{exchange: d}], consumers: {}, expect: {noMessagesLost: true, noDuplicates: true}}]\n"
      "producers: [{name: p, exchange: x, rate: 100}]\n");
  const auto &q2 = r.queues.at(1).ledger, &a = r.queues.at(2).ledger;
  EXPECT_EQ(q2.dead_out, 600u);
  EXPECT_EQ(q2.missing + q2.dropped, 0u);
  EXPECT_EQ(a.delivered, 600u + r.queues.at(0).rejected);
  EXPECT_EQ(a.dead_in, a.delivered);
  EXPECT_EQ(a.duplicates + a.missing + a.recycled, 0u);
  EXPECT_EQ(r.exit_code, 0);
}

TEST(DeadLetterLedger, FollowsALadderOfQueues) {
  const auto r = scenario(
      "queues: [{name: t1, messageTtl: 100ms, deadLetterExchange: \"\", deadLetterRoutingKey: t2},\n"
      "  {name: t2, messageTtl: 100ms, deadLetterExchange: \"\", deadLetterRoutingKey: end},\n"
      "  {name: end, consumers: {}, expect: {noMessagesLost: true}}]\n"
      "producers: [{name: p, routingKeys: t1, rate: 100}]\n");
  const auto &t1 = r.queues.at(0).ledger, &t2 = r.queues.at(1).ledger, &end = r.queues.at(2).ledger;
  EXPECT_EQ(t1.dead_out, 600u);
  EXPECT_EQ(t2.dead_in, 600u);
  EXPECT_EQ(t2.dead_out, 600u);
  EXPECT_EQ(end.dead_in, 600u);
  EXPECT_EQ(end.delivered, 600u);
  EXPECT_EQ(t1.missing + t1.dropped + t2.missing + t2.dropped + end.missing, 0u);
  EXPECT_EQ(r.exit_code, 0);
}

// To `both` directly and by way of `wait`; what dies on `work` is copied, and each copy is expected where it leads.
TEST(DeadLetterLedger, CountsACopiedDeathOnce) {
  const auto r = scenario(
      "exchanges: [{name: d, type: fanout}, {name: d2, type: fanout}]\n"
      "queues: [{name: work, messageTtl: 50ms, deadLetterExchange: d},\n"
      "  {name: copy, bindings: [{exchange: d}], consumers: {}},\n"
      "  {name: wait, messageTtl: 50ms, deadLetterExchange: d2, bindings: [{exchange: d}]},\n"
      "  {name: both, bindings: [{exchange: d}, {exchange: d2}], consumers: {}}]\n"
      "producers: [{name: p, routingKeys: work, rate: 100}]\n");
  const auto &work = r.queues.at(0).ledger, &copy = r.queues.at(1).ledger, &wait = r.queues.at(2).ledger,
             &both = r.queues.at(3).ledger;
  EXPECT_EQ(work.dead_out, 600u);
  EXPECT_EQ(copy.dead_in, 600u);
  EXPECT_EQ(copy.delivered, 600u);
  EXPECT_EQ(wait.dead_in, 600u);
  EXPECT_EQ(wait.dead_out, 600u);
  EXPECT_EQ(both.dead_in, 1200u);
  EXPECT_EQ(both.delivered, 1200u);
  EXPECT_EQ(both.duplicates + work.missing + copy.missing + wait.missing + both.missing, 0u);
}

TEST(DeadLetterLedger, CountsWhatWasHandledAndGivenBackBeforeItDiedAsDelivered) {
  for (const char* limit : {"messageTtl: 20ms", "maxLength: 3"}) {
    const auto r = scenario(
        "exchanges: [{name: x, type: fanout}, {name: d, type: fanout}]\n"
        "queues: [{name: q, deadLetterExchange: d, bindings: [{exchange: x}], " +
        std::string(limit) +
        ",\n    consumers: {prefetch: 2, handlerTime: 9ms, failureRate: 40%, onFailure: requeue}},\n"
        "  {name: a, bindings: [{exchange: d}], consumers: {}, expect: {noMessagesLost: true, noDuplicates: true}}]\n"
        "producers: [{name: p, exchange: x, rate: 150}]\n");
    const auto &q = r.queues.at(0).ledger, &a = r.queues.at(1).ledger;
    EXPECT_EQ(q.expected, 900u);
    EXPECT_EQ(q.delivered + q.dead_out, 900u) << limit;
    EXPECT_GT(a.dead_in, q.dead_out) << limit;  // some had been handled
    EXPECT_EQ(a.delivered, a.dead_in);
    EXPECT_EQ(a.missing + a.duplicates + q.missing + q.dropped + q.queued, 0u);
    EXPECT_LT(r.exit_code, 2);
  }
}

TEST(DeadLetterLedger, KnowsWhatWasRefusedAndDeadLetteredAllTheSame) {
  const auto r = scenario(
      "exchanges: [{name: d, type: fanout}]\n"
      "queues: [{name: q, deadLetterExchange: d, maxLength: 20, arguments: {x-overflow: reject-publish-dlx}},\n"
      "  {name: a, bindings: [{exchange: d}], consumers: {}}]\n"
      "producers: [{name: p, routingKeys: q, rate: 100}]\n");
  const auto &q = r.queues.at(0).ledger, &a = r.queues.at(1).ledger;
  EXPECT_EQ(r.producers.at(0).ledger.nacked, 580u);
  EXPECT_EQ(q.expected, 20u);
  EXPECT_EQ(q.extra, 580u);
  EXPECT_EQ(q.dead_out, 580u);
  EXPECT_EQ(q.queued, 20u);
  EXPECT_EQ(a.dead_in, 580u);
  EXPECT_EQ(a.delivered, 580u);
  EXPECT_EQ(a.extra + a.missing, 0u);
  EXPECT_LT(r.drain_took, 2 * kSecond);
}

// A queue that messages come to only as dead letters loses some of them: that is a loss, and it is named.
TEST(DeadLetterLedger, MissesWhatVanishesWhileItWaits) {
  SimSetup setup{.yaml = std::string(kHead) +
                         "queues: [{name: work, deadLetterExchange: \"\", deadLetterRoutingKey: wait, consumers: {failureRate: 20%}},\n"
                         "  {name: wait, messageTtl: 300ms, deadLetterExchange: \"\", deadLetterRoutingKey: work,\n"
                         "    expect: {noMessagesLost: true}}]\n"
                         "producers: [{name: p, routingKeys: work, rate: 500}]\n",
                 .faults = {}, .net = {}, .overrides = {}, .arrange = {}};
  setup.arrange_broker = [](broker::Server&, net::SimLoop& loop, const net::Address& at) {
    return std::make_shared<Operator>(loop, at, client::PurgeQueue{"wait"}, 4 * kSecond);
  };
  const auto r = run_simulated(setup).record;
  const auto &work = r.queues.at(0).ledger, &wait = r.queues.at(1).ledger;
  EXPECT_GT(wait.missing, 10u);
  EXPECT_EQ(wait.dead_in, wait.dead_out + wait.missing);
  EXPECT_EQ(wait.dropped + work.missing + work.duplicates, 0u);
  EXPECT_EQ(r.exit_code, 1);
}

// Brokers drop what goes round without anybody rejecting it: that is no loss.
TEST(DeadLetterLedger, CallsWhatWentRoundDropped) {
  const auto r = scenario(
      "queues: [{name: q, messageTtl: 50ms, deadLetterExchange: \"\", deadLetterRoutingKey: r},\n"
      "  {name: r, messageTtl: 50ms, maxLength: 5, deadLetterExchange: \"\", deadLetterRoutingKey: q,\n"
      "    consumers: {failureRate: 30%, prefetch: 1, handlerTime: 9ms}}]\n"
      "producers: [{name: p, routingKeys: [q, r], rate: 200}]\n");
  EXPECT_EQ(r.queues.at(0).ledger.missing + r.queues.at(1).ledger.missing, 0u);
  EXPECT_GT(r.queues.at(0).ledger.dropped + r.queues.at(1).ledger.dropped, 100u);
}

}  // namespace
}  // namespace amqpace::testing
