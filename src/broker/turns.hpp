// SPDX-License-Identifier: Apache-2.0
// Which consumer of a queue takes the next message: those of the highest priority (x-priority) that can take
// one, in turn; or only one of them as long as it stays (x-single-active-consumer). Used by OrderedQueue.
#pragma once

#include <cstdint>
#include <vector>

#include "broker/ring.hpp"

namespace amqpace::broker {

class Consumer;

class Turns {
 public:
  explicit Turns(bool single_active) : single_active_(single_active) {}
  void came(Consumer& consumer);
  // `others`: those that are left.
  void left(Consumer& consumer, const std::vector<Consumer*>& others);
  void wake(Consumer& consumer);  // it may have credit again
  Consumer* next();               // null: nobody can take a message

 private:
  // Consumers of one priority that may have credit, in the order of their turns.
  struct Rank {
    std::int64_t priority = 0;
    Ring<Consumer*> waiting;
  };
  Rank& rank(std::int64_t priority);

  bool single_active_;
  Consumer* active_ = nullptr;  // the single one
  std::vector<Rank> ranks_;     // the highest priority first
};

}  // namespace amqpace::broker
