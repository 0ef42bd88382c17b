// SPDX-License-Identifier: Apache-2.0
#include "engine/handler_time.hpp"

#include <cmath>

#include "base/random.hpp"

namespace amqpace::engine {

namespace {
using Shape = model::HandlerTime::Shape;
constexpr std::uint64_t kStream = 0x68616e646c657221;  // which of the consumer's streams
constexpr double kLongestInMeans = 36.8;
}  // namespace

HandlerTimes::HandlerTimes(const model::HandlerTime& spec, std::uint64_t seed)
    : spec_(spec), seed_(draw(seed, kStream)) {}

Nanos HandlerTimes::at(std::uint64_t n) const {
  switch (spec_.shape) {
    case Shape::exponential:
      return std::llround(exponential_draw(seed_, n) * static_cast<double>(spec_.low));
    case Shape::uniform:
      return spec_.low + std::llround(unit_draw(seed_, n) * static_cast<double>(spec_.high - spec_.low));
    default:
      return spec_.low;
  }
}

Nanos longest(const model::HandlerTime& spec) {
  if (spec.shape == Shape::exponential) return std::llround(kLongestInMeans * static_cast<double>(spec.low));
  return spec.shape == Shape::uniform ? spec.high : spec.low;
}

}  // namespace amqpace::engine
