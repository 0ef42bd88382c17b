// SPDX-License-Identifier: Apache-2.0
#include "broker/faults.hpp"

#include <array>
#include <bitset>
#include <string>

#include "amqp091/methods.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "broker/refusal.hpp"

namespace amqpace::broker {
namespace {

constexpr std::array<std::string_view, 14> kNames = {
    "confirmDelay", "deliverDelay",    "serviceRate",  "stall", "lose",
    "duplicate",    "reorder",         "nack",         "block", "drop",
    "silence",      "closeConnection", "closeChannel", "cancel"};
constexpr std::size_t kOnce = 8;  // the first so many may be given once only
constexpr std::array kBlows = {Blow::drop, Blow::silence, Blow::close_connection, Blow::close_channel,
                               Blow::cancel};
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
               "a " + std::string(name) +
                   " is START+LENGTH counted from the first message, such as 4s+3s, or 7s+ to the end");
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

// When a strike comes: "4s", "1/1000"; and for a silence, for how long: "4s+3s".
Result<void> when(std::string_view name, std::string_view value, Strike& strike) {
  const auto pass = [](const Error& error) { return tl::unexpected<Error>(error); };
  if (value.substr(0, 2) == "1/" && strike.what != Blow::silence) {
    const auto parsed = every(name, value);
    if (!parsed) return pass(parsed.error());
    strike.every = *parsed;
    return {};
  }
  const std::size_t plus = value.find('+');
  if (plus != std::string_view::npos && strike.what == Blow::silence) {
    const auto length = delay(name, value.substr(plus + 1));
    if (!length) return pass(length.error());
    strike.length = *length;
    value = value.substr(0, plus);
  }
  const auto after = delay(name, value);
  if (!after)
    return bad(name, value,
               strike.what == Blow::silence
                   ? "an instant counted from the first message, such as 4s, or 4s+3s to end it after 3s"
                   : "an instant counted from the first message, such as 4s, or one in how many messages, "
                     "such as 1/1000");
  strike.after = *after;
  return {};
}

// "320@4s"
Result<void> code_of(std::string_view name, std::string_view& value, Strike& strike) {
  const bool channel = strike.what == Blow::close_channel;
  strike.code = channel ? kPreconditionFailed : kConnectionForced;
  const std::size_t at = value.find('@');
  if (at == std::string_view::npos) return {};
  const auto code = parse_integer(value.substr(0, at));
  const bool known = code && *code > 300 && *code < 600 &&
                     !amqp091::reply_name(static_cast<std::uint16_t>(*code)).empty() && *code != kNoRoute;
  if (!known || Refusal{static_cast<std::uint16_t>(*code), {}}.closes_connection() == channel)
    return bad(name, value,
               channel ? "a reply code that closes a channel, such as 406@4s"
                       : "a reply code that closes a connection, such as 320@4s");
  strike.code = static_cast<std::uint16_t>(*code);
  value.remove_prefix(at + 1);
  return {};
}

Result<void> strike(Faults& faults, std::string_view name, std::string_view value) {
  Strike asked;
  for (const Blow what : kBlows)
    if (blow_name(what) == name) asked.what = what;
  if (asked.what == Blow::close_connection || asked.what == Blow::close_channel)
    if (auto ok = code_of(name, value, asked); !ok) return ok;
  if (auto ok = when(name, value, asked); !ok) return ok;
  faults.strikes.push_back(asked);
  return {};
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
  if (name == "nack") return take(every(name, value), faults.nack);
  if (name == "block") return take(stall(name, value), faults.blocks.emplace_back());
  return strike(faults, name, value);
}

tl::unexpected<Error> unknown(std::string_view name) {
  std::string what = "unknown fault '" + std::string(name) + "'.";
  if (const std::string_view meant = nearest(name, kNames); !meant.empty())
    what += " Did you mean '" + std::string(meant) + "'?";
  return fail(ErrorKind::bad_input, what + " Known: " + join(kNames, ", "));
}

}  // namespace

std::string_view blow_name(Blow what) {
  switch (what) {
    case Blow::drop:
      return "drop";
    case Blow::silence:
      return "silence";
    case Blow::close_connection:
      return "closeConnection";
    case Blow::close_channel:
      return "closeChannel";
    case Blow::cancel:
      return "cancel";
  }
  return "";
}

bool Faults::any() const {
  return confirm_delay || deliver_delay || service_rate > 0 || stall || lose || duplicate || reorder ||
         nack || !blocks.empty() || !strikes.empty();
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
    if (seen[index] && index < kOnce)
      return fail(ErrorKind::bad_input, "fault '" + std::string(name) + "' is given twice");
    seen.set(index);
    if (auto done = set(faults, name, trim(part.substr(equals + 1))); !done)
      return tl::unexpected<Error>(done.error());
  }
  return faults;
}

}  // namespace amqpace::broker
