// SPDX-License-Identifier: Apache-2.0
// `plan`: what files will declare, offer and expect, and what they need, before anything is asked of a broker.
#include <CLI/CLI.hpp>
#include <memory>

#include "app/command.hpp"
#include "app/console.hpp"
#include "app/flags.hpp"
#include "app/run_files.hpp"
#include "config/forecast.hpp"
#include "report/error_text.hpp"

namespace amqpace::app {

namespace {
struct PlanCommand {
  std::vector<std::string> paths;
  Changes changes;
  std::string format = "text";
};

// The warnings of a good file stand in its plan.
bool print_errors(const Job& job) {
  std::vector<Job> said{job};
  if (job.loaded.good()) said.front().loaded.problems.clear();
  return print_problems(said);
}

int act(const PlanCommand& command) {
  auto overrides = command.changes.overrides();
  if (!overrides) {
    err(report::error_text(overrides.error()));
    return 3;
  }
  std::vector<Job> jobs;
  bool good = true;
  for (const auto& path : command.paths) {
    auto job = read_job(path, *overrides);
    good = job && print_errors(*job) && good;
    if (job) jobs.push_back(std::move(*job));
  }
  if (!good) return 3;
  std::vector<config::Planned> runs;
  for (const Job& job : jobs) {
    const auto& loaded = job.loaded;
    for (const auto& entry : loaded.entries)
      runs.push_back({&entry, &entry == &loaded.entries.back() ? &loaded.problems : nullptr, job.source.name});
    if (loaded.suite.empty()) runs.push_back({&loaded.plan, &loaded.problems, job.source.name});
  }
  out(command.format == "json" ? config::plan_json(runs) : config::plan_text(runs));
  return 0;
}
}  // namespace

std::function<int()> define_plan(CLI::App& app) {
  auto command = std::make_shared<PlanCommand>();
  app.add_option("FILE", command->paths, "files to plan, in the order they would run")->required();
  command->changes.define(app);
  app.add_option("--format", command->format, "text or json")->check(CLI::IsMember({"text", "json"}));
  return [command] { return act(*command); };
}

}  // namespace amqpace::app
