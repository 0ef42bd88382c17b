// SPDX-License-Identifier: Apache-2.0
// What to run: plain data, the result of reading a file and the input of the engine. A workload is a scenario with one
// exchange, one queue and one producer; there is one engine. Keys, defaults and bounds stand in the field tables
// (fields.hpp); this file only has the members they fill.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/arguments.hpp"
#include "base/clock.hpp"
#include "base/stream_offset.hpp"
#include "base/uri.hpp"
#include "model/handler_time.hpp"
#include "model/message.hpp"

namespace amqpace::model {

using amqpace::Arguments;
using amqpace::ArgumentValue;

enum class Arrivals { uniform, poisson };
enum class StampPlace { automatic, body, header };
enum class Before { report, purge, refuse };
enum class After { keep, purge, remove };
enum class Severity { info, warning, failed, invalid };  // ordered: worst last

// Of every amqps:// address of a file; the files are PEM.
struct TlsSpec {
  enum class Verify { full, none };
  enum class Version { v1_2, v1_3 };
  // Absent or empty: the system's CAs; none; in cert's file; none; the address's host.
  std::optional<std::string> ca, cert, key, key_password, server_name;
  Verify verify = Verify::full;
  Version min_version = Version::v1_2;
};

struct Binding {
  std::string exchange, routing_key;
  Arguments arguments;
};

struct ExchangeSpec {
  std::string name, type = "topic";
  bool durable = true;
  Arguments arguments = {};
  bool auto_delete = false, internal = false;
  std::vector<Binding> bindings = {};  // exchange to exchange: where this one gets its messages from
};

struct Ack {
  enum class Mode { each, every, automatic } mode = Mode::each;
  std::int64_t every = 1;
};

enum class ConsumeMode { push, get };
enum class OnFailure { reject, requeue };

struct ConsumerSpec {
  std::int64_t concurrency = 1;  // logical consumers; 0: none
  std::int64_t prefetch = 100;   // 0: unlimited
  HandlerTime handler_time;
  double failure_rate = 0;
  OnFailure on_failure = OnFailure::reject;
  std::int64_t connections = 1;
  bool exclusive = false;  // the queue is declared by the connection of its consumers, and goes with it
  Ack ack;
  ConsumeMode mode = ConsumeMode::push;
  Nanos poll_interval = 10 * kMillisecond;  // of get
  std::optional<std::int64_t> priority;
  std::optional<StreamOffset> stream_offset;
  Arguments arguments;
};

// An objective of the file; objective_name() is what reports call it ("p99<50.0ms", "expected-p99:ex.work").
struct Objective {
  enum class Kind {
    throughput_at_least,
    end_to_end_below,
    publish_below,
    no_messages_lost,
    no_duplicates,
    in_order,
    recovers_within,
    // Of a scenario's nodes only.
    consume_rate_at_least,
    no_backlog,
    achieved_rate_at_least,
    within_percent_of_offered,
    no_failures,
  };
  Kind kind{};
  std::string key;     // as in the file: "p99Below"
  double quantile = 0; // of the *_below kinds; 1 is max
  Nanos budget = 0;
  double rate = 0;        // of the *_at_least kinds; of within_percent_of_offered the percent
  std::string node = {};  // a scenario's queue or producer; empty in a workload
};

struct QueueSpec {
  std::string name = "acemq.workload";
  std::string type;  // "", "classic", "quorum", "stream"; "" sends no x-queue-type
  bool durable = true;
  bool auto_delete = false;
  bool mirrored = false;  // asked for as classic-mirrored: a policy of the broker's has to mirror it
  Arguments arguments;
  std::vector<Binding> bindings;
  ConsumerSpec consumers;
  std::vector<Objective> expect;
  // Where it lives, tried in turn; empty: where everything else does. Its bindings are not made then, they say which of the
  // run's messages a link (a shovel, a federation) brings to it; none: all of them.
  std::vector<Uri> brokers = {};

