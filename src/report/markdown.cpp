// SPDX-License-Identifier: Apache-2.0
#include "report/markdown.hpp"

#include <fmt/format.h>

#include "report/comparison.hpp"
#include "report/json.hpp"
#include "report/overview.hpp"
#include "report/shown.hpp"
#include "report/terminal.hpp"

namespace amqpace::report {

using model::Record;

namespace {

// Text of a file or a broker, so that it is read as text.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_[]<>|#~").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

template <class Cells>
std::string row(const Cells& cells) {
  std::string line = "|";
  for (const auto& cell : cells) line += fmt::format(" {} |", cell);
  return line + "\n";
}

std::string overview(std::span<const Record> records) {
  const auto all = overview_of(records);
  auto table = row(all.columns) + "|";
  for (std::size_t i = 0; i < all.columns.size(); ++i) table += i <= all.verdict_column() ? "---|" : "---:|";
  table += "\n";
  for (auto cells : all.rows) {
    for (std::size_t i = 0; i < all.verdict_column(); ++i) cells[i] = escaped(cells[i]);
    table += row(cells);
  }
  return table;
}

// Of several runs: what was found, the run's name before it.
std::string all_findings(std::span<const Record> records) {
  std::string lines;
  for (const auto& f : findings_of_all(records)) {
    lines += fmt::format("- **{}** {}: {}{}{}\n", model::severity_name(f.severity), escaped(shown(f.record->plan.name)),
                         escaped(shown(f.rule)), f.rule.empty() ? "" : ": ", escaped(shown(f.observation)));
  }
  return lines.empty() ? "" : "\n" + lines;
}

std::string finding_lines(const Record& record) {
  std::string lines;
  for (const auto& finding : record.findings) {
    lines += fmt::format("- **{}** {}: {}\n", model::severity_name(finding.severity),
                         escaped(shown(finding.rule)), escaped(shown(finding.observation)));
  }
  return lines;
}

// A fence longer than any row of backticks within.
std::string fenced(const std::string& text) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + "text\n" + text + fence + "\n";
}

}  // namespace

std::string markdown_document(std::span<const Record> records) {
  auto text = fmt::format("# amqpace: {}\n\n{}\n{}\n", model::verdict_name(verdict_of(records)),
                          verdict_line(records), "");
  text += overview(records);
  if (records.size() > 1) text += all_findings(records);
  for (const auto& record : records) {
    text += fmt::format("\n## {}\n\n", escaped(shown(record.plan.name)));
    if (const auto lines = finding_lines(record); !lines.empty()) text += lines + "\n";
    text += fenced(terminal_text(record));
  }
  return text;
}

}  // namespace amqpace::report
