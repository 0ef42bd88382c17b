// SPDX-License-Identifier: Apache-2.0
#include "rules/listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "model/metrics.hpp"
#include "rules/table.hpp"

namespace amqpace::rules {

namespace {

struct Row {
  std::string_view key, name, asks;
};

constexpr std::array<Row, 8> kObjectives{{
    {"throughputAtLeast: 4800", "throughput>=4800",
     "consumed per second of the window; without consumers confirmed, without confirms sent"},
    {"p99Below: 50ms", "p99<50.0ms",
     "the end-to-end percentile; also p50Below, p90Below, p999Below, p9999Below"},
    {"maxBelow: 1s", "max<1000.0ms", "the slowest message, end to end"},
    {"publishP99Below: 5ms", "publish-p99<5.0ms",
     "the time to a confirm; the other percentiles and publishMaxBelow too"},
    {"noMessagesLost: true", "no-messages-lost",
     "missing is 0, over the whole run; cannot be judged, so INVALID, when nothing was expected and nothing came"},
    {"recoversWithin: 10s", "recovers-within<10.0s",
     "after each loss the load is served in time again within that; cannot be judged, so INVALID, when the window ends before "
     "it and a second are over"},
    {"noDuplicates: true", "no-duplicates",
     "nothing came twice without being flagged as redelivered, over the whole run"},
    {"inOrder: true", "in-order", "each consumer got each publisher's messages in order, over the whole run"},
}};

constexpr std::array<Row, 8> kNodeObjectives{{
    {"p99Below: 50ms", "expected-p99:QUEUE", "of a queue: its end-to-end percentile; the others as in a workload"},
    {"consumeRateAtLeast: 2800", "expected-consume-rate:QUEUE", "of a queue: consumed per second of the window"},
    {"noBacklog: true", "expected-no-backlog:QUEUE",
     "of a queue: what consumers-kept-up asks; of a stream it is always met, since it keeps what it is given"},
    {"noMessagesLost: true", "expected-no-messages-lost:QUEUE", "of a queue: missing is 0; so for noDuplicates and inOrder"},
    {"achievedRateAtLeast: 2800", "expected-offered-rate:PRODUCER", "of a producer: published per second of the window"},
    {"withinPercentOfOffered: 5", "expected-within-percent:PRODUCER",
     "of a producer: published at most this many percent short of what was due"},
    {"noFailures: true", "expected-no-failures:PRODUCER", "of a producer: nothing nacked, returned, failed or unanswered"},
    {"publishP99Below: 5ms", "expected-publish-p99:PRODUCER", "of a producer: the time to a confirm; the others as well"},
}};

constexpr std::array<Row, 7> kExitCodes{{
    {"0", "passed", "no rule of FAILED or INVALID fired"},
    {"1", "failed", "the run was sound, and an objective was not met or a rule of FAILED fired"},
    {"2", "invalid", "the measurement cannot be trusted, or an objective not be judged; the findings say why"},
    {"3", "refused", "a file, a flag, or what the broker was asked for is wrong"},
    {"4", "unreachable", "nobody answered"},
    {"130", "SIGINT", "stopped, with no worse verdict; of a run until stopped it is 0"},
    {"143", "SIGTERM", "the same"},
}};

std::string where(const model::Metric& metric) {
  std::string text = "run";
  if (metric.of_queue) text += ", queue(NAME).";
  if (metric.of_producer) text += ", producer(NAME).";
  if (metric.of_sample) text += ", with for";
  return text;
}

std::string table(std::string_view head, std::span<const Row> rows) {
  const auto columns = std::count(head.begin(), head.end(), '|') - 1;
  std::string text = fmt::format("{}\n|", head);
  for (std::ptrdiff_t i = 0; i < columns; ++i) text += "---|";
  text += "\n";
  for (const auto& row : rows) {
    text += fmt::format("| `{}` | `{}` | {} |\n", row.key, row.name, row.asks);
  }
  return text;
}

std::string always_on_table() {
  std::string text = "| rule | severity | applies when | fires when |\n|---|---|---|---|\n";
  for (const auto& rule : always_on()) {
    text += fmt::format("| `{}` | {} | {} | {} |\n", rule.name, model::severity_name(rule.severity),
                        rule.applies.when, rule.sentence);
  }
  return text;
}

}  // namespace

std::string listing_text() {
  std::string text = "Every run is held against these rules:\n\n";
  for (const auto& rule : always_on()) {
    text += fmt::format("  {:<26} {:<8} {}\n", rule.name, model::severity_name(rule.severity), rule.sentence);
    if (rule.applies.when != "always")
      text += fmt::format("  {:<26} {:<8} applies when {}\n", "", "", rule.applies.when);
  }
  text += "\nA rule of the file's own (rules:) compares one of these metrics with a threshold:\n\n";
  for (const auto& metric : model::metrics()) {
    text += fmt::format("  {:<26} {:<8} {}; of: {}\n", metric.name, model::unit_name(metric.unit),
                        metric.sentence, where(metric));
  }
  return text;
}

std::string reference_markdown() {
  std::string text =
      "# Rules, objectives, exit codes\n\n"
      "Made from the table of `src/rules/table.cpp`; `amqpace rules` prints it. Severities: INVALID > FAILED "
      "> WARNING > INFO. "
      "Any\nINVALID makes the run INVALID; else any FAILED makes it FAILED; else it PASSED. Every rule has a "
      "result on every "
      "run, with\nits numbers or with the reason why it does not apply; the JSON and the HTML report list "
      "all of them.\n\n"
      "## Always on\n\n";
  text += always_on_table();
  text +=
      "\nA rule under `rules:` in the file that bears one of these names changes that rule's severity.\n\n"
      "## Objectives\n\n"
      "What a file states under `expect:`. A missed one is FAILED. Below is strictly below, at least "
      "includes equality, both "
      "on the\nunrounded number. With too few samples for a percentile the slowest decides: below the budget "
      "it is met, else "
      "the run is\nINVALID. A percentile that falls on messages that never came is a lower bound: at or "
      "above the budget it is "
      "missed, else the\nrun is INVALID.\n\n";
  text += table("| key | name in reports | asks for |", kObjectives);
  text +=
      "\nIn a scenario each queue and each producer has an `expect` of its own, and an always-on rule that is about one of "
      "them is\nasked of each: `consumers-kept-up:QUEUE`, `generator-kept-up:PRODUCER`. What is met is counted, and not "
      "listed one by one.\n\n";
  text += table("| key | name in reports | asks for |", kNodeObjectives);
  text += "\n## Exit codes\n\n";
  text += table("| code | | |", kExitCodes);
  text +=
      "\nThe metrics of custom rules stand in [settings.md](settings.md). The fields of the JSON are "
      "described in\n"
      "[record.schema.json](record.schema.json).\n";
  return text;
}

}  // namespace amqpace::rules
