// SPDX-License-Identifier: Apache-2.0
#include "hist/hdr_codec.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.hpp"
#include "hist/hdr_counts.hpp"
#include "hist/hdr_layout.hpp"

namespace amqpace::hist {
namespace {

Histogram spread(int digits, int n) {
  Histogram h(digits);
  Random random(17);
  for (int i = 0; i < n; ++i)
    h.record(static_cast<Nanos>(std::exp(random.unit() * std::log(static_cast<double>(kHighest)))),
             1 + random.below(1'000));
  return h;
}

void expect_same_counts(const Histogram& a, const Histogram& b) {
  ASSERT_EQ(a.digits(), b.digits());
  EXPECT_EQ(a.count(), b.count());
  for (std::size_t i = 0; i < a.bucket_count(); ++i) ASSERT_EQ(a.count_at_index(i), b.count_at_index(i)) << i;
}

TEST(HdrLayout, IsOursForTwoAndThreeDigitsUpToAnHour) {
  for (const int digits : {2, 3}) {
    const Histogram h(digits);
    const auto layout = HdrLayout::of(1, kHighest, digits);
    ASSERT_TRUE(layout);
    ASSERT_GE(layout->counters(), h.bucket_count());
    for (std::size_t i = 0; i < h.bucket_count(); ++i) {
      ASSERT_EQ(layout->lowest_at(i), h.lowest_at_index(i));
      ASSERT_EQ(layout->highest_at(i), h.highest_at_index(i));
    }
  }
}

TEST(HdrLayout, HasAsManyCountersAsTheRangeNeeds) {
  EXPECT_EQ(HdrLayout::of(1, 2, 0)->counters(), 3U);  // 0, 1, and 2 with 3
  EXPECT_EQ(HdrLayout::of(1, 2'047, 3)->counters(), 2'048U);
  EXPECT_EQ(HdrLayout::of(1, 2'048, 3)->counters(), 3'072U);
  EXPECT_EQ(HdrLayout::of(1'000, 512 * 2'048, 3)->counters(), 3'072U);  // units of 512
  EXPECT_EQ(HdrLayout::of(1, INT64_MAX, 3)->highest_at(HdrLayout::of(1, INT64_MAX, 3)->counters() - 1),
            INT64_MAX);
}

TEST(HdrLayout, RefusesNumbersThatNoHistogramHas) {
  EXPECT_FALSE(HdrLayout::of(1, 1'000, -1));
  EXPECT_FALSE(HdrLayout::of(1, 1'000, 6));
  EXPECT_FALSE(HdrLayout::of(0, 1'000, 3));
  EXPECT_FALSE(HdrLayout::of(1, 1, 3));
  EXPECT_FALSE(HdrLayout::of(-5, INT64_MAX, 3));
  EXPECT_FALSE(HdrLayout::of(std::int64_t{1} << 60, INT64_MAX, 3));
}

TEST(HdrCounts, AreZigZagInAtMostNineBytes) {
  const std::pair<std::int64_t, std::string> known[] = {{0, std::string(1, '\0')},
                                                        {-1, "\x01"},
                                                        {1, "\x02"},
                                                        {63, "\x7E"},
                                                        {-64, "\x7F"},
                                                        {64, "\x80\x01"},
                                                        {300, "\xD8\x04"},
                                                        {INT64_MAX, "\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"},
                                                        {INT64_MIN, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"}};
  for (const auto& [value, bytes] : known) {
    std::string written;
    append_zigzag(written, value);
    EXPECT_EQ(written, bytes) << value;
    std::string_view left = written;
    EXPECT_EQ(*take_zigzag(left), value);
    EXPECT_TRUE(left.empty());
  }
  for (int bit = 0; bit < 63; ++bit) {
    for (const std::int64_t value :
         {std::int64_t{1} << bit, -(std::int64_t{1} << bit), (std::int64_t{1} << bit) - 1}) {
      std::string written;
      append_zigzag(written, value);
      ASSERT_LE(written.size(), 9U);
      std::string_view left = written;
      ASSERT_EQ(*take_zigzag(left), value);
      ASSERT_TRUE(left.empty());
    }
  }
}

TEST(HdrCounts, WriteRunsOfZerosAsOneNumber) {
  CountsWriter w;
  for (const std::uint64_t count : {0U, 0U, 0U, 5U, 0U, 7U, 8U, 0U, 0U}) w.add(count);
  EXPECT_EQ(w.bytes(), std::string("\x05\x0A\x00\x0E\x10", 5));  // -3, 5, 0, 7, 8
}

TEST(HdrCodec, KeepsEveryCount) {
  for (const int digits : {2, 3}) {
    for (const int n : {0, 1, 2, 1'000, 50'000}) {
      Histogram h = spread(digits, n);
      if (n > 1) h.record(0, 3);
      if (n > 2) h.record(kHighest, std::uint64_t{1} << 40);
      const auto back = hdr_decoded(hdr_encoded(h));
      ASSERT_TRUE(back) << back.error().what;
      expect_same_counts(h, *back);
      for (const double q : {0.001, 0.5, 0.9, 0.99, 0.999}) {
        // Ours ends at the maximum, which the format does not carry: then the counter's end.
        const Nanos read = back->value_at_quantile(q), told = h.value_at_quantile(q);
        const Nanos end = n == 0 ? 0 : h.highest_at_index(h.index_of(told));
        EXPECT_EQ(read, std::min(end, kHighest)) << q;
      }
    }
  }
}

// Written by hand from the description of the format: cookies, big-endian header, ZigZag counters.
TEST(HdrCodec, WritesTheHeaderAsTheFormatHasIt) {
  Histogram h;
  h.record(2, 300);
  const std::string bytes = hdr_encoded(h);
  EXPECT_EQ(bytes.substr(0, 4), "\x1c\x84\x93\x14");
  EXPECT_EQ(static_cast<std::size_t>(static_cast<unsigned char>(bytes[7])), bytes.size() - 8);
  EXPECT_EQ(bytes[8], '\x78');  // a zlib stream
}

// Truncated anywhere: refused with a sentence.
TEST(HdrCodec, RefusesWhatEndsEarly) {
  const std::string good = hdr_encoded(spread(3, 300));
  for (std::size_t n = 0; n < good.size(); ++n) {
    const auto result = hdr_decoded(std::string_view(good).substr(0, n));
    ASSERT_FALSE(result) << n;
    ASSERT_EQ(result.error().kind, ErrorKind::malformed);
    ASSERT_FALSE(result.error().what.empty());
  }
  EXPECT_FALSE(hdr_decoded(good + "x"));
}

TEST(HdrCodec, SurvivesEveryDamage) {
  const std::string good = hdr_encoded(spread(3, 300));
  Random random(23);
  for (int turn = 0; turn < 3'000; ++turn) {
    std::string bad = good;
    for (std::uint64_t flips = 1 + random.below(4); flips > 0; --flips)
      bad[random.below(bad.size())] ^= static_cast<char>(1U << random.below(8));
    if (random.below(4) == 0) bad.resize(random.below(bad.size()));
    // A flip that hits no checksummed byte leaves the histogram as it was; anything else is refused.
    if (const auto result = hdr_decoded(bad)) {
      ASSERT_LE(result->count(), std::uint64_t{INT64_MAX});
    } else {
      ASSERT_FALSE(result.error().what.empty());
    }
  }
}

}  // namespace
}  // namespace amqpace::hist
