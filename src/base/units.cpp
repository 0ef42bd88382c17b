// SPDX-License-Identifier: Apache-2.0
// Reading values. Everything is exact: a decimal is scaled as digits, never as a rounded double, so that
// "0.1ms" is 100,000 ns and "5%" is the double nearest to 0.05. Printing is in units_text.cpp.
#include "base/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/text.hpp"

namespace amqpace {

namespace {

constexpr std::string_view kDurationHelp =
    "a duration is a number with a unit (ns, us, ms, s, m, h), such as 250us, 1.5ms, 30s or 1m30s";
constexpr std::string_view kRateHelp =
    "a rate is messages per second, such as 5000, 5k, 1.2M or 0.5, or per minute or hour, such as 300/m or "
    "10/h";
constexpr std::string_view kSizeHelp =
    "a size is a number of bytes, such as 512, 64k, 1MB (thousands), 4KiB or 1MiB (1024s)";
constexpr std::string_view kShareHelp =
    "a share is a percentage, such as 5%, or a number below 1, such as 0.05";

tl::unexpected<Error> refuse(std::string_view text, std::string_view why, std::string_view help = {}) {
  return fail(ErrorKind::bad_input, fmt::format("'{}' {}", printable(text, 64), why), {}, std::string(help));
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

// Length of "123" or "123.5" or ".5" at the start; 0 when there is no number.
std::size_t decimal_length(std::string_view text) {
  std::size_t i = 0, digits = 0;
  for (; i < text.size() && is_digit(text[i]); ++i) ++digits;
  if (i < text.size() && text[i] == '.') {
    std::size_t j = i + 1, after = 0;
    for (; j < text.size() && is_digit(text[j]); ++j) ++after;
    if (after > 0) return j;
  }
  return digits > 0 ? i : 0;
}

// decimal * scale where the product is a whole number that fits; nullopt when it does not fit or is not
// whole.
std::optional<std::int64_t> scaled(std::string_view decimal, std::int64_t scale) {
  const std::size_t dot = std::min(decimal.find('.'), decimal.size());
  __int128 whole = 0;
  for (const char c : decimal.substr(0, dot)) {
    whole = whole * 10 + (c - '0');
    if (whole > INT64_MAX) return std::nullopt;
  }
  __int128 total = whole * scale;
  std::string_view fraction = dot < decimal.size() ? decimal.substr(dot + 1) : std::string_view{};
  while (!fraction.empty() && fraction.back() == '0') fraction.remove_suffix(1);
  if (fraction.size() > 18) return std::nullopt;
  __int128 numerator = 0, denominator = 1;
  for (const char c : fraction) {
    numerator = numerator * 10 + (c - '0');
    denominator *= 10;
  }
  if (numerator * scale % denominator != 0) return std::nullopt;
  total += numerator * scale / denominator;
  if (total > INT64_MAX) return std::nullopt;
  return static_cast<std::int64_t>(total);
}

// The double nearest to decimal * 10^exponent.
std::optional<double> decimal_double(std::string_view decimal, int exponent) {
  const std::string text = fmt::format("{}e{}", decimal, exponent);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

struct Unit {
  std::string_view name;
  std::int64_t scale;
};

constexpr std::array<Unit, 6> kDurationUnits{
    {{"ns", 1}, {"us", kMicrosecond}, {"ms", kMillisecond}, {"s", kSecond}, {"m", kMinute}, {"h", kHour}}};

constexpr std::int64_t kKi = 1024, kMi = kKi * 1024, kGi = kMi * 1024;
constexpr std::array<Unit, 14> kSizeUnits{{{"", 1},
                                           {"b", 1},
                                           {"k", 1'000},
                                           {"kb", 1'000},
                                           {"m", 1'000'000},
                                           {"mb", 1'000'000},
                                           {"g", 1'000'000'000},
                                           {"gb", 1'000'000'000},
                                           {"ki", kKi},
                                           {"kib", kKi},
                                           {"mi", kMi},
                                           {"mib", kMi},
                                           {"gi", kGi},
                                           {"gib", kGi}}};

std::optional<std::int64_t> find_unit(std::span<const Unit> units, std::string_view name) {
  const std::string wanted = lowered(name);
  for (const Unit& unit : units)
    if (unit.name == wanted) return unit.scale;
  return std::nullopt;
}

std::string_view letters_at_start(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && lower(text[n]) >= 'a' && lower(text[n]) <= 'z') ++n;
  return text.substr(0, n);
}

}  // namespace

Result<Nanos> parse_duration(std::string_view text) {
  const std::string_view all = trim(text);
  if (!all.empty() && all[0] == '-') return refuse(all, "is negative, and a duration is not", kDurationHelp);
  if (decimal_length(all) == all.size() && !all.empty()) {
    return refuse(all, "has no unit: it is a minute to one reader and a second to another",
                  fmt::format("write {}s or {}ms, for example", all, all));
  }
  std::string_view rest = all;
  __int128 total = 0;
  std::int64_t last_scale = INT64_MAX;
  while (!rest.empty()) {
    const std::size_t n = decimal_length(rest);
    if (n == 0) return refuse(all, "is not a duration", kDurationHelp);
    const std::string_view number = rest.substr(0, n);
    rest = trim(rest.substr(n));
    const std::string_view name = letters_at_start(rest);
    rest = trim(rest.substr(name.size()));
    const auto scale = find_unit(kDurationUnits, name);
    if (!scale) return refuse(all, "is not a duration", kDurationHelp);
    if (*scale >= last_scale)
      return refuse(all, "has its units in the wrong order", "the larger unit comes first: 1m30s");
    last_scale = *scale;
    const auto value = scaled(number, *scale);
    if (!value) return refuse(all, "is too long, or finer than a nanosecond", kDurationHelp);
    total += *value;
  }
  if (all.empty()) return refuse(all, "is not a duration", kDurationHelp);
  if (total >= kNever) return refuse(all, "is too long", kDurationHelp);
  return static_cast<Nanos>(total);
}

Result<double> parse_rate(std::string_view text) {
  const std::string_view all = trim(text);
  const std::size_t n = decimal_length(all);
  if (n == 0) return refuse(all, "is not a rate", kRateHelp);
  std::string_view rest = trim(all.substr(n));
  int exponent = 0;
  if (!rest.empty() && (rest[0] == 'k' || rest[0] == 'K' || rest[0] == 'M')) {
    exponent = rest[0] == 'M' ? 6 : 3;
    rest = trim(rest.substr(1));
  }
  double per = 1;
  if (!rest.empty()) {
    if (rest[0] != '/') return refuse(all, "is not a rate", kRateHelp);
    const std::string_view unit = trim(rest.substr(1));
    if (unit != "s" && unit != "m" && unit != "h") return refuse(all, "is not a rate", kRateHelp);
    per = unit == "s" ? 1 : unit == "m" ? 60 : 3600;
  }
  const auto value = decimal_double(all.substr(0, n), exponent);
  if (!value) return refuse(all, "is too large for a rate", kRateHelp);
  return *value / per;
}

Result<std::int64_t> parse_size(std::string_view text) {
  const std::string_view all = trim(text);
  const std::size_t n = decimal_length(all);
  if (n == 0) return refuse(all, "is not a size", kSizeHelp);
  const auto scale = find_unit(kSizeUnits, trim(all.substr(n)));
  if (!scale) return refuse(all, "is not a size", kSizeHelp);
  const auto bytes = scaled(all.substr(0, n), *scale);
  if (!bytes) return refuse(all, "is not a whole number of bytes, or is too large", kSizeHelp);
  return *bytes;
}

Result<double> parse_share(std::string_view text) {
  const std::string_view all = trim(text);
  const std::size_t n = decimal_length(all);
  const std::string_view rest = n == 0 ? all : trim(all.substr(n));
  if (n == 0 || (!rest.empty() && rest != "%")) return refuse(all, "is not a share", kShareHelp);
  const auto value = decimal_double(all.substr(0, n), rest.empty() ? 0 : -2);
  if (!value) return refuse(all, "is too large for a share", kShareHelp);
  if (rest.empty() && *value >= 1) {
    return refuse(all, "could be a percentage or a multiple",
                  fmt::format("write {}% if you mean percent", all));
  }
  return *value;
}

Result<std::int64_t> parse_integer(std::string_view text) {
  const std::string_view all = trim(text);
  // from_chars takes "-" but not "+".
  const std::string_view digits =
      !all.empty() && all[0] == '+' && all.substr(0, 2) != "+-" ? all.substr(1) : all;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range) return refuse(all, "is too large a number");
  if (error != std::errc{} || end != digits.data() + digits.size())
    return refuse(all, "is not a whole number");
  return value;
}

Result<double> parse_number(std::string_view text) {
  const std::string_view all = trim(text);
  const std::string_view digits =
      !all.empty() && all[0] == '+' && all.substr(0, 2) != "+-" ? all.substr(1) : all;
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  // "inf" and "nan" are numbers to from_chars and to nobody else.
  if (error != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value)) {
    return refuse(all, "is not a number");
  }
  return value;
}

Result<bool> parse_boolean(std::string_view text) {
  const std::string word = lowered(trim(text));
  if (word == "true" || word == "yes" || word == "on") return true;
  if (word == "false" || word == "no" || word == "off") return false;
  return refuse(trim(text), "is neither true nor false",
                "write true or false (yes, no, on and off are understood)");
}

}  // namespace amqpace
