// SPDX-License-Identifier: Apache-2.0
#include "scenario.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "base/units.hpp"
#include "config/load.hpp"

namespace amqpace {

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path kScenarios = fs::path(SOURCE_DIR) / "tests/scenarios";

[[noreturn]] void wrong(const std::string& sentence) {
  ADD_FAILURE() << sentence;
  std::abort();
}

Nanos duration(const json& value) {
  const auto parsed = parse_duration(value.get<std::string>());
  if (!parsed) wrong(parsed.error().what);
  return *parsed;
}

// Reads the members of one object by name; a member nobody asked for is a slip of the pen.
class Reader {
 public:
  Reader(const json& parent, const std::string& name)
      : name_(name), object_(parent.value(name, json::object())) {}
  ~Reader() {
    for (const auto& [key, value] : object_.items()) {
      if (read_.count(key) == 0) wrong(name_ + "." + key + " is not a word of a scenario");
    }
  }
  const json* find(const std::string& key) {
    read_.insert(key);
    const auto it = object_.find(key);
    return it == object_.end() ? nullptr : &*it;
  }
  template <class T>
  void set(const std::string& key, T& target) {
    if (const auto* value = find(key)) target = value->get<T>();
  }
  template <class T>
  void set(const std::string& key, std::optional<T>& target) {
    const auto* value = find(key);
    if (value && value->is_null()) target.reset();
    if (value && !value->is_null()) target = value->get<T>();
  }
  void time(const std::string& key, Nanos& target) {
    if (const auto* value = find(key)) target = duration(*value);
  }
  void time(const std::string& key, std::optional<Nanos>& target) {
    if (const auto* value = find(key)) target = duration(*value);
  }
  const json& object() const { return object_; }

