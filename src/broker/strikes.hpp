// SPDX-License-Identifier: Apache-2.0
// The faults that strike connections, channels and consumers: finds who is meant, does it, and writes it
// down. Owned by Server, on its thread; what strikes at an instant comes by a timer of its own.
#pragma once

#include <cstdint>

#include "broker/faults.hpp"
#include "net/loop.hpp"

namespace amqpace::broker {

class Peer;
class Queue;
class Server;

class Strikes {
 public:
  explicit Strikes(Server& server);
  // Does what is due and arms the timer for what is next. Called at the end of each turn.
  void follow();
  // Everybody there is, now. `after` and `every` do not matter.
  void strike(const Strike& what);
  // What the message that `peer` has just published on `channel` set off.
  void follow_message(Peer& peer, std::uint16_t channel);
  bool blocked() const;

 private:
  void strike(const Strike& what, Peer& peer);
  void close_channels(const Strike& what, Peer& peer);
  void close_channel(const Strike& what, Peer& peer, std::uint16_t number);
  void cancel(Queue& queue);

  Server& server_;
  net::Timer timer_;
};

}  // namespace amqpace::broker
