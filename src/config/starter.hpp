// SPDX-License-Identifier: Apache-2.0
// Files to start from: what `amqpace init` writes. The settings are chosen here, what is said of them stands in the field tables.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace amqpace::config {

struct Starter {
  std::string_view kind;      // "workload"
  std::string_view sentence;  // what the file is for
  std::string_view opening;   // how it begins
  std::string_view body;      // YAML; "#: PATH" is replaced by what the tables say of a setting, "#+ BLOCK" by what else it has
};
std::span<const Starter> starters();

// The file; bad_input with the nearest kind.
Result<std::string> starter_text(std::string_view kind);

}  // namespace amqpace::config
