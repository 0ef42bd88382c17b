// SPDX-License-Identifier: Apache-2.0
#include "base/stream_offset.hpp"

#include <optional>

#include "base/clock.hpp"
#include "base/rfc3339.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace amqpace {

namespace {

using Kind = StreamOffset::Kind;

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Seconds since 1970 of "2026-11-30T12:00:00Z", and of no other spelling of it: what is printed is what was written.
std::optional<std::uint64_t> parse_instant(std::string_view text) {
  constexpr std::size_t kSize = 20;
  if (text.size() != kSize || text[10] != 'T' || text[17] == '6' || text.back() != 'Z') return std::nullopt;
  return seconds_of_rfc3339(text);
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
