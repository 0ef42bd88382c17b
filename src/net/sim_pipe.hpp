// SPDX-License-Identifier: Apache-2.0
// One direction of a simulated connection: a bounded ring of bytes, of which the first have arrived and the
// rest is on its way. Used by SimLink only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/clock.hpp"

namespace amqpace::net {

class SimPipe {
 public:
  SimPipe(std::size_t capacity, Nanos latency, std::int64_t bytes_per_second);

  std::size_t space() const { return ring_.size() - static_cast<std::size_t>(written_ - taken_); }
  std::size_t readable() const { return static_cast<std::size_t>(arrived_ - taken_); }
  bool anything_written() const { return written_ > 0; }
  // As a socket would say: a third free, so that a writer is not called for every byte that is read.
  bool writable() const { return 3 * space() >= ring_.size(); }
  bool shut() const { return shut_; }
  bool ended() const { return ended_; }  // the end of input has arrived

  struct Put {
    std::size_t bytes;
    Nanos arrival;
    bool announced;  // something else arrives at that time: its event will do
  };
  Put put(std::span<const std::byte> from, Nanos now);
  Put shut_at(Nanos now);
  Nanos last_arrival() const { return last_arrival_; }
  void arrive(Nanos now);
  std::size_t take(std::span<std::byte> into);
  void drop_all();

 private:
  struct Mark {
    Nanos at;
    std::uint64_t written;
  };
  bool mark(Nanos at);

  std::vector<std::byte> ring_;
  Nanos latency_;
  double nanos_per_byte_;
  std::uint64_t written_ = 0, arrived_ = 0, taken_ = 0;  // bytes since the start
  std::deque<Mark> marks_;                               // what is on its way
  Nanos line_free_ = 0;                                  // the last byte has left the sender
  Nanos last_arrival_ = 0;
  bool shut_ = false, ended_ = false;
};

}  // namespace amqpace::net
