// SPDX-License-Identifier: Apache-2.0
// The event loop and what hangs on it: byte streams, listeners, timers. Knows no AMQP. Two forms: EpollLoop
// (epoll.hpp) and SimLoop (sim.hpp), where clock, timers and byte pipes are simulated in one thread from one
// seed. One thread owns a loop and everything on it; only post() and wake() may be called from others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace amqpace::net {

struct Address {
  enum class Kind { tcp, unix_socket };
  Kind kind = Kind::tcp;
  std::string host;  // name or number; tcp
  std::uint16_t port = 0;
  std::string path;  // unix_socket; a leading '@' is the abstract namespace
  static Address tcp(std::string host, std::uint16_t port);
  static Address unix_path(std::string path);
  std::string text() const;  // "localhost:5672", "unix:/path"
};

enum class IoStatus : std::uint8_t {
  ok,           // bytes > 0 moved
  would_block,  // nothing now
  closed,       // the peer closed in order (read only)
  failed,       // reset, broken pipe …: Stream::last_error() says
};
struct IoResult {
  IoStatus status;
  std::size_t bytes = 0;
};

// Called on the loop's thread, from turn() only, never from inside a call to the stream. A handler may
// destroy its own stream or any other one, and itself: what is pending for a destroyed stream is dropped. A
// read() or write() that answers `failed` is followed by on_failed at the latest in the next turn, unless the
// stream is destroyed first. After on_failed nothing else is called; after a read() that answers `closed`,
// on_readable is not.
class StreamEvents {
 public:
  virtual ~StreamEvents() = default;
  virtual void on_connected() {}   // of connect() only
  virtual void on_readable() = 0;  // read until would_block, or as much as wanted: level-triggered
  virtual void on_writable() {}    // only while want_writable(true)
  // Connecting failed or timed out (unreachable), or the connection was reset (lost). Once.
  virtual void on_failed(const Error& error) = 0;
};

class Stream {
 public:
  virtual ~Stream() = default;  // closes
  virtual IoResult read(std::span<std::byte> into) = 0;
  virtual IoResult write(std::span<const std::byte> from) = 0;
  virtual void want_writable(bool on) = 0;
  virtual void want_readable(bool on) = 0;  // on by default
  virtual void shutdown_write() = 0;        // after our last byte
  virtual const std::string& peer() const = 0;
  virtual std::string last_error() const = 0;  // "Connection reset by peer"
};

class AcceptEvents {
 public:
  virtual ~AcceptEvents() = default;
  // The new stream has no handler yet: set_events() must be called before the callback returns.
  virtual void on_accept(std::unique_ptr<class ServerStream> stream) = 0;
};
class ServerStream : public Stream {
 public:
  virtual void set_events(StreamEvents& events) = 0;
};

class Listener {
 public:
  virtual ~Listener() = default;  // stops listening
  virtual std::uint16_t port() const = 0;
};

// An intrusive timer: arming and cancelling allocate nothing once the loop's heap has its size. Fires at most
// once per arming, on the loop's thread; equal times fire in the order of arming. What a firing arms for now
// or before fires in the next turn. Any timer may be armed, cancelled or destroyed while one fires, the
// firing one too.
class Loop;
class Timer {
 public:
  Timer(Loop& loop, std::function<void()> fire);
  ~Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  void arm(Nanos at);  // absolute; re-arming moves it
  void cancel();
  bool armed() const { return heap_index_ != kNone; }
  Nanos at() const { return at_; }

 private:
  friend class TimerHeap;
  static constexpr std::size_t kNone = SIZE_MAX;
  Loop& loop_;
  std::function<void()> fire_;
  Nanos at_ = 0;
  std::size_t heap_index_ = kNone;
};

// Outlives its streams, listeners and timers.
class Loop {
 public:
  virtual ~Loop() = default;
  virtual const Clock& clock() const = 0;
  Nanos now() const { return clock().now(); }

  // Starts connecting; name resolution happens here (blocking, set-up only). `deadline`: absolute. Every
  // address a name resolves to is tried; the failure names each and why.
  virtual std::unique_ptr<Stream> connect(const Address& to, Nanos deadline, StreamEvents& events) = 0;
  virtual Result<std::unique_ptr<Listener>> listen(const Address& at, AcceptEvents& events) = 0;

  // One turn: waits until something is ready, a timer is due, wake() is called or `until` (absolute ns; in
  // the past: does not wait) has come; then runs all ready handlers and due timers. Precise: epoll_pwait2,
  // `spin` before the deadline by sched_yield (0: none). Not from inside a handler.
  virtual void turn(Nanos until, Nanos spin = 0) = 0;

  virtual void post(std::function<void()> work) = 0;  // any thread; run by a turn, in order
  virtual void wake() = 0;                            // any thread, async-signal-safe

 protected:
  friend class Timer;
  virtual class TimerHeap& timers() = 0;
};

}  // namespace amqpace::net
