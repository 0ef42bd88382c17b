// SPDX-License-Identifier: Apache-2.0
// A report can only echo what it was asked for; the broker is the authority. Compares what the file states
// with what the management API shows. Only stated keys: a default of the broker's is its own business.
#include <fmt/format.h>

#include <algorithm>

#include "model/values.hpp"
#include "rules/checks.hpp"

namespace amqpace::rules {

namespace {

using Shown = std::vector<std::pair<std::string, std::string>>;

// As mgmt/facts shows what the broker answered.
std::string text_of(const model::ArgumentValue& value) {
  const auto* text = value.as<std::string>();
  return text != nullptr ? *text : model::argument_text(value);
}

struct Comparison {
  int keys = 0;
  std::string differences;

  void compare(const Shown& shown, const std::string& queue, const std::string& key,
               const std::string& asked) {
    ++keys;
    const auto it =
        std::find_if(shown.begin(), shown.end(), [&](const auto& entry) { return entry.first == key; });
    const bool there = it != shown.end();
    if (there && it->second == asked) return;
    differences += fmt::format("{}{}: {} is {}, and was asked to be {}", differences.empty() ? "" : "; ",
                               queue, key, there ? it->second : "not set", asked);
  }
};

}  // namespace

Outcome declared_equals_asked(const model::Record& record) {
  Comparison all;
  int queues = 0;
  for (const auto& queue : record.plan.queues) {
    const auto it = record.facts.queues.find(queue.name);
    if (it == record.facts.queues.end()) continue;
    ++queues;
    if (!queue.type.empty()) all.compare(it->second, queue.name, "type", queue.type);
    // Without a declaration of ours nothing was asked about durability.
    if (record.plan.declare) all.compare(it->second, queue.name, "durable", queue.durable ? "true" : "false");
    for (const auto& [key, value] : queue.arguments) {
      // Lists and maps may be shown in another order than they were said in.
      if (value.as<ArgumentList>() != nullptr || value.as<Arguments>() != nullptr) continue;
      all.compare(it->second, queue.name, "argument." + key, text_of(value));
    }
  }
  if (all.differences.empty()) {
    return passed(fmt::format("{} stated settings of {} queues are what the broker shows", all.keys, queues));
  }
  return fired(std::move(all.differences),
               "the broker runs another queue than the file describes, so these numbers "
               "belong to that one");
}

}  // namespace amqpace::rules
