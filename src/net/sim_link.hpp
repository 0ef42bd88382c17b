// SPDX-License-Identifier: Apache-2.0
// A simulated connection: two ends, a pipe towards each, and what happens between them. Side 0 connected,
// side 1 accepts. Owned by the SimNet until both ends are gone. Used by sim.cpp only.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "net/loop.hpp"
#include "net/sim.hpp"
#include "net/sim_pipe.hpp"

namespace amqpace::net {

class SimStream;

class SimListener final : public Listener {
 public:
  SimListener(SimNet& net, SimLoop& loop, std::string key, std::uint16_t port, AcceptEvents& accept_events);
  ~SimListener() override;
  std::uint16_t port() const override { return port_; }
  SimLoop& loop() { return loop_; }
  AcceptEvents& events() { return events_; }

  // "localhost" and its numbers are one host; an empty or unspecified one is any.
  static std::string key_of(const Address& address, std::uint16_t port);
  static SimListener* find(SimNet& net, const Address& to);

 private:
  SimNet& net_;
  SimLoop& loop_;
  std::string key_;
  std::uint16_t port_;
  AcceptEvents& events_;
};

class SimLink {
 public:
  SimLink(SimNet& net, std::uint32_t slot, std::uint32_t generation);

  std::unique_ptr<Stream> start(SimLoop& loop, const Address& to, Nanos deadline, StreamEvents& events);
  void happen(SimNet::Happening what, int side);
  void cut();
  void freeze(int side, Nanos until);
  void forget(const SimLoop& loop);

  // The calls of the stream on `side`.
  IoResult read(int side, std::span<std::byte> into);
  IoResult write(int side, std::span<const std::byte> from);
  void want_writable(int side, bool on);
  void want_readable(int side, bool on);
  void shutdown_write(int side);
  void set_events(int side, StreamEvents& events) { end(side).events = &events; }
  std::string last_error(int side) const;
  void destroyed(int side);

  std::uint32_t slot() const { return slot_; }
  std::uint32_t generation() const { return generation_; }

 private:
  using Happening = SimNet::Happening;
  enum class State : std::uint8_t { absent, connecting, open, failed, told, gone };
  struct End {
    explicit End(const SimOptions& options)
        : in(options.capacity, options.latency, options.bytes_per_second) {}
    State state = State::absent;
    SimLoop* loop = nullptr;
    StreamEvents* events = nullptr;
    bool want_readable = true;
    bool want_writable = false;
    bool read_end = false;     // the end of input was read
    Nanos ready_at = kNever;   // when the next `ready` is queued for
    bool blocks_once = false;  // the next read() would block though there is more
    int error = 0;
    Nanos frozen_until = 0;
    std::string peer;
    SimPipe in;
  };

  End& end(int side) { return ends_[static_cast<std::size_t>(side)]; }
  const End& end(int side) const { return ends_[static_cast<std::size_t>(side)]; }
  Nanos now() const { return net_.clock_.now(); }
  Nanos thaw(int side) const;
  bool put_off(Happening what, int side);
  bool readable(int side) const;
  bool writable(int side) const;

  void syn();
  void accept();
  void established();
  void refused();
  void timed_out();
  void arrival(int side);
  void dispatch(int side);
  void reset(int side);
  void fail(int side, int error);
  void send_end(int side);
  void refuse_bytes(int side);
  void make_ready(int side);
  void queue_ready(int side, Nanos at);
  void release_if_gone();

  SimNet& net_;
  std::uint32_t slot_, generation_;
  Address to_;
  std::optional<Timer> deadline_;
  std::array<End, 2> ends_;
};

// What the owner of an end holds.
class SimStream final : public ServerStream {
 public:
  SimStream(SimLink& link, int side, std::string peer) : link_(link), side_(side), peer_(std::move(peer)) {}
  ~SimStream() override { link_.destroyed(side_); }
  void set_events(StreamEvents& events) override { link_.set_events(side_, events); }
  IoResult read(std::span<std::byte> into) override { return link_.read(side_, into); }
  IoResult write(std::span<const std::byte> from) override { return link_.write(side_, from); }
  void want_writable(bool on) override { link_.want_writable(side_, on); }
  void want_readable(bool on) override { link_.want_readable(side_, on); }
  void shutdown_write() override { link_.shutdown_write(side_); }
  const std::string& peer() const override { return peer_; }
  std::string last_error() const override { return link_.last_error(side_); }

  SimLink& link() { return link_; }
  int side() const { return side_; }

 private:
  SimLink& link_;
  int side_;
  std::string peer_;
};

}  // namespace amqpace::net
