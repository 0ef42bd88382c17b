// SPDX-License-Identifier: Apache-2.0
// The tables of a run's page: latencies, ledger, instrument, rules, plan.
#include <fmt/format.h>

#include <array>

#include "base/units.hpp"
#include "model/pooled.hpp"
#include "report/broker_text.hpp"
#include "report/html.hpp"
#include "report/html_text.hpp"
#include "report/ledger_text.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

using model::Record;
using model::RuleResult;

namespace {

std::string latency_row(const std::string& name, const char* from_to, const hist::Latency& latency) {
  const auto at = [&latency](double q) { return html_escape(quantile_text(latency, q)); };
  return html_row({fmt::format("{}<br><span class=\"quiet\">{}</span>", name, from_to),
                   count_text(latency.count()), count_text(latency.open_count()), at(0.5), at(0.9), at(0.99),
                   at(0.999), at(0.9999), at(1)});
}

}  // namespace

namespace {

// Each node's own: one number over several queues describes none of them.
std::string scenario_latencies(const Record& record) {
  std::string rows;
  for (const auto& q : record.queues) {
    if (q.consumers == 0) continue;
    rows += latency_row(html(q.name) + " end-to-end", "due → handler start", q.end_to_end);
    rows += latency_row(html(q.name) + " from send time", "send → handler start", q.service_time);
  }
  for (const auto& p : record.producers) {
    if (!p.ledger.confirms_off) rows += latency_row(html(p.name) + " publish", "send → confirm read", p.publish);
    if (p.offered_rate) rows += latency_row(html(p.name) + " send lag", "due → send", p.send_lag);
  }
  return html_table({"", "n", "open", "p50", "p90", "p99", "p99.9", "p99.99", "max"}, rows);
}

}  // namespace

std::string html_latencies(const Record& record) {
  if (record.plan.kind == model::FileKind::scenario) return scenario_latencies(record);
  std::string rows;
  if (model::consumer_count(record) > 0) {
    rows += latency_row("end-to-end", "due → handler start", model::pooled_end_to_end(record));
    rows += latency_row("from send time", "send → handler start: hides what waited to be sent",
                        model::pooled_service_time(record));
    rows += latency_row("arrival", "due → delivery read", model::pooled_arrival(record));
    rows += latency_row("handled", "due → handler end", model::pooled_handled(record));
  }
  bool confirms = model::is_publishing(record);
  for (const auto& producer : record.producers) confirms = confirms && !producer.ledger.confirms_off;
  if (confirms) rows += latency_row("publish", "send → confirm read", model::pooled_publish(record));
  if (model::is_throttled(record))
    rows += latency_row("send lag", "due → send", model::pooled_send_lag(record));
  if (rows.empty()) return "<p>none were measured</p>\n";
  auto table = html_table({"", "n", "open", "p50", "p90", "p99", "p99.9", "p99.99", "max"}, rows);
  if (!model::is_throttled(record) && model::is_publishing(record)) {
    table += "<p>Not meaningful: without a schedule there is no due time.</p>\n";
  }
  return table;
}

std::string html_ledger(const Record& record) {
  std::string producers, queues;
  for (const auto& p : record.producers) {
    const auto& l = p.ledger;
    producers += html_row({html(p.name), count_text(l.due), count_text(l.sent), count_text(l.never_sent),
                           l.confirms_off ? "confirms off" : count_text(l.confirmed), count_text(l.returned),
                           count_text(l.nacked), count_text(l.failed), count_text(l.unknown)});
  }
  const auto add = [&queues](const std::string& name, const model::QueueLedger& l) {
    queues +=
        html_row({html(name), l.expected_known ? count_text(l.expected) : "unknown", count_text(l.dead_in),
                  count_text(l.extra), count_text(l.delivered), count_text(l.dead_out), count_text(l.queued),
                  count_text(l.dropped), (l.missing_is_lower_bound ? "≥ " : "") + count_text(l.missing),
                  count_text(l.deliveries), count_text(l.redelivered), count_text(l.recycled),
                  count_text(l.duplicates), count_text(l.leftovers), count_text(l.foreign),
                  count_text(l.out_of_order)});
  };
  for (const auto& q : record.queues) {
    add(q.name, q.ledger);
    if (q.readers.size() < 2) continue;
    for (std::size_t i = 0; i < q.readers.size(); ++i) add(fmt::format("{}, reader {}", q.name, i + 1), q.readers[i].ledger);
  }
  return html_table({"producer", "due", "sent", "never sent", "confirmed", "returned", "nacked", "failed",
                     "unknown"},
                    producers) +
         html_table({"queue", "expected", "dead-in", "extra", "delivered", "dead-out", "queued", "dropped",
                     "missing", "deliveries", "redelivered", "recycled", "duplicates", "leftovers", "foreign",
                     "out of order"},
                    queues);
}

