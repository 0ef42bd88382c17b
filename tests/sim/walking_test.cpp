// SPDX-License-Identifier: Apache-2.0
// Every setting of the field tables is proven to reach the broker or the engine: no key is read and then
// ignored. A new line of a table fails this test until it has a row (walk_*.cpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "model/fields.hpp"
#include "walk.hpp"

namespace amqpace::testing {
namespace {

const char* const kBase = R"(
name: walk
broker: amqp://guest:guest@broker
topology: { queue: q }
publishers: { rate: 100, messageSize: 64 }
warmup: 0s
runFor: 1s
drain: 2s
)";

// Leaves this many messages in the queue.
std::string earlier_run(int messages) {
  return "name: earlier\nbroker: amqp://guest:guest@broker\ntopology: { queue: q }\npublishers: { rate: 100, "
         "messageSize: 64, maxMessages: " +
         std::to_string(messages) + " }\nconsumers: { concurrency: 0 }\nwarmup: 0s\nrunFor: 1s\ndrain: 1s\n";
}

SimSetup setup_of(const Given& given) {
  std::string yaml = kBase;
  const std::string size = ", messageSize: 64";
  if (!given.sized) yaml.erase(yaml.find(size), size.size());
  SimSetup setup{.yaml = std::move(yaml), .faults = given.faults, .net = {}, .overrides = {}, .arrange = {}};
  setup.net.latency = kMillisecond;  // four hops from a publisher over the tap to a consumer or to a confirm
  setup.net.segment_reads = false;
  setup.vhosts = {"/", "elsewhere"};
  setup.through_tap = true;
  for (const std::string& change : given.set) setup.overrides.push_back(config::parse_set(change).value());
  if (given.leftovers > 0) setup.earlier.push_back(earlier_run(given.leftovers));
  if (given.silent)
    setup.arrange = [](net::SimNet& net, net::SimLoop&, net::SimLoop&) {
      net.swallow_connects(net::Address::tcp("broker", 5672));
    };
  return setup;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = [] {
    std::vector<Row> out;
    for (const auto& of_block :
         {run_rows(), topology_rows(), publisher_rows(), consumer_rows(), expect_rows(), rule_rows()})
      out.insert(out.end(), of_block.begin(), of_block.end());
    return out;
  }();
  return all;
}

// What the runs without the rows' values look like; rows that are given the same share one.
class Baselines {
 public:
  const SimResult& of(const Given& given) {
    std::string key = given.faults + "/" + std::to_string(given.leftovers) + (given.silent ? "/silent" : "") +
                      (given.sized ? "" : "/unsized");
    for (const std::string& change : given.set) key += "\n" + change;
    const auto known = runs_.find(key);
    return known != runs_.end() ? known->second
                                : runs_.emplace(key, run_simulated(setup_of(given))).first->second;
  }

 private:
  std::map<std::string, SimResult> runs_;
};

void walk(const Row& row, Baselines& baselines) {
  SimSetup setup = setup_of(row.given);
  const std::string path = row.path.substr(0, row.path.find("[]"));
  setup.overrides.push_back({path, row.value, "--set " + path});
  if (!row.reason.empty()) {
    SimResult only_planned;
    only_planned.record.plan = plan_of(setup.yaml, setup.overrides);
    EXPECT_EQ(row.observe(only_planned), row.expected);
    return;
  }
  EXPECT_EQ(row.observe(run_simulated(setup)), row.expected);
  EXPECT_NE(row.observe(baselines.of(row.given)), row.expected)
      << "the run without it shows the same: this row proves nothing";
}

bool is_block(const model::FieldInfo& info) {
  return info.type == model::FieldType::block || info.type == model::FieldType::block_list;
}

TEST(Walk, EverySettingOfTheTablesHasARowAndEveryRowIsOfASetting) {
  std::set<std::string> paths, settings;
  for (const Row& row : rows()) paths.insert(row.path);
  for (const auto& setting : model::all_settings()) {
    if (is_block(*setting.info)) continue;
    settings.insert(setting.path);
    EXPECT_TRUE(paths.contains(setting.path))
        << "setting '" << setting.path
        << "' has no row in walk_*.cpp: add one that shows on the wire or in the "
        << "record that it does something";
  }
  for (const std::string& path : paths)
    EXPECT_TRUE(settings.contains(path)) << "the row of '" << path << "' is of no setting of the tables";
}

TEST(Walk, EveryChoiceIsWalked) {
  // In a body of 64 bytes there is room, so that automatic is body already.
  const std::set<std::string> same_as_default{"publishers.stamp=body"};
  for (const auto& setting : model::all_settings()) {
    for (const auto choice : setting.info->choices) {
      if (choice == setting.info->standard) continue;
      if (same_as_default.contains(setting.path + "=" + std::string(choice))) continue;
      const auto in_list = std::string(setting.info->key) + ": " + std::string(choice);
      EXPECT_TRUE(std::any_of(rows().begin(), rows().end(),
                              [&](const Row& row) {
                                return row.path == setting.path &&
                                       (row.value == choice ||
                                        (row.path.find("[]") != std::string::npos &&
                                         row.value.find(in_list) != std::string::npos));
                              }))
          << "no row of '" << setting.path << "' sets it to '" << choice << "'";
    }
  }
}

TEST(Walk, OnlyTheseSettingsCannotBeSeenInASimulatedRun) {
  std::set<std::string> exceptions;
  for (const Row& row : rows())
    if (!row.reason.empty()) exceptions.insert(row.path);
  EXPECT_EQ(exceptions,
            (std::set<std::string>{"description", "management", "managementUser", "managementPassword", "sasl",
                                   "tls.ca", "tls.cert", "tls.key", "tls.keyPassword", "tls.serverName",
                                   "tls.verify", "tls.minVersion"}));
}

TEST(Walk, EverySettingReachesTheBrokerOrTheEngine) {
  Baselines baselines;
  for (const Row& row : rows()) {
    SCOPED_TRACE(row.path + ": " + row.value);
    walk(row, baselines);
  }
}

}  // namespace
}  // namespace amqpace::testing
