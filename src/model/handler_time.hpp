// SPDX-License-Identifier: Apache-2.0
// How long a consumer is busy with a message: always the same, or drawn for each delivery. The way a file says it
// ("5ms", "exponential 2ms", "uniform 1ms..5ms"); what is drawn is the engine's (engine/handler_time.hpp).
#pragma once

#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace amqpace::model {

struct HandlerTime {
  enum class Shape { constant, exponential, uniform } shape = Shape::constant;
  Nanos low = 0;   // constant: the time; exponential: the mean; uniform: the shortest
  Nanos high = 0;  // uniform: the longest

  HandlerTime() = default;
  HandlerTime(Nanos constant) : low(constant) {}  // NOLINT(google-explicit-constructor): a time is one
  HandlerTime(Shape s, Nanos l, Nanos h) : shape(s), low(l), high(h) {}

  Nanos mean() const { return shape == Shape::uniform ? low + (high - low) / 2 : low; }
};

inline constexpr Nanos kLongestHandlerTime = 3600 * kSecond;  // what a file may ask for

// A text that begins with the name of a distribution, and the whole of it.
bool names_distribution(std::string_view text);
Result<HandlerTime> parse_distribution(std::string_view text);
// As a file says it.
std::string handler_time_text(const HandlerTime& time);
// As Spec lines say it: a constant as ISO-8601 ("PT0.005S"), a distribution as a file does.
std::string handler_time_spec(const HandlerTime& time);

}  // namespace amqpace::model
