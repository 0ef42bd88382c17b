// SPDX-License-Identifier: Apache-2.0
// The parts of a run's JSON that have one entry a node: producers and queues with their ledgers, and the plan
// as run.
#include "report/json_record.hpp"

namespace amqpace::report {

using model::ProducerRecord;
using model::QueueRecord;
using model::Record;
using Layout = JsonWriter::Layout;

namespace {

void late_time(JsonWriter& w, const model::LateTime& late) {
  w.key("lateSeconds").begin_object(Layout::one_line);
  for (std::size_t i = 0; i < model::kCauses; ++i) {
    const auto cause = static_cast<model::Cause>(i);
    w.key(model::cause_name(cause)).seconds(late[cause]);
  }
  w.end_object();
}

void ledger(JsonWriter& w, const model::ProducerLedger& l) {
  w.key("ledger").begin_object(Layout::one_line);
  w.key("due").number(l.due);
  w.key("sent").number(l.sent);
  w.key("neverSent").number(l.never_sent);
  w.key("confirmed").number(l.confirmed);
  w.key("returned").number(l.returned);
  w.key("nacked").number(l.nacked);
  w.key("failed").number(l.failed);
  w.key("unknown").number(l.unknown);
  w.key("confirmsOff").boolean(l.confirms_off);
  w.end_object();
}

void ledger(JsonWriter& w, const model::QueueLedger& l) {
  w.key("ledger").begin_object(Layout::one_line);
  w.key("expected");
  l.expected_known ? w.number(l.expected) : w.null();
  w.key("deadIn").number(l.dead_in);
  w.key("extra").number(l.extra);
  w.key("delivered").number(l.delivered);
  w.key("deadOut").number(l.dead_out);
  w.key("queued").number(l.queued);
  w.key("dropped").number(l.dropped);
  w.key("missing").number(l.missing);
  if (l.forwarded > 0) w.key("forwarded").number(l.forwarded);
  w.key("missingIsLowerBound").boolean(l.missing_is_lower_bound);
  w.key("deliveries").number(l.deliveries);
  w.key("redelivered").number(l.redelivered);
  w.key("recycled").number(l.recycled);
  w.key("duplicates").number(l.duplicates);
  w.key("leftovers").number(l.leftovers);
  w.key("foreign").number(l.foreign);
  w.key("outOfOrder").number(l.out_of_order);
  w.end_object();
}

void producer(JsonWriter& w, const ProducerRecord& p) {
  w.begin_object();
  w.key("name").text(p.name);
  w.key("offeredRatePerSecond");
  p.offered_rate ? w.number(*p.offered_rate) : w.null();
  w.key("offered").number(p.offered);
  w.key("offeredPerPublisher").begin_array(Layout::one_line);
  for (const auto offered : p.offered_per_publisher) w.number(offered);
  w.end_array();
  w.key("published").number(p.published);
  w.key("confirmed").number(p.members_confirmed);
  w.key("returned").number(p.members_returned);
  w.key("nacked").number(p.members_nacked);
  w.key("failed").number(p.members_failed);
  w.key("unknown").number(p.members_unknown);
  w.key("neverSent").number(p.members_never_sent);
  w.key("sentInWindow").number(p.sent_in_window);
  w.key("confirmedInWindow").number(p.confirmed_in_window);
  write_latencies(w, quantities(p));
  late_time(w, p.late);
  ledger(w, p.ledger);
  w.end_object();
}

void readers(JsonWriter& w, const QueueRecord& q) {
  if (q.readers.empty()) return;
  w.key("readers").begin_array();
  for (const auto& reader : q.readers) {
    w.begin_object();
    w.key("consumed").number(reader.consumed);
    ledger(w, reader.ledger);
    w.end_object();
  }
  w.end_array();
}

void queue(JsonWriter& w, const QueueRecord& q) {
  const auto depth = [&w](std::string_view name, const std::optional<std::uint64_t>& value) {
    w.key(name);
    value ? w.number(*value) : w.null();
  };
  w.begin_object();
  w.key("name").text(q.name);
  w.key("type").text(q.type);
  if (!q.broker.empty()) w.key("broker").text(q.broker);
  w.key("consumers").number(q.consumers);
  w.key("offered").number(q.offered);
  w.key("consumed").number(q.consumed);
  w.key("rejected").number(q.rejected);
  w.key("misrouted").number(q.misrouted);
  w.key("backlogAtStart").number(q.backlog_at_w0);
  w.key("backlogAtEnd").number(q.backlog_at_w1);
  depth("depthBefore", q.depth_before);
  depth("depthAtEnd", q.depth_at_end);
  depth("depthAfterDrain", q.depth_after_drain);
  w.key("retains").boolean(q.retains);
  write_latencies(w, quantities(q));
  ledger(w, q.ledger);
  readers(w, q);
  w.end_object();
}

}  // namespace

void write_nodes(JsonWriter& w, const Record& record) {
  w.key("producers").begin_array();
  for (const auto& p : record.producers) producer(w, p);
  w.end_array();
  w.key("queues").begin_array();
  for (const auto& q : record.queues) queue(w, q);
  w.end_array();
}

void write_plan(JsonWriter& w, const Record& record) {
  const auto& plan = record.plan;
  w.key("plan").begin_object();
  w.key("kind").text(plan.kind == model::FileKind::workload ? "workload" : "scenario");
  w.key("description").text(plan.description);
  w.key("sourceName").text(plan.source_name);
  w.key("source").text(plan.source);
  w.key("overrides").begin_array();
  for (const auto& override_text : plan.overrides) w.text(override_text);
  w.end_array();
  w.key("settings").begin_object();
  for (const auto& [path, text] : plan.settings) w.key(path).text(text);
  w.end_object();
  w.end_object();
}

}  // namespace amqpace::report
