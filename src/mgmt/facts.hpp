// SPDX-License-Identifier: Apache-2.0
// What the broker's management API says about itself, its nodes and the queues of a run. Asked before t0 and after the drain,
// never in the window: its counters are seconds old, and each request costs the broker that is being measured. So only
// facts are read (type, durability, arguments, policies, replicas; memory, disk and alarms of nodes), never depths or rates.
// Used by api, for reports and `declared-equals-asked`.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "model/record.hpp"

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
  // ("type","quorum"), ("durable","true"), ("leader","rabbit@a"), of replicated ones ("members","rabbit@a rabbit@b"), then
  // ("argument.x-max-length","5"), and where a policy applies ("policy","ha-all"), ("operator-policy","caps") and what both
  // come to, ("policy.ha-mode","all"). RabbitMQ shows policies some seconds after the queue was declared.
  std::map<std::string, QueueFacts> queues;
  std::string cluster;                  // its name
  std::vector<model::NodeFacts> nodes;  // by name; empty when this user may not see them
  std::vector<std::string> notes;       // what was not told, and why
};

// Blocks the calling thread, at most `timeout` (a name server that hangs is not counted). Errors name the address without
// user or password: unreachable, refused (login, permissions, no such virtual host), malformed (not a management API).
Result<Facts> read_facts(const Options& options, const Clock& clock);

// A queue that gets what an exchange is given with this key.
struct BoundQueue {
  std::string exchange, queue, routing_key;
};
// Of exchanges that are there. Errors as above.
Result<std::vector<BoundQueue>> read_bindings(const Options& options, const std::vector<std::string>& exchanges,
                                              const Clock& clock);

}  // namespace amqpace::mgmt
