// SPDX-License-Identifier: Apache-2.0
// What a reader of a stream is to see: all that was routed to it, from the place where the reader began (streamOffset). A queue of
// another type has one account and sees everything.
#pragma once

#include <vector>

#include "engine/worker.hpp"
#include "model/record.hpp"

namespace amqpace::engine {

// A reader that begins with what comes next begins after the prefill.
bool sees_prefill(const model::QueueSpec& queue);

// Where a reader began is known beforehand but for an offset that may lie among this run's messages, and for the prefill unless
// it is seen from the first message on. Then it is told by each publisher's first message that came.
enum class Beginning { known, told };
Beginning beginning_of(const model::QueueSpec& queue, bool prefill);

// Of one producer's messages: how many that were taken and routed here stood before the place where the reader began. `refused`
// and `unknown` are sorted, and not among those expected.
struct TakenFrom {
  std::size_t producer = 0;
  bool prefill = false;
  const std::vector<std::uint64_t>& refused;
  const std::vector<std::uint64_t>& unknown;
};
std::uint64_t before_its_beginning(const QueueAccount& account, const TakenFrom& from);

// The queue's line of what its readers' lines say: counts are sums, what was consumed is the mean.
model::QueueRecord of_all_readers(std::vector<model::QueueRecord> readers);

}  // namespace amqpace::engine
