// SPDX-License-Identifier: Apache-2.0
// A workload file as written: one member per setting, filled by the field tables (fields.hpp). plan_of()
// turns it into the Plan the engine runs, in which a workload is a scenario with one producer and one queue.
#pragma once

#include "model/plan.hpp"

namespace amqpace::model {

struct TopologySpec {
  std::string exchange;  // "": the default exchange
  std::optional<std::string> exchange_type;
  std::string queue = "acemq.workload";
  std::optional<std::string> routing_key;
  std::string queue_type;  // "": no x-queue-type is sent
  Arguments arguments;
  bool declare = true;
  bool durable = true;

  // The queue's name on the default exchange, else "acemq.workload".
  std::string effective_routing_key() const;
};

struct LatencyBudgets {
  std::optional<Nanos> p50, p90, p99, p999, p9999, max;
};

struct ExpectSpec {
  std::optional<double> throughput_at_least;
  LatencyBudgets end_to_end, publish;
  bool no_messages_lost = false, no_duplicates = false, in_order = false;
  std::optional<Nanos> recovers_within;
};

struct Workload {
  std::string name, description;
  std::vector<Uri> brokers;
  TlsSpec tls;
  Sasl sasl = Sasl::plain;
  std::string management;
  std::optional<std::string> management_user, management_password;
  Nanos connect_timeout = 5 * kSecond, heartbeat = 10 * kSecond;
  std::int64_t workers = 0;
  TopologySpec topology;
  PublisherSpec publishers;
  ConsumerSpec consumers;
  ExpectSpec expect;
  Nanos warmup = 10 * kSecond;
  std::optional<Nanos> run_for = 60 * kSecond;  // absent: until stopped, or drained
  bool run_for_given = false;                   // else a rate profile's length is the default
  bool until_drained = false;
  Nanos drain = 10 * kSecond;
  Nanos sample = kSecond;
  std::optional<std::uint64_t> seed;
  Before before = Before::report;
  After after = After::keep;
  std::optional<Prefill> prefill;
  std::vector<CustomRule> rules;

  std::optional<Nanos> effective_run_for() const {
    const bool profile = !run_for_given && publishers.throttled() && !publishers.profile.empty();
    return profile ? publishers.profile_length() : run_for;
  }
};

// In the order reports list them.
std::vector<Objective> objectives_of(const ExpectSpec& expect);
// What reports call an objective: "throughput>=4800", "p99<50.0ms", "publish-p99.9<1.0ms",
// "no-messages-lost".
std::string objective_name(const Objective& objective);

// How connections to addresses that do not say it log in.
void set_logins(std::vector<Uri>& brokers, Sasl sasl);

// A Plan without source, overrides and settings. Objectives on publish latency go to the producer, all others
// to the queue; the producer is named like the workload and is there even when it has no publishers.
Plan plan_of(const Workload& workload);

}  // namespace amqpace::model
