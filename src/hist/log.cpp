// SPDX-License-Identifier: Apache-2.0
// Writing. Times are decimal seconds with three digits, the maximum is in milliseconds, as HdrHistogram's own
// writer does for values in nanoseconds.
#include "hist/log.hpp"

#include "hist/base64.hpp"
#include "hist/hdr_codec.hpp"

namespace amqpace::hist {

namespace {

// Rounded to a thousandth of `unit`.
std::string three_decimals(Nanos value, Nanos unit) {
  const Nanos step = unit / 1'000;
  const Nanos thousandths = (value + (value < 0 ? -step / 2 : step / 2)) / step;
  const auto size = static_cast<std::uint64_t>(thousandths < 0 ? -thousandths : thousandths);
  const std::string fraction = std::to_string(size % 1'000);
  return (thousandths < 0 ? "-" : "") + std::to_string(size / 1'000) + '.' +
         std::string(3 - fraction.size(), '0') + fraction;
}

// Of an instant: a log knows no less, and rounding up would name a moment before it came.
Nanos whole_millisecond(Nanos instant) {
  return instant - instant % kMillisecond;
}

}  // namespace

std::string log_tag(std::string_view text) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte != 0x7F && c != ',' && c != '%') {
      out += c;
    } else {
      out += {'%', hex[byte >> 4], hex[byte & 15]};
    }
  }
  return out;
}

std::string log_header(Nanos start, std::span<const std::string> comments) {
  std::string out = "#[Histogram log format version 1.3]\n";
  for (const auto& comment : comments) out += "#[" + comment + "]\n";
  const std::string seconds = three_decimals(whole_millisecond(start), kSecond);
  out += "#[BaseTime: " + seconds + " (seconds since epoch)]\n";
  out += "#[StartTime: " + seconds + " (seconds since epoch), " + utc_iso(start) + "]\n";
  return out + "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n";
}

std::string log_line(const LogInterval& interval, Nanos log_start) {
  std::string out;
  if (!interval.tag.empty()) out += "Tag=" + interval.tag + ',';
  out += three_decimals(whole_millisecond(interval.start) - whole_millisecond(log_start), kSecond) + ',';
  out += three_decimals(interval.length, kSecond) + ',';
  out += three_decimals(interval.histogram.max(), kMillisecond) + ',';
  return out + base64_encoded(hdr_encoded(interval.histogram)) + '\n';
}

}  // namespace amqpace::hist
