// SPDX-License-Identifier: Apache-2.0
#include "report/latency_line.hpp"

#include <array>

#include "model/pooled.hpp"
#include "report/shown.hpp"

namespace amqpace::report {

namespace {

struct Column {
  const char* name;
  double quantile;
};
constexpr std::array<Column, 5> kColumns{
    {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p99.9", 0.999}, {"max", 1}}};
constexpr std::size_t kLabelWidth = 16, kCellWidth = 9;

std::string note_of(const model::Record& record) {
  const bool scheduled = model::is_throttled(record) || !model::is_publishing(record);
  return scheduled ? "" : "not meaningful: unthrottled";
}

}  // namespace

std::string latency_line(const std::string& label, const hist::Latency& latency, const std::string& note) {
  std::string line =
      padded(label, kLabelWidth) + " n=" + padded(std::to_string(latency.count()), kCellWidth) + " ";
  if (latency.open_count() > 0) line += "(" + count_text(latency.open_count()) + " open) ";
  for (const auto& column : kColumns) {
    const bool last = &column == &kColumns.back();
    auto cell = quantile_text(latency, column.quantile);
    line += std::string(column.name) + "=" + (last ? cell : padded(std::move(cell), kCellWidth) + " ");
  }
  return note.empty() ? line : line + "  (" + note + ")";
}

std::vector<std::string> latency_lines(const model::Record& record) {
  std::vector<std::string> lines;
  const std::string note = note_of(record);
  for (const auto& queue : record.queues) {
    if (queue.consumers > 0) lines.push_back(latency_line(shown(queue.name) + " end-to-end", queue.end_to_end, note));
  }
  for (auto& line : producer_latency_lines(record)) lines.push_back(std::move(line));
  for (const auto& queue : record.queues) {
    // A short message's stamp has no room for the send time.
    if (queue.consumers > 0 && queue.service_time.count() > 0)
      lines.push_back(latency_line(shown(queue.name) + " from send time", queue.service_time, note));
  }
  return lines;
}

std::vector<std::string> producer_latency_lines(const model::Record& record) {
  std::vector<std::string> lines;
  const std::string note = note_of(record);
  for (const auto& producer : record.producers) {
    if (!model::is_publishing(record)) break;
    // A workload's producer bears the workload's name.
    const auto name = shown(producer.name.empty() ? record.plan.name : producer.name);
    if (producer.ledger.confirms_off) {
      lines.push_back(padded(name + " publish", kLabelWidth) + " not measured: confirms are off");
    } else {
      lines.push_back(latency_line(name + " publish", producer.publish, note));
    }
    if (producer.offered_rate) lines.push_back(latency_line(name + " send lag", producer.send_lag));
  }
  return lines;
}

}  // namespace amqpace::report
