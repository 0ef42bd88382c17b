// SPDX-License-Identifier: Apache-2.0
#include "rules/table.hpp"

#include <gtest/gtest.h>

#include "model/fields_rules.hpp"
#include "rules/test_record.hpp"

namespace amqpace::rules {
namespace {

using model::RuleResult;
using model::Severity;
using State = RuleResult::State;

State state_of(const model::Record& record, std::string_view rule) {
  return result_of(record, rule).state;
}
std::string observed(const model::Record& record, std::string_view rule) {
  return finding_of(record, rule).observation;
}

TEST(AlwaysOn, AHealthyRunHasAResultForEveryRuleAndNoFinding) {
  const auto r = judged(healthy_record());
  EXPECT_EQ(r.results.size(), always_on().size());
  EXPECT_TRUE(r.findings.empty());
  EXPECT_EQ(r.verdict, model::Verdict::passed);
  for (const auto& result : r.results) {
    EXPECT_FALSE(result.sentence.empty()) << result.rule;
    EXPECT_EQ(result.state == State::not_applicable, result.numbers.empty()) << result.rule;
    EXPECT_EQ(result.state == State::not_applicable, !result.reason.empty()) << result.rule;
  }
}

model::Record late_record(Nanos lag, Nanos ours, Nanos theirs) {
  auto r = healthy_record();
  auto& p = r.producers[0];
  p.send_lag = hist::Latency{};
  fill(p.send_lag, lag, 150'000);
  p.late[model::Cause::window] = ours;
  p.late[model::Cause::confirms] = theirs;
  return r;
}

TEST(Lateness, IsOursWhenHalfOfItIs) {
  const auto r = judged(late_record(200 * kMillisecond, 5 * kSecond, 5 * kSecond));
  EXPECT_EQ(state_of(r, "generator-kept-up"), State::fired);
  EXPECT_EQ(state_of(r, "broker-took-the-load"), State::passed);
  EXPECT_EQ(r.verdict, model::Verdict::invalid);
  EXPECT_EQ(observed(r, "generator-kept-up"),
            "send lag p99 was 200.0ms and max 200.0ms; offered 5,000/s, achieved 5,000/s; 10.0s late: "
            "confirms 5000.0ms "
            "(50%), window 5000.0ms (50%)");
}

TEST(Lateness, IsTheBrokersWhenMoreThanHalfOfItIs) {
  const auto r = judged(late_record(200 * kMillisecond, 5 * kSecond, 5 * kSecond + 1));
  EXPECT_EQ(state_of(r, "generator-kept-up"), State::passed);
  EXPECT_EQ(state_of(r, "broker-took-the-load"), State::fired);
  EXPECT_EQ(r.verdict, model::Verdict::failed);
}

TEST(Lateness, BeginsAtAHundredMilliseconds) {
  EXPECT_EQ(state_of(judged(late_record(100 * kMillisecond, kSecond, 0)), "generator-kept-up"), State::fired);
  EXPECT_EQ(state_of(judged(late_record(99 * kMillisecond, kSecond, 0)), "generator-kept-up"), State::passed);
}

TEST(Lateness, OfFewSlotsIsTheWorstOne) {
  auto r = healthy_record();
  auto& lag = r.producers[0].send_lag;
  lag = hist::Latency{};
  fill(lag, kMillisecond, 98);
  fill(lag, 150 * kMillisecond, 1);
  EXPECT_EQ(state_of(judged(r), "generator-kept-up"), State::fired);
  fill(lag, kMillisecond, 1'000);
  EXPECT_EQ(state_of(judged(r), "generator-kept-up"), State::passed);
}

TEST(Lateness, CountsSlotsThatWereNeverSent) {
  auto r = healthy_record();
  r.producers[0].late[model::Cause::blocked] = kSecond;
  for (int i = 0; i < 2'000; ++i) r.producers[0].send_lag.record_open(3 * kSecond);
  r = judged(r);
  EXPECT_EQ(state_of(r, "broker-took-the-load"), State::fired);
  EXPECT_EQ(observed(r, "broker-took-the-load").substr(0, 35), "send lag p99 was at least 3000.0ms ");
}

TEST(Lateness, DoesNotApplyWithoutASchedule) {
  auto r = late_record(kSecond, kSecond, 0);
  r.producers[0].offered_rate.reset();
  r = judged(r);
  EXPECT_EQ(state_of(r, "generator-kept-up"), State::not_applicable);
  EXPECT_EQ(state_of(r, "broker-took-the-load"), State::not_applicable);
  EXPECT_EQ(result_of(r, "generator-kept-up").reason, "unthrottled: there is no schedule to fall behind");
  EXPECT_EQ(state_of(r, "unthrottled-latency"), State::fired);
}

TEST(Window, BlockedIsInvalid) {
  auto r = healthy_record();
  r.blocked = 3 * kSecond;
  r.blocked_reason = "low on memory";
  r = judged(r);
  EXPECT_EQ(observed(r, "broker-not-blocked"),
            "connection.blocked was in force for 3000.0ms (10% of the window): low on memory");
  EXPECT_EQ(r.exit_code, 2);
}

TEST(Window, ShorterThanThirtySecondsIsAWarning) {
  auto r = healthy_record();
  r.window = 30 * kSecond - 1;
  EXPECT_EQ(state_of(judged(r), "run-was-long-enough"), State::fired);
  EXPECT_EQ(judged(r).verdict, model::Verdict::passed);
}

TEST(Window, WithLossesTellsEachAndWhatTheyLeft) {
  auto r = healthy_record();
  r.warmup = 5 * kSecond;
  r.started_at = 1'796'040'000 * kSecond;  // 2026-11-30T12:00:00Z
  r.connections_lost = 2;
  r.outages = {{.connection = "publisher jobs 0", .from = 9 * kSecond, .to = 11 * kSecond, .connections_lost = 1,
                .why = "reset by peer", .recovered_after = 2 * kSecond},
               {.connection = "consumer q 0", .from = 9 * kSecond, .to = {}, .connections_lost = 1,
                .why = "reset by peer", .recovered_after = {}}};
  r.producers[0].ledger.unknown = 3;
  r.queues[0].ledger.redelivered = 7;
  const auto finding = finding_of(judged(r), "connections-held");
  EXPECT_EQ(finding.severity, Severity::warning);
  EXPECT_EQ(finding.observation,
            "2 connections lost, 0 channels closed by the broker, 0 consumers cancelled; the longest outage took "
            "2000.0ms; 1 of 2 did not come back");
  EXPECT_EQ(finding.detail,
            "publisher jobs 0: gone for 2000.0ms, 9s after the start, at 2026-11-30T12:00:04.000Z (reset by peer); "
            "consumer q 0: gone 9s after the start and not back, at 2026-11-30T12:00:04.000Z (reset by peer); "
            "3 publishes were never answered, 7 messages redelivered");
}

TEST(Window, SaysWhatCouldNotBeClearedAway) {
  auto r = healthy_record();
  EXPECT_EQ(state_of(judged(r), "cleared-away"), State::not_applicable);
  r.plan.after = model::After::remove;
  EXPECT_EQ(state_of(judged(r), "cleared-away"), State::passed);
  r.not_cleared = {"queue q (Connection refused)", "exchange x (Connection refused)"};
  const auto finding = finding_of(judged(r), "cleared-away");
  EXPECT_EQ(finding.severity, Severity::warning);
  EXPECT_EQ(finding.observation, "2 of what was declared could not be deleted after the run");
  EXPECT_EQ(finding.detail, "queue q (Connection refused); exchange x (Connection refused)");
  EXPECT_EQ(judged(r).exit_code, 0);
}

TEST(Publishing, NothingPublishedIsInvalid) {
  auto r = healthy_record();
  r.producers[0].published = 0;  // none of the window's own messages, but those of a late warm-up
  EXPECT_EQ(state_of(judged(r), "something-was-measured"), State::passed);
  r.producers[0].sent_in_window = 0;
  EXPECT_EQ(state_of(judged(r), "something-was-measured"), State::fired);
}

TEST(Publishing, NothingDeliveredIsExplainedByOpenSamples) {
  auto r = healthy_record();
  auto& q = r.queues[0];
  q.consumed = q.ledger.delivered = q.ledger.deliveries = q.ledger.expected = 0;
  q.end_to_end = hist::Latency{};
  EXPECT_EQ(state_of(judged(r), "something-was-measured"), State::fired);
  q.end_to_end.record_open(kSecond);
  EXPECT_EQ(state_of(judged(r), "something-was-measured"), State::passed);
}

TEST(Publishing, OneNackFails) {
  auto r = healthy_record();
  r.producers[0].members_nacked = 1;
  r = judged(r);
  EXPECT_EQ(r.verdict, model::Verdict::failed);
  EXPECT_EQ(observed(r, "publishes-succeeded"),
            "1 of 150,000 published messages refused (0.0%): 1 nacked, 0 returned, 0 failed");
}

TEST(Publishing, WithoutConfirmsIsAWarning) {
  auto r = healthy_record();
  r.plan.producers[0].publish.confirms = false;
  r.producers[0].ledger.confirms_off = true;
  EXPECT_EQ(observed(judged(r), "confirms-were-on"), "150,000 messages were published without confirms");
}

TEST(Ledger, ThatDoesNotAddUpNamesItsLine) {
  auto r = healthy_record();
  r.queues[0].ledger.missing = 1;
  r = judged(r);
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_NE(observed(r, "ledger-balances").find("ex.hello: expected 175,000 + dead-in 0"), std::string::npos);
}

TEST(Ledger, ForeignMessagesInFrontAreInTheLatencies) {
  auto r = healthy_record();
  r.queues[0].ledger.leftovers = 7;
  r.queues[0].ledger.deliveries += 7;
  EXPECT_EQ(finding_of(judged(r), "no-foreign-messages").detail, "");
  r.queues[0].leftovers_before_ours = 7;
  r = judged(r);
  EXPECT_EQ(finding_of(r, "no-foreign-messages").detail,
            "7 messages were delivered before the first of this run");
  EXPECT_NE(finding_of(r, "no-foreign-messages").implication.find("contain the wait behind them"),
            std::string::npos);
}

TEST(Ledger, WhatWasPurgedBeforeIsNotForeign) {
  auto r = healthy_record();
  r.queues[0].depth_before = 12;
  EXPECT_EQ(state_of(judged(r), "no-foreign-messages"), State::fired);
  r.plan.before = model::Before::purge;
  EXPECT_EQ(state_of(judged(r), "no-foreign-messages"), State::passed);
}

TEST(Ledger, MisroutedMessagesAreAnotherTopology) {
  auto r = healthy_record();
  r.queues[0].misrouted = 4;
  EXPECT_EQ(observed(judged(r), "topology-is-not-the-files"),
            "4 messages of this run arrived where the file's bindings do not send them: ex.hello (4)");
}

TEST(Backlog, FiresAboveASecondOfTheOffer) {
  auto r = healthy_record();
  r.queues[0].backlog_at_w0 = 100;
  r.queues[0].backlog_at_w1 = 5'100;
  EXPECT_EQ(state_of(judged(r), "consumers-kept-up"), State::passed);
  r.queues[0].backlog_at_w1 = 5'101;
  r.queues[0].consumed = 144'999;
  EXPECT_EQ(observed(judged(r), "consumers-kept-up"),
            "150,000 messages were published and 144,999 consumed, leaving 5,001 (3.3%) still queued at the "
            "end; the "
            "backlog of ex.hello grew from 100 to 5,101");
}

TEST(Backlog, IsNothingThatIsLost) {
  auto r = healthy_record();
  r.queues[0].backlog_at_w1 = 6'000;
  r.queues[0].consumed = 143'000;
  r.queues[0].ledger.missing = 1'000;
  EXPECT_EQ(state_of(judged(r), "consumers-kept-up"), State::passed);  // 5,000 of them are still to be consumed
  r.queues[0].ledger.missing = 900;
  r.producers[0].members_unknown = 100;
  r.producers[0].members_nacked = 10;
  EXPECT_EQ(observed(judged(r), "consumers-kept-up"),
            "150,000 messages were published and 143,000 consumed, leaving 5,990 (4.0%) still queued at the end, 900 missing, "
            "100 unanswered, 10 refused; the backlog of ex.hello grew from 0 to 6,000");
  r.plan.queues[0].consumers.prefetch = 0;
  EXPECT_NE(observed(judged(r), "consumers-kept-up").find("(4.0%) waiting in this program or in the queue at the end"),
            std::string::npos);
}

TEST(Ledger, WhatIsMissingIsSaidWithoutAnObjective) {
  auto r = healthy_record();
  EXPECT_EQ(state_of(judged(r), "messages-arrived"), State::passed);
  r.queues[0].ledger.missing = 20;
  r.queues[0].ledger.delivered = r.queues[0].ledger.deliveries = 174'980;
  const auto finding = finding_of(judged(r), "messages-arrived");
  EXPECT_EQ(finding.severity, Severity::warning);
  EXPECT_EQ(finding.observation, "20 of 175,000 messages are missing: ex.hello (20)");
  r.plan.queues[0].expect = {{model::Objective::Kind::no_messages_lost, "noMessagesLost", 0, 0, 0}};
  EXPECT_EQ(state_of(judged(r), "messages-arrived"), State::not_applicable);
  EXPECT_EQ(judged(r).exit_code, 1);
}

TEST(Backlog, OfAShortWindowIsATenthOfIt) {
  auto r = healthy_record();
  r.window = 5 * kSecond;
  r.queues[0].offered = 25'000;
  r.queues[0].backlog_at_w1 = 2'500;
  EXPECT_EQ(state_of(judged(r), "consumers-kept-up"), State::passed);
  r.queues[0].backlog_at_w1 = 2'501;
  EXPECT_EQ(state_of(judged(r), "consumers-kept-up"), State::fired);
}

TEST(Backlog, IsNothingAStreamHas) {
  auto r = healthy_record();
  r.queues[0].retains = true;
  r.queues[0].backlog_at_w1 = 150'000;
  EXPECT_EQ(state_of(judged(r), "consumers-kept-up"), State::not_applicable);
}

TEST(Tail, IsExtremeFromTenTimesTheMedian) {
  auto r = healthy_record();
  auto& latency = r.queues[0].end_to_end;
  latency = hist::Latency{};
  fill(latency, 1'000, 900);
  fill(latency, 9'999, 100);
  EXPECT_EQ(state_of(judged(r), "tail-is-not-extreme"), State::passed);
  latency = hist::Latency{};
  fill(latency, 1'000, 900);
  fill(latency, 10'000, 100);
  EXPECT_EQ(state_of(judged(r), "tail-is-not-extreme"), State::fired);
  latency = hist::Latency{};
  fill(latency, 1'000, 899);
  fill(latency, 10'000, 100);
  EXPECT_EQ(state_of(judged(r), "tail-is-not-extreme"), State::not_applicable);
}

TEST(Tail, SaysWhatItSaw) {
  auto r = healthy_record();
  auto& latency = r.queues[0].end_to_end;
  latency = hist::Latency{};
  fill(latency, 847 * kMicrosecond, 9'800);
  fill(latency, 12'800 * kMicrosecond, 199);
  fill(latency, 60'500 * kMicrosecond, 1);
  EXPECT_EQ(observed(judged(r), "tail-is-not-extreme"),
            "p99 is 15 times the median (p50=847us, p99=12.8ms, max=60.5ms)");
}

TEST(Declared, ComparesOnlyWhatWasStated) {
  auto r = healthy_record();
  EXPECT_EQ(result_of(judged(r), "declared-equals-asked").reason,
            "no management URL: a passive declare proves existence only");
  r.facts.management_asked = r.facts.management_read = true;
  r.facts.queues["ex.hello"] = {{"type", "classic"}, {"durable", "true"}};
  EXPECT_EQ(state_of(judged(r), "declared-equals-asked"), State::passed);
  r.plan.queues[0].type = "quorum";
  r.plan.queues[0].arguments = {{"x-max-length", std::int64_t{5}}};
  EXPECT_EQ(observed(judged(r), "declared-equals-asked"),
            "ex.hello: type is classic, and was asked to be quorum; ex.hello: argument.x-max-length is not "
            "set, and was "
            "asked to be 5");
}

model::Record managed_record() {
  auto r = healthy_record();
  r.facts.management_asked = r.facts.management_read = true;
  r.facts.queues["ex.hello"] = {{"type", "classic"}, {"durable", "true"}};
  return r;
}

TEST(Declared, TakesALowerLimitOfAPolicyForAnotherQueueAlsoWhenItIsSeenLater) {
  auto r = managed_record();
  r.plan.queues[0].arguments = {{"x-max-length", std::int64_t{10}}};
  r.facts.queues["ex.hello"].emplace_back("argument.x-max-length", "10");
  r.facts.queues_after["ex.hello"] = {{"type", "classic"},          {"durable", "true"},     {"argument.x-max-length", "10"},
                                      {"operator-policy", "caps"}, {"policy.max-length", "5"}};
  EXPECT_EQ(observed(judged(r), "declared-equals-asked"),
            "ex.hello: x-max-length is 5 by operator policy caps, and was asked to be 10");
  r.facts.queues_after["ex.hello"].back().second = "20";
  EXPECT_EQ(state_of(judged(r), "declared-equals-asked"), State::passed);
}

TEST(Declared, OfAQueueThatIsNotDeclaredIsItsTypeAndWhatIsUnusualOfIt) {
  auto r = managed_record();
  r.plan.declare = false;
  r.facts.queues["ex.hello"] = {{"type", "quorum"}, {"durable", "true"}, {"argument.x-queue-type", "quorum"}};
  EXPECT_EQ(state_of(judged(r), "declared-equals-asked"), State::passed);
  r.plan.queues[0].type = "classic";
  r.plan.queues[0].durable = false;
  r = judged(r);
  EXPECT_EQ(observed(r, "declared-equals-asked"),
            "ex.hello: type is quorum, and was asked to be classic; ex.hello: durable is true, and was asked to be false");
  EXPECT_EQ(r.exit_code, 2);
}

TEST(Declared, WarnsOfAMirroredQueueThatNoPolicyMirrors) {
  auto r = managed_record();
  r.plan.queues[0].mirrored = true;
  EXPECT_EQ(state_of(judged(r), "declared-equals-asked"), State::passed);  // policies were not seen yet
  r.facts.queues_after = r.facts.queues;
  r = judged(r);
  EXPECT_EQ(finding_of(r, "declared-equals-asked").severity, Severity::warning);
  EXPECT_EQ(observed(r, "declared-equals-asked"),
            "ex.hello: classic-mirrored was asked for, and no policy of the broker mirrors it");
  r.facts.queues_after["ex.hello"].emplace_back("policy.ha-mode", "all");
  EXPECT_EQ(state_of(judged(r), "declared-equals-asked"), State::passed);
}

TEST(Machine, IsNoisyByCanaryStealOrWorker) {
  auto r = healthy_record();
  r.instrument.canary_p50 = kMillisecond;
  EXPECT_EQ(state_of(judged(r), "generator-noise"), State::passed);
  r.instrument.canary_p50 = 2 * kMillisecond;
  EXPECT_EQ(state_of(judged(r), "generator-noise"), State::fired);
  r.instrument.canary_p50.reset();
  r.instrument.steal_share = 0.051;
  EXPECT_EQ(state_of(judged(r), "generator-noise"), State::fired);
  r.instrument.steal_share = 0;
  r.instrument.worker_cpu = {0.3, 0.91};
  EXPECT_EQ(state_of(judged(r), "generator-noise"), State::fired);
}

TEST(Broker, ThatIsEmbeddedIsSaid) {
  auto r = healthy_record();
  r.facts.embedded = true;
  r.facts.faults = {{"lose=1/1000", "150 messages lost"}};
  r = judged(r);
  EXPECT_EQ(finding_of(r, "broker-is-embedded").severity, Severity::info);
  EXPECT_EQ(finding_of(r, "broker-is-embedded").detail, "faults: lose=1/1000 (150 messages lost)");
  EXPECT_EQ(r.exit_code, 0);
}

TEST(Broker, WhoseManagementDidNotAnswerIsAWarning) {
  auto r = healthy_record();
  r.facts.management_asked = true;
  r.facts.management_error = "connection refused";
  EXPECT_EQ(observed(judged(r), "management-was-read"),
            "connection refused");
}

TEST(AlwaysOn, HasTheRulesThatTheReaderOfFilesKnows) {
  for (const Rule& rule : always_on()) EXPECT_TRUE(model::is_always_on_rule(rule.name)) << rule.name;
}

}  // namespace
}  // namespace amqpace::rules
