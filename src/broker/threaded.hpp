// SPDX-License-Identifier: Apache-2.0
// The embedded broker on a thread of its own, for runs on `broker: embedded:` and for tests on real sockets.
// All calls may come from any thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "broker/core.hpp"
#include "net/loop.hpp"

namespace amqpace::broker {

class ThreadedBroker {
 public:
  // Without an address: an abstract unix socket of a name of its own. Fails when the address cannot be
  // listened on.
  static Result<std::unique_ptr<ThreadedBroker>> start(CoreOptions options,
                                                       const std::optional<net::Address>& at = std::nullopt);
  ~ThreadedBroker();  // stops
  // Where to connect to, with the port that was found free when 0 was asked for.
  const net::Address& address() const;
  // Connections still open are dropped. What report() and totals() say stays.
  void stop();
  // Server::report() and totals(), as they are now.
  std::vector<std::pair<std::string, std::string>> report();
  Totals totals();

 private:
  struct Inside;
  explicit ThreadedBroker(std::unique_ptr<Inside> inside);
  void ask(const std::function<void()>& question);

  std::unique_ptr<Inside> inside_;
};

}  // namespace amqpace::broker
