// SPDX-License-Identifier: Apache-2.0
// exchanges, queues and producers of a scenario: one block for each node.
#include <array>

#include "model/lifted_fields.hpp"
#include "model/read_brokers.hpp"

namespace amqpace::model {
namespace {

constexpr std::array<std::string_view, 4> kExchangeTypes{"topic", "direct", "fanout", "headers"};
constexpr std::array<std::string_view, 4> kQueueTypes{"classic", "quorum", "stream", "classic-mirrored"};

using E = ExchangeNode;
using Q = QueueNode;
using P = ProducerNode;

constexpr std::string_view kKeysShape =
    R"({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]})";
constexpr std::string_view kEnabled = "false keeps the settings and leaves this out of the run";

const Field<Binding> kBindingFields[] = {
    text<&Binding::exchange>({.key = "exchange",
                              .standard = "required",
                              .example = "ex.jobs",
                              .sentence = "the exchange the messages come from"}),
    text<&Binding::routing_key>({.key = "routingKey",
                                 .standard = "\"\"",
                                 .example = "order.*",
                                 .sentence = "the key, or a topic exchange's pattern"}),
    arguments<&Binding::arguments>({.key = "arguments",
                                    .standard = "{}",
                                    .example = "{x-match: any, kind: a}",
                                    .sentence = "what a headers exchange compares; each keeps the type it has in the file"}),
};

void set_exchange_type(E& exchange, const Node& node, const Slot& slot) {
  if (const auto index = read_choice(node, slot)) exchange.spec.type = std::string(slot.info.choices[*index]);
}

void print_exchange_type(const E& exchange, const FieldInfo&, const std::string& path, Settings& out) {
  print_scalar(exchange.spec.type, path, out);
}

const Field<E> kExchangeFields[] = {
    text<&E::spec, &ExchangeSpec::name>(
        {.key = "name", .standard = "required", .example = "ex.jobs", .sentence = "its name on the broker"}),
    other<E>({.key = "type",
              .type = FieldType::choice,
              .standard = "required",
              .example = "direct",
              .sentence = "how it routes",
              .choices = kExchangeTypes},
             set_exchange_type, print_exchange_type),
    boolean<&E::spec, &ExchangeSpec::durable>({.key = "durable",
                                               .standard = "true",
                                               .example = "false",
                                               .sentence = "whether it outlives a restart of the broker"}),
    boolean<&E::spec, &ExchangeSpec::auto_delete>({.key = "autoDelete",
                                                   .standard = "false",
                                                   .example = "true",
                                                   .sentence = "the broker deletes it with its last binding"}),
    boolean<&E::spec, &ExchangeSpec::internal>({.key = "internal",
                                                .standard = "false",
                                                .example = "true",
                                                .sentence = "only other exchanges may publish to it"}),
    arguments<&E::spec, &ExchangeSpec::arguments>(
        {.key = "arguments",
         .standard = "{}",
         .example = "{alternate-exchange: ex.rest}",
         .sentence = "arguments of the exchange; each keeps the type it has in the file"}),
    blocks<&E::spec, &ExchangeSpec::bindings>(
        {.key = "bindings",
         .standard = "none",
         .example = "[{exchange: ex.all, routingKey: \"job.#\"}]",
         .sentence = "the exchanges it gets messages from (exchange-to-exchange)"}),
    boolean<&E::enabled>({.key = "enabled", .standard = "true", .example = "false", .sentence = kEnabled}),
};

void set_queue_broker(Q& queue, const Node& node, const Slot& slot) { read_brokers(queue.brokers, node, slot); }

void print_queue_broker(const Q& queue, const FieldInfo& info, const std::string& path, Settings& out) {
  print_scalar(queue.brokers.empty() ? std::string(info.standard) : brokers_text(queue.brokers), path, out);
}

const Field<Q> kQueueFields[] = {
    text<&Q::name>({.key = "name", .standard = "required", .example = "ex.work", .sentence = "its name on the broker"}),
    choice<&Q::type>({.key = "type",
                      .standard = "the broker's, classic",
                      .example = "quorum",
                      .sentence = "sent as x-queue-type; nothing is sent when it is absent; classic-mirrored is a classic "
                                  "queue, since mirroring is a policy of the broker's",
                      .choices = kQueueTypes}),
    boolean<&Q::durable>({.key = "durable",
                          .standard = "true",
                          .example = "false",
                          .sentence = "whether it outlives a restart of the broker"}),
    boolean<&Q::auto_delete>({.key = "autoDelete",
                              .standard = "false",
                              .example = "true",
                              .sentence = "the broker deletes it with its last consumer"}),
    boolean<&Q::exclusive>({.key = "exclusive",
                            .standard = "false",
                            .example = "true",
                            .sentence = "declared on its consumers' connection, for it alone, and gone with it; as "
                                        "consumers.exclusive"}),
    arguments<&Q::arguments>({.key = "arguments",
                              .standard = "{}",
                              .example = "{x-max-priority: 5}",
                              .sentence = "arguments of the queue; each keeps the type it has in the file"}),
    text<&Q::dead_letter_exchange>({.key = "deadLetterExchange",
                                    .standard = "none",
                                    .example = "ex.jobs.dead",
                                    .sentence = "where rejected, expired and over-long messages go; \"\": the default "
                                                "exchange (x-dead-letter-exchange)"}),
    text<&Q::dead_letter_routing_key>({.key = "deadLetterRoutingKey",
                                       .standard = "the message's own",
                                       .example = "dead",
                                       .sentence = "the key they go with (x-dead-letter-routing-key)"}),
    duration<&Q::message_ttl>({.key = "messageTtl",
                               .standard = "none",
                               .example = "5s",
                               .sentence = "how long a message may wait here, in whole milliseconds (x-message-ttl)",
                               .min = 0,
                               .max = 86'400e9 * 365}),
    integer<&Q::max_length>({.key = "maxLength",
                             .standard = "none",
                             .example = "10000",
                             .sentence = "how many messages may wait here (x-max-length)",
                             .min = 0,
                             .max = 1e15}),
    blocks<&Q::bindings>({.key = "bindings",
                          .standard = "none",
                          .example = "[{exchange: ex.jobs, routingKey: job}]",
                          .sentence = "the exchanges it gets messages from"}),
    other<Q>({.key = "broker",
              .type = FieldType::address,
              .standard = "that of the file",
              .example = "amqp://guest:guest@downstream",
              .sentence = "the address of another broker where it lives, or a list that is tried in turn; a shovel or a "
                          "federation of yours brings the messages there, and the time that takes is in its latencies. It is "
                          "declared there unless it is there; its bindings are not made, they say which messages the link "
                          "brings, and without any it brings all"},
             set_queue_broker, print_queue_broker),
    block<&Q::consumers>({.key = "consumers", .standard = "none", .example = "{concurrency: 4}", .sentence = "who takes its messages"}),
    block<&Q::expect>({.key = "expect", .sentence = "its objectives; a missed one fails the run"}),
    boolean<&Q::enabled>({.key = "enabled", .standard = "true", .example = "false", .sentence = kEnabled}),
};

const std::vector<Field<ConsumersNode>>& consumer_fields() {
  static const std::vector<Field<ConsumersNode>> all = [] {
    std::vector<Field<ConsumersNode>> list;
    add_lifted<&ConsumersNode::spec>(list);
    list.push_back(boolean<&ConsumersNode::enabled>(
        {.key = "enabled", .standard = "true", .example = "false", .sentence = kEnabled}));
    return list;
  }();
  return all;
}

void set_rate(P& producer, const Node& node, const Slot& slot) {
  producer.rate_given = true;
  producer.publish.rate.reset();
  const bool zero = node.scalar() && !node.quoted && node.text == "0";  // unthrottled
  if (!zero) field_of<PublisherSpec>("rate").set(producer.publish, node, slot);
}

void print_rate(const P& producer, const FieldInfo&, const std::string& path, Settings& out) {
  const auto& rate = field_of<PublisherSpec>("rate");
  rate.print(publish_of(producer), rate, path, out);
}

void set_keys(P& producer, const Node& node, const Slot& slot) {
  producer.routing_keys.clear();
  const auto add = [&](const Node& item) {
    if (const auto key = read_text(item, slot)) producer.routing_keys.push_back(*key);
  };
  if (!node.list()) return add(node);
  if (node.items.empty()) return slot.complain(node, "is an empty list; leave it out for the empty key");
  for (const auto& item : node.items) add(item);
}

void print_keys(const P& producer, const FieldInfo&, const std::string& path, Settings& out) {
  std::string text;
  for (const auto& key : producer.routing_keys) text += (text.empty() ? "" : ", ") + ("\"" + key + "\"");
  print_scalar("[" + (producer.routing_keys.empty() ? "\"\"" : text) + "]", path, out);
}

void print_threads(const P& producer, const FieldInfo&, const std::string& path, Settings& out) {
  print_scalar(std::to_string(publish_of(producer).threads), path, out);
}

void set_threads(P& producer, const Node& node, const Slot& slot) {
  if (const auto threads = read_integer(node, slot)) producer.threads = *threads;
}

std::vector<Field<P>> own_producer_fields() {
  auto rate = other<P>(field_of<PublisherSpec>("rate"), set_rate, print_rate);
  rate.standard = "1000";
  rate.above_min = false;
  rate.sentence = "messages per second over its publishers, on a schedule that never waits for the broker; 0: as fast as "
                  "confirms come back";
  return {
      text<&P::name>({.key = "name", .standard = "required", .example = "jobs", .sentence = "what reports call it"}),
      text<&P::exchange>({.key = "exchange",
                          .standard = "\"\"",
                          .example = "ex.jobs",
                          .sentence = "where it publishes; the default exchange unless said"}),
      other<P>({.key = "routingKeys",
                .type = FieldType::other,
                .standard = "[\"\"]",
                .example = "[order.created, order.paid]",
                .sentence = "the keys it publishes with, in turn; one key or a list",
                .shape = kKeysShape},
               set_keys, print_keys),
      rate,
      other<P>({.key = "threads",
                .type = FieldType::integer,
                .standard = "one for each 20,000/s",
                .example = "3",
                .sentence = "logical publishers, each with channels, a share of the schedule and an in-flight window "
                            "of its own; 0: worked out from the rate",
                .min = 0,
                .max = 10'000},
               set_threads, print_threads),
  };
}

const std::vector<Field<P>>& producer_fields() {
  static const std::vector<Field<P>> all = [] {
    auto list = own_producer_fields();
    add_lifted<&P::publish>(list);
    list.push_back(block<&P::expect>({.key = "expect", .sentence = "its objectives; a missed one fails the run"}));
    list.push_back(boolean<&P::enabled>({.key = "enabled", .standard = "true", .example = "false", .sentence = kEnabled}));
    return list;
  }();
  return all;
}

}  // namespace

template <>
const Table<Binding>& table<Binding>() {
  static const Table<Binding> t{kBindingFields, {}};
  return t;
}

template <>
const Table<ExchangeNode>& table<ExchangeNode>() {
  static const Table<ExchangeNode> t{kExchangeFields, {}};
  return t;
}

template <>
const Table<QueueNode>& table<QueueNode>() {
  static const Table<QueueNode> t{kQueueFields, {}};
  return t;
}

template <>
const Table<ConsumersNode>& table<ConsumersNode>() {
  static const Table<ConsumersNode> t{consumer_fields(), table<ConsumerSpec>().later};
  return t;
}

template <>
const Table<ProducerNode>& table<ProducerNode>() {
  static const Table<ProducerNode> t{producer_fields(), table<PublisherSpec>().later};
  return t;
}

}  // namespace amqpace::model
