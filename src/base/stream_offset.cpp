// SPDX-License-Identifier: Apache-2.0
#include "base/stream_offset.hpp"

#include <chrono>
#include <optional>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace amqpace {

namespace {

using Kind = StreamOffset::Kind;

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

int part(std::string_view text, std::size_t at, std::size_t length) {
  int value = 0;
  for (const char digit : text.substr(at, length)) value = 10 * value + (digit - '0');
  return value;
}

// Seconds since 1970 of "2026-11-30T12:00:00Z".
std::optional<std::uint64_t> parse_instant(std::string_view text) {
  constexpr std::string_view kShape = "0000-00-00T00:00:00Z";
  if (text.size() != kShape.size()) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kShape[i] == '0' ? !digit : text[i] != kShape[i]) return std::nullopt;
  }
  using namespace std::chrono;
  const year_month_day day{year(part(text, 0, 4)), month(static_cast<unsigned>(part(text, 5, 2))),
                           std::chrono::day(static_cast<unsigned>(part(text, 8, 2)))};
  const int hour = part(text, 11, 2), minute = part(text, 14, 2), second = part(text, 17, 2);
  if (!day.ok() || int{day.year()} < 1970 || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  const auto days = sys_days(day).time_since_epoch().count();
  return static_cast<std::uint64_t>(days) * 86'400 + static_cast<std::uint64_t>(hour * 3600 + minute * 60 + second);
}

}  // namespace

Result<StreamOffset> parse_stream_offset(std::string_view text) {
  text = trim(text);
  if (text == "first") return StreamOffset{Kind::first, 0};
  if (text == "last") return StreamOffset{Kind::last, 0};
  if (text == "next") return StreamOffset{Kind::next, 0};
  if (is_number(text)) {
    const auto number = parse_integer(text);
    if (!number) return tl::unexpected<Error>(number.error());
    return StreamOffset{Kind::number, static_cast<std::uint64_t>(*number)};
  }
  if (const auto instant = parse_instant(text)) return StreamOffset{Kind::instant, *instant};
  return fail(ErrorKind::bad_input, "'" + printable(text, 64) + "' is no place in a stream", {},
              "say first, last, next, an offset (1500), or an instant in UTC (2026-11-30T12:00:00Z)");
}

std::string stream_offset_text(const StreamOffset& offset) {
  switch (offset.kind) {
    case Kind::first:
      return "first";
    case Kind::last:
      return "last";
    case Kind::next:
      return "next";
    case Kind::number:
      return std::to_string(offset.value);
    default:
      return utc_iso(static_cast<Nanos>(offset.value) * kSecond).substr(0, 19) + "Z";
  }
}

}  // namespace amqpace
