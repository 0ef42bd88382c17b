// SPDX-License-Identifier: Apache-2.0
// What a file asks for, in words, before anything is asked of a broker: `--dry-run`.
#include "base/units.hpp"
#include "config/load.hpp"
#include "config/scenario_load.hpp"
#include "model/handler_time.hpp"
#include "model/message_sizes.hpp"
#include "model/spec_text.hpp"

namespace amqpace::config {
namespace {

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text + " ";
}

std::string brokers_text(const model::Plan& plan) {
  std::string out;
  for (const auto& uri : plan.brokers) out += (out.empty() ? "" : ", ") + uri.redacted();
  return out;
}

// Rules that depend on what happens, of those that always apply: for a workload 7, and one more without a schedule.
std::size_t rule_count(const model::Plan& plan) {
  constexpr std::size_t kOfRun = 2, kOfProducer = 3, kOfConsumedQueue = 2;
  std::size_t rules = kOfRun;
  const bool workload = plan.kind == model::FileKind::workload;
  for (const auto& p : plan.producers) {
    rules += kOfProducer + p.expect.size();
    rules += p.publish.throttled() || p.publish.threads == 0 ? 0 : 1;
  }
  for (const auto& q : plan.queues) {
    rules += q.expect.size();
    if (workload || q.consumers.concurrency > 0) rules += kOfConsumedQueue;
  }
  // A custom rule without a metric only changes the severity of one that is there.
  for (const auto& rule : plan.rules) rules += rule.metric.empty() ? 0 : 1;
  return rules;
}

std::string key_text(const std::string& key) { return key.empty() ? "\"\"" : key; }

std::string bindings_text(const std::vector<model::Binding>& bindings) {
  std::string out;
  for (const auto& b : bindings) {
    out += "      from " + b.exchange + " [" + key_text(b.routing_key) + "]";
    for (const auto& [name, value] : b.arguments) out += " " + name;
    out += "\n";
  }
  return out;
}

std::string consumers_text(const model::ConsumerSpec& consumers) {
  if (consumers.concurrency == 0) return "no consumers";
  std::string out = count_text(consumers.concurrency) + (consumers.concurrency == 1 ? " consumer" : " consumers");
  out += ", prefetch " + (consumers.prefetch == 0 ? std::string("unlimited") : count_text(consumers.prefetch));
  if (consumers.handler_time.mean() > 0) out += ", handler time " + model::handler_time_text(consumers.handler_time);
  if (consumers.failure_rate > 0) out += ", " + share_text(consumers.failure_rate) +
                                        (consumers.on_failure == model::OnFailure::reject ? " rejected" : " requeued");
  return out;
}

std::string load_text(const QueueLoad& load) {
  std::string out;
  const auto add = [&out](const std::string& part) { out += (out.empty() ? "" : " and ") + part; };
  if (load.unbounded) {
    add("unthrottled");
  } else if (load.offered > 0) {
    add(rate_text(load.offered) + "/s");
  }
  if (load.dead_lettered > 0) add(rate_text(load.dead_lettered) + "/s of rejects");
  if (load.expires_into) add("what expires elsewhere");
  return out.empty() ? "0/s" : out;
}

std::string queue_text(const model::QueueSpec& queue, const QueueLoad& load) {
  std::string out = "    " + padded(queue.name, 24) + padded(queue.type.empty() ? "classic" : queue.type, 9) +
                    consumers_text(queue.consumers) + "; " + load_text(load) + "\n" + bindings_text(queue.bindings);
  for (const auto& uri : queue.brokers) out += "      on " + uri.redacted() + "\n";
  for (const auto& [name, value] : queue.arguments) {
    if (name == "x-dead-letter-exchange") {
      const auto* exchange = value.as<std::string>();
      out += "      dead letters to " + (exchange == nullptr || exchange->empty() ? "(default)" : *exchange) + "\n";
    }
  }
  return out;
}

std::string producer_text(const model::ProducerSpec& producer) {
  const auto& p = producer.publish;
  std::string keys;
  for (const auto& key : producer.routing_keys) keys += (keys.empty() ? "" : ", ") + key_text(key);
  return "    " + padded(producer.name, 24) + (!p.throttled() ? "unthrottled" : p.profile.empty() ? rate_text(*p.rate) + "/s" : model::profile_text(p.profile)) + " to " +
         (producer.exchange.empty() ? "(default)" : producer.exchange) + " [" + keys + "], " + count_text(p.threads) +
         (p.threads == 1 ? " thread, " : " threads, ") + model::payload_text(p) +
         (p.confirms ? "" : ", without confirms") + "\n";
}

std::string tree_text(const model::Plan& plan) {
  const auto loads = load_of(plan);
  std::string out = plan.exchanges.empty() ? "" : "  exchanges\n";
  for (const auto& exchange : plan.exchanges)
    out += "    " + padded(exchange.name, 24) + exchange.type + "\n" + bindings_text(exchange.bindings);
  out += "  queues\n";
  for (std::size_t q = 0; q < plan.queues.size(); ++q) out += queue_text(plan.queues[q], loads[q]);
  out += "  producers\n";
  for (const auto& producer : plan.producers) out += producer_text(producer);
  return out;
}

// What an entry of a suite does beside running.
std::string entry_text(const model::SuiteEntry& entry) {
  std::string out;
  for (const auto& note : entry.notes) out += "  note        " + note + "\n";
  for (const auto& route : entry.unbind)
    out += "  unbinds     " + route.queue + " from " + route.exchange + " [" + key_text(route.routing_key) + "]\n";
  return out;
}

}  // namespace

std::string dry_run_text(const model::Plan& plan) {
  std::string out = plan.name + "\n  broker      " + brokers_text(plan) + "\n";
  if (plan.kind == model::FileKind::scenario) {
    out += tree_text(plan);
  } else {
    for (const auto& line : model::spec_lines(plan)) out += "  " + line + "\n";
  }
  out += "  warmup      " + duration_text(plan.warmup) + "\n";
  out += "  runFor      " + (plan.until_stopped ? "until-stopped" : plan.until_drained ? "until-drained" : duration_text(plan.run_for)) + "\n";
  out += "  rules       " + std::to_string(rule_count(plan)) + "\n";
  return out + entry_text(plan.entry);
}

}  // namespace amqpace::config
