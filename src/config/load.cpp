// SPDX-License-Identifier: Apache-2.0
#include "config/load.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "config/checks.hpp"
#include "config/files.hpp"
#include "config/overrides.hpp"
#include "config/yaml.hpp"
#include "model/fields.hpp"

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

template <class File>
model::Plan plan_with_settings(const File& file) {
  model::Plan plan = model::plan_of(file);
  plan.settings = model::settings_of(file);
  for (auto& [path, text] : plan.settings) text = redact(std::move(text));
  return plan;
}

// A variable that is missing leaves a hole that the checks would only repeat.
model::Plan read(const model::Node& root, model::Reader& reader) {
  const bool checkable = reader.problems.empty() && (root.map() || root.empty_value());
  if (model::is_scenario(root)) {
    const model::Scenario scenario = model::read_scenario(root, reader);
    if (checkable) check(scenario, root, reader);
    return plan_with_settings(scenario);
  }
  const model::Workload workload = model::read_workload(root, reader);
  if (checkable) check(workload, root, reader);
  return plan_with_settings(workload);
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
    out.plan = read(*root, reader);
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

}  // namespace amqpace::config
