// SPDX-License-Identifier: Apache-2.0
// topology: what a workload publishes to and consumes from.
#include <array>

#include "model/field_makers.hpp"

namespace amqpace::model {
namespace {

constexpr std::array<std::string_view, 4> kExchangeTypes{"topic", "direct", "fanout", "headers"};
constexpr std::array<std::string_view, 3> kQueueTypes{"classic", "quorum", "stream"};

void set_queue_type(TopologySpec& topology, const Node& node, const Slot& slot) {
  if (const auto index = read_choice(node, slot))
    topology.queue_type = std::string(slot.info.choices[*index]);
}

void print_queue_type(const TopologySpec& topology, const FieldInfo& info, const std::string& path,
                      Settings& out) {
  print_scalar(topology.queue_type.empty() ? std::string(info.standard) : topology.queue_type, path, out);
}

void set_routing_key(TopologySpec& topology, const Node& node, const Slot& slot) {
  if (const auto key = read_text(node, slot)) topology.routing_key = *key;
}

void print_routing_key(const TopologySpec& topology, const FieldInfo&, const std::string& path,
                       Settings& out) {
  print_scalar(topology.effective_routing_key(), path, out);
}

void print_exchange(const TopologySpec& topology, const FieldInfo& info, const std::string& path,
                    Settings& out) {
  print_scalar(topology.exchange.empty() ? std::string(info.standard) : topology.exchange, path, out);
}

void set_exchange(TopologySpec& topology, const Node& node, const Slot& slot) {
  if (const auto name = read_text(node, slot)) topology.exchange = *name;
}

const Field<TopologySpec> kFields[] = {
    other<TopologySpec>(
        {.key = "exchange",
         .standard = "the default exchange",
         .example = "ex.other",
         .sentence = "the exchange messages are published to; it is declared and the queue bound to it"},
        set_exchange, print_exchange),
    choice<&TopologySpec::exchange_type>({.key = "exchangeType",
                                          .standard = "topic",
                                          .example = "direct",
                                          .sentence = "its type; only with an exchange",
                                          .choices = kExchangeTypes}),
    text<&TopologySpec::queue>({.key = "queue",
                                .standard = "acemq.workload",
                                .example = "ex.queue",
                                .sentence = "the queue that is consumed"}),
    other<TopologySpec>(
        {.key = "routingKey",
         .standard = "the queue's name, or acemq.workload with an exchange",
         .example = "order.created",
         .sentence = "the key messages are published with and the queue is bound with; on the default "
                     "exchange it can only be the queue's name"},
        set_routing_key, print_routing_key),
    other<TopologySpec>({.key = "queueType",
                         .type = FieldType::choice,
                         .standard = "the broker's, classic",
                         .example = "quorum",
                         .sentence = "sent as x-queue-type; nothing is sent when it is absent. Of a stream each consumer "
                                     "reads all messages, with an account of its own",
                         .choices = kQueueTypes},
                        set_queue_type, print_queue_type),
    arguments<&TopologySpec::arguments>(
        {.key = "arguments",
         .standard = "{}",
         .example = "{x-max-priority: 5}",
         .sentence = "arguments of the queue; each keeps the type it has in the file"}),
    boolean<&TopologySpec::declare>(
        {.key = "declare",
         .standard = "true",
         .example = "false",
         .sentence = "declare exchange, queue and binding; false uses what is there"}),
    boolean<&TopologySpec::durable>(
        {.key = "durable",
         .standard = "true",
         .example = "false",
         .sentence = "whether queue and exchange outlive a restart of the broker"}),
};

}  // namespace

template <>
const Table<TopologySpec>& table<TopologySpec>() {
  static const Table<TopologySpec> t{kFields, {}};
  return t;
}

}  // namespace amqpace::model
