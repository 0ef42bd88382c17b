// SPDX-License-Identifier: Apache-2.0
// topology: what the broker is told to have.
#include "walk.hpp"

namespace amqpace::testing {

namespace {
const Given kExchange{.set = {"topology.exchange=ex"}};
const Observe kDeclared = wire("queue.declare passive=0");
const Observe kExchangeDeclared = wire("exchange.declare passive=0");
const Observe kPublished = wire("basic.publish");
}  // namespace

std::vector<Row> topology_rows() {
  return {
      {"topology.exchange", "ex",
       "1 exchange.declare passive=0 exchange=ex type=topic durable=1 arguments={} | "
       "1 queue.bind queue=q exchange=ex routing_key=acemq.workload | "
       "100 basic.publish exchange=ex routing_key=acemq.workload mandatory=1 delivery_mode=2 headers={} "
       "body=64",
       all({kExchangeDeclared, wire("queue.bind"), kPublished})},
      {"topology.exchangeType", "direct",
       "1 exchange.declare passive=0 exchange=ex type=direct durable=1 arguments={}", kExchangeDeclared,
       kExchange},
      {"topology.exchangeType", "fanout",
       "1 exchange.declare passive=0 exchange=ex type=fanout durable=1 arguments={}", kExchangeDeclared,
       kExchange},
      {"topology.exchangeType", "headers",
       "1 exchange.declare passive=0 exchange=ex type=headers durable=1 arguments={}", kExchangeDeclared,
       kExchange},
      {"topology.queue", "other",
       "1 queue.declare passive=0 queue=other durable=1 arguments={} | 1 basic.consume queue=other no_ack=0 "
       "| "
       "100 basic.publish exchange= routing_key=other mandatory=1 delivery_mode=2 headers={} body=64",
       all({kDeclared, wire("basic.consume"), kPublished})},
      {"topology.routingKey", "order.created",
       "1 queue.bind queue=q exchange=ex routing_key=order.created | "
       "100 basic.publish exchange=ex routing_key=order.created mandatory=1 delivery_mode=2 headers={} "
       "body=64",
       all({wire("queue.bind"), kPublished}), kExchange},
      {"topology.queueType", "quorum",
       "1 queue.declare passive=0 queue=q durable=1 arguments={x-queue-type: quorum}", kDeclared},
      {"topology.queueType", "stream",
       "1 queue.declare passive=0 queue=q durable=1 arguments={x-queue-type: stream}", kDeclared},
      {"topology.queueType", "classic",
       "1 queue.declare passive=0 queue=q durable=1 arguments={x-queue-type: classic}", kDeclared},
      {"topology.arguments", "{x-text: five, x-number: 5, x-switch: true}",
       "1 queue.declare passive=0 queue=q durable=1 arguments={x-text: five, x-number: 5, x-switch: true}",
       kDeclared},
      // The five that were left come at once and share an acknowledgement.
      {"topology.declare",
       "false",
       "nothing | 100 basic.ack multiple=0; 1 basic.ack multiple=1",
       all({kDeclared, wire("basic.ack")}),
       {.leftovers = 5}},
      {"topology.durable", "false",
       "1 exchange.declare passive=0 exchange=ex type=topic durable=0 arguments={} | "
       "1 queue.declare passive=0 queue=q durable=0 arguments={}",
       all({kExchangeDeclared, kDeclared}), kExchange},
  };
}

}  // namespace amqpace::testing
