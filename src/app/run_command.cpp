// SPDX-License-Identifier: Apache-2.0
// `run`: files, with what flags change in them.
#include <CLI/CLI.hpp>
#include <memory>

#include "app/command.hpp"
#include "app/console.hpp"
#include "app/flags.hpp"
#include "app/run_files.hpp"
#include "report/error_text.hpp"

namespace amqpace::app {

namespace {
struct RunCommand {
  std::vector<std::string> paths, only;
  Changes changes;
  RunFlags flags;
};

int act(const RunCommand& command) {
  auto overrides = command.changes.overrides();
  if (!overrides) {
    err(report::error_text(overrides.error()));
    return 3;
  }
  std::vector<Job> jobs;
  bool readable = true;
  for (const auto& path : command.paths) {
    auto job = read_job(path, *overrides);
    readable = readable && job;
    if (job) jobs.push_back(std::move(*job));
  }
  if (!readable) {
    print_problems(jobs);
    return 3;
  }
  if (!command.only.empty() && print_problems(jobs)) {
    if (const auto kept = keep_only(jobs, command.only); !kept) {
      err(report::error_text(kept.error()));
      return 3;
    }
  }
  return run_jobs(jobs, command.flags);
}
}  // namespace

std::function<int()> define_run(CLI::App& app) {
  auto command = std::make_shared<RunCommand>();
  app.add_option("FILE", command->paths, "workload files, run in this order")->required();
  app.add_option("--only", command->only, "comma-separated list of names: only these workloads, or entries of a suite")
      ->delimiter(',')
      ->type_name("NAMES");
  command->changes.define(app);
  app.add_flag("--dry-run", command->flags.dry_run, "say what would run; no network");
  define_output(app, command->flags);
  return [command] { return act(*command); };
}

}  // namespace amqpace::app
