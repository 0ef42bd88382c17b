// SPDX-License-Identifier: Apache-2.0
#include "rules/table.hpp"

#include <array>

#include "rules/checks.hpp"
#include "rules/conditions.hpp"

namespace amqpace::rules {

using enum model::Severity;

std::span<const Rule> always_on() {
  static const std::array table{
      Rule{"generator-kept-up",
           "the send-lag p99 reached 100 ms, and at least half of the late time was the generator's own",
           invalid, kThrottled, generator_kept_up, Scope::producer},
      Rule{"broker-took-the-load",
           "the send-lag p99 reached 100 ms, and more than half of the late time was the broker's", failed,
           kThrottled, broker_took_the_load, Scope::producer},
      Rule{"broker-not-blocked", "connection.blocked was in force during the window", invalid, kAlways,
           broker_not_blocked},
      Rule{"something-was-measured",
           "nothing was published, or nothing came to the consumers and nothing explains it", invalid,
           kAlways, something_was_measured},
      Rule{"ledger-balances", "our own accounts do not add up", invalid, kAlways, ledger_balances},
      Rule{"declared-equals-asked",
           "the broker shows another type, durability or argument than the file states, or a policy lowers a stated limit",
           invalid, kManagementShowedQueues, declared_equals_asked, Scope::queue},
      Rule{"publishes-succeeded", "a message of the window was nacked, returned or failed", failed,
           kPublishing, publishes_succeeded, Scope::producer},
      Rule{"consumers-kept-up",
           "a backlog grew by more than a second's worth of what was offered to its queue", warning,
           kConsumersOfAQueue, consumers_kept_up, Scope::queue},
      Rule{"confirms-were-on", "publishers did not ask for confirms", warning, kPublishing, confirms_were_on, Scope::producer},
      Rule{"tail-is-not-extreme", "the end-to-end p99 is 10 times the median or more", warning,
           kThousandSamples, tail_is_not_extreme, Scope::queue},
      Rule{"run-was-long-enough", "the window was shorter than 30 s", warning, kAlways, run_was_long_enough},
      Rule{"unthrottled-latency", "latency was measured without a schedule", warning,
           kUnthrottledWithConsumers, unthrottled_latency, Scope::producer},
      Rule{"messages-arrived", "confirmed messages are missing, and no noMessagesLost judges it", warning, kLossUnjudged,
           messages_arrived, Scope::queue},
      Rule{"no-foreign-messages", "messages of an earlier run or of somebody else were seen", warning,
           kAlways, no_foreign_messages},
      Rule{"topology-is-not-the-files", "our messages arrived where the file's bindings do not send them",
           warning, kRoutingKnown, topology_is_not_the_files},
      Rule{"connections-held", "a connection, a channel or a consumer was lost", warning, kAlways,
           connections_held},
      Rule{"cleared-away", "what the file wanted deleted or purged after the run is still there", warning, kClearsAway,
           cleared_away},
      Rule{"run-was-not-stopped-early", "something other than the schedule ended the window", warning,
           kBoundedRun, run_was_not_stopped_early},
      Rule{"generator-noise",
           "a bare timer was late by half the median latency, more than 5 % of the time was stolen, or a "
           "worker used more "
           "than 90 % of its core",
           warning, kAlways, generator_noise},
      Rule{"management-was-read", "a management URL was given and did not answer", warning, kManagementAsked,
           management_was_read},
      Rule{"broker-is-embedded", "the broker ran in this program", info, kEmbedded, broker_is_embedded},
  };
  return table;
}

const Rule* find_rule(std::string_view name) {
  for (const auto& rule : always_on()) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
}

}  // namespace amqpace::rules
