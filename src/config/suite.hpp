// SPDX-License-Identifier: Apache-2.0
// A file with `workloads` or a `matrix`: several plans from one file. Each is the top level with an entry laid over it and the
// matrix's values put in, and is then read like any other file, so every check and every message is the same; places point
// into the entry or to the top level, wherever a setting came from.
#pragma once

#include <string>
#include <vector>

#include "config/load.hpp"
#include "model/fields.hpp"

namespace amqpace::config {

struct Suite {
  std::string name;  // the file's, or ""
  std::vector<model::Plan> plans;
};

// By what the file says, or by a flag that gives it a matrix.
bool is_suite(const model::Node& root, const std::vector<Override>& overrides);
// Problems are the reader's, each once. `variables`: of the file, not yet resolved in `root`.
Suite read_suite(model::Node root, const Variables& variables, const LoadOptions& options, model::Reader& reader);

}  // namespace amqpace::config
