// SPDX-License-Identifier: Apache-2.0
// The writing side of a connection: from the codec's send buffer to the socket, at most 64 KiB per write, and
// the exact send time of every message, which is the clock reading just before the write that carried its
// last byte. Allocates nothing once warm. Used by SessionCore (writes) and publishers (say what they put in);
// one thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/clock.hpp"
#include "client/fifo.hpp"
#include "net/loop.hpp"
#include "wire/out_buffer.hpp"

namespace amqpace::client {

struct PendingSend;
class Sender {
 public:
  virtual void on_written(const PendingSend& message, Nanos at) = 0;

 protected:
  ~Sender() = default;
};

// A message in the send buffer.
struct PendingSend {
  Sender* sender;
  std::uint64_t number;  // the sender's own: 1, 2, 3 … in publish order
  std::uint64_t end;     // position in the send buffer just behind its last byte
  std::uint64_t sequence;
  Nanos due;
};

class Outbox {
 public:
  // More than one write takes, so that a burst is one flush; less than a second of any real load, so that a
  // full socket is seen soon.
  static constexpr std::size_t kMessageBytes = std::size_t{1} << 20;
  static constexpr std::size_t kWriteBytes = std::size_t{64} << 10;

  Outbox(wire::OutBuffer& out, const Clock& clock) : out_(out), clock_(clock) {}

  // There will be messages: what a full socket makes wait has its memory before.
  void reserve();
  // Whether a message of that size may be put in. An empty buffer takes any.
  bool fits(std::size_t bytes) const { return out_.empty() || out_.size() + bytes <= kMessageBytes; }
  void put(const PendingSend& message) { pending_.push(message); }
  const Fifo<PendingSend>& pending() const { return pending_; }

  // Writes until the buffer is empty or the socket takes no more, and tells the senders. `now`: a fresh
  // reading, which times the first write; later ones read the clock again. A sender may call stop() from
  // inside.
  void write(net::Stream& stream, Nanos now);
  // No write any more, nobody is told: the stream is gone.
  void stop();

 private:
  void tell_written(Nanos at);

  wire::OutBuffer& out_;
  const Clock& clock_;
  Fifo<PendingSend> pending_{64};
  bool writing_ = false;
  bool stopped_ = false;
  bool wants_writable_ = false;
};

}  // namespace amqpace::client
