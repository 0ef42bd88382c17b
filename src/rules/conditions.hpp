// SPDX-License-Identifier: Apache-2.0
// The circumstances under which always-on rules apply. Each gives its reason when they don't, because a
// report lists every rule on every run.
#pragma once

#include "rules/table.hpp"

namespace amqpace::rules {

extern const Condition kAlways;
extern const Condition kThrottled;
extern const Condition kPublishing;
extern const Condition kUnthrottledWithConsumers;
extern const Condition kConsumersOfAQueue;
extern const Condition kThousandSamples;
extern const Condition kBoundedRun;
extern const Condition kClearsAway;
extern const Condition kManagementShowedQueues;
extern const Condition kManagementAsked;
extern const Condition kEmbedded;
extern const Condition kRoutingKnown;
extern const Condition kLossUnjudged;

}  // namespace amqpace::rules
