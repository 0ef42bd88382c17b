// SPDX-License-Identifier: Apache-2.0
#include "broker/expiration.hpp"

#include <charconv>

#include "broker/queue_arguments.hpp"

namespace amqpace::broker {

Outcome<Nanos> read_expiration(std::string_view text) {
  const auto invalid = [text](const std::string& why) {
    return refuse(kPreconditionFailed, "invalid expiration '" + std::string(text) + "': " + why);
  };
  std::int64_t milliseconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), milliseconds);
  if (error == std::errc::invalid_argument) return invalid("no_integer");
  const std::string digits(text.data(), end);
  if (end != text.data() + text.size())
    return invalid("{leftover_string,\"" + std::string(text.substr(digits.size())) + "\"}");
  if (milliseconds < 0) return invalid("{value_negative," + digits + "}");
  if (error == std::errc::result_out_of_range || milliseconds > kMostMilliseconds)
    return invalid("{value_too_large," + digits + "}");
  return milliseconds * kMillisecond;
}

}  // namespace amqpace::broker
