// SPDX-License-Identifier: Apache-2.0
// What is wrong with a file, or worth a warning: all of it at once, each with its place. An error makes the
// plan unusable (exit 3); a warning does not.
#pragma once

#include <string>
#include <vector>

#include "model/node.hpp"

namespace amqpace::model {

struct Problem {
  enum class Severity { error, warning };
  Severity severity = Severity::error;
  Place place;
  std::string text;          // "unknown setting 'consumers.prefech'. Did you mean …"
  std::string excerpt = {};  // the line with a caret below the place, ready to print; empty without a place
};

inline bool has_errors(const std::vector<Problem>& problems) {
  for (const auto& p : problems) {
    if (p.severity == Problem::Severity::error) return true;
  }
  return false;
}

}  // namespace amqpace::model
