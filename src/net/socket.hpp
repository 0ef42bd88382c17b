// SPDX-License-Identifier: Apache-2.0
// A stream on a real socket, connecting or accepted. Made by EpollLoop::connect and by the listener.
//
// Two things epoll cannot be told are kept here: a hang-up is reported even to a stream that waits for
// nothing, so such a stream is taken out until it waits again; and an end of input is reported for ever, so
// it is not waited for twice.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "net/endpoint.hpp"
#include "net/failure.hpp"
#include "net/loop.hpp"
#include "net/poller.hpp"

namespace amqpace::net {

class Socket final : public ServerStream, private Watch {
 public:
  // To be connected.
  Socket(Loop& loop, Poller& poller, const Address& to, StreamEvents& events);
  // Accepted: owns `fd`.
  Socket(Loop& loop, Poller& poller, int fd, std::string peer);
  ~Socket() override;

  void start_connecting(Result<std::vector<Endpoint>> endpoints, Nanos deadline);
  // Of an accepted one. False: the kernel has no room for it.
  bool start_accepted();

  void set_events(StreamEvents& events) override { events_ = &events; }
  IoResult read(std::span<std::byte> into) override;
  IoResult write(std::span<const std::byte> from) override;
  void want_writable(bool on) override;
  void want_readable(bool on) override;
  void shutdown_write() override;
  const std::string& peer() const override { return peer_; }
  std::string last_error() const override;

 private:
  enum class State : std::uint8_t { connecting, open, failed, told };
  // What only a stream has that is not connected yet.
  struct Connecting {
    Connecting(Loop& loop, const Address& address, std::function<void()> timed_out)
        : to(address), timer(loop, std::move(timed_out)) {}
    Address to;
    Nanos deadline = kNever;
    std::vector<Endpoint> endpoints;
    std::size_t next = 0;  // of endpoints
    std::vector<Attempt> attempts;
    Timer timer;
  };

  void on_input() override;
  void on_output() override;
  void on_hangup() override;
  void on_pending() override;

  void try_next_address();
  bool try_address(const Endpoint& endpoint);
  void attempt_failed(int error);
  void finish_connecting();
  void fail_with(int error, Error failure);
  void lose(int error);
  std::uint32_t interest() const;
  void update_interest();
  void close_descriptor();

  Loop& loop_;
  Poller& poller_;
  StreamEvents* events_ = nullptr;
  Poller::Token token_;
  int fd_ = -1;
  State state_ = State::connecting;
  bool want_readable_ = true;
  bool want_writable_ = false;
  bool ended_ = false;              // the peer's last byte was read
  bool attached_ = false;           // fd_ is in the poller…
  std::uint32_t attached_for_ = 0;  // …for these events
  int error_ = 0;
  Error failure_;
  std::string peer_;
  std::unique_ptr<Connecting> connecting_;
};

}  // namespace amqpace::net
