// SPDX-License-Identifier: Apache-2.0
// One row a run, as every report compares runs: cells of plain text, not yet escaped. The entries of a matrix have a column for
// each axis, after the name.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/record.hpp"

namespace amqpace::report {

struct Overview {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::size_t axes = 0;             // how many of the columns, from the second on
  std::size_t verdict_column() const { return 1 + axes; }
};
Overview overview_of(std::span<const model::Record> records);

}  // namespace amqpace::report
