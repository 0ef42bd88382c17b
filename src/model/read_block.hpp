// SPDX-License-Identifier: Apache-2.0
// How a map is read through a table: every key is found or complained about, with the nearest name and the
// known ones.
#pragma once

#include "model/fields.hpp"

namespace amqpace::model {

// The complaint about a key no table knows: "unknown setting 'consumers.prefech'. Did you mean 'prefetch'?
// …".
std::string unknown_setting_text(const std::string& path, std::string_view key,
                                 std::span<const std::string_view> known);

inline std::string sub_path(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : path + "." + std::string(key);
}

template <class T>
std::vector<const FieldInfo*> infos_of() {
  std::vector<const FieldInfo*> out;
  for (const auto& field : table<T>().fields) out.push_back(&field);
  return out;
}

template <class T>
void read_key(T& target, const Node::Entry& entry, Reader& reader, const std::string& path) {
  const std::string& key = entry.first.text;
  const std::string full = sub_path(path, key);
  for (const auto& field : table<T>().fields) {
    if (field.key != key) continue;
    field.set(target, entry.second, Slot{field, full, reader});
    return;
  }
  for (const auto& later : table<T>().later) {
    if (later == key) return reader.error(entry.first, "'" + full + "' is not supported by this version yet");
  }
  std::vector<std::string_view> known;
  for (const auto& field : table<T>().fields) known.push_back(field.key);
  reader.error(entry.first, unknown_setting_text(path, key, known));
}

// `path` is the block's own: "" for the top level.
template <class T>
void read_block(T& target, const Node& node, Reader& reader, const std::string& path) {
  if (node.empty_value()) return;  // a block whose lines are all commented out
  if (!node.map()) {
    reader.error(node, (path.empty() ? std::string("the file") : "'" + path + "'") +
                           " is a block of settings, not a " + (node.list() ? "list" : "single value"));
    return;
  }
  for (const auto& entry : node.entries) read_key(target, entry, reader, path);
}

template <class T>
void print_block(const T& target, const std::string& path, Settings& out) {
  for (const auto& field : table<T>().fields) field.print(target, field, sub_path(path, field.key), out);
}

}  // namespace amqpace::model
