// SPDX-License-Identifier: Apache-2.0
// RabbitMQ's way of writing a long time: a number and one of Y M D h m s, as in x-max-age and
// x-stream-offset.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

#include "base/clock.hpp"

namespace amqpace::broker {

inline std::optional<Nanos> read_interval(std::string_view text) {
  constexpr Nanos kDay = 24 * kHour;
  constexpr Nanos kMost = 200 * 365 * kDay;  // what fits Nanos, with room for the clock
  Nanos number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto used = static_cast<std::size_t>(end - text.data());
  if (error != std::errc{} || number < 0 || used + 1 != text.size()) return std::nullopt;
  Nanos unit = 0;
  switch (text.back()) {
    case 'Y':
      unit = 365 * kDay;
      break;
    case 'M':
      unit = 30 * kDay;
      break;
    case 'D':
      unit = kDay;
      break;
    case 'h':
      unit = kHour;
      break;
    case 'm':
      unit = kMinute;
      break;
    case 's':
      unit = kSecond;
      break;
    default:
      return std::nullopt;
  }
  return number > kMost / unit ? kMost : number * unit;
}

}  // namespace amqpace::broker
