// SPDX-License-Identifier: Apache-2.0
// rules: each row changes one key of the rule that stands in the run it is compared with.
#include "walk.hpp"

namespace amqpace::testing {

namespace {
const Given kRule{.set = {"rules=[{name: mine, metric: publishRate, above: 50}]", "sample=250ms"}};

std::string implication(const SimResult& run) {
  for (const auto& finding : run.record.findings)
    if (finding.rule == "mine") return finding.implication;
  return "no finding";
}

std::string verdict(const SimResult& run) {
  return std::string(model::verdict_name(run.record.verdict));
}

Row rule(const char* key, const char* list, const char* expected, Observe observe) {
  return {std::string("rules[].") + key, list, expected, std::move(observe), kRule};
}
}  // namespace

std::vector<Row> rule_rows() {
  const Observe mine = outcome("mine");
  return {
      rule("name", "[{name: another, metric: publishRate, above: 50}]",
           "fired WARNING: publishRate was 100/s, above 50", outcome("another")),
      rule("name", "[{name: run-was-long-enough, severity: failed}]",
           "fired FAILED: the window was 1s, shorter than 30s", outcome("run-was-long-enough")),
      rule("metric", "[{name: mine, metric: ledger.sent, above: 50}]",
           "fired WARNING: ledger.sent was 100, above 50", mine),
      rule("above", "[{name: mine, metric: publishRate, above: 200}]",
           "passed: publishRate was 100/s, not above 200", mine),
      rule("below", "[{name: mine, metric: publishRate, below: 200}]",
           "fired WARNING: publishRate was 100/s, below 200", mine),
      rule("outside", "[{name: mine, metric: publishRate, outside: [200, 300]}]",
           "fired WARNING: publishRate was 100/s, outside [200, 300]", mine),
      rule("severity", "[{name: mine, metric: publishRate, above: 50, severity: info}]",
           "fired INFO: publishRate was 100/s, above 50 | PASSED", all({mine, verdict})),
      rule("severity", "[{name: mine, metric: publishRate, above: 50, severity: failed}]",
           "fired FAILED: publishRate was 100/s, above 50 | FAILED", all({mine, verdict})),
      rule("severity", "[{name: mine, metric: publishRate, above: 50, severity: invalid}]",
           "fired INVALID: publishRate was 100/s, above 50 | INVALID", all({mine, verdict})),
      rule("because", "[{name: mine, metric: publishRate, above: 50, because: it is more than was agreed}]",
           "it is more than was agreed", implication),
      rule("for", "[{name: mine, metric: publishRate, above: 50, for: 500ms}]",
           "fired WARNING: publishRate was above 50 for 1004.0ms at a stretch, at its worst 100/s", mine),
  };
}

}  // namespace amqpace::testing
