// SPDX-License-Identifier: Apache-2.0
#include "hist/histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.hpp"

namespace amqpace::hist {
namespace {

class EveryPrecision : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Digits, EveryPrecision, ::testing::Values(2, 3));

TEST_P(EveryPrecision, BucketsCoverOneNanosecondToOneHourWithoutGapOrOverlap) {
  const Histogram h(GetParam());
  EXPECT_EQ(h.lowest_at_index(0), 0);
  for (std::size_t i = 0; i + 1 < h.bucket_count(); ++i)
    ASSERT_EQ(h.highest_at_index(i) + 1, h.lowest_at_index(i + 1)) << i;
  EXPECT_EQ(h.index_of(kHighest), h.bucket_count() - 1);
  EXPECT_GE(h.highest_at_index(h.bucket_count() - 1), kHighest);
  EXPECT_LE(h.lowest_at_index(h.bucket_count() - 1), kHighest);
}

TEST_P(EveryPrecision, EveryBucketBoundaryIsWithinItsPrecision) {
  const Histogram h(GetParam());
  const Nanos parts = GetParam() == 3 ? 1'000 : 100;
  for (std::size_t i = 0; i < h.bucket_count(); ++i) {
    const Nanos low = h.lowest_at_index(i), high = h.highest_at_index(i);
    ASSERT_EQ(h.index_of(low), i);
    if (high <= kHighest) {
      ASSERT_EQ(h.index_of(high), i);
    }
    // What is printed for any value of the bucket is at most 1 part in 10^digits above it.
    ASSERT_LE((high - low) * parts, std::max<Nanos>(low, 0)) << low;
  }
}

TEST_P(EveryPrecision, PercentilesOfASampleAreThoseOfTheSortedSample) {
  Histogram h(GetParam());
  const double parts = GetParam() == 3 ? 1'000 : 100;
  Random random(7);
  std::vector<Nanos> values;
  for (int i = 0; i < 20'000; ++i) {
    const Nanos v = static_cast<Nanos>(std::exp(random.unit() * std::log(static_cast<double>(kHighest))));
    values.push_back(v);
    h.record(v);
  }
  std::sort(values.begin(), values.end());
  for (const double q : {0.0001, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 0.9999, 1.0}) {
    const auto rank = static_cast<std::size_t>(std::ceil(q * 20'000 - 1e-6));
    const Nanos exact = values[rank - 1], told = h.value_at_quantile(q);
    EXPECT_GE(told, exact) << q;
    EXPECT_LE(static_cast<double>(told - exact), static_cast<double>(exact) / parts) << q;
  }
  EXPECT_EQ(h.min(), values.front());
  EXPECT_EQ(h.max(), values.back());
  EXPECT_EQ(h.value_at_quantile(1.0), values.back());
}

TEST(Histogram, CountsExactly) {
  Histogram h;
  EXPECT_EQ(h.count(), 0U);
  EXPECT_EQ(h.min(), 0);
  EXPECT_EQ(h.max(), 0);
  EXPECT_EQ(h.mean(), 0.0);
  EXPECT_EQ(h.value_at_quantile(0.99), 0);
  h.record(7 * kMillisecond, 3);
  h.record(0);
  h.record(kHighest);
  h.record(12, 0);
  EXPECT_EQ(h.count(), 5U);
  EXPECT_EQ(h.min(), 0);
  EXPECT_EQ(h.max(), kHighest);
  EXPECT_EQ(h.mean(), static_cast<double>(3 * 7 * kMillisecond + kHighest) / 5);
  EXPECT_EQ(h.count_at_index(h.index_of(7 * kMillisecond)), 3U);
  EXPECT_EQ(h.count_at_or_below(-1), 0U);
  EXPECT_EQ(h.count_at_or_below(0), 1U);
  EXPECT_EQ(h.count_at_or_below(6 * kMillisecond), 1U);
  EXPECT_EQ(h.count_at_or_below(7 * kMillisecond), 4U);
  EXPECT_EQ(h.count_at_or_below(2 * kHighest), 5U);
}

TEST(Histogram, NamesTheHighestValueOfTheBucketButNeverMoreThanTheMaximum) {
  Histogram h(2);
  h.record(1'000'000, 9);
  EXPECT_EQ(h.value_at_quantile(0.5), 1'000'000);  // the bucket ends higher, the sample does not
  h.record(2'000'000);
  const Nanos bucket_end = h.highest_at_index(h.index_of(1'000'000));
  EXPECT_GT(bucket_end, 1'000'000);
  EXPECT_EQ(h.value_at_quantile(0.5), bucket_end);
  EXPECT_EQ(h.value_at_quantile(0.9), bucket_end);  // rank 9 of 10
  EXPECT_EQ(h.value_at_quantile(0.91), 2'000'000);  // rank 10
}

TEST(Histogram, TakesTheCeilingOfTheRankInSpiteOfRounding) {
  Histogram h;
  for (Nanos v = 1; v <= 1'000; ++v) h.record(v);  // below 2048 each value has a bucket of its own
  for (int i = 1; i <= 1'000; ++i) EXPECT_EQ(h.value_at_quantile(i / 1'000.0), i) << i;
  EXPECT_EQ(h.value_at_quantile(0.0001), 1);
  EXPECT_EQ(h.value_at_quantile(0.0011), 2);
}

TEST(Histogram, CountsNegativeAndTooLongValuesApart) {
  Histogram h;
  h.record(-1);
  h.record(-5, 2);
  h.record(kHighest + 1);
  h.record(kNever, 4);
  EXPECT_EQ(h.count(), 0U);
  EXPECT_EQ(h.negatives(), 3U);
  EXPECT_EQ(h.out_of_range(), 5U);
  EXPECT_EQ(h.max(), 0);
  Histogram sum;
  sum.merge(h);
  sum.merge(h);
  EXPECT_EQ(sum.negatives(), 6U);
  EXPECT_EQ(sum.out_of_range(), 10U);
  EXPECT_EQ(sum.count(), 0U);
  EXPECT_EQ(sum.min(), 0);
  sum.reset();
  EXPECT_EQ(sum.negatives(), 0U);
  EXPECT_EQ(sum.out_of_range(), 0U);
}

TEST(Histogram, MergesAsIfOneHadRecordedEverything) {
  Histogram a, b, both;
  Random random(11);
  for (int i = 0; i < 5'000; ++i) {
    const Nanos v = static_cast<Nanos>(random.below(kHighest));
    (i % 3 == 0 ? a : b).record(v);
    both.record(v);
  }
  a.merge(b);
  EXPECT_EQ(a.count(), both.count());
  EXPECT_EQ(a.min(), both.min());
  EXPECT_EQ(a.max(), both.max());
  EXPECT_NEAR(a.mean(), both.mean(), both.mean() * 1e-12);
  for (std::size_t i = 0; i < a.bucket_count(); ++i) ASSERT_EQ(a.count_at_index(i), both.count_at_index(i));
}

TEST(Histogram, MergesAnotherPrecisionKeepingCountsAndExtremes) {
  Histogram fine(3), coarse(2);
  Random random(13);
  std::vector<Nanos> values;
  for (int i = 0; i < 5'000; ++i) values.push_back(static_cast<Nanos>(random.below(10 * kSecond)) + 1'000);
  for (const Nanos v : values) coarse.record(v);
  fine.merge(coarse);
  std::sort(values.begin(), values.end());
  EXPECT_EQ(fine.count(), 5'000U);
  EXPECT_EQ(fine.min(), values.front());
  EXPECT_EQ(fine.max(), values.back());
  EXPECT_EQ(fine.mean(), coarse.mean());
  for (const double q : {0.01, 0.5, 0.9, 0.99}) {
    const auto exact = static_cast<double>(values[static_cast<std::size_t>(q * 5'000) - 1]);
    EXPECT_NEAR(static_cast<double>(fine.value_at_quantile(q)), exact, exact / 100) << q;
  }
  Histogram back(2);
  back.merge(fine);
  for (std::size_t i = 0; i < back.bucket_count(); ++i)
    ASSERT_EQ(back.count_at_index(i), coarse.count_at_index(i));
}

TEST(Histogram, IsAsNewAfterAReset) {
  Histogram h;
  h.record(kSecond, 100);
  h.reset();
  EXPECT_EQ(h.count(), 0U);
  EXPECT_EQ(h.max(), 0);
  EXPECT_EQ(h.count_at_or_below(kHighest), 0U);
  h.record(5);
  EXPECT_EQ(h.min(), 5);
  EXPECT_EQ(h.max(), 5);
  EXPECT_EQ(h.mean(), 5.0);
}

}  // namespace
}  // namespace amqpace::hist
