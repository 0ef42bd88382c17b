// SPDX-License-Identifier: Apache-2.0
// The floor: what it costs a thread to move the same bytes through the same kind of socket and do nothing
// else.
#pragma once

#include <string>

#include "base/clock.hpp"
#include "peer.hpp"

namespace amqpace::bench {

struct RawLoad {
  Transport transport = Transport::tcp;
  std::string message;       // repeated, as often as fits into 64 KiB, as one write
  std::uint64_t window = 0;  // messages not yet reported received that the sender may have; 0: no reports
  Nanos length = kSecond;
};

// ns of the calling thread's CPU a message: sending to a thread that reads and discards…
double raw_send(const RawLoad& load);
// … and reading, 256 KiB at a time, what a thread sends.
double raw_read(const RawLoad& load);

}  // namespace amqpace::bench
