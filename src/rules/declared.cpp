// SPDX-License-Identifier: Apache-2.0
// A report can only echo what it was asked for; the broker is the authority. Compares what the file states
// with what the management API shows. Only stated keys: a default of the broker's is its own business.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/units.hpp"
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

const std::string* find(const Shown& shown, const std::string& key) {
  const auto it = std::find_if(shown.begin(), shown.end(), [&](const auto& entry) { return entry.first == key; });
  return it == shown.end() ? nullptr : &it->second;
}

// What both readings of one queue show. A policy is seen only some seconds after the queue was declared, so it may be in the
// second one alone; a queue that the run deleted is in the first one alone.
struct Seen {
  const Shown* before = nullptr;
  const Shown* after = nullptr;
  bool any() const { return before != nullptr || after != nullptr; }
  const std::string* value(const std::string& key) const {
    const std::string* first = before != nullptr ? find(*before, key) : nullptr;
    return first != nullptr || after == nullptr ? first : find(*after, key);
  }
};

Seen seen_of(const model::BrokerFacts& facts, const std::string& queue) {
  const auto of = [&queue](const auto& all) {
    const auto it = all.find(queue);
    return it == all.end() ? nullptr : &it->second;
  };
  return {of(facts.queues), of(facts.queues_after)};
}

class Comparison {
 public:
  void queue(const model::QueueSpec& queue, const Seen& seen, bool declared) {
    ++queues_;
    if (!queue.type.empty()) compare(seen, queue.name, "type", queue.type);
    // Without a declaration of ours the usual durability was not asked for; another one was.
    if (declared || !queue.durable) compare(seen, queue.name, "durable", queue.durable ? "true" : "false");
    for (const auto& [key, value] : queue.arguments) {
      // Lists and maps may be shown in another order than they were said in.
      if (value.as<ArgumentList>() != nullptr || value.as<Arguments>() != nullptr) continue;
      compare(seen, queue.name, "argument." + key, text_of(value));
      policy(seen, queue.name, key, text_of(value));
    }
    mirrors(queue, seen);
  }

  Outcome outcome() const {
    if (!differences_.empty()) {
      return fired(differences_ + (unmirrored_.empty() ? "" : "; " + unmirrored_),
                   "the broker runs another queue than the file describes, so these numbers "
                   "belong to that one");
    }
    if (!unmirrored_.empty()) {
      return fired_as(model::Severity::warning, unmirrored_,
                      "these numbers are a plain classic queue's: mirroring is a policy on the broker, not a setting of a queue");
    }
    return passed(fmt::format("{} stated settings of {} queues are what the broker shows", keys_, queues_));
  }

 private:
  static void add(std::string& to, const std::string& sentence) { to += (to.empty() ? "" : "; ") + sentence; }

  void compare(const Seen& seen, const std::string& queue, const std::string& key, const std::string& asked) {
    ++keys_;
    const std::string* value = seen.value(key);
    if (value != nullptr && *value == asked) return;
    add(differences_, fmt::format("{}: {} is {}, and was asked to be {}", queue, key, value != nullptr ? *value : "not set", asked));
  }

  // Of a limit stated both by an argument and by a policy the broker takes the lower one; of anything else the argument.
  void policy(const Seen& seen, const std::string& queue, const std::string& key, const std::string& asked) {
    if (!key.starts_with("x-")) return;
    const std::string* value = seen.value("policy." + key.substr(2));
    if (value == nullptr) return;
    const auto limit = parse_number(*value), stated = parse_number(asked);
    if (!limit || !stated || *limit >= *stated) return;
    const std::string* by = seen.value("operator-policy");
    const char* kind = by != nullptr ? "operator policy" : "policy";
    if (by == nullptr) by = seen.value("policy");
    add(differences_, fmt::format("{}: {} is {} by {} {}, and was asked to be {}", queue, key, *value, kind,
                                  by != nullptr ? *by : "", asked));
  }

  // Whether a policy applies is known only from the second reading.
  void mirrors(const model::QueueSpec& queue, const Seen& seen) {
    if (!queue.mirrored || seen.value("policy.ha-mode") != nullptr || seen.after == nullptr) return;
    add(unmirrored_, fmt::format("{}: classic-mirrored was asked for, and no policy of the broker mirrors it", queue.name));
  }

  int keys_ = 0, queues_ = 0;
  std::string differences_, unmirrored_;
};

}  // namespace

Outcome declared_equals_asked(const model::Record& record) {
  Comparison all;
  for (const auto& queue : record.plan.queues) {
    const Seen seen = seen_of(record.facts, queue.name);
    if (seen.any()) all.queue(queue, seen, record.plan.declare);
  }
  return all.outcome();
}

}  // namespace amqpace::rules
