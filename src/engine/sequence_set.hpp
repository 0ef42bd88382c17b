// SPDX-License-Identifier: Apache-2.0
// Which sequence numbers were seen: one bit per message between the oldest unseen and the newest seen, so that a healthy run
// of any length needs a few words. The exact half of the ledger.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace amqpace::engine {

class SequenceSet {
 public:
  // Room for `bits` between the oldest unseen and the newest before the first growth.
  explicit SequenceSet(std::uint64_t bits = 1 << 16);

  bool insert(std::uint64_t sequence);  // true: seen for the first time
  bool contains(std::uint64_t sequence) const;
  std::uint64_t end() const { return end_; }  // nothing from here on was seen
  std::uint64_t size() const { return size_; }
  std::uint64_t span_bits() const { return end_ - base_; }  // what it costs now

  // Calls f(sequence) for every unseen one in [from, to), ascending.
  template <class F>
  void for_each_missing(std::uint64_t from, std::uint64_t to, F&& f) const {
    for (std::uint64_t s = from < base_ ? base_ : from; s < to; ++s) {
      if (s % 64 == 0 && s + 64 <= end_ && word(s / 64) == UINT64_MAX) {
        s += 63;
        continue;
      }
      if (!contains(s)) f(s);
    }
  }

  // Calls f(sequence) for every seen one, ascending.
  template <class F>
  void for_each(F&& f) const {
    for (std::uint64_t s = 0; s < base_; ++s) f(s);
    for (std::uint64_t s = base_; s < end_; s += 64)
      for (std::uint64_t bits = word(s / 64); bits != 0; bits &= bits - 1)
        f(s + static_cast<std::uint64_t>(std::countr_zero(bits)));
  }

 private:
  std::uint64_t& word(std::uint64_t index) { return words_[index & mask_]; }
  std::uint64_t word(std::uint64_t index) const { return words_[index & mask_]; }
  void grow_to(std::uint64_t end);

  // Words cover [base_, end_), both multiples of 64; everything below base_ was seen, nothing from end_ on.
  std::vector<std::uint64_t> words_;
  std::uint64_t mask_;
  std::uint64_t base_ = 0, end_ = 0, size_ = 0;
};

}  // namespace amqpace::engine
