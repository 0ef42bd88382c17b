// SPDX-License-Identifier: Apache-2.0
#include "config/checks.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/units.hpp"
#include "config/message_checks.hpp"
#include "model/dropping.hpp"
#include "model/message_sizes.hpp"

namespace amqpace::config {
namespace {

using model::Node;
using model::Workload;

class Checker {
 public:
  Checker(const Workload& workload, const Node& root, model::Reader& reader, std::string shown = {})
      : w_(workload), root_(root), reader_(reader), shown_(std::move(shown)) {}

  void publishers_alone() {
    publishers();
    arithmetic();
  }
  void consumers_alone() {
    consumers();
    arithmetic();
  }
  void run_alone() {
    if (!given("broker")) error("broker", "is missing: give the address here or with --broker");
    security();
    prefill();
    run();
  }

  void all() {
    if (w_.until_drained) until_drained();
    required();
    security();
    topology();
    publishers();
    consumers();
    objectives();
    prefill();
    purges();
    run();
    rules();
    arithmetic();
  }

 private:
  // The node of "publishers.rate"; of its block, or of nothing, when it is not there.
  const Node& at(std::string_view path) const {
    static const Node nowhere{};
    const Node* node = &root_;
    for (const auto key : split(path, '.')) {
      const Node* next = node->find(key);
      if (next == nullptr) return node == &root_ ? nowhere : *node;
      node = next;
    }
    return *node;
  }
  bool given(std::string_view path) const {
    const Node* node = &root_;
    for (const auto key : split(path, '.')) {
      node = node->find(key);
      if (node == nullptr) return false;
    }
    return true;
  }
  void error(std::string_view path, const std::string& text) {
    reader_.error(at(path), "'" + shown(path) + "' " + text);
  }
  // Of a scenario's node: its own name instead of the block's.
  std::string shown(std::string_view path) const {
    return shown_.empty() ? std::string(path) : shown_ + std::string(path.substr(path.find('.')));
  }
  void warning(std::string_view path, const std::string& text) { reader_.warning(at(path), text); }

  void required() {
    if (!given("name")) error("name", "is missing: every workload has a name");
    if (!given("broker")) {
      error("broker", "is missing" +
                          (w_.name.empty() ? "" : " from workload '" + printable(w_.name, 64) + "'") +
                          ": give the address here or with --broker");
    }
  }

  void security() {
    const auto& t = w_.tls;
    const auto said = [](const std::optional<std::string>& text) { return text && !text->empty(); };
    if (!said(t.cert) && said(t.key)) error("tls.key", "is given without its certificate, 'tls.cert'");
    const bool locked_ca = said(t.ca) && (t.ca->ends_with(".p12") || t.ca->ends_with(".pfx"));
    if (!said(t.cert) && said(t.key_password) && !locked_ca)
      error("tls.keyPassword", "is given without a certificate, 'tls.cert', whose key it opens");
    if (t.verify == model::TlsSpec::Verify::none && said(t.ca))
      error("tls.ca", "has no meaning when 'tls.verify' is none; leave one of the two out");
    bool encrypted = w_.management.starts_with("https://");
    for (const Uri& uri : w_.brokers) {
      encrypted = encrypted || uri.tls();
      if (uri.sasl.value_or(w_.sasl) != Sasl::external) continue;
      const std::string_view path = uri.sasl ? "broker" : "sasl";
      if (uri.embedded()) {
        error(path, "external logs in with the client certificate of a TLS connection, and the embedded broker has none");
      } else if (!uri.tls()) {
        error(path, "external logs in with the client certificate of a TLS connection; use amqps:// and 'tls.cert'");
      } else if (!said(t.cert)) {
        error(path, "external logs in with a client certificate; name its file as 'tls.cert'");
      }
    }
    if (given("tls") && !w_.brokers.empty() && !encrypted)
      warning("tls", "'tls' is not used: no address begins with amqps://");
  }

  void topology() {
    const auto& t = w_.topology;
    if (t.exchange.empty() && t.exchange_type) {
      error("topology.exchangeType", "is given without an exchange; the default exchange has its type");
    }
    if (t.exchange.empty() && t.routing_key && *t.routing_key != t.queue) {
      error("topology.routingKey",
            "is '" + printable(*t.routing_key, 64) +
                "', but on the default exchange a message goes to the queue its key names, and the "
                "queue is '" +
                printable(t.queue, 64) + "'");
    }
    if (trim(t.queue).empty()) error("topology.queue", "is blank");
    for (const auto& [key, value] : t.arguments) {
      if (key == "x-queue-type") {
        error("topology.arguments.x-queue-type", "is what 'topology.queueType' says; set that instead");
      }
    }
    if ((t.queue_type == "quorum" || t.queue_type == "stream") && !t.durable)
      error("topology.durable", "cannot be false: a " + t.queue_type + " queue is always durable");
  }

