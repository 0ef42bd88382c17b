// SPDX-License-Identifier: Apache-2.0
#include "base/rfc3339.hpp"

#include <gtest/gtest.h>

namespace amqpace {
namespace {

TEST(Rfc3339, CountsSecondsSince1970) {
  EXPECT_EQ(seconds_of_rfc3339("1970-01-01T00:00:00Z"), 0u);
  EXPECT_EQ(seconds_of_rfc3339("2000-02-29T00:00:00Z"), 951'782'400u);
  EXPECT_EQ(seconds_of_rfc3339("2026-11-30T12:00:00Z"), 1'796'040'000u);
  EXPECT_EQ(seconds_of_rfc3339("2026-11-30t12:00:00.999z"), 1'796'040'000u);
}

TEST(Rfc3339, TakesOffsets) {
  EXPECT_EQ(seconds_of_rfc3339("2026-11-30T13:30:00+01:30"), 1'796'040'000u);
  EXPECT_EQ(seconds_of_rfc3339("2026-11-30 04:00:00-08:00"), 1'796'040'000u);
}

TEST(Rfc3339, RefusesEverythingElse) {
  for (const char* text : {"", "now", "2026-11-30", "2026-11-30T12:00:00", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
                           "2026-11-30T24:00:00Z", "2026-11-30T12:00:00Z ", "1969-12-31T23:59:59Z", "2026-11-30T12:00:00.Z",
                           "1970-01-01T00:00:00+01:00"})
    EXPECT_FALSE(seconds_of_rfc3339(text)) << text;
}

}  // namespace
}  // namespace amqpace