  bool elsewhere() const { return !brokers.empty(); }
  // One that is there already may be a stream without the file's saying so.
  bool is_stream() const { return type == "stream" || consumers.stream_offset.has_value(); }
};

struct PublisherSpec {
  std::int64_t threads = 1;  // logical publishers; 0: none
  std::optional<double> rate;  // messages/s over all threads; absent: unthrottled. With a profile: its mean
  std::vector<RateStep> profile;  // from W0 on
  bool unthrottled = false;
  std::int64_t message_size = 1024;
  bool random_payload = false;
  bool confirms = true;
  bool persistent = true;
  std::optional<bool> mandatory;  // default: confirms
  std::int64_t max_in_flight = 1000;  // per thread
  std::optional<std::int64_t> max_messages;
  std::int64_t connections = 0;  // in all, publishers take them in turn; 0: one per thread
  std::int64_t channels = 1;     // per publisher; its slots take them in turn
  Arrivals arrivals = Arrivals::uniform;
  StampPlace stamp = StampPlace::automatic;

  MessageProperties properties;
  Arguments headers;
  PayloadSpec payload;
  SizeSpec sizes;
  std::vector<std::string> routing_keys;  // of a workload; empty: the topology's

  Nanos profile_length() const {
    Nanos sum = 0;
    for (const RateStep& step : profile) sum += step.length;
    return sum;
  }
  bool is_persistent() const { return properties.delivery_mode ? *properties.delivery_mode == 2 : persistent; }
  bool throttled() const { return rate.has_value() && !unthrottled; }
  bool is_mandatory() const { return mandatory.value_or(confirms); }
};

struct ProducerSpec {
  std::string name;
  std::string exchange;
  std::vector<std::string> routing_keys;
  PublisherSpec publish;
  std::vector<Objective> expect;
};

struct Prefill {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;         // used when messages is 0
  std::int64_t message_size = 0;  // 0: the publishers'
  std::int64_t count(std::int64_t publisher_size) const {
    const std::int64_t size = message_size ? message_size : publisher_size;
    return messages ? messages : (size ? (bytes + size - 1) / size : 0);
  }
};

struct CustomRule {
  std::string name, metric;  // "endToEnd.p999", "queue(ex.work).consumeRate"
  enum class When { above, below, outside } when = When::above;
  double low = 0, high = 0;  // in the metric's base unit: ns, 1/s, share, count; above/below use `low`
  Severity severity = Severity::warning;
  std::string because;
  Nanos for_time = 0;  // 0: the whole window
  std::string threshold_text;  // as written: "250ms"
};

enum class FileKind { workload, scenario };

// A binding that would bring this run's messages to a queue that is not its own.
struct Route {
  std::string queue, exchange, routing_key;
  Arguments arguments;
  friend bool operator==(const Route&, const Route&) = default;
};

// What a plan has from being one of several of a file.
struct SuiteEntry {
  std::string suite;  // what reports call all of them together
  std::size_t number = 0, of = 0;  // from 1; 0: the file says one thing only
  std::vector<std::pair<std::string, std::string>> axes;  // of a matrix: "publishers.messageSize" -> "512"
  std::vector<std::string> notes;   // what a reader of the file may not expect; they go into the record
  std::vector<Route> unbind;        // of the other entries' queues, before anything of this one is sent
  std::vector<std::string> queues;  // of all entries
};

struct Plan {
  FileKind kind = FileKind::workload;
  std::string name, description;
  std::vector<Uri> brokers;  // tried in turn
  TlsSpec tls;
  std::string management, management_user, management_password;
  Nanos connect_timeout = 5 * kSecond, heartbeat = 10 * kSecond;
  std::int64_t workers = 0;  // 0: auto

  bool declare = true;
  std::vector<ExchangeSpec> exchanges;
  std::vector<QueueSpec> queues;
  std::vector<ProducerSpec> producers;

  Nanos warmup = 10 * kSecond;
  Nanos run_for = 60 * kSecond;
  bool until_stopped = false;
  bool until_drained = false;  // run_for says nothing then: W1 is when everything is consumed
  Nanos drain = 10 * kSecond;
  Nanos sample = kSecond;
  std::optional<std::uint64_t> seed;
  Before before = Before::report;
  After after = After::keep;
  std::optional<Prefill> prefill;
  std::vector<CustomRule> rules;
  SuiteEntry entry;

  // For reports and the record: the file as read (with ${NAME}, without values of variables), flags that changed it, and
  // each effective setting as path -> text ("publishers.rate" -> "5000"), secrets masked.
  std::string source, source_name;
  std::vector<std::string> overrides;
  std::vector<std::pair<std::string, std::string>> settings;
  // Of a plan that was read from a record, which has no message bodies: its Spec lines as they were (spec_text.hpp).
  std::vector<std::string> recorded_specs;
};

}  // namespace amqpace::model
