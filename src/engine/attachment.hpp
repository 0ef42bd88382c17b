// SPDX-License-Identifier: Apache-2.0
// Whether the channel of one publisher or consumer stands, and when it may be asked for again: after a lost connection, a channel
// the broker closed, a consumer it cancelled. A member of the publisher or consumer; registered with its Link, which outlives it.
#pragma once

#include <cstdint>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace amqpace::engine {

class Link;

// How long to wait before trying again: short, since the outage is being measured, and the same for everybody but for a few
// percent, so that a thousand connections do not come back in one instant.
class Backoff {
 public:
  explicit Backoff(std::uint64_t seed) : seed_(seed) {}
  Nanos next();  // 50 ms, doubling to 250 ms
  void reset() { attempts_ = 0; }

 private:
  std::uint64_t seed_;
  std::uint64_t attempts_ = 0, draws_ = 0;
};

class Attachment {
 public:
  explicit Attachment(Link& link);

  void opened(Nanos now);  // its channel was asked for, on the link's present session
  // By the broker, on a connection that stands.
  void channel_closed(const Error& why, Nanos now);
  void consumer_cancelled(const Error& why, Nanos now);

  // Its channel is on the link's present session, and that is not lost.
  bool on_session() const;
  bool stands() const { return on_session() && !broken_; }
  // It does not stand, and neither back-off nor the file's topology is in the way.
  bool may_open(Nanos now, Nanos declared_at) const;

 private:
  void broke(Nanos now);

  Link& link_;
  Backoff backoff_;
  std::uint64_t generation_ = 0;  // of the session it was opened on
  bool broken_ = false;
  Nanos opened_at_ = 0, retry_at_ = 0;
};

}  // namespace amqpace::engine
