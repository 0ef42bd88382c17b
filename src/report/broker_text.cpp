// SPDX-License-Identifier: Apache-2.0
#include "report/broker_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/memory_text.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

using model::BrokerFacts;
using model::NodeFacts;

namespace {

using Shown = std::vector<std::pair<std::string, std::string>>;

const Shown& facts_of(const std::map<std::string, Shown>& all, const std::string& queue) {
  static const Shown none;
  const auto it = all.find(queue);
  return it == all.end() ? none : it->second;
}

std::optional<std::string> value_of(const Shown& shown, const std::string& key) {
  const auto it = std::find_if(shown.begin(), shown.end(), [&](const auto& entry) { return entry.first == key; });
  return it == shown.end() ? std::nullopt : std::optional(it->second);
}

// "x-max-length 5, x-overflow drop-head"
std::string all_of(const Shown& facts, std::string_view prefix) {
  std::string out;
  for (const auto& [key, value] : facts) {
    // The type is said already.
    if (!key.starts_with(prefix) || key == "argument.x-queue-type") continue;
    out += (out.empty() ? "" : ", ") + shown(key.substr(prefix.size())) + " " + shown(value);
  }
  return out;
}

// What is the same before and after is said once.
std::string moved(const std::string& before, const std::string& after) {
  if (before.empty() || after.empty() || before == after) return after.empty() ? before : after;
  return before + " → " + after;
}

std::string queue_text(const BrokerFacts& facts, const std::string& name, std::size_t width) {
  const Shown& before = facts_of(facts.queues, name);
  const Shown& after = facts_of(facts.queues_after, name);
  const Shown& latest = after.empty() ? before : after;
  const auto text = [](const Shown& from, const std::string& key) { return shown(value_of(from, key).value_or("")); };
  std::string out = padded(shown(name), width) + "  " + text(latest, "type");
  if (const auto durable = value_of(latest, "durable")) out += *durable == "true" ? ", durable" : ", not durable";
  const auto add = [&out](const char* word, const std::string& value) {
    if (!value.empty()) out += fmt::format(", {} {}", word, value);
  };
  add("leader", moved(text(before, "leader"), text(after, "leader")));
  add("members", moved(text(before, "members"), text(after, "members")));
  if (const auto arguments = all_of(latest, "argument."); !arguments.empty()) out += ", " + arguments;
  add("policy", text(latest, "policy"));
  add("operator policy", text(latest, "operator-policy"));
  if (const auto effective = all_of(latest, "policy."); !effective.empty()) out += " (" + effective + ")";
  return out;
}

std::string alarm_text(const char* what, bool before, bool after) {
  if (!before && !after) return {};
  const char* state = before && after ? "on, before and after" : after ? "came on" : "went off";
  return fmt::format(", {} alarm {}", what, state);
}

// `before` and `after`: nullptr when management did not show the node then.
std::string node_text(const NodeFacts* before, const NodeFacts* after) {
  const NodeFacts& latest = after != nullptr ? *after : *before;
  std::string out = shown(latest.name);
  const bool ran_before = before != nullptr && before->running, runs = after == nullptr ? ran_before : after->running;
  if (!runs) return out + (ran_before ? "  stopped running" : "  not running");
  if (before != nullptr && !before->running) out += "  came up";
  const auto change = [&](std::uint64_t NodeFacts::*member) {
    const auto text = [&](const NodeFacts* node) {
      return node == nullptr || node->*member == 0 ? std::string() : memory_text(node->*member);
    };
    return moved(text(before), text(after));
  };
  const auto add = [&out](const std::string& text) { out += (out.find("  ") == std::string::npos ? "  " : ", ") + text; };
  if (latest.memory > 0) {
    add("memory " + change(&NodeFacts::memory) + (latest.memory_limit > 0 ? " of " + memory_text(latest.memory_limit) : ""));
  }
  if (latest.disk_free > 0) add("disk free " + change(&NodeFacts::disk_free));
  const auto of = [&](bool NodeFacts::*member) {
    const bool was = before != nullptr && before->*member, is = after == nullptr ? was : after->*member;
    return std::pair(was, is);
  };
  const auto [memory_was, memory_is] = of(&NodeFacts::memory_alarm);
  const auto [disk_was, disk_is] = of(&NodeFacts::disk_alarm);
  const auto alarms = alarm_text("memory", memory_was, memory_is) + alarm_text("disk", disk_was, disk_is);
  return out + (alarms.empty() ? ", no alarm" : alarms);
}

const NodeFacts* find(const std::vector<NodeFacts>& nodes, const std::string& name) {
  const auto it = std::find_if(nodes.begin(), nodes.end(), [&](const auto& node) { return node.name == name; });
  return it == nodes.end() ? nullptr : &*it;
}

std::string product_text(const BrokerFacts& facts) {
  std::string out = shown(facts.product);
  if (!facts.cluster.empty()) out += ", cluster " + shown(facts.cluster);
  return out;
}

}  // namespace

std::vector<BrokerLine> broker_lines(const model::Record& record) {
  const auto& facts = record.facts;
  std::vector<BrokerLine> lines;
  if (!facts.product.empty()) lines.push_back({"broker", product_text(facts)});
  const auto is_shown = [&facts](const auto& queue) {
    return facts.queues.count(queue.name) + facts.queues_after.count(queue.name) > 0;
  };
  std::size_t width = 0;
  for (const auto& queue : record.plan.queues)
    if (is_shown(queue)) width = std::max(width, width_of(shown(queue.name)));
  for (const auto& queue : record.plan.queues)
    if (is_shown(queue)) lines.push_back({"queue", queue_text(facts, queue.name, width)});
  for (const auto& node : facts.nodes_before) lines.push_back({"node", node_text(&node, find(facts.nodes_after, node.name))});
  for (const auto& node : facts.nodes_after) {
    if (find(facts.nodes_before, node.name) == nullptr) lines.push_back({"node", node_text(nullptr, &node)});
  }
  for (const auto& note : facts.notes) lines.push_back({"note", shown(note)});
  return lines;
}

}  // namespace amqpace::report
