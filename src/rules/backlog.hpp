// SPDX-License-Identifier: Apache-2.0
// Whether a queue's backlog grew by more than may pass without a word: 1 s of its traffic, or a tenth of a window shorter
// than 10 s. The rule consumers-kept-up and the objective noBacklog ask the same question.
#pragma once

#include "rules/outcome.hpp"

namespace amqpace::rules {

struct Backlog {
  std::uint64_t offered = 0;  // to the queue in the window, dead letters included
  std::int64_t growth = 0;
  bool grew = false;   // beyond what is tolerated
  std::string quiet;   // its numbers, when it did not
};
Backlog backlog_of(const model::Record& record, const model::QueueRecord& queue);

// The objective of one queue.
Outcome no_backlog(const model::Record& record, const model::QueueRecord& queue);

}  // namespace amqpace::rules
