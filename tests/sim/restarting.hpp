// SPDX-License-Identifier: Apache-2.0
// A broker that goes and comes back in the middle of a simulated run.
#pragma once

#include <string>

#include "sim_run.hpp"

namespace amqpace::testing {

// The broker drops every connection `at` after the run began and listens again `later`. What it had queued it still has, but for
// the queues of the connections.
SimSetup restarting(std::string yaml, Nanos at, Nanos later);
// Every line of both ledgers adds up.
void expect_sound(const model::Record& record);

}  // namespace amqpace::testing
