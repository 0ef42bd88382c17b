// SPDX-License-Identifier: Apache-2.0
#include "client/outbox.hpp"

#include <algorithm>

namespace amqpace::client {

void Outbox::reserve() {
  // The buffer moves what waits to its front once as much as that was written: twice the most that waits, and
  // some room for control frames.
  out_.reserve(2 * kMessageBytes + kWriteBytes);
  constexpr std::size_t kSmallestMessage = 64;
  pending_.reserve(kMessageBytes / kSmallestMessage);
}

void Outbox::write(net::Stream& stream, Nanos now) {
  // A sender that flushes from its callback is served by the loop that is calling it.
  if (writing_ || stopped_) return;
  writing_ = true;
  bool full = false;
  while (!out_.empty() && !full) {
    const wire::Bytes some = out_.view().first(std::min(out_.size(), kWriteBytes));
    const net::IoResult result = stream.write(some);
    if (result.status == net::IoStatus::failed) break;  // the stream's on_failed says so
    out_.consume(result.bytes);
    full = result.bytes < some.size();
    tell_written(now);
    if (stopped_) return;
    if (!out_.empty() && !full) now = clock_.now();
  }
  writing_ = false;
  if (full != wants_writable_) stream.want_writable(wants_writable_ = full);
}

void Outbox::stop() {
  stopped_ = true;
  pending_.clear();
}

void Outbox::tell_written(Nanos at) {
  const std::uint64_t written = out_.consumed();
  while (!pending_.empty() && pending_.front().end <= written) {
    const PendingSend message = pending_.front();
    pending_.pop();
    message.sender->on_written(message, at);
  }
}

}  // namespace amqpace::client
