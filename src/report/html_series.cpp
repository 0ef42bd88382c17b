// SPDX-License-Identifier: Apache-2.0
// The run over time: charts of rates, latencies and depth, and the same readings as a table.
#include <fmt/format.h>

#include <cmath>

#include "base/units.hpp"
#include "report/chart.hpp"
#include "report/html.hpp"
#include "report/html_text.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

using model::Record;
using model::Sample;

namespace {

Series series_of(const Record& record, std::string name, std::string style,
                 const std::function<std::optional<double>(const Sample&)>& value) {
  Series series{std::move(name), std::move(style), {}};
  for (const auto& sample : record.samples) series.values.push_back(value(sample));
  return series;
}

std::function<std::optional<double>(const Sample&)> nanos_of(std::optional<Nanos> Sample::*member) {
  return [member](const Sample& sample) -> std::optional<double> {
    if (!(sample.*member)) return std::nullopt;
    return static_cast<double>(*(sample.*member));
  };
}

Chart chart_of(const Record& record, std::string title) {
  Chart chart;
  chart.title = std::move(title);
  Nanos previous = 0;
  const Nanos end = record.samples.empty() ? 0 : record.samples.back().elapsed;
  chart.bands.push_back({0, record.warmup, "outside"});
  chart.bands.push_back({record.warmup + record.window, end, "outside"});
  for (const auto& sample : record.samples) {
    chart.at.push_back(sample.elapsed);
    if (sample.blocked) chart.bands.push_back({previous, sample.elapsed, "blocked"});
    previous = sample.elapsed;
  }
  for (const auto& outage : record.outages) chart.bands.push_back({outage.from, outage.to.value_or(end), "outage"});
  return chart;
}

// Offered per second, from the slots due so far.
std::vector<std::optional<double>> offered_rates(const Record& record) {
  std::vector<std::optional<double>> rates;
  const Sample* previous = nullptr;
  for (const auto& sample : record.samples) {
    const Nanos since = previous ? previous->elapsed : 0;
    const std::uint64_t before = previous ? previous->offered : 0;
    const double seconds = static_cast<double>(sample.elapsed - since) / 1e9;
    rates.push_back(seconds > 0 && sample.offered >= before
                        ? std::optional(static_cast<double>(sample.offered - before) / seconds)
                        : std::nullopt);
    previous = &sample;
  }
  return rates;
}

// A power of ten of the time axis: "10us", "1ms", "100s".
std::string decade_text(double v) {
  const Nanos t = std::llround(v);
  return t < kSecond ? duration_text(t) : number_text(static_cast<double>(t) / 1e9) + "s";
}

std::string optional_time(const std::optional<Nanos>& value) {
  return value ? time_text(*value) : "–";
}

}  // namespace

std::string html_charts(const Record& record) {
  if (record.samples.size() < 2) return {};
  auto rates = chart_of(record, "Messages a second");
  rates.label = [](double v) { return rate_text(v); };
  rates.series.push_back(
      series_of(record, "published", "s2", [](const Sample& s) { return std::optional(s.publish_rate); }));
  rates.series.push_back(
      series_of(record, "consumed", "s3", [](const Sample& s) { return std::optional(s.consume_rate); }));
  // On top of what was published, so that both can be seen.
  if (model::totals(record).offered_rate)
    rates.series.push_back({"offered", "s1 dashed", offered_rates(record)});
  auto latency = chart_of(record, "End-to-end latency of each interval");
  latency.logarithmic = true;
  latency.label = decade_text;
  latency.series = {series_of(record, "p50", "s1", nanos_of(&Sample::e2e_p50)),
                    series_of(record, "p99", "s2", nanos_of(&Sample::e2e_p99)),
                    series_of(record, "p99.9", "s3", nanos_of(&Sample::e2e_p999)),
                    series_of(record, "max", "s4", nanos_of(&Sample::e2e_max))};
  auto depth = chart_of(record, "Waiting messages");
  depth.label = [](double v) { return count_text(static_cast<std::uint64_t>(std::llround(v))); };
  depth.series = {series_of(record, "in the queues", "s1",
                            [](const Sample& s) -> std::optional<double> {
                              if (!s.queue_depth) return std::nullopt;
                              return static_cast<double>(*s.queue_depth);
                            }),
                  series_of(record, "unanswered publishes", "s2",
                            [](const Sample& s) { return std::optional(static_cast<double>(s.in_flight)); })};
  return html_section("Over time",
                      svg_chart(rates) + svg_chart(latency) + svg_chart(depth) +
                          "<p class=\"quiet\">Shaded: warm-up and drain; red: connection.blocked; amber: a connection, a "
                          "channel or a consumer was gone.</p>\n");
}

std::string html_outages(const Record& record) {
  std::string rows;
  for (const auto& o : record.outages) {
    rows += html_row({html(o.connection), length_text(o.from),
                      record.started_at > 0 ? utc_iso(record.started_at + o.from - record.warmup) : "–",
                      o.to ? time_text(*o.to - o.from) : "not back", optional_time(o.recovered_after),
                      count_text(o.connections_lost), count_text(o.channels_closed), count_text(o.consumers_cancelled),
                      html(o.why)});
  }
  if (rows.empty()) return rows;
  return html_table({"connection", "gone at", "UTC", "for", "recovered after", "connections", "channels", "consumers", "why"},
                    rows) +
         "<p class=\"quiet\">Counted from where the schedule began, warm-up included. Recovered: until the load was served in "
         "time again; – not before the window ended.</p>\n";
}

std::string html_intervals(const Record& record) {
  if (record.samples.empty()) return {};
  std::string rows;
  for (const auto& s : record.samples) {
    rows += html_row({length_text(s.elapsed), html(s.phase), count_text(s.offered), count_text(s.published),
                      count_text(s.confirmed), count_text(s.failed), count_text(s.consumed),
                      rate_text(s.publish_rate), rate_text(s.consume_rate), s.blocked ? "yes" : "",
                      count_text(s.in_flight), s.queue_depth ? count_text(*s.queue_depth) : "–",
                      optional_time(s.e2e_p50), optional_time(s.e2e_p99), optional_time(s.e2e_p999),
                      optional_time(s.e2e_max), optional_time(s.lag_p99), optional_time(s.publish_p99)});
  }
  return html_details("Every interval",
                      html_table({"at", "phase", "offered", "published", "confirmed", "failed", "consumed",
                                  "published/s", "consumed/s", "blocked", "in flight", "depth", "p50", "p99",
                                  "p99.9", "max", "lag p99", "publish p99"},
                                 rows));
}

}  // namespace amqpace::report
