// SPDX-License-Identifier: Apache-2.0
#include "model/workload.hpp"

#include <algorithm>
#include <string_view>

#include "base/units.hpp"
#include "model/objectives.hpp"

namespace amqpace::model {
namespace {

struct Percentile {
  std::optional<Nanos> LatencyBudgets::*budget;
  std::string_view key, name;
  double quantile;
};

constexpr Percentile kPercentiles[] = {
    {&LatencyBudgets::p50, "p50", "p50", 0.5},           {&LatencyBudgets::p90, "p90", "p90", 0.9},
    {&LatencyBudgets::p99, "p99", "p99", 0.99},          {&LatencyBudgets::p999, "p999", "p99.9", 0.999},
    {&LatencyBudgets::p9999, "p9999", "p99.99", 0.9999}, {&LatencyBudgets::max, "max", "max", 1.0},
};

std::string_view percentile_name(double quantile) {
  for (const auto& p : kPercentiles) {
    if (p.quantile == quantile) return p.name;
  }
  return "p?";
}

}  // namespace

void add_budgets(std::vector<Objective>& out, const LatencyBudgets& budgets, Objective::Kind kind) {
  for (const auto& p : kPercentiles) {
    const auto& budget = budgets.*p.budget;
    if (!budget) continue;
    Objective o;
    o.kind = kind;
    std::string stem(p.key);
    if (kind == Objective::Kind::publish_below) {
      stem[0] = static_cast<char>(stem[0] - 'a' + 'A');
      stem = "publish" + stem;
    }
    o.key = stem + "Below";
    o.quantile = p.quantile;
    o.budget = *budget;
    out.push_back(std::move(o));
  }
}

std::string TopologySpec::effective_routing_key() const {
  return routing_key.value_or(exchange.empty() ? queue : "acemq.workload");
}

std::vector<Objective> objectives_of(const ExpectSpec& expect) {
  std::vector<Objective> out;
  if (expect.throughput_at_least) {
    Objective o;
    o.kind = Objective::Kind::throughput_at_least;
    o.key = "throughputAtLeast";
    o.rate = *expect.throughput_at_least;
    out.push_back(std::move(o));
  }
  add_budgets(out, expect.end_to_end, Objective::Kind::end_to_end_below);
  add_budgets(out, expect.publish, Objective::Kind::publish_below);
  const auto add = [&out](bool asked, Objective::Kind kind, const char* key) {
    if (!asked) return;
    Objective o;
    o.kind = kind;
    o.key = key;
    out.push_back(std::move(o));
  };
  add(expect.no_messages_lost, Objective::Kind::no_messages_lost, "noMessagesLost");
  add(expect.no_duplicates, Objective::Kind::no_duplicates, "noDuplicates");
  add(expect.in_order, Objective::Kind::in_order, "inOrder");
  if (expect.recovers_within) {
    add(true, Objective::Kind::recovers_within, "recoversWithin");
    out.back().budget = *expect.recovers_within;
  }
  return out;
}

namespace {

// A scenario's objectives carry the node they are about.
std::string node_objective_name(const Objective& objective) {
  const auto named = [&](std::string_view what) { return "expected-" + std::string(what) + ":" + objective.node; };
  switch (objective.kind) {
    case Objective::Kind::end_to_end_below:
      return named(percentile_name(objective.quantile));
    case Objective::Kind::publish_below:
      return named("publish-" + std::string(percentile_name(objective.quantile)));
    case Objective::Kind::no_messages_lost:
      return named("no-messages-lost");
    case Objective::Kind::no_duplicates:
      return named("no-duplicates");
    case Objective::Kind::in_order:
      return named("in-order");
    case Objective::Kind::throughput_at_least:
    case Objective::Kind::consume_rate_at_least:
      return named("consume-rate");
    case Objective::Kind::recovers_within:
      return named("recovers-within");
    case Objective::Kind::no_backlog:
      return named("no-backlog");
    case Objective::Kind::achieved_rate_at_least:
      return named("offered-rate");
    case Objective::Kind::within_percent_of_offered:
      return named("within-percent");
    case Objective::Kind::no_failures:
      return named("no-failures");
  }
  return {};
}

}  // namespace

std::string objective_name(const Objective& objective) {
  if (!objective.node.empty()) return node_objective_name(objective);
  switch (objective.kind) {
    case Objective::Kind::throughput_at_least:
      return "throughput>=" + number_text(objective.rate);
    case Objective::Kind::end_to_end_below:
      return std::string(percentile_name(objective.quantile)) + "<" + time_text(objective.budget);
    case Objective::Kind::publish_below:
      return "publish-" + std::string(percentile_name(objective.quantile)) + "<" +
             time_text(objective.budget);
    case Objective::Kind::no_messages_lost:
      return "no-messages-lost";
    case Objective::Kind::no_duplicates:
      return "no-duplicates";
    case Objective::Kind::in_order:
      return "in-order";
    case Objective::Kind::recovers_within:
      return "recovers-within<" + time_text(objective.budget);
    default:
      return objective.key;  // of nodes only
  }
  return {};
}

namespace {

void set_run(Plan& plan, const Workload& w) {
  plan.warmup = w.warmup;
  const auto run_for = w.effective_run_for();
  plan.until_drained = w.until_drained;
  plan.until_stopped = !run_for.has_value() && !w.until_drained;
  if (run_for) plan.run_for = *run_for;
  plan.drain = w.drain;
  plan.sample = w.sample;
  plan.seed = w.seed;
  plan.before = w.before;
  plan.after = w.after;
  plan.prefill = w.prefill;
  plan.rules = w.rules;
}

void set_nodes(Plan& plan, const Workload& w) {
  const auto& t = w.topology;
  plan.declare = t.declare;
  QueueSpec queue;
  queue.name = t.queue;
  queue.type = t.queue_type;
  queue.durable = t.durable;
  queue.arguments = t.arguments;
  queue.consumers = w.consumers;
  if (!t.exchange.empty()) {
    ExchangeSpec exchange;
    exchange.name = t.exchange;
    exchange.type = t.exchange_type.value_or("topic");
    exchange.durable = t.durable;
    plan.exchanges.push_back(std::move(exchange));
    // The topology's key, else every key that is published with.
    const bool theirs = !t.routing_key && !w.publishers.routing_keys.empty();
    const auto keys = theirs ? w.publishers.routing_keys : std::vector<std::string>{t.effective_routing_key()};
    for (const auto& key : keys) {
      const auto same = [&](const Binding& b) { return b.routing_key == key; };
      if (std::none_of(queue.bindings.begin(), queue.bindings.end(), same))
        queue.bindings.push_back({t.exchange, key, {}});
    }
  }
  ProducerSpec producer;
  producer.name = w.name;
  producer.exchange = t.exchange;
  producer.routing_keys = w.publishers.routing_keys;
  if (producer.routing_keys.empty()) producer.routing_keys = {t.effective_routing_key()};
  producer.publish = w.publishers;
  for (auto& objective : objectives_of(w.expect)) {
    const bool of_producer = objective.kind == Objective::Kind::publish_below;
    (of_producer ? producer.expect : queue.expect).push_back(std::move(objective));
  }
  plan.queues.push_back(std::move(queue));
  plan.producers.push_back(std::move(producer));
}

}  // namespace

void set_logins(std::vector<Uri>& brokers, Sasl sasl) {
  for (Uri& uri : brokers) {
    if (uri.embedded()) continue;
    if (!uri.sasl) uri.sasl = sasl;
    // Neither is sent, so neither is shown.
    if (uri.sasl == Sasl::external) uri.user = uri.password = "";
  }
}

Plan plan_of(const Workload& workload) {
  Plan plan;
  plan.kind = FileKind::workload;
  plan.name = workload.name;
  plan.description = workload.description;
  plan.brokers = workload.brokers;
  plan.management = workload.management;
  const bool has_user = !workload.brokers.empty() && !workload.brokers.front().embedded();
  plan.management_user =
      workload.management_user.value_or(has_user ? workload.brokers.front().user : "guest");
  plan.management_password =
      workload.management_password.value_or(has_user ? workload.brokers.front().password : "guest");
  plan.tls = workload.tls;
  set_logins(plan.brokers, workload.sasl);
  plan.connect_timeout = workload.connect_timeout;
  plan.heartbeat = workload.heartbeat;
  plan.workers = workload.workers;
  set_run(plan, workload);
  set_nodes(plan, workload);
  return plan;
}

}  // namespace amqpace::model
