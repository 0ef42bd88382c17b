// SPDX-License-Identifier: Apache-2.0
// For the tests of this room: a loop with one stream whose every read and write is in the test's hands, and a
// server role of the codec behind it. Where SimLoop plays the network, this one lets a test say how many
// bytes a write takes and what the clock shows while it does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "amqp091/connection.hpp"
#include "net/loop.hpp"
#include "net/timer_heap.hpp"

namespace amqpace::client {

// What the client wrote and what it is to read. Owned by the test: the client's Stream only refers to it.
struct HandWire {
  std::vector<std::byte> to_broker, to_client;
  std::size_t room = SIZE_MAX;           // bytes the socket still takes
  std::size_t write_at_most = SIZE_MAX;  // of one write
  Nanos write_takes = 0;                 // the clock moves by this in each write
  bool closed = false;                   // the broker's end
  bool fails = false;                    // writes fail
  bool want_writable = false, want_readable = true;
  std::vector<std::size_t> writes;
  bool destroyed = false;
};

class HandStream final : public net::Stream {
 public:
  HandStream(HandWire& wire, SimClock& clock) : wire_(wire), clock_(clock) {}
  ~HandStream() override { wire_.destroyed = true; }
  net::IoResult read(std::span<std::byte> into) override {
    if (wire_.to_client.empty())
      return {wire_.closed ? net::IoStatus::closed : net::IoStatus::would_block, 0};
    const std::size_t n = std::min(into.size(), wire_.to_client.size());
    std::copy_n(wire_.to_client.begin(), n, into.begin());
    wire_.to_client.erase(wire_.to_client.begin(), wire_.to_client.begin() + static_cast<std::ptrdiff_t>(n));
    return {net::IoStatus::ok, n};
  }
  net::IoResult write(std::span<const std::byte> from) override {
    if (wire_.fails) return {net::IoStatus::failed, 0};
    clock_.advance(wire_.write_takes);
    const std::size_t n = std::min({from.size(), wire_.room, wire_.write_at_most});
    if (n == 0) return {net::IoStatus::would_block, 0};
    wire_.to_broker.insert(wire_.to_broker.end(), from.begin(),
                           from.begin() + static_cast<std::ptrdiff_t>(n));
    if (wire_.room != SIZE_MAX) wire_.room -= n;
    wire_.writes.push_back(n);
    return {net::IoStatus::ok, n};
  }
  void want_writable(bool on) override { wire_.want_writable = on; }
  void want_readable(bool on) override { wire_.want_readable = on; }
  void shutdown_write() override {}
  const std::string& peer() const override { return peer_; }
  std::string last_error() const override { return "Connection reset by peer"; }

 private:
  HandWire& wire_;
  SimClock& clock_;
  std::string peer_ = "hand";
};

class HandLoop final : public net::Loop {
 public:
  SimClock time;
  HandWire wire;
  net::StreamEvents* events = nullptr;
  std::vector<std::function<void()>> posted;

  const Clock& clock() const override { return time; }
  std::unique_ptr<net::Stream> connect(const net::Address&, Nanos,
                                       net::StreamEvents& stream_events) override {
    events = &stream_events;
    return std::make_unique<HandStream>(wire, time);
  }
  Result<std::unique_ptr<net::Listener>> listen(const net::Address&, net::AcceptEvents&) override {
    return fail(ErrorKind::internal, "this loop listens to nobody");
  }
  void turn(Nanos until, Nanos) override {
    for (auto& work : std::exchange(posted, {})) work();
    if (until > time.now()) time.set(until);
    heap_.fire_due(time.now());
  }
  void post(std::function<void()> work) override { posted.push_back(std::move(work)); }
  void wake() override {}

 private:
  net::TimerHeap& timers() override { return heap_; }
  std::uint64_t sequence_ = 0;
  net::TimerHeap heap_{sequence_};
};

// The broker's end: a server role that says yes to everything it is asked, and whatever the test makes it
// send.
class HandBroker final : public amqp091::Handler {
 public:
  explicit HandBroker(HandLoop& loop) : loop_(loop), server(options()) { server.start(0); }

  // Carries bytes between client and broker until nothing moves.
  void run() {
    while (take() || give()) {
    }
  }
  // What the client wrote is received; false when there was nothing.
  bool take() {
    if (loop_.wire.to_broker.empty()) return false;
    server.receive(loop_.wire.to_broker, loop_.now(), *this);
    loop_.wire.to_broker.clear();
    return true;
  }
  // What the broker has to say is read by the client; false when there was nothing.
  bool give() {
    const amqp091::Bytes out = server.out().view();
    if (out.empty()) return false;
    loop_.wire.to_client.insert(loop_.wire.to_client.end(), out.begin(), out.end());
    server.out().clear();
    while (!loop_.wire.to_client.empty() && !loop_.wire.destroyed) loop_.events->on_readable();
    return true;
  }

  std::uint64_t published = 0;
  std::uint16_t last_channel = 0;
  std::uint64_t acks = 0;

  void on_login(const amqp091::Login&) override { server.accept_login(); }
  void on_vhost(std::string_view) override { server.accept_vhost(); }
  void on_method(std::uint16_t channel, const amqp091::Method& method) override {
    last_channel = channel;
    if (std::holds_alternative<amqp091::ConfirmSelect>(method))
      server.send(channel, amqp091::ConfirmSelectOk{});
    if (std::holds_alternative<amqp091::BasicQos>(method)) server.send(channel, amqp091::BasicQosOk{});
    if (const auto* consume = std::get_if<amqp091::BasicConsume>(&method))
      server.send(channel, amqp091::BasicConsumeOk{consume->consumer_tag});
    if (std::holds_alternative<amqp091::BasicAck>(method)) ++acks;
  }
  void on_content(const amqp091::Content&) override { ++published; }
  void on_closed(const amqp091::Closed&) override {}
  void on_protocol_error(const amqp091::ProtocolError&) override { ++errors; }
  int errors = 0;

 private:
  static amqp091::Options options() {
    amqp091::Options o;
    o.role = amqp091::Role::server;
    return o;
  }
  HandLoop& loop_;

 public:
  amqp091::Connection server;
};

}  // namespace amqpace::client
