// SPDX-License-Identifier: Apache-2.0
#include "report/json_writer.hpp"

#include <fmt/format.h>

#include <cassert>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace amqpace::report {

void JsonWriter::separate(Level& level) {
  if (!level.empty) out_ += level.one_line ? ", " : ",";
  if (!level.one_line) {
    out_ += '\n';
    out_.append(2 * levels_.size(), ' ');
  }
  level.empty = false;
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  assert(!levels_.back().object && "a value of an object needs a key");
  separate(levels_.back());
}

JsonWriter& JsonWriter::begin(char bracket, Layout layout) {
  before_value();
  const bool inherited = !levels_.empty() && levels_.back().one_line;
  out_ += bracket;
  levels_.push_back({bracket == '{', inherited || layout == Layout::one_line, true});
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  assert(!levels_.empty() && levels_.back().object == (bracket == '}'));
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.empty && !level.one_line) {
    out_ += '\n';
    out_.append(2 * levels_.size(), ' ');
  }
  out_ += bracket;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  assert(!levels_.empty() && levels_.back().object && !after_key_);
  separate(levels_.back());
  out_ += '"' + json_escape(name) + "\": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view value) {
  before_value();
  out_ += value;
  return *this;
}

JsonWriter& JsonWriter::text(std::string_view value) {
  return raw('"' + json_escape(redact(std::string(value))) + '"');
}

JsonWriter& JsonWriter::number(std::uint64_t value) {
  return raw(std::to_string(value));
}
JsonWriter& JsonWriter::number(std::int64_t value) {
  return raw(std::to_string(value));
}
JsonWriter& JsonWriter::number(double value) {
  return raw(number_text(value));
}
JsonWriter& JsonWriter::boolean(bool value) {
  return raw(value ? "true" : "false");
}
JsonWriter& JsonWriter::null() {
  return raw("null");
}

JsonWriter& JsonWriter::decimal(Nanos value, Nanos unit, int digits) {
  const bool negative = value < 0;
  const auto size = negative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  const auto parts = static_cast<std::uint64_t>(unit);
  auto number = fmt::format("{}{}.{:0{}}", negative ? "-" : "", size / parts, size % parts, digits);
  while (number.back() == '0' && number[number.size() - 2] != '.') number.pop_back();
  return raw(number);
}

JsonWriter& JsonWriter::micros(Nanos value) {
  return decimal(value, kMicrosecond, 3);
}
JsonWriter& JsonWriter::millis(Nanos value) {
  return decimal(value, kMillisecond, 6);
}
JsonWriter& JsonWriter::seconds(Nanos value) {
  return decimal(value, kSecond, 9);
}

}  // namespace amqpace::report
