// SPDX-License-Identifier: Apache-2.0
#include "config/overlay.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "model/fields.hpp"

namespace amqpace::config {
namespace {

using model::Node;

constexpr std::array<std::string_view, 4> kOfWorkloads{"topology", "publishers", "consumers", "expect"};

Node::Entry* find(Node& map, std::string_view key) {
  for (auto& entry : map.entries)
    if (entry.first.text == key) return &entry;
  return nullptr;
}

// Maps key by key, everything else whole.
void merge(Node& into, const Node& from) {
  for (const auto& entry : from.entries) {
    auto* there = find(into, entry.first.text);
    if (there == nullptr) {
      into.entries.push_back(entry);
    } else if (there->second.map() && entry.second.map()) {
      merge(there->second, entry.second);
    } else {
      *there = entry;
    }
  }
}

// What `old` sets and `now` does not: "threads", "arguments.x-max-length".
void collect_dropped(const Node& old, const Node& now, const std::string& path, std::vector<std::string>& out) {
  for (const auto& [key, value] : old.entries) {
    const std::string full = path + printable(key.text, 64);
    const Node* there = now.find(key.text);
    if (there == nullptr) {
      out.push_back(full);
    } else if (value.map() && there->map()) {
      collect_dropped(value, *there, full + ".", out);
    }
  }
}

std::string sentence_of(const std::string& block, const std::vector<std::string>& dropped) {
  std::string names;
  for (std::size_t i = 0; i < dropped.size(); ++i)
    names += (i == 0 ? "" : i + 1 == dropped.size() ? " and " : ", ") + dropped[i];
  return "'" + block + "' replaces the top level's block: " + names +
         (dropped.size() == 1 ? " is" : " are") + " not taken over from there (inherit: merge would keep " +
         (dropped.size() == 1 ? "it)" : "them)");
}

bool of_a_workload(const Node::Entry& entry) {
  return std::find(kOfWorkloads.begin(), kOfWorkloads.end(), entry.first.text) != kOfWorkloads.end();
}

}  // namespace

Overlaid overlay(const Node& top, const Node& entry, Inherit inherit) {
  Overlaid out{.tree = top, .notes = {}};
  // An entry with nodes of its own is a scenario, to which a workload's blocks mean nothing.
  if (model::is_scenario(entry) && !model::is_scenario(top)) std::erase_if(out.tree.entries, of_a_workload);
  if (inherit == Inherit::merge) {
    merge(out.tree, entry);
    out.tree.place = entry.place;
    return out;
  }
  for (const auto& own : entry.entries) {
    auto* there = find(out.tree, own.first.text);
    if (there == nullptr) {
      out.tree.entries.push_back(own);
      continue;
    }
    std::vector<std::string> dropped;
    if (there->second.map()) collect_dropped(there->second, own.second, "", dropped);
    if (!dropped.empty()) out.notes.emplace_back(own.first.place, sentence_of(own.first.text, dropped));
    *there = own;
  }
  out.tree.place = entry.place;
  return out;
}

}  // namespace amqpace::config
