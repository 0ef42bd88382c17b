// SPDX-License-Identifier: Apache-2.0
#include "broker/stream_log.hpp"

#include <utility>

namespace amqpace::broker {

std::uint64_t StreamLog::since(Nanos time) const {
  std::uint64_t low = first_, high = next();
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (at(middle).came < time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

void StreamLog::append(MessageRef message, Nanos now) {
  const std::uint64_t size = message->body().size();
  const bool full = !segments_.empty() && segments_.back().bytes + size > retention_.segment_bytes;
  if (segments_.empty() || full) segments_.push_back({});
  Segment& segment = segments_.back();
  ++segment.messages;
  segment.bytes += size;
  segment.last = now;
  bytes_ += size;
  entries_.push_back({std::move(message), now});
  if (!full) return;
  const auto too_much = [this, now] {
    if (retention_.max_bytes && bytes_ > *retention_.max_bytes) return true;
    return retention_.max_age != kNever && segments_.front().last + retention_.max_age < now;
  };
  while (segments_.size() > 1 && too_much()) drop_oldest_segment();
}

void StreamLog::drop_oldest_segment() {
  const Segment gone = segments_.pop_front();
  bytes_ -= gone.bytes;
  first_ += gone.messages;
  for (std::uint64_t i = 0; i < gone.messages; ++i) entries_.pop_front();
}

void StreamLog::clear() {
  while (!segments_.empty()) drop_oldest_segment();
}

}  // namespace amqpace::broker
