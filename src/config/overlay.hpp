// SPDX-License-Identifier: Apache-2.0
// One entry of a suite laid over what the file says at its top level. A block of the entry replaces the top level's, or is
// merged into it; what replacing loses is said, because a run without it looks entirely normal.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/node.hpp"

namespace amqpace::config {

enum class Inherit { replace, merge };

struct Overlaid {
  model::Node tree;
  std::vector<std::pair<model::Place, std::string>> notes;  // where in the entry, and a sentence
};

// Both are maps; `top` without the keys of a suite.
Overlaid overlay(const model::Node& top, const model::Node& entry, Inherit inherit);

}  // namespace amqpace::config
