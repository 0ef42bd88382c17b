// SPDX-License-Identifier: Apache-2.0
// The top level of a scenario file: its nodes, and every top-level setting of a workload that is not one of its blocks.
#include <algorithm>
#include <array>

#include "model/lifted_fields.hpp"

namespace amqpace::model {
namespace {

using S = Scenario;

// Of a workload's one exchange, queue and publisher; a scenario's nodes say the same for each of several.
constexpr std::array<std::string_view, 4> kWorkloadBlocks{"topology", "publishers", "consumers", "expect"};
constexpr std::array<std::string_view, 3> kNodeBlocks{"producers", "queues", "exchanges"};

void set_ui(S&, const Node& node, const Slot& slot) {
  if (!node.map() && !node.empty_value()) slot.complain(node, "is a block");
}

void print_nothing(const S&, const FieldInfo&, const std::string&, Settings&) {}

std::vector<Field<S>> own_fields() {
  return {
      lifted<&S::run>("name"),
      lifted<&S::run>("description"),
      lifted<&S::run>("broker"),
      boolean<&S::declare>({.key = "declare",
                            .standard = "true",
                            .example = "false",
                            .sentence = "declare exchanges, queues and bindings; false uses what is there"}),
      blocks<&S::exchanges>({.key = "exchanges",
                             .standard = "none",
                             .example = "[{name: ex.jobs, type: direct}]",
                             .sentence = "the exchanges that are published to, bound or dead-lettered to"}),
      blocks<&S::queues>({.key = "queues",
                          .standard = "required",
                          .example = "[{name: ex.work}]",
                          .sentence = "the queues, with their bindings, their consumers and what is expected of them"}),
      blocks<&S::producers>({.key = "producers",
                             .standard = "required",
                             .example = "[{name: jobs, exchange: ex.jobs, routingKeys: [job]}]",
                             .sentence = "who publishes, where to and how much"}),
      block<&S::security>({.key = "security",
                           .standard = "none",
                           .example = "{truststore: certs, truststorePassword: changeit}",
                           .sentence = "TLS as files for acemq-workload say it; 'tls' has the same and more, leave one out"}),
      lifted<&S::run>("warmup", "5s"),
      lifted<&S::run>("runFor", "30s"),
      other<S>({.key = "ui",
                .type = FieldType::arguments,
                .standard = "none",
                .example = "{}",
                .sentence = "the layout of a designer; carried in the file, without effect on a run"},
               set_ui, print_nothing),
  };
}

const std::vector<Field<S>>& fields() {
  static const std::vector<Field<S>> all = [] {
    auto list = own_fields();
    add_lifted<&S::run>(list, {"topology", "publishers", "consumers", "expect"});
    return list;
  }();
  return all;
}

bool is_workload_setting(std::string_view key) {
  const auto& workload = table<Workload>().fields;
  return std::any_of(workload.begin(), workload.end(), [key](const auto& f) { return f.key == key; });
}

std::string_view stands_in_for(std::string_view block) {
  if (block == "topology") return "'exchanges' and 'queues'";
  if (block == "publishers") return "'producers'";
  return block == "consumers" ? "'queues[].consumers'" : "'expect' of a queue or a producer";
}

}  // namespace

template <>
const Table<Scenario>& table<Scenario>() {
  static const Table<Scenario> t{fields(), table<Workload>().later};
  return t;
}

bool is_scenario(const Node& root) {
  return std::any_of(kNodeBlocks.begin(), kNodeBlocks.end(), [&](auto key) { return root.find(key) != nullptr; });
}

Scenario read_scenario(const Node& root, Reader& reader) {
  Scenario scenario;
  for (const auto& entry : root.entries) {
    const std::string& key = entry.first.text;
    if (std::find(kWorkloadBlocks.begin(), kWorkloadBlocks.end(), key) == kWorkloadBlocks.end()) {
      read_key(scenario, entry, reader, "");
      continue;
    }
    reader.error(entry.first, "'" + key + "' is a block of a workload, and a file with producers, queues or exchanges "
                              "is a scenario: it says this under " + std::string(stands_in_for(key)));
  }
  // As long as the longest rate profile, unless the file says how long.
  Nanos longest = 0;
  for (const auto& producer : scenario.producers)
    if (producer.enabled && publish_of(producer).throttled())
      longest = std::max(longest, producer.publish.profile_length());
  if (!scenario.run.run_for_given && longest > 0) scenario.run.run_for = longest;
  return scenario;
}

Settings settings_of(const Scenario& scenario) {
  Settings out;
  print_block(scenario, "", out);
  return out;
}

std::vector<const FieldInfo*> scenario_fields() { return infos_of<Scenario>(); }

std::vector<Setting> scenario_settings() { return settings_below(scenario_fields()); }

std::vector<Setting> scenario_only_settings() {
  std::vector<const FieldInfo*> own;
  for (const auto* info : scenario_fields())
    if (!is_workload_setting(info->key)) own.push_back(info);
  return settings_below(own);
}

}  // namespace amqpace::model
