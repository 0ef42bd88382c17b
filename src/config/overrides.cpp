// SPDX-License-Identifier: Apache-2.0
#include "config/overrides.hpp"

#include <algorithm>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "config/yaml.hpp"

namespace amqpace::config {
namespace {

using model::Node;

void set_origin(Node& node, const std::string& origin) {
  node.place = {0, 0, origin};
  for (auto& item : node.items) set_origin(item, origin);
  for (auto& [key, value] : node.entries) {
    set_origin(key, origin);
    set_origin(value, origin);
  }
}

Node word(std::string_view text, const model::Place& place) {
  Node node;
  node.text = std::string(text);
  node.place = place;
  return node;
}

Node word(std::string_view text, const std::string& origin) { return word(text, model::Place{0, 0, origin}); }

std::optional<Node> value_of(const Override& change, model::Reader& reader) {
  const std::string_view text = trim(change.value);
  if (!text.starts_with('[') && !text.starts_with('{')) return word(text, change.origin);
  model::Reader inner;
  auto node = parse_yaml(text, inner);
  for (const auto& problem : inner.problems) reader.error(word("", change.origin), problem.text);
  if (!node || !inner.problems.empty()) return std::nullopt;
  set_origin(*node, change.origin);
  return node;
}

// "producers[bench].rate" in parts: a '.' inside brackets belongs to a name.
std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= path.size(); ++i) {
    if (i < path.size() && path[i] == '[') ++depth;
    if (i < path.size() && path[i] == ']') --depth;
    if (i < path.size() && (path[i] != '.' || depth > 0)) continue;
    parts.push_back(path.substr(begin, i - begin));
    begin = i + 1;
  }
  return parts;
}

// The item of a list of nodes by its name or its number: "queues[ex.work]", "queues[0]".
Node* item_of(Node& list, std::string_view which) {
  for (auto& item : list.items) {
    const Node* name = item.find("name");
    if (name != nullptr && name->text == which) return &item;
  }
  const bool number = !which.empty() && which.find_first_not_of("0123456789") == std::string_view::npos;
  const auto index = number ? parse_integer(which) : Result<std::int64_t>(-1);
  if (!index || *index < 0 || static_cast<std::size_t>(*index) >= list.items.size()) return nullptr;
  return &list.items[static_cast<std::size_t>(*index)];
}

// Missing blocks on the way are made; what is none is an error.
Node* step_into(Node& node, std::string_view key, const model::Place& place, bool last) {
  if (node.empty_value()) {
    node.kind = Node::Kind::map;
    node.text.clear();
  }
  if (!node.map()) return nullptr;
  if (const std::size_t open = key.find('['); open != std::string_view::npos && key.ends_with(']')) {
    for (auto& entry : node.entries) {
      if (entry.first.text == key.substr(0, open) && entry.second.list())
        return item_of(entry.second, key.substr(open + 1, key.size() - open - 2));
    }
    return nullptr;
  }
  for (auto& entry : node.entries) {
    if (entry.first.text != key) continue;
    if (last) entry.first.place = place;
    return &entry.second;
  }
  node.entries.push_back({word(key, place), word("", place)});
  return &node.entries.back().second;
}

// An argument's name may have dots of its own.
std::vector<std::string_view> keys_of(std::string_view path) {
  constexpr std::string_view kArguments = "topology.arguments.";
  auto keys = parts_of(path);
  if (path.starts_with(kArguments)) {
    keys.resize(2);
    keys.push_back(path.substr(kArguments.size()));
  }
  return keys;
}

// Whether a file may have it: a setting, a block, or something in a map of arguments.
bool is_setting(std::string_view path) {
  std::string shown;  // "queues[ex.work].consumers" as the tables have it: "queues[].consumers"
  int depth = 0;
  for (const char c : path) {
    if (c == ']') --depth;
    if (depth == 0) shown += c;
    if (c == '[') ++depth;
  }
  const auto known = [&shown](const model::Setting& setting) {
    if (setting.info->type == model::FieldType::arguments && shown.starts_with(setting.path + ".")) return true;
    return setting.path == shown;
  };
  const auto workload = model::all_settings(), scenario = model::scenario_settings();
  return std::any_of(workload.begin(), workload.end(), known) || std::any_of(scenario.begin(), scenario.end(), known);
}

// Takes a setting out of the file, so that it has its default. False: there is none of that name.
bool unset(const Override& change, Node& root) {
  auto keys = keys_of(change.path);
  const std::string_view last = keys.back();
  keys.pop_back();
  Node* node = &root;
  for (const auto key : keys) {
    const std::size_t item = key.find('[');
    if (node->find(key.substr(0, item)) == nullptr) return item == std::string_view::npos && is_setting(change.path);
    node = step_into(*node, key, {0, 0, change.origin}, false);
    if (node == nullptr) return false;
    if (!node->map()) return is_setting(change.path);
  }
  const auto gone = std::erase_if(node->entries, [last](const Node::Entry& entry) { return entry.first.text == last; });
  return gone > 0 || is_setting(change.path);
}

}  // namespace

void put(Node& root, const Node& path, Node value, model::Reader& reader) {
  const std::string& text = path.text;
  const auto keys = keys_of(text);
  Node* node = &root;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string_view key = keys[i];
    const bool last = i + 1 == keys.size();
    node = step_into(*node, key, path.place, last);
    if (node == nullptr) {
      reader.error(path, "'" + printable(text, 128) + "' cannot be set: what holds it is not a block, or not there");
      return;
    }
    if (last) break;
  }
  *node = std::move(value);
}

void apply(const Override& change, Node& root, model::Reader& reader) {
  if (trim(change.value).empty() && unset(change, root)) return;
  auto value = value_of(change, reader);
  if (value) put(root, word(change.path, change.origin), std::move(*value), reader);
}

Result<Override> parse_set(std::string_view path_and_value) {
  const std::size_t equals = path_and_value.find('=');
  if (equals == std::string_view::npos || trim(path_and_value.substr(0, equals)).empty()) {
    return fail(ErrorKind::bad_input, "--set takes path=value", {}, "such as --set publishers.rate=5k; nothing behind the = is the default again");
  }
  const std::string path(trim(path_and_value.substr(0, equals)));
  return Override{path, std::string(path_and_value.substr(equals + 1)), "--set " + path};
}

std::string recorded(const Override& change) {
  const bool secret = change.path.find("assword") != std::string::npos;
  const std::string separator = change.origin.starts_with("--set") ? "=" : " ";
  return change.origin + separator + (secret ? "***" : redact(change.value));
}

}  // namespace amqpace::config
