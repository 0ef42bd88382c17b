// SPDX-License-Identifier: Apache-2.0
// Bytes on their way to a peer: codecs append at the end, the owner of the socket writes from the front and
// consumes. Bounded; grows by doubling and keeps what it has, so that it allocates nothing once it has seen
// its largest load. One thread. Positions count all bytes ever appended, so they stay true while the front is
// consumed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "wire/cursor.hpp"

namespace amqpace::wire {

class OutBuffer {
 public:
  // `limit`: bytes that may wait at once.
  explicit OutBuffer(std::size_t limit = std::size_t{64} << 20) : limit_(limit) {}

  // `size` bytes at the end, to be filled before the next call; empty when the limit would be passed (nothing
  // is taken then). Any other call ends the span's life.
  std::span<std::byte> extend(std::size_t size) {
    if (size > room()) [[unlikely]]
      return {};
    if (capacity_ - tail_ < size) [[unlikely]]
      make_room(size);
    std::byte* const at = memory_.get() + tail_;
    tail_ += size;
    appended_ += size;
    return {at, size};
  }
  // Takes memory for `size` bytes at once, so that none is taken later; it is touched only when used.
  void reserve(std::size_t size);
  // False: no room, nothing taken.
  bool append(Bytes bytes);
  // Overwrites bytes that were appended and not yet consumed; `position` as position() counts.
  void patch(std::uint64_t position, Bytes bytes);
  // What waits, to be written. Valid until the next call that appends or consumes.
  Bytes view() const { return {memory_.get() + head_, tail_ - head_}; }
  void consume(std::size_t size);
  void clear() { consume(size()); }

  std::size_t size() const { return tail_ - head_; }
  bool empty() const { return head_ == tail_; }
  std::size_t room() const { return limit_ - size(); }
  std::uint64_t position() const { return appended_; }           // of the next byte to be appended
  std::uint64_t consumed() const { return appended_ - size(); }  // of the next byte to be written

 private:
  void make_room(std::size_t size);

  std::unique_ptr<std::byte[]> memory_;
  std::size_t capacity_ = 0, head_ = 0, tail_ = 0;
  std::size_t limit_;
  std::uint64_t appended_ = 0;
};

}  // namespace amqpace::wire
