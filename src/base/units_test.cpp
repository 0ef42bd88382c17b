// SPDX-License-Identifier: Apache-2.0
#include "base/units.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace amqpace {
namespace {

template <class T>
std::string why(const Result<T>& result) {
  return result ? "" : result.error().what + " | " + result.error().hint;
}

TEST(Units, ReadDurations) {
  EXPECT_EQ(parse_duration("250us"), 250 * kMicrosecond);
  EXPECT_EQ(parse_duration("1.5ms"), 1'500'000);
  EXPECT_EQ(parse_duration("30s"), 30 * kSecond);
  EXPECT_EQ(parse_duration("2m"), 2 * kMinute);
  EXPECT_EQ(parse_duration("1m30s"), 90 * kSecond);
  EXPECT_EQ(parse_duration("1h"), kHour);
  EXPECT_EQ(parse_duration("1h2m3s4ms5us6ns"), kHour + 2 * kMinute + 3 * kSecond + 4'005'006);
  EXPECT_EQ(parse_duration("100ns"), 100);
  EXPECT_EQ(parse_duration("0s"), 0);
  EXPECT_EQ(parse_duration("0.1ms"), 100'000);
  EXPECT_EQ(parse_duration(".5s"), 500 * kMillisecond);
  EXPECT_EQ(parse_duration(" 30 S "), 30 * kSecond);
  EXPECT_EQ(parse_duration("1m 30s"), 90 * kSecond);
  EXPECT_EQ(parse_duration("87600h"), 87'600 * kHour);
}

TEST(Units, RefuseABareNumberAsADurationAndSayWhy) {
  const auto bare = parse_duration("60");
  ASSERT_FALSE(bare);
  EXPECT_EQ(bare.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(bare.error().what, "'60' has no unit: it is a minute to one reader and a second to another");
  EXPECT_EQ(bare.error().hint, "write 60s or 60ms, for example");
  EXPECT_FALSE(parse_duration("0"));
  EXPECT_FALSE(parse_duration("1.5"));
}

TEST(Units, RefuseWhatIsNoDuration) {
  for (const std::string_view text :
       {"", "s", "30x", "-5s", "30s5", "30s1m", "1s1s", "1..5s", "1,5s", "0.5ns", "1d", "99999999999h",
        "PT5S", "1e3s", "292y", "9223372036854775807ns", "1.2.3s"}) {
    EXPECT_FALSE(parse_duration(text)) << text;
  }
  EXPECT_NE(why(parse_duration("soon")).find("250us, 1.5ms, 30s or 1m30s"), std::string::npos);
}

TEST(Units, ReadRates) {
  EXPECT_EQ(parse_rate("5000"), 5000.0);
  EXPECT_EQ(parse_rate("5k"), 5000.0);
  EXPECT_EQ(parse_rate("0.5"), 0.5);
  EXPECT_EQ(parse_rate("1.2M"), 1'200'000.0);
  EXPECT_EQ(parse_rate("300/m"), 5.0);
  EXPECT_EQ(parse_rate("5/s"), 5.0);
  EXPECT_EQ(parse_rate("36/h"), 0.01);
  EXPECT_EQ(parse_rate("6k/m"), 100.0);
  EXPECT_EQ(parse_rate("0"), 0.0);
  for (const std::string_view text : {"", "fast", "5m", "5/d", "-5", "5,000", "1e5", "5 000", "/s", "5/"})
    EXPECT_FALSE(parse_rate(text)) << text;
  EXPECT_NE(why(parse_rate("fast")).find("300/m"), std::string::npos);
}

TEST(Units, ReadSizes) {
  EXPECT_EQ(parse_size("512"), 512);
  EXPECT_EQ(parse_size("4KiB"), 4096);
  EXPECT_EQ(parse_size("1MB"), 1'000'000);
  EXPECT_EQ(parse_size("64k"), 64'000);
  EXPECT_EQ(parse_size("2MiB"), 2 * 1024 * 1024);
  EXPECT_EQ(parse_size("1GiB"), 1024 * 1024 * 1024);
  EXPECT_EQ(parse_size("1.5KiB"), 1536);
  EXPECT_EQ(parse_size("512 B"), 512);
  for (const std::string_view text : {"", "big", "-1", "0.5", "1.0001KiB", "1TiB", "1e3", "9999999999GiB"})
    EXPECT_FALSE(parse_size(text)) << text;
}

TEST(Units, ReadShares) {
  EXPECT_EQ(parse_share("5%"), 0.05);
  EXPECT_EQ(parse_share("0.1%"), 0.001);
  EXPECT_EQ(parse_share("100%"), 1.0);
  EXPECT_EQ(parse_share("150%"), 1.5);
  EXPECT_EQ(parse_share("0.02"), 0.02);
  EXPECT_EQ(parse_share("0"), 0.0);
  for (const std::string_view text : {"", "5", "1", "-5%", "5%%", "five", "%"})
    EXPECT_FALSE(parse_share(text)) << text;
  EXPECT_NE(why(parse_share("5")).find("write 5%"), std::string::npos);
}

TEST(Units, ReadPlainNumbers) {
  EXPECT_EQ(parse_integer("017"), 17);
  EXPECT_EQ(parse_integer("-3"), -3);
  EXPECT_EQ(parse_integer("+3"), 3);
  EXPECT_EQ(parse_integer("9223372036854775807"), INT64_MAX);
  for (const std::string_view text :
       {"", "5k", "1.5", "0x10", "1e3", "9223372036854775808", "+-3", "--3", "3 4"})
    EXPECT_FALSE(parse_integer(text)) << text;
  EXPECT_EQ(parse_number("2.5"), 2.5);
  EXPECT_EQ(parse_number("-1e3"), -1000.0);
  for (const std::string_view text : {"", "inf", "nan", "1e999", "2.5x"})
    EXPECT_FALSE(parse_number(text)) << text;
}

TEST(Units, ReadBooleans) {
  for (const std::string_view text : {"true", "yes", "on", "TRUE", "Yes"})
    EXPECT_EQ(parse_boolean(text), true) << text;
  for (const std::string_view text : {"false", "no", "off", "OFF"})
    EXPECT_EQ(parse_boolean(text), false) << text;
  for (const std::string_view text : {"", "1", "y", "maybe"}) EXPECT_FALSE(parse_boolean(text)) << text;
}

TEST(Units, PrintTimesAsReportsDo) {
  EXPECT_EQ(time_text(0), "0us");
  EXPECT_EQ(time_text(499), "0us");
  EXPECT_EQ(time_text(500), "1us");
  EXPECT_EQ(time_text(847'000), "847us");
  EXPECT_EQ(time_text(999'499), "999us");
  EXPECT_EQ(time_text(999'500), "1.0ms");
  EXPECT_EQ(time_text(1'800'000), "1.8ms");
  EXPECT_EQ(time_text(2'412'700'000), "2412.7ms");
  EXPECT_EQ(time_text(9'999'949'999), "9999.9ms");
  EXPECT_EQ(time_text(9'999'950'000), "10.0s");
  EXPECT_EQ(time_text(16'265'500'000), "16.3s");
  EXPECT_EQ(time_text(kHour), "3600.0s");
  EXPECT_EQ(time_text(-1'800'000), "-1.8ms");
  EXPECT_EQ(time_text(-100), "0us");
}

TEST(Units, PrintSettingsAsTheFileSaysThem) {
  EXPECT_EQ(duration_text(0), "0s");
  EXPECT_EQ(duration_text(30 * kSecond), "30s");
  EXPECT_EQ(duration_text(90 * kSecond), "1m30s");
  EXPECT_EQ(duration_text(250 * kMicrosecond), "250us");
  EXPECT_EQ(duration_text(2 * kMinute), "2m");
  EXPECT_EQ(duration_text(kHour), "1h");
  EXPECT_EQ(duration_text(1'500'000), "1.5ms");
  EXPECT_EQ(duration_text(61'500 * kMillisecond), "1m1.5s");
  EXPECT_EQ(duration_text(7), "7ns");
}

TEST(Units, ReadBackEveryDurationTheyPrint) {
  Random random(42);
  for (int i = 0; i < 20'000; ++i) {
    const Nanos t = static_cast<Nanos>(random.next() >> (random.below(62) + 2));
    EXPECT_EQ(parse_duration(duration_text(t)), t) << duration_text(t);
  }
}

TEST(Units, PrintIsoDurations) {
  EXPECT_EQ(iso_duration_text(0), "PT0S");
  EXPECT_EQ(iso_duration_text(5 * kMillisecond), "PT0.005S");
  EXPECT_EQ(iso_duration_text(90 * kSecond), "PT1M30S");
  EXPECT_EQ(iso_duration_text(kHour), "PT1H");
  EXPECT_EQ(iso_duration_text(1), "PT0.000000001S");
}

TEST(Units, PrintCountsAndRates) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1'000), "1,000");
  EXPECT_EQ(count_text(150'000), "150,000");
  EXPECT_EQ(count_text(-1'234'567), "-1,234,567");
  EXPECT_EQ(count_text(INT64_MIN), "-9,223,372,036,854,775,808");
  EXPECT_EQ(rate_text(5000), "5,000");
  EXPECT_EQ(rate_text(4999.6), "5,000");
  EXPECT_EQ(rate_text(100), "100");
  EXPECT_EQ(rate_text(99.96), "100");
  EXPECT_EQ(rate_text(12.5), "12.5");
  EXPECT_EQ(rate_text(12.04), "12");
  EXPECT_EQ(rate_text(0.5), "0.5");
  EXPECT_EQ(rate_text(1.0 / 3), "0.333");
  EXPECT_EQ(rate_text(0.012345), "0.0123");
  EXPECT_EQ(rate_text(0.99999), "1");
  EXPECT_EQ(rate_text(0.0000012), "0.0000012");
  EXPECT_EQ(rate_text(0), "0");
}

TEST(Units, PrintSharesSizesAndNumbers) {
  EXPECT_EQ(share_text(0.0512), "5.1%");
  EXPECT_EQ(share_text(0.81), "81%");
  EXPECT_EQ(share_text(0.1), "10%");
  EXPECT_EQ(share_text(0.09951), "10%");
  EXPECT_EQ(share_text(0.0994), "9.9%");
  EXPECT_EQ(share_text(0), "0.0%");
  EXPECT_EQ(size_text(512), "512");
  EXPECT_EQ(size_text(4096), "4KiB");
  EXPECT_EQ(size_text(1024 * 1024), "1MiB");
  EXPECT_EQ(size_text(1'000'000), "1000000");
  EXPECT_EQ(size_text(0), "0");
  EXPECT_EQ(number_text(5000), "5000");
  EXPECT_EQ(number_text(0.5), "0.5");
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(-0.0), "0");
  EXPECT_EQ(number_text(1e-7), "0.0000001");
  EXPECT_EQ(number_text(1e21), "1000000000000000000000");
}

}  // namespace
}  // namespace amqpace
