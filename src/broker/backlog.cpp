// SPDX-License-Identifier: Apache-2.0
#include "broker/backlog.hpp"

#include <algorithm>
#include <utility>

namespace amqpace::broker {

void Backlog::came(const QueueEntry& entry, std::size_t lane) {
  top_ = empty() ? lane : std::max(top_, lane);
  ++size_;
  bytes_ += entry.message->body().size();
}

QueueEntry Backlog::take_head() {
  QueueEntry entry = lanes_[top_].pop_front();
  --size_;
  bytes_ -= entry.message->body().size();
  while (top_ > 0 && lanes_[top_].empty()) --top_;
  return entry;
}

QueueEntry& Backlog::append(QueueEntry entry, std::size_t lane) {
  came(entry, lane);
  lanes_[lane].push_back(std::move(entry));
  return lanes_[lane].back();
}

void Backlog::put_back(QueueEntry entry, std::size_t lane) {
  came(entry, lane);
  Ring<QueueEntry>& entries = lanes_[lane];
  entries.push_front(std::move(entry));
  for (std::size_t i = 0; i + 1 < entries.size() && entries[i + 1].position < entries[i].position; ++i)
    std::swap(entries[i], entries[i + 1]);
}

void Backlog::clear() {
  for (auto& lane : lanes_) lane.clear();
  top_ = 0;
  size_ = bytes_ = 0;
}

}  // namespace amqpace::broker
