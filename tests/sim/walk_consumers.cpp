// SPDX-License-Identifier: Apache-2.0
// consumers: who takes the messages, and what the broker hears of it.
#include "base/units.hpp"
#include "walk.hpp"

namespace amqpace::testing {

namespace {
// From the start of a handler to its end.
std::string handler_time(const SimResult& run) {
  const auto& queue = run.record.queues.at(0);
  const auto ended = queue.handled.quantile(0.5), started = queue.end_to_end.quantile(0.5);
  return ended && started ? time_text(ended->value - started->value) : "unknown";
}

std::string rejected(const SimResult& run) {
  return std::to_string(run.record.queues.at(0).rejected) + " rejected";
}
}  // namespace

std::vector<Row> consumer_rows() {
  return {
      {"consumers.concurrency", "3", "3 basic.consume queue=q no_ack=0", wire("basic.consume")},
      {"consumers.prefetch", "7", "1 basic.qos prefetch_count=7", wire("basic.qos")},
      {"consumers.handlerTime", "2ms", "2.0ms", handler_time},
      {"consumers.failureRate", "100%", "100 basic.reject requeue=0 | nothing | 100 rejected",
       all({wire("basic.reject"), wire("basic.ack"), rejected})},
      {"consumers.connections", "2", "4", count("connection.open"), {.set = {"consumers.concurrency=2"}}},
      {"consumers.ack", "auto", "1 basic.consume queue=q no_ack=1 | nothing",
       all({wire("basic.consume"), wire("basic.ack")})},
      {"consumers.ack.every", "10", "10 basic.ack multiple=1", wire("basic.ack")},
  };
}

}  // namespace amqpace::testing
