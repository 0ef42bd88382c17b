// SPDX-License-Identifier: Apache-2.0
// Queues that no entry of a suite names, but that are bound to what one of them publishes to. Only the broker's management API
// knows them, and nothing of ours may unbind them.
#pragma once

#include "base/clock.hpp"
#include "mgmt/facts.hpp"
#include "model/plan.hpp"

namespace amqpace::api {

// bad_input, naming the queue and its binding. A plan that is no entry, or a management API that does not answer: nothing.
Result<void> refuse_strangers(const model::Plan& plan, const mgmt::Options& management, const Clock& clock);

}  // namespace amqpace::api
