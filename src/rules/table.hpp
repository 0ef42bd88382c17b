// SPDX-License-Identifier: Apache-2.0
// The one table of rules that every run is held against, whether asked or not. `amqpace rules`, the reference
// page and the judge read it; to add a rule, write its function and add a line in table.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "rules/outcome.hpp"

namespace amqpace::rules {

// When a rule can be asked at all. `why_not` answers "" when it applies, else the reason it does not.
struct Condition {
  std::string_view when;
  std::string (*why_not)(const model::Record& record);
};

// Whom a rule is asked about in a scenario: once for the run, or once for each producer or queue ("rule:<node>").
enum class Scope { run, producer, queue };

struct Rule {
  std::string_view name;
  std::string_view sentence;  // when it fires
  model::Severity severity;
  const Condition& applies;
  Outcome (*check)(const model::Record& record);
  Scope scope = Scope::run;
};

std::span<const Rule> always_on();
const Rule* find_rule(std::string_view name);  // nullptr: not an always-on rule

}  // namespace amqpace::rules
