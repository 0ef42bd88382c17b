// SPDX-License-Identifier: Apache-2.0
// The ledger of dead letters: what left a queue by dying, and what must therefore have come to others. Our own rejects are
// known where they were done; what expired, was over-long or delivered too often is known by x-death when a queue of this run
// receives it (measurement.md, "Ledger"; docs/adr/0009).
#pragma once

#include <vector>

#include "engine/worker.hpp"

namespace amqpace::engine {

// A queue's accounts by the time the run is over; null for a queue nobody looked after.
using Accounts = std::vector<const QueueAccount*>;

// Of one producer: sequences that are expected nowhere.
struct NotExpected {
  std::vector<std::uint64_t> messages, prefill;
};

// Deaths, by queue.
struct Deaths {
  std::vector<std::uint64_t> out;      // expired and the like without having been handled, seen to arrive elsewhere
  std::vector<std::uint64_t> extra;    // of `out`, messages that are not expected (the broker refused them, and dead-lettered them)
  std::vector<std::uint64_t> in;       // rejects and deaths of all queues, as far as they are routed here
  std::vector<std::uint64_t> doubted;  // of `in`, rejects in doubt (reject_doubt.hpp) whose message was not seen here
  std::vector<bool> unknown;           // something may have come here that cannot be computed
};
Deaths deaths_of(const RunSetup& setup, const Accounts& accounts, const std::vector<NotExpected>& not_expected);

// Our rejects until an instant whose dead letters are routed to `queue`.
std::uint64_t rejects_into(const RunSetup& setup, const Accounts& accounts, std::size_t queue,
                           QueueAccount::Instant QueueAccount::*instant);

}  // namespace amqpace::engine