std::string html_instrument(const Record& record) {
  const auto& i = record.instrument;
  const auto late = model::totals(record).late;
  std::string rows, workers;
  const auto row = [&rows](const char* name, const std::string& text) {
    rows += html_row({name, html(text)});
  };
  for (const double share : i.worker_cpu) workers += (workers.empty() ? "" : ", ") + share_text(share);
  row("version", i.version);
  row("host", i.host);
  row("machine", fmt::format("{}, {} cores, {}", i.cpu_model, i.cores, i.kernel));
  row("clock", i.clock_source);
  row("CPU in the window",
      fmt::format("{:.2f} s, {:.1f} of {} cores", i.cpu_seconds, i.cpu_of_cores, i.cores));
  row("workers", fmt::format("{} (of a core: {})", i.workers, workers));
  row("stolen", share_text(i.steal_share));
  row("involuntary switches", count_text(i.involuntary_switches));
  row("late time",
      late.total() == 0 ? "none" : fmt::format("{}: {}", time_text(late.total()), late_causes(late)));
  if (i.canary_p50) {
    row("bare timer",
        fmt::format("late by p50 {}, p99 {}", time_text(*i.canary_p50), time_text(i.canary_p99.value_or(0))));
  }
  row("calibrated", i.calibrated ? "yes" : "no");
  row("negative latencies", count_text(i.negative_latencies));
  row("latencies out of range", count_text(i.out_of_range));
  if (i.allocations_counted) row("allocations in the window", count_text(i.allocations_in_window));
  for (const auto& [fault, injected] : record.facts.faults)
    row("fault", fmt::format("{}: {}", fault, injected));
  return html_table({}, rows);
}

std::string html_broker(const Record& record) {
  std::string rows;
  for (const auto& [label, text] : broker_lines(record)) rows += html_row({html_escape(label), html_escape(text)});
  return rows.empty() ? rows : html_table({}, rows);
}

std::string html_rules(const Record& record) {
  static constexpr std::array<std::string_view, 3> states{"fired", "passed", "not applicable"};
  std::string rows;
  for (const auto& result : record.results) {
    const bool missed = result.objective && result.state == RuleResult::State::fired;
    const bool met = result.objective && result.state == RuleResult::State::passed;
    const auto state = missed ? "missed"
                       : met  ? "met"
                              : std::string(states[static_cast<std::size_t>(result.state)]);
    const bool applies = result.state != RuleResult::State::not_applicable;
    rows += html_row({html(result.rule), std::string(model::severity_name(result.severity)), state,
                      html(applies ? result.numbers : result.reason),
                      fmt::format("<span class=\"quiet\">{}</span>", html(result.sentence))});
  }
  return html_table({"rule", "severity", "state", "numbers", "fires when, or asks that"}, rows);
}

std::string html_plan(const Record& record) {
  std::string rows, overrides;
  for (const auto& [path, text] : record.plan.settings) rows += html_row({html(path), html(text)});
  for (const auto& text : record.plan.overrides) overrides += html(text) + "\n";
  auto body =
      record.plan.source.empty() ? "" : fmt::format("<pre>{}</pre>\n", html_lines(record.plan.source));
  if (!overrides.empty()) body += fmt::format("<p>Changed by flags:</p>\n<pre>{}</pre>\n", overrides);
  body += html_table({"setting", "as run"}, rows);
  const auto name =
      record.plan.source_name.empty() ? "The plan" : "The plan: " + shown(record.plan.source_name);
  return html_details(name, body);
}

}  // namespace amqpace::report
