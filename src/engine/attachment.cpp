// SPDX-License-Identifier: Apache-2.0
#include "engine/attachment.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "engine/link.hpp"

namespace amqpace::engine {

namespace {
constexpr Nanos kFirstWait = 50 * kMillisecond, kLongestWait = 250 * kMillisecond;
// What stood this long and then broke was no failed attempt.
constexpr Nanos kStoodFor = kSecond;
}  // namespace

Nanos Backoff::next() {
  const Nanos wait = std::min(kLongestWait, kFirstWait << std::min<std::uint64_t>(attempts_++, 8));
  return wait - static_cast<Nanos>(static_cast<double>(wait) * 0.1 * unit_draw(seed_, draws_++));
}

Attachment::Attachment(Link& link) : link_(link), backoff_(link.add(*this)) {}

void Attachment::opened(Nanos now) {
  generation_ = link_.generation();
  broken_ = false;
  opened_at_ = now;
}

void Attachment::channel_closed(const Error& why, Nanos now) {
  broke(now);
  link_.broke(Break::channel_closed, why, now);
}

void Attachment::consumer_cancelled(const Error& why, Nanos now) {
  broke(now);
  link_.broke(Break::consumer_cancelled, why, now);
}

void Attachment::broke(Nanos now) {
  if (now - opened_at_ >= kStoodFor) backoff_.reset();
  broken_ = true;
  retry_at_ = now + backoff_.next();
}

bool Attachment::on_session() const { return generation_ == link_.generation() && !link_.lost(); }

bool Attachment::may_open(Nanos now, Nanos declared_at) const {
  if (stands() || !link_.session().is_open() || declared_at < link_.broke_at()) return false;
  return !broken_ || now >= retry_at_;
}

}  // namespace amqpace::engine
