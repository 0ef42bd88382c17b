// SPDX-License-Identifier: Apache-2.0
// Flags that several commands have: what changes a file's settings, and where output goes.
#pragma once

#include <string>
#include <vector>

#include "app/run_files.hpp"

namespace CLI {
class App;
}

namespace amqpace::app {

class Changes {
 public:
  void define(CLI::App& app, bool of_tls_only = false);  // --set always
  Result<std::vector<config::Override>> overrides() const;

 private:
  std::vector<std::string> values_;  // of the table of flags; "": not given
  std::vector<std::string> sets_;
};

// --report --format --run-name --replace --github --quiet --emit-samples
void define_output(CLI::App& app, RunFlags& flags);

}  // namespace amqpace::app
