// SPDX-License-Identifier: Apache-2.0
// What a message costs this program: a whole run of the engine (schedule, stamp, window, ledger, histograms,
// sampler) against the peer, and the CPU of its one worker in the window over the messages of the window.
#pragma once

#include <string>

#include "base/clock.hpp"
#include "peer.hpp"

namespace amqpace::bench {

enum class Side { publishing, consuming };

struct EngineLoad {
  Side side = Side::publishing;
  Transport transport = Transport::tcp;
  bool confirms = true;  // publishing
  std::size_t body = 512;
  std::uint64_t window = 4'000;  // maxInFlight, or prefetch
  Nanos length = kSecond;
};

struct EngineCost {
  double per_message = 0;  // ns of CPU
  double rate = 0;         // messages a second
  std::string message;     // the bytes of one, frames and all
};

// Aborts with a sentence when the run fails: there is nothing to measure then.
EngineCost engine_cost(const EngineLoad& load);

}  // namespace amqpace::bench
