// SPDX-License-Identifier: Apache-2.0
#include "report/terminal.hpp"

#include <fmt/format.h>

#include "base/units.hpp"
#include "model/pooled.hpp"
#include "model/spec_text.hpp"
#include "report/broker_text.hpp"
#include "report/error_text.hpp"
#include "report/latency_line.hpp"
#include "report/ledger_text.hpp"
#include "report/readers_text.hpp"
#include "report/scenario_text.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

using model::Finding;
using model::Record;
using model::Severity;
using model::Verdict;

namespace {

constexpr const char* kInvalidRun = "this run did not measure what it was asked to";

std::string coloured(const std::string& text, const char* code, TextStyle style) {
  return style.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

const char* colour_of(Severity severity) {
  switch (severity) {
    case Severity::invalid:
      return "1;31";
    case Severity::failed:
      return "31";
    case Severity::warning:
      return "33";
    case Severity::info:
      return "36";
  }
  return "0";
}

// `of`: the entry's name and ": ", or nothing.
std::string finding_text(const Finding& finding, TextStyle style, const std::string& of = {}) {
  const auto tag = fmt::format("[{}]", model::severity_name(finding.severity));
  auto text = fmt::format("  {} {}{}\n      observed:  {}\n", coloured(tag, colour_of(finding.severity), style),
                          of, shown(finding.rule), shown(finding.observation));
  if (!finding.implication.empty()) text += fmt::format("      means:     {}\n", shown(finding.implication));
  if (!finding.detail.empty()) text += fmt::format("      detail:    {}\n", shown(finding.detail));
  return text;
}

std::string line(const char* label, const std::string& value) {
  return fmt::format("  {:<13} {}\n", label, value);
}

std::string published_text(const Record& record, const model::Totals& totals) {
  if (!model::is_publishing(record)) return "0  (no publishers)";
  auto text = fmt::format("{}  ({}/s, offered {})", count_text(totals.published), rate_text(totals.publish_rate),
                          offered_text(totals));
  // A generator that is late sends the warm-up's slots in the window: traffic, but none of the window's own messages.
  if (totals.sent_in_window > totals.published + totals.offered / 100)
    text += fmt::format(", {} sent in the window", count_text(totals.sent_in_window));
  return text;
}

// The broker by its own account, what an embedded one was told to do wrong, and what was done beside the measuring.
std::string broker_numbers(const Record& record) {
  std::string text;
  for (const auto& [label, said] : broker_lines(record)) text += line(label.c_str(), said);
  for (const auto& [fault, injected] : record.facts.faults)
    text += line("fault", fmt::format("{}: {}", shown(fault), shown(injected)));
  for (const auto& note : record.notes) text += line("note", shown(note));
  return text;
}

std::string numbers(const Record& record) {
  const auto totals = model::totals(record);
  auto text = line("window", length_text(record.window) + (record.stopped_early ? "  (stopped early)" : ""));
  text += line("published", published_text(record, totals));
  if (totals.failed > 0) text += line("failed", count_text(totals.failed));
  if (model::consumer_count(record) > 0) {
    text += line("consumed",
                 fmt::format("{}  ({}/s)", count_text(totals.consumed), rate_text(totals.consume_rate)));
  }
  text += line("queue at end", depth_text(record));
  text += line("ledger", ledger_text(record));
  for (const auto& queue : record.queues)
    for (const auto& reader : reader_lines(queue)) text += line("", reader);
  text += line("instrument", instrument_text(record));
  return text + broker_numbers(record);
}

std::string header(const Record& record) {
  auto text = fmt::format("workload: {}\n", shown(record.plan.name));
  for (const auto& spec : model::spec_lines(record.plan)) text += fmt::format("  {}\n", shown(spec));
  return text;
}

std::string result_line(const Record& record, TextStyle style) {
  const auto name = std::string(model::verdict_name(record.verdict));
  const char* colour = record.verdict == Verdict::passed   ? "32"
                       : record.verdict == Verdict::failed ? "31"
                                                           : "1;31";
  return fmt::format("  result: {}{}\n", coloured(name, colour, style),
                     record.verdict == Verdict::invalid ? fmt::format(" — {}", kInvalidRun) : "");
}

}  // namespace

std::string running_line(const model::Plan& plan, const std::string& redacted_broker) {
  return fmt::format("running {} against {} ...", shown(plan.name), shown(redacted_broker));
}

std::string running_line(const model::Plan& plan) {
  return running_line(plan, plan.brokers.empty() ? "(no broker)" : plan.brokers.front().redacted());
}

namespace {

// Producers and queues, then what a workload's numbers end with.
std::string scenario_numbers(const Record& record) {
  auto text = scenario_nodes(record) + "\n";
  for (const auto& latency : producer_latency_lines(record)) text += "  " + latency + "\n";
  text += line("ledger", ledger_text(record));
  text += line("instrument", instrument_text(record));
  return text + broker_numbers(record);
}

}  // namespace

std::string terminal_text(const Record& record, TextStyle style) {
  const bool scenario = record.plan.kind == model::FileKind::scenario;
  auto text = scenario ? scenario_header(record) : header(record);
  if (record.error) {
    for (const auto& note : record.notes) text += line("note", shown(note));
    return text + "\n" + error_text(*record.error) + "\n" + result_line(record, style);
  }
  if (scenario) {
    const auto met = objectives_met_text(record);
    text += "\n" + scenario_numbers(record) + "\n";
    for (const auto& finding : record.findings) text += finding_text(finding, style);
    if (!met.empty()) text += "  " + met + "\n";
    if (record.findings.empty() && met.empty()) text += "  no findings\n";
    return text + "\n" + result_line(record, style);
  }
  text += "\n" + numbers(record) + "\n";
  for (const auto& latency : latency_lines(record)) text += "  " + latency + "\n";
  text += "\n";
  for (const auto& finding : record.findings) text += finding_text(finding, style);
  if (record.findings.empty()) text += "  no findings\n";
  return text + "\n" + result_line(record, style);
}

std::string quiet_text(const Record& record, TextStyle style) {
  std::string text;
  const std::string of = record.plan.entry.number > 0 ? shown(record.plan.name) + ": " : "";
  for (const auto& finding : record.findings) {
    if (finding.severity >= Severity::failed) text += finding_text(finding, style, of);
  }
  return text;
}

namespace {

// Objectives are of the file; a rule that always applies may fail a run that has none.
std::string what_failed(std::span<const Record> records) {
  std::string rules;
  for (const auto& record : records) {
    for (const auto& result : record.results) {
      if (result.state != model::RuleResult::State::fired || result.severity != Severity::failed) continue;
      if (result.objective) return " and at least one objective was not met";
      if (rules.find(result.rule) == std::string::npos) rules += (rules.empty() ? "" : ", ") + shown(result.rule);
    }
  }
  return rules.empty() ? " and at least one objective was not met" : "; what failed is no objective of the file: " + rules;
}

std::string counted(std::size_t n, const char* word) {
  return n == 0 ? "" : fmt::format("{} {}{}", count_text(n), word, n == 1 ? "" : "s");
}

// "2 workloads", "1 workload and 1 scenario", and of a suite that a signal ended ", 2 not run".
std::string what_ran(std::span<const Record> records) {
  std::size_t scenarios = 0;
  for (const auto& record : records) scenarios += record.plan.kind == model::FileKind::scenario ? 1 : 0;
  const auto workloads = counted(records.size() - scenarios, "workload"), others = counted(scenarios, "scenario");
  auto text = workloads + (workloads.empty() || others.empty() ? "" : " and ") + others;
  const auto& last = records.back().plan.entry;
  if (last.of > last.number) text += fmt::format(", {} not run", count_text(last.of - last.number));
  return text;
}

}  // namespace

std::string verdict_line(std::span<const Record> records) {
  bool failed = false, invalid = false;
  for (const auto& record : records) {
    failed = failed || record.verdict == Verdict::failed;
    invalid = invalid || record.verdict == Verdict::invalid;
  }
  if (invalid) return "INVALID — at least one run did not measure what it was asked to";
  if (failed) return "FAILED — every run was sound" + what_failed(records);
  const auto& first = records.front().plan;
  if (records.size() == 1 && first.kind == model::FileKind::scenario) return "PASSED — scenario " + shown(first.name);
  return "PASSED — " + what_ran(records);
}

std::string wrote_line(const std::string& path) {
  return "wrote " + shown(path);
}

}  // namespace amqpace::report
