// SPDX-License-Identifier: Apache-2.0
// The forecast for a terminal: below the dry run's lines, one table of what is offered and one of what is expected, then what it
// takes, then what is wrong with it.
#include <algorithm>
#include <cmath>

#include "base/memory_text.hpp"
#include "base/units.hpp"
#include "config/forecast.hpp"
#include "config/load.hpp"

namespace amqpace::config {

namespace {

using Row = std::vector<std::string>;

// First column to the left, numbers to the right, what follows them (after `numbers` columns) as it comes.
std::string table(const std::vector<Row>& rows, std::size_t numbers) {
  std::vector<std::size_t> widths(numbers + 1, 0);
  for (const auto& row : rows)
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  std::string out;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line = r == 0 ? "  " : "    ";
    line += rows[r][0] + std::string(widths[0] - rows[r][0].size() + (r == 0 ? 2 : 0), ' ');
    for (std::size_t c = 1; c <= numbers; ++c) line += "  " + std::string(widths[c] - rows[r][c].size(), ' ') + rows[r][c];
    if (rows[r].size() > numbers + 1 && !rows[r].back().empty()) line += "  " + rows[r].back();
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

std::string whole(double n) { return count_text(static_cast<std::int64_t>(std::floor(n + 0.5))); }
std::string a_second(const std::optional<double>& rate) { return rate ? rate_text(*rate) + "/s" : "unthrottled"; }
std::string messages(const std::optional<double>& n) { return n ? whole(*n) : "not known"; }

std::string confirm_text(const ProducerForecast& p) {
  if (p.in_flight == 0) return "no confirms: what is lost is not seen";
  const std::string usual = p.usual_confirm > 0 ? "usual are up to " + duration_text(p.usual_confirm) : "";
  if (!p.carries) return usual.empty() ? "" : "confirms: " + usual;
  std::string out = "while confirms come within " + time_text(*p.carries);
  if (p.peak > p.rate.value_or(0)) out += " at " + rate_text(p.peak) + "/s";
  if (usual.empty()) return out;
  return out + (*p.carries < p.usual_confirm ? "; small: " : "; ") + usual;
}

std::string offered_text(const Forecast& f) {
  std::vector<Row> rows{{"offered", "rate", "in the window", "in flight", "carries the rate"}};
  for (const auto& p : f.producers)
    rows.push_back({p.name, a_second(p.rate), messages(p.in_window), p.in_flight == 0 ? "-" : count_text(p.in_flight), confirm_text(p)});
  return table(rows, 3);
}

std::string behind_text(const QueueForecast& q) {
  std::string out;
  const auto add = [&out](const std::string& part) { out += (out.empty() ? "" : "; ") + part; };
  if (q.growth > 0) {
    add("grows by " + rate_text(q.growth) + "/s" + (q.left ? ", " + whole(*q.left) + " by the end of the window" : ""));
  }
  if (q.peak && q.capacity && *q.peak > *q.capacity && q.growth == 0)
    add("grows while more than " + rate_text(*q.capacity) + "/s come: up to " + rate_text(*q.peak) + "/s do");
  else if (q.peak)
    add("up to " + rate_text(*q.peak) + "/s");
  if (q.dead_lettered > 0) add(rate_text(q.dead_lettered) + "/s of it rejects");
  if (q.expires_into) add("and what expires elsewhere");
  if (q.keeps) add(q.consumers > 1 ? "keeps all of it, and each consumer reads all of it" : "keeps all of it");
  if (!q.broker.empty()) add("on " + q.broker + ", brought there by a link");
  return out;
}

std::string expected_text(const Forecast& f) {
  std::vector<Row> rows{{"expected", "rate", "in the window", "consumers", "they take", "used"}};
  for (const auto& q : f.queues) {
    const bool used = q.capacity && q.rate;
    rows.push_back({q.name + " (" + q.type + ")", a_second(q.rate), messages(q.in_window), count_text(q.consumers),
                    q.consumers == 0 ? "-" : q.capacity ? rate_text(*q.capacity) + "/s" : "no limit",
                    used ? share_text(*q.rate / *q.capacity) : "-", behind_text(q)});
  }
  rows[0].push_back("");
  return table(rows, 5);
}

std::string line(const std::string& label, const std::string& text) {
  return "  " + label + std::string(label.size() < 15 ? 15 - label.size() : 1, ' ') + text + "\n";
}

std::string connections_text(const Forecast& f) {
  return count_text(f.publishing_connections + f.consuming_connections + 1) + ": " + count_text(f.publishing_connections) +
         " publishing, " + count_text(f.consuming_connections) + " consuming, 1 that declares; " + count_text(f.channels) +
         " channels";
}

std::string on_the_broker(const Forecast& f) {
  std::uint64_t left = 0, stalled = 0;
  bool known = true;
  for (const auto& q : f.queues) {
    left += q.left_bytes;
    stalled += q.stalled_bytes;
    known = known && q.left.has_value();
  }
  if (!known) return "not known beforehand";
  return memory_text(left) + " of bodies left behind by consumers, " + memory_text(stalled) + " if they took nothing";
}

std::string length_text(const Forecast& f) {
  const std::string window = f.bounded ? duration_text(f.window) + " window" : "a window without a set end";
  const std::string parts = duration_text(f.warmup) + " warm-up, " + window + ", up to " + duration_text(f.drain) + " drain";
  return f.at_most() ? "at most " + duration_text(*f.at_most()) + ": " + parts : parts;
}

std::string problems_text(const Planned& run) {
  if (run.problems == nullptr) return {};
  if (run.problems->empty()) return line("problems", "none that arithmetic shows");
  std::string out = "  problems\n";
  for (const auto& problem : *run.problems) {
    std::string text = problem_text(problem, run.source);
    // The excerpt below it is for who mends the file: `check` shows it.
    out += "    " + text.substr(0, text.find('\n')) + "\n";
  }
  return out;
}

}  // namespace

std::string plan_text(const std::vector<Planned>& runs) {
  std::string out;
  std::optional<Nanos> in_all = 0;
  for (const auto& run : runs) {
    const Forecast f = forecast_of(*run.plan);
    out += (out.empty() ? "" : "\n") + dry_run_text(*run.plan) + "\n" + offered_text(f) + "\n" + expected_text(f) + "\n";
    out += line("connections", connections_text(f));
    out += line("memory here", "about " + memory_text(f.client_bytes));
    out += line("at the broker", on_the_broker(f));
    out += line("time", length_text(f)) + problems_text(run);
    in_all = in_all && f.at_most() ? std::optional(*in_all + *f.at_most()) : std::nullopt;
  }
  if (runs.size() > 1) {
    out += "\n" + count_text(static_cast<std::int64_t>(runs.size())) + " runs, " +
           (in_all ? "at most " + duration_text(*in_all) + " in all" : "without a set end") + "\n";
  }
  return out;
}

}  // namespace amqpace::config
