// SPDX-License-Identifier: Apache-2.0
#include "engine/link.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace amqpace::engine {

Link::Link(net::Loop& loop, const std::vector<Broker>& brokers, std::size_t first, std::string name,
           std::uint64_t seed)
    : loop_(loop), brokers_(brokers), broker_(first), name_(std::move(name)), seed_(seed), backoff_(seed) {
  blocked_.reserve(64);
  make_session();
}

void Link::make_session() {
  const Broker& broker = brokers_[broker_];
  client::ConnectOptions options = broker.connect;
  options.name = name_;
  ++generation_;
  session_ = client::make_session(loop_, broker.address, options, *this);
}

void Link::tend(Nanos now) {
  if (lost_ && session_->is_open()) {
    lost_.reset();
    backoff_.reset();
  }
  if (now < retry_at_) return;
  retry_at_ = kNever;
  broker_ = (broker_ + 1) % brokers_.size();
  make_session();
  session_->open();
}

std::uint64_t Link::add(Attachment& part) {
  parts_.push_back(&part);
  return draw(seed_, parts_.size());
}

void Link::broke(Break what, const Error& why, Nanos now) {
  broke_at_ = now;
  if (outages_.empty() || outages_.back().to != kNever) {
    outages_.emplace_back();
    outages_.back().first = what;
    outages_.back().from = now;
    outages_.back().why = why;
  }
  LinkOutage& outage = outages_.back();
  if (what == Break::connection_lost) ++outage.connections_lost;
  if (what == Break::channel_closed) ++outage.channels_closed;
  if (what == Break::consumer_cancelled) ++outage.consumers_cancelled;
}

void Link::note_whole(Nanos now) {
  if (outages_.empty() || outages_.back().to != kNever || lost() || session_->unsettled() > 0) return;
  if (std::all_of(parts_.begin(), parts_.end(), [](const Attachment* part) { return part->stands(); }))
    outages_.back().to = now;
}

void Link::on_lost(const Error& why) {
  const Nanos now = loop_.now();
  on_unblocked();
  retry_at_ = now + backoff_.next();
  if (lost_) return;  // an attempt that failed
  lost_ = why;
  broke(Break::connection_lost, why, now);
}

void Link::on_blocked(std::string_view reason) {
  blocked_reason_ = reason;
  blocked_.emplace_back(loop_.now(), kNever);
}

void Link::on_unblocked() {
  if (!blocked_.empty() && blocked_.back().second == kNever) blocked_.back().second = loop_.now();
}

}  // namespace amqpace::engine
