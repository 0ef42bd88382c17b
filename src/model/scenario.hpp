// SPDX-License-Identifier: Apache-2.0
// A scenario file as written: several exchanges, queues and producers at once. Filled by the field tables (fields.hpp);
// plan_of() turns it into the Plan the engine runs, without the nodes that are not enabled.
#pragma once

#include "model/workload.hpp"

namespace amqpace::model {

struct ExchangeNode {
  ExchangeSpec spec{.name = {}, .type = {}};
  bool enabled = true;
};

struct QueueExpect {
  LatencyBudgets end_to_end;
  std::optional<double> consume_rate_at_least;
  bool no_backlog = false, no_messages_lost = false, no_duplicates = false, in_order = false;
};

struct ProducerExpect {
  std::optional<double> achieved_rate_at_least, within_percent_of_offered;
  bool no_failures = false;
  LatencyBudgets publish;
};

struct ConsumersNode {
  ConsumerSpec spec;
  bool enabled = true;
};

struct QueueNode {
  std::string name, type;  // type: as QueueSpec's, or classic-mirrored
  bool durable = true, auto_delete = false, exclusive = false, enabled = true;
  Arguments arguments;
  std::vector<Uri> brokers;  // where it lives; empty: where the others do
  // Shorthands of x-dead-letter-exchange, x-dead-letter-routing-key, x-message-ttl and x-max-length.
  std::optional<std::string> dead_letter_exchange, dead_letter_routing_key;
  std::optional<Nanos> message_ttl;
  std::optional<std::int64_t> max_length;
  std::vector<Binding> bindings;
  std::optional<ConsumersNode> consumers;  // absent: nobody consumes
  QueueExpect expect;

  bool consumed() const { return consumers && consumers->enabled && consumers->spec.concurrency > 0; }
};

struct ProducerNode {
  std::string name, exchange;
  std::vector<std::string> routing_keys;
  PublisherSpec publish;
  ProducerExpect expect;
  bool enabled = true;
  bool rate_given = false;   // else 1,000/s
  std::int64_t threads = 0;  // 0: worked out from the rate
};

// As files for acemq-workload say it; tls_of() is what it comes to.
struct SecuritySpec {
  std::string mode = "required";
  std::optional<std::string> truststore, truststore_password;
  bool allow_development = false;

  bool accepts_any() const { return mode == "insecure" || mode == "trust-any" || mode == "trust-everything"; }
  bool disabled() const { return mode == "disabled" || mode == "off" || mode == "none"; }
};
// A client certificate only if the folder has one.
TlsSpec tls_of(const SecuritySpec& security);

// `run` holds what a scenario shares with a workload; its topology, publishers, consumers and expect are not used.
struct Scenario {
  Scenario();
  Workload run;
  bool declare = true;
  std::optional<SecuritySpec> security;
  std::vector<ExchangeNode> exchanges;
  std::vector<QueueNode> queues;
  std::vector<ProducerNode> producers;
};

// The arguments a queue is declared with, the shorthands included.
Arguments arguments_of(const QueueNode& queue);
// With the defaults of a scenario: 1,000/s, and a publisher for each 20,000/s.
PublisherSpec publish_of(const ProducerNode& producer);

std::vector<Objective> objectives_of(const QueueNode& queue);
std::vector<Objective> objectives_of(const ProducerNode& producer);

Plan plan_of(const Scenario& scenario);

}  // namespace amqpace::model
