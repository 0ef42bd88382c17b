// SPDX-License-Identifier: Apache-2.0
// What the broker said about itself, in the JSON: where it was reached, its product, faults; with a management API its queues
// and nodes too.
#include <algorithm>
#include <charconv>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "report/json_record.hpp"

namespace amqpace::report {

using model::BrokerFacts;
using model::NodeFacts;
using Layout = JsonWriter::Layout;

namespace {

using Shown = std::vector<std::pair<std::string, std::string>>;

// The number an injector's sentence begins with: 150 of "150 messages lost".
void leading_number(JsonWriter& w, const std::string& text) {
  std::uint64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  error == std::errc{} && end != text.data() ? w.number(n) : w.null();
}

void faults(JsonWriter& w, const BrokerFacts& facts) {
  w.key("faults").begin_array();
  for (const auto& [fault, injected] : facts.faults) {
    w.begin_object(Layout::one_line).key("fault").text(fault).key("injected").text(injected).key("count");
    leading_number(w, injected);
    w.end_object();
  }
  w.end_array();
}

void moment(JsonWriter& w, std::string_view name, const std::vector<NodeFacts>& nodes, const std::string& which) {
  w.key(name);
  const auto it = std::find_if(nodes.begin(), nodes.end(), [&](const auto& node) { return node.name == which; });
  if (it == nodes.end()) {
    w.null();
    return;
  }
  w.begin_object(Layout::one_line);
  w.key("running").boolean(it->running);
  w.key("memoryBytes").number(it->memory);
  w.key("memoryLimitBytes").number(it->memory_limit);
  w.key("memoryAlarm").boolean(it->memory_alarm);
  w.key("diskFreeBytes").number(it->disk_free);
  w.key("diskFreeLimitBytes").number(it->disk_limit);
  w.key("diskAlarm").boolean(it->disk_alarm);
  w.end_object();
}

void nodes(JsonWriter& w, const BrokerFacts& facts) {
  std::vector<std::string> names;
  for (const auto* list : {&facts.nodes_before, &facts.nodes_after}) {
    for (const auto& node : *list)
      if (std::find(names.begin(), names.end(), node.name) == names.end()) names.push_back(node.name);
  }
  w.key("nodes").begin_array();
  for (const auto& name : names) {
    w.begin_object().key("name").text(name);
    moment(w, "before", facts.nodes_before, name);
    moment(w, "after", facts.nodes_after, name);
    w.end_object();
  }
  w.end_array();
}

const std::string* find(const Shown& facts, std::string_view key) {
  const auto it = std::find_if(facts.begin(), facts.end(), [&](const auto& entry) { return entry.first == key; });
  return it == facts.end() ? nullptr : &it->second;
}

void group(JsonWriter& w, std::string_view name, const Shown& facts, std::string_view prefix) {
  w.key(name).begin_object(Layout::one_line);
  for (const auto& [key, value] : facts)
    if (key.starts_with(prefix)) w.key(redact(key.substr(prefix.size()))).text(value);
  w.end_object();
}

void declared(JsonWriter& w, std::string_view name, const std::map<std::string, Shown>& all, const std::string& queue) {
  w.key(name);
  const auto it = all.find(queue);
  if (it == all.end()) {
    w.null();
    return;
  }
  const Shown& facts = it->second;
  const auto text = [&](std::string_view key, const char* fact) {
    w.key(key);
    const auto* value = find(facts, fact);
    value == nullptr ? w.null() : w.text(*value);
  };
  w.begin_object();
  text("type", "type");
  w.key("durable");
  const auto* durable = find(facts, "durable");
  durable == nullptr ? w.null() : w.boolean(*durable == "true");
  text("leader", "leader");
  w.key("members").begin_array(Layout::one_line);
  if (const auto* members = find(facts, "members"); members != nullptr)
    for (const auto member : split(*members, ' ')) w.text(member);
  w.end_array();
  text("policy", "policy");
  text("operatorPolicy", "operator-policy");
  group(w, "arguments", facts, "argument.");
  group(w, "effectivePolicy", facts, "policy.");
  w.end_object();
}

void of_management(JsonWriter& w, const model::Record& record) {
  const auto& facts = record.facts;
  w.key("cluster").text(facts.cluster);
  w.key("queues").begin_array();
  for (const auto& queue : record.plan.queues) {
    if (facts.queues.count(queue.name) + facts.queues_after.count(queue.name) == 0) continue;
    w.begin_object().key("name").text(queue.name);
    declared(w, "before", facts.queues, queue.name);
    declared(w, "after", facts.queues_after, queue.name);
    w.end_object();
  }
  w.end_array();
  nodes(w, facts);
}

}  // namespace

void write_broker(JsonWriter& w, const model::Record& record) {
  const auto& facts = record.facts;
  w.key("broker").begin_object();
  w.key("uri").text(record.broker);
  w.key("product").text(facts.product);
  w.key("embedded").boolean(facts.embedded);
  w.key("managementAsked").boolean(facts.management_asked);
  w.key("managementRead").boolean(facts.management_read);
  if (facts.management_read) of_management(w, record);
  if (!facts.notes.empty()) {
    w.key("notes").begin_array();
    for (const auto& note : facts.notes) w.text(note);
    w.end_array();
  }
  faults(w, facts);
  w.end_object();
}

}  // namespace amqpace::report
