// SPDX-License-Identifier: Apache-2.0
// What crosses threads in a run: instants and stages from the coordinator to the workers, counters and states back. All of it is
// atomics read once a loop turn, and one histogram hand-over an interval; nothing here is touched per message.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/clock.hpp"

namespace amqpace::engine {

enum class Stage : std::uint8_t {
  connect,  // open connections and channels; consumers subscribe (or are held while there is a prefill)
  prefill,  // publishers send the prefill
  ready,    // held consumers subscribe
  run,      // t0 is set: the schedule runs, on through the drain
  finish,   // the drain is over: publishers give up, consumers cancel, give back and end
  close,    // connections close
};

struct Control {
  std::atomic<Stage> stage{Stage::connect};
  // Absolute instants; kNever until known. W1 only ever moves to an earlier instant that is still in the future.
  std::atomic<Nanos> t0{kNever}, w0{kNever}, w1{kNever};
  std::atomic<bool> abort{false};        // ends the workers where they stand
  std::atomic<Nanos> drain_end{kNever};  // set with Stage::finish
  // Absolute: when the file's topology was last begun to be declared, and then was. What broke later waits for the next time.
  std::atomic<Nanos> declared_at{0};
};

// Whole-run totals of one worker.
struct Counters {
  std::atomic<std::uint64_t> sent{0}, confirmed{0}, failed{0}, consumed{0}, in_flight{0};
  std::atomic<bool> blocked{false};
};

// One worker's view for others.
struct Status {
  Counters now;          // written once a turn
  Counters at_interval;  // as they were when the last interval was handed over
  std::atomic<bool> standing{false};       // everything opened and answered
  std::atomic<bool> prefilled{false};
  std::atomic<bool> subscribed{false};
  std::atomic<Nanos> last_answer{0};         // when the last confirm or return was read
  std::atomic<bool> publishers_done{false};  // every slot due before W1 is sent and answered
  std::atomic<bool> quota_used{false};       // unthrottled with maxMessages: every publisher took its part (none here: true)
  std::atomic<bool> lost{false};             // before W0: a connection or a channel is gone
  std::atomic<Nanos> broke_at{0};            // from W0 on, absolute: when one last went; 0: never
  std::atomic<Nanos> gone_since{kNever};     // absolute: the first of what is gone now, in the window and the drain
  std::atomic<bool> finished{false};
  std::atomic<bool> closed{false};
};

}  // namespace amqpace::engine
