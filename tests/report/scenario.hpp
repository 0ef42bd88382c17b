// SPDX-License-Identifier: Apache-2.0
// A scenario of tests/scenarios: NAME.yaml is the workload file, NAME.json says what happened. What the JSON
// leaves out is what a run without trouble does; tests/scenarios/README.md lists its words.
#pragma once

#include <string>
#include <vector>

#include "model/record.hpp"

namespace amqpace {

struct Scenario {
  std::vector<model::Record> records;  // one, or a suite's entries; not yet judged
  int exit_code = 0;                   // expected
  // Rules expected to fire or be missed, in the order of the findings; of a suite with the entry's name before them.
  std::vector<std::string> fired;
};

std::vector<std::string> scenario_names();
// Aborts the test with a sentence when a file is not what it should be.
Scenario read_scenario(const std::string& name);

}  // namespace amqpace
