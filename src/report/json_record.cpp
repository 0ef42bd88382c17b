// SPDX-License-Identifier: Apache-2.0
#include "report/json_record.hpp"

#include <array>

#include "report/exact_members.hpp"
#include "report/member_writer.hpp"

namespace amqpace::report {

using model::Record;
using Layout = JsonWriter::Layout;

namespace {

void totals(JsonWriter& w, const Record& record) {
  const auto t = model::totals(record);
  w.key("offeredRatePerSecond");
  t.offered_rate ? w.number(*t.offered_rate) : w.null();
  w.key("offeredTotal").number(t.offered);
  w.key("publishedTotal").number(t.published);
  w.key("confirmedTotal").number(t.confirmed);
  w.key("failedTotal").number(t.failed);
  w.key("consumedTotal").number(t.consumed);
  w.key("publishRatePerSecond").number(t.publish_rate);
  w.key("consumeRatePerSecond").number(t.consume_rate);
  w.key("queueDepthAtEnd");
  t.depth_at_end ? w.number(*t.depth_at_end) : w.null();
  w.key("blockedSeconds").seconds(record.blocked);
}

// A table of record_members.hpp or exact_members.hpp, as an object.
template <class T>
void object(JsonWriter& w, const T& value, Layout layout = Layout::lines) {
  w.begin_object(layout);
  MemberWriter writer(w);
  members(writer, value);
  w.end_object();
}

template <class T>
void list(JsonWriter& w, std::string_view name, const std::vector<T>& values, Layout layout = Layout::lines) {
  w.key(name).begin_array();
  for (const auto& value : values) object(w, value, layout);
  w.end_array();
}

// Seconds since t0, when the schedule began; null: it did not come back, it did not recover.
void outages(JsonWriter& w, const Record& record) {
  if (record.outages.empty()) return;
  const auto seconds_or_null = [&w](std::optional<Nanos> value) { value ? w.seconds(*value) : w.null(); };
  w.key("outages").begin_array();
  for (const auto& outage : record.outages) {
    w.begin_object();
    w.key("connection").text(outage.connection);
    w.key("fromSeconds").seconds(outage.from);
    w.key("at");
    record.started_at > 0 ? w.text(utc_iso(record.started_at + outage.from - record.warmup)) : w.null();
    w.key("toSeconds");
    seconds_or_null(outage.to);
    w.key("recoveredAfterSeconds");
    seconds_or_null(outage.recovered_after);
    w.key("connectionsLost").number(outage.connections_lost);
    w.key("channelsClosed").number(outage.channels_closed);
    w.key("consumersCancelled").number(outage.consumers_cancelled);
    w.key("why").text(outage.why);
    w.end_object();
  }
  w.end_array();
}

void circumstances(JsonWriter& w, const Record& record) {
  w.key("runId").text(record.run_id);
  write_broker(w, record);
  w.key("seed").number(record.seed);
  w.key("warmupSeconds").seconds(record.warmup);
  w.key("drainSeconds").seconds(record.drain_took);
  w.key("stoppedEarly").boolean(record.stopped_early);
  w.key("signal");
  record.signal != 0 ? w.number(record.signal) : w.null();
  w.key("connectionsLost").number(record.connections_lost);
  w.key("channelsClosed").number(record.channels_closed);
  w.key("consumersCancelled").number(record.consumers_cancelled);
  outages(w, record);
}

// Absent of a file that says one thing, and when there is nothing to note.
void suite(JsonWriter& w, const Record& record) {
  const auto& entry = record.plan.entry;
  if (entry.number > 0) {
    w.key("suite").begin_object();
    w.key("name").text(entry.suite);
    w.key("number").number(entry.number);
    w.key("of").number(entry.of);
    w.key("axes").begin_object(Layout::one_line);
    for (const auto& [path, value] : entry.axes) w.key(path).text(value);
    w.end_object();
    w.end_object();
  }
  if (record.notes.empty()) return;
  w.key("notes").begin_array();
  for (const auto& note : record.notes) w.text(note);
  w.end_array();
}

void error(JsonWriter& w, const Error& error) {
  w.key("error").begin_object();
  w.key("what").text(error.what);
  w.key("where").text(error.where);
  w.key("detail").text(error.detail);
  w.key("hint").text(error.hint);
  w.end_object();
}

// A member a line, as these are long.
void exact(JsonWriter& w, const Record& record, std::size_t place) {
  w.key("exact").begin_object();
  MemberWriter writer(w);
  writer("place", place);
  members(writer, record);
  w.end_object();
}

void ledger(JsonWriter& w, const Record& record) {
  const auto l = model::totals(record).ledger;
  w.key("ledger").begin_object(Layout::one_line);
  w.key("missing").number(l.missing);
  w.key("missingIsLowerBound").boolean(l.missing_is_lower_bound);
  w.key("duplicates").number(l.duplicates);
  w.key("redelivered").number(l.redelivered);
  w.key("recycled").number(l.recycled);
  w.key("outOfOrder").number(l.out_of_order);
  w.key("leftovers").number(l.leftovers);
  w.key("foreign").number(l.foreign);
  w.end_object();
}

}  // namespace

void write_latency(JsonWriter& w, std::string_view name, const hist::Latency* latency) {
  struct Field {
    std::string_view key, word;
    double quantile;
  };
  static constexpr std::array<Field, 6> fields{{{"p50Micros", "p50", 0.5},
                                                {"p90Micros", "p90", 0.9},
                                                {"p99Micros", "p99", 0.99},
                                                {"p999Micros", "p999", 0.999},
                                                {"p9999Micros", "p9999", 0.9999},
                                                {"maxMicros", "max", 1}}};
  w.key(name);
  if (latency == nullptr) {
    w.null();
    return;
  }
  w.begin_object(Layout::one_line);
  w.key("count").number(latency->count());
  w.key("open").number(latency->open_count());
  std::vector<std::string_view> bounds;
  for (const auto& field : fields) {
    const auto value = field.quantile < 1 ? latency->quantile(field.quantile) : latency->max();
    w.key(field.key);
    value ? w.micros(value->value) : w.null();
    if (value && value->open) bounds.push_back(field.word);
  }
  w.key("lowerBounds").begin_array();
  for (const auto bound : bounds) w.text(bound);
  w.end_array();
  w.end_object();
}

void write_latencies(JsonWriter& w, const std::vector<Quantity>& quantities) {
  for (const auto& [name, latency] : quantities) write_latency(w, name, latency ? &*latency : nullptr);
}

void write_record(JsonWriter& w, const Record& record, std::size_t place) {
  w.begin_object();
  w.key("name").text(record.plan.name);
  // A run that ended before its window did not start one.
  w.key("startedAt");
  record.started_at == 0 ? w.null() : w.text(utc_iso(record.started_at));
  w.key("durationSeconds").seconds(record.window);
  w.key("valid").boolean(record.verdict != model::Verdict::invalid);
  w.key("passed").boolean(record.verdict == model::Verdict::passed);
  w.key("verdict").text(model::verdict_name(record.verdict));
  if (record.error) error(w, *record.error);
  suite(w, record);
  totals(w, record);
  write_latencies(w, quantities(record));
  ledger(w, record);
  list(w, "samples", record.samples, Layout::one_line);
  list(w, "findings", record.findings);
  write_nodes(w, record);
  list(w, "rules", record.results);
  circumstances(w, record);
  write_plan(w, record);
  exact(w, record, place);
  w.end_object();
}

}  // namespace amqpace::report
