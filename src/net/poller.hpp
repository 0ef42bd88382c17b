// SPDX-License-Identifier: Apache-2.0
// epoll and the table of what it watches. A descriptor's events carry a token (slot and generation), looked
// up anew before each call, so that a handler may destroy whatever it likes: a stale token finds nothing.
// Used by EpollLoop, its sockets and its listeners; on the loop's thread only.
#pragma once

#include <sys/epoll.h>

#include <array>
#include <cstdint>
#include <vector>

#include "base/clock.hpp"

namespace amqpace::net {

// Something with a descriptor in a Poller. Each call may destroy it; the next one then does not come.
class Watch {
 public:
  virtual void on_input() = 0;  // readable, hung up or in error
  virtual void on_output() {}   // writable, hung up or in error
  virtual void on_hangup() {}   // after these two: hung up or in error
  virtual void on_pending() {}  // asked for by pend()

 protected:
  ~Watch() = default;
};

class Poller {
 public:
  using Token = std::uint64_t;

  // Owns `epoll_fd`. `precise`: wait by epoll_pwait2 when the kernel has it.
  Poller(int epoll_fd, bool precise) : epoll_fd_(epoll_fd), precise_(precise) {}
  ~Poller();
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  Token add(Watch& watch);
  void remove(Token token);
  // False: the kernel has no room for another one; errno says.
  [[nodiscard]] bool attach(Token token, int fd, std::uint32_t events);
  void change(Token token, int fd, std::uint32_t events);
  void detach(int fd);
  // Calls on_pending() in this turn or the next; the next one does not wait then.
  void pend(Token token) { pending_.push_back(token); }
  bool has_pending() const { return !pending_.empty(); }

  enum class Woken { ready, timed_out, interrupted };
  // Waits up to `timeout` (kNever: for good). What is ready is kept for dispatch().
  Woken wait(Nanos timeout);
  void dispatch();

 private:
  struct Slot {
    Watch* watch = nullptr;
    std::uint32_t generation = 0;
  };
  Watch* find(Token token) const;
  int wait_for_events(Nanos timeout);
  void dispatch(Token token, std::uint32_t events);

  int epoll_fd_;
  bool precise_;
  int ready_ = 0;
  std::array<epoll_event, 256> events_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::vector<Token> pending_, running_;
};

}  // namespace amqpace::net
