// SPDX-License-Identifier: Apache-2.0
#include "config/load.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "config/files.hpp"
#include "config/overrides.hpp"
#include "config/read_plan.hpp"
#include "config/suite.hpp"
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

void number_entries(Loaded& file) {
  for (std::size_t i = 0; i < file.entries.size(); ++i) {
    file.entries[i].entry.suite = file.suite;
    file.entries[i].entry.number = i + 1;
    file.entries[i].entry.of = file.entries.size();
  }
}

// Of a file that holds several: all of them, and what they have in common.
void take_suite(Suite suite, const Source& source, Loaded& out) {
  const auto from = source.name.find_last_of('/') + 1;  // 0 without a folder
  const auto stem = source.name.substr(from, source.name.find_last_of('.') - from);
  out.suite = !suite.name.empty() ? suite.name : stem.empty() ? "suite" : stem;
  out.entries = std::move(suite.plans);
  number_entries(out);
  if (!out.entries.empty()) out.plan = out.entries.front();
}

}  // namespace

std::vector<model::Plan> Loaded::plans() const {
  return suite.empty() ? std::vector<model::Plan>{plan} : entries;
}

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
    if (is_suite(*root, options.overrides)) {
      take_suite(read_suite(std::move(*root), variables, options, reader), source, out);
    } else {
      for (const auto& change : options.overrides) apply(change, *root, reader);
      variables.resolve(*root, options.variables, reader);
      out.plan = read_plan(*root, reader);
    }
  }
  mask_secrets(lines, variables, reader.secrets);
  out.problems = std::move(reader.problems);
  for (auto& problem : out.problems) {
    problem.text = redact(variables.restored(problem.text));
    problem.excerpt = lines.excerpt(problem.place);
  }
  sort_by_place(out.problems);
  const auto describe = [&](model::Plan& plan) {
    plan.source = lines.masked();
    plan.source_name = source.name;
    for (const auto& change : options.overrides) plan.overrides.push_back(recorded(change));
  };
  describe(out.plan);
  for (auto& plan : out.entries) describe(plan);
  return out;
}

bool keep_only(Loaded& file, const std::vector<std::string>& names) {
  const auto unwanted = [&](const model::Plan& plan) {
    return std::find(names.begin(), names.end(), plan.name) == names.end();
  };
  if (file.suite.empty()) return !unwanted(file.plan);
  std::erase_if(file.entries, unwanted);
  number_entries(file);
  if (!file.entries.empty()) file.plan = file.entries.front();
  return !file.entries.empty();
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