 private:
  std::string name_;
  json object_;
  std::set<std::string> read_;
};

// {"values": [["847us", 75000], …], "open": [["25.1s", 1000]]}, or as many of `standard` as there are
// messages.
hist::Latency latency(Reader& from, const std::string& key, Nanos standard, std::uint64_t n) {
  hist::Latency result;
  hist::Histogram closed;
  const auto* given = from.find(key);
  if (!given && n > 0) closed.record(standard, n);
  if (given) {
    for (const auto& entry : given->value("values", json::array())) {
      closed.record(duration(entry[0]), entry[1].get<std::uint64_t>());
    }
    for (const auto& entry : given->value("open", json::array())) {
      for (auto left = entry[1].get<std::uint64_t>(); left > 0; --left)
        result.record_open(duration(entry[0]));
    }
  }
  result.merge_closed(closed);
  return result;
}

std::uint64_t times(double rate, Nanos length) {
  return static_cast<std::uint64_t>(rate * static_cast<double>(length) / 1e9 + 0.5);
}

model::ProducerRecord producer_of(const model::Record& record, const model::ProducerSpec& spec, const json& what) {
  const bool throttled = spec.publish.throttled(), confirms = spec.publish.confirms;
  Reader from(what, "producer");
  model::ProducerRecord p;
  p.name = spec.name;
  if (throttled) p.offered_rate = spec.publish.rate;
  const double rate = throttled ? *spec.publish.rate : from.find("rate")->get<double>();
  p.offered = times(rate, record.window);
  from.find("rate");
  p.published = p.offered;
  from.set("published", p.published);
  p.sent_in_window = p.confirmed_in_window = p.members_confirmed = p.published;
  if (!confirms) p.confirmed_in_window = p.members_confirmed = 0;
  from.set("confirmed", p.members_confirmed);
  from.set("confirmedInWindow", p.confirmed_in_window);
  from.set("returned", p.members_returned);
  from.set("nacked", p.members_nacked);
  from.set("failed", p.members_failed);
  from.set("unknown", p.members_unknown);
  from.set("neverSent", p.members_never_sent);
  const auto threads = static_cast<std::uint64_t>(std::max<std::int64_t>(1, spec.publish.threads));
  for (std::uint64_t k = 0; k < threads; ++k)
    p.offered_per_publisher.push_back(p.offered / threads + (k < p.offered % threads));
  p.publish = latency(from, "publish", 800 * kMicrosecond, confirms ? p.members_confirmed : 0);
  p.send_lag = latency(from, "sendLag", 49 * kMicrosecond, throttled ? p.published : 0);
  auto& l = p.ledger;
  l.confirms_off = !confirms;
  l.due = times(rate, record.warmup + record.window);
  l.never_sent = p.members_never_sent;
  l.sent = l.due - l.never_sent;
  l.nacked = p.members_nacked;
  l.returned = p.members_returned;
  l.failed = p.members_failed;
  l.unknown = p.members_unknown;
  if (confirms) l.confirmed = l.sent - l.nacked - l.returned - l.failed - l.unknown;
  if (const auto* late = from.find("late")) {
    for (std::size_t c = 0; c < model::kCauses; ++c) {
      const std::string cause(model::cause_name(static_cast<model::Cause>(c)));
      if (late->contains(cause)) p.late.by[c] = duration(late->at(cause));
    }
  }
  return p;
}

void set_ledger(model::QueueLedger& l, const json& what) {
  Reader from(what, "ledger");
  from.set("expected", l.expected);
  from.set("expectedKnown", l.expected_known);
  from.set("deadIn", l.dead_in);
  from.set("deadOut", l.dead_out);
  from.set("extra", l.extra);
  from.set("queued", l.queued);
  from.set("dropped", l.dropped);
  from.set("forwarded", l.forwarded);
  from.set("missing", l.missing);
  from.set("missingIsLowerBound", l.missing_is_lower_bound);
  from.set("redelivered", l.redelivered);
  from.set("recycled", l.recycled);
  from.set("duplicates", l.duplicates);
  from.set("leftovers", l.leftovers);
  from.set("foreign", l.foreign);
  from.set("outOfOrder", l.out_of_order);
  // The rest follows, unless the scenario is about an account that does not add up.
  l.delivered = l.expected + l.dead_in + l.extra - l.dead_out - l.queued - l.dropped - l.forwarded - l.missing;
  from.set("delivered", l.delivered);
  l.deliveries = l.delivered + l.redelivered + l.recycled + l.duplicates + l.leftovers + l.foreign;
}

// The queue's ledger is their sum then.
void set_readers(model::QueueRecord& q, const json& readers) {
  const model::QueueLedger each = q.ledger;
  q.ledger = {};
  for (const auto& what : readers) {
    model::ReaderRecord reader{q.consumed, each};
    set_ledger(reader.ledger, {{"ledger", what}});
    q.readers.push_back(reader);
    for (const auto count : {&model::QueueLedger::expected, &model::QueueLedger::delivered, &model::QueueLedger::missing,
                             &model::QueueLedger::deliveries, &model::QueueLedger::out_of_order})
      q.ledger.*count += reader.ledger.*count;
  }
}

model::QueueRecord queue_of(const model::Record& record, const model::QueueSpec& spec, const json& what) {
  const auto& producer = record.producers.front();
  Reader from(what, "queue");
  model::QueueRecord q;
  q.name = spec.name;
  q.type = spec.type.empty() ? "classic" : spec.type;
  q.consumers = spec.consumers.concurrency;
  q.offered = producer.offered;
  q.retains = spec.is_stream();
  if (spec.elsewhere()) q.broker = spec.brokers.front().redacted();
  q.consumed = q.consumers > 0 ? producer.published : 0;
  from.set("offered", q.offered);
  from.set("rejected", q.rejected);
  from.set("consumed", q.consumed);
  from.set("misrouted", q.misrouted);
  from.set("leftoversBefore", q.leftovers_before_ours);
  if (const auto* backlog = from.find("backlog")) {
    q.backlog_at_w0 = backlog->at(0);
    q.backlog_at_w1 = backlog->at(1);
  }
  q.depth_before = q.depth_at_end = q.depth_after_drain = 0;
  from.set("depthBefore", q.depth_before);
  from.set("depth", q.depth_at_end);
  from.set("depthAfterDrain", q.depth_after_drain);
  const auto n = q.consumers > 0 ? q.consumed : 0;
  q.end_to_end = latency(from, "endToEnd", kMillisecond, n);
  q.service_time = latency(from, "serviceTime", 950 * kMicrosecond, n);
  q.arrival = latency(from, "arrival", 990 * kMicrosecond, n);
  q.handled = latency(from, "handled", kMillisecond + spec.consumers.handler_time.mean(), n);
  q.ledger.expected = producer.ledger.confirms_off ? producer.ledger.sent : producer.ledger.confirmed;
  if (q.consumers == 0) q.ledger.queued = q.ledger.expected;
  from.find("ledger");
  set_ledger(q.ledger, from.object());
  if (const auto* readers = from.find("readers")) set_readers(q, *readers);
  return q;
}

// A workload has one of each ("queue"); a scenario's nodes stand below their names ("queues": {"ex.work": …}).
json of_node(const model::Record& record, const json& what, const std::string& kind, const std::string& name) {
  if (record.plan.kind == model::FileKind::workload) return what;
  return {{kind, what.value(kind + "s", json::object()).value(name, json::object())}};
}

// One object a reading; counters and rates are given, percentiles where there were any.
void add_samples(model::Record& record, const json& what) {
  const Nanos wall_at_t0 = record.started_at - record.warmup;
  for (const auto& entry : what.value("samples", json::array())) {
    const json wrapped{{"sample", entry}};
    Reader from(wrapped, "sample");
    model::Sample s;
    from.time("elapsed", s.elapsed);
    s.at = wall_at_t0 + s.elapsed;
    s.phase = s.elapsed <= record.warmup                   ? "warmup"
              : s.elapsed <= record.warmup + record.window ? "measuring"
                                                           : "draining";
    from.set("offered", s.offered);
    s.published = s.confirmed = s.consumed = s.offered;
    from.set("published", s.published);
    from.set("confirmed", s.confirmed);
    from.set("consumed", s.consumed);
    from.set("publishRate", s.publish_rate);
    from.set("consumeRate", s.consume_rate);
    from.set("inFlight", s.in_flight);
    from.set("blocked", s.blocked);
    from.set("depth", s.queue_depth);
    from.time("p50", s.e2e_p50);
    from.time("p99", s.e2e_p99);
    from.time("p999", s.e2e_p999);
    from.time("max", s.e2e_max);
    from.time("lagP99", s.lag_p99);
    from.time("publishP99", s.publish_p99);
    record.samples.push_back(std::move(s));
  }
}

// By name, each of them: running, memory, memoryLimit, diskFree, diskLimit, memoryAlarm, diskAlarm.
std::vector<model::NodeFacts> nodes_of(const json& what) {
  std::vector<model::NodeFacts> nodes;
  for (const auto& [name, values] : what.items()) {
    const json wrapped{{"node", values}};
    Reader from(wrapped, "node");
    model::NodeFacts node;
    node.name = name;
    from.set("running", node.running);
    from.set("memory", node.memory);
    from.set("memoryLimit", node.memory_limit);
    from.set("diskFree", node.disk_free);
    from.set("diskLimit", node.disk_limit);
    from.set("memoryAlarm", node.memory_alarm);
    from.set("diskAlarm", node.disk_alarm);
    nodes.push_back(std::move(node));
  }
  return nodes;
}

void set_facts(model::Record& record, const json& what) {
  Reader from(what, "broker");
  auto& facts = record.facts;
  facts.product = "RabbitMQ 3.10.8";
  from.set("product", facts.product);
  from.set("embedded", facts.embedded);
  facts.management_asked = !record.plan.management.empty();
  facts.management_read = facts.management_asked;
  from.set("managementRead", facts.management_read);
  from.set("managementError", facts.management_error);
  if (const auto* faults = from.find("faults")) {
    for (const auto& fault : *faults)
      facts.faults.emplace_back(fault[0].get<std::string>(), fault[1].get<std::string>());
  }
  if (const auto* queue = from.find("queue")) {
    auto& shown = facts.queues[record.plan.queues.front().name];
    for (const auto& [key, value] : queue->items()) shown.emplace_back(key, value.get<std::string>());
  }
  if (const auto* queue = from.find("queueAfter")) {
    auto& shown = facts.queues_after[record.plan.queues.front().name];
    for (const auto& [key, value] : queue->items()) shown.emplace_back(key, value.get<std::string>());
  }
  from.set("cluster", facts.cluster);
  from.set("notes", facts.notes);
  if (const auto* nodes = from.find("nodesBefore")) facts.nodes_before = nodes_of(*nodes);
  if (const auto* nodes = from.find("nodesAfter")) facts.nodes_after = nodes_of(*nodes);
}

void set_instrument(model::Record& record) {
  auto& i = record.instrument;
  i.version = "0.0.0";
  i.host = "testbed";
  i.kernel = "Linux 6.1.0";
  i.cpu_model = "Test CPU";
  i.clock_source = "tsc";
  i.cores = 2;
  i.workers = 1;
  i.cpu_seconds = 0.2 * static_cast<double>(record.window) / 1e9;
  i.cpu_of_cores = 0.2;
  i.worker_cpu = {0.2};
  i.involuntary_switches = 31;
  i.canary_p50 = 52 * kMicrosecond;
  i.canary_p99 = 180 * kMicrosecond;
}

model::Outage outage_of(const json& what) {
  const json inside = {{"outage", what}};
  Reader from(inside, "outage");
  model::Outage outage;
  from.set("connection", outage.connection);
  from.time("from", outage.from);
  from.time("to", outage.to);
  from.time("recoveredAfter", outage.recovered_after);
  from.set("connectionsLost", outage.connections_lost);
  from.set("channelsClosed", outage.channels_closed);
  from.set("consumersCancelled", outage.consumers_cancelled);
  from.set("why", outage.why);
  return outage;
}

void set_run(model::Record& record, const json& what) {
  Reader from(what, "run");
  record.run_id = "00c0ffee00c0ffee";
  record.broker = record.plan.brokers.front().redacted();
  record.started_at = 1'767'225'600 * kSecond;
  record.warmup = record.plan.warmup;
  record.window = record.plan.run_for;
  record.drain_took = 200 * kMillisecond;
  record.seed = 7;
  from.time("window", record.window);
  from.time("drainTook", record.drain_took);
  from.set("stoppedEarly", record.stopped_early);
  from.set("signal", record.signal);
  record.notes = record.plan.entry.notes;
  if (const auto* notes = from.find("notes"))
    for (const auto& note : *notes) record.notes.push_back(note.get<std::string>());
  from.time("blocked", record.blocked);
  from.set("blockedReason", record.blocked_reason);
  if (const auto* outages = from.find("outages"))
    for (const auto& what_broke : *outages) record.outages.push_back(outage_of(what_broke));
  for (const auto& outage : record.outages) {
    record.connections_lost += outage.connections_lost;
    record.channels_closed += outage.channels_closed;
    record.consumers_cancelled += outage.consumers_cancelled;
  }
}

// Of a run that ended before its window: no numbers at all.
void set_error(model::Record& record, const json& what) {
  Reader from(what, "error");
  Error error;
  std::string kind;
  from.set("kind", kind);
  error.kind = kind == "refused" ? ErrorKind::refused : ErrorKind::unreachable;
  from.set("what", error.what);
  from.set("detail", error.detail);
  from.set("hint", error.hint);
  record.error = error;
  record.started_at = record.window = record.warmup = record.drain_took = 0;
}

// Only what the file states: a new setting of the tables must not change every golden text.
void keep_stated_settings(model::Plan& plan) {
  std::erase_if(plan.settings, [&plan](const auto& setting) {
    const auto key = setting.first.substr(setting.first.rfind('.') + 1);
    return plan.source.find(key + ":") == std::string::npos;
  });
}

model::Record record_of(model::Plan plan, const json& what) {
  model::Record record;
  record.plan = std::move(plan);
  keep_stated_settings(record.plan);
  set_run(record, what);
  set_instrument(record);
  if (what.contains("error")) {
    set_error(record, what);
    return record;
  }
  set_facts(record, what);
  for (const auto& spec : record.plan.producers)
    record.producers.push_back(producer_of(record, spec, of_node(record, what, "producer", spec.name)));
  for (const auto& spec : record.plan.queues)
    record.queues.push_back(queue_of(record, spec, of_node(record, what, "queue", spec.name)));
  add_samples(record, what);
  return record;
}

}  // namespace

std::vector<std::string> scenario_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kScenarios)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Scenario read_scenario(const std::string& name) {
  Scenario scenario;
  auto source = config::read_source((kScenarios / (name + ".yaml")).string());
  if (!source) wrong(source.error().what);
  source->name = name + ".yaml";
  auto loaded = config::load(*source, {[](std::string_view) { return std::optional<std::string>(); }, {}});
  if (!loaded.good()) wrong(config::problem_text(loaded.problems.front(), source->name));
  std::ifstream file(kScenarios / (name + ".json"));
  const auto what = json::parse(file, nullptr, false);
  if (what.is_discarded()) wrong(name + ".json is not JSON");
  // Of a suite: what happened to each entry, in their order.
  const auto entries = loaded.suite.empty() ? json::array({what}) : what.at("entries");
  auto plans = loaded.plans();
  if (entries.size() != plans.size()) wrong(name + ".json has another number of entries than the file");
  for (std::size_t i = 0; i < plans.size(); ++i) scenario.records.push_back(record_of(std::move(plans[i]), entries[i]));
  scenario.exit_code = what.at("exitCode");
  scenario.fired = what.at("fired").get<std::vector<std::string>>();
  return scenario;
}

}  // namespace amqpace
