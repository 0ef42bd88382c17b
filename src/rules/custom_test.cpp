// SPDX-License-Identifier: Apache-2.0
#include "rules/custom.hpp"

#include <gtest/gtest.h>

#include "rules/test_record.hpp"

namespace amqpace::rules {
namespace {

using model::CustomRule;
using model::Severity;
using State = model::RuleResult::State;
using When = CustomRule::When;

CustomRule rule(std::string metric, When when, double low, std::string threshold) {
  CustomRule r;
  r.name = "mine";
  r.metric = std::move(metric);
  r.when = when;
  r.low = low;
  r.threshold_text = std::move(threshold);
  r.severity = Severity::failed;
  return r;
}

model::Record with(const CustomRule& custom) {
  auto r = healthy_record();
  r.plan.rules = {custom};
  return r;
}

TEST(CustomRules, FireAboveAndPassAtTheirThreshold) {
  auto r = with(rule("queueDepthAtEnd", When::above, 5000, "5000"));
  r.plan.rules[0].because = "a queue this deep was filling";
  r.queues[0].depth_at_end = 5000;
  EXPECT_EQ(result_of(judged(r), "mine").numbers, "queueDepthAtEnd was 5,000, not above 5000");
  r.queues[0].depth_at_end = 5001;
  r = judged(r);
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_EQ(finding_of(r, "mine").observation, "queueDepthAtEnd was 5,001, above 5000");
  EXPECT_EQ(finding_of(r, "mine").implication, "a queue this deep was filling");
}

TEST(CustomRules, FireBelowAndOutside) {
  EXPECT_EQ(result_of(judged(with(rule("consumeRate", When::below, 5001, "5001"))), "mine").state,
            State::fired);
  EXPECT_EQ(result_of(judged(with(rule("consumeRate", When::below, 5000, "5000"))), "mine").state,
            State::passed);
  auto outside = rule("publishRate", When::outside, 4000, "[4000, 5000]");
  outside.high = 5000;
  EXPECT_EQ(result_of(judged(with(outside)), "mine").state, State::passed);
  outside.high = 4999;
  EXPECT_EQ(result_of(judged(with(outside)), "mine").state, State::fired);
  outside.high = 6000;
  outside.low = 5500;
  EXPECT_EQ(result_of(judged(with(outside)), "mine").state, State::fired);
}

TEST(CustomRules, OfAnOpenPercentileAnswerOnlyWhatItsBoundProves) {
  auto r = with(rule("endToEnd.p99", When::above, 20e9, "20s"));
  for (int i = 0; i < 2'000; ++i) r.queues[0].end_to_end.record_open(10 * kSecond);
  EXPECT_EQ(result_of(judged(r), "mine").state, State::not_applicable);
  EXPECT_EQ(result_of(judged(r), "mine").reason,
            "endToEnd.p99 was at least 10.0s, and whether it is above 20s is not known from a lower bound");
  r.plan.rules[0].low = 5e9;
  EXPECT_EQ(result_of(judged(r), "mine").state, State::fired);
  r.plan.rules[0].when = When::below;
  EXPECT_EQ(result_of(judged(r), "mine").state, State::passed);
}

TEST(CustomRules, WithoutAValueDoNotApply) {
  auto r = with(rule("queueDepthAtEnd", When::above, 1, "1"));
  r.queues[0].depth_at_end.reset();
  EXPECT_EQ(result_of(judged(r), "mine").reason, "queueDepthAtEnd has no value in this run");
}

model::Record sampled(Nanos for_time, const std::vector<double>& rates) {
  auto custom = rule("consumeRate", When::below, 4000, "4000");
  custom.for_time = for_time;
  auto r = with(custom);
  Nanos at = 0;
  for (const double rate : rates) {
    model::Sample s;
    s.elapsed = at += kSecond;
    s.phase = at <= kSecond ? "warmup" : "measuring";
    s.consume_rate = rate;
    r.samples.push_back(s);
  }
  return r;
}

TEST(CustomRules, ForATimeNeedTheWholeStretch) {
  const auto two = judged(sampled(3 * kSecond, {100, 3000, 3100, 4000, 3999, 3998, 4100}));
  EXPECT_EQ(result_of(two, "mine").state, State::passed);
  EXPECT_EQ(result_of(two, "mine").numbers,
            "consumeRate was below 4000 for 2000.0ms at a stretch, at its worst 3,000/s");
  const auto three = judged(sampled(3 * kSecond, {5000, 3000, 3100, 3999, 4000}));
  EXPECT_EQ(result_of(three, "mine").state, State::fired);
  EXPECT_EQ(result_of(judged(sampled(kSecond, {100, 4000, 4000})), "mine").numbers,
            "consumeRate was never below 4000");
}

TEST(CustomRules, SayWhatTheyLookFor) {
  auto r = rule("endToEnd.p999", When::above, 250e6, "250ms");
  EXPECT_EQ(custom_sentence(r), "endToEnd.p999 was above 250ms");
  r.for_time = 5 * kSecond;
  EXPECT_EQ(custom_sentence(r), "endToEnd.p999 was above 250ms for 5s");
}

}  // namespace
}  // namespace amqpace::rules
