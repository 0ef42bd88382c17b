// SPDX-License-Identifier: Apache-2.0
// The tables of `exact`: what of a record its public members do not have, or only rounded or summed up, so that `amqpace report`
// can render it again byte by byte. Times are ns. All that a report reads stands here or in record_members.hpp; the golden test
// that renders every scenario from its JSON finds what does not.
#pragma once

#include "report/record_members.hpp"

namespace amqpace::report {

inline constexpr std::array<std::string_view, 2> kKinds{"workload", "scenario"};
inline constexpr std::array<std::string_view, 3> kVerdicts{"PASSED", "FAILED", "INVALID"};
inline constexpr std::array<std::string_view, 6> kErrorKinds{"bad input", "refused", "unreachable",
                                                             "lost",      "malformed", "internal"};

template <class A, Of<Error> X>
void members(A& a, X& error) {
  a.choice("kind", error.kind, kErrorKinds);
  a("what", error.what);
  a("where", error.where);
  a("detail", error.detail);
  a("hint", error.hint);
}

template <class A, Of<model::LateTime> X>
void members(A& a, X& late) {
  for (std::size_t i = 0; i < model::kCauses; ++i)
    a(model::cause_name(static_cast<model::Cause>(i)), late.by[i]);  // NOLINT: i is below kCauses
}

template <class A, Of<model::ProducerLedger> X>
void members(A& a, X& l) {
  a("due", l.due);
  a("sent", l.sent);
  a("neverSent", l.never_sent);
  a("confirmed", l.confirmed);
  a("returned", l.returned);
  a("nacked", l.nacked);
  a("failed", l.failed);
  a("unknown", l.unknown);
  a("confirmsOff", l.confirms_off);
}

template <class A, Of<model::QueueLedger> X>
void members(A& a, X& l) {
  a("expected", l.expected);
  a("expectedKnown", l.expected_known);
  a("deadIn", l.dead_in);
  a("extra", l.extra);
  a("delivered", l.delivered);
  a("deadOut", l.dead_out);
  a("queued", l.queued);
  a("dropped", l.dropped);
  a("missing", l.missing);
  a("forwarded", l.forwarded);
  a("missingIsLowerBound", l.missing_is_lower_bound);
  a("deliveries", l.deliveries);
  a("redelivered", l.redelivered);
  a("recycled", l.recycled);
  a("duplicates", l.duplicates);
  a("leftovers", l.leftovers);
  a("foreign", l.foreign);
  a("outOfOrder", l.out_of_order);
}

template <class A, Of<model::ProducerRecord> X>
void members(A& a, X& p) {
  a("name", p.name);
  a("offeredRate", p.offered_rate);
  a("offered", p.offered);
  a("offeredPerPublisher", p.offered_per_publisher);
  a("published", p.published);
  a("sentInWindow", p.sent_in_window);
  a("confirmedInWindow", p.confirmed_in_window);
  a("confirmed", p.members_confirmed);
  a("returned", p.members_returned);
  a("nacked", p.members_nacked);
  a("failed", p.members_failed);
  a("unknown", p.members_unknown);
  a("neverSent", p.members_never_sent);
  a("publish", p.publish);
  a("sendLag", p.send_lag);
  a("late", p.late);
  a("ledger", p.ledger);
}

template <class A, Of<model::ReaderRecord> X>
void members(A& a, X& reader) {
  a("consumed", reader.consumed);
  a("ledger", reader.ledger);
}

template <class A, Of<model::QueueRecord> X>
void members(A& a, X& q) {
  a("broker", q.broker);
  a("name", q.name);
  a("type", q.type);
  a("consumers", q.consumers);
  a("offered", q.offered);
  a("consumed", q.consumed);
  a("rejected", q.rejected);
  a("deadLetteredInWindow", q.dead_lettered_in_window);
  a("backlogAtStart", q.backlog_at_w0);
  a("backlogAtEnd", q.backlog_at_w1);
  a("depthBefore", q.depth_before);
  a("depthAtEnd", q.depth_at_end);
  a("depthAfterDrain", q.depth_after_drain);
  a("retains", q.retains);
  a("createdByRun", q.created_by_run);
  a("misrouted", q.misrouted);
  a("leftoversBeforeOurs", q.leftovers_before_ours);
  a("endToEnd", q.end_to_end);
  a("arrival", q.arrival);
  a("handled", q.handled);
  a("serviceTime", q.service_time);
  a("ledger", q.ledger);
  a("readers", q.readers);
}

template <class A, Of<model::Instrument> X>
void members(A& a, X& i) {
  a("version", i.version);
  a("host", i.host);
  a("kernel", i.kernel);
  a("cpuModel", i.cpu_model);
  a("clockSource", i.clock_source);
  a("cores", i.cores);
  a("workers", i.workers);
  a("cpuSeconds", i.cpu_seconds);
  a("cpuOfCores", i.cpu_of_cores);
  a("workerCpu", i.worker_cpu);
  a("stealShare", i.steal_share);
  a("involuntarySwitches", i.involuntary_switches);
  a("canaryP50", i.canary_p50);
  a("canaryP99", i.canary_p99);
  a("allocationsInWindow", i.allocations_in_window);
  a("allocationsCounted", i.allocations_counted);
  a("calibrated", i.calibrated);
  a("negativeLatencies", i.negative_latencies);
  a("outOfRange", i.out_of_range);
}

template <class A, Of<model::Outage> X>
void members(A& a, X& outage) {
  a("connection", outage.connection);
  a("from", outage.from);
  a("to", outage.to);
  a("recoveredAfter", outage.recovered_after);
  a("connectionsLost", outage.connections_lost);
  a("channelsClosed", outage.channels_closed);
  a("consumersCancelled", outage.consumers_cancelled);
  a("why", outage.why);
}

template <class A, Of<model::NodeFacts> X>
void members(A& a, X& node) {
  a("name", node.name);
  a("running", node.running);
  a("memory", node.memory);
  a("memoryLimit", node.memory_limit);
  a("diskFree", node.disk_free);
  a("diskLimit", node.disk_limit);
  a("memoryAlarm", node.memory_alarm);
  a("diskAlarm", node.disk_alarm);
}

template <class A, Of<model::BrokerFacts> X>
void members(A& a, X& facts) {
  a("product", facts.product);
  a("embedded", facts.embedded);
  a("faults", facts.faults);
  a("managementAsked", facts.management_asked);
  a("managementRead", facts.management_read);
  a("managementError", facts.management_error);
  a("queues", facts.queues);
  a("queuesAfter", facts.queues_after);
  a("cluster", facts.cluster);
  a("nodesBefore", facts.nodes_before);
  a("nodesAfter", facts.nodes_after);
  a("notes", facts.notes);
}

template <class A, Of<model::Binding> X>
void members(A& a, X& binding) {
  a("exchange", binding.exchange);
  a("routingKey", binding.routing_key);
}

template <class A, Of<model::ExchangeSpec> X>
void members(A& a, X& exchange) {
  a("name", exchange.name);
  a("type", exchange.type);
  a("bindings", exchange.bindings);
}

template <class A, Of<model::QueueSpec> X>
void members(A& a, X& queue) {
  a("name", queue.name);
  a("type", queue.type);
  a("bindings", queue.bindings);
  a.text_argument("deadLetterExchange", queue.arguments, "x-dead-letter-exchange");
}

template <class A, Of<model::ProducerSpec> X>
void members(A& a, X& producer) {
  a("name", producer.name);
  a("exchange", producer.exchange);
  a("routingKeys", producer.routing_keys);
  a("threads", producer.publish.threads);
}

template <class A, Of<model::SuiteEntry> X>
void members(A& a, X& entry) {
  a("suite", entry.suite);
  a("number", entry.number);
  a("of", entry.of);
  a("axes", entry.axes);
}

template <class A, Of<model::Plan> X>
void members(A& a, X& plan) {
  a.choice("kind", plan.kind, kKinds);
  a("name", plan.name);
  a("description", plan.description);
  a("brokers", plan.brokers);
  a("runFor", plan.run_for);
  a("exchanges", plan.exchanges);
  a("queues", plan.queues);
  a("producers", plan.producers);
  a("entry", plan.entry);
  a.specs("specs", plan);
}

template <class A, Of<model::Record> X>
void members(A& a, X& record) {
  a("plan", record.plan);
  a("runId", record.run_id);
  a("broker", record.broker);
  a("startedAt", record.started_at);
  a("warmup", record.warmup);
  a("window", record.window);
  a("drainTook", record.drain_took);
  a("seed", record.seed);
  a("stoppedEarly", record.stopped_early);
  a("signal", record.signal);
  a("interruptedTwice", record.interrupted_twice);
  a("blocked", record.blocked);
  a("blockedReason", record.blocked_reason);
  a("connectionsLost", record.connections_lost);
  a("consumersCancelled", record.consumers_cancelled);
  a("channelsClosed", record.channels_closed);
  a("outages", record.outages);
  a("producers", record.producers);
  a("queues", record.queues);
  a.elapsed("sampleTimes", record.samples);
  a("instrument", record.instrument);
  a("facts", record.facts);
  a("error", record.error);
  a("notes", record.notes);
  a.choice("verdict", record.verdict, kVerdicts);
  a("exitCode", record.exit_code);
}

}  // namespace amqpace::report
