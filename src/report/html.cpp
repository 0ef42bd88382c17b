// SPDX-License-Identifier: Apache-2.0
#include "report/html.hpp"

#include <fmt/format.h>

#include "base/units.hpp"
#include "model/pooled.hpp"
#include "model/spec_text.hpp"
#include "report/comparison.hpp"
#include "report/error_text.hpp"
#include "report/html_text.hpp"
#include "report/json.hpp"
#include "report/ledger_text.hpp"
#include "report/overview.hpp"
#include "report/shown.hpp"
#include "report/terminal.hpp"

namespace amqpace::report {

using model::Record;
using model::Severity;
using model::Verdict;

namespace {

const char* style_of(Verdict verdict) {
  return verdict == Verdict::passed ? "passed" : verdict == Verdict::failed ? "failed" : "invalid";
}

const char* style_of(Severity severity) {
  switch (severity) {
    case Severity::invalid:
      return "invalid";
    case Severity::failed:
      return "failed";
    case Severity::warning:
      return "warning";
    case Severity::info:
      return "info";
  }
  return "info";
}

std::string badge(Verdict verdict) {
  return fmt::format("<span class=\"badge {}\">{}</span>", style_of(verdict), model::verdict_name(verdict));
}

std::string overview(std::span<const Record> records) {
  const auto all = overview_of(records);
  std::string head, rows;
  for (const auto& column : all.columns) head += fmt::format("<th scope=\"col\">{}</th>", html_escape(column));
  for (std::size_t n = 0; n < records.size(); ++n) {
    const auto& cells = all.rows[n];
    rows += "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i) {
      rows += i == all.verdict_column() ? fmt::format("<td>{}</td>", badge(records[n].verdict))
                                        : fmt::format("<td>{}</td>", html_escape(cells[i]));
    }
    rows += "</tr>\n";
  }
  return fmt::format(
      "<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n", head,
      rows);
}

// Of several runs: what was found, the run's name before it.
std::string all_findings(std::span<const Record> records) {
  std::string items;
  for (const auto& f : findings_of_all(records)) {
    items += fmt::format("<li><span class=\"badge {}\">{}</span> {}: {}{}{}</li>\n", style_of(f.severity),
                         model::severity_name(f.severity), html(f.record->plan.name), html(f.rule),
                         f.rule.empty() ? "" : ": ", html(f.observation));
  }
  return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

std::string notes(const Record& record) {
  std::string items;
  for (const auto& note : record.notes) items += "<li>" + html(note) + "</li>\n";
  return items.empty() ? "" : html_section("Notes", "<ul>\n" + items + "</ul>\n");
}

std::string findings(const Record& record) {
  if (record.error)
    return fmt::format("<pre class=\"card invalid\">{}</pre>\n", html_escape(error_text(*record.error)));
  if (record.findings.empty()) return "<p>no findings</p>\n";
  std::string out;
  for (const auto& finding : record.findings) {
    const auto* style = style_of(finding.severity);
    out += fmt::format("<div class=\"card {}\">\n<h4><span class=\"badge {}\">{}</span> {}</h4>\n<dl>\n",
                       style, style, model::severity_name(finding.severity), html(finding.rule));
    const auto item = [&out](const char* word, const std::string& text) {
      if (!text.empty()) out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", word, html(text));
    };
    item("observed", finding.observation);
    item("means", finding.implication);
    item("detail", finding.detail);
    out += "</dl>\n</div>\n";
  }
  return out;
}

std::string numbers(const Record& record) {
  const auto totals = model::totals(record);
  std::string rows;
  const auto row = [&rows](const char* name, const std::string& text) {
    rows += html_row({name, html_escape(text)});
  };
  row("window", length_text(record.window) + (record.stopped_early ? " (stopped early)" : "") +
                    " after a warm-up of " + length_text(record.warmup));
  row("offered", totals.offered_rate
                     ? fmt::format("{} ({})", count_text(totals.offered), offered_text(totals))
                     : offered_text(totals));
  row("published", fmt::format("{} ({}/s)", count_text(totals.published), rate_text(totals.publish_rate)));
  row("confirmed", count_text(totals.confirmed));
  row("failed", count_text(totals.failed));
  if (model::consumer_count(record) > 0) {
    row("consumed", fmt::format("{} ({}/s)", count_text(totals.consumed), rate_text(totals.consume_rate)));
  }
  row("queue at end", depth_text(record));
  row("ledger", ledger_text(record));
  row("instrument", instrument_text(record));
  return html_table({}, rows);
}

}  // namespace

std::string html_run(const Record& record, bool alone) {
  std::string out = "<article>\n";
  if (!alone) out += fmt::format("<h2>{} {}</h2>\n", html(record.plan.name), badge(record.verdict));
  if (!record.plan.description.empty()) out += fmt::format("<p>{}</p>\n", html(record.plan.description));
  const bool scenario = record.plan.kind == model::FileKind::scenario;
  std::string specs;
  for (const auto& line : model::spec_lines(record.plan)) specs += html(line) + "\n";
  out += fmt::format("<p class=\"quiet\">{} on {}{}, run {}, seed {}</p>\n",
                     record.started_at == 0 ? "not started" : utc_iso(record.started_at), html(record.broker),
                     record.facts.product.empty() ? "" : " (" + html(record.facts.product) + ")",
                     html(record.run_id), record.seed);
  out += html_section("Findings", findings(record)) + notes(record);
  if (!scenario) out += fmt::format("<pre>{}</pre>\n", specs);
  if (scenario && !record.error) out += html_section("Nodes", html_nodes(record));
  if (!record.error) {
    out += html_section("Numbers", numbers(record)) + html_section("Latencies", html_latencies(record));
    out += html_charts(record);
    if (const auto outages = html_outages(record); !outages.empty()) out += html_section("Outages", outages);
    out += html_section("Ledger", html_ledger(record));
    if (const auto broker = html_broker(record); !broker.empty()) out += html_section("Broker", broker);
    out += html_section("Instrument", html_instrument(record));
  }
  out += html_section("Rules", html_rules(record));
  return out + html_intervals(record) + html_plan(record) + "</article>\n";
}

std::string html_document(std::span<const Record> records) {
  const auto verdict = verdict_of(records);
  std::string names, version;
  if (!records.empty() && records.front().plan.entry.number > 0) {
    names = html(records.front().plan.entry.suite);
  } else {
    for (const auto& record : records) names += (names.empty() ? "" : ", ") + html(record.plan.name);
  }
  if (!records.empty()) version = html(records.front().instrument.version);
  auto out = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}: {} · amqpace</title>\n<style>\n{}</style>\n</head>\n<body>\n",
      model::verdict_name(verdict), names, html_style());
  out += fmt::format("<header>\n<h1>{} {}</h1>\n<p>{}</p>\n</header>\n<main>\n", badge(verdict), names,
                     html_escape(verdict_line(records)));
  if (records.size() > 1) out += overview(records) + all_findings(records);
  for (const auto& record : records) out += html_run(record, records.size() == 1);
  out +=
      html_details("The record as JSON", fmt::format("<pre>{}</pre>\n", html_escape(json_document(records))));
  return out + fmt::format("</main>\n<footer>amqpace {}</footer>\n</body>\n</html>\n", version);
}

}  // namespace amqpace::report
