// SPDX-License-Identifier: Apache-2.0
#include "model/handler_time.hpp"

#include "base/text.hpp"
#include "base/units.hpp"

namespace amqpace::model {
namespace {

using Shape = HandlerTime::Shape;

constexpr std::string_view kExponential = "exponential", kUniform = "uniform";

Result<Nanos> parse_part(std::string_view text) {
  auto time = parse_duration(trim(text));
  if (time && *time > kLongestHandlerTime) {
    return fail(ErrorKind::bad_input, "a handler takes at most " + duration_text(kLongestHandlerTime) + ", not " +
                                          duration_text(*time));
  }
  return time;
}

Result<HandlerTime> parse_uniform(std::string_view text) {
  const auto dots = text.find("..");
  if (dots == std::string_view::npos) {
    return fail(ErrorKind::bad_input, "a uniform handler time needs its two ends", {}, "say uniform 1ms..5ms");
  }
  const auto low = parse_part(text.substr(0, dots)), high = parse_part(text.substr(dots + 2));
  if (!low) return tl::unexpected<Error>(low.error());
  if (!high) return tl::unexpected<Error>(high.error());
  if (*high < *low) {
    return fail(ErrorKind::bad_input, "a uniform handler time ends at " + duration_text(*high) + ", before its start of " +
                                          duration_text(*low), {}, "the shorter time comes first");
  }
  return HandlerTime(Shape::uniform, *low, *high);
}

}  // namespace

bool names_distribution(std::string_view text) {
  return text.starts_with(kExponential) || text.starts_with(kUniform);
}

Result<HandlerTime> parse_distribution(std::string_view text) {
  if (text.starts_with(kUniform)) return parse_uniform(text.substr(kUniform.size()));
  const auto mean = parse_part(text.substr(kExponential.size()));
  if (!mean) return tl::unexpected<Error>(mean.error());
  return HandlerTime(Shape::exponential, *mean, 0);
}

std::string handler_time_text(const HandlerTime& time) {
  switch (time.shape) {
    case Shape::exponential:
      return std::string(kExponential) + " " + duration_text(time.low);
    case Shape::uniform:
      return std::string(kUniform) + " " + duration_text(time.low) + ".." + duration_text(time.high);
    default:
      return duration_text(time.low);
  }
}

std::string handler_time_spec(const HandlerTime& time) {
  return time.shape == Shape::constant ? iso_duration_text(time.low) : handler_time_text(time);
}

}  // namespace amqpace::model
