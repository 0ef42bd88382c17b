// SPDX-License-Identifier: Apache-2.0
#include "model/scenario.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "model/objectives.hpp"

namespace amqpace::model {

namespace {
constexpr double kRate = 1000, kPerThread = 20'000, kMostThreads = 64;
constexpr Nanos kWarmup = 5 * kSecond, kRunFor = 30 * kSecond;
}  // namespace

Scenario::Scenario() {
  run.warmup = kWarmup;
  run.run_for = kRunFor;
}

Arguments arguments_of(const QueueNode& queue) {
  Arguments out = queue.arguments;
  const auto add = [&out](const char* key, auto value) { out.emplace_back(key, ArgumentValue(std::move(value))); };
  if (queue.dead_letter_exchange) add("x-dead-letter-exchange", *queue.dead_letter_exchange);
  if (queue.dead_letter_routing_key) add("x-dead-letter-routing-key", *queue.dead_letter_routing_key);
  if (queue.message_ttl) add("x-message-ttl", static_cast<std::int64_t>(*queue.message_ttl / kMillisecond));
  if (queue.max_length) add("x-max-length", *queue.max_length);
  return out;
}

PublisherSpec publish_of(const ProducerNode& producer) {
  PublisherSpec publish = producer.publish;
  if (!producer.rate_given && !publish.unthrottled) publish.rate = kRate;
  publish.threads = producer.threads;
  if (publish.threads > 0) return publish;
  publish.threads = 1;
  if (publish.throttled())
    publish.threads = static_cast<std::int64_t>(std::clamp(std::ceil(*publish.rate / kPerThread), 1.0, kMostThreads));
  return publish;
}

std::vector<Objective> objectives_of(const QueueNode& queue) {
  using Kind = Objective::Kind;
  std::vector<Objective> out;
  const auto& e = queue.expect;
  if (e.consume_rate_at_least)
    out.push_back({.kind = Kind::consume_rate_at_least, .key = "consumeRateAtLeast", .rate = *e.consume_rate_at_least});
  add_budgets(out, e.end_to_end, Kind::end_to_end_below);
  if (e.no_backlog) out.push_back({.kind = Kind::no_backlog, .key = "noBacklog"});
  if (e.no_messages_lost) out.push_back({.kind = Kind::no_messages_lost, .key = "noMessagesLost"});
  if (e.no_duplicates) out.push_back({.kind = Kind::no_duplicates, .key = "noDuplicates"});
  if (e.in_order) out.push_back({.kind = Kind::in_order, .key = "inOrder"});
  for (auto& objective : out) objective.node = queue.name;
  return out;
}

std::vector<Objective> objectives_of(const ProducerNode& producer) {
  using Kind = Objective::Kind;
  std::vector<Objective> out;
  const auto& e = producer.expect;
  if (e.achieved_rate_at_least) {
    out.push_back(
        {.kind = Kind::achieved_rate_at_least, .key = "achievedRateAtLeast", .rate = *e.achieved_rate_at_least});
  }
  if (e.within_percent_of_offered) {
    out.push_back({.kind = Kind::within_percent_of_offered,
                   .key = "withinPercentOfOffered",
                   .rate = *e.within_percent_of_offered});
  }
  if (e.no_failures) out.push_back({.kind = Kind::no_failures, .key = "noFailures"});
  add_budgets(out, e.publish, Kind::publish_below);
  for (auto& objective : out) objective.node = producer.name;
  return out;
}

namespace {

QueueSpec spec_of(const QueueNode& node) {
  QueueSpec queue;
  queue.name = node.name;
  queue.mirrored = node.type == "classic-mirrored";
  queue.type = queue.mirrored ? "classic" : node.type;
  queue.durable = node.durable;
  queue.auto_delete = node.auto_delete;
  queue.arguments = arguments_of(node);
  queue.bindings = node.bindings;
  if (node.consumed()) {
    queue.consumers = node.consumers->spec;
    queue.consumers.exclusive = queue.consumers.exclusive || node.exclusive;
  } else {
    queue.consumers.concurrency = 0;
  }
  queue.expect = objectives_of(node);
  queue.brokers = node.brokers;
  return queue;
}

ProducerSpec spec_of(const ProducerNode& node) {
  ProducerSpec producer;
  producer.name = node.name;
  producer.exchange = node.exchange;
  producer.routing_keys = node.routing_keys;
  if (producer.routing_keys.empty()) producer.routing_keys = {""};
  producer.publish = publish_of(node);
  producer.expect = objectives_of(node);
  return producer;
}

}  // namespace

TlsSpec tls_of(const SecuritySpec& security) {
  TlsSpec tls;
  if (security.accepts_any()) tls.verify = TlsSpec::Verify::none;
  if (!security.truststore || security.truststore->empty() || security.disabled()) return tls;
  const std::filesystem::path folder = *security.truststore;
  std::error_code unreadable;
  if (tls.verify == TlsSpec::Verify::full) tls.ca = (folder / "truststore.p12").string();
  if (std::filesystem::exists(folder / "keystore.p12", unreadable)) tls.cert = (folder / "keystore.p12").string();
  tls.key_password = security.truststore_password;
  return tls;
}

Plan plan_of(const Scenario& scenario) {
  Plan plan = plan_of(scenario.run);
  if (scenario.security) plan.tls = tls_of(*scenario.security);
  plan.kind = FileKind::scenario;
  plan.declare = scenario.declare;
  plan.exchanges.clear();
  plan.queues.clear();
  plan.producers.clear();
  for (const auto& node : scenario.exchanges)
    if (node.enabled) plan.exchanges.push_back(node.spec);
  for (const auto& node : scenario.queues)
    if (node.enabled) plan.queues.push_back(spec_of(node));
  for (auto& queue : plan.queues) set_logins(queue.brokers, scenario.run.sasl);
  for (const auto& node : scenario.producers)
    if (node.enabled) plan.producers.push_back(spec_of(node));
  return plan;
}

}  // namespace amqpace::model
