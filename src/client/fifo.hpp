// SPDX-License-Identifier: Apache-2.0
// A queue of small plain values in a power-of-two ring: the messages between publish() and the write that
// carries their last byte. Allocates at construction and when it has to grow. Used by the session; one
// thread.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>

namespace amqpace::client {

template <class T>
class Fifo {
 public:
  explicit Fifo(std::size_t expected)
      : mask_(std::bit_ceil(expected < 2 ? 2 : expected) - 1),
        items_(std::make_unique_for_overwrite<T[]>(mask_ + 1)) {}

  bool empty() const { return begin_ == end_; }
  std::size_t size() const { return end_ - begin_; }
  // Room for that many at once.
  void reserve(std::size_t count) {
    while (count > mask_ + 1) grow();
  }
  void push(const T& item) {
    if (size() > mask_) grow();
    items_[end_++ & mask_] = item;
  }
  const T& front() const {
    assert(!empty());
    return items_[begin_ & mask_];
  }
  void pop() {
    assert(!empty());
    // Back to the front when it can: the same few cache lines serve every burst, not all of the ring in turn.
    if (++begin_ == end_) begin_ = end_ = 0;
  }
  // The n-th from the front.
  const T& operator[](std::size_t n) const {
    assert(n < size());
    return items_[(begin_ + n) & mask_];
  }
  void clear() { begin_ = end_; }

 private:
  void grow() {
    auto items = std::make_unique_for_overwrite<T[]>(2 * (mask_ + 1));
    const std::size_t count = size();
    for (std::size_t n = 0; n < count; ++n) items[n] = (*this)[n];
    items_ = std::move(items);
    mask_ = 2 * mask_ + 1;
    begin_ = 0;
    end_ = count;
  }

  std::size_t mask_;
  std::unique_ptr<T[]> items_;
  std::size_t begin_ = 0, end_ = 0;
};

}  // namespace amqpace::client
