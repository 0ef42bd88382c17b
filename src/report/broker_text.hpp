// SPDX-License-Identifier: Apache-2.0
// What the broker said about itself, its queues and its nodes, as lines of a label and a text. Terminal and HTML print the
// same ones; the JSON has the numbers.
#pragma once

#include <string>
#include <vector>

#include "model/record.hpp"

namespace amqpace::report {

struct BrokerLine {
  std::string label;  // "broker", "queue", "node", "note"
  std::string text;   // one line, fit to print
};

// Empty when the broker said nothing.
std::vector<BrokerLine> broker_lines(const model::Record& record);

}  // namespace amqpace::report
