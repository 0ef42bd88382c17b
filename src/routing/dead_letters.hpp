// SPDX-License-Identifier: Apache-2.0
// Where the messages go that die on a queue (rejected, expired, over-long), worked out from the file as the Router does it for
// those that are published. The ledger expects them there.
#pragma once

#include <vector>

#include "routing/router.hpp"

namespace amqpace::routing {

// Of the messages of one producer with one routing key.
struct DeadLetters {
  // By queue: the queues of the file that get what dies there, ascending. Empty: none does. Absent: it cannot be computed,
  // because the way depends on how the message came there or on an exchange of another type.
  std::vector<Queues> from;
};

// `alive`: the queues which the messages reach when they are published. Follows them through every further death. A
// dead-letter exchange that is not of the file leads nowhere.
DeadLetters dead_letters_of(const model::Plan& plan, const std::vector<std::size_t>& alive, const std::string& routing_key,
                            const model::Arguments& headers = {});

// Whether what the broker takes away from a queue by the file's order (a time to live, a length limit) is seen again, because
// all of it goes to queues of the file that are consumed.
bool drops_are_seen(const model::Plan& plan, std::size_t queue);

}  // namespace amqpace::routing
