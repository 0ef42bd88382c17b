// SPDX-License-Identifier: Apache-2.0
// Writes JSON in the order of the calls, so that the same Record gives the same bytes everywhere. Every text
// passes through redact(). A misuse (a key outside an object) is a bug and asserts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"

namespace amqpace::report {

class JsonWriter {
 public:
  enum class Layout { lines, one_line };  // one_line: this value and all within it stand on one line

  JsonWriter& begin_object(Layout layout = Layout::lines) { return begin('{', layout); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_array(Layout layout = Layout::lines) { return begin('[', layout); }
  JsonWriter& end_array() { return end(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& text(std::string_view value);
  JsonWriter& number(std::uint64_t value);
  JsonWriter& number(std::int64_t value);
  JsonWriter& number(int value) { return number(static_cast<std::int64_t>(value)); }
  JsonWriter& number(double value);  // shortest form; null when it is not finite
  JsonWriter& boolean(bool value);
  JsonWriter& null();
  JsonWriter& micros(Nanos value);  // with decimals: 847103 ns is 847.103
  JsonWriter& millis(Nanos value);
  JsonWriter& seconds(Nanos value);

  const std::string& str() const { return out_; }

 private:
  struct Level {
    bool object = false;
    bool one_line = false;
    bool empty = true;
  };

  JsonWriter& begin(char bracket, Layout layout);
  JsonWriter& end(char bracket);
  void before_value();
  void separate(Level& level);
  JsonWriter& raw(std::string_view value);
  JsonWriter& decimal(Nanos value, Nanos unit, int digits);

  std::string out_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace amqpace::report
