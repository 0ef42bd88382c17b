// SPDX-License-Identifier: Apache-2.0
// Writes what the tables of record_members.hpp and exact_members.hpp name, in their order.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/uri.hpp"
#include "model/record.hpp"
#include "model/spec_text.hpp"
#include "report/histogram_text.hpp"
#include "report/json_writer.hpp"

namespace amqpace::report {

class MemberWriter {
 public:
  explicit MemberWriter(JsonWriter& writer) : w_(writer) {}

  template <class T>
  void operator()(std::string_view key, const T& value) {
    w_.key(key);
    write(value);
  }
  void utc(std::string_view key, Nanos at) { w_.key(key).text(utc_iso(at)); }
  void whole_millis(std::string_view key, Nanos t) { w_.key(key).number(t / kMillisecond); }
  void micros(std::string_view key, std::optional<Nanos> t) {
    w_.key(key);
    t ? w_.micros(*t) : w_.null();
  }
  template <class Enum>
  void choice(std::string_view key, Enum value, std::span<const std::string_view> names) {
    w_.key(key).text(names[static_cast<std::size_t>(value)]);
  }
  // Null: there is none. One that is no text is none that means anything.
  void text_argument(std::string_view key, const Arguments& arguments, std::string_view name) {
    w_.key(key);
    for (const auto& [argument, value] : arguments) {
      if (argument != name) continue;
      const auto* text = value.as<std::string>();
      w_.text(text == nullptr ? "" : *text);
      return;
    }
    w_.null();
  }
  void specs(std::string_view key, const model::Plan& plan) { (*this)(key, model::spec_lines(plan)); }
  void elapsed(std::string_view key, const std::vector<model::Sample>& samples) {
    w_.key(key).begin_array(JsonWriter::Layout::one_line);
    for (const auto& sample : samples) w_.number(sample.elapsed);
    w_.end_array();
  }

 private:
  void write(bool value) { w_.boolean(value); }
  void write(int value) { w_.number(value); }
  void write(std::int64_t value) { w_.number(value); }
  void write(std::uint64_t value) { w_.number(value); }
  void write(double value) { w_.number(value); }
  void write(const std::string& value) { w_.text(value); }
  void write(const Uri& value) { w_.text(value.redacted()); }
  void write(const hist::Latency& value) {
    w_.begin_object(JsonWriter::Layout::one_line);
    w_.key("closed").text(histogram_text(value.closed()));
    w_.key("open").text(histogram_text(value.open()));
    w_.end_object();
  }
  template <class T>
  void write(const std::optional<T>& value) {
    value ? write(*value) : (void)w_.null();
  }
  template <class A, class B>
  void write(const std::pair<A, B>& value) {
    w_.begin_array();
    write(value.first);
    write(value.second);
    w_.end_array();
  }
  template <class T>
  void write(const std::vector<T>& values) {
    w_.begin_array(JsonWriter::Layout::one_line);
    for (const auto& value : values) write(value);
    w_.end_array();
  }
  template <class K, class V>
  void write(const std::map<K, V>& values) {
    w_.begin_array(JsonWriter::Layout::one_line);
    for (const auto& value : values) write(value);
    w_.end_array();
  }
  template <class T>
  void write(const T& value) {
    w_.begin_object(JsonWriter::Layout::one_line);
    members(*this, value);
    w_.end_object();
  }

  JsonWriter& w_;
};

}  // namespace amqpace::report
