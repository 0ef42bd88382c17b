// SPDX-License-Identifier: Apache-2.0
#include "model/metrics.hpp"

#include <gtest/gtest.h>

#include <set>

namespace amqpace::model {
namespace {

Record sample_record() {
  Record r;
  r.window = 10 * kSecond;
  r.blocked = 3 * kSecond;
  r.instrument.cores = 4;
  r.instrument.cpu_of_cores = 0.5;
  r.queues.resize(2);
  r.queues[0].name = "a.b";
  r.queues[1].name = "c";
  for (int i = 0; i < 100; ++i) r.queues[0].end_to_end.record(2'000'000);
  for (int i = 0; i < 100; ++i) r.queues[1].end_to_end.record(4'000'000);
  r.queues[1].end_to_end.record_open(9'000'000);
  r.queues[0].consumed = 100;
  r.queues[1].consumed = 300;
  r.queues[0].depth_at_end = 7;
  r.queues[0].ledger.missing = 2;
  r.queues[1].ledger.missing = 3;
  r.producers.resize(1);
  r.producers[0].name = "jobs";
  r.producers[0].published = 500;
  r.producers[0].members_nacked = 5;
  r.producers[0].late[Cause::window] = kSecond;
  r.producers[0].ledger.unknown = 4;
  return r;
}

std::optional<double> value(std::string_view name) {
  const auto ref = find_metric(name);
  EXPECT_TRUE(ref) << name;
  const auto v = ref ? metric_value(*ref, sample_record()) : std::nullopt;
  return v ? std::optional(v->value) : std::nullopt;
}

TEST(Metrics, OfTheWholeRunAreOverAllNodes) {
  EXPECT_EQ(value("endToEnd.n"), 201);
  EXPECT_EQ(value("endToEnd.open"), 1);
  EXPECT_EQ(value("publishRate"), 50);
  EXPECT_EQ(value("consumeRate"), 40);
  EXPECT_EQ(value("failedShare"), 0.01);
  EXPECT_EQ(value("queueDepthAtEnd"), 7);
  EXPECT_EQ(value("blockedTime"), 3e9);
  EXPECT_EQ(value("lateTime.window"), 1e9);
  EXPECT_EQ(value("ledger.missing"), 5);
  EXPECT_EQ(value("ledger.unknown"), 4);
  EXPECT_EQ(value("instrument.cpu"), 0.125);
}

TEST(Metrics, OfOneNodeAreThatNodesAlone) {
  EXPECT_EQ(value("queue(a.b).endToEnd.n"), 100);
  EXPECT_EQ(value("queue(c).consumeRate"), 30);
  EXPECT_EQ(value("queue(c).queueDepthAtEnd"), std::nullopt);
  EXPECT_EQ(value("queue(a.b).ledger.missing"), 2);
  EXPECT_EQ(value("producer(jobs).publishRate"), 50);
  EXPECT_EQ(value("queue(nowhere).consumeRate"), std::nullopt);
  EXPECT_EQ(value("producer(jobs).sendLag.p99"), std::nullopt);
}

TEST(Metrics, SayWhenAPercentileIsOnlyALowerBound) {
  const Record r = sample_record();
  const auto longest = metric_value(*find_metric("queue(c).endToEnd.max"), r);
  ASSERT_TRUE(longest);
  EXPECT_TRUE(longest->at_least);
  const auto median = metric_value(*find_metric("queue(c).endToEnd.p50"), r);
  ASSERT_TRUE(median);
  EXPECT_FALSE(median->at_least);
}

TEST(Metrics, AreRefusedWithTheNearestNameOrWhereTheyExist) {
  const auto typo = find_metric("endToEnd.p9");
  ASSERT_FALSE(typo);
  EXPECT_EQ(typo.error().what, "there is no metric 'endToEnd.p9'");
  EXPECT_EQ(typo.error().hint, "did you mean 'endToEnd.p90'?");
  EXPECT_EQ(find_metric("banana").error().hint, "`amqpace rules` lists all metrics");
  EXPECT_EQ(find_metric("queue(q).publishRate").error().what,
            "metric 'publishRate' does not exist of a queue");
  EXPECT_EQ(find_metric("queue(q.publishRate").error().what, "'queue(q.publishRate' is not a metric");
}

TEST(Metrics, TakeThresholdsInTheirUnitOnly) {
  EXPECT_EQ(*parse_threshold(Unit::duration, "250ms"), 250e6);
  EXPECT_EQ(*parse_threshold(Unit::rate, "5k"), 5000);
  EXPECT_EQ(*parse_threshold(Unit::share, "5%"), 0.05);
  EXPECT_EQ(*parse_threshold(Unit::count, "5000"), 5000);
  EXPECT_FALSE(parse_threshold(Unit::duration, "250"));
  EXPECT_FALSE(parse_threshold(Unit::count, "250ms"));
  EXPECT_FALSE(parse_threshold(Unit::count, "-1"));
  EXPECT_FALSE(parse_threshold(Unit::share, "5"));
}

TEST(Metrics, HaveNamesOfTheirOwnAndSentences) {
  std::set<std::string> names;
  for (const auto& m : metrics()) {
    EXPECT_TRUE(names.insert(m.name).second) << m.name;
    EXPECT_FALSE(m.sentence.empty()) << m.name;
    EXPECT_TRUE(m.of_run) << m.name;
  }
  EXPECT_EQ(names.size(), 5u * 9 + 3 + 2 + kCauses + 1 + 8 + 16);
}

}  // namespace
}  // namespace amqpace::model
