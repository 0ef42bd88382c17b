// SPDX-License-Identifier: Apache-2.0
#include "broker/faults.hpp"

#include <array>
#include <bitset>
#include <string>

#include "base/text.hpp"
#include "base/units.hpp"

namespace amqpace::broker {
namespace {

constexpr std::array<std::string_view, 8> kNames = {"confirmDelay", "deliverDelay", "serviceRate", "stall",
                                                    "lose",         "duplicate",    "reorder",     "nack"};
constexpr std::int64_t kMostEvery = 1'000'000'000'000;

tl::unexpected<Error> bad(std::string_view name, std::string_view value, std::string why) {
  return fail(ErrorKind::bad_input,
              "fault '" + std::string(name) + "=" + std::string(value) + "': " + std::move(why));
}

Result<Nanos> delay(std::string_view name, std::string_view value) {
  const auto parsed = parse_duration(value);
  if (!parsed) return bad(name, value, parsed.error().what);
  if (*parsed < 0 || *parsed > kHour) return bad(name, value, "a delay is between 0s and 1h");
  return *parsed;
}

Result<double> rate(std::string_view name, std::string_view value) {
  const auto parsed = parse_rate(value);
  if (!parsed) return bad(name, value, parsed.error().what);
  if (*parsed <= 0) return bad(name, value, "a rate is more than 0 messages a second");
  return *parsed;
}

Result<Stall> stall(std::string_view name, std::string_view value) {
  const std::size_t plus = value.find('+');
  if (plus == std::string_view::npos)
    return bad(name, value,
               "a stall is START+LENGTH counted from the first message, such as 4s+3s, or 7s+ to the end");
  const auto after = delay(name, value.substr(0, plus));
  if (!after) return tl::unexpected<Error>(after.error());
  if (plus + 1 == value.size()) return Stall{*after, kNever};
  const auto length = delay(name, value.substr(plus + 1));
  if (!length) return tl::unexpected<Error>(length.error());
  return Stall{*after, *length};
}

Result<std::uint64_t> every(std::string_view name, std::string_view value) {
  if (value.substr(0, 2) != "1/") return bad(name, value, "one in how many, such as 1/1000");
  const auto parsed = parse_integer(value.substr(2));
  if (!parsed) return bad(name, value, parsed.error().what);
  const std::int64_t least = name == "reorder" ? 2 : 1;
  if (*parsed < least || *parsed > kMostEvery)
    return bad(name, value, "the number after 1/ is at least " + std::to_string(least));
  return static_cast<std::uint64_t>(*parsed);
}

template <class T>
Result<void> take(Result<T> parsed, T& into) {
  if (!parsed) return tl::unexpected<Error>(parsed.error());
  into = std::move(*parsed);
  return {};
}

Result<void> set(Faults& faults, std::string_view name, std::string_view value) {
  if (name == "confirmDelay") return take(delay(name, value), faults.confirm_delay);
  if (name == "deliverDelay") return take(delay(name, value), faults.deliver_delay);
  if (name == "serviceRate") return take(rate(name, value), faults.service_rate);
  if (name == "stall") return take(stall(name, value), faults.stall.emplace());
  if (name == "lose") return take(every(name, value), faults.lose);
  if (name == "duplicate") return take(every(name, value), faults.duplicate);
  if (name == "reorder") return take(every(name, value), faults.reorder);
  return take(every(name, value), faults.nack);
}

tl::unexpected<Error> unknown(std::string_view name) {
  std::string what = "unknown fault '" + std::string(name) + "'.";
  if (const std::string_view meant = nearest(name, kNames); !meant.empty())
    what += " Did you mean '" + std::string(meant) + "'?";
  return fail(ErrorKind::bad_input, what + " Known: " + join(kNames, ", "));
}

}  // namespace

bool Faults::any() const {
  return confirm_delay || deliver_delay || service_rate > 0 || stall || lose || duplicate || reorder || nack;
}

Result<Faults> parse_faults(std::string_view text) {
  Faults faults;
  std::bitset<kNames.size()> seen;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(",&");
    const std::string_view part = trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    const std::string_view name = trim(part.substr(0, equals));
    std::size_t index = 0;
    while (index < kNames.size() && kNames[index] != name) ++index;
    if (index == kNames.size()) return unknown(name);
    if (equals == std::string_view::npos)
      return fail(ErrorKind::bad_input,
                  "fault '" + std::string(name) + "' needs a value: " + std::string(name) + "=…");
    if (seen[index]) return fail(ErrorKind::bad_input, "fault '" + std::string(name) + "' is given twice");
    seen.set(index);
    if (auto done = set(faults, name, trim(part.substr(equals + 1))); !done)
      return tl::unexpected<Error>(done.error());
  }
  return faults;
}

}  // namespace amqpace::broker