  void publishers() {
    const auto& p = w_.publishers;
    if (p.threads == 0 && w_.consumers.concurrency == 0) {
      error("publishers.threads", "is 0, and so is 'consumers.concurrency': nothing would happen");
    }
    if (p.connections > p.threads) {
      error("publishers.connections", "is " + count_text(p.connections) + ", more than there are threads (" +
                                          count_text(p.threads) + ")");
    }
    if (const Node* block = root_.find("publishers"))
      check_messages(p, *block, shown_.empty() ? "publishers" : shown_, reader_);
    if (!p.routing_keys.empty() && w_.topology.exchange.empty()) {
      error("publishers.routingKeys",
            "need an exchange: on the default exchange a message goes to the queue its key names");
    }
    if (p.unthrottled && p.rate) {
      warning("publishers.unthrottled",
              "'publishers.unthrottled' is true, so the rate of " + rate_text(*p.rate) + "/s is not used");
    }
  }

  void consumers() {
    const auto& c = w_.consumers;
    if (c.concurrency > 0 && c.connections > c.concurrency) {
      error("consumers.connections", "is " + count_text(c.connections) + ", more than there are consumers (" +
                                         count_text(c.concurrency) + ")");
    }
    consumer_mode();
    consumer_arguments();
    exclusive();
    readers();
    const bool prefetches = c.mode == model::ConsumeMode::push && c.prefetch > 0;
    if (c.ack.mode == model::Ack::Mode::every && prefetches && c.ack.every > c.prefetch) {
      error("consumers.ack.every", "is " + count_text(c.ack.every) + ", more than the prefetch of " +
                                       count_text(c.prefetch) + ": the acknowledgement would never be due");
    }
    if (c.ack.mode == model::Ack::Mode::automatic && c.failure_rate > 0) {
      error("consumers.failureRate", "needs acknowledgements, and 'consumers.ack' is auto");
    }
    if (given("consumers.onFailure") && c.failure_rate == 0)
      error("consumers.onFailure", "needs deliveries that fail; say how many with 'consumers.failureRate'");
    if (c.on_failure == model::OnFailure::requeue && c.failure_rate == 1) {
      warning("consumers.failureRate",
              "'consumers.failureRate' is 100% and 'consumers.onFailure' is requeue: every message comes again "
              "without end, and the drain lasts as long as it may (" + duration_text(w_.drain) + ")");
    }
  }

  void consumer_mode() {
    if (w_.consumers.mode == model::ConsumeMode::push) {
      if (given("consumers.pollInterval"))
        error("consumers.pollInterval", "is of consumers that ask for their messages: it needs 'consumers.mode: get'");
      return;
    }
    for (const std::string key : {"prefetch", "priority", "streamOffset", "arguments"}) {
      if (given("consumers." + key))
        error("consumers." + key, "is of consumers that messages are pushed to, and 'consumers.mode' is get");
    }
    if (w_.topology.queue_type == "stream") error("consumers.mode", "cannot be get: a stream is only pushed to its readers");
  }

  void readers() {
    const auto& c = w_.consumers;
    if (w_.topology.queue_type != "stream" || c.concurrency == 0) return;
    if (c.prefetch == 0) error("consumers.prefetch", "must be above 0: a broker sends nothing of a stream without a limit");
    if (c.ack.mode == model::Ack::Mode::automatic)
      error("consumers.ack", "cannot be auto: the readers of a stream acknowledge");
    if (c.failure_rate > 0)
      error("consumers.failureRate", "must be 0: a stream keeps every message, so none can be rejected or put back");
    if (c.priority) error("consumers.priority", "says nothing: each reader of a stream gets every message");
  }

  void exclusive() {
    const auto& c = w_.consumers;
    if (!c.exclusive) return;
    if (c.connections != 1) {
      error("consumers.connections", "must be 1: an exclusive queue can be consumed by the connection that declared it, and "
                                     "by no other");
    }
    if (c.concurrency == 0) error("consumers.exclusive", "needs consumers, and 'consumers.concurrency' is 0");
    if (!w_.topology.declare)
      error("consumers.exclusive", "needs 'topology.declare: true': the consumers' connection has to declare the queue");
    if (w_.topology.queue_type == "quorum" || w_.topology.queue_type == "stream")
      error("consumers.exclusive", "needs a classic queue; a " + w_.topology.queue_type + " one is never exclusive");
  }

