// SPDX-License-Identifier: Apache-2.0
// What happened: the one result of a run, filled by the engine, then by the rules; every report is a function of it.
// Words are those of measurement.md. Times are ns; instants are "since t0" unless said; rates are per second.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "hist/latency.hpp"
#include "model/plan.hpp"

namespace amqpace::model {

enum class Cause : std::uint8_t { reconnecting, blocked, credit, confirms, socket, window, generator };
inline constexpr std::size_t kCauses = 7;
std::string_view cause_name(Cause cause);
constexpr bool is_ours(Cause c) { return c == Cause::window || c == Cause::generator; }

// Late time by cause (measurement.md, "Lateness has a cause"), summed over publishers.
struct LateTime {
  std::array<Nanos, kCauses> by{};
  Nanos& operator[](Cause c) { return by[static_cast<std::size_t>(c)]; }
  Nanos operator[](Cause c) const { return by[static_cast<std::size_t>(c)]; }
  Nanos total() const;
  Nanos ours() const;
};

// Whole run, warm-up and prefill included. due = sent + never_sent; sent = confirmed + returned + nacked + failed + unknown
// (confirms off: those five are 0 and `unconfirmed_mode` is set).
struct ProducerLedger {
  std::uint64_t due = 0, sent = 0, never_sent = 0;
  std::uint64_t confirmed = 0, returned = 0, nacked = 0, failed = 0, unknown = 0;
  bool confirms_off = false;
  bool balances() const;
};

// expected + dead_in + extra = delivered + dead_out + queued + dropped + forwarded + missing;
// deliveries = delivered + redelivered + recycled + duplicates + leftovers + foreign.
struct QueueLedger {
  std::uint64_t expected = 0, dead_in = 0, extra = 0;
  std::uint64_t delivered = 0, dead_out = 0, queued = 0, dropped = 0, missing = 0;
  std::uint64_t forwarded = 0;  // taken by a link to another broker
  std::uint64_t deliveries = 0, redelivered = 0, recycled = 0, duplicates = 0, leftovers = 0, foreign = 0;
  std::uint64_t out_of_order = 0;
  bool missing_is_lower_bound = false;  // leftovers or foreign messages are in the queue: "missing ≥ k"
  bool expected_known = true;           // false: the routing could not be computed
  bool balances() const;
};

struct ProducerRecord {
  std::string name;
  std::optional<double> offered_rate;    // null when unthrottled
  std::uint64_t offered = 0;             // slots due in the window
  std::uint64_t published = 0;           // members sent before W1
  std::uint64_t sent_in_window = 0;      // traffic
  std::uint64_t confirmed_in_window = 0; // traffic
  std::uint64_t members_confirmed = 0, members_returned = 0, members_nacked = 0, members_failed = 0, members_unknown = 0;
  std::uint64_t members_never_sent = 0;
  hist::Latency publish, send_lag;
  LateTime late;
  ProducerLedger ledger;
  std::vector<std::uint64_t> offered_per_publisher;  // slots due in the window, by publisher
  std::uint64_t members_refused() const { return members_nacked + members_returned + members_failed; }
};

// A consumer of a stream reads all of it, from where it began: what it should have seen, and what it saw.
struct ReaderRecord {
  std::uint64_t consumed = 0;  // as QueueRecord::consumed
  QueueLedger ledger;
};

struct QueueRecord {
  std::string broker;              // redacted, when it lives on another one than the rest
  std::string name, type;          // type as asked: "classic" when nothing was
  std::int64_t consumers = 0;
  std::uint64_t offered = 0;       // slots due in the window that are routed here
  std::uint64_t consumed = 0;      // first deliveries whose handler started in the window
  std::uint64_t rejected = 0;      // our own rejects, whole run
  std::uint64_t dead_lettered_in_window = 0;  // our rejects in the window whose dead letters are routed here
  std::int64_t backlog_at_w0 = 0, backlog_at_w1 = 0;  // confirmed (or sent) and routed here − delivered
  std::optional<std::uint64_t> depth_before;     // ready messages found before the run
  std::optional<std::uint64_t> depth_at_end;     // ready count asked for at W1
  std::optional<std::uint64_t> depth_after_drain;
  bool retains = false;            // a stream: depth is "retained"
  bool created_by_run = false;
  std::uint64_t misrouted = 0;      // ours, arrived here though the file's bindings do not send them here
  std::uint64_t leftovers_before_ours = 0;  // leftovers or foreign ones delivered before our first
  // end_to_end: handler start − due; arrival − due; handled: end − due; service_time: start − send.
  hist::Latency end_to_end, arrival, handled, service_time;
  QueueLedger ledger;
  // Of a stream: its readers. `consumed` is their mean then, `ledger` their sum, the latencies are those of all of them.
  std::vector<ReaderRecord> readers;
};

// One reading a second (plan.sample). Counters are whole-run values; rates and percentiles are of this interval.
struct Sample {
  Nanos at = 0;       // wall clock
  Nanos elapsed = 0;  // since t0
  std::string phase;  // warmup, measuring, draining
  std::uint64_t published = 0, confirmed = 0, failed = 0, consumed = 0;
  double publish_rate = 0, consume_rate = 0;
  std::uint64_t offered = 0;  // slots due so far
  bool blocked = false;
  std::uint64_t in_flight = 0;
  std::optional<std::uint64_t> queue_depth;  // sum over queues with consumers that are not streams
  std::optional<Nanos> e2e_p50, e2e_p99, e2e_p999, e2e_max, lag_p99, publish_p99;
};

struct Finding {
  std::string rule;  // "tail-is-not-extreme", "p99<50.0ms", "consumers-kept-up:ex.q"
  Severity severity = Severity::info;
  std::string observation, implication, detail;
};

// Every rule has a result on every run.
struct RuleResult {
  enum class State { fired, passed, not_applicable };
  std::string rule, sentence;
  Severity severity = Severity::info;
  State state = State::passed;
  std::string numbers;  // what it looked at
  std::string reason;   // why it does not apply
  bool objective = false;
};

enum class Verdict { passed, failed, invalid };
std::string_view verdict_name(Verdict v);        // "PASSED"
std::string_view severity_name(Severity s);      // "INVALID"

struct Instrument {
  std::string version, host, kernel, cpu_model, clock_source;
  int cores = 0, workers = 0;
  double cpu_seconds = 0;         // of this process in the window
  double cpu_of_cores = 0;        // cpu_seconds / window
  std::vector<double> worker_cpu; // share of a core in the window, by worker
  double steal_share = 0;         // of the machine's time in the window
  std::uint64_t involuntary_switches = 0;
  std::optional<Nanos> canary_p50, canary_p99;  // lateness of a bare timer in the same run
  std::uint64_t allocations_in_window = 0;      // by worker threads, when counted
  bool allocations_counted = false;
  bool calibrated = false;
  std::uint64_t negative_latencies = 0, out_of_range = 0;
};

// A node of the broker at one moment, as its management API shows it: as old as the broker's own statistics.
struct NodeFacts {
  std::string name;  // "rabbit@a"
  bool running = true;
  std::uint64_t memory = 0, memory_limit = 0, disk_free = 0, disk_limit = 0;  // bytes; 0: not shown
  bool memory_alarm = false, disk_alarm = false;
};

struct BrokerFacts {
  std::string product;   // "RabbitMQ 3.10.8": what management says, else what the connection said
  bool embedded = false;
  std::vector<std::pair<std::string, std::string>> faults;  // injected, with counts: "lose=1/1000" -> "150 messages lost"
  bool management_asked = false, management_read = false;
  std::string management_error;
  // As management shows it once all was declared, before t0: queue -> ("type","classic"), ("durable","true"),
  // ("argument.x-max-length","5"), ("leader","rabbit@a"), ("policy.max-length","10") …
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> queues;
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> queues_after;  // after the drain
  std::string cluster;                               // its name; empty: not shown
  std::vector<NodeFacts> nodes_before, nodes_after;  // by name
  std::vector<std::string> notes;                    // what management did not tell, and why
};

// A connection of the run, from the first loss on it (its own, a channel's, a consumer's) until all of it stood again.
struct Outage {
  std::string connection;      // "publisher hello 0"
  Nanos from = 0;              // since t0
  std::optional<Nanos> to;     // absent: it did not come back
  std::uint64_t connections_lost = 0, channels_closed = 0, consumers_cancelled = 0;
  std::string why;             // of the first one, a sentence
  // From `from` to the first instant after which every slot due in the next second was sent within 100 ms and
  // confirmed within 1 s; absent: there was none before W1.
  std::optional<Nanos> recovered_after;
};

struct Record {
  Plan plan;
  std::string run_id;           // hex
  std::string broker;           // redacted URI actually used
  Nanos started_at = 0;         // wall clock at W0
  Nanos warmup = 0, window = 0; // W0 and W1 − W0 as they came out
  Nanos drain_took = 0;
  std::uint64_t seed = 0;
  bool stopped_early = false;
  int signal = 0;               // SIGINT/SIGTERM that ended it
  bool interrupted_twice = false;
  Nanos blocked = 0;            // connection.blocked in the window, union over publisher connections
  std::string blocked_reason;
  std::uint64_t connections_lost = 0, consumers_cancelled = 0, channels_closed = 0;
  std::vector<Outage> outages;  // by their beginning
  std::vector<std::string> not_cleared;  // what `after` should have deleted or purged, and why it is still there
  std::vector<ProducerRecord> producers;
  std::vector<QueueRecord> queues;
  std::vector<Sample> samples;
  Instrument instrument;
  BrokerFacts facts;
  std::optional<Error> error;   // ended by 3 or 4 before the window
  std::vector<std::string> notes;  // what was done or left out beside the measuring: sentences without a judgement

  std::vector<RuleResult> results;  // filled by rules
  std::vector<Finding> findings;    // worst first
  Verdict verdict = Verdict::passed;
  int exit_code = 0;
};

// Sums over producers and queues, as a workload's report and the JSON show them.
struct Totals {
  std::uint64_t offered = 0, published = 0, confirmed = 0, failed = 0, consumed = 0;
  std::uint64_t sent_in_window = 0;  // traffic: members or not
  double publish_rate = 0, consume_rate = 0;
  std::optional<double> offered_rate;
  std::optional<std::uint64_t> depth_at_end;
  LateTime late;
  QueueLedger ledger;
};
Totals totals(const Record& record);

}  // namespace amqpace::model
