// SPDX-License-Identifier: Apache-2.0
#include "config/starter.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "base/text.hpp"
#include "model/fields.hpp"

namespace amqpace::config {

namespace {

using model::FieldInfo;
using model::Setting;

constexpr std::size_t kWidth = 100;

constexpr std::string_view kWorkload = R"(#: name
name: my-workload
#: broker
broker: amqp://guest:${BROKER_PASSWORD:-guest}@localhost:5672

topology:
  #: topology.queue
  queue: my.queue
  #: topology.queueType
  queueType: quorum
  #+ topology

publishers:
  #: publishers.threads
  threads: 2
  #: publishers.rate
  rate: 1000
  #: publishers.messageSize
  messageSize: 1024
  #+ publishers

consumers:
  #: consumers.concurrency
  concurrency: 2
  #: consumers.prefetch
  prefetch: 100
  #: consumers.handlerTime
  handlerTime: 1ms
  #+ consumers

expect:
  #: expect.throughputAtLeast
  throughputAtLeast: 950
  #: expect.noMessagesLost
  noMessagesLost: true
  #+ expect

#: warmup
warmup: 5s
#: runFor
runFor: 30s
#+
)";

constexpr std::string_view kScenario = R"(#: name
name: my-scenario
#: description
description: orders to two queues
#: broker
broker: amqp://guest:${BROKER_PASSWORD:-guest}@localhost:5672

#: warmup
warmup: 5s
#: runFor
runFor: 30s

#: exchanges
exchanges:
  - name: my.orders
    #: exchanges[].type
    type: topic

#: queues
queues:
  - name: my.orders.all
    #: queues[].type
    type: quorum
    #: queues[].bindings
    bindings: [{ exchange: my.orders, routingKey: "#" }]
    #: queues[].consumers
    consumers: { concurrency: 2, prefetch: 100 }
    #: queues[].expect
    expect: { noBacklog: true }
  - name: my.orders.created
    type: classic
    bindings: [{ exchange: my.orders, routingKey: order.created }]
    consumers: { concurrency: 1, prefetch: 100, handlerTime: 500us }
    #+ queues[]

#: producers
producers:
  - name: shop
    #: producers[].exchange
    exchange: my.orders
    #: producers[].routingKeys
    routingKeys: [order.created, order.paid]
    #: producers[].rate
    rate: 1000
    #: producers[].messageSize
    messageSize: 1024
    #: producers[].expect
    expect: { noFailures: true }
    #+ producers[]
)";

constexpr std::string_view kSuite = R"(#: name
name: my-suite
#: broker
broker: amqp://guest:${BROKER_PASSWORD:-guest}@localhost:5672

# The blocks of the top level are those of every entry, unless it has its own.
publishers:
  #: publishers.threads
  threads: 2
  #: publishers.rate
  rate: 1000
  #: publishers.messageSize
  messageSize: 1024

consumers:
  #: consumers.concurrency
  concurrency: 2

#: warmup
warmup: 5s
#: runFor
runFor: 30s

#: inherit
inherit: merge

#: workloads
workloads:
  - name: classic
    topology: { queue: my.classic, routingKey: my.classic, queueType: classic }
  - name: quorum
    topology: { queue: my.quorum, routingKey: my.quorum, queueType: quorum }
  - name: quorum-large
    topology: { queue: my.quorum.large, routingKey: my.quorum.large, queueType: quorum }
    publishers: { messageSize: 16KiB }
#+
)";

constexpr std::array kStarters{
    Starter{"workload", "one queue, a steady rate, consumers, and what is expected of them",
            "A workload: one queue, a steady rate of messages, and consumers that keep up with it.", kWorkload},
    Starter{"scenario", "several exchanges, queues and producers at once", "A scenario: exchanges, queues and producers that run at once.",
            kScenario},
    Starter{"suite", "several runs of one file, compared", "A suite: entries that run one after the other, and one report that compares them.",
            kSuite},
};

