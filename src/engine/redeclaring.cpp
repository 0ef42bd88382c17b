// SPDX-License-Identifier: Apache-2.0
#include "engine/redeclaring.hpp"

namespace amqpace::engine {

namespace {
// After a refusal: a queue whose node is still starting may be there in a moment.
constexpr Nanos kPause = 100 * kMillisecond;
}  // namespace

void Redeclaring::poll(Nanos now, Nanos broke_at) {
  if (broke_at <= control_.declared_at.load(std::memory_order_relaxed) || !link_.usable()) return;
  if (asking_ && generation_ == link_.generation()) return;
  if (now >= retry_at_) begin(now);
}

void Redeclaring::begin(Nanos now) {
  requests_ = topology_.declarations();
  began_ = now;
  next_ = 0;
  ++round_;
  generation_ = link_.generation();
  asking_ = true;
  ask_next();
}

void Redeclaring::ask_next() {
  if (next_ == requests_.size()) {
    asking_ = false;
    control_.declared_at.store(began_, std::memory_order_release);
    return;
  }
  link_.post(requests_[next_++], [this, round = round_](const Result<client::AdminAnswer>& answer) {
    if (round != round_) return;
    if (answer) return ask_next();
    asking_ = false;
    retry_at_ = began_ + kPause;
  });
}

}  // namespace amqpace::engine
