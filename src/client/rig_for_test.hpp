// SPDX-License-Identifier: Apache-2.0
// For the tests of this room: a session and a scripted broker on one simulated network.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "client/fake_broker_for_test.hpp"
#include "client/recorder_for_test.hpp"
#include "client/session.hpp"
#include "net/sim.hpp"

namespace amqpace::client {

struct Rig {
  explicit Rig(const net::SimOptions& options = {}) : net(options) { connect_to(5672); }

  void connect_to(std::uint16_t port) {
    connect_to("amqp://anna:p%40ss:w%2Frd@localhost:" + std::to_string(port) + "/test");
  }
  void connect_to(const std::string& address) {
    ConnectOptions connect;
    connect.uri = *parse_uri(address);
    connect.name = "rig";
    session = make_session(loop, net::Address::tcp(connect.uri.host, connect.uri.port), connect, seen);
  }
  void open() {
    session->open();
    until_said();
  }
  // Until the session says something.
  void until_said() {
    run_until([&] { return !seen.lines.empty(); });
  }
  void run_until(const std::function<bool()>& done, Nanos at_most = kMinute) {
    const Nanos limit = loop.now() + at_most;
    while (!done() && !net.idle() && loop.now() < limit) loop.turn(limit);
  }
  void run_for(Nanos time) {
    run_until([] { return false; }, time);
  }
  // Until everything under way has arrived and was answered; less than any heartbeat.
  void settle() { run_for(kSecond); }

  net::SimNet net;
  net::SimLoop loop{net};
  FakeBroker broker{loop, net::Address::tcp("localhost", 5672)};
  Recorder seen;
  std::unique_ptr<Session> session;
};

}  // namespace amqpace::client
