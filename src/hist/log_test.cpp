// SPDX-License-Identifier: Apache-2.0
#include "hist/log.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace amqpace::hist {
namespace {

constexpr Nanos kStart = 1'767'225'600 * kSecond + 123 * kMillisecond;  // 2026-01-01T00:00:00.123Z

LogInterval interval(std::string tag, Nanos value, std::uint64_t n) {
  LogInterval i{std::move(tag), kStart, 30 * kSecond, Histogram(3)};
  i.histogram.record(value, n);
  return i;
}

std::string two_lines() {
  const std::string comments[] = {"amqpace", "hello"};
  return log_header(kStart, comments) + log_line(interval("endToEnd", 1'234'567, 150'000), kStart) +
         log_line(interval("", 5 * kSecond, 7), kStart);
}

TEST(HistogramLog, IsWrittenAsVersion13HasIt) {
  const std::string text = two_lines();
  EXPECT_EQ(text.substr(0, text.find("Tag=")),
            "#[Histogram log format version 1.3]\n"
            "#[amqpace]\n"
            "#[hello]\n"
            "#[BaseTime: 1767225600.123 (seconds since epoch)]\n"
            "#[StartTime: 1767225600.123 (seconds since epoch), 2026-01-01T00:00:00.123Z]\n"
            "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n");
  const std::string lines = text.substr(text.find("Tag="));
  EXPECT_EQ(lines.substr(0, 41), "Tag=endToEnd,0.000,30.000,1.235,HISTFAAAA");
  EXPECT_EQ(lines.substr(lines.find('\n') + 1, 31), "0.000,30.000,5000.000,HISTFAAAA");
}

TEST(HistogramLog, NamesTheMillisecondAnInstantIsIn) {
  LogInterval i = interval("a", 1, 1);
  i.start = kStart + 1'999'999;
  const std::string text = log_header(kStart + 999'999, {}) + log_line(i, kStart + 999'999);
  EXPECT_NE(text.find("#[BaseTime: 1767225600.123 "), std::string::npos);
  EXPECT_NE(text.find("Tag=a,0.001,30.000,0.000,"), std::string::npos);
}

TEST(HistogramLog, IsReadBackAsItWasWritten) {
  const auto read = read_log(two_lines());
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ(read->at(0).tag, "endToEnd");
  EXPECT_EQ(read->at(0).start, kStart);
  EXPECT_EQ(read->at(0).length, 30 * kSecond);
  EXPECT_EQ(read->at(0).histogram.count(), 150'000U);
  EXPECT_EQ(read->at(0).histogram.index_of(read->at(0).histogram.max()), Histogram().index_of(1'234'567));
  EXPECT_EQ(read->at(1).tag, "");
  EXPECT_EQ(read->at(1).histogram.count(), 7U);
}

TEST(HistogramLog, TakesStartsAsOtherReadersDo) {
  const auto line = log_line(interval("", 5, 1), kStart - 2'500 * kMillisecond);  // 2.500,30.000,…
  const auto start = [&](const std::string& header) { return read_log(header + line)->front().start; };
  EXPECT_EQ(start(""), 2'500 * kMillisecond);
  EXPECT_EQ(start("#[BaseTime: 100.5 (seconds since epoch)]\r\n"), 103 * kSecond);
  EXPECT_EQ(start("#[StartTime: 50 (seconds since epoch), x]\n"),
            2'500 * kMillisecond);  // a year is not between
  EXPECT_EQ(start("#[StartTime: 1767225600.000 (seconds since epoch), x]\n"),
            1'767'225'602'500 * kMillisecond);
  EXPECT_EQ(start("#[StartTime: nonsense]\n#[BaseTime: 7\n"), 9'500 * kMillisecond);
}

TEST(HistogramLog, NamesTheLineAndWhatIsWrongWithIt) {
  const std::string good = two_lines();
  const auto detail = [&](const std::string& line) {
    const auto read = read_log(good + "\n# a comment\n" + line + "\n");
    EXPECT_FALSE(read) << line;
    if (read) return std::string();
    EXPECT_EQ(read.error().kind, ErrorKind::malformed);
    EXPECT_EQ(read.error().where, "line 11");
    return read.error().detail;
  };
  EXPECT_EQ(detail("Tag=a"), "after its tag the line has nothing");
  EXPECT_EQ(detail("1,2,3"),
            "an interval has start, length, maximum and histogram; this line has 3 of such parts");
  EXPECT_EQ(detail("0.1,1..2,3,HISTFAAA"), "'1..2' is not a decimal number");
  EXPECT_EQ(detail("0.1,1,,HISTFAAA"), "'' is not a decimal number");
  EXPECT_EQ(detail("99999999999,1,2,HISTFAAA"), "'99999999999' is not a decimal number");
  EXPECT_EQ(detail("0,1,2,HISTFAA"), "the histogram is not base64");
  EXPECT_EQ(detail("0,1,2,HISTFAAA"), "the compressed histogram ends within its header");
  EXPECT_EQ(detail("0,1,2,AAAAAAAAAAA="), "the compressed histogram is not of HdrHistogram's V2 encoding");
}

TEST(HistogramLog, SurvivesEveryDamage) {
  const std::string good = two_lines();
  Random random(29);
  for (int turn = 0; turn < 3'000; ++turn) {
    std::string bad = good;
    for (std::uint64_t flips = 1 + random.below(4); flips > 0; --flips)
      bad[random.below(bad.size())] = static_cast<char>(random.below(256));
    if (random.below(4) == 0) bad.resize(random.below(bad.size()));
    if (const auto read = read_log(bad); !read) {
      ASSERT_EQ(read.error().where.substr(0, 5), "line ");
      ASSERT_FALSE(read.error().detail.empty());
    }
  }
}

TEST(HistogramLog, HasTagsThatOtherReadersCanTell) {
  EXPECT_EQ(log_tag("endToEnd:ex.hello"), "endToEnd:ex.hello");
  EXPECT_EQ(log_tag("a b,c%d\n"), "a%20b%2Cc%25d%0A");
  EXPECT_EQ(log_tag("gr\xC3\xBC\xC3\x9F"
                    "e"),
            "gr\xC3\xBC\xC3\x9F"
            "e");
}

}  // namespace
}  // namespace amqpace::hist
