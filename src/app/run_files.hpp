// SPDX-License-Identifier: Apache-2.0
// Files read, and loaded plans run one after the other and told about: what the commands that take files share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/load.hpp"

namespace amqpace::app {

struct RunFlags {
  std::string report_dir;              // "": no files
  std::vector<std::string> formats;    // none: html and json
  bool quiet = false;
  bool emit_samples = false;
  bool dry_run = false;
  bool github = false;
  std::string run_name;  // "": no folder of its own
  bool replace = false;
};

// A file as given, or a text made from flags.
struct Job {
  config::Source source;
  config::Loaded loaded;
};

// Reads and loads a file. Absent when it cannot be read, which is then said on stderr; its problems are still to be printed.
std::optional<Job> read_job(const std::string& path, const std::vector<config::Override>& overrides);
// Prints the problems of all jobs on stderr; false when one of them is not good.
bool print_problems(const std::vector<Job>& jobs);
// Leaves the files and entries of these names, in their order. bad_input: a name that nothing has.
Result<void> keep_only(std::vector<Job>& jobs, const std::vector<std::string>& names);
// Runs and reports, a report a file; the exit code of the program.
int run_jobs(const std::vector<Job>& jobs, const RunFlags& flags);

}  // namespace amqpace::app
