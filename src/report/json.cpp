// SPDX-License-Identifier: Apache-2.0
#include "report/json.hpp"

#include <algorithm>

#include "report/json_record.hpp"
#include "report/json_writer.hpp"

namespace amqpace::report {

using model::Record;
using model::Verdict;

namespace {

void instrument(JsonWriter& w, const model::Instrument& instrument) {
  const auto micros = [&w](std::string_view name, const std::optional<Nanos>& value) {
    w.key(name);
    value ? w.micros(*value) : w.null();
  };
  w.key("instrument").begin_object();
  w.key("version").text(instrument.version);
  w.key("host").text(instrument.host);
  w.key("kernel").text(instrument.kernel);
  w.key("cpuModel").text(instrument.cpu_model);
  w.key("cores").number(instrument.cores);
  w.key("workers").number(instrument.workers);
  w.key("clockSource").text(instrument.clock_source);
  w.key("calibrated").boolean(instrument.calibrated);
  w.key("cpuSeconds").number(instrument.cpu_seconds);
  w.key("cpuOfCores").number(instrument.cpu_of_cores);
  w.key("workerCpu").begin_array(JsonWriter::Layout::one_line);
  for (const double share : instrument.worker_cpu) w.number(share);
  w.end_array();
  w.key("stealShare").number(instrument.steal_share);
  w.key("involuntarySwitches").number(instrument.involuntary_switches);
  micros("canaryP50Micros", instrument.canary_p50);
  micros("canaryP99Micros", instrument.canary_p99);
  w.key("allocationsInWindow");
  instrument.allocations_counted ? w.number(instrument.allocations_in_window) : w.null();
  w.key("negativeLatencies").number(instrument.negative_latencies);
  w.key("outOfRange").number(instrument.out_of_range);
  w.end_object();
}

}  // namespace

int exit_code_of(std::span<const Record> records) {
  int worst = 0, stopped = 0;
  for (const auto& record : records) {
    if (record.exit_code > 4) {
      stopped = std::max(stopped, record.exit_code);
    } else {
      worst = std::max(worst, record.exit_code);
    }
  }
  return worst > 0 ? worst : stopped;
}

Verdict verdict_of(std::span<const Record> records) {
  auto worst = Verdict::passed;
  for (const auto& record : records) worst = std::max(worst, record.verdict);
  return worst;
}

std::string json_document(std::span<const Record> records) {
  JsonWriter w;
  w.begin_object();
  w.key("schemaVersion").number(kSchemaVersion);
  w.key("tool").text("amqpace");
  if (!records.empty()) instrument(w, records.front().instrument);
  w.key("verdict").text(model::verdict_name(verdict_of(records)));
  w.key("exitCode").number(exit_code_of(records));
  const auto of_kind = [&](model::FileKind kind, const char* key, bool always) {
    const auto is_it = [kind](const Record& record) { return record.plan.kind == kind; };
    if (!always && std::none_of(records.begin(), records.end(), is_it)) return;
    w.key(key).begin_array();
    for (std::size_t i = 0; i < records.size(); ++i)
      if (is_it(records[i])) write_record(w, records[i], i);
    w.end_array();
  };
  const bool only_scenarios = !records.empty() && std::all_of(records.begin(), records.end(), [](const Record& record) {
    return record.plan.kind == model::FileKind::scenario;
  });
  of_kind(model::FileKind::workload, "workloads", !only_scenarios);
  of_kind(model::FileKind::scenario, "scenarios", false);
  w.end_object();
  return w.str() + "\n";
}

}  // namespace amqpace::report
