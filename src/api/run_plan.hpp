// SPDX-License-Identifier: Apache-2.0
// A Plan to a judged Record: starts the embedded broker where one is asked for, makes real loops and threads, runs the engine,
// reads the management API, applies the rules. What the command line and the public header both stand on.
#pragma once

#include "engine/run.hpp"
#include "model/record.hpp"

namespace amqpace::api {

struct RunHooks {
  std::function<void(const model::Sample&, const engine::Progress&)> on_sample;
  std::function<void(const engine::Progress&)> on_phase;
  const std::atomic<int>* signals = nullptr;
  const std::atomic<int>* signal_number = nullptr;
  std::function<std::uint64_t()> thread_allocations;
};

// Blocks until the run is over. What kept it from starting is in Record::error; the exit code is filled in.
model::Record run_plan(const model::Plan& plan, const RunHooks& hooks);

}  // namespace amqpace::api
