// SPDX-License-Identifier: Apache-2.0
// Printing values, in the one way reports, errors and records use. Integer arithmetic wherever the value is
// one, so that the rounding at a unit's border is decided here and not by a library.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "base/units.hpp"

namespace amqpace {

namespace {

// |t| without the overflow of -INT64_MIN.
std::uint64_t magnitude(std::int64_t t) {
  return t < 0 ? 0 - static_cast<std::uint64_t>(t) : static_cast<std::uint64_t>(t);
}

std::uint64_t rounded(std::uint64_t value, std::uint64_t step) {
  return value / step + (value % step >= (step + 1) / 2);
}

// "12.5" of 12,500 thousandths; trailing zeros dropped.
std::string decimal(std::uint64_t value, std::uint64_t unit) {
  std::string out = fmt::format("{}", value / unit);
  std::string fraction;
  for (std::uint64_t rest = value % unit, step = unit / 10; rest > 0 && step > 0; step /= 10) {
    fraction += static_cast<char>('0' + rest / step);
    rest %= step;
  }
  if (!fraction.empty()) out += "." + fraction;
  return out;
}

std::string with_commas(std::string digits) {
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string without_trailing_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

std::string time_text(Nanos t) {
  const std::uint64_t ns = magnitude(t);
  const std::uint64_t us = rounded(ns, 1'000);
  const std::uint64_t tenths_of_ms = rounded(ns, 100'000);
  std::string text;
  if (us < 1'000) {
    text = fmt::format("{}us", us);
  } else if (tenths_of_ms < 100'000) {
    text = fmt::format("{}.{}ms", tenths_of_ms / 10, tenths_of_ms % 10);
  } else {
    const std::uint64_t tenths_of_s = rounded(ns, 100'000'000);
    text = fmt::format("{}.{}s", tenths_of_s / 10, tenths_of_s % 10);
  }
  return t < 0 && us > 0 ? "-" + text : text;
}

std::string duration_text(Nanos t) {
  if (t == 0) return "0s";
  const std::uint64_t ns = magnitude(t);
  std::string text;
  if (ns < kMicrosecond) {
    text = fmt::format("{}ns", ns);
  } else if (ns < kMillisecond) {
    text = decimal(ns, kMicrosecond) + "us";
  } else if (ns < kSecond) {
    text = decimal(ns, kMillisecond) + "ms";
  } else {
    const std::uint64_t hours = ns / kHour, minutes = ns % kHour / kMinute, rest = ns % kMinute;
    if (hours > 0) text += fmt::format("{}h", hours);
    if (minutes > 0) text += fmt::format("{}m", minutes);
    if (rest > 0) text += decimal(rest, kSecond) + "s";
  }
  return t < 0 ? "-" + text : text;
}

std::string iso_duration_text(Nanos t) {
  if (t == 0) return "PT0S";
  const std::uint64_t ns = magnitude(t);
  const std::uint64_t hours = ns / kHour, minutes = ns % kHour / kMinute, rest = ns % kMinute;
  std::string text = t < 0 ? "-PT" : "PT";
  if (hours > 0) text += fmt::format("{}H", hours);
  if (minutes > 0) text += fmt::format("{}M", minutes);
  if (rest > 0) text += decimal(rest, kSecond) + "S";
  return text;
}

std::string count_text(std::int64_t n) {
  const std::string text = with_commas(fmt::format("{}", magnitude(n)));
  return n < 0 ? "-" + text : text;
}

std::string rate_text(double per_second) {
  const double v = std::fabs(per_second);
  if (!std::isfinite(v)) return "n/a";
  std::string text;
  if (v >= 99.95) {
    text = with_commas(fmt::format("{:.0f}", v));
  } else if (v >= 1) {
    text = without_trailing_zeros(fmt::format("{:.1f}", v));
  } else if (v > 0) {
    const int leading_zeros = -static_cast<int>(std::floor(std::log10(v))) - 1;
    text = without_trailing_zeros(fmt::format("{:.{}f}", v, leading_zeros + 3));
  } else {
    return "0";
  }
  return per_second < 0 ? "-" + text : text;
}

std::string share_text(double share) {
  const double percent = share * 100;
  if (!std::isfinite(percent)) return "n/a";
  return fmt::format("{:.{}f}%", percent, std::fabs(percent) >= 9.95 ? 0 : 1);
}

std::string size_text(std::int64_t bytes) {
  static constexpr std::array<std::string_view, 4> names{"", "KiB", "MiB", "GiB"};
  std::size_t unit = 0;
  while (unit + 1 < names.size() && bytes != 0 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{}{}", bytes, names[unit]);
}

std::string number_text(double v) {
  if (!std::isfinite(v)) return "null";
  if (v == 0) return "0";  // also -0
  std::array<char, 512> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), v, std::chars_format::fixed);
  return error == std::errc{} ? std::string(buffer.data(), end) : fmt::format("{}", v);
}

}  // namespace amqpace
