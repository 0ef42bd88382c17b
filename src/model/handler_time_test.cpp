// SPDX-License-Identifier: Apache-2.0
#include "model/handler_time.hpp"

#include <gtest/gtest.h>

namespace amqpace::model {
namespace {

using Shape = HandlerTime::Shape;

std::string refused(std::string_view text) {
  const auto parsed = parse_distribution(text);
  return parsed ? "taken: " + handler_time_text(*parsed) : parsed.error().what;
}

TEST(HandlerTime, IsSaidAsTheFileSaysIt) {
  for (const std::string text : {"exponential 2ms", "uniform 1ms..5ms", "uniform 0s..1m30s"})
    EXPECT_EQ(handler_time_text(parse_distribution(text).value()), text);
  EXPECT_EQ(handler_time_text(parse_distribution("uniform  1ms .. 5ms").value()), "uniform 1ms..5ms");
  EXPECT_EQ(handler_time_text(5 * kMillisecond), "5ms");
  EXPECT_EQ(handler_time_spec(5 * kMillisecond), "PT0.005S");
  EXPECT_EQ(handler_time_spec({Shape::exponential, 2 * kMillisecond, 0}), "exponential 2ms");
}

TEST(HandlerTime, OfADistributionHasItsMean) {
  EXPECT_EQ(HandlerTime(kMillisecond).mean(), kMillisecond);
  EXPECT_EQ(HandlerTime(Shape::exponential, kMillisecond, 0).mean(), kMillisecond);
  EXPECT_EQ(HandlerTime(Shape::uniform, kMillisecond, 5 * kMillisecond).mean(), 3 * kMillisecond);
}

TEST(HandlerTime, SaysWhatADistributionLacks) {
  EXPECT_EQ(refused("uniform 5ms"), "a uniform handler time needs its two ends");
  EXPECT_EQ(refused("uniform 5ms..1ms"), "a uniform handler time ends at 1ms, before its start of 5ms");
  EXPECT_EQ(refused("exponential 2h"), "a handler takes at most 1h, not 2h");
  EXPECT_EQ(refused("uniform 1ms..2h"), "a handler takes at most 1h, not 2h");
  EXPECT_EQ(refused("exponential").substr(0, 6), "'' is ");
  EXPECT_EQ(refused("exponential 5").substr(0, 4), "'5' ");
}

}  // namespace
}  // namespace amqpace::model
