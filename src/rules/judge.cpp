// SPDX-License-Identifier: Apache-2.0
#include "rules/judge.hpp"

#include <algorithm>

#include "base/units.hpp"
#include "model/workload.hpp"
#include "rules/custom.hpp"
#include "rules/objectives.hpp"
#include "rules/table.hpp"
#include "rules/views.hpp"

namespace amqpace::rules {

using model::CustomRule;
using model::Finding;
using model::Objective;
using model::QueueRecord;
using model::Record;
using model::RuleResult;
using model::Severity;
using model::Verdict;
using State = RuleResult::State;

namespace {

constexpr std::string_view kNothingMeasured = "the run ended before its window";

// A file may give an always-on rule another severity by naming it.
Severity severity_of(const Record& record, const Rule& rule) {
  for (const CustomRule& custom : record.plan.rules) {
    if (custom.name == rule.name) return custom.severity;
  }
  return rule.severity;
}

RuleResult result_of(std::string rule, std::string sentence, Severity severity) {
  RuleResult result;
  result.rule = std::move(rule);
  result.sentence = std::move(sentence);
  result.severity = severity;
  return result;
}

void add(Record& record, RuleResult result, Outcome outcome, bool report_when_met) {
  result.numbers = outcome.observed;
  if (outcome.fired) {
    result.state = State::fired;
    result.severity = outcome.severity.value_or(result.severity);
  }
  if (outcome.fired || report_when_met) {
    const auto severity = outcome.fired ? result.severity : Severity::info;
    record.findings.push_back(Finding{result.rule, severity, std::move(outcome.observed),
                                      std::move(outcome.means), std::move(outcome.detail)});
  }
  record.results.push_back(std::move(result));
}

void not_applicable(Record& record, RuleResult result, std::string reason) {
  result.state = State::not_applicable;
  result.reason = std::move(reason);
  record.results.push_back(std::move(result));
}

// `view` is what the rule looks at: the record, or the part of it that is one node's.
void ask(Record& record, const Rule& rule, const Record& view, const std::string& node) {
  RuleResult result = result_of(std::string(rule.name) + (node.empty() ? "" : ":" + node), std::string(rule.sentence),
                                severity_of(record, rule));
  if (record.error) {
    not_applicable(record, std::move(result), std::string(kNothingMeasured));
  } else if (auto reason = rule.applies.why_not(view); !reason.empty()) {
    not_applicable(record, std::move(result), std::move(reason));
  } else {
    add(record, std::move(result), rule.check(view), false);
  }
}

void judge_always_on(Record& record) {
  const bool by_node = record.plan.kind == model::FileKind::scenario && !record.error;
  const auto producers = by_node ? producer_views(record) : std::vector<Record>{};
  const auto queues = by_node ? queue_views(record) : std::vector<Record>{};
  for (const Rule& rule : always_on()) {
    if (!by_node || rule.scope == Scope::run) {
      ask(record, rule, record, {});
      continue;
    }
    for (const Record& view : rule.scope == Scope::producer ? producers : queues)
      ask(record, rule, view, rule.scope == Scope::producer ? view.producers.front().name : view.queues.front().name);
  }
}

void judge_objectives_of(Record& record, const std::vector<Objective>& objectives, const QueueRecord* queue) {
  for (const Objective& objective : objectives) {
    RuleResult result =
        result_of(model::objective_name(objective), objective_sentence(objective), Severity::failed);
    result.objective = true;
    if (record.error) {
      not_applicable(record, std::move(result), std::string(kNothingMeasured));
    } else {
      const bool listed_when_met = record.plan.kind == model::FileKind::workload;
      add(record, std::move(result), judge_objective(record, objective, queue), listed_when_met);
    }
  }
}

void judge_objectives(Record& record) {
  for (std::size_t i = 0; i < record.plan.queues.size(); ++i) {
    const auto* queue = i < record.queues.size() ? &record.queues[i] : nullptr;
    judge_objectives_of(record, record.plan.queues[i].expect, queue);
  }
  for (const auto& producer : record.plan.producers) judge_objectives_of(record, producer.expect, nullptr);
}

void judge_custom(Record& record) {
  for (const CustomRule& custom : record.plan.rules) {
    if (find_rule(custom.name) != nullptr) continue;
    auto result = result_of(custom.name, custom_sentence(custom), custom.severity);
    if (record.error) {
      not_applicable(record, std::move(result), std::string(kNothingMeasured));
    } else if (auto outcome = judge_custom_rule(record, custom)) {
      add(record, std::move(result), std::move(*outcome), false);
    } else {
      not_applicable(record, std::move(result), std::move(outcome.error()));
    }
  }
}

Verdict verdict_of(const Record& record) {
  if (record.error) return Verdict::invalid;
  Severity worst = Severity::info;
  for (const Finding& finding : record.findings) worst = std::max(worst, finding.severity);
  if (worst == Severity::invalid) return Verdict::invalid;
  return worst == Severity::failed ? Verdict::failed : Verdict::passed;
}

int exit_code(const Record& record) {
  if (record.signal != 0 && (record.interrupted_twice || record.error)) return 128 + record.signal;
  if (record.error) return exit_code_of(*record.error);
  if (record.verdict == Verdict::invalid) return 2;
  if (record.verdict == Verdict::failed) return 1;
  return record.signal != 0 && !record.plan.until_stopped ? 128 + record.signal : 0;
}

}  // namespace

void judge(Record& record) {
  record.results.clear();
  record.findings.clear();
  judge_always_on(record);
  judge_objectives(record);
  judge_custom(record);
  std::stable_sort(record.findings.begin(), record.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  record.verdict = verdict_of(record);
  record.exit_code = exit_code(record);
}

int exit_code_of(const Error& error) {
  return error.kind == ErrorKind::bad_input || error.kind == ErrorKind::refused ? 3 : 4;
}

std::size_t rule_count(const model::Plan& plan) {
  std::size_t count = always_on().size();
  for (const auto& queue : plan.queues) count += queue.expect.size();
  for (const auto& producer : plan.producers) count += producer.expect.size();
  for (const auto& custom : plan.rules) count += find_rule(custom.name) == nullptr ? 1 : 0;
  return count;
}

}  // namespace amqpace::rules
