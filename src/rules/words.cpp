// SPDX-License-Identifier: Apache-2.0
#include "rules/words.hpp"

#include <fmt/format.h>

#include "base/units.hpp"

namespace amqpace::rules {

std::string count(std::uint64_t n) {
  return count_text(static_cast<std::int64_t>(n));
}

std::string messages(std::uint64_t n) {
  return count(n) + (n == 1 ? " message" : " messages");
}

std::string share_of(std::uint64_t n, std::uint64_t all) {
  return share_text(all == 0 ? 0.0 : static_cast<double>(n) / static_cast<double>(all));
}

std::string time_or_bound(const hist::Quantile& q) {
  return (q.open ? "at least " : "") + time_text(q.value);
}

std::string quantile_name(double quantile) {
  return quantile >= 1 ? "max" : fmt::format("p{:.6g}", quantile * 100);
}

std::string latency_summary(const hist::Latency& latency) {
  std::string text;
  for (const double q : {0.5, 0.99, 1.0}) {
    const auto value = q < 1 ? latency.quantile(q) : latency.max();
    if (!value) continue;
    text += fmt::format("{}{}={}{}", text.empty() ? "" : " ", quantile_name(q), value->open ? "≥ " : "",
                        time_text(value->value));
  }
  return text;
}

std::string late_split(const model::LateTime& late) {
  const Nanos total = late.total();
  if (total == 0) return "no late time";
  std::string parts;
  for (std::size_t i = 0; i < model::kCauses; ++i) {
    const auto cause = static_cast<model::Cause>(i);
    if (late[cause] == 0) continue;
    parts += fmt::format("{}{} {} ({})", parts.empty() ? "" : ", ", model::cause_name(cause),
                         time_text(late[cause]),
                         share_text(static_cast<double>(late[cause]) / static_cast<double>(total)));
  }
  return fmt::format("{} late: {}", time_text(total), parts);
}

std::string window_text(Nanos window) {
  if (window % kSecond == 0) return duration_text(window);
  return fmt::format("{:.1f}s", seconds(window));
}

double seconds(Nanos t) {
  return static_cast<double>(t) / 1e9;
}

}  // namespace amqpace::rules
