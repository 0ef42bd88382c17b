// SPDX-License-Identifier: Apache-2.0
// Bytes on their way to one connection: whole frames are appended at the back, writes take from the front. Offsets count
// all bytes ever appended, so that "byte n was written" stays true while the content moves. What is appended below the
// limit never allocates (two limits of address space are taken at once and touched only when needed); control frames
// may go beyond it. Used by the session; one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

namespace amqpace::client {

class SendBuffer {
 public:
  explicit SendBuffer(std::size_t limit) : limit_(limit) { resize(2 * limit); }

  // Room for messages up to `size` bytes whatever the limit was. Set-up only.
  void admit(std::size_t size) {
    if (size <= limit_) return;
    limit_ = size;
    resize(2 * limit_);
  }

  std::size_t size() const { return back_ - front_; }
  bool empty() const { return back_ == front_; }
  // A message fits under the limit; an empty buffer takes any that was admitted.
  bool fits(std::size_t bytes) const { return size() + bytes <= limit_; }

  // `bytes` more at the back, for the caller to fill before the next call.
  std::byte* append(std::size_t bytes) {
    if (back_ + bytes > capacity_) make_room(bytes);
    std::byte* const at = data_.get() + back_;
    back_ += bytes;
    return at;
  }
  void append(std::span<const std::byte> bytes) {
    if (!bytes.empty()) std::memcpy(append(bytes.size()), bytes.data(), bytes.size());
  }

  std::span<const std::byte> front(std::size_t at_most) const {
    return {data_.get() + front_, size() < at_most ? size() : at_most};
  }
  void consume(std::size_t bytes) {
    front_ += bytes;
    written_ += bytes;
    if (front_ == back_) front_ = back_ = 0;
  }
  void clear() { consume(size()); }

  std::uint64_t written() const { return written_; }             // offset of the front
  std::uint64_t appended() const { return written_ + size(); }   // offset of the back

 private:
  void make_room(std::size_t bytes) {
    if (size() + bytes > capacity_ / 2) return resize(2 * (size() + bytes));
    // At least half was written since the last move, so moving costs less than one copy per byte.
    std::memmove(data_.get(), data_.get() + front_, size());
    back_ -= front_;
    front_ = 0;
  }
  void resize(std::size_t capacity) {
    if (capacity <= capacity_) return;
    auto data = std::make_unique_for_overwrite<std::byte[]>(capacity);
    if (!empty()) std::memcpy(data.get(), data_.get() + front_, size());
    data_ = std::move(data);
    back_ -= front_;
    front_ = 0;
    capacity_ = capacity;
  }

  std::size_t limit_;
  std::size_t capacity_ = 0;
  std::unique_ptr<std::byte[]> data_;
  std::size_t front_ = 0, back_ = 0;
  std::uint64_t written_ = 0;
};

}  // namespace amqpace::client
