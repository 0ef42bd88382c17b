// SPDX-License-Identifier: Apache-2.0
#include "report/csv.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>

#include "base/units.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

using model::Sample;

namespace {

struct Column {
  std::string_view name;
  std::string (*cell)(const Sample& sample);
};

std::string whole(std::uint64_t value) {
  return std::to_string(value);
}

std::string millis(const std::optional<Nanos>& value) {
  if (!value) return {};
  const auto size = static_cast<std::uint64_t>(*value < 0 ? -*value : *value);
  auto text = fmt::format("{}{}.{:06}", *value < 0 ? "-" : "", size / kMillisecond, size % kMillisecond);
  while (text.back() == '0' && text[text.size() - 2] != '.') text.pop_back();
  return text;
}

constexpr std::array kColumns{
    Column{"at", [](const Sample& s) { return utc_iso(s.at); }},
    Column{"elapsedMs", [](const Sample& s) { return std::to_string(s.elapsed / kMillisecond); }},
    Column{"phase", [](const Sample& s) { return shown(s.phase); }},
    Column{"published", [](const Sample& s) { return whole(s.published); }},
    Column{"confirmed", [](const Sample& s) { return whole(s.confirmed); }},
    Column{"failed", [](const Sample& s) { return whole(s.failed); }},
    Column{"consumed", [](const Sample& s) { return whole(s.consumed); }},
    Column{"publishRate", [](const Sample& s) { return number_text(s.publish_rate); }},
    Column{"consumeRate", [](const Sample& s) { return number_text(s.consume_rate); }},
    Column{"blocked", [](const Sample& s) { return std::string(s.blocked ? "true" : "false"); }},
    Column{"queueDepth",
           [](const Sample& s) { return s.queue_depth ? whole(*s.queue_depth) : std::string(); }},
    Column{"endToEndP50Ms", [](const Sample& s) { return millis(s.e2e_p50); }},
    Column{"endToEndP99Ms", [](const Sample& s) { return millis(s.e2e_p99); }},
    Column{"sendLagP99Ms", [](const Sample& s) { return millis(s.lag_p99); }},
    Column{"offered", [](const Sample& s) { return whole(s.offered); }},
    Column{"inFlight", [](const Sample& s) { return whole(s.in_flight); }},
    Column{"endToEndP999Ms", [](const Sample& s) { return millis(s.e2e_p999); }},
    Column{"endToEndMaxMs", [](const Sample& s) { return millis(s.e2e_max); }},
    Column{"publishP99Ms", [](const Sample& s) { return millis(s.publish_p99); }},
};

// In quotes when it has to be, quotes doubled.
std::string field(const std::string& text) {
  if (text.find_first_of("\",\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace

std::string csv_document(std::span<const model::Record> records) {
  std::string out;
  for (const auto& column : kColumns) out += std::string(column.name) + ',';
  out += "name\r\n";
  for (const auto& record : records) {
    const std::string name = field(shown(record.plan.name));
    for (const auto& sample : record.samples) {
      for (const auto& column : kColumns) out += field(column.cell(sample)) + ',';
      out += name + "\r\n";
    }
  }
  return out;
}

}  // namespace amqpace::report
