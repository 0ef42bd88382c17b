// SPDX-License-Identifier: Apache-2.0
// What the broker's management API says about itself and about the queues of a run. Asked before t0 or after the drain,
// never in the window: its counters are seconds old, and each request costs the broker that is being measured. So only
// facts are read (type, durability, arguments, replicas), never depths or rates. Used by api, for `declared-equals-asked`.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace amqpace::mgmt {

struct Options {
  std::string url;  // "http://host:15672", https too; user:password@ and a path prefix may be in it
  std::string user = "guest", password = "guest";  // those of the URL win
  std::string vhost = "/";
  std::vector<std::string> queues;
  // Of https://.
  std::string ca = {};  // PEM file of the CAs to trust; empty: the system's
  bool verify = true;
  Nanos timeout = 3 * kSecond;  // of all requests together
};

// In the form of model::BrokerFacts::queues.
using QueueFacts = std::vector<std::pair<std::string, std::string>>;

struct Facts {
  std::string product;  // "RabbitMQ 3.10.8"
  // A queue the broker does not know is absent.
  // ("type","quorum"), ("durable","true"), ("argument.x-max-length","5"), and of replicated ones ("leader","rabbit@a"),
  // ("members","rabbit@a rabbit@b").
  std::map<std::string, QueueFacts> queues;
};

// Blocks the calling thread, at most `timeout` (a name server that hangs is not counted). Errors name the address without
// user or password: unreachable, refused (login, permissions, no such virtual host), malformed (not a management API).
Result<Facts> read_facts(const Options& options, const Clock& clock);

}  // namespace amqpace::mgmt
