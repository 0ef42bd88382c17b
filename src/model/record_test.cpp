// SPDX-License-Identifier: Apache-2.0
#include "model/record.hpp"

#include <gtest/gtest.h>

namespace amqpace::model {
namespace {

TEST(LateTime, IsTheSumOfItsCausesAndKnowsWhichAreOurs) {
  LateTime late;
  EXPECT_EQ(late.total(), 0);
  EXPECT_EQ(late.ours(), 0);
  Nanos next = 1;
  for (std::size_t c = 0; c < kCauses; ++c, next *= 10) late[static_cast<Cause>(c)] = next;
  EXPECT_EQ(late.total(), 1'111'111);
  EXPECT_EQ(late.ours(), 1'100'000);
  EXPECT_EQ(late[Cause::reconnecting], 1);
  EXPECT_EQ(late[Cause::socket], 10'000);
  EXPECT_EQ(late[Cause::generator], 1'000'000);
  EXPECT_TRUE(is_ours(Cause::window));
  EXPECT_TRUE(is_ours(Cause::generator));
  EXPECT_FALSE(is_ours(Cause::confirms));
  EXPECT_FALSE(is_ours(Cause::socket));
}

TEST(Names, AreThoseReportsPrint) {
  EXPECT_EQ(cause_name(Cause::reconnecting), "reconnecting");
  EXPECT_EQ(cause_name(Cause::blocked), "blocked");
  EXPECT_EQ(cause_name(Cause::credit), "credit");
  EXPECT_EQ(cause_name(Cause::confirms), "confirms");
  EXPECT_EQ(cause_name(Cause::socket), "socket");
  EXPECT_EQ(cause_name(Cause::window), "window");
  EXPECT_EQ(cause_name(Cause::generator), "generator");
  EXPECT_EQ(verdict_name(Verdict::passed), "PASSED");
  EXPECT_EQ(verdict_name(Verdict::failed), "FAILED");
  EXPECT_EQ(verdict_name(Verdict::invalid), "INVALID");
  EXPECT_EQ(severity_name(Severity::info), "INFO");
  EXPECT_EQ(severity_name(Severity::warning), "WARNING");
  EXPECT_EQ(severity_name(Severity::failed), "FAILED");
  EXPECT_EQ(severity_name(Severity::invalid), "INVALID");
}

ProducerLedger balanced_producer() {
  ProducerLedger l;
  l.due = 1'000;
  l.sent = 990;
  l.never_sent = 10;
  l.confirmed = 900;
  l.returned = 40;
  l.nacked = 30;
  l.failed = 15;
  l.unknown = 5;
  return l;
}

TEST(ProducerLedger, BalancesWhenEverySlotAndEveryAnswerIsAccountedFor) {
  EXPECT_TRUE(ProducerLedger{}.balances());
  EXPECT_TRUE(balanced_producer().balances());
}

TEST(ProducerLedger, DoesNotBalanceWhenAnyEntryIsOffByOne) {
  using Entry = std::uint64_t ProducerLedger::*;
  for (const Entry entry : {&ProducerLedger::due, &ProducerLedger::sent, &ProducerLedger::never_sent,
                            &ProducerLedger::confirmed, &ProducerLedger::returned, &ProducerLedger::nacked,
                            &ProducerLedger::failed, &ProducerLedger::unknown}) {
    ProducerLedger l = balanced_producer();
    ++(l.*entry);
    EXPECT_FALSE(l.balances());
  }
}

TEST(ProducerLedger, WithoutConfirmsAsksOnlyForTheSlots) {
  ProducerLedger l;
  l.due = 10;
  l.sent = 8;
  l.never_sent = 2;
  EXPECT_FALSE(l.balances());
  l.confirms_off = true;
  EXPECT_TRUE(l.balances());
  ++l.due;
  EXPECT_FALSE(l.balances());
}

QueueLedger balanced_queue() {
  QueueLedger l;
  l.expected = 1'000;
  l.dead_in = 20;
  l.extra = 5;
  l.delivered = 960;
  l.dead_out = 30;
  l.queued = 25;
  l.dropped = 7;
  l.missing = 3;
  l.deliveries = 960 + 11 + 4 + 2 + 6 + 1;
  l.redelivered = 11;
  l.recycled = 4;
  l.duplicates = 2;
  l.leftovers = 6;
  l.foreign = 1;
  return l;
}

TEST(QueueLedger, BalancesWhenEveryMessageAndEveryDeliveryIsAccountedFor) {
  EXPECT_TRUE(QueueLedger{}.balances());
  EXPECT_TRUE(balanced_queue().balances());
  QueueLedger l = balanced_queue();
  l.out_of_order = 17;  // an order, not an amount
  EXPECT_TRUE(l.balances());
}

TEST(QueueLedger, DoesNotBalanceWhenAnyEntryIsOffByOne) {
  using Entry = std::uint64_t QueueLedger::*;
  for (const Entry entry :
       {&QueueLedger::expected, &QueueLedger::dead_in, &QueueLedger::extra, &QueueLedger::delivered,
        &QueueLedger::dead_out, &QueueLedger::queued, &QueueLedger::dropped, &QueueLedger::missing,
        &QueueLedger::deliveries, &QueueLedger::redelivered, &QueueLedger::recycled, &QueueLedger::duplicates,
        &QueueLedger::leftovers, &QueueLedger::foreign}) {
    QueueLedger l = balanced_queue();
    ++(l.*entry);
    EXPECT_FALSE(l.balances());
  }
}

TEST(QueueLedger, WithUnknownRoutingAsksOnlyForTheDeliveries) {
  QueueLedger l = balanced_queue();
  l.expected = 0;
  EXPECT_FALSE(l.balances());
  l.expected_known = false;
  EXPECT_TRUE(l.balances());
  ++l.deliveries;
  EXPECT_FALSE(l.balances());
}

ProducerRecord producer(double rate, std::uint64_t scale) {
  ProducerRecord p;
  p.offered_rate = rate;
  p.offered = 1'000 * scale;
  p.published = 990 * scale;
  p.members_confirmed = 980 * scale;
  p.members_nacked = 3 * scale;
  p.members_returned = 2 * scale;
  p.members_failed = 1 * scale;
  p.members_unknown = 4 * scale;
  p.late[Cause::confirms] = 5 * static_cast<Nanos>(scale);
  p.late[Cause::window] = 7;
  return p;
}

TEST(Totals, AddUpProducersAndQueues) {
  Record record;
  record.window = 4 * kSecond;
  record.producers = {producer(250, 1), producer(500, 2)};
  record.queues.resize(2);
  record.queues[0].consumed = 2'000;
  record.queues[0].depth_at_end = 12;
  record.queues[0].ledger.missing = 1;
  record.queues[0].ledger.duplicates = 2;
  record.queues[0].ledger.redelivered = 3;
  record.queues[1].consumed = 800;
  record.queues[1].ledger.missing = 10;
  record.queues[1].ledger.recycled = 4;
  record.queues[1].ledger.out_of_order = 5;
  record.queues[1].ledger.leftovers = 6;
  record.queues[1].ledger.foreign = 7;
  record.queues[1].ledger.missing_is_lower_bound = true;

  const Totals t = totals(record);
  EXPECT_EQ(t.offered, 3'000U);
  EXPECT_EQ(t.published, 2'970U);
  EXPECT_EQ(t.confirmed, 2'940U);
  EXPECT_EQ(t.failed, 18U);  // nacked, returned and failed; an unknown one is not known to have failed
  EXPECT_EQ(t.consumed, 2'800U);
  EXPECT_EQ(t.publish_rate, 742.5);
  EXPECT_EQ(t.consume_rate, 700.0);
  EXPECT_EQ(t.offered_rate, 750.0);
  EXPECT_EQ(t.depth_at_end, 12U);
  EXPECT_EQ(t.late[Cause::confirms], 15);
  EXPECT_EQ(t.late[Cause::window], 14);
  EXPECT_EQ(t.late.total(), 29);
  EXPECT_EQ(t.ledger.missing, 11U);
  EXPECT_TRUE(t.ledger.missing_is_lower_bound);
  EXPECT_EQ(t.ledger.duplicates, 2U);
  EXPECT_EQ(t.ledger.redelivered, 3U);
  EXPECT_EQ(t.ledger.recycled, 4U);
  EXPECT_EQ(t.ledger.out_of_order, 5U);
  EXPECT_EQ(t.ledger.leftovers, 6U);
  EXPECT_EQ(t.ledger.foreign, 7U);
}

TEST(Totals, HaveNoOfferedRateWhenAProducerIsUnthrottled) {
  Record record;
  record.window = kSecond;
  record.producers = {producer(250, 1), producer(500, 2)};
  record.producers[1].offered_rate.reset();
  EXPECT_FALSE(totals(record).offered_rate);
}

TEST(Totals, OfARunThatNeverBeganAreZero) {
  const Totals t = totals(Record{});
  EXPECT_EQ(t.offered, 0U);
  EXPECT_EQ(t.publish_rate, 0.0);
  EXPECT_EQ(t.consume_rate, 0.0);
  EXPECT_FALSE(t.offered_rate);
  EXPECT_FALSE(t.depth_at_end);
  EXPECT_EQ(t.late.total(), 0);
}

}  // namespace
}  // namespace amqpace::model
