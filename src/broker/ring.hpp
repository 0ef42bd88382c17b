// SPDX-License-Identifier: Apache-2.0
// A double-ended queue in one block that doubles when it is full and never shrinks: once it has seen its
// depth it allocates nothing more (std::deque allocates and frees as it moves along). T is movable and has a
// default value.
#pragma once

#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

namespace amqpace::broker {

template <class T>
class Ring {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return slots_[(head_ + i) & mask()]; }
  const T& operator[](std::size_t i) const { return slots_[(head_ + i) & mask()]; }
  T& front() { return (*this)[0]; }
  const T& front() const { return (*this)[0]; }
  T& back() { return (*this)[size_ - 1]; }

  void push_back(T value) {
    if (size_ == slots_.size()) grow();
    ++size_;
    back() = std::move(value);
  }
  void push_front(T value) {
    if (size_ == slots_.size()) grow();
    head_ = (head_ - 1) & mask();
    ++size_;
    front() = std::move(value);
  }
  T pop_front() {
    assert(size_ > 0);
    T value = std::exchange(front(), T{});
    head_ = (head_ + 1) & mask();
    --size_;
    return value;
  }
  void clear() {
    while (!empty()) pop_front();
  }

 private:
  std::size_t mask() const { return slots_.size() - 1; }
  void grow() {
    std::vector<T> bigger(slots_.empty() ? 16 : slots_.size() * 2);
    for (std::size_t i = 0; i < size_; ++i) bigger[i] = std::move((*this)[i]);
    slots_ = std::move(bigger);
    head_ = 0;
  }

  std::vector<T> slots_;  // always a power of two, or empty
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace amqpace::broker
