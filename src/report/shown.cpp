// SPDX-License-Identifier: Apache-2.0
#include "report/shown.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace amqpace::report {

namespace {
constexpr std::size_t kLongest = 8192;
}

std::string shown(std::string_view text) {
  return printable(redact(std::string(text)), kLongest);
}

std::string shown_lines(std::string_view text) {
  // Redacted as a whole: a secret may contain a line break.
  const std::string clean = redact(std::string(text));
  std::string out;
  for (const auto line : split(clean, '\n')) {
    if (!out.empty() || line.data() != clean.data()) out += '\n';
    out += printable(line, kLongest);
  }
  return out;
}

std::string quantile_text(const std::optional<hist::Quantile>& value, std::uint64_t n) {
  if (!value) return fmt::format("n/a (n={})", n);
  return (value->open ? "≥ " : "") + time_text(value->value);
}

std::string quantile_text(const hist::Latency& latency, double q) {
  return quantile_text(q < 1 ? latency.quantile(q) : latency.max(), latency.count());
}

std::string length_text(Nanos t) {
  if (t % kSecond == 0) return duration_text(t);
  if (t < kSecond) return time_text(t);
  return fmt::format("{:.1f}s", static_cast<double>(t) / 1e9);
}

std::string count_text(std::uint64_t n) {
  return amqpace::count_text(static_cast<std::int64_t>(n));
}

std::string offered_text(const model::Totals& totals) {
  return totals.offered_rate ? rate_text(*totals.offered_rate) + "/s" : "unthrottled";
}

std::string depth_text(const model::Record& record) {
  std::uint64_t depth = 0;
  bool known = false, retained = !record.queues.empty();
  for (const auto& queue : record.queues) {
    retained = retained && queue.retains;
    if (!queue.depth_at_end) continue;
    known = true;
    depth += *queue.depth_at_end;
  }
  if (!known) return "unknown";
  return count_text(depth) + (retained ? " retained" : "");
}

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t has = width_of(text);
  if (has < width) text.append(width - has, ' ');
  return text;
}

}  // namespace amqpace::report
