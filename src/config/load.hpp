// SPDX-License-Identifier: Apache-2.0
// A file to its Plan, or a suite to its Plans: variables, YAML or JSON, overrides, the field tables, and what only the whole
// can be checked for. All problems at once, in the order of the file. No network.
#pragma once

#include <string>
#include <vector>

#include "config/source.hpp"
#include "config/variables.hpp"
#include "model/plan.hpp"
#include "model/problem.hpp"

namespace amqpace::config {

// One setting changed by a flag, through the same tables and checks as the file's.
struct Override {
  std::string path;    // "publishers.rate"
  std::string value;   // as a file would say it; [..] and {..} are YAML
  std::string origin;  // as messages call it: "--set publishers.rate", "--broker"
};

// "--set publishers.rate=5k" taken apart; bad_input without a '='.
Result<Override> parse_set(std::string_view path_and_value);

struct LoadOptions {
  Lookup variables;  // the environment
  std::vector<Override> overrides;
};

// The process's environment.
Lookup environment();

struct Loaded {
  model::Plan plan;                  // usable when there are no errors; of a suite the first entry's
  std::vector<model::Plan> entries;  // of a suite: all of them, in the order they run
  std::string suite;                 // what reports call it; "" of a file that says one thing
  std::vector<model::Problem> problems;
  std::vector<model::Plan> plans() const;  // one, or all of the suite
  bool good() const { return !model::has_errors(problems); }
};

Loaded load(const Source& source, const LoadOptions& options);

// Leaves only the entries of these names. False: nothing is left, or the file says one thing and is called otherwise.
bool keep_only(Loaded& file, const std::vector<std::string>& names);

// "file.yaml:12:3: unknown setting …" and the excerpt below it; warnings say so. No newline at the end.
std::string problem_text(const model::Problem& problem, const std::string& source_name);

// The plan as `--dry-run` prints it.
std::string dry_run_text(const model::Plan& plan);

}  // namespace amqpace::config
