// SPDX-License-Identifier: Apache-2.0
#include "config/load.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "config/checks.hpp"
#include "config/files.hpp"
#include "config/overrides.hpp"
#include "config/yaml.hpp"
#include "model/fields.hpp"
#include "model/spec_text.hpp"

namespace amqpace::config {
namespace {

using model::Problem;

// Problems of the file in its order, those without a place first, those of flags last.
void sort_by_place(std::vector<Problem>& problems) {
  std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
    const bool flag_a = !a.place.origin.empty(), flag_b = !b.place.origin.empty();
    if (flag_a != flag_b) return flag_b;
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  });
}

void mask_secrets(Lines& lines, const Variables& variables, const std::vector<model::Node>& secrets) {
  for (const auto& node : secrets) {
    if (node.inserts.empty()) lines.mask(node.place, node.text);
  }
  for (const auto& variable : variables.found()) {
    if (!variable.secret() || !variable.by_default || *variable.by_default == "guest") continue;
    lines.mask_default(variable.place.line, variable.default_begin, variable.by_default->size());
  }
}

model::Settings effective(const model::Workload& workload) {
  auto settings = model::settings_of(workload);
  for (auto& [path, text] : settings) text = redact(std::move(text));
  return settings;
}

}  // namespace

Lookup environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) return std::nullopt;
    return value;
  };
}

Loaded load(const Source& source, const LoadOptions& options) {
  Loaded out;
  model::Reader reader;
  reader.read_files = files_beside(source.name);
  Variables variables;
  Lines lines(source.text);
  auto root = parse_yaml(variables.take_from(source.text), reader);
  if (root) {
    for (const auto& change : options.overrides) apply(change, *root, reader);
    variables.resolve(*root, options.variables, reader);
    const bool resolved = reader.problems.empty();
    const model::Workload workload = model::read_workload(*root, reader);
    // A variable that is missing leaves a hole that the checks would only repeat.
    if (resolved && (root->map() || root->empty_value())) check(workload, *root, reader);
    out.plan = model::plan_of(workload);
    out.plan.settings = effective(workload);
  }
  mask_secrets(lines, variables, reader.secrets);
  out.problems = std::move(reader.problems);
  for (auto& problem : out.problems) {
    problem.text = redact(variables.restored(problem.text));
    problem.excerpt = lines.excerpt(problem.place);
  }
  sort_by_place(out.problems);
  out.plan.source = lines.masked();
  out.plan.source_name = source.name;
  for (const auto& change : options.overrides) out.plan.overrides.push_back(recorded(change));
  return out;
}

std::string problem_text(const Problem& problem, const std::string& source_name) {
  const auto& place = problem.place;
  std::string text = !place.origin.empty() ? place.origin : source_name;
  if (place.origin.empty() && place.line > 0)
    text += ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  text += problem.severity == Problem::Severity::warning ? ": warning: " : ": ";
  text += problem.text;
  if (!problem.excerpt.empty()) text += "\n" + problem.excerpt;
  return text;
}

std::string dry_run_text(const model::Plan& plan) {
  std::string brokers;
  for (const auto& uri : plan.brokers) brokers += (brokers.empty() ? "" : ", ") + uri.redacted();
  const auto& producer = plan.producers.front();
  std::size_t rules = 7 + (producer.publish.throttled() || producer.publish.threads == 0 ? 0 : 1);
  // A custom rule without a metric only changes the severity of one that is there.
  for (const auto& rule : plan.rules) rules += rule.metric.empty() ? 0 : 1;
  for (const auto& queue : plan.queues) rules += queue.expect.size();
  for (const auto& p : plan.producers) rules += p.expect.size();
  std::string out = plan.name + "\n  broker      " + brokers + "\n";
  for (const auto& line : model::spec_lines(plan)) out += "  " + line + "\n";
  out += "  warmup      " + duration_text(plan.warmup) + "\n";
  out += "  runFor      " + (plan.until_stopped ? "until-stopped" : duration_text(plan.run_for)) + "\n";
  return out + "  rules       " + std::to_string(rules) + "\n";
}

}  // namespace amqpace::config
