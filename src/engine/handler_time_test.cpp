// SPDX-License-Identifier: Apache-2.0
#include "engine/handler_time.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace amqpace::engine {
namespace {

using Shape = model::HandlerTime::Shape;
constexpr int kDraws = 100'000;

TEST(HandlerTimes, OfAConstantAreAllTheSame) {
  HandlerTimes times(5 * kMillisecond, 42);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(times.next(), 5 * kMillisecond);
  EXPECT_EQ(longest(5 * kMillisecond), 5 * kMillisecond);
}

TEST(HandlerTimes, AreAPureFunctionOfSeedAndNumber) {
  const model::HandlerTime spec(Shape::exponential, kMillisecond, 0);
  HandlerTimes one(spec, 42), other(spec, 42);
  const HandlerTimes of_another_seed(spec, 43);
  int different = 0;
  for (std::uint64_t n = 0; n < 100; ++n) {
    const Nanos time = one.next();
    EXPECT_EQ(time, other.at(n));
    different += time != of_another_seed.at(n);
  }
  EXPECT_EQ(different, 100);
}

TEST(HandlerTimes, OfAnExponentialHaveItsMeanAndItsSpread) {
  const model::HandlerTime spec(Shape::exponential, 2 * kMillisecond, 0);
  HandlerTimes times(spec, 7);
  double sum = 0, squares = 0;
  int over = 0;
  for (int i = 0; i < kDraws; ++i) {
    const auto time = static_cast<double>(times.next());
    sum += time;
    squares += time * time;
    over += time > 2e6;
    EXPECT_LE(time, static_cast<double>(longest(spec)));
  }
  const double mean = sum / kDraws;
  EXPECT_NEAR(mean, 2e6, 2e4);
  EXPECT_NEAR(std::sqrt(squares / kDraws - mean * mean), 2e6, 4e4);  // its deviation is its mean
  EXPECT_NEAR(over, kDraws * 0.3679, 500);                           // 1/e of them are longer than the mean
  EXPECT_EQ(longest(spec), 73'600'000);
}

TEST(HandlerTimes, OfAUniformLieBetweenItsEnds) {
  const model::HandlerTime spec(Shape::uniform, kMillisecond, 5 * kMillisecond);
  HandlerTimes times(spec, 7);
  Nanos low = kNever, high = 0, sum = 0;
  for (int i = 0; i < kDraws; ++i) {
    const Nanos time = times.next();
    low = std::min(low, time);
    high = std::max(high, time);
    sum += time;
  }
  EXPECT_GE(low, kMillisecond);
  EXPECT_LT(low, 1'001'000);
  EXPECT_LE(high, longest(spec));
  EXPECT_GT(high, 4'999'000);
  EXPECT_NEAR(static_cast<double>(sum) / kDraws, 3e6, 1e4);
  EXPECT_EQ(longest(spec), 5 * kMillisecond);
}

}  // namespace
}  // namespace amqpace::engine
