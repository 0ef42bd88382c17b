// SPDX-License-Identifier: Apache-2.0
// The field tables: for each block of a file one table with a line per setting (key, type, default, bounds,
// sentence, how to set and print the member). The parser, the unknown-key hint, `amqpace settings`, the JSON
// Schema, the reference page and the walking test all read them; adding a setting is one member (plan.hpp,
// workload.hpp) and one line here.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "model/node.hpp"
#include "model/problem.hpp"
#include "model/scenario.hpp"
#include "model/workload.hpp"

namespace amqpace::model {

enum class FieldType {
  text,
  integer,
  number,
  rate,
  size,
  share,
  duration,
  boolean,
  choice,
  arguments,
  block,
  block_list,
  address,
  thresholds,
  other
};

// What everybody but the parser needs to know about a setting. Limits are in the base unit (ns, bytes, 1/s).
struct FieldInfo {
  std::string_view key;
  FieldType type = FieldType::text;
  std::string_view standard = {};  // the default as the file would say it, or in words: "required", "none"
  std::string_view example = {};   // a legal value that is not the default, as YAML flow text
  std::string_view sentence = {};
  double min = 0, max = 0;  // of numbers; not used when both are 0
  bool above_min = false;   // min itself is not allowed
  std::span<const std::string_view> choices = {};
  std::span<const std::string_view> words = {};  // of type other: what is accepted beside the type, "auto"
  FieldType base = FieldType::text;              // of type other: the type accepted beside the words
  std::string_view pattern = {};  // of a further way to write it, as a regular expression, for editors
  std::string_view shape = {};  // JSON Schema of what else is accepted; of type other without words: of everything
  std::string_view form = {};     // what lists call its type, where the type's name is not all of it
  std::string_view grammar = {};  // how it is written then, for `amqpace settings`
  bool secret = false;
  std::vector<const FieldInfo*> (*children)() = nullptr;  // of blocks
};

using Settings = std::vector<std::pair<std::string, std::string>>;  // path -> text, in table order

// Collects what is wrong while a tree is read.
class Reader {
 public:
  void error(const Node& at, std::string text) { add(Problem::Severity::error, at.place, std::move(text)); }
  void warning(const Node& at, std::string text) {
    add(Problem::Severity::warning, at.place, std::move(text));
  }
  // The node's text is a secret: it is registered (base/secrets.hpp) and remembered, to be masked where it
  // stands.
  void secret(const Node& node);
  // The same for an address that could not be read: what stands before its last '@'.
  void secret_part(const Node& node);

  // What a setting names as files: one, or all of a folder in the order of their names. Only config looks at the disk.
  using Files = std::vector<std::pair<std::string, std::string>>;  // name, content
  std::function<Result<Files>(const std::string& path)> read_files = [](const std::string& path) -> Result<Files> {
    return fail(ErrorKind::bad_input, "cannot read " + path + ": there are no files here");
  };

  std::vector<Problem> problems;
  std::vector<Node> secrets;

 private:
  void add(Problem::Severity severity, const Place& place, std::string text) {
    problems.push_back({severity, place, std::move(text)});
  }
};

// The setting being read: its line of the table, the full path, where complaints go.
struct Slot {
  const FieldInfo& info;
  const std::string& path;
  Reader& reader;
  void complain(const Node& at, const std::string& text) const { reader.error(at, "'" + path + "' " + text); }
};

template <class T>
struct Field : FieldInfo {
  void (*set)(T& target, const Node& node, const Slot& slot) = nullptr;
  void (*print)(const T& target, const FieldInfo& info, const std::string& path, Settings& out) = nullptr;
};

template <class T>
struct Table {
  std::span<const Field<T>> fields;
  std::span<const std::string_view> later;  // known words that this version does not support yet
};

// One table per block.
template <class T>
const Table<T>& table();
template <>
const Table<Workload>& table<Workload>();
template <>
const Table<TlsSpec>& table<TlsSpec>();
template <>
const Table<TopologySpec>& table<TopologySpec>();
template <>
const Table<PublisherSpec>& table<PublisherSpec>();
template <>
const Table<ConsumerSpec>& table<ConsumerSpec>();
template <>
const Table<Ack>& table<Ack>();
template <>
const Table<ExpectSpec>& table<ExpectSpec>();
template <>
const Table<Prefill>& table<Prefill>();
template <>
const Table<MessageProperties>& table<MessageProperties>();

template <>
const Table<Scenario>& table<Scenario>();
template <>
const Table<ExchangeNode>& table<ExchangeNode>();
template <>
const Table<QueueNode>& table<QueueNode>();
template <>
const Table<ConsumersNode>& table<ConsumersNode>();
template <>
const Table<ProducerNode>& table<ProducerNode>();
template <>
const Table<Binding>& table<Binding>();
template <>
const Table<QueueExpect>& table<QueueExpect>();
template <>
const Table<ProducerExpect>& table<ProducerExpect>();

// A rule as the file says it; its thresholds are read once the metric is known.
struct RuleText {
  std::string name, metric, above, below, because;
  std::vector<std::string> outside;
  Severity severity = Severity::warning;
  Nanos for_time = 0;
};
template <>
const Table<RuleText>& table<RuleText>();

// Reads the whole workload; problems are the reader's.
Workload read_workload(const Node& root, Reader& reader);
// A file is a scenario when it names producers, queues or exchanges.
bool is_scenario(const Node& root);
Scenario read_scenario(const Node& root, Reader& reader);
// Every effective setting, path -> text; secrets are masked.
Settings settings_of(const Workload& workload);
Settings settings_of(const Scenario& scenario);

// For settings, schema and reference: all settings with their full paths ("publishers.rate",
// "rules[].metric"), in order.
struct Setting {
  std::string path;
  const FieldInfo* info;
};
std::vector<Setting> settings_below(const std::vector<const FieldInfo*>& fields);
std::vector<Setting> all_settings();
std::vector<const FieldInfo*> top_level_fields();
// Of a scenario: everything, and what a workload does not have ("queues[].expect.noBacklog").
std::vector<Setting> scenario_settings();
std::vector<Setting> scenario_only_settings();
std::vector<const FieldInfo*> scenario_fields();

// What makes a file a suite; read by config, which lays the entries over the top level before any table is asked.
std::vector<Setting> suite_settings();

std::string_view type_name(FieldType type);
// "1 to 10,000", "0s or more", "more than 0", "classic, quorum"; empty when anything goes.
std::string bounds_text(const FieldInfo& info);
// A limit in the words of the field's type: 1e9 of a duration is "1s".
std::string limit_text(FieldType type, double value);

}  // namespace amqpace::model
