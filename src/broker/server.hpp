// SPDX-License-Identifier: Apache-2.0
// The embedded broker on a loop: listens, and answers. Lives on callbacks and timers alone, so whoever turns
// the loop drives it, simulated or real. Used by ThreadedBroker, by `amqpace broker` and by simulated runs.
// One thread: the loop's. All that arrives in one turn of the loop is worked off and answered at its end,
// with one write per connection.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "broker/core.hpp"
#include "broker/flow.hpp"
#include "broker/peer.hpp"
#include "broker/strikes.hpp"
#include "net/loop.hpp"

namespace amqpace::broker {

// Faults, users, virtual hosts, seed.
using BrokerOptions = CoreOptions;

class Server final : public net::AcceptEvents {
 public:
  // The loop must outlive the server.
  Server(net::Loop& loop, BrokerOptions options);
  ~Server() override;

  // May be called several times, for several addresses.
  Result<void> listen(const net::Address& at);
  std::uint16_t port() const;  // of the first TCP address listened on, 0: none

  // Stops listening and drops every connection.
  void drop_all();
  std::size_t connections() const { return peers_.size(); }
  const Totals& totals() const { return core_.totals(); }
  // Strikes everybody there is, now.
  void strike(const Strike& what) { strikes_.strike(what); }
  // What the faults did, and what happened in each queue.
  Injector& injector() { return core_.injector(); }
  const Injector::QueueTruths& queues() const { return core_.injector().queues(); }
  // Each fault as it was asked for and what came of it: {"lose=1/1000", "150 messages lost"}.
  std::vector<std::pair<std::string, std::string>> report() const { return core_.injector().report(); }

 private:
  friend class Peer;
  friend class PeerChannel;
  friend class Requests;
  friend class Strikes;
  static constexpr std::size_t kReadBuffer = 64 * 1024;

  void on_accept(std::unique_ptr<net::ServerStream> stream) override;
  Core& core() { return core_; }
  net::Loop& loop() { return loop_; }
  std::span<std::byte> read_buffer() { return read_buffer_; }
  amqp091::Options connection_options() const;
  // The peer may have something to write, or is to go: look at the end of this turn.
  void has_work(Peer& peer);
  void end_turn();
  void follow_stall();
  void follow_alarms();
  void follow_flow();

  net::Loop& loop_;
  Core core_;
  net::Timer turn_timer_;  // due at once, so behind all that is ready in this turn
  net::Timer due_timer_;   // the core's next_due()
  net::Timer stall_timer_;
  net::Timer flow_timer_;  // flow_.next()
  Flow flow_;
  Strikes strikes_;
  std::vector<std::unique_ptr<net::Listener>> listeners_;
  std::vector<std::unique_ptr<Peer>> peers_;
  std::vector<Peer*> working_, writing_;
  bool stalling_ = false;
  bool memory_alarm_ = false, fault_alarm_ = false;
  std::vector<std::byte> read_buffer_;
};

}  // namespace amqpace::broker
