// SPDX-License-Identifier: Apache-2.0
// What the tests of this room share: a text loaded with a made-up environment, its problems as a user sees
// them.
#pragma once

#include <map>
#include <string>

#include "config/load.hpp"

namespace amqpace::config::testing {

using Environment = std::map<std::string, std::string>;

inline Lookup lookup(Environment environment) {
  return [environment = std::move(environment)](const std::string& name) -> std::optional<std::string> {
    const auto found = environment.find(name);
    if (found == environment.end()) return std::nullopt;
    return found->second;
  };
}

inline Loaded load_text(std::string text, Environment environment = {},
                        std::vector<Override> overrides = {}) {
  return load({"f.yaml", std::move(text)}, {lookup(std::move(environment)), std::move(overrides)});
}

// All problems, each as printed, one after the other.
inline std::string problems_of(const Loaded& loaded) {
  std::string out;
  for (const auto& problem : loaded.problems)
    out += (out.empty() ? "" : "\n") + problem_text(problem, "f.yaml");
  return out;
}

inline std::string setting(const Loaded& loaded, std::string_view path) {
  for (const auto& [name, text] : loaded.plan.settings) {
    if (name == path) return text;
  }
  return "(no such setting)";
}

// A whole file around some lines: a name and a broker come first, in lines 1 and 2.
inline std::string around(const std::string& lines) {
  return "name: t\nbroker: amqp://localhost\n" + lines;
}

}  // namespace amqpace::config::testing
