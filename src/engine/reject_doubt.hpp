// SPDX-License-Identifier: Apache-2.0
// A reject is answered by nothing: where its channel is lost, nobody knows whether the broker still got it. Until the message comes
// again such a reject is in doubt: a redelivery that has not died since says that it was lost, anything else that it was not.
// RecentRejects belongs to a consumer and allocates nothing per message; RejectDoubts to the queue's account.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/stamp.hpp"

namespace amqpace::engine {

struct Reject {
  std::size_t producer = 0;
  std::uint64_t sequence = 0;
  bool prefill = false;
  std::uint64_t rejected_here = 0;  // how often before, as x-death had it
  std::uint8_t instants = 0;        // of the window's two, how many were over
};

// The last rejects of one channel. A broker waits for the acks of at most `prefetch` messages, so of more than that many rejects it
// has the oldest.
class RecentRejects {
 public:
  explicit RecentRejects(std::size_t capacity) : slots_(capacity) {}
  void push(const Reject& reject) { slots_[count_++ % slots_.size()] = reject; }
  // All of them, and forgets them.
  std::vector<Reject> take();

 private:
  std::vector<Reject> slots_;
  std::uint64_t count_ = 0;
};

class RejectDoubts {
 public:
  void add(const Reject& reject);
  bool empty() const { return by_message_.empty(); }
  // The message was delivered again; `rejected_here`, as x-death has it now. The reject, if it turns out that the broker never
  // got it.
  const Reject* settle(const Stamp& stamp, bool redelivered, std::uint64_t rejected_here);
  // Calls f(reject) for each that is still in doubt.
  template <class F>
  void for_each(F&& f) const {
    for (const auto& [key, reject] : by_message_) f(reject);
  }

 private:
  struct Key {
    std::size_t producer;
    std::uint64_t sequence;
    bool prefill;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return std::hash<std::uint64_t>{}((key.sequence << 8 | key.producer << 1) ^ static_cast<std::uint64_t>(key.prefill));
    }
  };
  std::unordered_map<Key, Reject, Hash> by_message_;
  Reject lost_;
};

}  // namespace amqpace::engine
