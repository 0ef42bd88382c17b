// SPDX-License-Identifier: Apache-2.0
// What stands below the entries of a suite: one table of all of them, then what was found, each with the entry's name before it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/record.hpp"

namespace amqpace::report {

// For the terminal; ends with a line break.
std::string comparison_text(std::span<const model::Record> records);

// What is worth reading of several runs, worst first; an entry that never began has its error.
struct EntryFinding {
  const model::Record* record;
  model::Severity severity;
  std::string rule, observation;
};
std::vector<EntryFinding> findings_of_all(std::span<const model::Record> records);

}  // namespace amqpace::report
