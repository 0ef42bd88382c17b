// SPDX-License-Identifier: Apache-2.0
// What really happened to messages in a queue, counted where it happened. A ledger of a run is held against
// it; it outlives the queue. Written by Channel, Queue and VHost, read through Injector::queues().
#pragma once

#include <cstdint>

namespace amqpace::broker {

struct QueueTruth {
  // By faults: copies that were meant for this queue.
  std::uint64_t lost = 0, nacked = 0, duplicated = 0, reordered = 0;
  // By what the queue was declared with, or by its consumers: messages that left it and were not acked.
  std::uint64_t expired = 0, dropped_by_length = 0, rejected = 0, over_delivery_limit = 0;
  std::uint64_t refused = 0;  // x-overflow: reject-publish; they never entered
  // Of the four kinds of death above, and of the refused: handed to the dead-letter exchange. What it could
  // not route, and what was dropped because it went round in a cycle, is counted in dead_letters_dropped too.
  std::uint64_t dead_lettered = 0, dead_letters_dropped = 0;
  std::uint64_t purged = 0;           // and what was in the queue when it was deleted
  std::uint64_t dead_letters_in = 0;  // that entered this queue
};

}  // namespace amqpace::broker