  void consumer_arguments() {
    const auto& c = w_.consumers;
    for (const auto& [key, value] : c.arguments) {
      if (key == "x-priority")
        error("consumers.arguments.x-priority", "is what 'consumers.priority' says; set that instead");
      if (key == "x-stream-offset")
        error("consumers.arguments.x-stream-offset", "is what 'consumers.streamOffset' says; set that instead");
    }
    if (c.stream_offset && w_.topology.declare && w_.topology.queue_type != "stream") {
      error("consumers.streamOffset", "needs a stream, and the queue that is declared is none; with 'topology.declare: "
                                      "false' the one that is there may be");
    }
  }

  // What may take messages away by the file's own order.
  std::string may_drop() const {
    if (w_.consumers.exclusive) return "consumers.exclusive";
    const std::string argument(model::dropping_argument(w_.topology.arguments));
    return argument.empty() && w_.publishers.properties.expiration ? "publishers.properties.expiration" : argument;
  }

  void objectives() {
    using Kind = model::Objective::Kind;
    for (const auto& o : model::objectives_of(w_.expect)) {
      const std::string path = "expect." + o.key;
      const bool of_deliveries =
          o.kind == Kind::end_to_end_below || o.kind == Kind::no_duplicates || o.kind == Kind::in_order;
      if (of_deliveries && w_.consumers.concurrency == 0)
        error(path, "needs consumers, and 'consumers.concurrency' is 0");
      if (o.kind == Kind::publish_below && !w_.publishers.confirms)
        error(path, "needs confirms, and 'publishers.confirms' is false");
      if (o.kind == Kind::publish_below && w_.publishers.threads == 0)
        error(path, "needs publishers, and 'publishers.threads' is 0");
      if (o.kind == Kind::recovers_within && (!w_.publishers.throttled() || w_.publishers.threads == 0))
        error(path, "needs a publish rate: without a schedule nothing is due while the connection is gone");
      if (o.kind == Kind::no_messages_lost && !may_drop().empty()) {
        error(path, "cannot be judged: '" + may_drop() + "' allows the queue to drop messages");
      }
      if (o.kind == Kind::throughput_at_least && w_.publishers.throttled() && w_.publishers.threads > 0 &&
          !w_.prefill && o.rate > *w_.publishers.rate) {
        warning(path, "'" + path + "' is " + rate_text(o.rate) + "/s, more than the " +
                          rate_text(*w_.publishers.rate) + "/s that are offered");
      }
    }
  }

  void prefill() {
    if (!w_.prefill) return;
    const auto& p = *w_.prefill;
    if ((p.messages > 0) == (p.bytes > 0)) error("prefill", "needs either messages or bytes");
    if (p.message_size > 0 && w_.publishers.payload.own())
      error("prefill.messageSize", "cannot be given: 'publishers.payload' is what the messages are");
    const std::int64_t size = p.message_size > 0 ? p.message_size : model::body_size(w_.publishers).mean;
    if (p.bytes > 0 && size == 0) error("prefill", "in bytes needs messages that have some");
  }

  // A stream is never purged: a broker closes the connection that asks for it.
  void purges() {
    if (w_.topology.queue_type != "stream") return;
    if (w_.before == model::Before::purge)
      error("before", "cannot be purge: a stream is never purged; delete it, or let its readers begin at 'next'");
    if (w_.after == model::After::purge) error("after", "cannot be purge: a stream is never purged; say delete");
  }

  void run() {
    if (w_.heartbeat % kSecond != 0)
      error("heartbeat", "must be whole seconds, not " + duration_text(w_.heartbeat));
    if (w_.publishers.max_messages && w_.publishers.threads == 0)
      error("publishers.maxMessages", "needs publishers, and 'publishers.threads' is 0");
  }

  void until_drained() {
    const auto& c = w_.consumers;
    if (c.concurrency == 0) error("runFor", "cannot be until-drained: 'consumers.concurrency' is 0");
    if (w_.publishers.threads > 0 && !w_.publishers.max_messages) {
      error("runFor", "cannot be until-drained while publishers go on for ever: give 'publishers.maxMessages', or "
                      "'publishers.threads: 0' with a prefill");
    }
    if (w_.publishers.threads == 0 && w_.warmup > 0) {
      error("warmup", "must be 0s when the run is until-drained and nothing is published: what is in the queue would be "
                      "consumed before the window");
    }
    if (c.on_failure == model::OnFailure::requeue && c.failure_rate == 1)
      error("runFor", "cannot be until-drained: with 'consumers.failureRate' 100% and requeue the queue never is");
  }

