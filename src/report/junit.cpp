// SPDX-License-Identifier: Apache-2.0
#include "report/junit.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "report/error_text.hpp"
#include "report/html_text.hpp"
#include "report/shown.hpp"
#include "report/terminal.hpp"

namespace amqpace::report {

using model::Finding;
using model::Record;
using model::RuleResult;
using model::Severity;

namespace {

// U+FFFE and U+FFFF are valid UTF-8, and no characters of XML.
std::string xml(std::string text) {
  for (const char* never : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
    for (auto at = text.find(never); at != std::string::npos; at = text.find(never, at)) text.replace(at, 3, "?");
  }
  return html_escape(text);
}
std::string attribute(std::string_view text) { return xml(shown(text)); }

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  Counts& operator+=(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    return *this;
  }
};

std::string seconds_text(Nanos t) {
  return fmt::format("{}.{:03}", t / kSecond, t % kSecond / kMillisecond);
}

// What stands behind the observation.
std::string explanation(const Finding& finding) {
  std::string text;
  if (!finding.implication.empty()) text += "means: " + shown(finding.implication) + "\n";
  if (!finding.detail.empty()) text += "detail: " + shown(finding.detail) + "\n";
  return text;
}

std::string element(const char* name, const std::string& type, const std::string& message, const std::string& text) {
  return fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", name, attribute(type), attribute(message), xml(text));
}

// The finding of a rule that fired; a rule that looks at nodes has one a node ("consumers-kept-up:ex.q").
std::vector<const Finding*> findings_of(const Record& record, const RuleResult& result) {
  std::vector<const Finding*> out;
  for (const auto& finding : record.findings)
    if (finding.rule == result.rule || finding.rule.starts_with(result.rule + ":")) out.push_back(&finding);
  return out;
}

// What a case holds, given as one of them may be worse than the rule's own severity.
std::string outcome(const Record& record, const RuleResult& result, Counts& counts) {
  if (result.state == RuleResult::State::not_applicable) {
    ++counts.skipped;
    return fmt::format("      <skipped message=\"{}\"/>\n", attribute(result.reason));
  }
  auto findings = findings_of(record, result);
  const Finding own{result.rule, result.severity, result.numbers, result.sentence, ""};
  if (result.state == RuleResult::State::fired && findings.empty()) findings.push_back(&own);
  std::string text, said;
  bool error = false, failure = false;
  for (const auto* finding : findings) {
    if (result.state == RuleResult::State::fired && finding->severity >= Severity::failed) {
      const bool invalid = finding->severity == Severity::invalid;
      (invalid ? error : failure) = true;
      text += element(invalid ? "error" : "failure", std::string(model::severity_name(finding->severity)),
                      finding->observation, explanation(*finding));
    } else {
      said += fmt::format("{}: {}\n{}", model::severity_name(finding->severity), shown(finding->observation),
                          explanation(*finding));
    }
  }
  if (said.empty() && text.empty() && !result.numbers.empty()) said = shown(result.numbers) + "\n";
  counts.errors += error ? 1 : 0;
  counts.failures += !error && failure ? 1 : 0;
  return text + (said.empty() ? "" : fmt::format("      <system-out>{}</system-out>\n", xml(said)));
}

std::string test_case(const Record& record, const std::string& name, const std::string& inside) {
  return fmt::format("    <testcase name=\"{}\" classname=\"amqpace.{}\" time=\"{}\">\n{}    </testcase>\n", attribute(name),
                     attribute(record.plan.name), seconds_text(record.window), inside);
}

// A run that ended before its window has no rules.
std::string cases(const Record& record, Counts& counts) {
  std::string text;
  if (record.error) {
    ++counts.tests;
    ++counts.errors;
    text += test_case(record, "the run began", element("error", "INVALID", record.error->what, error_text(*record.error)));
  }
  for (const auto& result : record.results) {
    ++counts.tests;
    text += test_case(record, result.rule, outcome(record, result, counts));
  }
  return text;
}

std::string properties(const Record& record) {
  std::string text = "    <properties>\n";
  const auto add = [&text](const char* name, const std::string& value) {
    text += fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", name, attribute(value));
  };
  add("broker", record.broker);
  add("product", record.facts.product);
  add("version", record.instrument.version);
  add("seed", std::to_string(record.seed));
  add("runId", record.run_id);
  add("verdict", std::string(model::verdict_name(record.verdict)));
  for (const auto& [path, value] : record.plan.entry.axes) add(attribute(path).c_str(), value);
  return text + "    </properties>\n";
}

std::string counts_text(const Counts& c) {
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", c.tests, c.failures, c.errors);
}

std::string suite(const Record& record, std::size_t id, Counts& all) {
  Counts counts;
  const auto inside = cases(record, counts);
  all += counts;
  // As the schemas have it: no fraction, no zone; it is UTC.
  const auto began = record.started_at == 0 ? std::string() : fmt::format(" timestamp=\"{}\"", utc_iso(record.started_at).substr(0, 19));
  return fmt::format("  <testsuite name=\"{}\" id=\"{}\" {} skipped=\"{}\" time=\"{}\" hostname=\"{}\"{}>\n{}{}"
                     "    <system-out>{}</system-out>\n  </testsuite>\n",
                     attribute(record.plan.name), id, counts_text(counts), counts.skipped, seconds_text(record.window),
                     attribute(record.instrument.host), began, properties(record), inside, xml(terminal_text(record)));
}

}  // namespace

std::string junit_document(std::span<const Record> records) {
  Counts counts;
  Nanos time = 0;
  std::string suites;
  for (std::size_t i = 0; i < records.size(); ++i) {
    suites += suite(records[i], i, counts);
    time += records[i].window;
  }
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"amqpace\" {} time=\"{}\">\n{}</testsuites>\n",
                     counts_text(counts), seconds_text(time), suites);
}

}  // namespace amqpace::report
