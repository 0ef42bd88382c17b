// SPDX-License-Identifier: Apache-2.0
#include "rules/judge.hpp"

#include <gtest/gtest.h>

#include <csignal>

#include "rules/test_record.hpp"

namespace amqpace::rules {
namespace {

using model::Objective;
using model::Severity;
using model::Verdict;
using Kind = Objective::Kind;
using State = model::RuleResult::State;

model::Record asking(Objective objective) {
  auto r = healthy_record();
  r.plan.queues[0].expect.push_back(objective);
  return r;
}

Objective below(double quantile, Nanos budget) {
  return {Kind::end_to_end_below, "p99Below", quantile, budget, 0};
}

void latency(model::Record& r, Nanos value, std::uint64_t n) {
  r.queues[0].end_to_end = hist::Latency{};
  fill(r.queues[0].end_to_end, value, n);
}

TEST(Objectives, AMetOneIsInformation) {
  const auto r = judged(asking({Kind::throughput_at_least, "throughputAtLeast", 0, 0, 4800}));
  const auto& f = finding_of(r, "throughput>=4800");
  EXPECT_EQ(f.severity, Severity::info);
  EXPECT_EQ(f.observation, "sustained 5,000 msg/s end-to-end over 30s");
  EXPECT_EQ(f.implication, "the objective was met");
  EXPECT_EQ(result_of(r, "throughput>=4800").state, State::passed);
  EXPECT_TRUE(result_of(r, "throughput>=4800").objective);
}

TEST(Objectives, ThroughputEqualToItsFloorIsMet) {
  EXPECT_EQ(judged(asking({Kind::throughput_at_least, "", 0, 0, 5000})).exit_code, 0);
  const auto r = judged(asking({Kind::throughput_at_least, "", 0, 0, 7800}));
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_EQ(finding_of(r, "throughput>=7800").observation,
            "sustained 5,000 msg/s end-to-end, against an objective of 7,800");
  EXPECT_EQ(finding_of(r, "throughput>=7800").implication,
            "this configuration delivers 64% of the required rate");
}

TEST(Objectives, ThroughputWithoutConsumersIsWhatWasConfirmed) {
  auto r = asking({Kind::throughput_at_least, "", 0, 0, 4000});
  r.queues[0].consumers = 0;
  r.producers[0].confirmed_in_window = 135'000;
  EXPECT_EQ(finding_of(judged(r), "throughput>=4000").observation,
            "sustained 4,500 msg/s confirmed over 30s");
  r.producers[0].ledger.confirms_off = true;
  EXPECT_EQ(finding_of(judged(r), "throughput>=4000").observation, "sustained 5,000 msg/s sent over 30s");
}

TEST(Objectives, BelowIsStrictlyBelow) {
  auto r = asking(below(0.99, 2'000'000));
  latency(r, 1'999'999, 1'000);
  EXPECT_EQ(judged(r).verdict, Verdict::passed);
  EXPECT_EQ(finding_of(judged(r), "p99<2.0ms").implication, "within the 2.0ms budget");
  latency(r, 2'000'000, 1'000);
  r = judged(r);
  EXPECT_EQ(r.verdict, Verdict::failed);
  EXPECT_EQ(finding_of(r, "p99<2.0ms").observation,
            "p99 was 2.0ms, against a budget of 2.0ms (2000000 ns against 2000000 ns)");
}

TEST(Objectives, AMissedPercentileNamesBothNumbers) {
  auto r = asking(below(0.99, 200 * kMicrosecond));
  latency(r, 2'600 * kMicrosecond, 1'000);
  const auto f = finding_of(judged(r), "p99<200us");
  EXPECT_EQ(f.observation, "p99 was 2.6ms, against a budget of 200us");
  EXPECT_EQ(f.implication, "one message in 100 took longer than the budget allows");
  EXPECT_EQ(f.detail, "p50=2.6ms p99=2.6ms max=2.6ms");
}

TEST(Objectives, TooFewSamplesAreJudgedOnTheSlowest) {
  auto r = asking(below(0.999, kSecond));
  latency(r, 2 * kMillisecond, 999);
  EXPECT_EQ(judged(r).verdict, Verdict::passed);
  latency(r, kSecond, 999);
  r = judged(r);
  EXPECT_EQ(r.verdict, Verdict::invalid);
  EXPECT_EQ(
      finding_of(r, "p99.9<1000.0ms").implication,
      "not enough samples: p99.9 needs 1,000, and the slowest of these is not within the 1000.0ms budget");
}

TEST(Objectives, AnOpenPercentileFailsOnlyByItsBound) {
  auto r = asking(below(0.99, 10 * kSecond));
  for (int i = 0; i < 2'000; ++i) r.queues[0].end_to_end.record_open(10 * kSecond);
  EXPECT_EQ(judged(r).verdict, Verdict::failed);
  r = asking(below(0.99, 11 * kSecond));
  for (int i = 0; i < 2'000; ++i) r.queues[0].end_to_end.record_open(10 * kSecond);
  r = judged(r);
  EXPECT_EQ(r.verdict, Verdict::invalid);
  EXPECT_EQ(finding_of(r, "p99<11.0s").observation, "p99 was at least 10.0s, against a budget of 11.0s");
}

TEST(Objectives, AQueueThatExpectedNothingFails) {
  auto r = asking(below(0.99, kSecond));
  r.queues[0].end_to_end = hist::Latency{};
  EXPECT_EQ(finding_of(judged(r), "p99<1000.0ms").severity, Severity::failed);
}

TEST(Objectives, APublishLatencyNeedsConfirms) {
  auto r = healthy_record();
  r.plan.producers[0].expect.push_back({Kind::publish_below, "publishP99Below", 0.99, 2 * kMillisecond, 0});
  EXPECT_EQ(finding_of(judged(r), "publish-p99<2.0ms").implication, "within the 2.0ms budget");
  r.producers[0].publish = hist::Latency{};
  r.producers[0].ledger.confirms_off = true;
  EXPECT_EQ(finding_of(judged(r), "publish-p99<2.0ms").severity, Severity::invalid);
}

TEST(Objectives, LossIsWhatIsMissing) {
  auto r = asking({Kind::no_messages_lost, "noMessagesLost", 0, 0, 0});
  EXPECT_EQ(finding_of(judged(r), "no-messages-lost").observation,
            "175,000 messages were expected, 175,000 delivered and 0 still queued, leaving 0 missing");
  r.queues[0].ledger.delivered = r.queues[0].ledger.deliveries = 174'998;
  r.queues[0].ledger.missing = 2;
  EXPECT_EQ(judged(r).exit_code, 1);
  r.queues[0].ledger.expected_known = false;
  EXPECT_EQ(judged(r).exit_code, 2);
}

TEST(Objectives, LossOfNothingCannotBeJudgedUnlessOnlyDeadLettersCome) {
  auto r = asking({Kind::no_messages_lost, "noMessagesLost", 0, 0, 0});
  r.queues[0].ledger = {};
  EXPECT_EQ(finding_of(judged(r), "no-messages-lost").severity, Severity::invalid);
  EXPECT_EQ(finding_of(judged(r), "no-messages-lost").observation, "nothing was expected there and nothing came");
  model::QueueSpec work;
  work.name = "work";
  work.arguments = {{"x-dead-letter-exchange", "dead"}};
  r.plan.queues.push_back(work);
  EXPECT_EQ(finding_of(judged(r), "no-messages-lost").severity, Severity::invalid);
  r.plan.queues[0].bindings = {{"dead", "k", {}}};
  EXPECT_EQ(finding_of(judged(r), "no-messages-lost").severity, Severity::info);
}

TEST(Objectives, ARecoveryThatTheWindowCutOffCannotBeJudged) {
  auto r = asking({Kind::recovers_within, "recoversWithin", 0, 10 * kSecond, 0});
  r.warmup = 5 * kSecond;  // the window of 30 s ends 35 s after t0
  r.outages = {{.connection = "publisher jobs 0", .from = 20 * kSecond, .to = {}, .why = "reset", .recovered_after = {}}};
  EXPECT_EQ(finding_of(judged(r), "recovers-within<10.0s").severity, Severity::failed);
  EXPECT_EQ(finding_of(judged(r), "recovers-within<10.0s").observation,
            "the loss of publisher jobs 0 was not recovered from in the 15.0s until the window ended, against a budget of "
            "10.0s");
  r.outages[0].from = 24 * kSecond;  // 11 s are enough to tell
  EXPECT_EQ(finding_of(judged(r), "recovers-within<10.0s").severity, Severity::failed);
  r.outages[0].from = 24 * kSecond + 1;
  EXPECT_EQ(finding_of(judged(r), "recovers-within<10.0s").severity, Severity::invalid);
  r.outages[0].from = 30 * kSecond;
  EXPECT_EQ(finding_of(judged(r), "recovers-within<10.0s").observation,
            "cannot be judged: the window ended 5000.0ms after the loss of publisher jobs 0, before its budget of 10.0s and a "
            "second were over");
  // One that took too long decides.
  r.outages.push_back({.connection = "consumer q 0", .from = 6 * kSecond, .to = 7 * kSecond, .why = "reset",
                       .recovered_after = 12 * kSecond});
  EXPECT_EQ(finding_of(judged(r), "recovers-within<10.0s").severity, Severity::failed);
}

TEST(Objectives, LossCannotBeToldWhereTheQueueWasNotAsked) {
  auto r = asking({Kind::no_messages_lost, "noMessagesLost", 0, 0, 0});
  r.queues[0].depth_after_drain.reset();
  EXPECT_EQ(judged(r).exit_code, 0);  // everything was delivered: there is nothing to ask for
  r.queues[0].ledger.delivered = r.queues[0].ledger.deliveries = 174'998;
  r.queues[0].ledger.queued = 2;
  EXPECT_EQ(judged(r).exit_code, 2);
  EXPECT_EQ(finding_of(judged(r), "no-messages-lost").observation,
            "175,000 messages were expected and 174,998 delivered; the broker could not be asked, after the run, "
            "whether it still holds the others");
}

TEST(Objectives, DuplicatesAndOrderAreCounted) {
  auto r = asking({Kind::no_duplicates, "noDuplicates", 0, 0, 0});
  r.plan.queues[0].expect.push_back({Kind::in_order, "inOrder", 0, 0, 0});
  EXPECT_EQ(judged(r).exit_code, 0);
  r.queues[0].ledger.duplicates = 3;
  r.queues[0].ledger.deliveries += 3;
  r.queues[0].ledger.out_of_order = 4;
  r = judged(r);
  EXPECT_EQ(finding_of(r, "no-duplicates").severity, Severity::failed);
  EXPECT_EQ(finding_of(r, "in-order").severity, Severity::failed);
}

TEST(Verdict, InvalidOutranksFailedAndStandsFirst) {
  auto r = asking(below(0.99, 1));
  r.blocked = kSecond;
  r.window = 20 * kSecond;
  r = judged(r);
  EXPECT_EQ(r.verdict, Verdict::invalid);
  EXPECT_EQ(r.exit_code, 2);
  ASSERT_EQ(r.findings.size(), 3U);
  EXPECT_EQ(r.findings[0].rule, "broker-not-blocked");
  EXPECT_EQ(r.findings[1].rule, "p99<0us");
  EXPECT_EQ(r.findings[2].rule, "run-was-long-enough");
}

TEST(Verdict, AFileMayChangeTheSeverityOfARule) {
  auto r = healthy_record();
  r.window = 20 * kSecond;
  model::CustomRule custom;
  custom.name = "run-was-long-enough";
  custom.severity = Severity::failed;
  r.plan.rules.push_back(custom);
  EXPECT_EQ(rule_count(r.plan), rule_count(healthy_record().plan));
  r = judged(r);
  EXPECT_EQ(r.exit_code, 1);
}

TEST(Verdict, JudgingTwiceIsJudgingOnce) {
  auto r = asking(below(0.99, 1));
  judge(r);
  const auto findings = r.findings.size();
  judge(r);
  EXPECT_EQ(r.findings.size(), findings);
}

TEST(ExitCode, OfASignalIsItsOwnUnlessThereIsWorse) {
  auto r = healthy_record();
  r.stopped_early = true;
  r.signal = SIGINT;
  EXPECT_EQ(judged(r).exit_code, 130);
  r.signal = SIGTERM;
  EXPECT_EQ(judged(r).exit_code, 143);
  r.blocked = kSecond;
  EXPECT_EQ(judged(r).exit_code, 2);
  r.interrupted_twice = true;
  EXPECT_EQ(judged(r).exit_code, 143);
}

TEST(ExitCode, OfARunThatGoesOnUntilStoppedIsZero) {
  auto r = healthy_record();
  r.stopped_early = true;
  r.signal = SIGINT;
  r.plan.until_stopped = true;
  r = judged(r);
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_EQ(result_of(r, "run-was-not-stopped-early").state, State::not_applicable);
}

TEST(ExitCode, BeforeTheWindowIsThreeOrFour) {
  auto r = asking(below(0.99, 1));
  r.error = Error{ErrorKind::refused, "could not declare queue ex.hello", {}, "PRECONDITION_FAILED", {}};
  r = judged(r);
  EXPECT_EQ(r.exit_code, 3);
  EXPECT_EQ(r.verdict, Verdict::invalid);
  EXPECT_TRUE(r.findings.empty());
  for (const auto& result : r.results) EXPECT_EQ(result.state, State::not_applicable);
  r.error->kind = ErrorKind::unreachable;
  EXPECT_EQ(judged(r).exit_code, 4);
}

}  // namespace
}  // namespace amqpace::rules
