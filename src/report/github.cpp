// SPDX-License-Identifier: Apache-2.0
#include "report/github.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "report/shown.hpp"

namespace amqpace::report {

using model::Severity;

namespace {

// As the runner undoes it; a title is a property, in which ':' and ',' mean something.
std::string escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : shown(text)) {
    if (c == '%') out += "%25";
    else if (c == '\r') out += "%0D";
    else if (c == '\n') out += "%0A";
    else if (property && c == ':') out += "%3A";
    else if (property && c == ',') out += "%2C";
    else out += c;
  }
  return out;
}

std::string_view command_of(Severity severity) {
  return severity >= Severity::failed ? "error" : severity == Severity::warning ? "warning" : "notice";
}

std::string line(Severity severity, const std::string& title, const std::string& message) {
  return "::" + std::string(command_of(severity)) + " title=" + escaped(title, true) + "::" + escaped(message, false) + "\n";
}

struct Annotation {
  Severity severity;
  std::string text;
};

}  // namespace

std::string github_annotations(std::span<const model::Record> records) {
  std::vector<Annotation> all;
  for (const auto& record : records) {
    const auto title = "amqpace " + record.plan.name;
    if (record.error) {
      const auto& e = *record.error;
      all.push_back({Severity::invalid,
                     line(Severity::invalid, title, e.what + (e.detail.empty() ? "" : ": " + e.detail) + (e.hint.empty() ? "" : " (" + e.hint + ")"))});
      continue;
    }
    for (const auto& finding : record.findings) {
      all.push_back({finding.severity, line(finding.severity, title + ": " + finding.rule,
                                            finding.observation + (finding.implication.empty() ? "" : " — " + finding.implication))});
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.severity > b.severity; });
  std::string text;
  for (const auto& annotation : all) text += annotation.text;
  return text;
}

}  // namespace amqpace::report
