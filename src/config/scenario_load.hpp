// SPDX-License-Identifier: Apache-2.0
// What a scenario's producers send to each of its queues, as its bindings and dead-letter exchanges have it, against what
// the consumers there can take. Arithmetic only; used by the checks and the dry run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/plan.hpp"

namespace amqpace::config {

struct QueueLoad {
  double offered = 0;        // messages/s, by bindings
  double dead_lettered = 0;  // messages/s that are rejected elsewhere and come here
  bool unbounded = false;    // an unthrottled producer sends here
  bool reached = false;      // anything comes here at all
  bool expires_into = false; // a queue dead-letters here what it drops: how much is not known beforehand
  std::optional<double> capacity;  // of its consumers; absent: no limit
};

// By queue of the plan.
std::vector<QueueLoad> load_of(const model::Plan& plan);

struct LoadWarning {
  bool of_exchange = false;  // else of a queue
  std::string node, key;     // where: the node's name, a path inside it ("consumers.handlerTime"; "" the node itself)
  std::string text;
};

std::vector<LoadWarning> load_warnings(const model::Plan& plan);

}  // namespace amqpace::config
