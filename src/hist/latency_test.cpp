// SPDX-License-Identifier: Apache-2.0
#include "hist/latency.hpp"

#include <gtest/gtest.h>

namespace amqpace::hist {
namespace {

void expect_within_one_percent(std::optional<Quantile> q, Nanos expected, bool open) {
  ASSERT_TRUE(q);
  EXPECT_NEAR(static_cast<double>(q->value), static_cast<double>(expected),
              static_cast<double>(expected) / 100);
  EXPECT_EQ(q->open, open);
}

TEST(Latency, KnowsHowManySamplesAPercentileNeeds) {
  EXPECT_EQ(Latency::samples_needed(0.25), 1U);
  EXPECT_EQ(Latency::samples_needed(0.5), 1U);
  EXPECT_EQ(Latency::samples_needed(0.75), 4U);
  EXPECT_EQ(Latency::samples_needed(0.9), 10U);
  EXPECT_EQ(Latency::samples_needed(0.95), 20U);
  EXPECT_EQ(Latency::samples_needed(0.99), 100U);
  EXPECT_EQ(Latency::samples_needed(0.999), 1'000U);
  EXPECT_EQ(Latency::samples_needed(0.9999), 10'000U);
  EXPECT_EQ(Latency::samples_needed(1.0), 1U);
}

TEST(Latency, HasNoPercentileWithTooFewSamples) {
  Latency l;
  EXPECT_FALSE(l.quantile(0.5));
  EXPECT_FALSE(l.quantile_any(0.5));
  EXPECT_FALSE(l.max());
  EXPECT_EQ(l.mean(), 0.0);
  for (int i = 0; i < 9; ++i) l.record(kMillisecond);
  EXPECT_TRUE(l.quantile(0.5));
  EXPECT_FALSE(l.quantile(0.9));
  EXPECT_TRUE(l.quantile_any(0.9));
  EXPECT_TRUE(l.max());
  l.record_open(kMillisecond);  // an open sample is a sample
  EXPECT_TRUE(l.quantile(0.9));
  EXPECT_FALSE(l.quantile(0.99));
}

TEST(Latency, IsOpenFromTheFirstOpenSampleUpwards) {
  Latency l;
  for (Nanos v = 1; v <= 10; ++v) l.record(v * 100);
  l.record_open(550);
  // Sorted: 100 200 300 400 500 [550] 600 700 800 900 1000
  EXPECT_EQ(l.count(), 11U);
  EXPECT_EQ(l.open_count(), 1U);
  EXPECT_EQ(l.quantile_any(5.0 / 11)->value, 500);
  EXPECT_FALSE(l.quantile_any(5.0 / 11)->open);
  EXPECT_EQ(l.quantile_any(6.0 / 11)->value, 550);
  EXPECT_TRUE(l.quantile_any(6.0 / 11)->open);
  EXPECT_EQ(l.quantile_any(7.0 / 11)->value, 600);
  EXPECT_TRUE(l.quantile_any(7.0 / 11)->open);  // if the open one were 601, this would be 700
  EXPECT_EQ(l.max()->value, 1'000);
  EXPECT_TRUE(l.max()->open);
  EXPECT_EQ(l.mean(), (5'500.0 + 550.0) / 11);
}

TEST(Latency, CountsAnOpenSampleThatSharesTheBucketOfThePercentile) {
  Latency l(2);
  l.record(1'000'000);
  l.record_open(1'000'001);
  EXPECT_TRUE(l.quantile_any(0.5)->open);
  EXPECT_EQ(l.quantile_any(0.5)->value, 1'000'001);
}

TEST(Latency, OfNothingButOpenSamplesIsOpen) {
  Latency l;
  l.record_open(3 * kSecond);
  EXPECT_EQ(l.quantile(0.5)->value, 3 * kSecond);
  EXPECT_TRUE(l.quantile(0.5)->open);
  EXPECT_EQ(l.max()->value, 3 * kSecond);
}

TEST(Latency, MergesOpenWithOpen) {
  Latency a, b;
  a.record(1);
  b.record(2);
  b.record_open(3);
  a.merge(b);
  EXPECT_EQ(a.count(), 3U);
  EXPECT_EQ(a.open_count(), 1U);
  EXPECT_EQ(a.closed().count(), 2U);
  Histogram interval(2);
  interval.record(4);
  a.merge_closed(interval);
  EXPECT_EQ(a.count(), 4U);
  EXPECT_EQ(a.max()->value, 4);
}

// 1,000/s for 10 s against a broker that takes 7 ms; slot i is due at i ms.
constexpr Nanos kUsual = 7 * kMillisecond;
constexpr Nanos kFrom = 4 * kSecond, kTo = 7 * kSecond;

TEST(Latency, OfAStallThatEndsIsTheWaitOfEveryMessageThatWasDueInIt) {
  Latency l;
  for (Nanos i = 0; i < 10'000; ++i) {
    const Nanos due = i * kMillisecond;
    l.record(due >= kFrom && due < kTo ? kTo - due + kUsual : kUsual);
  }
  EXPECT_EQ(l.count(), 10'000U);
  expect_within_one_percent(l.quantile(0.5), kUsual, false);
  expect_within_one_percent(l.quantile(0.9), 2'007 * kMillisecond, false);
  expect_within_one_percent(l.quantile(0.99), 2'907 * kMillisecond, false);
  EXPECT_EQ(l.max()->value, 3'007 * kMillisecond);
}

TEST(Latency, OfAStallThatDoesNotEndIsALowerBound) {
  Latency l;
  const Nanos drain_end = 20 * kSecond;
  for (Nanos i = 0; i < 10'000; ++i) {
    const Nanos due = i * kMillisecond;
    if (due < kTo) {
      l.record(kUsual);
    } else {
      l.record_open(drain_end - due);
    }
  }
  EXPECT_EQ(l.count(), 10'000U);
  EXPECT_EQ(l.open_count(), 3'000U);
  expect_within_one_percent(l.quantile(0.5), kUsual, false);
  expect_within_one_percent(l.quantile(0.9), 12 * kSecond, true);
  EXPECT_GE(l.quantile(0.9)->value, 12 * kSecond);
  expect_within_one_percent(l.quantile(0.99), 12'900 * kMillisecond, true);
  EXPECT_GE(l.quantile(0.99)->value, 12'900 * kMillisecond);
  EXPECT_EQ(l.max()->value, 13 * kSecond);
}

}  // namespace
}  // namespace amqpace::hist
