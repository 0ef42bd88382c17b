// SPDX-License-Identifier: Apache-2.0
#include "config/read_plan.hpp"

#include "base/secrets.hpp"
#include "config/checks.hpp"

namespace amqpace::config {
namespace {

template <class File>
model::Plan plan_with_settings(const File& file) {
  model::Plan plan = model::plan_of(file);
  plan.settings = model::settings_of(file);
  for (auto& [path, text] : plan.settings) text = redact(std::move(text));
  return plan;
}

}  // namespace

model::Plan read_plan(const model::Node& root, model::Reader& reader) {
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

}  // namespace amqpace::config
