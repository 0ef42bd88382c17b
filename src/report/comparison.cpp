// SPDX-License-Identifier: Apache-2.0
#include "report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/overview.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

using model::Record;
using model::Severity;

namespace {

std::string line_of(const Overview& table, const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string line = " ";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t missing = widths[i] - std::min(widths[i], width_of(cells[i]));
    const bool words = i <= table.verdict_column();
    line += " " + (words ? "" : std::string(missing, ' ')) + cells[i] + (words ? std::string(missing, ' ') : "") + " ";
  }
  return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

std::string table_text(const Overview& table) {
  std::vector<std::size_t> widths;
  for (const auto& column : table.columns) widths.push_back(width_of(column));
  for (const auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  std::string text = line_of(table, table.columns, widths);
  for (const auto& row : table.rows) text += line_of(table, row, widths);
  return text;
}

}  // namespace

std::vector<EntryFinding> findings_of_all(std::span<const Record> records) {
  std::vector<EntryFinding> out;
  for (const auto& record : records) {
    if (record.error) {
      std::string text = record.error->what;
      if (!record.error->detail.empty()) text += ": " + record.error->detail;
      out.push_back({&record, Severity::invalid, "", std::move(text)});
      continue;
    }
    for (const auto& finding : record.findings)
      if (finding.severity > Severity::info) out.push_back({&record, finding.severity, finding.rule, finding.observation});
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.severity > b.severity; });
  return out;
}

std::string comparison_text(std::span<const Record> records) {
  if (records.empty()) return {};
  std::string text = fmt::format("\ncomparison: {}\n{}", shown(records.front().plan.entry.suite), table_text(overview_of(records)));
  const auto findings = findings_of_all(records);
  if (!findings.empty()) text += "\n";
  for (const auto& f : findings) {
    text += fmt::format("  [{}] {}: {}{}{}\n", model::severity_name(f.severity), shown(f.record->plan.name), shown(f.rule),
                        f.rule.empty() ? "" : ": ", shown(f.observation));
  }
  return text + "\n";
}

}  // namespace amqpace::report
