// SPDX-License-Identifier: Apache-2.0
#include "engine_run.hpp"

#include <cstdio>
#include <cstdlib>

#include "base/units.hpp"
#include "config/load.hpp"
#include "engine/run.hpp"
#include "net/epoll.hpp"

namespace amqpace::bench {

namespace {

constexpr std::uint64_t kRunId = 7;
constexpr Nanos kWarmup = 300 * kMillisecond;

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "the engine's run failed: %s\n", why.c_str());
  std::abort();
}

std::string workload(const EngineLoad& load, const std::string& broker) {
  const bool publishing = load.side == Side::publishing;
  const std::string window = std::to_string(load.window);
  return "name: bench\nbroker: " + broker + "\ntopology: {queue: bench}\n" +
         "publishers:\n  threads: " + (publishing ? "1" : "0") +
         "\n  unthrottled: true\n  messageSize: " + std::to_string(load.body) +
         "\n  mandatory: false\n  confirms: " + (load.confirms ? "true" : "false") +
         "\n  maxInFlight: " + window + "\nconsumers:\n  concurrency: " + (publishing ? "0" : "1") +
         "\n  prefetch: " + window +
         "\nworkers: 1\nheartbeat: 0s\ndrain: 0s\nwarmup: " + duration_text(kWarmup) +
         "\nrunFor: " + duration_text(load.length) + "\n";
}

}  // namespace

EngineCost engine_cost(const EngineLoad& load) {
  // Every message of the source is due at the start of the window, so that each is recorded.
  const Peer peer(load.transport, {.run_id = kRunId, .due = kWarmup, .body = load.body});
  const auto loaded = config::load({.name = "bench", .text = workload(load, peer.uri())}, {});
  if (!loaded.good()) give_up(config::problem_text(loaded.problems.front(), "bench"));
  const auto make_loop = []() -> std::unique_ptr<net::Loop> {
    auto loop = net::EpollLoop::open();
    if (!loop) give_up(loop.error().what);
    return std::move(*loop);
  };
  engine::ThreadDriver driver(1, make_loop);
  engine::RunOptions options;
  options.run_id = kRunId;
  const auto record =
      engine::run(loaded.plan, {engine::target_of(loaded.plan.brokers.front())}, driver, options);
  if (record.error) give_up(record.error->what + ": " + record.error->detail);
  const auto messages =
      static_cast<double>(load.side == Side::publishing ? record.producers.front().sent_in_window
                                                        : record.queues.front().consumed);
  const double window = static_cast<double>(record.window);
  return {.per_message = record.instrument.worker_cpu.front() * window / messages,
          .rate = messages / window * 1e9,
          .message = peer.sample()};
}

}  // namespace amqpace::bench
