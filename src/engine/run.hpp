// SPDX-License-Identifier: Apache-2.0
// The engine's door: Plan in, Record out. Always a Record: what kept a run from starting is in Record::error; from W0 on whatever
// the broker does is a measurement. The caller judges it (rules) and renders it (report).
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "engine/driver.hpp"
#include "model/record.hpp"

namespace amqpace::engine {

// Where a broker of the Plan is reached. They are tried in turn.
struct Target {
  Uri uri;
  net::Address address;
  std::shared_ptr<const net::TlsContext> tls = nullptr;  // of amqps://
};
// Tcp or unix socket; an embedded broker's address is its starter's to give. `tls`: what amqps:// addresses get.
Target target_of(const Uri& uri, const std::shared_ptr<const net::TlsContext>& tls = nullptr);

struct Progress {
  std::string phase;            // connect, declare, check, prefill, warm-up, measure, drain, close
  Nanos elapsed = 0;            // since t0 (negative before)
  Nanos warmup = 0, window = 0; // window: kNever when until-stopped
  Nanos gone_for = 0;           // since when a connection, channel or consumer is gone that is not back; 0: all stand
};

// The same for a queue that lives on another broker.
struct QueueTargets {
  std::size_t queue = 0;  // of the Plan
  std::vector<Target> targets;
};

struct RunOptions {
  std::function<void(const model::Sample&, const Progress&)> on_sample;  // once per plan.sample, on the caller's thread
  std::function<void(const Progress&)> on_phase;
  std::function<void()> on_ended;     // everything is over, and what the file wants deleted still stands; may block
  std::function<void()> on_declared;  // everything of the file stands on the broker, nothing was sent yet; may block
  const std::atomic<int>* signals = nullptr;        // how many SIGINT/SIGTERM came: 1 ends the window, 2 everything
  const std::atomic<int>* signal_number = nullptr;  // the first one's
  std::function<std::uint64_t()> thread_allocations;
  std::uint64_t run_id = 0;                         // 0: random
  std::vector<QueueTargets> elsewhere = {};         // one for each queue with brokers of its own
};

// How many workers a Plan gets on a machine with this many cores (plan.workers, else one for publishers and one for consumers).
std::size_t worker_count(const model::Plan& plan, unsigned cores);

model::Record run(const model::Plan& plan, const std::vector<Target>& targets, Driver& driver, const RunOptions& options);

}  // namespace amqpace::engine
