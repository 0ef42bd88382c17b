// SPDX-License-Identifier: Apache-2.0
// Reading. Starts count from the base time if the log names one. Without it they are taken as HdrHistogram's
// reader takes them: a first start more than a year before the log's start time is relative to that.
#include <array>
#include <optional>

#include "base/text.hpp"
#include "hist/base64.hpp"
#include "hist/hdr_codec.hpp"
#include "hist/log.hpp"

namespace amqpace::hist {

namespace {

constexpr Nanos kYear = 365 * 24 * kHour;
constexpr std::string_view kTag = "Tag=", kStartTime = "#[StartTime: ", kBaseTime = "#[BaseTime: ";

// Decimal seconds; digits below a nanosecond are dropped. Not beyond 292 years.
std::optional<Nanos> seconds(std::string_view text) {
  const bool negative = text.substr(0, 1) == "-";
  if (negative) text.remove_prefix(1);
  const auto point = std::min(text.find('.'), text.size());
  if (point == 0 || point + 1 == text.size()) return std::nullopt;
  constexpr Nanos most = INT64_MAX / kSecond - 1;
  Nanos value = 0, unit = kSecond;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == point) continue;
    const int digit = text[i] - '0';
    if (digit < 0 || digit > 9) return std::nullopt;
    if (i < point) {
      value = value * 10 + digit;
      if (value > most) return std::nullopt;
    } else {
      if (i == point + 1) value *= kSecond;
      value += digit * (unit /= 10);
    }
  }
  if (point == text.size()) value *= kSecond;
  return negative ? -value : value;
}

// "#[StartTime: 12.345 (seconds since epoch), …]" after its name.
std::optional<Nanos> named_time(std::string_view line, std::string_view name) {
  if (line.substr(0, name.size()) != name) return std::nullopt;
  line.remove_prefix(name.size());
  return seconds(line.substr(0, line.find_first_of(" ]")));
}

class Reader {
 public:
  Result<void> line(std::string_view line) {
    if (line.empty() || line.front() == '"') return {};
    if (line.front() == '#') {
      if (const auto time = named_time(line, kStartTime)) start_time_ = *time;
      if (const auto time = named_time(line, kBaseTime)) base_ = *time;
      return {};
    }
    return interval(line);
  }
  std::vector<LogInterval> intervals;

 private:
  Result<void> interval(std::string_view line) {
    LogInterval interval;
    if (line.substr(0, kTag.size()) == kTag) {
      const auto comma = line.find(',');
      if (comma == std::string_view::npos) return malformed("after its tag the line has nothing");
      interval.tag = line.substr(kTag.size(), comma - kTag.size());
      line.remove_prefix(comma + 1);
    }
    const auto parts = split(line, ',');
    if (parts.size() != 4) {
      return malformed("an interval has start, length, maximum and histogram; this line has " +
                       std::to_string(parts.size()) + " of such parts");
    }
    std::array<Nanos, 3> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto number = seconds(trim(parts[i]));
      if (!number) return malformed("'" + printable(parts[i], 40) + "' is not a decimal number");
      numbers[i] = *number;
    }
    const auto bytes = base64_decoded(trim(parts[3]));
    if (!bytes) return malformed("the histogram is not base64");
    auto histogram = hdr_decoded(*bytes);
    if (!histogram) return tl::unexpected(histogram.error());
    if (!base_) base_ = numbers[0] < start_time_ - kYear ? start_time_ : 0;
    if (__builtin_add_overflow(*base_, numbers[0], &interval.start))
      return malformed("the start of the interval is centuries away");
    interval.length = numbers[1];
    interval.histogram = std::move(*histogram);
    intervals.push_back(std::move(interval));
    return {};
  }

  static Result<void> malformed(std::string sentence) {
    return fail(ErrorKind::malformed, std::move(sentence));
  }

  Nanos start_time_ = 0;
  std::optional<Nanos> base_;
};

}  // namespace

Result<std::vector<LogInterval>> read_log(std::string_view text) {
  Reader reader;
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const auto end = std::min(text.find('\n'), text.size());
    const auto read = reader.line(trim(text.substr(0, end)));
    if (!read) {
      auto error = fail(ErrorKind::malformed, "could not read the histogram log", read.error().what,
                        "it must be an HdrHistogram log (format 1.3, V2 histograms)");
      error.value().where = "line " + std::to_string(number);
      return error;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::move(reader.intervals);
}

}  // namespace amqpace::hist
