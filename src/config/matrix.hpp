// SPDX-License-Identifier: Apache-2.0
// `matrix`: settings with several values each, to one set of values for every combination; the first axis changes slowest.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/fields.hpp"

namespace amqpace::config {

struct Axis {
  model::Node path;  // "publishers.messageSize", with its place
  std::vector<model::Node> values;
};

struct Choice {
  const Axis* axis = nullptr;
  model::Node value;
};
using Combination = std::vector<Choice>;

// What cannot be read as axes is a problem of the reader. Without a matrix: none.
std::vector<Axis> axes_of(const model::Node& root, model::Reader& reader);
// One empty combination without axes.
std::vector<Combination> combinations_of(const std::vector<Axis>& axes);

// Puts the values into a tree, each at its path.
void apply(const Combination& combination, model::Node& tree, model::Reader& reader);
// "512" of a value, for names and tables; what is not a single value is written as in a file.
std::string value_text(const model::Node& value);
// "-512-quorum", or "" without axes.
std::string name_suffix(const Combination& combination);
// A queue that is declared in several ways needs a name for each: ".quorum", made of the axes that say how it is declared.
std::string queue_suffix(const Combination& combination);

}  // namespace amqpace::config
