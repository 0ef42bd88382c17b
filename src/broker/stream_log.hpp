// SPDX-License-Identifier: Apache-2.0
// What a stream holds: messages by offset, appended at one end and let go of at the other, a whole segment at
// a time, as RabbitMQ's retention does it: when a segment is full, those in front of it go as long as all
// together are larger than allowed or their last message is too old. Used by StreamQueue.
#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.hpp"
#include "broker/message.hpp"
#include "broker/ring.hpp"

namespace amqpace::broker {

struct Retention {
  std::optional<std::uint64_t> max_bytes;  // of bodies
  Nanos max_age = kNever;
  std::uint64_t segment_bytes = 500'000'000;
};

class StreamLog {
 public:
  struct Entry {
    MessageRef message;
    Nanos came = 0;
  };
  explicit StreamLog(const Retention& retention) : retention_(retention) {}

  std::uint64_t first() const { return first_; }                   // offset of the oldest message
  std::uint64_t next() const { return first_ + entries_.size(); }  // of the next one to come
  std::uint64_t size() const { return entries_.size(); }
  const Entry& at(std::uint64_t offset) const { return entries_[offset - first_]; }
  // Offset of the first message that came at `time` or later; next() when there is none.
  std::uint64_t since(Nanos time) const;

  void append(MessageRef message, Nanos now);
  void clear();

 private:
  struct Segment {
    std::uint64_t messages = 0, bytes = 0;
    Nanos last = 0;
  };
  void drop_oldest_segment();

  Retention retention_;
  Ring<Entry> entries_;
  Ring<Segment> segments_;
  std::uint64_t first_ = 0, bytes_ = 0;
};

}  // namespace amqpace::broker
