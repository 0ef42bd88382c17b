// SPDX-License-Identifier: Apache-2.0
#include "walk.hpp"

#include <algorithm>

#include "base/units.hpp"

namespace amqpace::testing {

Observe wire(std::string beginning) {
  return [beginning = std::move(beginning)](const SimResult& run) { return run.tapped.matching(beginning); };
}

Observe count(std::string beginning) {
  return [beginning = std::move(beginning)](const SimResult& run) {
    return std::to_string(run.tapped.count(beginning));
  };
}

Observe all(std::vector<Observe> parts) {
  return [parts = std::move(parts)](const SimResult& run) {
    std::string out;
    for (const Observe& part : parts) out += (out.empty() ? "" : " | ") + part(run);
    return out;
  };
}

Observe outcome(std::string rule) {
  return [rule = std::move(rule)](const SimResult& run) {
    for (const auto& result : run.record.results) {
      if (result.rule != rule) continue;
      switch (result.state) {
        case model::RuleResult::State::fired:
          return "fired " + std::string(model::severity_name(result.severity)) + ": " + result.numbers;
        case model::RuleResult::State::passed:
          return "passed: " + result.numbers;
        case model::RuleResult::State::not_applicable:
          return "does not apply: " + result.reason;
      }
    }
    return "no rule " + rule;
  };
}

std::string first_dues(const SimResult& run) {
  std::string out;
  for (std::size_t i = 0; i < std::min<std::size_t>(4, run.tapped.messages.size()); ++i) {
    const auto& stamp = run.tapped.messages[i].stamp;
    out += (out.empty() ? "" : " ") + (stamp ? time_text(stamp->due) : "unstamped");
  }
  return out;
}

std::string offered(const SimResult& run) {
  return std::to_string(run.record.producers.at(0).offered) + " offered";
}

std::string published(const SimResult& run) {
  return std::to_string(run.record.producers.at(0).published) + " published";
}

std::string error_text(const SimResult& run) {
  return run.record.error ? run.record.error->what : "no error";
}

std::string prefilled(const SimResult& run) {
  std::size_t n = 0;
  std::uint64_t size = 0;
  for (const TappedMessage& message : run.tapped.messages) {
    if (!message.stamp || !message.stamp->prefill) continue;
    ++n;
    size = message.size;
  }
  return std::to_string(n) + " of " + std::to_string(size) + " bytes";
}

}  // namespace amqpace::testing
