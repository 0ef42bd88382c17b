// SPDX-License-Identifier: Apache-2.0
// What the oracle says of a Plan, in the shape the accounts need it: who reaches which queue, alive or dead.
#pragma once

#include "engine/worker.hpp"

namespace amqpace::engine {

// Fills setup.routes, dead_letters and feeders.
void work_out_routes(const model::Plan& plan, RunSetup& setup);

// Fills setup.linked_from, from the routes: the queues nobody here consumes that have messages in common with one elsewhere.
void work_out_links(const model::Plan& plan, RunSetup& setup);
bool feeds_a_link(const RunSetup& setup, std::size_t queue);

// Which keys of a producer may come to a queue as another queue's dead letters. Where that cannot be computed: all of them.
std::vector<bool> keys_that_may_die_into(const RunSetup& setup, std::size_t queue, std::size_t producer);

}  // namespace amqpace::engine
