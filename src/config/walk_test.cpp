// SPDX-License-Identifier: Apache-2.0
// Walks the field tables: every setting, written into a file, changes what is effective, and nothing else's
// line. A new line of a table is walked without a change here. That each one also reaches engine or broker is
// shown above the engine.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "config/testing.hpp"
#include "model/read_block.hpp"

namespace amqpace::config {
namespace {

using model::FieldType;
using model::Setting;
using testing::load_text;
using testing::problems_of;

// What else a file must say before a setting makes sense.
std::string context_of(std::string_view path) {
  if (path == "topology.exchangeType" || path == "topology.routingKey")
    return "topology: {exchange: ex.other}\n";
  if (path.starts_with("expect.")) return "publishers: {rate: 1000}\n";
  if (path == "publishers.routingKeys") return "topology: {exchange: ex.other}\n";
  if (path == "publishers.connections") return "publishers: {threads: 4}\n";
  if (path == "consumers.connections") return "consumers: {concurrency: 4}\n";
  if (path == "consumers.onFailure") return "consumers: {failureRate: 5%}\n";
  if (path == "consumers.pollInterval") return "consumers: {mode: get}\n";
  if (path == "consumers.streamOffset") return "topology: {declare: false}\n";
  if (path == "prefill.messageSize") return "prefill: {messages: 10}\n";
  if (path == "tls.key" || path == "tls.keyPassword") return "broker: amqps://localhost\ntls: {cert: c.pem}\n";
  if (path.starts_with("tls.")) return "broker: amqps://localhost\n";
  return "";
}

std::map<std::string, std::string> effective(const std::string& context,
                                             const std::vector<Override>& changes) {
  const auto loaded = load_text(
      "name: t\n" + std::string(context.starts_with("broker:") ? "" : "broker: amqp://localhost\n") + context, {},
      changes);
  EXPECT_EQ(problems_of(loaded), "");
  return {loaded.plan.settings.begin(), loaded.plan.settings.end()};
}

TEST(Walk, EverySettingChangesWhatIsEffective) {
  std::size_t walked = 0;
  for (const auto& [path, info] : model::all_settings()) {
    if (info->type == FieldType::block && path != "prefill") continue;
    if (path.starts_with("rules[]")) continue;  // below
    const std::string context = context_of(path);
    const auto before = effective(context, {});
    const auto after = effective(context, {{path, std::string(info->example), "--set " + path}});
    std::set<std::string> changed;
    for (const auto& [name, text] : after) {
      const auto old = before.find(name);
      if (old == before.end() || old->second != text) changed.insert(name);
    }
    EXPECT_FALSE(changed.empty()) << path << ": " << info->example;
    // Defaults that follow another setting change with it.
    if (path == "publishers.confirms") changed.erase("publishers.mandatory");
    if (path == "topology.queue" || path == "topology.exchange") changed.erase("topology.routingKey");
    if (path == "publishers.sizes" || path == "publishers.payload") changed.erase("publishers.messageSize");
    if (path.starts_with("prefill")) changed = {path};
    if (path == "rules") changed = {path};
    if (path == "consumers.ack.every") changed = {path};
    EXPECT_EQ(changed, std::set<std::string>{path}) << path;
    ++walked;
  }
  EXPECT_GT(walked, 60u);
}

// Lines that a scenario's nodes share with a workload's blocks are walked above.
bool is_of_nodes_only(const std::string& path) {
  const auto shared = [&](std::string_view prefix, const auto& infos) {
    return path.starts_with(prefix) && std::any_of(infos.begin(), infos.end(), [&](const auto* info) {
      return std::string_view(path).substr(prefix.size()).starts_with(info->key);
    });
  };
  if (path == "producers[].rate" || path == "producers[].threads" || path == "producers[].routingKeys") return true;
  return !shared("producers[].", model::infos_of<model::PublisherSpec>()) &&
         !shared("queues[].consumers.", model::infos_of<model::ConsumerSpec>());
}

// "queues[].expect.noBacklog" is set as "queues[0].expect.noBacklog".
TEST(Walk, EverySettingOfANodeChangesWhatIsEffective) {
  const std::string nodes =
      "exchanges: [{name: ex.last, type: topic}, {name: ex.jobs, type: direct}, {name: ex.jobs.dead, type: fanout}, "
      "{name: ex.rest, type: fanout}]\n"
      "queues: [{name: q, bindings: [{exchange: ex.jobs, routingKey: k}], consumers: {concurrency: 4}}, {name: r}]\n"
      "producers: [{name: p, exchange: ex.jobs.dead, threads: 4, routingKeys: [k]}, {name: o, routingKeys: [r]}]\n";
  const auto settings_with = [&](const std::vector<Override>& changes) {
    const auto loaded = load_text("name: t\nbroker: amqp://localhost\n" + nodes, {}, changes);
    EXPECT_TRUE(loaded.good()) << problems_of(loaded);
    return loaded.plan.settings;
  };
  const auto before = settings_with({});
  std::size_t walked = 0;
  for (const auto& [path, info] : model::scenario_only_settings()) {
    const bool block = info->type == FieldType::block || info->type == FieldType::block_list;
    if (block || path == "ui" || path.ends_with("].name") || path.find(".bindings[]") != std::string::npos) continue;
    if (!is_of_nodes_only(path)) continue;
    std::string place = path;
    for (std::size_t at = place.find("[]"); at != std::string::npos; at = place.find("[]")) place.replace(at, 2, "[0]");
    std::vector<Override> changes{{place, std::string(info->example), "--set"}};
    if (path == "security.truststorePassword") changes.push_back({"security.truststore", "certs", "--set"});
    if (path == "queues[].deadLetterRoutingKey") changes.push_back({"queues[0].deadLetterExchange", "ex.jobs.dead", "--set"});
    EXPECT_NE(settings_with(changes), before) << place << ": " << info->example;
    ++walked;
  }
  EXPECT_GT(walked, 40u);
}

TEST(Walk, EveryPartOfARuleChangesWhatIsEffective) {
  const std::map<std::string, std::string> lines{
      {"name", "{name: other, metric: publishRate, above: 5}"},
      {"metric", "{name: a, metric: consumeRate, above: 5}"},
      {"above", "{name: a, metric: publishRate, above: 6}"},
      {"below", "{name: a, metric: publishRate, below: 5}"},
      {"outside", "{name: a, metric: publishRate, outside: [5, 6]}"},
      {"severity", "{name: a, metric: publishRate, above: 5, severity: invalid}"},
      {"because", "{name: a, metric: publishRate, above: 5, because: so}"},
      {"for", "{name: a, metric: publishRate, above: 5, for: 5s}"}};
  const auto before = effective("rules: [{name: a, metric: publishRate, above: 5}]\n", {});
  for (const auto* info : model::infos_of<model::RuleText>()) {
    const auto line = lines.find(std::string(info->key));
    ASSERT_NE(line, lines.end()) << info->key;
    EXPECT_NE(effective("rules: [" + line->second + "]\n", {}), before) << info->key;
  }
}

TEST(Walk, EveryBoundIsKept) {
  for (const auto& setting : model::all_settings()) {
    const std::string& path = setting.path;
    const auto* info = setting.info;
    const bool bounded = info->min != 0 || info->max != 0;
    if (!bounded || path.starts_with("rules[]")) continue;
    const FieldType type = info->type == FieldType::other ? info->base : info->type;
    const auto text = [type](double value) {
      return type == FieldType::duration ? std::to_string(static_cast<std::int64_t>(value)) + "ns"
                                         : std::to_string(static_cast<std::int64_t>(value));
    };
    const auto complained = [&](double value) {
      const std::string wanted = "'" + path + "' must be " + model::bounds_text(*info);
      const auto loaded =
          load_text("name: t\nbroker: amqp://localhost\n", {}, {{path, text(value), "--set"}});
      return problems_of(loaded).find(wanted) != std::string::npos;
    };
    const bool low = info->above_min || info->min >= 1 || type == FieldType::integer;
    const double below = info->above_min ? info->min : info->min - 1;
    EXPECT_EQ(complained(below), low) << path;
    if (type == FieldType::share) continue;
    EXPECT_FALSE(complained(info->max)) << path;
    EXPECT_EQ(complained(info->max * 1.01 + 1), info->max > info->min) << path;
  }
}

}  // namespace
}  // namespace amqpace::config
