// SPDX-License-Identifier: Apache-2.0
// What a rule answers when it applies. `observed` holds the numbers it looked at whether it fired or not, so
// that a report can show why a rule passed; `means` says what follows from them, never what to do about it.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "model/record.hpp"

namespace amqpace::rules {

struct Outcome {
  bool fired = false;
  std::string observed, means, detail;
  std::optional<model::Severity> severity = std::nullopt;  // when it differs from the rule's own
};

inline Outcome passed(std::string observed) {
  return {false, std::move(observed), {}, {}};
}
inline Outcome fired(std::string observed, std::string means, std::string detail = {}) {
  return {true, std::move(observed), std::move(means), std::move(detail)};
}
inline Outcome fired_as(model::Severity severity, std::string observed, std::string means,
                        std::string detail = {}) {
  return {true, std::move(observed), std::move(means), std::move(detail), severity};
}

}  // namespace amqpace::rules
