// SPDX-License-Identifier: Apache-2.0
#include "report/member_reader.hpp"

#include <charconv>

#include "base/rfc3339.hpp"

namespace amqpace::report {

const Json* MemberReader::find(std::string_view key) const {
  const auto it = object_.find(key);
  return it == object_.end() ? nullptr : &*it;
}

std::string MemberReader::path() const {
  return parent_ == nullptr ? std::string() : parent_->path() + std::string(name_) + ".";
}

void MemberReader::wrong(std::string_view key, std::string_view why) {
  if (problem_.empty()) problem_ = path() + std::string(key) + " " + std::string(why);
}

void MemberReader::utc(std::string_view key, Nanos& at) {
  std::string text;
  (*this)(key, text);
  if (text.empty()) return;
  const auto seconds = seconds_of_rfc3339(text);
  if (!seconds || *seconds > static_cast<std::uint64_t>(kNever / kSecond) / 2) return wrong(key, "is no time");
  at = static_cast<Nanos>(*seconds) * kSecond;
  std::int64_t millis = 0;
  const auto dot = text.find('.');
  if (dot == std::string::npos || text.size() < dot + 4) return;
  std::from_chars(text.data() + dot + 1, text.data() + dot + 4, millis);
  at += millis * kMillisecond;
}

void MemberReader::whole_millis(std::string_view key, Nanos& t) {
  std::int64_t millis = 0;
  (*this)(key, millis);
  if (millis < 0 || millis > kNever / kMillisecond) return wrong(key, "is no time");
  t = millis * kMillisecond;
}

// Written with its nanoseconds as decimals, so the nearest whole number of them is the one it was.
void MemberReader::micros(std::string_view key, std::optional<Nanos>& t) {
  std::optional<double> value;
  (*this)(key, value);
  t.reset();
  if (!value) return;
  const double nanos = std::round(*value * static_cast<double>(kMicrosecond));
  if (!(std::abs(nanos) < 9e15)) return wrong(key, "is no time");
  t = static_cast<Nanos>(nanos);
}

void MemberReader::text_argument(std::string_view key, Arguments& arguments, std::string_view name) {
  std::optional<std::string> value;
  (*this)(key, value);
  if (value) arguments.emplace_back(std::string(name), ArgumentValue{*value});
}

void MemberReader::elapsed(std::string_view key, std::vector<model::Sample>& samples) {
  std::vector<Nanos> times;
  (*this)(key, times);
  if (times.size() != samples.size()) return wrong(key, "has not one time a sample");
  for (std::size_t i = 0; i < times.size(); ++i) samples[i].elapsed = times[i];
}

void MemberReader::read(const Json& json, std::string_view key, bool& value) {
  json.is_boolean() ? (void)(value = json.get<bool>()) : wrong(key, "is neither true nor false");
}

void MemberReader::read(const Json& json, std::string_view key, int& value) {
  std::int64_t wide = value;
  read(json, key, wide);
  const bool fits = wide >= std::numeric_limits<int>::min() && wide <= std::numeric_limits<int>::max();
  fits ? (void)(value = static_cast<int>(wide)) : wrong(key, "is out of range");
}

void MemberReader::read(const Json& json, std::string_view key, std::int64_t& value) {
  if (!json.is_number_integer()) return wrong(key, "is no whole number");
  // So that what reports add up stays within 64 bits; times since 1970 are below this until 2043.
  constexpr std::int64_t most = kNever / 4;
  const bool fits = json.is_number_unsigned() ? json.get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                                              : json.get<std::int64_t>() >= -most;
  if (!fits) return wrong(key, "is out of range");
  value = json.get<std::int64_t>();
}

void MemberReader::read(const Json& json, std::string_view key, std::uint64_t& value) {
  json.is_number_unsigned() ? (void)(value = json.get<std::uint64_t>()) : wrong(key, "is no count");
}

// What was not finite was written as null.
void MemberReader::read(const Json& json, std::string_view key, double& value) {
  if (json.is_null()) {
    value = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  json.is_number() ? (void)(value = json.get<double>()) : wrong(key, "is no number");
}

void MemberReader::read(const Json& json, std::string_view key, std::string& value) {
  json.is_string() ? (void)(value = json.get<std::string>()) : wrong(key, "is no text");
}

void MemberReader::read(const Json& json, std::string_view key, Uri& value) {
  std::string text;
  read(json, key, text);
  auto uri = parse_uri(text);
  uri ? (void)(value = std::move(*uri)) : wrong(key, "is no address of a broker");
}

void MemberReader::read(const Json& json, std::string_view key, hist::Latency& value) {
  std::string closed, open;
  if (json.is_object()) {
    MemberReader inside(json, problem_, this, key);
    inside("closed", closed);
    inside("open", open);
  }
  if (!parse_latency(closed, open, value)) wrong(key, "is no histogram");
}

}  // namespace amqpace::report
