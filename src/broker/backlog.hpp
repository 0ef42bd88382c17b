// SPDX-License-Identifier: Apache-2.0
// The messages that wait in a queue, in the order in which they leave: lanes of which the highest that holds
// any goes first (one lane for a plain queue, one for each priority, one for what a quorum queue took back),
// and within a lane the order of arrival. Used by OrderedQueue.
#pragma once

#include <cstdint>
#include <vector>

#include "base/clock.hpp"
#include "broker/message.hpp"
#include "broker/ring.hpp"

namespace amqpace::broker {

// A message in a queue. `position` is its place in the order of arrival; a requeued one returns to it.
struct QueueEntry {
  MessageRef message;
  std::uint64_t position = 0;
  Nanos deliverable = 0;      // not before
  Nanos expires = kNever;     // dropped or dead-lettered from then on, once it is at the head
  std::uint32_t returns = 0;  // how often it was requeued
  bool redelivered = false;
  bool leads = false;    // the next entry was put behind this one by `reorder`…
  bool follows = false;  // …and is this one: it goes to the consumer that got its leader
};

class Backlog {
 public:
  explicit Backlog(std::size_t lanes) : lanes_(lanes) {}
  bool empty() const { return size_ == 0; }
  std::uint64_t size() const { return size_; }
  std::uint64_t bytes() const { return bytes_; }  // of their bodies
  std::size_t lanes() const { return lanes_.size(); }

  const QueueEntry& head() const { return lanes_[top_].front(); }
  QueueEntry take_head();
  // References hold until the next call.
  QueueEntry& append(QueueEntry entry, std::size_t lane);
  void put_back(QueueEntry entry, std::size_t lane);  // where its position says
  void clear();

 private:
  void came(const QueueEntry& entry, std::size_t lane);

  std::vector<Ring<QueueEntry>> lanes_;
  std::size_t top_ = 0;  // the highest lane that is not empty
  std::uint64_t size_ = 0, bytes_ = 0;
};

}  // namespace amqpace::broker