  void rules() {
    for (std::size_t i = 0; i < w_.rules.size(); ++i) {
      const std::string& metric = w_.rules[i].metric;
      const std::size_t open = metric.find('('), close = metric.rfind(").");
      if (open == std::string::npos || close == std::string::npos) continue;
      const std::string node = metric.substr(open + 1, close - open - 1);
      const std::string& known = metric.starts_with("queue(") ? w_.topology.queue : w_.name;
      if (node == known) continue;
      const Node* list = root_.find("rules");
      const Node* rule = list != nullptr && i < list->items.size() ? &list->items[i] : &root_;
      const Node* place = rule->find("metric");
      reader_.error(place != nullptr ? *place : *rule,
                    "'rules[" + std::to_string(i) + "].metric' names '" + printable(node, 64) +
                        "', and the only one here is '" + printable(known, 64) + "'");
    }
  }

  // RabbitMQ's default, and that of brokers that follow it.
  void channels_fit(std::string_view path, std::int64_t members, std::int64_t connections,
                    std::int64_t each) {
    constexpr std::int64_t kUsual = 2047;
    const std::int64_t on_one = (members + connections - 1) / std::max<std::int64_t>(1, connections) * each;
    if (on_one <= kUsual) return;
    warning(path, "'" + shown(path) + "' leads to " + count_text(on_one) +
                      " channels on one connection; most brokers allow " + count_text(kUsual));
  }

  void arithmetic() {
    const auto& publishers = w_.publishers;
    channels_fit("publishers.connections", publishers.threads,
                 publishers.connections > 0 ? publishers.connections : publishers.threads,
                 publishers.channels);
    channels_fit("consumers.connections", w_.consumers.concurrency, w_.consumers.connections, 1);
    load_and_capacity();
  }

  void load_and_capacity() {
    const auto& p = w_.publishers;
    const auto& c = w_.consumers;
    if (!p.throttled() || p.threads == 0) return;
    if (c.concurrency > 0 && c.handler_time.mean() > 0) {
      const bool readers = w_.topology.queue_type == "stream";
      const double one = 1e9 / static_cast<double>(c.handler_time.mean());
      const double capacity = readers ? one : static_cast<double>(c.concurrency) * one;
      if (readers && capacity < *p.rate) {
        warning("consumers.handlerTime", "a reader with a handler time of " + model::handler_time_text(c.handler_time) +
                                             " takes at most " + rate_text(capacity) + "/s, and " + rate_text(*p.rate) +
                                             "/s are offered to each: it will only fall behind");
      } else if (capacity < *p.rate) {
        warning("consumers.handlerTime",
                count_text(c.concurrency) + (c.concurrency == 1 ? " consumer" : " consumers") +
                    " with a handler time of " + model::handler_time_text(c.handler_time) +
                    (c.concurrency == 1 ? " takes at most " : " take at most ") + rate_text(capacity) +
                    "/s, and " + rate_text(*p.rate) + "/s are offered: the queue will only grow");
      }
    }
    // Little's law: messages in flight = rate × time to a confirm.
    const double within_ns =
        static_cast<double>(p.max_in_flight) * static_cast<double>(p.threads) * 1e9 / *p.rate;
    if (p.confirms && within_ns < static_cast<double>(kMillisecond)) {
      const std::int64_t window = p.max_in_flight * p.threads;
      const std::string verb = window == 1 ? " message in flight carries " : " messages in flight carry ";
      warning("publishers.maxInFlight", count_text(window) + verb + rate_text(*p.rate) +
                                            "/s only while every confirm comes within " +
                                            time_text(static_cast<Nanos>(within_ns)));
    }
  }

  const Workload& w_;
  const Node& root_;
  model::Reader& reader_;
  const std::string shown_;
};

Node around(const char* block, const Node& node) {
  Node root;
  root.kind = Node::Kind::map;
  Node key;
  key.text = block;
  root.entries.push_back({key, node});
  return root;
}

}  // namespace

void check_publishers(const model::PublisherSpec& publishers, const Node& node, const std::string& shown,
                      model::Reader& reader) {
  Workload workload;
  workload.publishers = publishers;
  const Node root = around("publishers", node);
  Checker(workload, root, reader, shown).publishers_alone();
}

void check_consumers(const model::ConsumerSpec& consumers, const model::TopologySpec& queue, const Node& node,
                     const std::string& shown, model::Reader& reader) {
  Workload workload;
  workload.topology = queue;
  workload.consumers = consumers;
  const Node root = around("consumers", node);
  Checker(workload, root, reader, shown).consumers_alone();
}

void check_run(const Workload& workload, const Node& root, model::Reader& reader) {
  Checker(workload, root, reader).run_alone();
}

void check(const Workload& workload, const Node& root, model::Reader& reader) {
  Checker(workload, root, reader).all();
}

}  // namespace amqpace::config
