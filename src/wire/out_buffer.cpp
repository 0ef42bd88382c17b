// SPDX-License-Identifier: Apache-2.0
#include "wire/out_buffer.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace amqpace::wire {

bool OutBuffer::append(Bytes bytes) {
  if (bytes.empty()) return true;
  const std::span<std::byte> into = extend(bytes.size());
  if (into.empty()) return false;
  std::memcpy(into.data(), bytes.data(), bytes.size());
  return true;
}

void OutBuffer::patch(std::uint64_t position, Bytes bytes) {
  assert(position >= consumed() && position + bytes.size() <= appended_);
  if (bytes.empty()) return;
  std::memcpy(memory_.get() + head_ + (position - consumed()), bytes.data(), bytes.size());
}

void OutBuffer::consume(std::size_t size) {
  assert(size <= tail_ - head_);
  head_ += size;
  if (head_ == tail_) head_ = tail_ = 0;
}

void OutBuffer::make_room(std::size_t size) {
  const std::size_t waiting = tail_ - head_;
  // Moving to the front costs what is waiting; it must free at least as much, or a slow reader would make it
  // quadratic.
  if (head_ >= waiting && capacity_ - waiting >= size) {
    std::memmove(memory_.get(), memory_.get() + head_, waiting);
    head_ = 0;
    tail_ = waiting;
  } else {
    reserve(std::max({waiting + size, capacity_ * 2, std::size_t{16} << 10}));
  }
}

void OutBuffer::reserve(std::size_t size) {
  if (size <= capacity_) return;
  const std::size_t waiting = tail_ - head_;
  auto larger = std::make_unique_for_overwrite<std::byte[]>(size);
  if (waiting > 0) std::memcpy(larger.get(), memory_.get() + head_, waiting);
  memory_ = std::move(larger);
  capacity_ = size;
  head_ = 0;
  tail_ = waiting;
}

}  // namespace amqpace::wire
