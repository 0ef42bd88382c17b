// SPDX-License-Identifier: Apache-2.0
#include "base/rfc3339.hpp"

#include <algorithm>

namespace amqpace {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}
  bool done() const { return good_ && rest_.empty(); }
  bool good() const { return good_; }
  bool one_of(std::string_view letters) {
    if (rest_.empty() || letters.find(rest_[0]) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void literal(std::string_view letters) { good_ = one_of(letters) && good_; }
  std::int64_t digits(std::size_t count, std::int64_t low, std::int64_t high) {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value = value * 10 + digit();
    good_ = good_ && value >= low && value <= high;
    return value;
  }
  void any_digits() {
    digit();
    while (good_ && !rest_.empty() && is_digit(rest_[0])) rest_.remove_prefix(1);
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  std::int64_t digit() {
    if (rest_.empty() || !is_digit(rest_[0])) {
      good_ = false;
      return 0;
    }
    const std::int64_t value = rest_[0] - '0';
    rest_.remove_prefix(1);
    return value;
  }
  std::string_view rest_;
  bool good_ = true;
};

bool leap(std::int64_t year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

std::int64_t days_in(std::int64_t year, std::int64_t month) {
  constexpr std::int64_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return days[month - 1] + (month == 2 && leap(year) ? 1 : 0);
}

std::int64_t days_before(std::int64_t year, std::int64_t month) {
  const std::int64_t y = year - 1;
  std::int64_t days = 365 * y + y / 4 - y / 100 + y / 400 - 719'162;  // of the years before 1970
  for (std::int64_t m = 1; m < month; ++m) days += days_in(year, m);
  return days;
}

}  // namespace

std::optional<std::uint64_t> seconds_of_rfc3339(std::string_view text) {
  Scanner in(text);
  const std::int64_t year = in.digits(4, 1970, 9999);
  in.literal("-");
  const std::int64_t month = in.digits(2, 1, 12);
  in.literal("-");
  const std::int64_t day = in.digits(2, 1, in.good() ? days_in(year, month) : 31);
  in.literal("Tt ");
  const std::int64_t hour = in.digits(2, 0, 23);
  in.literal(":");
  const std::int64_t minute = in.digits(2, 0, 59);
  in.literal(":");
  const std::int64_t second = in.digits(2, 0, 60);
  if (in.one_of(".")) in.any_digits();
  std::int64_t offset = 0;
  if (!in.one_of("Zz")) {
    const std::int64_t sign = in.one_of("-") ? -1 : 1;
    if (sign == 1) in.literal("+");
    offset = in.digits(2, 0, 23) * 3600;
    in.literal(":");
    offset = sign * (offset + in.digits(2, 0, 59) * 60);
  }
  if (!in.done()) return std::nullopt;
  const std::int64_t seconds =
      (days_before(year, month) + day - 1) * 86'400 + hour * 3600 + minute * 60 + second - offset;
  if (seconds < 0) return std::nullopt;
  return static_cast<std::uint64_t>(seconds);
}

}  // namespace amqpace
