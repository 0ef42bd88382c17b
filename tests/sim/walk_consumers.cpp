// SPDX-License-Identifier: Apache-2.0
// consumers: who takes the messages, and what the broker hears of it.
#include "base/random.hpp"
#include "base/units.hpp"
#include "engine/handler_time.hpp"
#include "walk.hpp"

namespace amqpace::testing {

namespace {
using Shape = model::HandlerTime::Shape;
constexpr std::uint64_t kSeed = 42;
const Given kQueueIsThere{.set = {"topology.declare=false"}, .leftovers = 1};
// A queue that stays empty: a get is answered four hops of a millisecond later, and then there is a pause.
const Given kNothingToGet{.set = {"consumers.mode=get", "publishers.threads=0"}};
const Given kSeeded{.set = {"seed=42"}};

// From the start of a handler to its end.
std::string handler_time(const SimResult& run) {
  const auto& queue = run.record.queues.at(0);
  const auto ended = queue.handled.quantile(0.5), started = queue.end_to_end.quantile(0.5);
  return ended && started ? time_text(ended->value - started->value) : "unknown";
}

// Each of the 100 messages is handled once: the mean of the time between a handler's start and its end.
std::string mean_handler_time(const SimResult& run) {
  const auto& queue = run.record.queues.at(0);
  return time_text(static_cast<Nanos>(queue.handled.closed().mean() - queue.end_to_end.closed().mean()));
}
std::string handler_times_of(const model::HandlerTime& spec) {
  engine::HandlerTimes times(spec, draw(kSeed, 0));
  Nanos sum = 0;
  for (int i = 0; i < 100; ++i) sum += times.next();
  return time_text(sum / 100);
}

// Drawn for each delivery, until the 100 messages have had theirs without a failure.
std::string requeues_until_all_are_handled() {
  int handled = 0, failed = 0;
  for (std::uint64_t n = 0; handled < 100; ++n) ++(unit_draw(draw(kSeed, 0), n) < 0.5 ? failed : handled);
  const std::string times = std::to_string(failed);
  return times + " basic.reject requeue=1 | " + times + " redelivered";
}
std::string redelivered(const SimResult& run) {
  return std::to_string(run.record.queues.at(0).ledger.redelivered) + " redelivered";
}

std::string offset(const std::string& value) {
  return "1 basic.consume queue=q no_ack=0 arguments={x-stream-offset: " + value + "}";
}

std::string delivered(const SimResult& run) {
  return std::to_string(run.record.queues.at(0).ledger.delivered) + " delivered";
}
std::string missing(const SimResult& run) {
  return std::to_string(run.record.queues.at(0).ledger.missing) + " missing";
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
      {"consumers.handlerTime", "exponential 2ms", handler_times_of({Shape::exponential, 2 * kMillisecond, 0}),
       mean_handler_time, kSeeded},
      {"consumers.handlerTime", "uniform 1ms..5ms",
       handler_times_of({Shape::uniform, kMillisecond, 5 * kMillisecond}), mean_handler_time, kSeeded},
      {"consumers.onFailure", "requeue", requeues_until_all_are_handled(), all({wire("basic.reject"), redelivered}),
       {.set = {"seed=42", "consumers.failureRate=50%"}}},
      {"consumers.mode", "get", "nothing | 100 basic.ack multiple=0 | 0 missing",
       all({wire("basic.consume"), wire("basic.ack"), missing})},
      {"consumers.pollInterval", "100ms", "10", count("basic.get"), kNothingToGet},
      {"consumers.priority", "5", "1 basic.consume queue=q no_ack=0 arguments={x-priority: 5}", wire("basic.consume")},
      {"consumers.streamOffset", "first", offset("first"), wire("basic.consume"), kQueueIsThere},
      {"consumers.streamOffset", "last", offset("last"), wire("basic.consume"), kQueueIsThere},
      {"consumers.streamOffset", "next", offset("next"), wire("basic.consume"), kQueueIsThere},
      {"consumers.streamOffset", "1500", offset("1500"), wire("basic.consume"), kQueueIsThere},
      {"consumers.streamOffset", "2026-01-01T00:00:00Z", offset("timestamp 1767225600"), wire("basic.consume"),
       kQueueIsThere},
      {"consumers.arguments", "{x-cancel-on-ha-failover: true}",
       "1 basic.consume queue=q no_ack=0 arguments={x-cancel-on-ha-failover: true}", wire("basic.consume")},
      {"consumers.connections", "2", "4", count("connection.open"), {.set = {"consumers.concurrency=2"}}},
      {"consumers.exclusive", "true",
       "1 queue.declare passive=0 queue=q durable=1 exclusive arguments={} | 1 queue.bind queue=q exchange=ex "
       "routing_key=acemq.workload | 100 delivered",
       all({wire("queue.declare"), wire("queue.bind"), delivered}), {.set = {"topology.exchange=ex"}}},
      {"consumers.ack", "auto", "1 basic.consume queue=q no_ack=1 | nothing",
       all({wire("basic.consume"), wire("basic.ack")})},
      {"consumers.ack.every", "10", "10 basic.ack multiple=1", wire("basic.ack")},
  };
}

}  // namespace amqpace::testing
