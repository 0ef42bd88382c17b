// SPDX-License-Identifier: Apache-2.0
// Reads what the tables of record_members.hpp and exact_members.hpp name, out of JSON that anybody may have edited. A member that
// is missing keeps its default: members may have been added since. One of another kind is a problem, and the first is kept.
#pragma once

#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/uri.hpp"
#include "model/record.hpp"
#include "report/histogram_text.hpp"

namespace amqpace::report {

// Ordered, as the settings of a plan are.
using Json = nlohmann::ordered_json;

class MemberReader {
 public:
  // `problem` gets the first thing that is wrong: "queues.ledger.missing is no number".
  MemberReader(const Json& object, std::string& problem) : MemberReader(object, problem, nullptr, {}) {}

  template <class T>
  void operator()(std::string_view key, T& value) {
    if (const auto* json = find(key)) read(*json, key, value);
  }
  void utc(std::string_view key, Nanos& at);
  void whole_millis(std::string_view key, Nanos& t);
  void micros(std::string_view key, std::optional<Nanos>& t);
  template <class Enum>
  void choice(std::string_view key, Enum& value, std::span<const std::string_view> names) {
    const auto* json = find(key);
    if (json == nullptr) return;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!json->is_string() || json->get_ref<const std::string&>() != names[i]) continue;
      value = static_cast<Enum>(i);
      return;
    }
    wrong(key, "has a value that this version does not know");
  }
  void text_argument(std::string_view key, Arguments& arguments, std::string_view name);
  void specs(std::string_view key, model::Plan& plan) { (*this)(key, plan.recorded_specs); }
  void elapsed(std::string_view key, std::vector<model::Sample>& samples);

 private:
  MemberReader(const Json& object, std::string& problem, const MemberReader* parent, std::string_view name)
      : object_(object), problem_(problem), parent_(parent), name_(name) {}

  const Json* find(std::string_view key) const;
  void wrong(std::string_view key, std::string_view why);
  std::string path() const;

  void read(const Json& json, std::string_view key, bool& value);
  void read(const Json& json, std::string_view key, int& value);
  void read(const Json& json, std::string_view key, std::int64_t& value);
  void read(const Json& json, std::string_view key, std::uint64_t& value);
  void read(const Json& json, std::string_view key, double& value);
  void read(const Json& json, std::string_view key, std::string& value);
  void read(const Json& json, std::string_view key, Uri& value);
  void read(const Json& json, std::string_view key, hist::Latency& value);
  template <class T>
  void read(const Json& json, std::string_view key, std::optional<T>& value) {
    value.reset();
    if (json.is_null()) return;
    value.emplace();
    read(json, key, *value);
  }
  template <class A, class B>
  void read(const Json& json, std::string_view key, std::pair<A, B>& value) {
    if (!json.is_array() || json.size() != 2) return wrong(key, "has something that is no pair");
    read(json[0], key, value.first);
    read(json[1], key, value.second);
  }
  template <class T>
  void read(const Json& json, std::string_view key, std::vector<T>& values) {
    if (!json.is_array()) return wrong(key, "is no list");
    values.clear();
    for (const auto& entry : json) read(entry, key, values.emplace_back());
  }
  template <class K, class V>
  void read(const Json& json, std::string_view key, std::map<K, V>& values) {
    std::vector<std::pair<K, V>> entries;
    read(json, key, entries);
    values = std::map<K, V>(entries.begin(), entries.end());
  }
  template <class T>
  void read(const Json& json, std::string_view key, T& value) {
    if (!json.is_object()) return wrong(key, "is no object");
    MemberReader inside(json, problem_, this, key);
    members(inside, value);
  }

  const Json& object_;
  std::string& problem_;
  const MemberReader* parent_;
  std::string_view name_;
};

}  // namespace amqpace::report
