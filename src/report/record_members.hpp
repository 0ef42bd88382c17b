// SPDX-License-Identifier: Apache-2.0
// The members of a record as its JSON has them, a table a type. Writing (member_writer.hpp) and reading (member_reader.hpp) both
// go through these, so a member that is added here is written and read. Names are the public format: added, never renamed.
#pragma once

#include <array>
#include <concepts>
#include <string_view>
#include <type_traits>

#include "model/record.hpp"

namespace amqpace::report {

// T, const when it is written.
template <class X, class T>
concept Of = std::same_as<std::remove_const_t<X>, T>;

inline constexpr std::array<std::string_view, 4> kSeverities{"INFO", "WARNING", "FAILED", "INVALID"};
inline constexpr std::array<std::string_view, 3> kStates{"fired", "passed", "not applicable"};

template <class A, Of<model::Sample> X>
void members(A& a, X& s) {
  a.utc("at", s.at);
  a.whole_millis("elapsedMillis", s.elapsed);
  a("phase", s.phase);
  a("offered", s.offered);
  a("published", s.published);
  a("confirmed", s.confirmed);
  a("failed", s.failed);
  a("consumed", s.consumed);
  a("publishRatePerSecond", s.publish_rate);
  a("consumeRatePerSecond", s.consume_rate);
  a("blocked", s.blocked);
  a("inFlight", s.in_flight);
  a("queueDepth", s.queue_depth);
  a.micros("endToEndP50Micros", s.e2e_p50);
  a.micros("endToEndP99Micros", s.e2e_p99);
  a.micros("endToEndP999Micros", s.e2e_p999);
  a.micros("endToEndMaxMicros", s.e2e_max);
  a.micros("sendLagP99Micros", s.lag_p99);
  a.micros("publishP99Micros", s.publish_p99);
}

template <class A, Of<model::Finding> X>
void members(A& a, X& finding) {
  a("rule", finding.rule);
  a.choice("severity", finding.severity, kSeverities);
  a("observation", finding.observation);
  a("implication", finding.implication);
  a("detail", finding.detail);
}

template <class A, Of<model::RuleResult> X>
void members(A& a, X& result) {
  a("rule", result.rule);
  a("sentence", result.sentence);
  a.choice("severity", result.severity, kSeverities);
  a.choice("state", result.state, kStates);
  a("objective", result.objective);
  a("numbers", result.numbers);
  a("reason", result.reason);
}

}  // namespace amqpace::report