std::vector<Setting> known_settings() {
  auto all = model::all_settings();
  for (const auto& more : {model::scenario_settings(), model::suite_settings()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

void wrap(const std::string& text, const std::string& indent, std::string& out) {
  std::string line = indent + "#";
  for (const auto word : split(text, ' ')) {
    if (line.size() + 1 + word.size() > kWidth && line.size() > indent.size() + 1) {
      out += line + "\n";
      line = indent + "#";
    }
    line += " " + std::string(word);
  }
  out += line + "\n";
}

std::string said_of(const std::vector<Setting>& settings, std::string_view path) {
  const auto it = std::find_if(settings.begin(), settings.end(), [&](const Setting& s) { return s.path == path; });
  assert(it != settings.end() && "a starter names a setting that is in no table");
  const FieldInfo& info = *it->info;
  std::string text(info.sentence);
  if (!info.standard.empty() && info.standard != "required" && info.standard != "none")
    text += " (" + std::string(info.standard) + ")";
  return text;
}

bool is_said(std::string_view body, std::string_view path) {
  for (const auto line : split(body, '\n')) {
    const auto word = trim(line);
    if (word.starts_with("#: ") && word.substr(3) == path) return true;
  }
  return false;
}

// What else there is directly below a block, by name.
std::string also(const std::vector<Setting>& settings, std::string_view body, std::string_view block) {
  const std::string prefix = block.empty() ? "" : std::string(block) + ".";
  std::vector<std::string> names;
  for (const auto& setting : settings) {
    if (!setting.path.starts_with(prefix) || is_said(body, setting.path)) continue;
    auto name = setting.path.substr(prefix.size());
    name = name.substr(0, name.find_first_of(".["));
    const std::string at_top = "\n" + name + ":";
    if (prefix.empty() && body.find(at_top) != std::string_view::npos) continue;
    if (std::find(names.begin(), names.end(), name) == names.end() && !is_said(body, prefix + name)) names.push_back(name);
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string about = block.empty() ? "amqpace settings" : "amqpace settings " + std::string(block);
  return "Also: " + join(views, ", ") + ". `" + about + "` explains them.";
}

std::string filled(const Starter& starter) {
  const auto settings = known_settings();
  // A workload's file has no nodes, and a scenario's no blocks of a workload: only what the kind has is offered.
  const auto of_kind = starter.kind == "scenario" ? model::scenario_settings() : model::all_settings();
  std::string out;
  wrap(std::string(starter.opening), "", out);
  out += "#\n#   amqpace check FILE      what is wrong with it, without touching the network\n"
         "#   amqpace run FILE        run it (with --broker embedded: there needs to be no broker)\n#\n"
         "# In parentheses: what holds if the line is not there.\n";
  for (const auto line : split(starter.body.substr(0, starter.body.size() - 1), '\n')) {
    const auto at = line.find_first_not_of(' ');
    const std::string indent(at == std::string_view::npos ? 0 : at, ' ');
    const auto word = trim(line);
    if (word.starts_with("#: ")) wrap(said_of(settings, word.substr(3)), indent, out);
    else if (word.starts_with("#+")) wrap(also(of_kind, starter.body, trim(word.substr(2))), indent, out);
    else out += std::string(line) + "\n";
  }
  return out;
}

}  // namespace

std::span<const Starter> starters() { return kStarters; }

Result<std::string> starter_text(std::string_view kind) {
  std::vector<std::string_view> kinds;
  for (const auto& starter : kStarters) {
    if (starter.kind == kind) return filled(starter);
    kinds.push_back(starter.kind);
  }
  const auto near = nearest(kind, kinds);
  return fail(ErrorKind::bad_input, "there is no starting file of the kind '" + printable(kind, 128) + "'",
              near.empty() ? "" : "did you mean '" + std::string(near) + "'?", "the kinds are: " + join(kinds, ", "));
}

}  // namespace amqpace::config
