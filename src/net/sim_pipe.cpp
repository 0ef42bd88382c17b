// SPDX-License-Identifier: Apache-2.0
#include "net/sim_pipe.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

namespace amqpace::net {

SimPipe::SimPipe(std::size_t capacity, Nanos latency, std::int64_t bytes_per_second)
    : ring_(capacity),
      latency_(latency),
      nanos_per_byte_(
          bytes_per_second > 0 ? static_cast<double>(kSecond) / static_cast<double>(bytes_per_second) : 0) {
  assert(capacity > 0);
}

SimPipe::Put SimPipe::put(std::span<const std::byte> from, Nanos now) {
  const std::size_t count = std::min(from.size(), space());
  const std::size_t start = static_cast<std::size_t>(written_ % ring_.size());
  const std::size_t first = std::min(count, ring_.size() - start);
  std::memcpy(ring_.data() + start, from.data(), first);
  std::memcpy(ring_.data(), from.data() + first, count - first);
  written_ += count;
  line_free_ = std::max(line_free_, now) + std::llround(nanos_per_byte_ * static_cast<double>(count));
  const Nanos arrival = line_free_ + latency_;
  return {count, arrival, mark(arrival)};
}

SimPipe::Put SimPipe::shut_at(Nanos now) {
  shut_ = true;
  const Nanos arrival = std::max(line_free_, now) + latency_;
  return {0, arrival, mark(arrival)};
}

bool SimPipe::mark(Nanos at) {
  last_arrival_ = at;
  if (!marks_.empty() && marks_.back().at == at) {
    marks_.back().written = written_;
    return true;
  }
  marks_.push_back({at, written_});
  return false;
}

void SimPipe::arrive(Nanos now) {
  while (!marks_.empty() && marks_.front().at <= now) {
    arrived_ = marks_.front().written;
    marks_.pop_front();
  }
  if (shut_ && marks_.empty()) ended_ = true;
}

std::size_t SimPipe::take(std::span<std::byte> into) {
  const std::size_t count = std::min(into.size(), readable());
  const std::size_t start = static_cast<std::size_t>(taken_ % ring_.size());
  const std::size_t first = std::min(count, ring_.size() - start);
  std::memcpy(into.data(), ring_.data() + start, first);
  std::memcpy(into.data() + first, ring_.data(), count - first);
  taken_ += count;
  return count;
}

void SimPipe::drop_all() {
  arrived_ = taken_ = written_;
  marks_.clear();
}

}  // namespace amqpace::net
